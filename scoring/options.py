"""A metric's options, each declared once: where the metric has it as a dataclass field.

From a field's ``Option`` follow the widget in the sidebar and its parameter in the address, the flag of the command
line, the part of the signature, the range that is checked, and the other value that the contract test takes.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, fields
from typing import Any, ClassVar, Protocol

from .text.tokenizers import TOKENIZERS, find_tokenizer, pin_tokenizer
from .validation import as_flag, number_within, whole_number

METADATA = "option"
"""The key of an ``Option`` in the metadata of its field."""


def _as_text(value: Any) -> str:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def _unchanged(value: Any) -> Any:
    return value


@dataclass(frozen=True)
class Option:
    """What people read of an option, what it may be, and what it is called elsewhere."""

    label: str
    """What its widget says."""
    help: str
    """One sentence or two: the widget's help and the command line's."""
    flag: str
    """On the command line; of a switch it is the flag that changes the default."""
    part: str
    """Its name in the signature."""
    aliases: tuple[str, ...] = ()
    """Other flags for it on the command line, which are sacreBLEU's."""
    other: Any = None
    """A valid value that is not the default; a switch has only one."""
    key: str = ""
    """Its name in the address; the field's name unless another metric has an option of that name."""
    short: str = ""
    """What a sentence calls it; by default the label with a small letter."""
    metavar: str | None = None
    lowest: float | None = None
    """The least number that it may be; None for what is no number."""
    highest: float | None = None
    """The largest."""
    slider_to: float | None = None
    """Where its slider ends; ``highest`` unless that is beyond what people usually try."""
    step: float | None = None
    choices: Callable[[], Mapping[str, str]] | None = None
    """Gives the values that there are here, each with what it does."""
    with_value: bool = False
    """Whether a choice may have a value of its own, written behind it as in ``floor=0.05``."""
    for_each_order: bool = False
    """Whether it holds a number for each order, 1 to ``max_order``, or None where all are equal."""
    available: Callable[[], bool] = lambda: True
    """Whether it can be chosen here: an extra may not be installed."""
    held_as: Callable[[Any], Any] = _unchanged
    """Gives what the metric holds for a value that is neither switch nor number; ``ValueError`` for a wrong one."""
    written: Callable[[Any], str] = _as_text
    """Writes a value as the signature has it."""
    only_if_changed: bool = False
    """Whether the signature leaves it out where it has the default."""
    of_score: bool = False
    """Whether it changes scores alone, and not the statistics that they are made of."""
    in_sidebar: bool = True
    """Whether the sidebar has a widget for it; the command line has a flag for every option."""


@dataclass(frozen=True)
class DeclaredOption:
    """An option as one metric has it."""

    name: str
    """The field's."""
    default: Any
    option: Option

    @property
    def key(self) -> str:
        return self.option.key or self.name

    @property
    def short(self) -> str:
        """What a sentence calls it."""
        return self.option.short or self.option.label[0].lower() + self.option.label[1:]

    @property
    def is_switch(self) -> bool:
        return isinstance(self.default, bool)

    @property
    def other(self) -> Any:
        """A valid value that is not the default."""
        return not self.default if self.is_switch else self.option.other

    def checked(self, value: Any, metric: str) -> Any:
        """``value`` as the metric of that label holds it: True or False, a number in range, or as ``held_as`` says.

        Raises ``ValueError`` where it is not.
        """
        name, lowest, highest = f"{metric}'s {self.name} ({self.option.flag})", self.option.lowest, self.option.highest
        if self.is_switch:
            return as_flag(value, name)
        if lowest is None or highest is None:
            return self.option.held_as(value)
        if isinstance(self.default, int):
            return whole_number(value, name, int(lowest), int(highest))
        return number_within(value, name, lowest, highest)


class HasOptions(Protocol):
    """What is read of a metric's class here: its fields, and the heading of its options."""

    settings: ClassVar[str]
    __dataclass_fields__: ClassVar[dict[str, Any]]


def option(default: Any, declared: Option | None = None, **said: Any) -> Any:
    """Return a dataclass field with this default and this ``Option``, or with one that has these fields."""
    return field(default=default, metadata={METADATA: declared or Option(**said)})


def options_of(metric: type[HasOptions]) -> tuple[DeclaredOption, ...]:
    """Return the options of a metric's class, in the order of its fields."""
    return tuple(
        DeclaredOption(f.name, f.default, f.metadata[METADATA]) for f in fields(metric) if METADATA in f.metadata
    )


def group_options(metrics: Iterable[type[HasOptions]]) -> dict[str, list[DeclaredOption]]:
    """Heading -> options of all these metrics; one that several have stands once, under the heading of the first."""
    groups: dict[str, list[DeclaredOption]] = {}
    known: set[str] = set()
    for metric in metrics:
        new = [declared for declared in options_of(metric) if declared.key not in known]
        known.update(declared.key for declared in new)
        if new:
            groups.setdefault(metric.settings, []).extend(new)
    return groups


TOKENIZE = Option(
    label="Tokenizer",
    help="What cuts texts into tokens: words, numbers and signs.",
    flag="--tokenize",
    aliases=("-tok",),
    metavar="NAME",
    choices=lambda: {name: tokenizer.description for name, tokenizer in TOKENIZERS.items() if tokenizer.available},
    other="char",
    part="tok",
    held_as=pin_tokenizer,
    written=lambda name: find_tokenizer(name).signature,
)
LOWERCASE = Option(
    label="Ignore case",
    help="Ignore case.",
    flag="--lowercase",
    aliases=("-lc",),
    part="case",
    written=lambda ignored: "lc" if ignored else "mixed",
)
SHARED = (TOKENIZE, LOWERCASE)
"""Options that several metrics have."""
