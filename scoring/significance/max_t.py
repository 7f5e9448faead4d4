"""Count the shuffles, or resamples, that count against each pair of systems in the step-down max-T test."""

from collections.abc import Callable, Mapping

import numpy as np

from ..counting.arrays import Floats
from ..counting.progress import Progress, progress_between
from ..metric import Metric
from .bootstrap_intervals import Bootstrap, bootstrap
from .randomization import SCALE_SEED, SCALE_TRIALS, Randomization, count_steps, shuffled_scales
from .resampling.draws import checked_statistics
from .stepdown import StepDown, TrialCounts, null_squares, pair_scales


def randomize_together(
    metric: Metric, statistics: Mapping[str, Floats], trials: int, seed: int, on_progress: Progress, exchange: str
) -> tuple[Randomization, TrialCounts]:
    """Return the result of ``randomize``, and the counts of the step-down test under the same shuffles."""
    _, totals = checked_statistics(metric, statistics, with_runs=True)
    scores = metric.score(totals)
    tested = ~np.isnan(scores[:, None] - scores)
    scales, share = None, 0.0
    if len(scores) > 2:  # with a single pair, any s gives the same p
        share = SCALE_TRIALS / (SCALE_TRIALS + trials)
        scales = shuffled_scales(metric, statistics, tested, progress_between(on_progress, 0.0, share), exchange)
    order = StepDown.of(scores, tested, scales, metric.rounding)
    counts_by_pair = count_steps(
        metric, statistics, order, trials, seed, progress_between(on_progress, share, 1.0), exchange
    )
    counted = TrialCounts.of(order, counts_by_pair, trials)
    counts = order.table(counted.counts[0], len(scores), trials)
    return Randomization(metric, tuple(statistics), scores, counts, trials, seed), counted


def resampled_scales(metric: Metric, statistics: Mapping[str, Floats]) -> Floats:
    """Return each pair's s for ``StepDown``, (n_systems, n_systems), by resamples that are the same for every seed."""
    return scales_of_resamples(bootstrap(metric, statistics, SCALE_TRIALS, SCALE_SEED))


def scales_of_resamples(resampled: Bootstrap) -> Floats:
    """Return each pair's s for ``StepDown``, (n_systems, n_systems), by these resamples."""
    squares = null_squares(
        len(resampled.systems), ~np.isnan(resampled.differences), bootstrap_null_differences(resampled)
    )
    return pair_scales(squares, resampled.metric.rounding)


def count_resamples(resampled: Bootstrap, scales: Floats) -> TrialCounts:
    """Return the number of resamples that count against each pair, in the order of the step-down test."""
    order = StepDown.of(resampled.scores, ~np.isnan(resampled.p_values), scales, resampled.metric.rounding)
    return TrialCounts.of(order, order.count(bootstrap_null_differences(resampled)), resampled.trials)


def bootstrap_null_differences(resampled: Bootstrap) -> Callable[[int, int], Floats]:
    """Return a function from two systems' places to their differences under the null hypothesis, (trials,)."""
    return lambda a, b: resampled.null_differences(resampled.systems[a], resampled.systems[b])
