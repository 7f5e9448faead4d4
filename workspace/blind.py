"""What raters are given: texts and answers, never a system's name, nor which items are checks."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime

from scoring.rating import Answer, Item, Plan, Value, items
from scoring.testset import TestSet

NEAR = 3
"""So many segments of its document are shown before and after one."""


@dataclass(frozen=True)
class BlindCampaign:
    """A campaign as its raters know it."""

    name: str
    protocol: str
    beside: str
    """what an output is held against: source, reference, or both, in words"""
    n_items: int
    """of the place"""


@dataclass(frozen=True)
class Seat:
    """A place that a rater has taken."""

    secret: str = field(repr=False)
    """by which they come back"""
    campaign: BlindCampaign
    place: int
    """from 0"""
    name: str
    """the rater's"""
    finished: datetime | None


@dataclass(frozen=True)
class Line:
    """One segment as raters see it."""

    source: str | None
    """None where they are not to see it"""
    references: tuple[str, ...]
    """those that they are to see, where the segment has them"""
    outputs: tuple[str, ...]


@dataclass(frozen=True)
class Question:
    """One item of a place."""

    item: Item
    """without names of systems, and plain whatever it is; ``scoring.rating.checked`` takes it"""
    line: Line
    before: tuple[Line, ...]
    """the segments of its document just before it, with the outputs of the same systems"""
    after: tuple[Line, ...]


@dataclass(frozen=True)
class Desk:
    """All that a rater works with."""

    seat: Seat
    items: tuple[Question, ...]
    answers: tuple[Answer, ...]
    """so far, by the number of the item"""

    @property
    def next(self) -> int | None:
        """The number of the first item without an answer."""
        done = {answer.item for answer in self.answers}
        return next((number for number in range(len(self.items)) if number not in done), None)


def questions(plan: Plan, test_set: TestSet, place: int) -> tuple[Question, ...]:
    """The items of a place, in its order, without what raters are not to know."""
    shown = _Shown(plan, test_set)
    return tuple(_question(item, shown) for item in items(plan, test_set, place))


@dataclass(frozen=True, eq=False)
class _Shown:
    """Texts of a test set, as lists."""

    plan: Plan
    test_set: TestSet
    source: list[str] | None = field(init=False)
    references: tuple[list[str | None], ...] = field(init=False)
    outputs: Mapping[str, list[str]] = field(init=False)
    documents: list[str] | None = field(init=False)

    def __post_init__(self) -> None:
        of, names = self.test_set, self.plan.references
        shows_source = self.plan.shows_source and of.source is not None
        columns = {
            "source": of.source.to_pylist() if shows_source else None,
            "references": tuple(one.segments.to_pylist() for one in of.references if one.name in names),
            "outputs": {name: of.system(name).segments.to_pylist() for name in self.plan.systems},
            "documents": None if of.documents is None else of.documents.to_pylist(),
        }
        for name, column in columns.items():
            object.__setattr__(self, name, column)

    def line(self, segment: int, outputs: tuple[str, ...]) -> Line:
        references = (column[segment] for column in self.references)
        source = None if self.source is None else self.source[segment]
        return Line(source, tuple(text for text in references if text is not None), outputs)

    def near(self, item: Item, step: int) -> tuple[Line, ...]:
        """The segments of the same document on one side of an item, in their order."""
        found: list[Line] = []
        at = item.segment + step
        while self.documents is not None and len(found) < NEAR and 0 <= at < len(self.documents):
            if self.documents[at] != self.documents[item.segment]:
                break
            found.append(self.line(at, tuple(self.outputs[output.system][at] for output in item.outputs)))
            at += step
        return tuple(found[::step])


def _question(item: Item, shown: _Shown) -> Question:
    texts = tuple(output.text for output in item.outputs)
    blind = Item(item.segment, tuple(replace(output, system="") for output in item.outputs))
    return Question(blind, shown.line(item.segment, texts), shown.near(item, -1), shown.near(item, 1))


def others_of(
    plan: Plan, test_set: TestSet, place: int, answers: Mapping[int, Mapping[int, Value]]
) -> tuple[tuple[Value, ...], ...]:
    """Of each item of a place what those at other places said of it, in the order of the places.

    ``answers`` are place -> item -> what was said. Of what comes twice at a place, the first answer counts.
    """
    raise NotImplementedError
