"""The items of a place: which questions a rater gets, and in which order."""

from dataclasses import dataclass, replace
from functools import cached_property

from ..checks import whole_number
from ..testset import TestSet
from .damage import damaged
from .lots import lot, shuffled
from .plan import DAMAGED, REPEAT, Item, Kind, Output, Plan

GAP = 10
"""So many items after its own, or more, a check comes, where there are as many."""
MOST_TRIED = 50
"""Segments in which a phrase for a damaged output is looked for."""


def items(plan: Plan, test_set: TestSet, place: int) -> tuple[Item, ...]:
    """All that the rater at this place, from 0, is asked, in its order; it follows from these three alone.

    Documents (segments where the test set has none), in an order by the seed, are dealt to the places in turn, each
    to ``raters_per_item`` of them. In a document comes one system after the other, or one ranking a segment. Repeated
    and damaged items come some time after those that they are of. Raises ``ValueError`` as ``Plan.check``, and for a
    place that is not there.
    """
    plan.check(test_set)
    whole_number(place, "The place of a rater", 0, plan.n_places - 1)
    dealt = _Dealt(plan, test_set, place)
    return dealt.with_checks(dealt.plain())


@dataclass(frozen=True, eq=False)
class _Dealt:
    plan: Plan
    test_set: TestSet
    place: int

    @cached_property
    def texts(self) -> dict[str, dict[int, str]]:
        """System -> the text of each chosen segment."""
        segments = list(self.plan.segments)
        columns = {name: self.test_set.system(name).segments.take(segments) for name in self.plan.systems}
        return {name: dict(zip(segments, column.to_pylist(), strict=True)) for name, column in columns.items()}

    def blocks(self) -> list[list[int]]:
        """The segments of each block of this place, in the order in which the rater gets them."""
        segments = list(self.plan.segments)
        names = segments if self.test_set.documents is None else self.test_set.documents.take(segments).to_pylist()
        members: dict[int | str, list[int]] = {}
        for segment, name in zip(segments, names, strict=True):
            members.setdefault(name, []).append(segment)
        in_order = shuffled((block[0] for block in members.values()), self.plan.seed, "block")
        by_first = {block[0]: block for block in members.values()}
        n_each, n_places = self.plan.raters_per_item, self.plan.n_places
        turns = {(self.place - turn) % n_places for turn in range(n_each)}
        return [by_first[first] for number, first in enumerate(in_order) if number * n_each % n_places in turns]

    def plain(self) -> list[Item]:
        """All but the checks."""
        found = []
        for block in self.blocks():
            if self.plan.asks.n_outputs > 1:
                found += [self.ranking(segment) for segment in block]
            else:
                systems = shuffled(self.plan.systems, self.plan.seed, "system", self.place, block[0])
                found += [Item(segment, (self.output(system, segment),)) for system in systems for segment in block]
        return found

    def output(self, system: str, segment: int) -> Output:
        return Output(system, self.texts[system][segment])

    def ranking(self, segment: int) -> Item:
        """The same outputs for every rater."""
        chosen = shuffled(self.plan.systems, self.plan.seed, "ranked", segment)[: self.plan.asks.n_outputs]
        return Item(segment, self.in_order([self.output(system, segment) for system in chosen], segment, "plain"))

    def in_order(self, outputs: list[Output] | tuple[Output, ...], segment: int, kind: Kind) -> tuple[Output, ...]:
        by_system = {output.system: output for output in outputs}
        order = shuffled(by_system, self.plan.seed, "shown", self.place, kind, segment)
        return tuple(by_system[system] for system in order)

    def with_checks(self, plain: list[Item]) -> tuple[Item, ...]:
        """The items with repeated and damaged ones among them, each at least ``GAP`` items after its own."""
        placed = [((number, 0), item, number) for number, item in enumerate(plain)]
        for kind, share in ((REPEAT, self.plan.repeats), (DAMAGED, self.plan.damaged)):
            for item, of in self.checks(plain, kind, int(share * len(plain) + 0.5)):
                first = of + self.gap(len(plain))
                before = first + self.lot("before", kind, of) % (len(plain) - first + 1)
                placed.append(((before, self.lot("among", kind, of) - 2**64), item, of))
        placed.sort(key=lambda found: found[0])
        numbers = {of: number for number, (_, item, of) in enumerate(placed) if item.kind == "plain"}
        return tuple(item if item.kind == "plain" else replace(item, of=numbers[of]) for _, item, of in placed)

    def lot(self, *what: int | str) -> int:
        return lot(self.plan.seed, self.place, *what)

    def gap(self, n_items: int) -> int:
        return max(1, min(GAP, n_items // 2))

    def checks(self, plain: list[Item], kind: Kind, most: int) -> list[tuple[Item, int]]:
        """Items of that kind, and the number among the plain ones of that which each is of."""
        found: list[tuple[Item, int]] = []
        for of in shuffled(range(len(plain) - self.gap(len(plain)) + 1), self.plan.seed, self.place, kind):
            if len(found) == most:
                break
            outputs = plain[of].outputs if kind == REPEAT else self.harmed(plain[of])
            if outputs:
                segment = plain[of].segment
                found.append((Item(segment, self.in_order(outputs, segment, kind), kind, of), of))
        return found

    def harmed(self, item: Item) -> tuple[Output, ...]:
        """The outputs, one of them damaged; none where no other segment has a phrase for it."""
        at = lot(self.plan.seed, "harmed", item.segment) % len(item.outputs)
        output = item.outputs[at]
        own, has_spaces = self.texts[output.system], self.test_set.target.script.has_spaces
        for other in shuffled(self.plan.segments, self.plan.seed, "phrase", item.segment)[:MOST_TRIED]:
            if other != item.segment:
                text = damaged(output.text, own[other], self.plan.seed, has_spaces)
                if text is not None:
                    harmed = replace(output, text=text)
                    return (*item.outputs[:at], harmed, *item.outputs[at + 1 :])
        return ()
