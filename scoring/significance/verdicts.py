"""What a test says of each pair of systems in one of five words, which do not hang on the seed."""

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
from .resampling.draws import check_measured, checked, monte_carlo_interval
from .resampling.replications import RunGroups, by_run, pooled
from .stepdown import StepDown, TrialCounts, shares_of_counts

CLEAR, LIKELY, CLOSE, MORE, LITTLE = ("clear", "likely", "too close to call", "more trials needed", "too little data")
STATES = (CLEAR, LIKELY, CLOSE, MORE, LITTLE)
CLEAR_LEVEL = 0.01
"""A difference is clear where the adjusted p-value is at most this, and likely where it is at most ``LEVEL``."""
SURE = 0.999
"""Of the Monte Carlo interval that must be on one side of both levels before no more trials are drawn."""
MOST_TRIALS = 1_000_000
"""For one pair; what is not settled then is too close to call."""
MOST_WORK = 40_000_000_000
"""For all pairs together, in segments of one system that a shuffle takes: about 15 s of one core."""
_PAIR_WORK, _RESAMPLED_WORK = 1500, 8
"""Number of segments that take as long as scoring a pair, and as one resampled segment."""
_GROWTH = 4
"""Factor by which each round has more trials than the one before, or than the comparison."""
_SEED = 2**62
"""Seed of the first round's trials, the same for every seed of the test: so they settle the same."""


