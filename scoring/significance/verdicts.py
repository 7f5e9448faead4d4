"""Judge each pair of systems in one of five words that do not depend on the seed."""

import math
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain

import numpy as np

from ..counting.arrays import Flags, Floats, Ints
from ..counting.progress import Progress, no_progress, progress_between
from ..output.numbers import LEVEL
from ..validation import expect, whole_number
from .bootstrap_intervals import bootstrap
from .comparisons import Comparisons, FurtherTrials, step_down
from .corrections import MAX_T, adjust_pairs
from .max_t import bootstrap_null_differences
from .p_limits import attainable
from .randomization import Randomization, count_steps
from .resampling.draws import check_statistics, checked_statistics, monte_carlo_interval
from .resampling.replications import RunGroups, pool_runs, statistics_by_run
from .stepdown import StepDown, TrialCounts, shares_of_counts

CLEAR, LIKELY, CLOSE, MORE_TRIALS, TOO_LITTLE_DATA = (
    "clear",
    "likely",
    "too close to call",
    "more trials needed",
    "too little data",
)
STATES = (CLEAR, LIKELY, CLOSE, MORE_TRIALS, TOO_LITTLE_DATA)
CLEAR_LEVEL = 0.01
"""Largest adjusted p-value of a clear difference; a difference is likely where p is at most ``LEVEL``."""
SURE = 0.999
"""Probability of the Monte Carlo interval that must be on one side of both levels before drawing stops."""
MAX_TRIALS = 1_000_000
"""Most trials for one pair; a pair that is not settled by then is too close to call."""
MAX_WORK = 40_000_000_000
"""Most work for all pairs together, in segments of one system that a shuffle takes: about 15 s of one core."""
_PAIR_WORK, _RESAMPLED_WORK = 1500, 8
"""Numbers of segments that take as long as scoring a pair, and as one resampled segment."""
_GROWTH = 4
"""Factor by which each round has more trials than the one before, and the first more than the comparison."""
_SEED = 2**62
"""Seed of the first round's trials, the same for every seed of the test, so that every seed settles the same pairs."""


