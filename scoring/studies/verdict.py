"""What tests of all pairs say of the systems at the top. Pure."""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from ..analysis.oddities import Oddity
from ..judgments.external import ExternalScore
from ..metric import Metric
from ..output.numbers import printed_value
from ..significance import CLEAR, CLOSE, LEVEL, LIKELY, LITTLE, MORE, Verdicts, power_of_pair
from ..testset import TestSet
from .comparison import ComparisonRequest, better_of, run


@dataclass(frozen=True)
class Decision:
    """The best of the shown systems, and the next one."""

    verdicts: Verdicts
    best: str
    next: str
    alike: tuple[str, ...]
    """further systems from which the best cannot be told"""
    behind: tuple[str, ...]
    """further systems over which its lead is clear or likely"""

    @property
    def metric(self) -> Metric:
        return self.verdicts.comparisons.metric

    @property
    def state(self) -> str:
        return self.verdicts.state(self.best, self.next)

    @property
    def scores(self) -> tuple[float, float]:
        """Of the best and of the next one."""
        return self._score(self.best), self._score(self.next)

    @property
    def difference(self) -> float:
        """How far the best is ahead, whichever way the metric goes; 0 where both are level, as rounding sees it."""
        found = abs(self.scores[0] - self.scores[1])
        return 0.0 if found <= self.metric.rounding else found

    @property
    def needed(self) -> float:
        """Segments like these, or documents, that would show a difference of this size with a power of 80 %.

        NaN where there is none, where it is shown already, and where there are as many.
        """
        found = self.verdicts.comparisons
        if self.state != CLOSE or not self.difference:
            return math.nan
        needed = power_of_pair(found.bootstrap, self.best, self.next, level=LEVEL / found.n_adjusted).needed_units
        return needed if needed > found.bootstrap.n_units else math.nan

    def _score(self, system: str) -> float:
        found = self.verdicts.comparisons
        return float(found.tested.scores[found.index(system)])


@dataclass(frozen=True)
class Votes:
    """Who of two systems is ahead by which metric, by label; without any test."""

    first: tuple[str, ...] = ()
    second: tuple[str, ...] = ()
    level: tuple[str, ...] = ()
    by_people: "Votes | None" = None
    """people's scores, which are counted by themselves"""
    against: tuple[str, ...] | None = None
    """Labels of metrics, people's first, by which the second is significantly better; None where that is not tested."""

    @property
    def number(self) -> int:
        return len(self.first) + len(self.second) + len(self.level)


def decide(verdicts: Verdicts, shown: Sequence[str]) -> Decision | None:
    """Of the systems shown; None where fewer than two of them have a score."""
    found = verdicts.comparisons
    ranked = [found.systems[system] for system in found.order if not math.isnan(found.tested.scores[system])]
    ranked = [system for system in ranked if system in shown]
    if len(ranked) < 2:
        return None
    best, following, *others = ranked
    alike = tuple(system for system in others if verdicts.state(best, system) in (CLOSE, MORE, LITTLE))
    return Decision(verdicts, best, following, alike, tuple(system for system in others if system not in alike))


def votes(
    scores: Mapping[str, Mapping[str, float] | None], metrics: Mapping[str, Metric], pair: tuple[str, str], of: str
) -> Votes:
    """Of all other metrics whose scores are there, as tables print them; ``scores`` maps metric -> system -> score.

    ``of`` is the metric that decides: its own vote does not count, nor that of one with the very same scores, nor that
    of a file with scores of a metric that is computed here.
    """
    others = {name: found for name, found in scores.items() if found is not None and found != scores[of]}
    sides = {name: _side(metrics[name], found, pair) for name, found in others.items()}

    def counted(people: bool) -> Votes:
        group = {name: side for name, side in sides.items() if metrics[name].is_human is people}
        ahead = {
            side: tuple(metrics[name].full_name for name, on in group.items() if on == side) for side in (1, -1, 0)
        }
        return Votes(ahead[1], ahead[-1], ahead[0])

    people = counted(people=True)
    return replace(counted(people=False), by_people=people if people.number else None)


def dissenters(found: Votes, metrics: Iterable[Metric]) -> list[Metric]:
    """Return those of the metrics that have the second ahead, people's first: ``significantly_against`` tests these."""
    people = found.by_people.second if found.by_people is not None else ()
    against = [metric for metric in metrics if metric.full_name in (people if metric.is_human else found.second)]
    return sorted(against, key=lambda metric: not metric.is_human)


def judge_by_metric(request: ComparisonRequest, test_set: TestSet) -> Verdicts:
    """Return the verdicts by the request's metric, on the segments with a score of every system that has any."""
    metric = request.metric
    if isinstance(metric, ExternalScore):
        judged = metric.judged(test_set, test_set.system_names)
        test_set = test_set.only(np.flatnonzero(judged)) if judged.any() and not judged.all() else test_set
    return run(request, request.rows(metric.measure(test_set), test_set.documents)).verdicts


def significantly_against(found: Votes, decision: Decision, verdicts: Iterable[Verdicts]) -> Votes:
    """Return the votes with the metrics by which the second is significantly better; ``verdicts`` are by dissenters."""
    sure = (each for each in verdicts if _is_significantly_better(each, decision.next, decision.best))
    return replace(found, against=tuple(each.comparisons.metric.full_name for each in sure))


def _is_significantly_better(found: Verdicts, system: str, other: str) -> bool:
    scores, metric = found.comparisons.tested.scores, found.comparisons.metric
    first, second = (float(scores[found.comparisons.index(name)]) for name in (system, other))
    is_better = better_of(metric, first - second, (system, other)) == system
    return is_better and found.state(system, other) in (CLEAR, LIKELY)


def _side(metric: Metric, scores: Mapping[str, float], pair: tuple[str, str]) -> int | None:
    """1 where the first is ahead as tables print it, -1 where the second is; None without a vote."""
    if any(math.isnan(scores[system]) for system in pair) or (isinstance(metric, ExternalScore) and metric.title):
        return None
    first, second = (printed_value(scores[system], metric.decimals) for system in pair)
    return 0 if first == second else 1 if (first > second) == metric.higher_is_better else -1
