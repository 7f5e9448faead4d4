"""The items of a place: which items a rater gets, and in which order.

Draws never change: they follow from a seed and a description of the draw, by a digest. Answers are kept under the
numbers of items, so the same plan must give the same items in any version of Python and NumPy, whose generators do not
promise this.

Some outputs are damaged on purpose, to see whether raters read: WMT's "bad references". Some words in the middle are
replaced by as many from another segment, as Appraise makes them (Federmann 2018, Appraise Evaluation Framework for
Machine Translation).
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from hashlib import blake2b
from typing import TypeVar

from ...testset import TestSet
from ...validation import whole_number
from .plan import DAMAGED, PLAIN, REPEAT, CampaignPlan, Item, Kind, ShownOutput

GAP = 10
"""Smallest number of items between an item and its check, if there are as many."""
MAX_TRIED = 50
"""Largest number of tries to find a segment with a phrase for a damaged output."""
MAX_ITEMS = 200_000
"""Largest number of items of one campaign, with checks: years of work."""
MAX_OF_PLACE = 10_000
"""Largest number of items of one rater, without checks: weeks of work."""


def deal_items(plan: CampaignPlan, test_set: TestSet, place: int) -> tuple[Item, ...]:
    """Return all items of the rater at this place, from 0, in order; plan, test set and place determine them.

    Documents (or segments, if the test set has none) are shuffled by the seed and dealt to the places in turn, each
    document to ``raters_per_item`` places. Within a document one system follows another, or there is one ranking a
    segment. Repeated and damaged items come some time after their originals. Raises ``ValueError`` as ``Dealer`` does,
    and for a place that does not exist.
    """
    return Dealer(plan, test_set).items(place)


@dataclass(frozen=True, eq=False)
class Dealer:
    """The items of all places of one campaign, which share its texts.

    Raises ``ValueError`` as ``CampaignPlan.check`` does, and for more work than ``MAX_ITEMS`` or ``MAX_OF_PLACE``.
    """

    plan: CampaignPlan
    test_set: TestSet

    def __post_init__(self) -> None:
        self.plan.check(self.test_set)
        n_items = self.plan.n_items
        if n_items > MAX_ITEMS:
            raise ValueError(
                f"A campaign asks for at most {MAX_ITEMS:,} ratings; these would be about {n_items:,}. Choose fewer"
                " segments, fewer systems, or fewer raters an item."
            )
        most_items = max(self._n_plain)
        if most_items > MAX_OF_PLACE:
            raise ValueError(
                f"One rater is asked for at most {MAX_OF_PLACE:,} ratings; these would be {most_items:,}. Choose fewer"
                " segments, fewer systems, or more raters."
            )

    def items(self, place: int) -> tuple[Item, ...]:
        """Return all items of the rater at this place, as ``deal_items`` does."""
        whole_number(place, "The place of a rater", 0, self.plan.n_places - 1)
        return self._insert_checks(place, self._plain_items(place))

    @cached_property
    def _texts(self) -> dict[str, dict[int, str]]:
        """Text of each chosen segment, by system and segment."""
        segments = list(self.plan.segments)
        columns = {name: self.test_set.system(name).segments.take(segments) for name in self.plan.systems}
        return {name: dict(zip(segments, column.to_pylist(), strict=True)) for name, column in columns.items()}

    @cached_property
    def _blocks(self) -> list[list[int]]:
        """Segments of each block (a document or a segment), in the order in which blocks are dealt."""
        segments = list(self.plan.segments)
        names = segments if self.test_set.documents is None else self.test_set.documents.take(segments).to_pylist()
        members: dict[int | str, list[int]] = {}
        for segment, name in zip(segments, names, strict=True):
            members.setdefault(name, []).append(segment)
        by_first = {block[0]: block for block in members.values()}
        return [by_first[first] for first in shuffle_values(by_first, self.plan.seed, "block")]

    @cached_property
    def _n_plain(self) -> list[int]:
        """Number of items of each place, without the checks."""
        counts = [0] * self.plan.n_places
        for number, block in enumerate(self._blocks):
            for turn in range(self.plan.raters_per_item):
                counts[(number * self.plan.raters_per_item + turn) % len(counts)] += len(block) * self.plan.n_items_each
        return counts

    def _plain_items(self, place: int) -> list[Item]:
        """Return the items of a place without the checks."""
        n_each, n_places = self.plan.raters_per_item, self.plan.n_places
        turns = {(place - turn) % n_places for turn in range(n_each)}
        items = []
        for block in (block for number, block in enumerate(self._blocks) if number * n_each % n_places in turns):
            if self.plan.asks.n_outputs > 1:
                items += [self._ranking(place, segment) for segment in block]
            else:
                systems = shuffle_values(self.plan.systems, self.plan.seed, "system", place, block[0])
                items += [Item(segment, (self._output(system, segment),)) for system in systems for segment in block]
        return items

    def _output(self, system: str, segment: int) -> ShownOutput:
        return ShownOutput(system, self._texts[system][segment])

    def _ranking(self, place: int, segment: int) -> Item:
        """Return the ranking of a segment; it has the same outputs for every rater."""
        chosen = shuffle_values(self.plan.systems, self.plan.seed, "ranked", segment)[: self.plan.asks.n_outputs]
        outputs = [self._output(system, segment) for system in chosen]
        return Item(segment, self._shuffled_outputs(outputs, place, segment, PLAIN))

    def _shuffled_outputs(
        self, outputs: Sequence[ShownOutput], place: int, segment: int, kind: Kind
    ) -> tuple[ShownOutput, ...]:
        """Return the outputs in the order in which this rater sees them, which depends on the kind of item."""
        by_system = {output.system: output for output in outputs}
        order = shuffle_values(by_system, self.plan.seed, "shown", place, kind, segment)
        return tuple(by_system[system] for system in order)

    def _insert_checks(self, place: int, plain: list[Item]) -> tuple[Item, ...]:
        """Return the items with repeated and damaged ones inserted, each at least ``GAP`` items after its original."""
        seed, n_plain = self.plan.seed, len(plain)
        placed = [((number, 0), item, number) for number, item in enumerate(plain)]
        for kind, share in ((REPEAT, self.plan.repeats), (DAMAGED, self.plan.damaged)):
            for of, item in self._checks(place, plain, kind, int(share * n_plain + 0.5)):
                first = of + _gap(n_plain)
                before = first + random_number(seed, "before", place, kind, of) % (n_plain - first + 1)
                placed.append(((before, -1 - random_number(seed, "among", place, kind, of)), item, of))
        placed.sort(key=lambda check: check[0])
        numbers = {of: number for number, (_, item, of) in enumerate(placed) if item.kind == PLAIN}
        return tuple(item if item.kind == PLAIN else replace(item, of=numbers[of]) for _, item, of in placed)

    def _checks(self, place: int, plain: list[Item], kind: Kind, limit: int) -> Iterator[tuple[int, Item]]:
        """Yield at most ``limit`` checks of this kind, each with the number of its original among the plain items."""
        n_found = 0
        for of in shuffle_values(range(len(plain) - _gap(len(plain)) + 1), self.plan.seed, kind, place):
            if n_found == limit:
                return
            segment = plain[of].segment
            outputs = plain[of].outputs if kind == REPEAT else self._damaged_outputs(plain[of])
            if outputs:
                n_found += 1
                yield of, Item(segment, self._shuffled_outputs(outputs, place, segment, kind), kind, of)

    def _damaged_outputs(self, item: Item) -> tuple[ShownOutput, ...]:
        """Return the item's outputs, one of them damaged, the same for every rater; empty where no phrase fits."""
        seed, segments = self.plan.seed, self.plan.segments
        by_system = sorted(item.outputs, key=lambda output: output.system)
        output = by_system[random_number(seed, "harmed", item.segment) % len(by_system)]
        for turn in range(MAX_TRIED):
            other = segments[random_number(seed, "phrase", item.segment, output.system, turn) % len(segments)]
            text = damage_text(output.text, self._texts[output.system][other], seed, self._has_spaces)
            if other != item.segment and text is not None:
                return tuple(replace(one, text=text) if one is output else one for one in item.outputs)
        return ()

    @cached_property
    def _has_spaces(self) -> bool:
        return self.test_set.target.script.has_spaces


