"""What raters are given: texts and answers, never a system's name, nor which items are checks."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from scoring.rating import Answer, CampaignPlan, Item, OutputRanking, ShownOutput, Value, deal_items
from scoring.rating.protocols.plan import PLAIN
from scoring.testset import TestSet

NEAR = 3
"""Number of segments of its document that are shown before and after one."""


@dataclass(frozen=True)
class BlindCampaign:
    """A campaign as its raters know it."""

    name: str
    protocol: str
    beside: str
    """what an output is held against: source, reference, or both, in words"""
    n_items: int
    """Number of items of the place."""


@dataclass(frozen=True)
class Seat:
    """A place that a rater has taken."""

    secret: str = field(repr=False)
    """Secret by which the rater comes back."""
    campaign: BlindCampaign
    place: int
    """from 0"""
    name: str
    """the rater's"""
    finished: datetime | None
    closed: datetime | None
    """since when the campaign takes no answers; None while it does"""


@dataclass(frozen=True)
class BlindSegment:
    """One segment as raters see it."""

    source: str | None
    """None where they are not to see it"""
    references: tuple[str, ...]
    """References that raters are to see, where the segment has them."""
    outputs: tuple[str, ...]


@dataclass(frozen=True)
class RatingQuestion:
    """One item of a place."""

    item: Item
    """Item without names of systems, its kind always plain; ``rating.check_answer`` takes it."""
    line: BlindSegment
    before: tuple[BlindSegment, ...]
    """the segments of its document just before it, with the outputs of the same systems"""
    after: tuple[BlindSegment, ...]


@dataclass(frozen=True)
class Desk:
    """All that a rater works with."""

    seat: Seat
    items: tuple[RatingQuestion, ...]
    answers: tuple[Answer, ...]
    """so far, by the number of the item"""

    @property
    def next(self) -> int | None:
        """The number of the first item without an answer."""
        done = {answer.item for answer in self.answers}
        return next((number for number in range(len(self.items)) if number not in done), None)


def questions(plan: CampaignPlan, test_set: TestSet, place: int) -> tuple[RatingQuestion, ...]:
    """The items of a place, in its order, without what raters are not to know."""
    shown = _Shown(plan, test_set)
    return tuple(_question(item, shown) for item in deal_items(plan, test_set, place))


def others_of(
    asked: Mapping[int, Sequence[Item]], place: int, said: Mapping[int, Mapping[int, Value]]
) -> tuple[tuple[Value, ...], ...]:
    """Return for each item of a place what raters at other places said of the same texts, in the order of the places.

    Of checks nothing: of a repeated item it stands at the item itself. ``asked`` is place -> its items, ``said`` place
    -> number of an item -> value. Where a place has the same twice, its first answer counts.
    """
    found: dict[frozenset[tuple[int, ShownOutput]], list[tuple[Item, Value]]] = {}
    for other in sorted({*said} - {place}):
        seen = set()
        for number, item in enumerate(asked[other]):
            texts = _texts(item)
            if number in said[other] and texts not in seen:
                seen.add(texts)
                found.setdefault(texts, []).append((item, said[other][number]))
    return tuple(
        tuple(_as_shown(value, of, item) for of, value in found.get(_texts(item), ()) if item.kind == PLAIN)
        for item in asked[place]
    )


def _texts(item: Item) -> frozenset[tuple[int, ShownOutput]]:
    return frozenset((item.segment, output) for output in item.outputs)


def _as_shown(value: Value, of: Item, item: Item) -> Value:
    """What was said of an item, in the order in which another one shows the same outputs."""
    if not isinstance(value, OutputRanking):
        return value
    ranks = dict(zip(of.outputs, value.ranks, strict=True))
    return OutputRanking(tuple(ranks[output] for output in item.outputs))


class _Shown:
    """What raters see of a test set."""

    def __init__(self, plan: CampaignPlan, test_set: TestSet) -> None:
        self._source = test_set.source if plan.shows_source else None
        self._references = [one.segments for one in test_set.references if one.name in plan.references]
        self._outputs = {name: test_set.system(name).segments for name in plan.systems}
        self._documents = test_set.documents
        self._around: dict[tuple[int, tuple[str, ...]], BlindSegment] = {}

    def line(self, segment: int, outputs: Iterable[str]) -> BlindSegment:
        source = None if self._source is None else self._source[segment].as_py()
        references = [column[segment].as_py() for column in self._references]
        return BlindSegment(source, tuple(text for text in references if text is not None), tuple(outputs))

    def near(self, item: Item, step: int) -> tuple[BlindSegment, ...]:
        """The segments of the same document on one side of an item, in their order."""
        found: list[BlindSegment] = []
        at = item.segment + step
        while len(found) < NEAR and self._is_of_one_document(item.segment, at):
            found.append(self._beside(at, tuple(output.system for output in item.outputs)))
            at += step
        return tuple(found[::step])

    def _beside(self, segment: int, systems: tuple[str, ...]) -> BlindSegment:
        """One for all items that it stands beside: a rater's desk is kept as long as their tab is open."""
        key = segment, systems
        if key not in self._around:
            self._around[key] = self.line(segment, (self._outputs[system][segment].as_py() for system in systems))
        return self._around[key]

    def _is_of_one_document(self, segment: int, other: int) -> bool:
        documents = self._documents
        if documents is None or not 0 <= other < len(documents):
            return False
        return bool(documents[other] == documents[segment])


def _question(item: Item, shown: _Shown) -> RatingQuestion:
    blind = Item(item.segment, tuple(ShownOutput("", output.text) for output in item.outputs))
    line = shown.line(item.segment, (output.text for output in item.outputs))
    return RatingQuestion(blind, line, shown.near(item, -1), shown.near(item, 1))
