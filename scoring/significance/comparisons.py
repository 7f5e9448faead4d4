"""Compare all pairs of systems under one metric: test them, correct the p-values, rank the systems."""

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations
from typing import Self

import numpy as np

from ..counting.arrays import Flags, Floats, Ints
from ..counting.progress import Progress, no_progress, progress_of_part
from ..counting.usual_draws import TRIALS, check_draws
from ..metric import Metric
from ..origins import SEGMENT
from ..output.numbers import LEVEL
from ..validation import as_list, check_known, position, whole_number
from .bootstrap_intervals import Bootstrap, bootstrap
from .corrections import MAX_T, PAIR_CORRECTIONS, adjust_pairs
from .max_t import count_resamples, randomize_together, resampled_scales
from .randomization import TOGETHER, Randomization, check_exchange, randomize
from .ranking import compact_letters, pairs_by_rank, rank_systems
from .resampling.draws import check_unit, checked_statistics
from .resampling.expansion import expanded_p
from .resampling.replications import (
    Replications,
    RunGroups,
    check_exchangeable,
    pool_runs,
    replications,
    statistics_by_run,
)
from .stepdown import TrialCounts, shares_of_counts

TRIALS_A_PAIR = 100
"""The usual number of draws for each pair, for corrections that multiply p-values, so that one of many pairs can differ
significantly: their smallest p-value is adjusted to 0.01."""
TESTS = ("ar", "bootstrap")
"""Names of the tests: approximate randomization, and the paired bootstrap."""


@dataclass(frozen=True)
class Comparison:
    """The comparison of one pair of systems by one metric."""

    metric: str
    a: str
    b: str
    score_a: float
    score_b: float
    difference: float
    """A's score less B's"""
    p_value: float
    p_adjusted: float
    ci_low: float
    """lower end of the 95 % expanded percentile interval of the difference, by the bootstrap under either test"""
    ci_high: float
    trials: int
    seed: int

    @property
    def turned(self) -> Self:
        """This comparison with the second system first."""
        return replace(
            self,
            a=self.b,
            b=self.a,
            score_a=self.score_b,
            score_b=self.score_a,
            difference=0.0 - self.difference,
            ci_low=0.0 - self.ci_high,
            ci_high=0.0 - self.ci_low,
        )


@dataclass(frozen=True, eq=False)
class FurtherTrials:
    """P-values (n_systems, n_systems) that come from more trials than the comparison's own."""

    p_values: Floats
    p_adjusted: Floats
    low: Floats
    """lower ends of the Monte Carlo intervals of the adjusted p-values"""
    high: Floats
    """upper ends of the Monte Carlo intervals of the adjusted p-values"""
    trials: Ints
    """number of trials behind each pair's p-value"""
    counts: Ints
    """number of trials whose difference is at least as large as the pair's own"""

    def only(self, places: Sequence[int]) -> "FurtherTrials":
        """Return the p-values of the systems at these places."""
        chosen = np.ix_(places, places)
        ends = self.low[chosen], self.high[chosen]
        counted = self.trials[chosen], self.counts[chosen]
        return FurtherTrials(self.p_values[chosen], self.p_adjusted[chosen], *ends, *counted)


