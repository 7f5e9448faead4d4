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
    metric: Metric, measured: Mapping[str, Floats], trials: int, seed: int, on_progress: Progress, exchange: str
) -> tuple[Randomization, TrialCounts]:
    """Return the result of ``randomize``, and the counts of the step-down test under the same shuffles."""
    _, totals = checked_statistics(metric, measured, with_runs=True)
    scores = metric.score(totals)
    tested = ~np.isnan(scores[:, None] - scores)
    scales, share = None, 0.0
    if len(scores) > 2:  # with a single pair, any s gives the same p
        share = SCALE_TRIALS / (SCALE_TRIALS + trials)
        scales = shuffled_scales(metric, measured, tested, progress_between(on_progress, 0.0, share), exchange)
    order = StepDown.of(scores, tested, scales, metric.rounding)
    found = count_steps(metric, measured, order, trials, seed, progress_between(on_progress, share, 1.0), exchange)
    counted = TrialCounts.of(order, found, trials)
    counts = order.table(counted.counts[0], len(scores), trials)
    return Randomization(metric, tuple(measured), scores, counts, trials, seed), counted


def resampled_scales(metric: Metric, measured: Mapping[str, Floats]) -> Floats:
    """Return each pair's s for ``StepDown``, (n_systems, n_systems), by resamples that are the same for every seed."""
    return scales_of_resamples(bootstrap(metric, measured, SCALE_TRIALS, SCALE_SEED))


def scales_of_resamples(drawn: Bootstrap) -> Floats:
    """Return each pair's s for ``StepDown``, (n_systems, n_systems), by the resamples ``drawn``."""
    squares = null_squares(len(drawn.systems), ~np.isnan(drawn.differences), bootstrap_null_differences(drawn))
    return pair_scales(squares, drawn.metric.rounding)


def count_resamples(drawn: Bootstrap, scales: Floats) -> TrialCounts:
    """Return the number of resamples that count against each pair, in the order of the step-down test."""
    order = StepDown.of(drawn.scores, ~np.isnan(drawn.p_values), scales, drawn.metric.rounding)
    return TrialCounts.of(order, order.count(bootstrap_null_differences(drawn)), drawn.trials)


def bootstrap_null_differences(drawn: Bootstrap) -> Callable[[int, int], Floats]:
    """Return a function from two systems' places to their differences under the null hypothesis, (trials,)."""
    return lambda a, b: drawn.null_differences(drawn.systems[a], drawn.systems[b])
