"""What a test says of each pair of systems in one of four words, which do not hang on the seed."""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain, combinations

import numpy as np

from ..arrays import Floats, Ints
from ..checks import as_list, expect, whole_number
from ..numbers import LEVEL
from ..progress import Progress, no_progress, span
from .attainable import attainable
from .bootstrap import bootstrap
from .comparisons import Comparisons
from .corrections import adjust_pairs
from .draws import as_large, check_measured, checked, monte_carlo_interval
from .randomization import Randomization, count_shuffles
from .replications import RunGroups, by_run, pooled

CLEAR, LIKELY, CLOSE, LITTLE = "clear", "likely", "too close to call", "too little data"
STATES = (CLEAR, LIKELY, CLOSE, LITTLE)
CLEAR_LEVEL = 0.01
"""A difference is clear where the adjusted p-value is at most this, and likely where it is at most ``LEVEL``."""
SURE = 0.999
"""Of the Monte Carlo interval that must be on one side of both levels before no more trials are drawn."""
MOST_TRIALS = 1_000_000
"""For one pair; what is not settled then is too close to call."""
MOST_WORK = 40_000_000_000
"""For all pairs together, in segments of one system that a shuffle takes: about 15 s of one core."""
_PAIR_WORK, _RESAMPLED_WORK = 1500, 8
"""So many segments take as long as scoring a pair, and as one resampled segment."""
_GROWTH = 4
"""Each round has so many times the trials of the one before, or of the comparison."""
_SEED = 2**62
"""Of the first round's trials. Whatever the seed of the test was, these are the same: so is what they settle."""

Pair = tuple[str, str]
"""Two systems, in the order of the comparison."""


@dataclass(frozen=True, eq=False)
class Verdicts:
    """Which differences of a comparison can be relied on."""

    comparisons: Comparisons
    counts: Ints
    """int64 (n_systems, n_systems): of the trials on which the verdict stands, those with a difference at least as
    large as the one observed"""
    trials: Ints
    """int64 (n_systems, n_systems): these trials, those of the comparison or more"""

    def state(self, a: str, b: str) -> str:
        """One of ``STATES``.

        Clear or likely: the adjusted p-value is at most ``CLEAR_LEVEL`` or ``LEVEL``, and so is all of its Monte Carlo
        interval. Too little data: a score is not defined, or there are so few segments that no p-value could be that
        small, whatever the systems were. Too close to call: all else.
        """
        pair = self._place(a, b)
        if np.isnan(self.comparisons.p_values[pair]) or self._few_units:
            return LITTLE
        high = self.bounds[1][pair]
        return CLEAR if high <= CLEAR_LEVEL else LIKELY if high <= LEVEL else CLOSE

    def is_settled(self, a: str, b: str) -> bool:
        """Whether further trials would change nothing: the interval holds neither level."""
        low, high = (bound[self._place(a, b)] for bound in self.bounds)
        return not any(low <= level < high for level in (CLEAR_LEVEL, LEVEL))

    def n_trials(self, a: str, b: str) -> int:
        """On which the pair's verdict stands."""
        return int(self.trials[self._place(a, b)])

    def p_value(self, a: str, b: str) -> float:
        """The pair's own p-value by the trials on which the verdict stands, (c + 1) / (R + 1)."""
        return float(self._p_values[self._place(a, b)])

    def p_adjusted(self, a: str, b: str) -> float:
        """The same corrected for all pairs."""
        return float(self._adjusted(self._p_values)[self._place(a, b)])

    @cached_property
    def refined(self) -> Comparisons:
        """The comparison with the p-values on which the verdicts stand.

        A verdict also asks that all of the Monte Carlo interval of p is on one side of the level; letters do not.
        """
        return replace(self.comparisons, further=self._p_values)

    @cached_property
    def bounds(self) -> tuple[Floats, Floats]:
        """Where the adjusted p-values of all possible draws lie, each (n_systems, n_systems)."""
        ends = np.full((2, *self.counts.shape), np.nan)
        for a, b in combinations(range(len(self.counts)), 2):
            if not np.isnan(self.comparisons.p_values[a, b]):
                ends[:, a, b] = monte_carlo_interval(int(self.counts[a, b]), int(self.trials[a, b]), SURE)
        low, high = self.comparisons.p_of(ends)
        return self._adjusted(low), self._adjusted(high)

    @cached_property
    def _p_values(self) -> Floats:
        undefined = np.isnan(self.comparisons.p_values)
        return np.where(undefined, np.nan, self.comparisons.p_of((self.counts + 1) / (self.trials + 1)))

    @cached_property
    def _few_units(self) -> bool:
        return attainable(self.comparisons).few_units

    def _adjusted(self, values: Floats) -> Floats:
        return adjust_pairs(values, self.comparisons.correction)

    def _place(self, a: str, b: str) -> tuple[int, int]:
        return self.comparisons.index(a), self.comparisons.index(b)


