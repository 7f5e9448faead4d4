"""Segment scores of the shown metrics, by which segments for judgment are chosen."""

from collections.abc import Mapping

import numpy as np

from scoring import Metric, TestSet
from scoring.counting.arrays import Floats
from ui.context.context import Context
from ui.store import cache


def selection_metrics(context: Context) -> Mapping[str, Metric]:
    """Return the metrics by which segments can be chosen: the fast ones, which take seconds."""
    return {name: metric for name, metric in context.metrics.items() if not metric.is_slow}


def oriented_segment_scores(metric: Metric, test_set: TestSet, systems: tuple[str, ...]) -> Floats:
    """Return each segment's score of each system, where higher is better, float64 (n_systems, n_segments)."""
    rows = cache.engine().now(cache.statistics_task(metric, test_set), within=(0.0, 1.0))
    sign = 1 if metric.higher_is_better else -1
    return np.stack([sign * metric.score(rows[system]) for system in systems])
