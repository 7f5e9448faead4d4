"""Compare errors per 1,000 words by kind: densities with intervals, and the systems that differ in a kind.

One pass over the shuffles and one over the resamples serve all kinds and all systems judged in the same segments.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

import numpy as np

from ..counting.arrays import Floats, held_bytes
from ..counting.progress import Progress, no_progress, progress_between, progress_of_part
from ..counting.usual_draws import check_draws
from ..judgments.error_density import ErrorCounts
from ..output.numbers import LEVEL, probability
from ..significance.corrections import adjust
from ..significance.p_limits import smallest_p
from ..significance.resampling.draws import monte_carlo_interval
from ..significance.verdicts import SURE
from .error_draws import compare_error_densities, error_density_intervals, group_segments

SHUFFLES, RESAMPLES = 10_000, 2_000
TIMES_NEEDED = 40
"""Usual number of shuffles as a multiple of the fewest with which a difference can be significant among all tests."""
MAX_WORK = 20_000_000_000
"""Most additions for all shuffles: about 20 s of one core."""


@dataclass(frozen=True)
class DifferingPair:
    """Two systems that differ in one kind of error."""

    kind: str
    fewer: str
    """the system with fewer errors of this kind per 1,000 words"""
    more: str
    difference: float
    """difference of the errors per 1,000 words, above 0"""
    low: float
    high: float
    """upper end of the 95 % interval of the difference; ``low`` is its lower end"""
    p_value: float
    p_adjusted: float
    is_least_p: bool = False
    """whether no shuffle reached the difference, so that with more shuffles p could be smaller"""

    @property
    def written_p(self) -> str:
        """Corrected p, such as ``0.0312``, or ``≤ 0.0012`` where it is the smallest that the shuffles can show."""
        return f"{'≤ ' * self.is_least_p}{probability(self.p_adjusted)}"


@dataclass(frozen=True, eq=False)
class ErrorKinds:
    """The test results of all systems and kinds.

    A system's numbers are of the segments in which it was judged; those of a pair are of segments judged for both.
    """

    counts: ErrorCounts
    intervals: Floats
    """float64 (n_systems, n_kinds, 2): 95 % interval of each density; NaN below six segments"""
    differences: Floats
    """float64 (n_pairs, n_kinds): first system's density less the second's; NaN where either is not defined"""
    difference_intervals: Floats
    """float64 (n_pairs, n_kinds, 2): 95 % interval of each difference; NaN below six segments"""
    p_values: Floats
    """float64 (n_pairs, n_kinds): two-sided p-values; NaN where a density is not defined"""
    shuffles: int
    resamples: int
    seed: int

    @property
    def pairs(self) -> list[tuple[int, int]]:
        """Places of the two systems of each pair."""
        return list(combinations(range(len(self.counts.systems)), 2))

    @cached_property
    def p_adjusted(self) -> Floats:
        """P-values corrected by Holm, over all pairs and all kinds together, (n_pairs, n_kinds)."""
        return adjust(self.p_values.ravel(), "holm").reshape(self.p_values.shape)

    @cached_property
    def p_bounds(self) -> Floats:
        """Upper ends of the p-values' Monte Carlo intervals, corrected as in ``p_adjusted``, (n_pairs, n_kinds)."""
        as_large = np.rint(np.nan_to_num(self.p_values, nan=1.0) * (self.shuffles + 1)).astype(np.int64) - 1
        different, inverse = np.unique(as_large, return_inverse=True)
        ends = np.array([monte_carlo_interval(int(count), self.shuffles, SURE)[1] for count in different])
        bounds = np.where(np.isnan(self.p_values), np.nan, ends[inverse].reshape(as_large.shape))
        return adjust(bounds.ravel(), "holm").reshape(as_large.shape)

    @property
    def n_tested(self) -> int:
        return int((~np.isnan(self.p_values)).sum())

    @property
    def is_enough(self) -> bool:
        """Whether these shuffles are enough to find a difference at all."""
        return self.n_tested * monte_carlo_interval(0, self.shuffles, SURE)[1] <= LEVEL

    @cached_property
    def most_segments(self) -> int:
        """Largest number of a pair's segments, judged for both systems, in which either system has an error."""
        have_error = np.zeros(self.counts.judged.shape, bool)
        have_error[self.counts.at[0], self.counts.at[1]] = True
        are_judged = self.counts.judged
        return max(
            (int(((have_error[a] | have_error[b]) & are_judged[a] & are_judged[b]).sum()) for a, b in self.pairs),
            default=0,
        )

    @property
    def needed_segments(self) -> int:
        """Number of segments that a pair needs for the smallest adjusted p to be at most ``LEVEL``."""
        return math.ceil(math.log2(2 * max(self.n_tested, 1) / LEVEL))

    @property
    def is_too_little(self) -> bool:
        """Whether there are too few segments to find a difference by any number of shuffles."""
        return max(self.n_tested, 1) * smallest_p(self.most_segments) > LEVEL

    def differing(self, systems: Sequence[str], level: float = LEVEL) -> list[DifferingPair]:
        """Return the pairs of these systems that differ significantly, by kind, the largest difference first.

        The adjusted p is at most ``level``, and so is all of its Monte Carlo interval, so that another seed says the
        same.
        """
        pairs = [
            self._pair(place, kind)
            for place, kind in np.argwhere((self.p_adjusted <= level) & (self.p_bounds <= level))
            if all(self.counts.systems[system] in systems for system in self.pairs[place])
        ]
        order = {kind: place for place, kind in enumerate(self.counts.kinds)}
        return sorted(pairs, key=lambda pair: (order[pair.kind], -pair.difference))

    def _pair(self, place: int, kind: int) -> DifferingPair:
        a, b = self.pairs[place]
        difference = float(self.differences[place, kind])
        low, high = self.difference_intervals[place, kind]
        if difference < 0:
            a, b, low, high = b, a, -high, -low
        return DifferingPair(
            self.counts.kinds[kind],
            self.counts.systems[b],
            self.counts.systems[a],
            abs(difference),
            float(low),
            float(high),
            float(self.p_values[place, kind]),
            float(self.p_adjusted[place, kind]),
            round(float(self.p_values[place, kind]) * (self.shuffles + 1)) <= 1,
        )

    @property
    def n_bytes(self) -> int:
        return held_bytes(self) + self.counts.n_bytes