@dataclass(frozen=True, eq=False)
class Comparisons:
    """The comparisons of all pairs of systems by one metric."""

    metric: Metric
    tested: Randomization | Bootstrap
    """the test that gives the p-values"""
    bootstrap: Bootstrap
    """the bootstrap that gives every interval"""
    correction: str
    runs: tuple[Replications, ...] = ()
    """runs of each system, if systems are groups of runs"""
    exchange: str = TOGETHER
    """one of ``EXCHANGES``: how runs were exchanged between systems that have several"""
    among: "Comparisons | None" = None
    """the comparison of all systems, if these are only some of them: p-values are adjusted for all of its pairs"""
    unit: str = SEGMENT
    """one of ``UNITS``: the rows that are drawn, or exchanged, as one"""
    counted: TrialCounts | None = None
    """the counts of the step-down test, for the correction ``MAX_T``"""
    further: FurtherTrials | None = None
    """p-values by further trials, which replace those of the test; None for the test's own"""

    def only(self, systems: Sequence[str]) -> "Comparisons":
        """Return the comparison of these systems, with p-values still adjusted for all pairs that were compared.

        Raises ``ValueError`` for an unknown system.
        """
        systems = as_list(systems, "systems")
        bootstrap = self.bootstrap.only(systems)
        tested = self.tested.only(systems) if isinstance(self.tested, Randomization) else bootstrap
        places = [self.index(system) for system in systems]
        runs = tuple(self.runs[place] for place in places) if self.runs else ()
        further = None if self.further is None else self.further.only(places)
        return replace(self, tested=tested, bootstrap=bootstrap, runs=runs, among=self.among or self, further=further)

    @property
    def systems(self) -> tuple[str, ...]:
        return self.tested.systems

    def index(self, system: str) -> int:
        """Return the index of a system among the systems; raise ``ValueError`` for an unknown system."""
        return position(system, self.systems, "system")

    @property
    def test(self) -> str:
        """Name of the test, one of ``TESTS``."""
        return "ar" if isinstance(self.tested, Randomization) else "bootstrap"

    @property
    def n_units(self) -> int:
        """Number of segments, or documents, to draw from."""
        return self.bootstrap.n_units

    @property
    def p_values(self) -> Floats:
        """Unadjusted p-values (n_systems, n_systems)."""
        return self.tested.p_values if self.further is None else self.further.p_values

    def p_values_of_shares(self, shares: Floats) -> Floats:
        """Return the p-values (...,) for the shares (...,) of the test's draws that count against a difference."""
        return shares if isinstance(self.tested, Randomization) else expanded_p(shares, self.n_units)

    @cached_property
    def p_adjusted(self) -> Floats:
        """P-values (n_systems, n_systems) corrected for all pairs of this metric; 1 on the diagonal."""
        if self.further is not None:
            return self.further.p_adjusted
        if self.among is not None:
            places = [self.among.index(system) for system in self.systems]
            return self.among.p_adjusted[np.ix_(places, places)]
        if self.counted is not None and self.correction == MAX_T:
            return step_down(self, self.counted, shares_of_counts)
        return adjust_pairs(self.p_values, self.correction)

    @property
    def differ(self) -> Flags:
        """Which systems differ significantly, bool (n_systems, n_systems).

        With p-values by further trials, the upper end of the Monte Carlo interval must be significant, too: the clear
        and the likely verdicts.
        """
        return (self.p_adjusted if self.further is None else self.further.high) <= LEVEL

    @property
    def n_tested(self) -> int:
        """Number of pairs with a p-value, of all pairs that were compared; the other pairs count as no comparison."""
        if self.among is not None:
            return self.among.n_tested
        return int((~np.isnan(self.p_values[np.triu_indices(len(self.systems), 1)])).sum())

    @property
    def n_adjusted(self) -> int:
        """Number of pairs that a p-value is adjusted for: 1 without a correction."""
        return 1 if self.correction == "none" else max(self.n_tested, 1)

    @property
    def order(self) -> list[int]:
        """Indices of the systems, best first."""
        return rank_systems(self.tested.scores, self.metric.higher_is_better)

    @cached_property
    def ranked_pairs(self) -> list[Comparison]:
        """All pairs in reading order: pairs of the best systems first, and in each pair the better system first."""
        return pairs_by_rank(self.pairs, [self.systems[place] for place in self.order])

    @cached_property
    def letters(self) -> list[str]:
        """Letters of each system: two systems that share a letter do not differ significantly."""
        return compact_letters(self.differ, self.order)

    @cached_property
    def pairs(self) -> list[Comparison]:
        """All pairs, each once, in the order of the systems."""
        p_values, p_adjusted = self.p_values, self.p_adjusted
        scores = self.tested.scores.tolist()
        return [
            Comparison(
                self.metric.name,
                self.systems[a],
                self.systems[b],
                scores[a],
                scores[b],
                scores[a] - scores[b],
                float(p_values[a, b]),
                float(p_adjusted[a, b]),
                *self.bootstrap.difference_interval(self.systems[a], self.systems[b]),
                self.tested.trials,
                self.tested.seed,
            )
            for a, b in combinations(range(len(self.systems)), 2)
        ]


def step_down(comparisons: Comparisons, counted: TrialCounts, shares: Callable[[Ints, Ints], Floats]) -> Floats:
    """Return the p-values (n_systems, n_systems) corrected by the step-down test, or the ends of their intervals.

    ``shares`` is what ``TrialCounts.step_down_values`` takes. A p-value of the bootstrap is expanded by the same factor
    as the pair's own p-value.
    """
    if isinstance(comparisons.tested, Randomization):
        return counted.step_down_values(shares, len(comparisons.systems))
    own, together = shares_of_counts(counted.counts, counted.trials)
    smaller = own / together

    def expand_shares(counts: Ints, trials: Ints) -> Floats:
        return np.minimum(comparisons.p_values_of_shares(shares(counts, trials) * smaller) / smaller, 1.0)  # type: ignore[no-any-return]

    return counted.step_down_values(expand_shares, len(comparisons.systems))


