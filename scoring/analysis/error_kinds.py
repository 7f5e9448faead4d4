"""Errors per 1,000 words by kind: of every system with intervals, and which systems differ in which kind.

One pass over the shuffles and one over the resamples serve all kinds and all systems.

What is shuffled are errors alone, each system's scaled to the same number of words. If words were exchanged with them,
a difference in length would be found as one of rare errors: 8 errors against none would get p = 0.0001 where no
exchange of so few can give less than 0.008, only because a shuffle hardly ever leaves one system as short as it is.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

import numpy as np

from ..arrays import Floats, Ints, held_bytes
from ..judgments.error_density import PER, ErrorCounts, density
from ..metric import ROUNDING
from ..progress import Progress, no_progress, span
from ..significance.comparisons import LEVEL
from ..significance.corrections import adjust
from ..significance.draws import (
    Bits,
    Choices,
    check_draws,
    monte_carlo_interval,
    p_value,
    resampled_sums,
    resamples,
    side_by_side,
    swapped_sums,
    swaps,
)
from ..significance.verdicts import SURE

SHUFFLES, RESAMPLES = 10_000, 2_000
TIMES_NEEDED = 10
"""So many times the shuffles are drawn that a difference needs at least to be found among all that are tested."""
MOST_WORK = 20_000_000_000
"""Additions that all shuffles may take: half a minute of one core."""
ALL = "all errors"
"""The first of the kinds."""
OUTER = (0.025, 0.975)
"""The ends of a 95 % interval."""


@dataclass(frozen=True, eq=False)
class ErrorRows:
    """What is shuffled and resampled: the outputs that were judged of every system, with all errors as first kind."""

    kinds: tuple[str, ...]
    systems: tuple[str, ...]
    statistics: Floats
    """float64 (n_systems, n_judged, n_kinds + 1): errors of each kind and, last, words"""
    n_segments: int
    """of the test set"""

    @property
    def n_judged(self) -> int:
        n_judged: int = self.statistics.shape[1]
        return n_judged

    @cached_property
    def densities(self) -> Floats:
        """(n_systems, n_kinds): errors per 1,000 words; NaN where there is no word."""
        return density(self.statistics.sum(axis=1))

    @property
    def n_bytes(self) -> int:
        return held_bytes(self)


def error_rows(counts: ErrorCounts) -> ErrorRows:
    """The counts as rows, with the sum of all kinds before them: of segments that were judged of every system.

    Where there is none such, of all segments.
    """
    judged = np.flatnonzero(counts.judged.all(axis=0))
    n_segments = counts.judged.shape[1]
    taken = judged if len(judged) and len(counts.systems) else np.arange(n_segments)
    errors = counts.errors[:, taken]
    statistics = np.concatenate([errors.sum(axis=2, keepdims=True), errors, counts.words[:, taken, None]], axis=2)
    return ErrorRows((ALL, *counts.kinds), counts.systems, statistics, n_segments)


@dataclass(frozen=True)
class Differing:
    """Two systems that differ in one kind of error."""

    kind: str
    fewer: str
    """the system with fewer errors of this kind per 1,000 words"""
    more: str
    difference: float
    """how many fewer, per 1,000 words: above 0"""
    low: float
    high: float
    """95 % interval of the difference"""
    p_value: float
    p_adjusted: float


@dataclass(frozen=True, eq=False)
class ErrorKinds:
    """All systems and kinds, tested."""

    rows: ErrorRows
    intervals: Floats
    """float64 (n_systems, n_kinds, 2): 95 % of each density; NaN below two segments"""
    difference_intervals: Floats
    """float64 (n_pairs, n_kinds, 2): 95 % of the first's density less the second's"""
    p_values: Floats
    """float64 (n_pairs, n_kinds), two-sided; NaN where a density is not defined"""
    shuffles: int
    resamples: int
    seed: int

    @property
    def pairs(self) -> list[tuple[int, int]]:
        """Places of two systems each."""
        return list(combinations(range(len(self.rows.systems)), 2))

    @cached_property
    def p_adjusted(self) -> Floats:
        """(n_pairs, n_kinds): by Holm, over all pairs and all kinds together."""
        return adjust(self.p_values.ravel(), "holm").reshape(self.p_values.shape)

    @property
    def n_tested(self) -> int:
        return int((~np.isnan(self.p_values)).sum())

    @cached_property
    def p_bounds(self) -> Floats:
        """(n_pairs, n_kinds): adjusted in the same way, the upper ends of the p-values' Monte Carlo intervals."""
        counts = np.rint(np.nan_to_num(self.p_values, nan=1.0) * (self.shuffles + 1)).astype(np.int64) - 1
        different, which = np.unique(counts, return_inverse=True)
        ends = np.array([monte_carlo_interval(int(count), self.shuffles, SURE)[1] for count in different])
        bounds = np.where(np.isnan(self.p_values), np.nan, ends[which].reshape(counts.shape))
        return adjust(bounds.ravel(), "holm").reshape(counts.shape)

    @property
    def is_enough(self) -> bool:
        """Whether so many shuffles could find a difference at all."""
        return self.n_tested * monte_carlo_interval(0, self.shuffles, SURE)[1] <= LEVEL

    def differing(self, systems: Sequence[str], level: float = LEVEL) -> list[Differing]:
        """Pairs of these systems that differ, by kind, the largest difference first.

        The adjusted p is at most ``level``, and so is all of its Monte Carlo interval: another seed says the same.
        """
        found = [
            self._pair(place, kind)
            for place, kind in np.argwhere((self.p_adjusted <= level) & (self.p_bounds <= level))
            if all(self.rows.systems[system] in systems for system in self.pairs[place])
        ]
        order = {kind: place for place, kind in enumerate(self.rows.kinds)}
        return sorted(found, key=lambda pair: (order[pair.kind], -pair.difference))

    def _pair(self, place: int, kind: int) -> Differing:
        a, b = self.pairs[place]
        difference = float(self.rows.densities[a, kind] - self.rows.densities[b, kind])
        low, high = self.difference_intervals[place, kind]
        if difference < 0:
            a, b, low, high = b, a, -high, -low
        return Differing(
            self.rows.kinds[kind],
            self.rows.systems[b],
            self.rows.systems[a],
            abs(difference),
            float(low),
            float(high),
            float(self.p_values[place, kind]),
            float(self.p_adjusted[place, kind]),
        )

    @property
    def n_bytes(self) -> int:
        return held_bytes(self) + self.rows.n_bytes


