"""Test pairs over several test sets: swap outputs within each set, and average the differences of all sets.

A set's difference is divided by its size under the null hypothesis, so that sets of any size and metrics of any scale
can be averaged.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from ..counting.arrays import Floats, Ints, quotients
from ..counting.progress import Progress, no_progress, progress_of_part
from ..counting.usual_draws import SEED, TRIALS
from ..metric import Metric
from ..output.numbers import LEVEL
from ..validation import as_float_array, check_known
from .comparisons import usual_trials
from .corrections import MAX_T, PAIR_CORRECTIONS, adjust_pairs
from .randomization import TOGETHER, Sums, differences_of_sums, draw_shuffles, shuffled_scales
from .resampling.draws import check_system_count, checked_statistics
from .stepdown import Place, StepDown, TrialCounts, shares_of_counts
from .verdicts import TOO_LITTLE_DATA, monte_carlo_ends, state_of_interval

SEEDS_APART = 2**40
"""Distance between the seeds of two sets, so that no two sets share their shuffles."""


@dataclass(frozen=True, eq=False)
class StratifiedRandomization:
    """The result of a test of all pairs of systems by one metric, over all sets that have both systems."""

    metric: Metric
    systems: tuple[str, ...]
    scores: Floats
    """float64 (n_sets, n_systems): scores; NaN where a set lacks a system, or its score is not defined"""
    p_adjusted_in_sets: Floats
    """float64 (n_sets, n_systems, n_systems): p within each set, corrected for its pairs by step-down max-T"""
    p_high_in_sets: Floats
    """float64 (n_sets, n_systems, n_systems): upper ends of the Monte Carlo intervals of these p-values"""
    differences: Floats
    """float64 (n_systems, n_systems): weighted mean of standardised differences, row less column; NaN without a set"""
    n_units: Ints
    """int64 (n_systems, n_systems): segments of the sets that have both systems"""
    counted: TrialCounts
    """numbers of shuffles that count against each pair"""
    correction: str
    """one of ``PAIR_CORRECTIONS``"""
    trials: int
    seed: int

    @property
    def p_values(self) -> Floats:
        """Two-sided p-values (n_systems, n_systems), (c + 1) / (R + 1); NaN for pairs without a common set."""
        return self.counted.pairwise(shares_of_counts, len(self.systems))

    @property
    def p_adjusted(self) -> Floats:
        """P-values (n_systems, n_systems) corrected for all pairs of this metric; 1 on the diagonal."""
        return self._adjusted(shares_of_counts)

    @cached_property
    def bounds(self) -> tuple[Floats, Floats]:
        """Lower and upper ends of the intervals in which the adjusted p-values of all possible shuffles lie.

        The intervals hold them with a probability of ``SURE``.
        """
        return self._adjusted(monte_carlo_ends(0)), self._adjusted(monte_carlo_ends(1))

    def _adjusted(self, shares: Callable[[Ints, Ints], Floats]) -> Floats:
        if self.correction == MAX_T:
            return self.counted.step_down_values(shares, len(self.systems))
        return adjust_pairs(self.counted.pairwise(shares, len(self.systems)), self.correction)

    def state(self, a: int, b: int) -> str:
        """Return one of ``STATES`` for two systems by their places, as ``Verdicts.state`` does."""
        times = 1 if self.correction in ("none", MAX_T) else len(self.counted.order.pairs)
        if np.isnan(self.differences[a, b]) or 2.0 ** (1 - int(self.n_units[a, b])) * times > LEVEL:
            return TOO_LITTLE_DATA
        low, high = self.bounds
        return state_of_interval(float(low[a, b]), float(high[a, b]), self.trials)


def usual_correction(n_systems: int) -> str:
    """Return ``holm``, as long as ``TRIALS`` shuffles can show its smallest p-values; for more systems, ``max-t``."""
    return "holm" if usual_trials(n_systems, "holm") <= TRIALS else MAX_T


def randomize_within_sets(
    metric: Metric,
    sets: Sequence[Mapping[str, Floats]],
    trials: int = TRIALS,
    seed: int = SEED,
    correction: str | None = None,
    weights: Sequence[float] | Floats | None = None,
    on_progress: Progress = no_progress,
    systems: Sequence[str] | None = None,
) -> StratifiedRandomization:
    """Test whether each pair's mean difference over all sets would be as large after random swaps within the sets.

    A shuffle swaps two systems' outputs of each segment with probability 1/2, in every set by itself. The statistic is
    the weighted mean over sets of difference / s, where s is the root mean square of the difference under shuffles of a
    fixed seed. With one set it counts as ``randomize`` does.

    Parameters
    ----------
    sets : for each set, system -> statistics (n_segments, n_statistics); a set may lack systems
    correction : one of ``PAIR_CORRECTIONS``; None for ``usual_correction``
    weights : one a set, at least 0; by default all 1
    systems : their order; by default that in which they first appear

    Raises ``ValueError`` as ``checked_statistics`` does, for an unknown correction, and for weights that are negative,
    not as many as sets, or all 0.
    """
    names = tuple(dict.fromkeys([*(systems or ()), *(name for one in sets for name in one)]))
    check_system_count(len(names), 2)
    correction = usual_correction(len(names)) if correction is None else correction
    check_known(correction, PAIR_CORRECTIONS, "correction")
    weight = np.ones(len(sets)) if weights is None else as_float_array(weights, "weights of sets", 1)
    if len(weight) != len(sets) or not (np.isfinite(weight) & (weight >= 0)).all() or not weight.any():
        raise ValueError(f"Expected {len(sets)} weights of at least 0, not all of them 0; found {weight.tolist()}.")
    sums = _SumsOverSets(len(sets), len(names), trials)
    filled = [(number, one) for number, one in enumerate(sets) if one]
    for count, (number, one) in enumerate(filled):  # the shuffles of a set do not depend on sets without statistics
        tell = progress_of_part(on_progress, count, len(filled))
        places = [names.index(name) for name in one]
        set_result = _randomize_set(metric, one, trials, seed + count * SEEDS_APART, tell)
        sums.add(number, set_result, places, float(weight[number]))
    order = sums.order()
    counted = TrialCounts.of(order, order.count(sums.null_means), trials)
    return StratifiedRandomization(
        metric,
        names,
        sums.scores,
        sums.p_adjusted,
        sums.p_high,
        sums.differences,
        sums.n_units,
        counted,
        correction,
        trials,
        seed,
    )


@dataclass(frozen=True, eq=False)
class _SetRandomization:
    """The result of one set by itself; its pairs are places among its own systems."""

    scores: Floats
    p_adjusted: Floats
    p_high: Floats
    """Upper ends of the Monte Carlo intervals of the p-values."""
    n_segments: int
    rounding: float
    null: Mapping[Place, tuple[float, float, Floats]]
    """Pair -> the observed difference, s, and the differences under the null hypothesis, (trials,)."""


def _randomize_set(
    metric: Metric, statistics: Mapping[str, Floats], trials: int, seed: int, on_progress: Progress
) -> _SetRandomization:
    rows, totals = checked_statistics(metric, statistics, trials, seed)
    scores = metric.score(totals)
    tested = ~np.isnan(scores[:, None] - scores)
    if len(rows) < 2:
        alone = np.ones((1, 1))
        return _SetRandomization(scores, alone, alone, len(rows[0]), metric.rounding, {})
    scales = shuffled_scales(metric, statistics, tested)
    order = StepDown.of(scores, tested, scales, metric.rounding)

    def use(sums: Sums) -> tuple[Ints, dict[Place, Floats]]:
        batch_null: dict[Place, Floats] = {}

        def differences(a: int, b: int) -> Floats:
            batch_null[a, b] = differences_of_sums(metric, sums(a, b), totals[a] + totals[b])
            return batch_null[a, b]

        return order.count(differences), batch_null

    batches = list(draw_shuffles(rows, TOGETHER, trials, seed, on_progress, use))
    counted = TrialCounts.of(order, np.sum([counts for counts, _ in batches], axis=0, dtype=np.int64), trials)
    null = {
        pair: (
            float(scores[pair[0]] - scores[pair[1]]),
            float(scales[pair]),
            np.concatenate([batch_null[pair] for _, batch_null in batches]),
        )
        for pair in order.pairs
    }
    p_adjusted, p_high = (counted.step_down_values(of, len(scores)) for of in (shares_of_counts, monte_carlo_ends(1)))
    return _SetRandomization(scores, p_adjusted, p_high, len(rows[0]), metric.rounding, null)


class _SumsOverSets:
    """The running weighted sums over the sets; a pair's sums are at its ascending places."""

    def __init__(self, n_sets: int, n_systems: int, trials: int) -> None:
        square = n_systems, n_systems
        self.scores = np.full((n_sets, n_systems), np.nan)
        self.p_adjusted, self.p_high = np.full((2, n_sets, *square), np.nan)
        self.observed, self.tolerance, self.weight, self.squared_weight = np.zeros((4, *square))
        self.n_units = np.zeros(square, np.int64)
        self.null: dict[Place, Floats] = {}
        self.none = np.zeros(trials)

    def add(self, number: int, set_result: _SetRandomization, places: Sequence[int], weight: float) -> None:
        self.scores[number, places] = set_result.scores
        for of_all_sets, of_set in ((self.p_adjusted, set_result.p_adjusted), (self.p_high, set_result.p_high)):
            of_all_sets[number][np.ix_(places, places)] = of_set
        for (a, b), (observed, scale, null) in set_result.null.items():
            first, second = places[a], places[b]
            self.n_units[first, second] += set_result.n_segments
            self.n_units[second, first] += set_result.n_segments
            pair, sign = ((first, second), 1.0) if first < second else ((second, first), -1.0)
            self.weight[pair] += weight
            if scale and weight:
                self.observed[pair] += weight * sign * observed / scale
                self.tolerance[pair] += weight * set_result.rounding / scale
                self.squared_weight[pair] += weight**2
                self.null[pair] = self.null.get(pair, 0.0) + (weight * sign / scale) * null

    @property
    def differences(self) -> Floats:
        means = quotients(self.observed, self.weight)
        means = np.where(np.tri(len(means), k=-1, dtype=bool), -means.T, means)
        np.fill_diagonal(means, 0.0)
        return means

    def order(self) -> StepDown:
        """Return the pairs in the order of the step-down test, by their sums over sets.

        A sum of independent differences of size 1 has the root of the sum of squared weights as its s.
        """
        tested = np.triu(self.weight > 0, 1)
        first, second = np.nonzero(tested)
        observed, scales = np.abs(self.observed[tested]), np.sqrt(self.squared_weight[tested])
        order = np.argsort(-np.divide(observed, scales, out=np.zeros_like(observed), where=scales > 0), kind="stable")
        pairs = tuple(zip(first[order].tolist(), second[order].tolist(), strict=True))
        return StepDown(pairs, observed[order], scales[order], float(self.tolerance.max()))

    def null_means(self, a: int, b: int) -> Floats:
        return self.null.get((a, b), self.none)