def _gap(n_items: int) -> int:
    return max(1, min(GAP, n_items // 2))


REPLACED = ((1, 1), (5, 2), (8, 3), (15, 4), (20, 5))
"""Pairs (largest number of words of an output, number of words that are replaced), in ascending order."""
MAX_REPLACED = 6
CHARACTERS = 2
"""Number of characters that replace a word in scripts without spaces."""


def damage_text(text: str, other: str, seed: int, has_spaces: bool = True) -> str | None:
    """Return the text with a phrase of the other in its middle; None where that is too short or changes nothing.

    The first and the last word stay if there are enough words. ``has_spaces`` says whether the script separates words
    by spaces.
    """
    unit = re.compile(r"\S+" if has_spaces else r"\S")
    words, other_words = ([match.span() for match in unit.finditer(side)] for side in (text, other))
    n_replaced = _n_words_replaced(len(words)) * (1 if has_spaces else CHARACTERS)
    n_replaced = min(n_replaced, len(words))
    if not n_replaced or len(other_words) < n_replaced:
        return None
    is_inside = len(words) >= n_replaced + 2
    first, last = (1, len(words) - n_replaced - 1) if is_inside else (0, len(words) - n_replaced)
    at = first + random_number(seed, "place", text) % (last - first + 1)
    begin = random_number(seed, "phrase", text, other) % (len(other_words) - n_replaced + 1)
    phrase = other[other_words[begin][0] : other_words[begin + n_replaced - 1][1]]
    damaged_text = text[: words[at][0]] + phrase + text[words[at + n_replaced - 1][1] :]
    return None if damaged_text == text else damaged_text


def _n_words_replaced(n_words: int) -> int:
    return next((n_replaced for longest, n_replaced in REPLACED if n_words <= longest), MAX_REPLACED)


Candidate = TypeVar("Candidate", int, str)


def random_number(seed: int, *keys: int | str) -> int:
    """Return a random whole number from 0 to 2^64 - 1, drawn by the seed for ``keys``."""
    text = "\n".join(map(str, (seed, *keys)))
    return int.from_bytes(blake2b(text.encode(), digest_size=8).digest(), "big")


def shuffle_values(values: Iterable[Candidate], seed: int, *keys: int | str) -> list[Candidate]:
    """Return the values in a random order, drawn by the seed for ``keys``."""
    return sorted(values, key=lambda value: (random_number(seed, *keys, value), value))
