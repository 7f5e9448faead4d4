"""What the page Significance asks of scoring, computed once in the background."""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import pairwise

import numpy as np

from scoring import METRICS, Metric, TestSet
from scoring.origins import Origins
from scoring.significance import (
    MAX_T,
    PAIR_CORRECTIONS,
    SEGMENT,
    TOGETHER,
    Comparison,
    Comparisons,
    Power,
    Progress,
    Removal,
    Verdicts,
    as_large,
    by_document,
    by_run,
    compare,
    judge,
    leave_one_out,
    null_differences,
    pooled,
    power_of_pair,
    removal,
    usual_trials,
)
from ui.kit import budget

SEED = 1
"""The usual one."""
CORRECTION = MAX_T
"""The usual one, too."""
REMOVAL_TRIALS = 10_000
"""The most trials for removing segments, which runs about twenty tests."""
COMPARING = 0.95
"""The share of the work on all pairs that is comparing; the rest is finding the quantiles."""

Pair = tuple[str, str]
Groups = tuple[tuple[str, tuple[str, ...]], ...]
"""Each system with the names of its runs."""
Measured = Mapping[str, np.ndarray]
"""System -> float64 (n_segments, n_statistics); where documents are drawn, a row a document."""


@dataclass(frozen=True)
class Plan:
    """What is compared and how; equal plans over one test set give equal results."""

    metric: Metric
    systems: tuple[str, ...]
    """whose outputs are compared"""
    groups: Groups | None
    """their runs are ``systems``; None where each is a system of its own"""
    test: str
    trials: int
    seed: int
    exchange: str = TOGETHER
    """how randomization exchanges runs between systems"""
    unit: str = SEGMENT
    """what is drawn, and exchanged, as one"""

    def rows(self, measured: Measured, test_set: TestSet) -> Measured:
        """The rows that are drawn of a test set: its segments themselves, or the sums of its documents."""
        if self.unit == SEGMENT or test_set.documents is None:
            return measured
        return by_document(measured, test_set.documents)

    def n_units(self, test_set: TestSet) -> int:
        """How many rows are drawn of a test set."""
        return len(test_set) if self.unit == SEGMENT else n_documents(test_set)

    @property
    def by_run(self) -> bool:
        """Whether a shuffle exchanges each output on its own."""
        return self.groups is not None and self.test == "ar" and self.exchange == "runs"

    def shown(self, systems: Sequence[str]) -> list[str]:
        """Those compared of which one of these outputs is a run, or which they are."""
        if self.groups is None:
            return [name for name in self.systems if name in systems]
        return [name for name, runs in self.groups if set(runs) & set(systems)]

    @property
    def compared(self) -> tuple[str, ...]:
        """The names of what is compared: the systems, or the groups."""
        return self.systems if self.groups is None else tuple(name for name, _ in self.groups)

    def only(self, pair: tuple[str, str]) -> "Plan":
        """The plan for two of those that are compared."""
        if self.groups is None:
            return replace(self, systems=pair)
        groups = tuple((name, dict(self.groups)[name]) for name in pair)
        return replace(self, groups=groups, systems=tuple(run for _, runs in groups for run in runs))


@dataclass(frozen=True, eq=False)
class AllPairs:
    """All pairs of systems, and the intervals that a page shows."""

    comparisons: Comparisons
    """by the usual correction: see ``corrected``"""
    intervals: np.ndarray
    """float64 (n_systems, 2): 95 % of each score"""
    difference_intervals: np.ndarray
    """float64 (n_systems, n_systems, 2): 95 % of the row's score less the column's"""
    by_correction: Mapping[str, Comparisons]
    """the same with adjusted p-values, made once: each object keeps the letters that it has computed"""

    def corrected(self, correction: str) -> Comparisons:
        return self.by_correction[correction]

    def only(self, names: Sequence[str]) -> "AllPairs":
        """What is shown of these; p-values stay adjusted for all."""
        places = [self.comparisons.index(name) for name in names]
        return AllPairs(
            self.comparisons.only(names),
            self.intervals[places],
            self.difference_intervals[np.ix_(places, places)],
            {name: found.only(names) for name, found in self.by_correction.items()},
        )

    @property
    def n_bytes(self) -> int:
        return self.comparisons.bootstrap.samples.nbytes + self.difference_intervals.nbytes


