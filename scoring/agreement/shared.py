"""What several metrics are held against alike: the judged outputs that all of them have a score of."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from ..arrays import Flags
from ..judgments.external import ExternalScore
from ..metric import Metric
from ..testset import TestSet
from .judge import Judge, judge_of
from .scored import covered


@dataclass(frozen=True, eq=False)
class Shared:
    """A judge of only those outputs that every metric has a score of, and what is left out for that."""

    judge: Judge
    metrics: tuple[Metric, ...]
    """those that have scores of every judged system"""
    lacking: Mapping[str, tuple[str, ...]]
    """label of a metric that is left out -> the judged systems that it has no score of"""
    incomplete: Mapping[str, int]
    """label of a metric that lacks some outputs -> of how many judged outputs it has a score"""
    lost: tuple[str, ...]
    """judged systems of which no output has a score of every metric"""
    n_outputs: int
    """judged outputs that count"""
    n_judged: int
    """all judged outputs: those that are compared with another one of their segment"""


def shared(judged: TestSet, given: TestSet, name: str, metrics: Sequence[Metric]) -> Shared:
    """By the judge of that name in ``judged``; metrics from elsewhere find their scores in ``given``.

    Both have the same systems and segments. Raises ``ValueError`` for an unknown judge, and where no segment has two
    judged outputs with a score of every metric.
    """
    whole = judge_of(judged, name)
    outputs = compared(whole, judged)
    there = {metric: covered(given, [metric]) for metric in metrics}
    lacking = {metric.label: _lacks(outputs, found, judged) for metric, found in there.items()}
    kept = tuple(metric for metric in metrics if not lacking[metric.label])
    counts = {metric.label: int((outputs & there[metric]).sum()) for metric in kept}
    incomplete = {label: count for label, count in counts.items() if count < outputs.sum()}
    both = np.logical_and.reduce([np.ones_like(outputs), *(there[metric] for metric in kept)])
    try:
        judge = judge_of(judged, name, both) if incomplete else whole
    except ValueError:
        raise ValueError(_too_few(name, incomplete, int(outputs.sum()))) from None
    gone = {label: systems for label, systems in lacking.items() if systems}
    lost = tuple(system for system in whole.systems if system not in judge.systems)
    return Shared(judge, kept, gone, incomplete, lost, int(compared(judge, judged).sum()), int(outputs.sum()))


def compared(judge: Judge, test_set: TestSet) -> Flags:
    """(n_systems, n_segments) of the test set: which outputs are judged beside another one of their segment."""
    rows = np.array([test_set.system_names.index(system) for system in judge.systems])
    found = np.zeros((len(test_set.systems), len(test_set)), bool)
    segments = judge.segments[judge.pairs.segments]
    for places in (judge.pairs.first, judge.pairs.second):
        found[rows[places], segments] = True
    return found


def without_judge(metrics: Sequence[Metric], judged: TestSet, given: TestSet, name: str) -> list[Metric]:
    """The metrics but for those whose scores are the judge's own."""
    own = next((scores for scores in judged.scores if scores.name == name), None)
    theirs = {scores.name: scores for scores in given.scores}
    if own is None:
        return list(metrics)

    def is_judge(metric: Metric) -> bool:
        scores = theirs.get(metric.of) if isinstance(metric, ExternalScore) else None
        return scores is not None and all(
            np.array_equal(scores.of(system), own.of(system), equal_nan=True) for system in given.system_names
        )

    return [metric for metric in metrics if not is_judge(metric)]


def _lacks(outputs: Flags, there: Flags, test_set: TestSet) -> tuple[str, ...]:
    """The judged systems without any score of a judged output."""
    named = zip(test_set.system_names, outputs, outputs & there, strict=True)
    return tuple(name for name, judged, found in named if judged.any() and not found.any())


def _too_few(name: str, incomplete: Mapping[str, int], n_judged: int) -> str:
    held = ", ".join(f"{label} has {count:,}" for label, count in incomplete.items())
    return f"{name}: no segment has two outputs with a score of every metric. Of {n_judged:,} judged outputs {held}."
