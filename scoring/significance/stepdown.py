"""The step-down max-T test of all pairs: Westfall and Young (1993), Algorithm 4.1; Romano and Wolf (2005).

Every pair's statistic is T = |difference| / s, and every trial, which all pairs share, gives each pair its T under the
null hypothesis. A pair's adjusted p-value is the share of trials in which some pair, among those with no larger an
observed T, reaches this pair's observed T. So p respects how pairs depend on each other (a copy of a system costs
nothing), and the smallest p is 1 / (R + 1) for any number of pairs.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

import numpy as np

from ..counting.arrays import Flags, Floats, Ints, quotients
from ..metric import ROUNDING
from .resampling.draws import are_as_large

Place = tuple[int, int]
"""The places of two systems, ascending."""
Values = TypeVar("Values", Ints, Floats)


@dataclass(frozen=True, eq=False)
class StepDown:
    """Pairs of systems in the order of the step-down test: the largest T first."""

    pairs: tuple[Place, ...]
    observed: Floats
    """float64 (n_pairs,): absolute differences of the observed scores"""
    scales: Floats
    """float64 (n_pairs,): s, the size of a pair's difference under the null hypothesis; 0 for pairs of equal outputs"""
    rounding: float = ROUNDING
    """rounding of the metric: differences no further apart than this are equal"""

    @classmethod
    def of(cls, scores: Floats, tested: Flags, scales: Floats | None = None, rounding: float = ROUNDING) -> "StepDown":
        """Return the order of all pairs that are tested, bool (n_systems, n_systems).

        ``scores`` (n_systems,) are the observed scores. ``scales`` (n_systems, n_systems) are each pair's s; None for
        1. ``rounding`` is that of the metric.
        """
        first, second = np.nonzero(np.triu(tested, 1))
        observed = np.abs(scores[first] - scores[second])
        scale = np.ones(len(first)) if scales is None else scales[first, second]
        statistic = np.divide(observed, scale, out=np.zeros_like(observed), where=scale > 0)
        order = np.argsort(-statistic, kind="stable")
        pairs = tuple(zip(first[order].tolist(), second[order].tolist(), strict=True))
        return cls(pairs, observed[order], scale[order], rounding)

    def table(self, values: Values, n_systems: int, others: float) -> Values:
        """Return a table (n_systems, n_systems): each pair's value on both sides of the diagonal, ``others`` elsewhere.

        ``values`` are those of the pairs in order, (n_pairs,).
        """
        table: Values = np.full((n_systems, n_systems), others, values.dtype)
        first, second = np.array(self.pairs, dtype=int).reshape(-1, 2).T
        table[first, second] = table[second, first] = values
        return table

    def only(self, places: Sequence[int]) -> "StepDown":
        """Return the order of the pairs at these ascending places alone."""
        chosen = np.array(places, dtype=int)
        pairs = tuple(self.pairs[place] for place in places)
        return replace(self, pairs=pairs, observed=self.observed[chosen], scales=self.scales[chosen])

    def count(self, differences: Callable[[int, int], Floats]) -> Ints:
        """Return the number of trials against each pair, by itself and in the step-down test, int64 (2, n_pairs).

        ``differences`` gives a pair's differences under the null hypothesis, (trials,). An undefined difference counts
        as infinitely large. Differences are compared as in ``are_as_large``, so that a trial against a pair by itself
        also counts in the step-down test.
        """
        counts = np.zeros((2, len(self.pairs)), np.int64)
        largest: Floats | float = -np.inf
        for place in range(len(self.pairs) - 1, -1, -1):
            null, observed, scale = differences(*self.pairs[place]), float(self.observed[place]), self.scales[place]
            own, least = are_as_large(null, observed, self.rounding), observed - self.rounding
            bound = least / scale if scale else np.copysign(np.inf, least)
            counts[:, place] = own.sum(), (own | (largest >= bound)).sum()
            if scale:
                largest = np.maximum(largest, np.where(np.isnan(null), np.inf, np.abs(null)) / scale)
        return counts


