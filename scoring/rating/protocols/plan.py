"""The plan of a campaign, which its owner chooses, and the item that one screen asks about."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import MISSING, asdict, dataclass, fields
from typing import Any, Literal, Self

from ...testset import TestSet
from ...validation import as_flag, as_list, check_known, expect, number_within, short_repr, whole_number
from ..languages import ENGLISH, LANGUAGES
from .protocols import Protocol, protocol_of

MAX_PLACES = 1_000
"""Largest number of raters of one campaign."""
MAX_CATEGORIES, LONGEST_CATEGORY = 50, 60
"""Largest number of error categories, and of characters of a category, so that lists and stored answers stay small."""
MAX_SEED = 2**63 - 1
OPTIONAL_SETTINGS = ("prefilled", "categories", "language", "selection")
"""Settings that earlier plans lack; their default values are not written."""
DISAGREE, VARY, DIFFER = SELECTIONS = ("disagree", "vary", "differ")
"""Ways to choose segments by scores.

``DISAGREE`` chooses by the disagreement of metrics, ``VARY`` by the variance of one metric's scores of all systems, and
``DIFFER`` by the difference of its scores of two systems.
"""
Kind = Literal["plain", "repeat", "damaged"]
PLAIN: Kind = "plain"
REPEAT: Kind = "repeat"
DAMAGED: Kind = "damaged"


@dataclass(frozen=True)
class CampaignPlan:
    """The plan of a campaign: its questions, its raters and its checks; with the test set it determines all items.

    Raises ``ValueError`` for values that are not possible; ``check`` tests whether the plan fits a test set.
    """

    protocol: str
    systems: tuple[str, ...]
    segments: tuple[int, ...]
    """Numbers of the segments, from 0, in ascending order."""
    shows_source: bool = True
    references: tuple[str, ...] = ()
    """Names of the references that raters see."""
    raters_per_item: int = 1
    n_places: int = 1
    """Number of places for raters, at least ``raters_per_item``."""
    repeats: float = 0.1
    """Share of a rater's items that are repeated, 0-1."""
    damaged: float = 0.1
    """Share of a rater's items that are repeated with an output that is damaged on purpose, 0-1."""
    seed: int = 12345
    prefilled: str = ""
    """Name of the test set's errors that are marked before raters see an output; empty for none."""
    categories: tuple[str, ...] = ()
    """Kinds of errors; raters choose one kind for each error; empty if they choose only the severity."""
    language: str = ENGLISH
    """Language in which raters are asked, by its code in ``LANGUAGES``, until they choose another one."""
    selection: str = ""
    """Way in which segments were chosen, one of ``SELECTIONS``; empty if no scores were used."""

    def __post_init__(self) -> None:
        protocol = protocol_of(self.protocol)
        for name in ("systems", "references", "categories"):
            object.__setattr__(self, name, _names(getattr(self, name), name))
        if len(self.systems) < (2 if protocol.n_outputs > 1 else 1):
            expected = "two systems to compare" if protocol.n_outputs > 1 else "one system"
            raise ValueError(f"Expected at least {expected}; found {', '.join(self.systems) or 'none'}.")
        object.__setattr__(self, "segments", _places(self.segments))
        as_flag(self.shows_source, "shows_source")
        if not self.shows_source and not self.references:
            raise ValueError("Raters need the source or a reference to judge an output; found neither.")
        whole_number(self.raters_per_item, "The number of raters per item", 1, MAX_PLACES)
        whole_number(self.n_places, "The number of raters", 1, MAX_PLACES)
        if self.n_places < self.raters_per_item:
            raise ValueError(
                f"{self.raters_per_item:,} raters per item need at least as many raters; found {self.n_places:,}."
            )
        for name, adjective in (("repeats", "repeated"), ("damaged", "damaged")):
            share = number_within(getattr(self, name), f"The share of {adjective} items", 0, 1)
            object.__setattr__(self, name, share)
        whole_number(self.seed, "The seed", 0, MAX_SEED)
        check_known(self.language, LANGUAGES, "language")
        check_known(self.selection, ("", *SELECTIONS), "selection")
        expect(self.prefilled, str, "prefilled")
        if self.prefilled and not protocol.marks_errors:
            raise ValueError(f"Errors can be marked beforehand for error spans only; found {protocol.title}.")

        if self.categories and not protocol.marks_errors:
            raise ValueError(f"Errors have categories in error spans only; found {protocol.title}.")
        if len(self.categories) > MAX_CATEGORIES or max(map(len, self.categories), default=0) > LONGEST_CATEGORY:
            raise ValueError(f"Expected at most {MAX_CATEGORIES} categories of {LONGEST_CATEGORY} characters each.")
        if not all(map(str.strip, self.categories)):
            raise ValueError("A category needs a name; found an empty one.")

    @property
    def asks(self) -> Protocol:
        """Protocol with this plan's name."""
        return protocol_of(self.protocol)

    @property
    def beside(self) -> str:
        """Texts that raters compare an output with, in words: source, reference, or both."""
        kinds = ["source"] * self.shows_source + ["reference"] * bool(self.references)
        return " and ".join(kinds)

    @property
    def n_items_each(self) -> int:
        """Number of items about one segment, without checks: one for all its outputs, or one for each system."""
        return 1 if self.asks.n_outputs > 1 else len(self.systems)

    @property
    def n_items(self) -> int:
        """Approximate number of items of all raters together, with checks."""
        return int(len(self.segments) * self.n_items_each * self.raters_per_item * (1 + self.repeats + self.damaged))

    def check(self, test_set: TestSet) -> None:
        """Raise ``ValueError`` where the plan does not fit this test set, or leaves a rater without work."""
        for kind, names, existing_names in (
            ("system", self.systems, test_set.system_names),
            ("reference", self.references, test_set.reference_names),
        ):
            for name in names:
                if name not in existing_names:
                    raise ValueError(f"No {kind} is called {name!r}; there are {', '.join(existing_names)}.")
        if self.segments[-1] >= len(test_set):
            raise ValueError(
                f"The test set has {len(test_set):,} segments; found segment {self.segments[-1] + 1:,} in the plan."
            )
        judges = tuple(one.name for one in test_set.annotations)
        if self.prefilled and self.prefilled not in judges:
            listed_judges = ", ".join(judges) or "none"
            raise ValueError(
                f"The test set has no marked errors of {self.prefilled!r}; there are those of: {listed_judges}."
            )
        if self.shows_source and test_set.source is None:
            raise ValueError("The test set has no source to show to raters; choose references instead, or add it.")
        n_blocks, unit = len(self.segments), "segments"
        if test_set.documents is not None:
            n_blocks, unit = len(set(test_set.documents.take(list(self.segments)).to_pylist())), "documents"
        if n_blocks * self.raters_per_item < self.n_places:
            raise ValueError(
                f"The chosen segments are {n_blocks:,} {unit}, dealt to {self.raters_per_item:,} raters each: too few"
                f" for {self.n_places:,} raters. Choose more segments, fewer raters, or more raters per item."
            )

    def to_json(self) -> dict[str, Any]:
        """Return the plan in the form that ``from_json`` takes."""
        plain = {key: list(value) if isinstance(value, tuple) else value for key, value in asdict(self).items()}
        usual = {field.name for field in fields(self) if getattr(self, field.name) == field.default}
        return {key: value for key, value in plain.items() if key not in usual.intersection(OPTIONAL_SETTINGS)}

    @classmethod
    def from_json(cls, value: Any) -> Self:
        """Return the plan that ``to_json`` wrote; raise ``ValueError`` for anything else."""
        expect(value, Mapping, "The plan")
        needed_by_name = {field.name: field.default is MISSING for field in fields(cls)}
        unknown = [short_repr(key) for key in value if key not in needed_by_name]
        missing = [name for name, is_needed in needed_by_name.items() if is_needed and name not in value]
        for problem, names in (("unknown", unknown), ("missing", missing)):
            if names:
                raise ValueError(f"A plan has {', '.join(needed_by_name)}; {problem}: {', '.join(names)}.")
        return cls(**value)