@dataclass(frozen=True, eq=False)
class Judged:
    """The verdicts of all pairs."""

    verdicts: Verdicts

    @property
    def n_bytes(self) -> int:
        n_systems = len(self.verdicts.comparisons.systems)
        return 50 * n_systems**2 + self.verdicts.comparisons.bootstrap.samples.nbytes


@dataclass(frozen=True, eq=False)
class Several:
    """The verdicts of all pairs by several plans."""

    of_plans: tuple[Judged, ...]

    @property
    def n_bytes(self) -> int:
        return sum(found.n_bytes for found in self.of_plans)


@dataclass(frozen=True, eq=False)
class Evidence:
    """What lies behind the p-value of one pair; differences are the first's score less the second's."""

    null: np.ndarray
    """float64 (trials,): differences under the null hypothesis; for the bootstrap, the samples less their mean"""
    as_large: np.ndarray
    """bool (trials,): which of them are at least as large as the observed one, or not defined"""
    sampled: np.ndarray
    """float64 (trials,): the bootstrap distribution"""
    share_better: float
    """of the resamples in which the first scores better, 0-1"""
    power: Power
    influence: np.ndarray
    """float64 (n_units,): as of ``leave_one_out``"""
    unit_scores: np.ndarray
    """float64 (2, n_units): of both systems; the runs of a system are taken together"""
    removal: Removal
    n_different: int
    """segments, or documents, whose statistics are not the same"""

    @property
    def n_bytes(self) -> int:
        arrays = self.null, self.as_large, self.sampled, self.influence, self.unit_scores, self.removal.order
        return sum(array.nbytes for array in arrays)


@dataclass(frozen=True)
class ByMetric:
    """One pair by several metrics; p-values are the pair's own."""

    metrics: tuple[Metric, ...]
    pairs: tuple[Comparison, ...]

    @property
    def n_bytes(self) -> int:
        return 500 * len(self.pairs)


def n_documents(test_set: TestSet) -> int:
    """How many documents its segments are of; 0 where it does not say."""
    return 0 if test_set.documents is None else len(Origins.of(test_set.documents))


def has_documents(test_set: TestSet) -> bool:
    """Whether drawing documents is another thing than drawing segments, and there are two at least."""
    return 2 <= n_documents(test_set) < len(test_set)


def grouped(systems: tuple[str, ...], runs: Mapping[str, tuple[str, ...]]) -> Groups | None:
    """All systems with their runs, in order; an output that is no run is a system of its own. None without runs."""
    system_of = {run: system for system, names in runs.items() for run in names}
    named = dict.fromkeys(system_of.get(system, system) for system in systems)
    return tuple((name, runs.get(name, (name,))) for name in named) if system_of else None


def most_trials(plan: Plan, n_units: int) -> int:
    """The largest number of trials that takes minutes: for all pairs, and for one pair by every metric."""
    of_pairs = [_work(plan.only(pair), n_units) for pair in pairwise(plan.compared)]
    return budget.MOST_WORK // max(_work(plan, n_units), len(METRICS) * max(of_pairs))


def usual_plan(metric: Metric, systems: tuple[str, ...], n_segments: int) -> Plan:
    """All pairs by approximate randomization, with the usual number of trials or as many as fit."""
    plan = Plan(metric, systems, None, "ar", usual_trials(len(systems)), SEED)
    return replace(plan, trials=budget.usual_or_fewer(plan.trials, most_trials(plan, n_segments)))


def _work(plan: Plan, n_units: int) -> int:
    """The work of one trial; runs of systems are exchanged pair by pair."""
    n_pairs = math.comb(len(plan.compared), 2)
    exchanged = n_pairs * max(len(runs) for _, runs in plan.groups or ()) if plan.by_run else 0
    return (len(plan.systems) + exchanged) * n_units + budget.PAIR_WORK * n_pairs


