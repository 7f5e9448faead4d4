"""Options of metrics: each is declared once, as a dataclass field of its metric.

From a field's ``Option`` follow the widget in the sidebar and its parameter in the address, the flag of the command
line, the part of the signature, the range that is checked, and the other value that the contract test takes.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, fields
from typing import Any, ClassVar, Protocol

from .text.tokenizers import TOKENIZERS, find_tokenizer, pin_tokenizer
from .validation import as_flag, number_within, whole_number

METADATA = "option"
"""Key of an ``Option`` in the metadata of its field."""


def _option_text(value: Any) -> str:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def _unchanged(value: Any) -> Any:
    return value


@dataclass(frozen=True)
class Option:
    """One option of a metric: its texts, its values, and its names elsewhere."""

    label: str
    """Label of the option's widget."""
    help: str
    """Help of the widget and of the command line, one or two sentences."""
    flag: str
    """Flag on the command line; for a switch the flag that changes the default."""
    part: str
    """Name in the signature."""
    aliases: tuple[str, ...] = ()
    """Other flags on the command line, taken from sacreBLEU."""
    other: Any = None
    """A valid value other than the default; a switch has only one."""
    key: str = ""
    """Name in the address; empty if it is the field's name, which another metric may have taken."""
    short: str = ""
    """Name in a sentence; by default the label with a small first letter."""
    metavar: str | None = None
    lowest: float | None = None
    """Lowest number allowed; None for a value that is no number."""
    highest: float | None = None
    """Highest number allowed; None for a value that is no number."""
    slider_to: float | None = None
    """End of the slider; ``highest`` unless people rarely try values that large."""
    step: float | None = None
    choices: Callable[[], Mapping[str, str]] | None = None
    """Function that returns the values available on this machine, each with its description."""
    with_value: bool = False
    """Whether a choice may carry a value of its own, written after it as in ``floor=0.05``."""
    for_each_order: bool = False
    """Whether the value is one number for each order, 1 to ``max_order``, or None where all orders weigh the same."""
    available: Callable[[], bool] = lambda: True
    """Whether the option can be chosen on this machine: an extra may not be installed."""
    held_as: Callable[[Any], Any] = _unchanged
    """Function from a value that is no switch or number to the metric's own form; ``ValueError`` for a wrong value."""
    written: Callable[[Any], str] = _option_text
    """Function that writes a value as in the signature."""
    only_if_changed: bool = False
    """Whether the signature leaves the option out if it has its default."""
    of_score: bool = False
    """Whether the option changes only scores, and not the statistics from which they are computed."""
    in_sidebar: bool = True
    """Whether the sidebar has a widget for the option; the command line has a flag for every option."""


@dataclass(frozen=True)
class DeclaredOption:
    """An option in one metric: field name, default and declaration."""

    name: str
    """Name of the field."""
    default: Any
    option: Option

    @property
    def key(self) -> str:
        return self.option.key or self.name

    @property
    def short(self) -> str:
        """Name of the option in a sentence."""
        return self.option.short or self.option.label[0].lower() + self.option.label[1:]

    @property
    def is_switch(self) -> bool:
        return isinstance(self.default, bool)

    @property
    def other(self) -> Any:
        """A valid value other than the default."""
        return not self.default if self.is_switch else self.option.other

    def checked(self, value: Any, metric: str) -> Any:
        """Return ``value`` in the metric's form: True or False, a number in range, or the result of ``held_as``.

        ``metric`` is the metric's label, for messages. Raises ``ValueError`` for an invalid value.
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
    """The attributes of a metric's class that are read here: its fields, and the heading of its options."""

    settings: ClassVar[str]
    __dataclass_fields__: ClassVar[dict[str, Any]]


def option(default: Any, declared: Option | None = None, **arguments: Any) -> Any:
    """Return a dataclass field with this default and this ``Option``, or with an ``Option`` made of these arguments."""
    return field(default=default, metadata={METADATA: declared or Option(**arguments)})


def options_of(metric: type[HasOptions]) -> tuple[DeclaredOption, ...]:
    """Return the options of a metric's class, in the order of its fields."""
    return tuple(
        DeclaredOption(f.name, f.default, f.metadata[METADATA]) for f in fields(metric) if METADATA in f.metadata
    )


def group_options(metrics: Iterable[type[HasOptions]]) -> dict[str, list[DeclaredOption]]:
    """Return all metrics' options by heading; an option of several metrics is listed once, under the first heading."""
    groups: dict[str, list[DeclaredOption]] = {}
    listed_keys: set[str] = set()
    for metric in metrics:
        new = [declared for declared in options_of(metric) if declared.key not in listed_keys]
        listed_keys.update(declared.key for declared in new)
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
