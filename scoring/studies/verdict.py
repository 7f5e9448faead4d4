"""Decide which of the top systems is best, from tests of all pairs, and count the votes of other metrics."""

import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from ..analysis.oddities import SAME
from ..analysis.oddities import Oddity as Oddity
from ..counting.arrays import Floats
from ..judgments import Scores
from ..judgments.external import ExternalScore
from ..judgments.same_ratings import are_of_same_ratings
from ..metric import Metric
from ..output.numbers import printed_difference
from ..significance import CLEAR, CLOSE, LEVEL, LIKELY, MORE_TRIALS, TOO_LITTLE_DATA, Verdicts, power_of_pair
from ..testset import TestSet
from .comparison import ComparisonRequest, Pair, better_system, run


@dataclass(frozen=True)
class Decision:
    """The best of the shown systems, and the next one."""

    verdicts: Verdicts
    best: str
    next: str
    not_surely_worse: tuple[str, ...]
    """Further systems that the test does not separate from the best."""
    behind: tuple[str, ...]
    """Further systems over which the best system's lead is clear or likely."""
    copies: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Other systems with exactly the same output, which are not counted, by the first such system."""

    @property
    def metric(self) -> Metric:
        return self.verdicts.comparisons.metric

    @property
    def state(self) -> str:
        return self.verdicts.state(self.best, self.next)

    @property
    def scores(self) -> tuple[float, float]:
        """Scores of the best and of the next system."""
        return self._score(self.best), self._score(self.next)

    @property
    def difference(self) -> float:
        """Lead of the best system, 0 or more for any metric; 0 where the scores differ by rounding alone."""
        lead = abs(self.scores[0] - self.scores[1])
        return 0.0 if lead <= self.metric.rounding else lead

    @property
    def printed_difference(self) -> float:
        """The best system's printed score minus the next one's."""
        return printed_difference(*self.scores, self.metric.decimals)

    @property
    def needed(self) -> float:
        """Number of similar segments, or documents, at which a difference of this size is found with a power of 80 %.

        NaN without a difference, where it is significant already, and where there are already enough.
        """
        comparisons = self.verdicts.comparisons
        if self.state != CLOSE or not self.difference:
            return math.nan
        needed = power_of_pair(
            comparisons.bootstrap, self.best, self.next, level=LEVEL / comparisons.n_adjusted
        ).needed_units
        return needed if needed > comparisons.bootstrap.n_units else math.nan

    def _score(self, system: str) -> float:
        comparisons = self.verdicts.comparisons
        return float(comparisons.tested.scores[comparisons.index(system)])


@dataclass(frozen=True)
class Votes:
    """Votes of other metrics' tests on two systems, by the metrics' labels."""

    first: tuple[str, ...] = ()
    """Metrics that find the first system significantly better."""
    second: tuple[str, ...] = ()
    level: tuple[str, ...] = ()
    """Metrics that show no significant difference."""
    by_people: "Votes | None" = None
    """Votes of people's scores, which are counted separately."""
    for_own_family: tuple[str, ...] = ()
    """Metrics of ``first`` and ``second`` that are judges of the same family as the system that they find better."""
    people_leaning_to_second: tuple[str, ...] = ()
    """People's scores by which the second system is ahead, though not significantly."""

    @property
    def number(self) -> int:
        return len(self.first) + len(self.second) + len(self.level)

    @property
    def against(self) -> tuple[str, ...]:
        """Labels of metrics, people's first, that find the second system significantly better."""
        return self.second if self.by_people is None else self.by_people.second + self.second


def decide(
    verdicts: Verdicts, shown: Sequence[str], oddities: Iterable[Oddity] = (), rival: str | None = None
) -> Decision | None:
    """Return the best of the shown systems and the next one; None where fewer than two of them have a score.

    Systems with the same output, which ``oddities`` name, count once, unless fewer than two are then left. The best
    system is compared with the ``rival``, or with the next one if the rival is itself the best or not given.
    """
    comparisons = verdicts.comparisons
    ranked = [
        comparisons.systems[system] for system in comparisons.order if not math.isnan(comparisons.tested.scores[system])
    ]
    ranked = [system for system in ranked if system in shown]
    if len(ranked) < 2:
        return None
    copies = _copies(ranked, oddities)
    counted = [system for system in ranked if not any(system in of for of in copies.values())]
    if len(counted) < 2:
        counted, copies = ranked, {}
    best, *others = counted
    following = rival if rival in others else others[0]
    others.remove(following)
    not_surely_worse = tuple(
        system for system in others if verdicts.state(best, system) in (CLOSE, MORE_TRIALS, TOO_LITTLE_DATA)
    )
    behind = tuple(system for system in others if system not in not_surely_worse)
    return Decision(verdicts, best, following, not_surely_worse, behind, copies)


