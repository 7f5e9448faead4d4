"""Find the judged outputs that all metrics have a score of, so that metrics are compared on the same outputs."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Self

import numpy as np

from ..counting.arrays import Flags
from ..judgments import Preferences, Scores
from ..judgments.external import ExternalScore
from ..judgments.same_ratings import are_of_same_ratings
from ..metric import Metric
from ..testset import TestSet
from .judge import Judge, find_judge
from .oriented_scores import scored_outputs


@dataclass(frozen=True, eq=False)
class SharedOutputs:
    """A judge of only the outputs that every metric has a score of, and the metrics and systems that are left out."""

    judge: Judge
    metrics: tuple[Metric, ...]
    """metrics with scores of every judged system"""
    own: tuple[str, ...]
    """labels of metrics that are left out because their scores are the judge's own"""
    derived: tuple[str, ...]
    """labels of metrics that are left out because they are made of the same ratings as the judge"""
    human: tuple[str, ...]
    """labels of scores that are left out because they are people's, as the judge's are"""
    lacking: Mapping[str, tuple[str, ...]]
    """label of a metric that is left out -> the judged systems that it has no score of"""
    incomplete: Mapping[str, int]
    """label of a metric that lacks some outputs -> number of judged outputs that it has a score of"""
    lost: tuple[str, ...]
    """judged systems without an output that has a score by every metric"""
    strangers: tuple[str, ...]
    """systems that the judge has not judged"""
    n_outputs: int
    """number of judged outputs that count"""
    n_judged: int
    """number of all judged outputs that are compared with another output of their segment"""


@dataclass(frozen=True, eq=False)
class Coverage:
    """The judged outputs that each metric has a score of."""

    judge: Judge
    """the judge with all judgments of these systems"""
    names: tuple[str, ...]
    """all systems of the test set"""
    systems: tuple[str, ...]
    """systems that may count"""
    outputs: Flags
    """(n_systems, n_segments) of the test set: outputs that are judged together with another output of their segment"""
    outputs_by_metric: Mapping[Metric, Flags]
    """metric -> (n_systems, n_segments): outputs that the metric has a score of"""
    own: tuple[str, ...]
    """labels of the metrics whose scores are the judge's own; ``outputs_by_metric`` is without them"""
    derived: tuple[str, ...]
    """labels of the metrics that are made of the same ratings as the judge; ``outputs_by_metric`` is without them"""
    human: tuple[str, ...]
    """labels of people's other scores where the judge is people, too; ``outputs_by_metric`` is without them"""

    @classmethod
    def of(
        cls,
        judged_set: TestSet,
        scored_set: TestSet,
        name: str,
        metrics: Sequence[Metric],
        systems: Sequence[str] | None = None,
    ) -> Self:
        """Return the coverage of the metrics for the judge of a name in ``judged_set``.

        External metrics find their scores in ``scored_set``, which has the same systems and segments as ``judged_set``.
        ``systems`` are the ones that count, by default all. Raises ``ValueError`` for an unknown judge, and where no
        segment has judgments of two systems.
        """
        counting = tuple(judged_set.system_names if systems is None else systems)
        judge = find_judge(judged_set, name, _outputs_of_systems(judged_set, counting))
        others = metrics_without_judge(metrics, judged_set, scored_set, name)
        own = tuple(metric.label for metric in metrics if metric not in others)
        derived = [metric for metric in others if is_derived(metric, judged_set, scored_set, name)]
        human = [metric for metric in others if judge.is_human and metric.is_human and metric not in derived]
        outputs_by_metric = {
            metric: scored_outputs(scored_set, [metric]) for metric in others if metric not in (*derived, *human)
        }
        excluded = (tuple(metric.label for metric in of) for of in (derived, human))
        return cls(
            judge,
            judged_set.system_names,
            counting,
            comparable_outputs(judge, judged_set),
            outputs_by_metric,
            own,
            *excluded,
        )

    @property
    def n_judged(self) -> int:
        return int(self.outputs.sum())

    def count(self, metric: Metric) -> int:
        """Return the number of judged outputs that the metric has a score of."""
        return int((self.outputs & self.outputs_by_metric[metric]).sum())

    def lacks(self, metric: Metric) -> tuple[str, ...]:
        """Return the judged systems without a score by the metric for any judged output."""
        are_judged, are_scored = self.outputs.any(axis=1), (self.outputs & self.outputs_by_metric[metric]).any(axis=1)
        return tuple(self.names[row] for row in np.flatnonzero(are_judged & ~are_scored))

    def shared(self, judged_set: TestSet, metrics: Sequence[Metric] | None = None) -> SharedOutputs:
        """Return the outputs that these metrics share, by default all; ``judged_set`` is the test set with the judge.

        Raises ``ValueError`` where no segment has two judged outputs with a score of every metric.
        """
        chosen = list(self.outputs_by_metric if metrics is None else metrics)
        lacking = {metric.label: systems for metric in chosen if (systems := self.lacks(metric))}
        remaining = tuple(metric for metric in chosen if metric.label not in lacking)
        counts = {metric.label: self.count(metric) for metric in remaining}
        incomplete = {label: count for label, count in counts.items() if count < self.n_judged}
        judge = self._judge_of_shared_outputs(judged_set, remaining, incomplete) if incomplete else self.judge
        lost = tuple(system for system in self.judge.systems if system not in judge.systems)
        strangers = tuple(system for system in self.systems if system not in self.judge.systems)
        n_outputs = int(comparable_outputs(judge, judged_set).sum())
        left_out = self.own, self.derived, self.human, lacking, incomplete
        return SharedOutputs(judge, remaining, *left_out, lost, strangers, n_outputs, self.n_judged)

    def _judge_of_shared_outputs(
        self, judged_set: TestSet, metrics: Sequence[Metric], incomplete: Mapping[str, int]
    ) -> Judge:
        both = np.logical_and.reduce(
            [_outputs_of_systems(judged_set, self.systems), *(self.outputs_by_metric[metric] for metric in metrics)]
        )
        try:
            return find_judge(judged_set, self.judge.name, both)
        except ValueError:
            raise ValueError(_too_few_outputs_sentence(self.judge.name, incomplete, self.n_judged)) from None


