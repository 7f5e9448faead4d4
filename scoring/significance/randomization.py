"""Test all pairs of systems in one pass by approximate randomization: Riezler and Maxwell (2005), Figure 1."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import combinations
from typing import TypeVar

import numpy as np

from ..counting.arrays import Flags, Floats, Ints
from ..counting.progress import Progress, no_progress
from ..counting.threads import run_side_by_side
from ..metric import Metric
from ..validation import as_list, check_known, position
from .resampling.draws import (
    Bits,
    Choices,
    checked_statistics,
    choices,
    chosen_sums,
    column_blocks,
    p_value,
    swapped_sums_of_each,
    swaps,
)
from .stepdown import Place, StepDown, null_squares, pair_scales

TOGETHER = "together"
EXCHANGES = (TOGETHER, "runs")
"""Ways to exchange the runs of two systems in a segment, or document: all runs together, or each run by itself."""
ZERO_SHARE = 1e-12
"""Share of both systems' sum below which one system's sum is taken for 0, as a rounding error.

Fractions, such as tBLEU's weights and mean reference lengths, do not add up exactly. Where a shuffle leaves a system
without a match, its sum may be 1e-17 or -1e-17, which would not be smoothed as 0 is, or has no logarithm. A real match
is far larger: at least a thousandth in tBLEU. The sums of a resample need no such care: zeros add up to 0.
"""

SCALE_TRIALS, SCALE_SEED = 1000, 2**61
"""Number and seed of the trials that estimate a pair's s. They are the same for every seed of the test, so that the
order of the step-down test does not depend on the seed.
"""

Sums = Callable[[int, int], Floats]
"""Function from two systems' ascending indices to the first system's sums under each shuffle of a batch,
(batch, n_statistics).
"""
Result = TypeVar("Result")


@dataclass(frozen=True, eq=False)
class Randomization:
    """The outcome of approximate randomization for every pair of systems."""

    metric: Metric
    systems: tuple[str, ...]
    scores: Floats
    """float64 (n_systems,): scores of the test set"""
    counts: Ints
    """int64 (n_systems, n_systems): number of shuffles whose absolute difference is at least the observed one"""
    trials: int
    seed: int

    def only(self, systems: Sequence[str]) -> "Randomization":
        """Return the result for these systems alone; raise ``ValueError`` for an unknown system."""
        systems = as_list(systems, "systems")
        places = [position(system, self.systems, "system") for system in systems]
        counts = self.counts[np.ix_(places, places)]
        return replace(self, systems=tuple(systems), scores=self.scores[places], counts=counts)

    @property
    def differences(self) -> Floats:
        """Differences of the scores (n_systems, n_systems): the row's system less the column's."""
        differences: Floats = self.scores[:, None] - self.scores
        return differences

    @property
    def p_values(self) -> Floats:
        """Two-sided p-values, (c + 1) / (R + 1); 1 for equal systems, NaN without a score; (n_systems, n_systems)."""
        return np.where(np.isnan(self.differences), np.nan, p_value(self.counts, self.trials))


def randomize(
    metric: Metric,
    statistics: Mapping[str, Floats],
    trials: int = 10_000,
    seed: int = 1,
    on_progress: Progress = no_progress,
    exchange: str = TOGETHER,
) -> Randomization:
    """Test whether each pair's difference would be as large after random swaps of each segment's outputs.

    A shuffle swaps the statistics of each segment between the two systems with probability 1/2. All pairs share the
    shuffles. For each pair the shuffles are independent of the outputs and uniform over all 2^n, which is all that its
    test needs; so a pair's p-value does not depend on the other systems. The errors of several p-values are correlated,
    which does not matter for Holm's and Bonferroni's corrections: they hold under any dependence.

    The score of a system with several runs is the score of all runs as one corpus. ``exchange="together"`` swaps all
    outputs of a segment at once, as ``pool_runs`` sums them. It tests whether the two systems, with these runs, are
    interchangeable, and keeps its level even if the runs of one system are very similar. ``exchange="runs"``, after
    Clark et al. (2011), gives each of two systems any half of all their outputs of a segment, with equal probability.
    Its null hypothesis is that all outputs of a segment, of any system and run, are exchangeable. Similar runs of one
    system contradict this hypothesis by themselves, so that p comes out too small: copies of a run count as evidence.

    Parameters
    ----------
    metric : the metric of these statistics
    statistics : system name -> statistics (n_segments, n_statistics), as ``Metric.measure`` gives them; or
        (n_segments, n_runs, n_statistics), as ``statistics_by_run`` gives them, with equally many runs for every system
    trials : R, the number of shuffles
    seed : of the shuffles; it draws the same shuffles for every metric and any systems over as many segments
    on_progress : is told the share of the work done; an exception that it raises ends the work
    exchange : one of ``EXCHANGES``; both are the same for systems of a single run

    A shuffle under which a score is not defined (NaN) counts as at least as large, so that it can only raise p.

    Raises ``ValueError`` as ``checked_statistics`` does, and for an unknown exchange.
    """
    _, totals = checked_statistics(metric, statistics, trials, seed, at_least=2, with_runs=True)
    counts = np.full((len(totals), len(totals)), trials)
    pairs = list(combinations(range(len(totals)), 2))
    counted = count_shuffles(metric, statistics, pairs, trials, seed, on_progress, exchange)
    for (a, b), count in zip(pairs, counted, strict=True):
        counts[a, b] = counts[b, a] = count
    return Randomization(metric, tuple(statistics), metric.score(totals), counts, trials, seed)


def count_shuffles(
    metric: Metric,
    statistics: Mapping[str, Floats],
    pairs: Sequence[Place],
    trials: int = 10_000,
    seed: int = 1,
    on_progress: Progress = no_progress,
    exchange: str = TOGETHER,
) -> list[int]:
    """Return how many shuffles count against each pair's difference; a pair is two ascending places of systems.

    A shuffle counts if its absolute difference is at least as large as the observed one. All else as for ``randomize``.
    """
    _, totals = checked_statistics(metric, statistics, trials, seed, at_least=2, with_runs=True)
    scores = metric.score(totals)
    observed = np.array([abs(scores[a] - scores[b]) for a, b in pairs])
    by_themselves = StepDown(tuple(pairs), observed, np.ones(len(observed)), metric.rounding)
    counts = count_steps(metric, statistics, by_themselves, trials, seed, on_progress, exchange)
    return counts[0].tolist()  # type: ignore[no-any-return]


def count_steps(
    metric: Metric,
    statistics: Mapping[str, Floats],
    order: StepDown,
    trials: int = 10_000,
    seed: int = 1,
    on_progress: Progress = no_progress,
    exchange: str = TOGETHER,
) -> Ints:
    """Return the shuffles that count against each pair of the order, int64 (2, n_pairs), by ``StepDown.count``.

    All else as for ``randomize``.
    """
    rows, totals = checked_statistics(metric, statistics, trials, seed, at_least=2, with_runs=True)
    check_exchange(exchange)
    counting = partial(count_sums, metric, totals, order)
    counts: Ints = np.sum([*draw_shuffles(rows, exchange, trials, seed, on_progress, counting)], axis=0, dtype=np.int64)
    return counts


def count_sums(metric: Metric, totals: Floats, order: StepDown, sums: Sums) -> Ints:
    """Return how many shuffles of one batch count against each pair, as in ``count_steps``.

    ``totals`` are the systems' sums of all segments before any swap, (n_systems, n_statistics).
    """
    return order.count(lambda a, b: differences_of_sums(metric, sums(a, b), totals[a] + totals[b]))


def shuffled_scales(
    metric: Metric,
    statistics: Mapping[str, Floats],
    tested: Flags,
    on_progress: Progress = no_progress,
    exchange: str = TOGETHER,
) -> Floats:
    """Return each pair's s for ``StepDown``, (n_systems, n_systems), by ``SCALE_TRIALS`` shuffles of a fixed seed."""
    rows, totals = checked_statistics(metric, statistics, with_runs=True)
    check_exchange(exchange)
    squares = partial(squares_of_sums, metric, totals, tested)
    batches = [*draw_shuffles(rows, exchange, SCALE_TRIALS, SCALE_SEED, on_progress, squares)]
    return pair_scales(np.sum(batches, axis=0), metric.rounding)


