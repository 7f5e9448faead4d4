"""Counts of how often each rater prefers one of two outputs on one screen, without a test."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

from ..protocols.answers import OutputRanking, OutputScores
from ..protocols.plan import PLAIN
from ..protocols.ratings import AnsweredItem, Ratings


@dataclass(frozen=True)
class PreferenceCounts:
    """The number of times that one rater, or all raters, prefer each of two systems."""

    rater: str | None
    """Name of the rater, as in ``Ratings.names``; None for all raters together."""
    first: str
    """System that all raters together prefer more often."""
    second: str
    n_first: int
    """Number of times that the first system's output got the better rank, or the higher score."""
    n_second: int
    n_equal: int


def preference_counts(ratings: Ratings) -> tuple[PreferenceCounts, ...]:
    """Return the counts for every two systems: all raters together, then each rater, in the order of the places.

    Check items, and outputs with the same text, are not counted. Empty where a screen shows one output.
    """
    by_rater: dict[tuple[str, str], dict[int, Counter[int]]] = {}
    for rating in ratings:
        if rating.item.kind == PLAIN:
            for pair, sign in _output_comparisons(rating):
                by_rater.setdefault(pair, {}).setdefault(rating.place, Counter())[sign] += 1
    all_counts: list[PreferenceCounts] = []
    for pair in sorted(by_rater, key=lambda pair: tuple(map(ratings.plan.systems.index, pair))):
        together = sum(by_rater[pair].values(), Counter())
        way = 1 if together[1] >= together[-1] else -1
        counts = [
            (None, together),
            *((ratings.names[place], by_rater[pair][place]) for place in sorted(by_rater[pair])),
        ]
        first, second = pair[::way]
        all_counts += (PreferenceCounts(name, first, second, n[way], n[-way], n[0]) for name, n in counts)
    return tuple(all_counts)


def _output_comparisons(rating: AnsweredItem) -> Iterator[tuple[tuple[str, str], int]]:
    """Yield every two outputs of an answer by their systems' names, with 1 if the first is better, -1 if the second is.

    Yield 0 for a tie, and nothing for outputs with the same text.
    """
    match rating.value:
        case OutputScores(scores=scores):
            levels = [*scores]
        case OutputRanking(ranks=ranks):
            levels = [-rank for rank in ranks]
        case _:
            return
    shown = sorted(zip(rating.item.outputs, levels, strict=True), key=lambda one: one[0].system)
    for (first, level), (second, other) in combinations(shown, 2):
        if first.text != second.text:
            yield (first.system, second.system), (level > other) - (level < other)