def judge(
    found: Comparisons,
    measured: Mapping[str, Floats],
    groups: RunGroups | None = None,
    pairs: Sequence[tuple[str, str]] | None = None,
    on_progress: Progress = no_progress,
    most_work: int = MOST_WORK,
) -> Verdicts:
    """Draws more trials for pairs whose p-value is not surely on one side of ``LEVEL`` and of ``CLEAR_LEVEL``.

    Trials are drawn in rounds, for the pairs that are not settled yet, until all are, or there are ``MOST_TRIALS`` for
    a pair or ``most_work`` for all. A round's trials replace those of the comparison: they do not depend on its seed.

    Parameters
    ----------
    found : what ``compare`` gave; of only some systems, they are judged among all that was compared
    measured, groups : what ``compare`` was given
    pairs : names of two systems each; None for all pairs. Others keep the trials that they have
    on_progress : is told the share of the work done at most; what it raises ends the work

    Raises ``ValueError`` for a system that is not there, and as ``compare``.
    """
    expect(found, Comparisons, "comparisons")
    check_measured(measured)
    most_work = whole_number(most_work, "The most work", 0, 2**62)
    asked = list(combinations(found.systems, 2))
    found = found.among or found
    verdicts = Verdicts(found, *_of_comparison(found))
    if pairs is not None:
        named = [as_list(pair, "pair of systems") for pair in as_list(pairs, "pairs")]
        wanted = {frozenset(found.systems[found.index(system)] for system in pair) for pair in named}
        asked = [pair for pair in asked if frozenset(pair) in wanted]
    rows, work = _rows(found, measured, groups), 0
    counted, drawn = np.zeros_like(verdicts.counts), np.zeros_like(verdicts.trials)
    for number, most in enumerate(_rounds(max(_GROWTH * found.tested.trials, _enough(found)))):
        asked = [pair for pair in asked if _is_open(verdicts, *pair)]
        each = _work(found, len(next(iter(rows.values()))), asked)
        trials = min(most, (most_work - work) // max(each, 1))
        if not asked or trials <= found.tested.trials:
            break
        tell = span(on_progress, work / most_work, (work + trials * each) / most_work)
        for (a, b), count in _count(found, rows, asked, trials, _SEED + number, tell).items():
            i, j = found.index(a), found.index(b)
            counted[[i, j], [j, i]] += count
            drawn[[i, j], [j, i]] += trials
        more = drawn > 0
        verdicts = Verdicts(found, np.where(more, counted, verdicts.counts), np.where(more, drawn, verdicts.trials))
        work += trials * each
    on_progress(1.0)
    return verdicts


def _is_open(verdicts: Verdicts, a: str, b: str) -> bool:
    return verdicts.state(a, b) != LITTLE and not verdicts.is_settled(a, b)


def _of_comparison(found: Comparisons) -> tuple[Ints, Ints]:
    """The counts and trials behind its p-values."""
    return found.tested.counts, np.full(found.p_values.shape, found.tested.trials)


def _enough(found: Comparisons) -> int:
    """So many trials settle a pair of which none has as large a difference, where p is adjusted for all pairs.

    With many pairs that is most of them, and fewer trials would all be drawn in vain.
    """
    return math.ceil(math.log((1 - SURE) / 2) / math.log1p(-CLEAR_LEVEL / found.n_adjusted))


def _rounds(first: int) -> Iterator[int]:
    """The trials of one round after another."""
    total, following = 0, first
    while total < MOST_TRIALS:
        yield min(following, MOST_TRIALS - total)
        total, following = total + following, _GROWTH * following


def _rows(found: Comparisons, measured: Mapping[str, Floats], groups: RunGroups | None) -> Mapping[str, Floats]:
    """Each system's statistics, as the test takes them."""
    if groups is None:
        missing = [system for system in found.systems if system not in measured]
        if missing:
            raise ValueError(f"No statistics of {missing[0]!r}; there are those of {', '.join(measured)}.")
        checked(found.metric, measured)
        return measured
    return by_run(measured, groups) if found.exchange == "runs" else pooled(measured, groups)


def _work(found: Comparisons, n_segments: int, pairs: Sequence[Pair]) -> int:
    """Of one trial of these pairs."""
    each = 1 if isinstance(found.tested, Randomization) else _RESAMPLED_WORK
    return len(set(chain(*pairs))) * n_segments * each + _PAIR_WORK * len(pairs)


def _count(
    found: Comparisons, rows: Mapping[str, Floats], pairs: Sequence[Pair], trials: int, seed: int, tell: Progress
) -> dict[Pair, int]:
    """How many of the trials give each pair a difference at least as large as the one observed."""
    used = [system for system in found.systems if system in chain(*pairs)]
    subset = {system: rows[system] for system in used}
    if isinstance(found.tested, Randomization):
        places = [(used.index(a), used.index(b)) for a, b in pairs]
        counts = count_shuffles(found.metric, subset, places, trials, seed, tell, found.exchange)
        return dict(zip(pairs, counts, strict=True))
    drawn = bootstrap(found.metric, subset, trials, seed, tell)
    scores = dict(zip(found.systems, found.tested.scores.tolist(), strict=True))
    return {(a, b): int(as_large(drawn.null_differences(a, b), scores[a] - scores[b]).sum()) for a, b in pairs}
