"""How sure could one be: the smallest difference that a test set detects, and the segments that a difference needs.

Where a row of statistics is a document, all numbers of segments here are numbers of documents.
"""

import math
from dataclasses import dataclass
from statistics import NormalDist

from ..checks import check_share, expect
from .bootstrap import Bootstrap

LEAST_UNITS = 6
"""Of fewer, all 2^n ways to exchange the outputs of a pair give no p-value of 0.05 or less."""


@dataclass(frozen=True)
class Power:
    """What a test set can tell about a pair of systems."""

    difference: float
    """A's score less B's, as all differences here on the metric's scale"""
    standard_error: float
    """of that difference"""
    detectable: float
    """the smallest true difference that would be found with that power"""
    needed_units: float
    """segments like these to find a true difference as large as the one seen, at least ``LEAST_UNITS``; infinite if
    it is 0, NaN if undefined"""
    power: float
    level: float


def power_of_pair(bootstrap: Bootstrap, a: str, b: str, power: float = 0.8, level: float = 0.05) -> Power:
    """The power of a two-sided test of a pair, by the normal approximation with the bootstrap's standard error.

    A true difference d is found with probability ``power`` where d = (z_(1 - level/2) + z_power) SE, and SE falls
    with the square root of the number of segments. The difference seen is itself uncertain, and so are the
    segments that it needs. Below two segments all of it is NaN.

    Raises ``ValueError`` unless ``power`` and ``level`` are between 0 and 1, and for a system that is not there.
    """
    expect(bootstrap, Bootstrap, "bootstrap")
    check_share(power, "power")
    check_share(level, "level")
    error = bootstrap.standard_error(a, b)
    index = bootstrap.systems.index
    difference = float(bootstrap.scores[index(a)] - bootstrap.scores[index(b)])
    detectable = (NormalDist().inv_cdf(1 - level / 2) + NormalDist().inv_cdf(power)) * error
    needed = _needed(bootstrap.n_units, detectable, difference, bootstrap.metric.rounding)
    return Power(difference, error, detectable, needed, power, level)


def _needed(n_units: int, detectable: float, difference: float, rounding: float) -> float:
    if math.isnan(detectable) or math.isnan(difference):
        return math.nan
    if abs(difference) <= rounding:
        return math.inf
    return float(max(math.ceil(n_units * (detectable / difference) ** 2), LEAST_UNITS))