def squares_of_sums(metric: Metric, totals: Floats, tested: Flags, sums: Sums) -> Floats:
    """Return the ``null_squares`` of one batch of shuffles, to be summed for ``pair_scales``."""
    return null_squares(
        len(totals), tested, lambda a, b: differences_of_sums(metric, sums(a, b), totals[a] + totals[b])
    )


def null_differences(
    metric: Metric,
    a: Floats,
    b: Floats,
    trials: int = 10_000,
    seed: int = 1,
    on_progress: Progress = no_progress,
    exchange: str = TOGETHER,
) -> Floats:
    """Return the null distribution of a pair: A's score less B's under the shuffles of ``randomize``, (trials,).

    ``a`` and ``b`` are statistics as in ``randomize``, whose ``ValueError`` it raises.
    """
    rows, totals = checked_statistics(metric, {"A": a, "B": b}, trials, seed, with_runs=True)
    check_exchange(exchange)
    whole = totals.sum(axis=0)
    batches = draw_shuffles(
        rows, exchange, trials, seed, on_progress, lambda sums: differences_of_sums(metric, sums(0, 1), whole)
    )
    return np.concatenate(list(batches))


def check_exchange(exchange: str) -> None:
    """Raise ``ValueError`` for an unknown exchange."""
    check_known(exchange, EXCHANGES, "exchange")


