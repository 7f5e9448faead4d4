"""Which of two outputs each rater prefers, where a screen showed both: how often, and no test."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

from ..protocols.answers import OutputRanking, OutputScores
from ..protocols.plan import PLAIN
from ..protocols.ratings import AnsweredItem, Ratings


@dataclass(frozen=True)
class PreferenceCounts:
    """How often one rater, or all, prefer one of two systems."""

    rater: str | None
    """the name, as ``Ratings.names`` has it; None of all raters together"""
    first: str
    """the system that all raters together prefer more often"""
    second: str
    n_first: int
    """how often the first one's output got the better rank, or the higher score"""
    n_second: int
    n_equal: int


def preference_counts(ratings: Ratings) -> tuple[PreferenceCounts, ...]:
    """For each two systems all raters together, then each rater, in the order of the places.

    Items that check the rater, and outputs that say the same, are not counted. Empty where a screen shows one output.
    """
    by_rater: dict[tuple[str, str], dict[int, Counter[int]]] = {}
    for given in ratings:
        if given.item.kind == PLAIN:
            for pair, sign in _compared(given):
                by_rater.setdefault(pair, {}).setdefault(given.place, Counter())[sign] += 1
    found: list[PreferenceCounts] = []
    for pair in sorted(by_rater, key=lambda pair: tuple(map(ratings.plan.systems.index, pair))):
        together = sum(by_rater[pair].values(), Counter())
        way = 1 if together[1] >= together[-1] else -1
        counts = [
            (None, together),
            *((ratings.names[place], by_rater[pair][place]) for place in sorted(by_rater[pair])),
        ]
        first, second = pair[::way]
        found += (PreferenceCounts(name, first, second, n[way], n[-way], n[0]) for name, n in counts)
    return tuple(found)


def _compared(given: AnsweredItem) -> Iterator[tuple[tuple[str, str], int]]:
    """Yield each two outputs of one answer, by their systems' names, and 1 where the first is better, -1 where the
    second.
    """
    match given.value:
        case OutputScores(scores=scores):
            levels = [*scores]
        case OutputRanking(ranks=ranks):
            levels = [-rank for rank in ranks]
        case _:
            return
    shown = sorted(zip(given.item.outputs, levels, strict=True), key=lambda one: one[0].system)
    for (first, level), (second, other) in combinations(shown, 2):
        if first.text != second.text:
            yield (first.system, second.system), (level > other) - (level < other)