@dataclass(frozen=True, eq=False)
class Verdicts:
    """The verdicts on a comparison's pairs: which differences can be relied on."""

    comparisons: Comparisons
    counted: TrialCounts
    """the counts behind the verdicts: those of the comparison, or of more trials"""

    def state(self, a: str, b: str) -> str:
        """Return the verdict on a pair, one of ``STATES``.

        Clear or likely: the adjusted p-value is at most ``CLEAR_LEVEL`` or ``LEVEL``, and so is all of its Monte Carlo
        interval. Too little data: a score is not defined, or the segments are so few that no p-value could be that
        small, for any systems. More trials needed: the interval holds ``LEVEL``, and fewer than ``MAX_TRIALS`` were
        drawn. Too close to call: all other pairs.
        """
        pair = self._place(a, b)
        if np.isnan(self.comparisons.p_values[pair]) or self._few_units:
            return TOO_LITTLE_DATA
        return state_of_interval(*self.interval(a, b), int(self.trials[pair]))

    def is_settled(self, a: str, b: str) -> bool:
        """Return whether further trials would not change the verdict: the pair's interval holds neither level."""
        return bool(self._settled[self._place(a, b)])

    @property
    def unsettled_pairs(self) -> list[tuple[str, str]]:
        """Pairs whose verdict further trials could change, in the order of the test."""
        if self._few_units:
            return []
        systems, settled = self.comparisons.systems, self._settled
        return [(systems[a], systems[b]) for a, b in self.counted.order.pairs if not settled[a, b]]

    @property
    def most_trials(self) -> int:
        """Largest number of trials of a pair."""
        return int(self.trials.max())

    def n_trials(self, a: str, b: str) -> int:
        """Return the number of trials behind the pair's verdict."""
        return int(self.trials[self._place(a, b)])

    def p_value(self, a: str, b: str) -> float:
        """Return the pair's own p-value, (c + 1) / (R + 1), by the trials behind the verdict."""
        return float(self.refined.p_values[self._place(a, b)])

    def p_adjusted(self, a: str, b: str) -> float:
        """Return the pair's p-value corrected for all pairs, by the trials behind the verdict."""
        return float(self.refined.p_adjusted[self._place(a, b)])

    def interval(self, a: str, b: str) -> tuple[float, float]:
        """Return the interval that holds the adjusted p-value of all possible draws with a probability of ``SURE``."""
        low, high = (bound[self._place(a, b)] for bound in self.bounds)
        return float(low), float(high)

    @cached_property
    def refined(self) -> Comparisons:
        """The comparison with the p-values behind the verdicts."""
        further = FurtherTrials(
            self._unadjusted_p_values(shares_of_counts),
            self._adjusted(shares_of_counts),
            *self.bounds,
            self.trials,
            self.counted.order.table(self.counted.counts[0], self._n_systems, 0),
        )
        return replace(self.comparisons, further=further)

    @cached_property
    def bounds(self) -> tuple[Floats, Floats]:
        """Ends, lower and upper, of the intervals of all draws' adjusted p-values, each (n_systems, n_systems)."""
        return self._adjusted(monte_carlo_ends(0)), self._adjusted(monte_carlo_ends(1))

    @cached_property
    def trials(self) -> Ints:
        """Trials behind each pair's verdict, int64 (n_systems, n_systems); the comparison's for untested pairs."""
        return self.counted.order.table(self.counted.trials, self._n_systems, self.comparisons.tested.trials)

    @cached_property
    def _settled(self) -> Flags:
        low, high = self.bounds
        settled: Flags = ~np.any([(low <= level) & (level < high) for level in (CLEAR_LEVEL, LEVEL)], axis=0)
        return settled

    @cached_property
    def _few_units(self) -> bool:
        return attainable(self.comparisons).few_units

    @property
    def _n_systems(self) -> int:
        return len(self.comparisons.systems)

    def _unadjusted_p_values(self, shares: Callable[[Ints, Ints], Floats]) -> Floats:
        """Return each pair's own p-value, or an end of its interval, (n_systems, n_systems)."""

        def p_values(counts: Ints, trials: Ints) -> Floats:
            return self.comparisons.p_values_of_shares(shares(counts, trials))

        return self.counted.pairwise(p_values, self._n_systems)

    def _adjusted(self, shares: Callable[[Ints, Ints], Floats]) -> Floats:
        """Return each pair's p-value corrected for all pairs, or an end of its interval, (n_systems, n_systems)."""
        if self.comparisons.correction == MAX_T:
            return step_down(self.comparisons, self.counted, shares)
        return adjust_pairs(self._unadjusted_p_values(shares), self.comparisons.correction)

    def open_places(self) -> list[int]:
        """Return the places, in the order of the test, of the pairs for which further trials are to be drawn.

        In a step-down test these are all places from the first unsettled pair on, because each pair is compared with
        the largest of those behind it.
        """
        if self._few_units:
            return []
        places = [place for place, pair in enumerate(self.counted.order.pairs) if not self._settled[pair]]
        if places and self.comparisons.correction == MAX_T:
            return [*range(places[0], len(self.counted.order.pairs))]
        return places

    def _place(self, a: str, b: str) -> tuple[int, int]:
        return self.comparisons.index(a), self.comparisons.index(b)


def state_of_interval(low: float, high: float, trials: int) -> str:
    """Return one of ``STATES`` except the last, from the Monte Carlo interval of an adjusted p-value.

    The rule is that of ``Verdicts.state``.
    """
    if high <= LEVEL:
        return CLEAR if high <= CLEAR_LEVEL else LIKELY
    return MORE_TRIALS if low <= LEVEL and trials < MAX_TRIALS else CLOSE


def monte_carlo_ends(side: int) -> Callable[[Ints, Ints], Floats]:
    """Return a function from counts and trials to the lower (0) or upper (1) ends of their Monte Carlo intervals."""

    def ends(counts: Ints, trials: Ints) -> Floats:
        pairs = zip(counts.tolist(), trials.tolist(), strict=True)
        return np.array([monte_carlo_interval(count, number, SURE)[side] for count, number in pairs], float)

    return ends