def draw_shuffles(
    rows: Sequence[Floats], exchange: str, trials: int, seed: int, on_progress: Progress, use: Callable[[Sums], Result]
) -> Iterator[Result]:
    """Return an iterator over what ``use`` makes of each batch of shuffles; all pairs share the shuffles."""
    by_run = [statistics.reshape(len(statistics), -1, statistics.shape[-1]) for statistics in rows]
    if exchange == "runs":
        return _exchange_runs(by_run, trials, seed, on_progress, use)
    return _swap_segments([statistics.sum(axis=1) for statistics in by_run], trials, seed, on_progress, use)


def _swap_segments(
    rows: Sequence[Floats], trials: int, seed: int, on_progress: Progress, use: Callable[[Sums], Result]
) -> Iterator[Result]:
    """Return an iterator over what ``use`` makes of each batch, where a shuffle swaps all outputs of a segment.

    A's sums are S_A + swap @ (B - A). With the first system F, B - A is (B - F) - (A - F), and a product with a sum is
    the sum of the products. So one product for each system, swap @ (A - F), serves all pairs of the system.
    """
    totals = [statistics.sum(axis=0) for statistics in rows]
    from_first, n_statistics = column_blocks([statistics - rows[0] for statistics in rows[1:]]), rows[0].shape[1]

    def work(batch: Bits) -> Result:
        gains = [np.zeros((len(batch), n_statistics)), *swapped_sums_of_each(batch, from_first, n_statistics)]
        return use(lambda a, b: totals[a] + (gains[b] - gains[a]))

    return run_side_by_side(work, swaps(len(rows[0]), trials, seed, on_progress))


def _exchange_runs(
    rows: Sequence[Floats], trials: int, seed: int, on_progress: Progress, use: Callable[[Sums], Result]
) -> Iterator[Result]:
    """Return an iterator over what ``use`` makes of each batch; a shuffle gives A some of its own and of B's runs.

    Two products for each system serve all its pairs.
    """
    n_segments, n_runs, _ = rows[0].shape
    # Each half of a segment's outputs as a number, one bit an output: A's runs are the lowest bits, then come B's.
    halves = (1 << np.array(list(combinations(range(2 * n_runs), n_runs)))).sum(axis=1)
    own, others = halves & ((1 << n_runs) - 1), halves >> n_runs

    def work(batch: Choices) -> Result:
        own_sums = [chosen_sums(batch, own, statistics) for statistics in rows[:-1]]
        other_sums = [chosen_sums(batch, others, statistics) for statistics in rows[1:]]
        return use(lambda a, b: own_sums[a] + other_sums[b - 1])

    return run_side_by_side(work, choices(n_segments, len(halves), trials, seed, on_progress))


def differences_of_sums(metric: Metric, a: Floats, whole: Floats) -> Floats:
    """Return the scores of A's sums (batch, n_statistics) less B's; B has the rest of the whole (n_statistics,).

    In memory all sums of one statistic lie side by side, because scores are computed statistic by statistic.
    """
    by_statistic = np.empty((a.shape[1], 2, len(a)))
    sums = np.moveaxis(by_statistic, 0, -1)
    sums[0] = a
    np.subtract(whole, a, out=sums[1])
    sums[np.abs(sums) < ZERO_SHARE * whole] = 0
    scores = metric.score(sums)
    differences: Floats = scores[0] - scores[1]
    return differences