def _copies(systems: Sequence[str], oddities: Iterable[Oddity]) -> dict[str, tuple[str, ...]]:
    """Return the other systems with the same output, by the first of them."""
    groups = ([name for name in systems if name in one.systems] for one in oddities if one.kind == SAME)
    return {group[0]: tuple(group[1:]) for group in groups if len(group) > 1}


def count_votes(decision: Decision, others: Iterable[Verdicts], test_set_scores: Collection[Scores] = ()) -> Votes:
    """Count the other metrics that find the best or the next system significantly better; each has its own verdicts.

    Not counted are a metric with exactly the same scores as the deciding one, a file with scores of a metric that is
    computed here, and a metric without a score of both systems. Of ``test_set_scores``, those made from the same
    ratings by people as the deciding scores are not counted.
    """
    tested = ((verdicts.comparisons.metric, verdicts) for verdicts in others)
    by_metric = {
        metric: verdicts
        for metric, verdicts in tested
        if not _are_same_ratings(decision.metric, metric, test_set_scores)
    }
    sides = {metric: _side(decision, verdicts) for metric, verdicts in by_metric.items()}

    def counted(people: bool) -> Votes:
        group = {metric.full_name: side for metric, side in sides.items() if metric.is_human is people}
        first, second, level = (tuple(label for label, on in group.items() if on == side) for side in (1, -1, 0))
        return Votes(first, second, level)

    people, better = counted(people=True), {1: decision.best, -1: decision.next}
    leaning = tuple(
        metric.full_name
        for metric, side in sides.items()
        if metric.is_human and side == 0 and _ahead(decision, by_metric[metric]) == decision.next
    )
    own = tuple(
        metric.full_name
        for metric, side in sides.items()
        if isinstance(metric, ExternalScore) and side and better[side] in metric.own_family
    )
    of_people = people if people.number else None
    return replace(counted(people=False), by_people=of_people, for_own_family=own, people_leaning_to_second=leaning)


def verdicts_by_metric(
    request: ComparisonRequest,
    test_set: TestSet,
    statistics: Mapping[str, Floats] | None = None,
    pairs: Collection[Pair] | None = None,
) -> Verdicts:
    """Return the verdicts by the request's metric, on the segments with a score of every system that has any.

    Parameters
    ----------
    statistics : the metric's statistics of the test set, if they are there already
    pairs : the pairs whose verdicts are to be settled; by default all
    """
    metric = request.metric
    if isinstance(metric, ExternalScore):
        are_judged = metric.judged(test_set, test_set.system_names)
        if are_judged.any() and not are_judged.all():
            test_set, statistics = test_set.only(np.flatnonzero(are_judged)), None
    statistics = metric.measure(test_set) if statistics is None else statistics
    return run(request, request.rows(statistics, test_set.documents), pairs=pairs).verdicts


def _are_same_ratings(deciding: Metric, other: Metric, test_set_scores: Collection[Scores]) -> bool:
    """Return whether both metrics are ``test_set_scores`` that are made from the same ratings by people."""
    by_name = {scores.name: scores for scores in test_set_scores}
    one, second = (
        by_name.get(metric.of) if isinstance(metric, ExternalScore) else None for metric in (deciding, other)
    )
    return one is not None and second is not None and are_of_same_ratings(one, second)


def _ahead(decision: Decision, verdicts: Verdicts) -> str | None:
    """Return the one of the two systems with the better score; None where they are equal or one has no score."""
    scores = dict(zip(verdicts.comparisons.systems, verdicts.comparisons.tested.scores, strict=True))
    pair = decision.best, decision.next
    return better_system(verdicts.comparisons.metric, float(scores[pair[0]] - scores[pair[1]]), pair)


def _side(decision: Decision, verdicts: Verdicts) -> int | None:
    """Return 1 if the best is significantly better, -1 if the next one is, 0 if neither; None without a vote."""
    pair, metric = (decision.best, decision.next), verdicts.comparisons.metric
    own, scores = (
        dict(zip(one.systems, one.tested.scores, strict=True))
        for one in (decision.verdicts.comparisons, verdicts.comparisons)
    )
    if scores == own or (isinstance(metric, ExternalScore) and metric.title):
        return None
    difference = float(scores[pair[0]] - scores[pair[1]])
    if math.isnan(difference):
        return None
    better = _ahead(decision, verdicts)
    return 0 if better is None or verdicts.state(*pair) not in (CLEAR, LIKELY) else 1 if better == decision.best else -1