def all_pairs(plan: Plan, measured: Measured, tell: Progress) -> AllPairs:
    """``compare`` as planned."""
    found = _compare(plan, measured, lambda share: tell(COMPARING * share))
    systems, n = found.systems, len(found.systems)
    differences = np.zeros((n, n, 2))
    for pair in found.pairs:
        a, b = found.index(pair.a), found.index(pair.b)
        differences[a, b] = pair.ci_low, pair.ci_high
        differences[b, a] = -pair.ci_high, -pair.ci_low
    intervals = np.array([found.bootstrap.interval(system) for system in systems])
    tell(1.0)
    by_correction = {name: replace(found, correction=name) for name in PAIR_CORRECTIONS}
    return AllPairs(found, intervals, differences, by_correction)


def judged(plan: Plan, corrected: Comparisons, measured: Measured, tell: Progress) -> Judged:
    """``judge`` as planned; ``corrected`` is what came of ``all_pairs``."""
    chosen = {system: measured[system] for system in plan.systems}
    groups = None if plan.groups is None else dict(plan.groups)
    return Judged(judge(corrected, chosen, groups, tell))


def evidence(plan: Plan, found: AllPairs, measured: Measured, pair: tuple[str, str], tell: Progress) -> Evidence:
    """Null and bootstrap distribution, power and influence; the score of both must be defined."""
    bootstrap = found.comparisons.bootstrap
    summed = _joined(plan, measured, pooled)
    steps = [partial(_part, tell, done, 2) for done in range(2)]
    if plan.test == "ar":
        exchanged = _joined(plan, measured, by_run) if plan.by_run else summed
        first, second = (exchanged[name] for name in pair)
        null = null_differences(plan.metric, first, second, plan.trials, plan.seed, steps[0], plan.exchange)
    else:
        null = bootstrap.null_differences(*pair)
    observed = np.subtract(*(found.comparisons.tested.scores[found.comparisons.index(name)] for name in pair))
    a, b = (summed[name] for name in pair)
    return Evidence(
        null,
        as_large(null, observed, plan.metric.rounding),
        bootstrap.sampled_differences(*pair),
        bootstrap.share_better(*pair),
        power_of_pair(bootstrap, *pair),
        leave_one_out(plan.metric, a, b),
        plan.metric.score(np.stack([a, b])),
        removal(plan.metric, a, b, min(plan.trials, REMOVAL_TRIALS), plan.seed, on_progress=steps[1]),
        int((a != b).any(axis=1).sum()),
    )


def by_metric(
    plan: Plan, metrics: tuple[Metric, ...], measure: Callable[[Metric], Measured], tell: Progress
) -> ByMetric:
    """``compare`` as planned for two systems, with one metric after the other."""
    pairs = []
    for done, metric in enumerate(metrics):
        step = partial(_part, tell, done, len(metrics))
        pairs += _compare(replace(plan, metric=metric), measure(metric), step, "none").pairs
    return ByMetric(metrics, tuple(pairs))


def _part(tell: Progress, done: int, steps: int, share: float) -> None:
    tell((done + share) / steps)


def _compare(plan: Plan, measured: Measured, tell: Progress, correction: str = CORRECTION) -> Comparisons:
    chosen = {system: measured[system] for system in plan.systems}
    groups = None if plan.groups is None else dict(plan.groups)
    exchange = "runs" if plan.by_run else TOGETHER
    return compare(
        plan.metric, chosen, plan.test, plan.trials, plan.seed, correction, groups, tell, exchange, plan.unit
    )


def _joined(plan: Plan, measured: Measured, join: Callable) -> Measured:
    """The rows of all that is compared; where there are groups, their runs are joined."""
    return measured if plan.groups is None else join(measured, dict(plan.groups))


def better(metric: Metric, difference: float, pair: tuple[str, str]) -> str | None:
    """Who of the pair has the better score; None where neither has."""
    if np.isnan(difference) or abs(difference) <= metric.rounding:
        return None
    return pair[0] if (difference > 0) == metric.higher_is_better else pair[1]