@dataclass(frozen=True, eq=False)
class Verdicts:
    """Which differences of a comparison can be relied on."""

    comparisons: Comparisons
    counted: TrialCounts
    """the trials on which the verdicts stand: those of the comparison, or more"""

    def state(self, a: str, b: str) -> str:
        """Return one of ``STATES``.

        Clear or likely: the adjusted p-value is at most ``CLEAR_LEVEL`` or ``LEVEL``, and so is all of its Monte Carlo
        interval. Too little data: a score is not defined, or there are so few segments that no p-value could be that
        small, for any systems. More trials needed: the interval holds ``LEVEL``, and fewer than
        ``MOST_TRIALS`` were drawn. Too close to call: all else.
        """
        pair = self._place(a, b)
        if np.isnan(self.comparisons.p_values[pair]) or self._few_units:
            return LITTLE
        return state_of_interval(*self.interval(a, b), int(self.trials[pair]))

    def is_settled(self, a: str, b: str) -> bool:
        """Return whether further trials would change nothing: the interval holds neither level."""
        return bool(self._settled[self._place(a, b)])

    @property
    def unsettled_pairs(self) -> list[tuple[str, str]]:
        """The pairs for which further trials could change the verdict, in the order of the test."""
        if self._few_units:
            return []
        systems, settled = self.comparisons.systems, self._settled
        return [(systems[a], systems[b]) for a, b in self.counted.order.pairs if not settled[a, b]]

    @property
    def most_trials(self) -> int:
        """Trials of the pair that needed most."""
        return int(self.trials.max())

    def n_trials(self, a: str, b: str) -> int:
        """On which the pair's verdict stands."""
        return int(self.trials[self._place(a, b)])

    def p_value(self, a: str, b: str) -> float:
        """The pair's own p-value by the trials on which the verdict stands, (c + 1) / (R + 1)."""
        return float(self.refined.p_values[self._place(a, b)])

    def p_adjusted(self, a: str, b: str) -> float:
        """Return the same corrected for all pairs."""
        return float(self.refined.p_adjusted[self._place(a, b)])

    def interval(self, a: str, b: str) -> tuple[float, float]:
        """Return where the adjusted p-value of all possible draws lies, with a probability of ``SURE``."""
        low, high = (bound[self._place(a, b)] for bound in self.bounds)
        return float(low), float(high)

    @cached_property
    def refined(self) -> Comparisons:
        """The comparison with the p-values on which the verdicts stand."""
        further = FurtherTrials(
            self._of_pairs(shares_of_counts),
            self._adjusted(shares_of_counts),
            *self.bounds,
            self.trials,
            self.counted.order.table(self.counted.counts[0], self._n_systems, 0),
        )
        return replace(self.comparisons, further=further)

    @cached_property
    def bounds(self) -> tuple[Floats, Floats]:
        """Where the adjusted p-values of all possible draws lie, each (n_systems, n_systems)."""
        return self._adjusted(monte_carlo_ends(0)), self._adjusted(monte_carlo_ends(1))

    @cached_property
    def trials(self) -> Ints:
        """int64 (n_systems, n_systems): those on which each pair's verdict stands; the comparison's without a test."""
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

    def _of_pairs(self, shares: Callable[[Ints, Ints], Floats]) -> Floats:
        """p-values, or the ends of their intervals, of each pair by itself, (n_systems, n_systems)."""

        def p_values(counts: Ints, trials: Ints) -> Floats:
            return self.comparisons.p_of(shares(counts, trials))

        return self.counted.pairwise(p_values, self._n_systems)

    def _adjusted(self, shares: Callable[[Ints, Ints], Floats]) -> Floats:
        """Return the same corrected for all pairs."""
        if self.comparisons.correction == MAX_T:
            return step_down(self.comparisons, self.counted, shares)
        return adjust_pairs(self._of_pairs(shares), self.comparisons.correction)

    def open_places(self) -> list[int]:
        """Return the places, in the order of the test, of the pairs for which further trials are to be drawn.

        In a step-down test these are all from the first pair that is not settled on: each is compared with the largest
        of those behind it.
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
    """Return one of ``STATES`` but the last, by the Monte Carlo interval of an adjusted p-value, as of
    ``Verdicts.state``.
    """
    if high <= LEVEL:
        return CLEAR if high <= CLEAR_LEVEL else LIKELY
    return MORE if low <= LEVEL and trials < MOST_TRIALS else CLOSE


def monte_carlo_ends(side: int) -> Callable[[Ints, Ints], Floats]:
    """Counts and trials -> the lower (0) or upper (1) ends of the Monte Carlo intervals of their shares."""

    def ends(counts: Ints, trials: Ints) -> Floats:
        pairs = zip(counts.tolist(), trials.tolist(), strict=True)
        return np.array([monte_carlo_interval(count, number, SURE)[side] for count, number in pairs], float)

    return ends


def judge(
    found: Comparisons,
    measured: Mapping[str, Floats],
    groups: RunGroups | None = None,
    on_progress: Progress = no_progress,
    most_work: int = MOST_WORK,
    asked: Collection[tuple[str, str]] | None = None,
) -> Verdicts:
    """Draws more trials for pairs whose p-value is not surely on one side of ``LEVEL`` and of ``CLEAR_LEVEL``.

    Trials are drawn in rounds, for the pairs that are not settled yet, until all are, or there are ``MOST_TRIALS`` for
    a pair or ``most_work`` for all. A round's trials replace those of the comparison: they do not depend on its seed.

    Parameters
    ----------
    found : what ``compare`` gave; of only some systems, they are judged among all that was compared
    measured, groups : what ``compare`` was given
    on_progress : is told the share of the work done at most; what it raises ends the work
    asked : the pairs that are to be settled; by default all

    Raises ``ValueError`` as ``compare``.
    """
    expect(found, Comparisons, "comparisons")
    check_measured(measured)
    most_work = whole_number(most_work, "The most work", 0, 2**62)
    found = found.among or found
    verdicts = Verdicts(found, _of_comparison(found))
    rows, work = _rows(found, measured, groups), 0
    drawn = TrialCounts.of(verdicts.counted.order, np.zeros_like(verdicts.counted.counts), 0)
    for number, most in enumerate(_rounds(max(_GROWTH * found.tested.trials, _enough(found)))):
        are_settled = asked is not None and all(verdicts.is_settled(*pair) for pair in asked)
        places = [] if are_settled else verdicts.open_places()
        each = _work(found, len(next(iter(rows.values()))), drawn.order.only(places))
        trials = min(most, (most_work - work) // max(each, 1))
        if not places or trials <= max(found.tested.trials - drawn.trials[places].min(), 0):
            break
        tell = progress_between(on_progress, work / most_work, (work + trials * each) / most_work)
        counts = _count(found, rows, drawn.order.only(places), trials, _SEED + number, tell)
        drawn = drawn.plus(places, counts, trials)
        verdicts = Verdicts(found, verdicts.counted.replaced(drawn))
        work += trials * each
    on_progress(1.0)
    return verdicts


def _of_comparison(found: Comparisons) -> TrialCounts:
    """The counts and trials behind its p-values."""
    if found.counted is not None:
        return found.counted
    order = StepDown.of(found.tested.scores, ~np.isnan(found.p_values), rounding=found.metric.rounding)
    return TrialCounts.single_pairs(order, found.tested.counts, found.tested.trials)


def _enough(found: Comparisons) -> int:
    """Trials that settle a pair if none of them has as large a difference and p is adjusted for all pairs.

    With many pairs that is most of them, and fewer trials would all be drawn in vain.
    """
    times = 1 if found.correction == MAX_T else found.n_adjusted
    return math.ceil(math.log((1 - SURE) / 2) / math.log1p(-CLEAR_LEVEL / times))


def _rounds(first: int) -> Iterator[int]:
    """Yield the trials of one round after another."""
    total, following = 0, first
    while total < MOST_TRIALS:
        yield min(following, MOST_TRIALS - total)
        total, following = total + following, _GROWTH * following


def _rows(found: Comparisons, measured: Mapping[str, Floats], groups: RunGroups | None) -> Mapping[str, Floats]:
    """Return each system's statistics, as the test takes them."""
    if groups is None:
        missing = [system for system in found.systems if system not in measured]
        if missing:
            raise ValueError(f"No statistics of {missing[0]!r}; there are those of {', '.join(measured)}.")
        checked(found.metric, measured)
        return measured
    return by_run(measured, groups) if found.exchange == "runs" else pooled(measured, groups)


def _work(found: Comparisons, n_segments: int, order: StepDown) -> int:
    """Of one trial of these pairs."""
    each = 1 if isinstance(found.tested, Randomization) else _RESAMPLED_WORK
    return len({*chain(*order.pairs)}) * n_segments * each + _PAIR_WORK * len(order.pairs)


def _count(
    found: Comparisons, rows: Mapping[str, Floats], order: StepDown, trials: int, seed: int, tell: Progress
) -> Ints:
    """Return how many of the trials count against each pair, as of ``StepDown.count``."""
    used = sorted({*chain(*order.pairs)})
    subset = {found.systems[place]: rows[found.systems[place]] for place in used}
    among_used = replace(order, pairs=tuple((used.index(a), used.index(b)) for a, b in order.pairs))
    if isinstance(found.tested, Randomization):
        return count_steps(found.metric, subset, among_used, trials, seed, tell, found.exchange)
    return among_used.count(bootstrap_null_differences(bootstrap(found.metric, subset, trials, seed, tell)))