def judge(
    comparisons: Comparisons,
    statistics: Mapping[str, Floats],
    groups: RunGroups | None = None,
    on_progress: Progress = no_progress,
    most_work: int = MAX_WORK,
    pairs: Collection[tuple[str, str]] | None = None,
) -> Verdicts:
    """Draw more trials for pairs whose p-value is not surely on one side of ``LEVEL`` and of ``CLEAR_LEVEL``.

    Trials are drawn in rounds, for the pairs that are not settled yet, until all are settled, or a pair has
    ``MAX_TRIALS``, or all have ``most_work``. A round's trials replace those of the comparison: they do not depend on
    its seed.

    Parameters
    ----------
    comparisons : the result of ``compare``; some of its systems are judged among all that were compared
    statistics, groups : the arguments of ``compare``
    on_progress : is told the done share of the most work; an exception that it raises ends the work
    pairs : the pairs that are to be settled; by default all

    Raises ``ValueError`` as ``compare`` does.
    """
    expect(comparisons, Comparisons, "comparisons")
    check_statistics(statistics)
    most_work = whole_number(most_work, "The most work", 0, 2**62)
    comparisons = comparisons.among or comparisons
    verdicts = Verdicts(comparisons, _trial_counts(comparisons))
    rows, work = _rows(comparisons, statistics, groups), 0
    further = TrialCounts.of(verdicts.counted.order, np.zeros_like(verdicts.counted.counts), 0)
    for number, round_trials in enumerate(
        _rounds(max(_GROWTH * comparisons.tested.trials, _least_settling_trials(comparisons)))
    ):
        are_settled = pairs is not None and all(verdicts.is_settled(*pair) for pair in pairs)
        places = [] if are_settled else verdicts.open_places()
        each = _work(comparisons, len(next(iter(rows.values()))), further.order.only(places))
        trials = min(round_trials, (most_work - work) // max(each, 1))
        if not places or trials <= max(comparisons.tested.trials - further.trials[places].min(), 0):
            break
        tell = progress_between(on_progress, work / most_work, (work + trials * each) / most_work)
        counts = _count(comparisons, rows, further.order.only(places), trials, _SEED + number, tell)
        further = further.plus(places, counts, trials)
        verdicts = Verdicts(comparisons, verdicts.counted.with_trials_of(further))
        work += trials * each
    on_progress(1.0)
    return verdicts


def _trial_counts(comparisons: Comparisons) -> TrialCounts:
    """Return the counts and trials behind a comparison's p-values."""
    if comparisons.counted is not None:
        return comparisons.counted
    order = StepDown.of(
        comparisons.tested.scores, ~np.isnan(comparisons.p_values), rounding=comparisons.metric.rounding
    )
    return TrialCounts.single_pairs(order, comparisons.tested.counts, comparisons.tested.trials)


def _least_settling_trials(comparisons: Comparisons) -> int:
    """Return the trials that settle a pair if none of them has as large a difference and p is adjusted for all pairs.

    Where there are many pairs, this is the case for most of them, and fewer trials would settle none.
    """
    times = 1 if comparisons.correction == MAX_T else comparisons.n_adjusted
    return math.ceil(math.log((1 - SURE) / 2) / math.log1p(-CLEAR_LEVEL / times))


def _rounds(first: int) -> Iterator[int]:
    """Yield the number of trials of each round."""
    total, following = 0, first
    while total < MAX_TRIALS:
        yield min(following, MAX_TRIALS - total)
        total, following = total + following, _GROWTH * following


def _rows(comparisons: Comparisons, statistics: Mapping[str, Floats], groups: RunGroups | None) -> Mapping[str, Floats]:
    """Return each system's statistics in the shape that the test takes."""
    if groups is None:
        missing = [system for system in comparisons.systems if system not in statistics]
        if missing:
            raise ValueError(f"No statistics of {missing[0]!r}; there are those of {', '.join(statistics)}.")
        checked_statistics(comparisons.metric, statistics)
        return statistics
    return statistics_by_run(statistics, groups) if comparisons.exchange == "runs" else pool_runs(statistics, groups)


def _work(comparisons: Comparisons, n_segments: int, order: StepDown) -> int:
    """Return the work of one trial of these pairs, in segments."""
    each = 1 if isinstance(comparisons.tested, Randomization) else _RESAMPLED_WORK
    return len({*chain(*order.pairs)}) * n_segments * each + _PAIR_WORK * len(order.pairs)


def _count(
    comparisons: Comparisons, rows: Mapping[str, Floats], order: StepDown, trials: int, seed: int, tell: Progress
) -> Ints:
    """Return how many of the trials count against each pair, as ``StepDown.count`` does."""
    used = sorted({*chain(*order.pairs)})
    subset = {comparisons.systems[place]: rows[comparisons.systems[place]] for place in used}
    among_used = replace(order, pairs=tuple((used.index(a), used.index(b)) for a, b in order.pairs))
    if isinstance(comparisons.tested, Randomization):
        return count_steps(comparisons.metric, subset, among_used, trials, seed, tell, comparisons.exchange)
    return among_used.count(bootstrap_null_differences(bootstrap(comparisons.metric, subset, trials, seed, tell)))
