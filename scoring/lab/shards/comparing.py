"""Test all pairs of systems by the sums of shards."""

import numpy as np

from ...counting.arrays import Floats
from ...metric import Metric
from ...output.numbers import counted
from ...significance import Bootstrap, Comparisons, Randomization, Verdicts, judge
from ...significance.bootstrap_intervals import bootstrap_of_samples
from ...significance.max_t import count_resamples, scales_of_resamples
from ...significance.randomization import SCALE_TRIALS, Sums, count_sums, squares_of_sums
from ...significance.stepdown import StepDown, TrialCounts, pair_scales
from .drawing import SampledSums

MAX_SUMS = 1 << 30
"""Most bytes in the main process of all systems' sums under each trial, with those of each shard under way."""


def compare_sums(
    metric: Metric, systems: tuple[str, ...], sampled_sums: SampledSums, trials: int, seed: int, correction: str
) -> Verdicts:
    """Return the verdicts on all pairs by these trials, without further ones."""
    totals = np.stack([sampled_sums.counted.sum_of(metric, system) for system in systems])
    samples = metric.score(sampled_sums.samples[metric])
    bootstrap = bootstrap_of_samples(metric, systems, totals, samples, sampled_sums.counted.n_segments, seed)
    tested: Randomization | Bootstrap = bootstrap
    if metric in sampled_sums.gains:
        tested, counted = _randomization_result(metric, systems, totals, sampled_sums, trials, seed)
    else:
        counted = count_resamples(bootstrap, scales_of_resamples(bootstrap))
    compared = Comparisons(metric, tested, bootstrap, correction, counted=counted)
    sums = {system: total[None] for system, total in zip(systems, totals, strict=True)}
    return judge(compared, sums, most_work=0)


def _randomization_result(
    metric: Metric, systems: tuple[str, ...], totals: Floats, sampled_sums: SampledSums, trials: int, seed: int
) -> tuple[Randomization, TrialCounts]:
    """Return the result of the shuffles, and the counts of the step-down test."""
    scores = metric.score(totals)
    tested = ~np.isnan(scores[:, None] - scores)
    scales = None
    if metric in sampled_sums.scale_gains:
        squares = squares_of_sums(metric, totals, tested, _sums(totals, sampled_sums.scale_gains[metric]))
        scales = pair_scales(squares, metric.rounding)
    order = StepDown.of(scores, tested, scales, metric.rounding)
    counted = TrialCounts.of(
        order, count_sums(metric, totals, order, _sums(totals, sampled_sums.gains[metric])), trials
    )
    counts = order.table(counted.counts[0], len(systems), trials)
    return Randomization(metric, systems, scores, counts, trials, seed), counted


def _sums(totals: Floats, gains: Floats) -> Sums:
    return lambda a, b: totals[a] + (gains[b] - gains[a])


def check_sums_fit(metrics: tuple[Metric, ...], n_systems: int, trials: int, ahead: int) -> None:
    """Raise ``ValueError`` unless the sums under all trials, with those of ``ahead`` shards, fit into ``MAX_SUMS``."""
    each = 8 * n_systems * sum(len(metric.statistic_names) for metric in metrics) * (1 + ahead)
    most_trials = (MAX_SUMS // each - SCALE_TRIALS) // 2
    if trials > most_trials:
        raise ValueError(
            f"--trials: sums of {n_systems} systems under {trials:,} trials do not fit into {MAX_SUMS >> 20:,} MB"
            f" beside those of {counted(ahead, 'shard')} under way. Ask for at most {most_trials:,}, or for"
            " fewer metrics or workers at once."
        )