@dataclass(frozen=True)
class ShownOutput:
    """The text of one system as it is shown; a damaged item has one damaged text."""

    system: str
    text: str


@dataclass(frozen=True)
class Item:
    """The outputs that one screen asks about."""

    segment: int
    """Number of the segment, from 0."""
    outputs: tuple[ShownOutput, ...]
    """Outputs in the order in which they are shown."""
    kind: Kind = PLAIN
    of: int | None = None
    """Number, from 0, of the item at the same place that this one repeats or damages; None for a plain item."""

    @property
    def id(self) -> str:
        """Identifier of the item within the campaign; the same for all raters of the item.

        It begins with the number of the segment, from 0, unless the item is a check.
        """
        subject = self.outputs[0].system if len(self.outputs) == 1 else "ranking"
        question = f"{self.segment}:{subject}"
        return question if self.kind == PLAIN else f"{self.kind}:{question}"


def _names(value: object, plural: str) -> tuple[str, ...]:
    names = as_list(value, plural, str, f"a name among {plural}")
    for name, count in Counter(names).items():
        if count > 1:
            raise ValueError(f"Expected each of the {plural} once; found {name!r} {count} times.")
    return tuple(names)


def _places(value: object) -> tuple[int, ...]:
    places = [whole_number(place, "The place of a segment", 0, MAX_SEED) for place in as_list(value, "segments")]
    if not places:
        raise ValueError("Expected at least one segment; found none.")
    if len(set(places)) < len(places):
        raise ValueError(f"Expected each segment once; found {len(places):,}, and {len(set(places)):,} different ones.")
    return tuple(sorted(places))