def shares_of_counts(counts: Ints, trials: Ints) -> Floats:
    """Return (c + 1) / (R + 1) for each count (..., n_pairs) and each pair's number of trials (n_pairs,)."""
    shares: Floats = (counts + 1) / (trials + 1)
    return shares


def null_squares(n_systems: int, tested: Flags, differences: Callable[[int, int], Floats]) -> Floats:
    """Return the sums of each pair's squared differences under the null hypothesis, and how many are defined.

    float64 (2, n_systems, n_systems), to be added up over batches; ``differences`` is as in ``StepDown.count``.
    """
    squares = np.zeros((2, n_systems, n_systems))
    for a, b in zip(*np.nonzero(np.triu(tested, 1)), strict=True):
        null = differences(int(a), int(b))
        defined = null[~np.isnan(null)]
        squares[:, a, b] = squares[:, b, a] = (defined**2).sum(), len(defined)
    return squares


def pair_scales(squares: Floats, rounding: float = ROUNDING) -> Floats:
    """Return each pair's s, (n_systems, n_systems): the root of its mean square; 0 if this is at most ``rounding``."""
    scales = np.sqrt(quotients(*squares))
    return np.where(scales > rounding, scales, 0.0)


@dataclass(frozen=True, eq=False)
class TrialCounts:
    """The numbers of trials that count against each pair, in the order of a step-down test."""

    order: StepDown
    counts: Ints
    """int64 (2, n_pairs): counts of ``StepDown.count``"""
    trials: Ints
    """int64 (n_pairs,): number of trials of each pair"""

    @classmethod
    def of(cls, order: StepDown, counts: Ints, trials: int) -> "TrialCounts":
        """Return the counts with the same number of trials for all pairs."""
        return cls(order, counts, np.full(len(order.pairs), trials))

    @classmethod
    def single_pairs(cls, order: StepDown, counts: Ints, trials: int) -> "TrialCounts":
        """Return the counts of pairs that are corrected by p-values alone, from a table (n_systems, n_systems)."""
        own = np.array([counts[pair] for pair in order.pairs], np.int64)
        return cls.of(order, np.stack([own, own]), trials)

    def plus(self, places: Sequence[int], counts: Ints, trials: int) -> "TrialCounts":
        """Return the counts with further trials added for the pairs at these places; ``counts`` (2, n_places)."""
        total = TrialCounts(self.order, self.counts.copy(), self.trials.copy())
        total.counts[:, places] += counts
        total.trials[places] += trials
        return total

    def with_trials_of(self, further: "TrialCounts") -> "TrialCounts":
        """Return the counts with those of ``further`` in their place, for the pairs that have trials in ``further``."""
        has_further = further.trials > 0
        return TrialCounts(
            self.order,
            np.where(has_further, further.counts, self.counts),
            np.where(has_further, further.trials, self.trials),
        )

    def pairwise(self, of_counts: Callable[[Ints, Ints], Floats], n_systems: int) -> Floats:
        """Return each pair's own p-value, or an end of its interval, (n_systems, n_systems); 1 on the diagonal.

        ``of_counts`` computes it from counts and trials, (n_pairs,). NaN for pairs that are not tested.
        """
        return self._table(of_counts(self.counts[0], self.trials), n_systems)

    def step_down_values(self, of_counts: Callable[[Ints, Ints], Floats], n_systems: int) -> Floats:
        """Return each pair's step-down adjusted p-value, or an end of its interval, (n_systems, n_systems).

        No pair has a smaller one than a pair before it. All else as in ``pairwise``.
        """
        return self._table(np.maximum.accumulate(of_counts(self.counts[1], self.trials)), n_systems)

    def _table(self, values: Floats, n_systems: int) -> Floats:
        table = self.order.table(values, n_systems, np.nan)
        np.fill_diagonal(table, 1.0)
        return table
