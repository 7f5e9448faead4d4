"""A metric's scores of what was judged."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Literal, Self

import numpy as np

from ..arrays import Flags, Floats, quotients
from ..judgments.external import ExternalScore
from ..metric import Metric
from ..testset import TestSet
from ..texts import check_counts
from .judge import Judge

SystemScore = Literal["corpus", "mean", "weighted"]
CORPUS: SystemScore = "corpus"
MEAN: SystemScore = "mean"
WEIGHTED: SystemScore = "weighted"
SYSTEM_SCORES: tuple[SystemScore, ...] = (CORPUS, MEAN, WEIGHTED)
"""What a metric says of a whole system: its score of all segments together, or the mean of the segments' scores, plain
or weighted by reference length as of ``scoring.metric.document_score``."""
LENGTH = "reference_length"
"""The statistic that is the weight; of metrics that have none all segments weigh the same."""


@dataclass(frozen=True, eq=False)
class Scored:
    """Scores of the systems and segments of one judge; higher is better, whatever the metric says."""

    segments: Floats
    """(n_systems, n_segments); NaN where a segment has no score, which then ties with every other"""
    metric: Metric | None = None
    statistics: Floats | None = field(default=None, repr=False)
    """(n_segments, n_systems, n_statistics); without, a system's score is the mean of its segments'"""

    @classmethod
    def of(cls, metric: Metric, measured: Mapping[str, Floats], judge: Judge) -> Self:
        """From each system's statistics of all segments of the test set, (n_segments, n_statistics).

        Raises ``ValueError`` where a system that was judged has none, or the numbers of segments differ.
        """
        missing = [system for system in judge.systems if system not in measured]
        if missing:
            raise ValueError(f"{metric.label} has no scores of {', '.join(missing)}, which {judge.name} has judged.")
        check_counts({system: len(measured[system]) for system in judge.systems})
        statistics = np.stack([measured[system][judge.segments] for system in judge.systems], axis=1)
        scores = metric.score(statistics).T
        return cls(scores if metric.higher_is_better else -scores, metric, statistics)

    def system_scores(self, counts: Floats, kind: SystemScore = CORPUS) -> Floats:
        """(n_draws, n_systems); ``counts`` (n_draws, n_segments) say how often each draw has each segment."""
        if kind != CORPUS or self.metric is None or self.statistics is None:
            weights = np.where(np.isnan(self.segments), 0.0, self._weights(kind))
            return quotients(counts @ (weights * np.nan_to_num(self.segments)).T, counts @ weights.T)
        shape = self.statistics.shape
        sums = (counts @ self.statistics.reshape(shape[0], -1)).reshape(len(counts), *shape[1:])
        scores: Floats = self.metric.score(sums)
        return scores if self.metric.higher_is_better else -scores

    def _weights(self, kind: SystemScore) -> Floats:
        """(n_systems, n_segments): how much each segment counts in the mean."""
        metric, rows = self.metric, self.statistics
        if kind == WEIGHTED and metric is not None and rows is not None and LENGTH in metric.statistic_names:
            return metric.column(rows, LENGTH).T
        return np.ones(self.segments.shape)


def covered(test_set: TestSet, metrics: Iterable[Metric]) -> Flags:
    """(n_systems, n_segments): which outputs have a score of all those of the metrics that come from elsewhere.

    Metrics that are computed here have one of every output.
    """
    there = np.ones((len(test_set.systems), len(test_set)), bool)
    for metric in metrics:
        if isinstance(metric, ExternalScore):
            rows = metric.measure(test_set)
            there &= np.array([rows[system][:, 1] > 0 for system in test_set.system_names])
    return there