def find_shared_outputs(
    judged_set: TestSet, scored_set: TestSet, name: str, metrics: Sequence[Metric]
) -> SharedOutputs:
    """Return the outputs that all these metrics share; parameters and ``ValueError`` as for ``Coverage.of``."""
    return Coverage.of(judged_set, scored_set, name, metrics).shared(judged_set)


def _outputs_of_systems(test_set: TestSet, systems: Sequence[str]) -> Flags:
    """Return the outputs of these systems, bool (n_systems, n_segments)."""
    rows = np.array([name in set(systems) for name in test_set.system_names])
    return np.repeat(rows[:, None], len(test_set), axis=1)


def comparable_outputs(judge: Judge, test_set: TestSet) -> Flags:
    """Return which outputs are judged together with another of their segment, bool (n_systems, n_segments)."""
    rows = np.array([test_set.system_names.index(system) for system in judge.systems])
    flags = np.zeros((len(test_set.systems), len(test_set)), bool)
    segments = judge.segments[judge.pairs.segments]
    for places in (judge.pairs.first, judge.pairs.second):
        flags[rows[places], segments] = True
    return flags


def metrics_without_judge(
    metrics: Sequence[Metric], judged_set: TestSet, scored_set: TestSet, name: str
) -> list[Metric]:
    """Return the metrics without those whose scores are the judge's own."""
    own = next((scores for scores in judged_set.scores if scores.name == name), None)
    scores_by_name = {scores.name: scores for scores in scored_set.scores}
    if own is None:
        return list(metrics)

    def is_judge(metric: Metric) -> bool:
        scores = scores_by_name.get(metric.of) if isinstance(metric, ExternalScore) else None
        return scores is not None and all(
            np.array_equal(scores.of(system), own.of(system), equal_nan=True) for system in scored_set.system_names
        )

    return [metric for metric in metrics if not is_judge(metric)]


def is_derived(metric: Metric, judged_set: TestSet, scored_set: TestSet, name: str) -> bool:
    """Return whether a metric's scores are made of the same ratings as the judgments of a name in ``judged_set``."""
    external_scores = next(
        (one for one in scored_set.scores if isinstance(metric, ExternalScore) and one.name == metric.of), None
    )
    judges: list[Scores | Preferences] = [*judged_set.scores, *judged_set.preferences]
    judge = next((one for one in judges if one.name == name), None)
    return external_scores is not None and judge is not None and are_of_same_ratings(judge, external_scores)


def _too_few_outputs_sentence(name: str, incomplete: Mapping[str, int], n_judged: int) -> str:
    counts = ", ".join(f"{label} has {count:,}" for label, count in incomplete.items())
    return f"{name}: no segment has two outputs with a score of every metric. Of {n_judged:,} judged outputs {counts}."
