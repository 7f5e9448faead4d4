"""All pairs of systems, tested by the sums that shards give."""

from itertools import combinations

import numpy as np

from ..formats.columns import counted
from ..metric import Metric
from ..significance import Comparisons, Randomization, Verdicts, judge
from ..significance.bootstrap import of_samples
from ..significance.randomization import count_sums
from .drawing import Drawn

MOST_SUMS = 1 << 30
"""Bytes of all systems' sums under each trial, and of as many for each shard under way, which whoever asks holds."""


def compare_sums(
    metric: Metric, systems: tuple[str, ...], drawn: Drawn, trials: int, seed: int, correction: str
) -> Verdicts:
    """The verdicts on all pairs by these trials, without further ones."""
    totals = np.stack([drawn.counted.sum_of(metric, system) for system in systems])
    samples = metric.score(drawn.samples[metric])
    bootstrap = of_samples(metric, systems, totals, samples, drawn.counted.n_segments, seed)
    randomized = None
    if metric in drawn.gains:
        gains = drawn.gains[metric]
        pairs = list(combinations(range(len(systems)), 2))
        found = count_sums(metric, totals, pairs, lambda a, b: totals[a] + (gains[b] - gains[a]))
        counts = np.full((len(systems), len(systems)), trials)
        for (a, b), count in zip(pairs, found, strict=True):
            counts[a, b] = counts[b, a] = count
        randomized = Randomization(metric, systems, metric.score(totals), counts, trials, seed)
    compared = Comparisons(metric, randomized or bootstrap, bootstrap, correction)
    sums = {system: total[None] for system, total in zip(systems, totals, strict=True)}
    return judge(compared, sums, most_work=0)


def check_room(metrics: tuple[Metric, ...], n_systems: int, trials: int, ahead: int) -> None:
    """``ValueError`` where the sums under all trials, and those of ``ahead`` shards, do not fit into ``MOST_SUMS``."""
    each = 2 * 8 * n_systems * sum(len(metric.statistic_names) for metric in metrics) * (1 + ahead)
    if each * trials > MOST_SUMS:
        raise ValueError(
            f"--trials: sums of {n_systems} systems under {trials:,} trials do not fit into {MOST_SUMS >> 20:,} MB"
            f" beside those of {counted(ahead, 'shard')} under way. Ask for at most {MOST_SUMS // each:,}, or for"
            " fewer metrics or workers at once."
        )