def enough_shuffles(rows: ErrorRows) -> int:
    """So many shuffles that differences can be found among all that are tested, or as many as are done in a while."""
    n_systems, n_judged, n_kinds = map(int, rows.statistics.shape)
    n_pairs = math.comb(n_systems, 2)
    wanted = TIMES_NEEDED * math.ceil(n_pairs * (n_kinds - 1) / LEVEL)
    work = n_kinds * (n_systems * n_judged // 8 + 4 * n_pairs)
    return max(SHUFFLES, min(wanted, MOST_WORK // max(work, 1)))


def compare_kinds(
    rows: ErrorRows,
    shuffles: int | None = None,
    n_resamples: int = RESAMPLES,
    seed: int = 1,
    on_progress: Progress = no_progress,
) -> ErrorKinds:
    """Tests every pair of systems in every kind by approximate randomization, and resamples for intervals.

    A shuffle exchanges the errors of two systems in a segment with probability 1/2, after each system's were scaled to
    the same number of words; it counts against a difference as of ``randomize``. ``shuffles`` is by default
    ``enough_shuffles``. Raises ``ValueError`` for numbers of draws that cannot be, and what ``on_progress`` raises.
    """
    trials = enough_shuffles(rows) if shuffles is None else shuffles
    check_draws(trials, seed)
    check_draws(n_resamples, seed)
    p_values = _p_values(rows, trials, seed, span(on_progress, 0.0, 0.8))
    intervals, of_differences = _intervals(rows, n_resamples, seed, span(on_progress, 0.8, 1.0))
    return ErrorKinds(rows, intervals, of_differences, p_values, trials, n_resamples, seed)


def _p_values(rows: ErrorRows, trials: int, seed: int, on_progress: Progress) -> Floats:
    """Two-sided, (n_pairs, n_kinds); NaN where a density is not defined."""
    pairs = list(combinations(range(len(rows.systems)), 2))
    shape = len(pairs), len(rows.kinds)
    if not pairs:
        return np.empty(shape)
    words = rows.statistics[:, :, -1].sum(axis=1)
    scale = np.divide(PER, words, out=np.zeros_like(words), where=words > 0)
    scaled = [np.ascontiguousarray(of * per) for of, per in zip(rows.statistics[:, :, :-1], scale, strict=True)]
    observed = np.stack([of.sum(axis=0) for of in scaled])

    def count(batch: Bits) -> Ints:
        """int64 (n_pairs, n_kinds): the shuffles that count against each difference."""
        given = [2 * swapped_sums(batch, of) for of in scaled]
        counted = [_as_large(observed[a] - observed[b], given[a] - given[b]) for a, b in pairs]
        return np.array(counted).reshape(shape)

    drawn = swaps(rows.n_judged, trials, seed, on_progress)
    counts = np.sum(list(side_by_side(count, drawn)), axis=0)
    defined = np.array([words[a] > 0 and words[b] > 0 for a, b in pairs])
    return np.where(defined[:, None], p_value(counts, trials), np.nan)


def _as_large(observed: Floats, taken: Floats) -> Ints:
    """int64 (n_kinds,): how many shuffles, which take (batch, n_kinds) from the difference, leave one as large."""
    np.subtract(observed, taken, out=taken)
    np.abs(taken, out=taken)
    counted: Ints = (taken >= np.abs(observed) - ROUNDING).sum(axis=0)
    return counted


def _intervals(rows: ErrorRows, n_resamples: int, seed: int, on_progress: Progress) -> tuple[Floats, Floats]:
    """Of densities (n_systems, n_kinds, 2), and of the differences of pairs (n_pairs, n_kinds, 2)."""
    n_systems, n_judged, n_columns = rows.statistics.shape
    first, second = np.triu_indices(n_systems, 1)
    if n_judged < 2:
        return np.full((n_systems, n_columns - 1, 2), np.nan), np.full((len(first), n_columns - 1, 2), np.nan)
    joined = np.ascontiguousarray(rows.statistics.transpose(1, 0, 2)).reshape(n_judged, -1)

    def resampled(batch: Choices) -> Floats:
        return density(resampled_sums(batch, joined).reshape(-1, n_systems, n_columns))

    samples = np.concatenate(list(side_by_side(resampled, resamples(n_judged, n_resamples, seed, on_progress))))
    by_kind = [np.ascontiguousarray(samples[:, :, kind]) for kind in range(n_columns - 1)]
    of_systems = [_percentiles(found) for found in by_kind]
    of_pairs = [_percentiles(found[:, first] - found[:, second]) for found in by_kind]
    return np.stack(of_systems, axis=1), np.stack(of_pairs, axis=1)


def _percentiles(samples: Floats) -> Floats:
    """(n, 2): the ends of the interval of samples (n_resamples, n); NaN where one is not defined."""
    if not samples.shape[1]:
        return np.empty((0, 2))
    ends: Floats = np.quantile(samples, OUTER, axis=0).T
    return ends
