"""Compute the smallest p-values that segments and trials allow, and the segments needed to detect a difference."""

import math
from dataclasses import dataclass
from statistics import NormalDist

import numpy as np

from ..output.numbers import LEVEL
from ..validation import check_share, expect, whole_number
from .bootstrap_intervals import Bootstrap
from .comparisons import Comparisons
from .corrections import MAX_T, adjust
from .randomization import Randomization
from .resampling.draws import p_value
from .resampling.expansion import share_outside
from .resampling.replications import MAX_RUNS


@dataclass(frozen=True)
class Attainable:
    """The smallest p-values that a comparison of all pairs could give, for any outputs."""

    n_pairs: int
    """number of pairs with a p-value, which p is adjusted for"""
    factor: int
    """smallest adjusted p-value as a multiple of the smallest p-value; 1 where both can be equally small"""
    of_trials: float
    """smallest p-value of a pair with these trials, the test's or further: 1 / (R + 1), expanded for the bootstrap"""
    of_units: float
    """smallest p-value of a pair if all exchanges of these segments, or documents, were tried, by ``smallest_p``;
    the bootstrap's is no smaller
    """
    few_trials: bool
    """whether there are too few trials for any adjusted p-value to be at most ``LEVEL``"""
    few_units: bool
    """whether no adjusted p-value is at most ``LEVEL``, nor could be if all exchanges were tried"""
    needed_trials: int
    """smallest number of trials with which ``few_trials`` is False"""
    needed_units: int
    """smallest number of units in which a pair of systems must differ so that ``few_units`` is False"""


def attainable(comparisons: Comparisons) -> Attainable:
    """Return the smallest p-values that a comparison can give, with its numbers of pairs, trials, segments and runs."""
    expect(comparisons, Comparisons, "comparisons")
    factor, randomized = (
        _factor(comparisons.n_tested, comparisons.correction),
        isinstance(comparisons.tested, Randomization),
    )
    n_runs = len(comparisons.runs[0].runs) if comparisons.runs and comparisons.exchange == "runs" else 1
    trials = _most_trials(comparisons)
    (of_trials,) = comparisons.p_values_of_shares(np.array([p_value(0, trials)])).tolist()
    of_units = smallest_p(comparisons.bootstrap.n_units, n_runs)
    needed_trials = least_trials(
        comparisons.n_tested, comparisons.correction, None if randomized else comparisons.n_units
    )
    told_apart = bool((comparisons.p_adjusted <= LEVEL).any())
    return Attainable(
        comparisons.n_tested,
        factor,
        of_trials,
        of_units,
        trials < needed_trials,
        factor * of_units > LEVEL and not told_apart,
        needed_trials,
        math.ceil(round(math.log(2 * factor / LEVEL, _ways(n_runs)), 6)),
    )


def _most_trials(comparisons: Comparisons) -> int:
    """Return the largest number of trials that a pair has."""
    return comparisons.tested.trials if comparisons.further is None else int(comparisons.further.trials.max())


def least_trials(n_pairs: int, correction: str, n_units: int | None = None, level: float = LEVEL) -> int:
    """Return the fewest trials with which some adjusted p-value of these pairs can be at most ``level``.

    ``n_units`` is the number of segments, or documents, that a bootstrap draws; None for other tests. With too few
    units no number of trials gives a p-value that small.
    """
    share = level / _factor(n_pairs, correction)
    expanded = 0.0 if n_units is None else share_outside(1 - share, n_units)
    return math.ceil(round(1 / (expanded or share), 6)) - 1


def least_sure_trials(n_pairs: int, correction: str) -> int:
    """Return the fewest trials with which some adjusted p-value's whole Monte Carlo interval can be at most ``LEVEL``.

    If no trial shows a difference as large, ``monte_carlo_interval`` ends at 1 - .025^(1/trials).
    """
    return math.ceil(math.log(0.025) / math.log1p(-LEVEL / _factor(n_pairs, correction)))


def smallest_p(n_units: int, n_runs: int = 1) -> float:
    """Return the smallest p-value, 0-1, over all exchanges of a pair that differs in ``n_units`` segments or documents.

    The outputs as they are, and all of them exchanged, give a difference as large as the observed one. ``n_runs`` is
    the number of runs of each system where single runs are exchanged.
    """
    n_units = whole_number(n_units, "The number of segments or documents", 0, 2**31)
    n_runs = whole_number(n_runs, "The number of runs", 1, MAX_RUNS)
    return min(2 * float(_ways(n_runs)) ** -n_units, 1.0)


def _ways(n_runs: int) -> int:
    """Return the number of ways to exchange the outputs of a segment."""
    return math.comb(2 * n_runs, n_runs)


def _factor(n_pairs: int, correction: str) -> int:
    """Return the ratio of the smallest adjusted p-value to the smallest p-value, if all p-values are equally small."""
    if correction == MAX_T:
        return 1
    tiny = 2.0**-60
    smallest: float = adjust(np.full(max(n_pairs, 1), tiny), correction)[0]
    return round(smallest / tiny)


# --- the smallest difference that a test set detects, and the segments that a difference needs ---
# Where a row of statistics is a document, all numbers of segments here are numbers of documents.

MIN_UNITS = 6
"""Fewest segments of a test: with fewer, all 2^n ways to exchange a pair's outputs give no p-value of 0.05 or less."""


@dataclass(frozen=True)
class Power:
    """The differences that a test set can detect between two systems."""

    difference: float
    """A's score less B's; all differences of this class are on the metric's scale"""
    standard_error: float
    """standard error of the difference"""
    detectable: float
    """smallest true difference that would be found with this power"""
    needed_units: float
    """number of segments like these that would find a true difference as large as the observed one, at least
    ``MIN_UNITS``; infinite if the difference is 0, NaN if it is undefined
    """
    power: float
    level: float


def power_of_pair(bootstrap: Bootstrap, a: str, b: str, power: float = 0.8, level: float = 0.05) -> Power:
    """Return the power of a two-sided test of a pair, by the normal approximation with the bootstrap's standard error.

    A true difference d is found with probability ``power`` where d = (z_(1 - level/2) + z_power) SE, and SE falls
    with the square root of the number of segments. The observed difference is itself uncertain, and so is the number of
    segments that it needs. Below two segments all numbers but the difference are NaN.

    Raises ``ValueError`` unless ``power`` and ``level`` are between 0 and 1, and for an unknown system.
    """
    expect(bootstrap, Bootstrap, "bootstrap")
    check_share(power, "power")
    check_share(level, "level")
    error = bootstrap.standard_error(a, b)
    index = bootstrap.systems.index
    difference = float(bootstrap.scores[index(a)] - bootstrap.scores[index(b)])
    detectable = (NormalDist().inv_cdf(1 - level / 2) + NormalDist().inv_cdf(power)) * error
    needed = units_to_detect(difference, detectable, bootstrap.n_units, bootstrap.metric.rounding)
    return Power(difference, error, detectable, needed, power, level)


def units_to_detect(difference: float, detectable: float, n_units: int, rounding: float) -> float:
    """Return the number of segments that find a true difference, at least ``MIN_UNITS``.

    ``detectable`` is the difference that ``n_units`` segments find with the same power; it falls with the square root
    of their number. Infinite where the difference is no more than ``rounding``, NaN where either difference is
    undefined.

    >>> units_to_detect(0.5, detectable=1.0, n_units=200, rounding=0.0)
    800.0
    """
    if math.isnan(detectable) or math.isnan(difference):
        return math.nan
    if abs(difference) <= rounding:
        return math.inf
    return float(max(math.ceil(n_units * (detectable / difference) ** 2), MIN_UNITS))