def enough_shuffles(counts: ErrorCounts) -> int:
    """Return the number of shuffles that can find differences among all tests, at least ``SHUFFLES``.

    It is limited by ``MAX_WORK``.
    """
    n_kinds, n_pairs = len(counts.counted), math.comb(len(counts.systems), 2)
    n_shuffles = TIMES_NEEDED * math.ceil(n_pairs * n_kinds / LEVEL)
    of_system = np.bincount(counts.at[0], minlength=len(counts.systems))
    groups = [of for of in group_segments(counts.judged) if len(of.pairs)]
    work = sum(int(of_system[np.unique(of.pairs)].sum()) + n_kinds * len(of.pairs) for of in groups)
    return max(SHUFFLES, min(n_shuffles, MAX_WORK // max(work, 1)))


def compare_kinds(
    counts: ErrorCounts,
    shuffles: int | None = None,
    n_resamples: int = RESAMPLES,
    seed: int = 1,
    on_progress: Progress = no_progress,
) -> ErrorKinds:
    """Test every pair of systems in every kind by approximate randomization, and resample for intervals.

    Both draw segments. A shuffle exchanges the errors of two systems in a segment with probability 1/2, after each
    system's errors were scaled to the same number of words. It counts against a difference as in ``randomize``. The
    default of ``shuffles`` is ``enough_shuffles``. Raises ``ValueError`` for invalid numbers of draws, and exceptions
    of ``on_progress``.
    """
    trials = enough_shuffles(counts) if shuffles is None else shuffles
    check_draws(trials, seed)
    check_draws(n_resamples, seed)
    shape = math.comb(len(counts.systems), 2), len(counts.counted)
    differences, p_values, of_pairs = np.full(shape, np.nan), np.full(shape, np.nan), np.full((*shape, 2), np.nan)
    of_systems = np.full((len(counts.systems), shape[1], 2), np.nan)
    groups = group_segments(counts.judged)
    for number, group in enumerate(groups):
        tell, at = progress_of_part(on_progress, number, len(groups)), group.numbers
        differences[at], p_values[at] = compare_error_densities(
            counts, group, trials, seed, progress_between(tell, 0.0, 0.8)
        )
        of_systems[group.systems], of_pairs[at] = error_density_intervals(
            counts, group, n_resamples, seed, progress_between(tell, 0.8, 1.0)
        )
    return ErrorKinds(counts, of_systems, differences, of_pairs, p_values, trials, n_resamples, seed)
