"""Hold a metric's scores of the judged outputs, oriented so that higher is better."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import NoneType
from typing import Literal, Self

import numpy as np

from ..counting.arrays import Flags, Floats, quotients
from ..judgments.external import ExternalScore
from ..metric import Metric
from ..significance.resampling.draws import check_statistics
from ..testset import TestSet
from ..text.texts import check_counts
from ..validation import as_float_array, as_list, check_known, expect
from .judge import Judge
from .pairs import as_scores, check_shape

SystemScore = Literal["corpus", "mean", "weighted"]
CORPUS: SystemScore = "corpus"
MEAN: SystemScore = "mean"
WEIGHTED: SystemScore = "weighted"
SYSTEM_SCORES: tuple[SystemScore, ...] = (CORPUS, MEAN, WEIGHTED)
"""How a metric scores a whole system: all segments together, or the mean of the segments' scores, plain or weighted by
reference length as in ``scoring.metric.document_score``.
"""
LENGTH = "reference_length"
"""Name of the statistic that is the weight; for metrics without it all segments weigh the same."""


@dataclass(frozen=True, eq=False)
class OrientedScores:
    """A metric's scores of one judge's systems and segments; higher is better, also where the metric's own are not.

    Raises ``ValueError`` for scores that are infinite or no table, and statistics of another shape.
    """

    segments: Floats
    """(n_systems, n_segments); NaN where an output has no score, which then ties with every other output"""
    metric: Metric | None = None
    statistics: Sequence[Floats] | None = field(default=None, repr=False)
    """statistics of each system, (n_segments, n_statistics); if None, a system's score is the mean of its segments'"""
    origin: float = 0.0
    """Score from which ``segments`` and ``system_scores`` are counted, as in ``ExternalScore``"""

    def __post_init__(self) -> None:
        object.__setattr__(self, "segments", as_scores(self.segments))
        expect(self.metric, (Metric, NoneType), "metric")
        if self.statistics is not None:
            statistics = [as_float_array(own, "statistics", 2) for own in as_list(self.statistics, "statistics")]
            n_systems, n_segments = self.segments.shape
            if [len(own) for own in statistics] != [n_segments] * n_systems:
                expected = f"{n_systems:,} systems x {n_segments:,} segments"
                shapes = ", ".join(map(str, dict.fromkeys(own.shape for own in statistics)))
                raise ValueError(
                    f"Expected statistics of every output, {expected}; found {len(statistics):,} of {shapes}."
                )
            object.__setattr__(self, "statistics", tuple(statistics))

    @classmethod
    def of(cls, metric: Metric, statistics: Mapping[str, Floats], judge: Judge) -> Self:
        """Return the scores from each system's statistics of all segments of the test set, (n_segments, n_statistics).

        Raises ``ValueError`` where a judged system or segment has no statistics, or the numbers of segments differ.
        """
        expect(metric, Metric, "metric")
        expect(judge, Judge, "judge")
        check_statistics(statistics)
        missing = [system for system in judge.systems if system not in statistics]
        if missing:
            raise ValueError(f"{metric.label} has no scores of {', '.join(missing)}, which {judge.name} has judged.")
        rows = [as_float_array(statistics[system], f"statistics of {system}", 2) for system in judge.systems]
        check_counts({system: len(own) for system, own in zip(judge.systems, rows, strict=True)})
        last = int(judge.segments[-1])
        if last >= len(rows[0]):
            raise ValueError(f"{judge.name} has judged segment {last + 1:,}; {metric.label} has {len(rows[0]):,}.")
        if len(judge.segments) < len(rows[0]):  # else they need no copy
            rows = [own[judge.segments] for own in rows]
        sign, origin = 1 if metric.higher_is_better else -1, 0.0
        if isinstance(metric, ExternalScore):
            metric, origin = replace(metric, origin=0.0), sign * metric.origin
        scores = np.stack([metric.score(own) for own in rows])
        return cls(sign * scores, metric, rows, origin)

    def system_scores(self, counts: Floats, kind: SystemScore = CORPUS) -> Floats:
        """Return the systems' scores in each draw, (n_draws, n_systems).

        ``counts`` (n_draws, n_segments) are how often each draw has each segment.
        """
        if kind != CORPUS or self.metric is None or self.statistics is None:
            weights = np.where(np.isnan(self.segments), 0.0, self._weights(kind))
            return quotients(counts @ (weights * np.nan_to_num(self.segments)).T, counts @ weights.T)
        scores: Floats = np.stack([self.metric.score(counts @ own) for own in self.statistics], axis=-1)
        return scores if self.metric.higher_is_better else -scores

    def _weights(self, kind: SystemScore) -> Floats:
        """Return the weight of each segment in the mean, (n_systems, n_segments)."""
        metric, rows = self.metric, self.statistics
        if kind == WEIGHTED and metric is not None and rows is not None and LENGTH in metric.statistic_names:
            return np.array([metric.column(own, LENGTH) for own in rows])
        return np.ones(self.segments.shape)


def check_scored(judge: Judge, scored: OrientedScores, kind: SystemScore = CORPUS) -> None:
    """Raise ``ValueError`` unless the scores are of this judge's systems and segments, and the kind is known."""
    expect(judge, Judge, "judge")
    expect(scored, OrientedScores, "scored")
    check_shape(scored.segments, judge.n_systems, judge.n_segments)
    check_known(kind, SYSTEM_SCORES, "kind of system scores")


def scored_outputs(test_set: TestSet, metrics: Iterable[Metric]) -> Flags:
    """Return which outputs have a score of every external metric among the metrics, (n_systems, n_segments).

    Metrics that are computed here have a score of every output.
    """
    expect(test_set, TestSet, "test_set")
    are_scored = np.ones((len(test_set.systems), len(test_set)), bool)
    for metric in as_list(metrics, "metrics", Metric, "metric"):
        if isinstance(metric, ExternalScore):
            rows = metric.measure(test_set)
            are_scored &= np.array([rows[system][:, 1] > 0 for system in test_set.system_names])
    return are_scored