def compare(
    metric: Metric,
    statistics: Mapping[str, Floats],
    test: str = "ar",
    trials: int = 10_000,
    seed: int = 1,
    correction: str = MAX_T,
    groups: RunGroups | None = None,
    on_progress: Progress = no_progress,
    exchange: str = TOGETHER,
    unit: str = SEGMENT,
    resampled: Bootstrap | None = None,
) -> Comparisons:
    """Compare all pairs of systems, or of groups of runs.

    Parameters
    ----------
    metric, statistics, trials, seed, on_progress, exchange : as for ``randomize``
    test : one of ``TESTS``; intervals come from the bootstrap, with as many trials, under either
    correction : one of ``PAIR_CORRECTIONS``, for all pairs of this metric
    groups : system -> names of its runs, such as ``group_runs`` proposes; None where each output is a system of its own
    unit : one of ``UNITS``, what a row of ``statistics`` is; ``sums_by_document`` gives rows of documents
    resampled : the result of ``bootstrap`` with the same arguments, if it has been computed already

    A resample of groups draws a segment with all its runs.

    Raises ``ValueError`` for options that do not go together, for resamples of other arguments, and as
    ``checked_statistics``, ``statistics_by_run`` and ``pool_runs`` do.
    """
    check_options(test, trials, seed, correction, exchange, groups, unit)
    steps = _steps(on_progress, 1 + (test == "ar") + (groups is not None))
    together = statistics if groups is None else pool_runs(statistics, groups)
    runs: tuple[Replications, ...] = ()
    checked_statistics(metric, together, trials, seed, at_least=2)
    if groups is not None:
        runs = tuple(replications(metric, statistics, groups, trials, seed, next(steps)))
    randomized, counted = None, None
    if test == "ar":
        exchanged = together if groups is None or exchange != "runs" else statistics_by_run(statistics, groups)
        if correction == MAX_T:
            randomized, counted = randomize_together(metric, exchanged, trials, seed, next(steps), exchange)
        else:
            randomized = randomize(metric, exchanged, trials, seed, next(steps), exchange)
    drawing = next(steps)
    if resampled is None:
        resampled = bootstrap(metric, together, trials, seed, drawing)
    else:
        _check_resampled(resampled, metric, together, trials, seed)
        drawing(1)
    if test == "bootstrap" and correction == MAX_T:
        counted = count_resamples(resampled, resampled_scales(metric, together))
    return Comparisons(
        metric, randomized or resampled, resampled, correction, runs, exchange, unit=unit, counted=counted
    )


def _check_resampled(
    resampled: Bootstrap, metric: Metric, statistics: Mapping[str, Floats], trials: int, seed: int
) -> None:
    """Raise ``ValueError`` unless a bootstrap was made with these arguments."""
    rows = [*statistics.values()]
    arguments = resampled.metric, resampled.systems, resampled.n_units, resampled.trials, resampled.seed
    scores = metric.score(np.stack([table.sum(axis=0) for table in rows]))
    if arguments != (metric, tuple(statistics), len(rows[0]), trials, seed) or not np.array_equal(
        resampled.scores, scores, equal_nan=True
    ):
        raise ValueError(
            "Expected resamples of the same statistics by the same metric, trials and seed; found"
            f" {resampled.metric.full_name} of {', '.join(resampled.systems)}, {resampled.trials:,} by seed"
            f" {resampled.seed}. Leave them out, and they are drawn."
        )


def usual_trials(n_systems: int, correction: str = MAX_T) -> int:
    """Return the usual number of trials for all pairs of this many systems.

    ``TRIALS``; for corrections that multiply p-values ``TRIALS_A_PAIR`` for each pair, where that is more.
    """
    n_systems = whole_number(n_systems, "The number of systems", 0, 10**6)
    check_known(correction, PAIR_CORRECTIONS, "correction")
    multiplies = correction not in (MAX_T, "none")
    return max(TRIALS, TRIALS_A_PAIR * math.comb(n_systems, 2)) if multiplies else TRIALS


def check_options(
    test: str,
    trials: int,
    seed: int,
    correction: str,
    exchange: str = TOGETHER,
    groups: RunGroups | None = None,
    unit: str = SEGMENT,
) -> None:
    """Raise ``ValueError`` for options that ``compare`` refuses with any statistics."""
    check_known(test, TESTS, "test")
    check_draws(trials, seed)
    check_known(correction, PAIR_CORRECTIONS, "correction")
    check_exchange(exchange)
    check_unit(unit)
    if exchange == "runs":
        if groups is None or test != "ar":
            raise ValueError("Only approximate randomization exchanges runs, and only where outputs are runs.")
        check_exchangeable(groups)


def _steps(on_progress: Progress, number: int) -> Iterator[Progress]:
    """Yield the progress function of each of several steps, each an equal part of the whole."""
    for step in range(number):
        yield progress_of_part(on_progress, step, number)
