"""The number of segments that must still be rated to find a difference of two systems, by the variance so far.

For a two-sided paired test of the level l that finds a true mean difference d of a standard deviation s with the power
p, n = ((z_(1 - l/2) + z_p) s / d)^2 (Cohen 1988, Statistical Power Analysis for the Behavioral Sciences, chapter 2),
and half of z_(1 - l/2)^2 more, as s is estimated (Guenther 1981, Sample Size Formulas for Normal Theory t Tests).
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from statistics import NormalDist
from types import MappingProxyType

import numpy as np
import numpy.typing as npt

from ...counting.arrays import Floats, Ints, sums_at
from ...metric import ROUNDING
from ...significance.p_limits import MIN_UNITS
from ...text.texts import check_counts
from ...validation import check_share
from .alpha import finite_ratings

POWER, LEVEL = 0.8, 0.05
ASSUMED_DEVIATIONS: Mapping[str, float] = MappingProxyType({"da": 16.5, "esa": 19.0, "contrastive": 19.0, "mqm": 10.0})
"""Standard deviation of a segment's difference before anything is rated, in the protocol's points, by protocol.

Measured on WMT 2023 English to German: the median over all 78 pairs of 13 rated outputs, one rater each, is 16.5 of 100
by DA+SQM (549 segments), 19.2 of 100 by ESA (207) and 9.8 points by MQM (460). Side-by-side scores use ESA's scale.
"""


@dataclass(frozen=True)
class SegmentsNeeded:
    """The number of segments that two systems need, by the segments rated so far."""

    n_segments: int
    """Number of segments in which both systems are rated."""
    difference: float
    """Mean score of the first system less that of the second over these segments; NaN without any."""
    deviation: float
    """Standard deviation of the segments' differences; NaN below two segments, or documents.

    If documents are drawn, it is the deviation of independent segments whose mean would vary as much.
    """
    detectable: float
    """Smallest true difference that this number of segments would show; NaN if the deviation is NaN."""
    segments: float
    """Number of segments that a true difference as large as the measured one needs, at least ``MIN_UNITS``.

    Infinite where the difference is 0; NaN if the deviation is NaN.
    """
    power: float
    level: float

    @property
    def n_more(self) -> float:
        """Number of segments that are still to be rated: 0 where there are enough, infinite or NaN as ``segments``."""
        return max(0.0, self.segments - self.n_segments) if not math.isnan(self.segments) else math.nan


def needed(
    differences: npt.ArrayLike, documents: Ints | None = None, power: float = POWER, level: float = LEVEL
) -> SegmentsNeeded:
    """Return the segments needed to find a difference as large as the measured one, which is itself uncertain.

    ``differences`` (n_segments,) are differences of two systems' scores; NaN where a system is not rated. ``documents``
    (n_segments,) are the numbers of the segments' documents, if segments of one document do not count as independent.
    Raises ``ValueError`` for unequal numbers, and unless ``power`` and ``level`` are between 0 and 1.
    """
    check_share(power, "power")
    check_share(level, "level")
    values = finite_ratings(differences, "differences", 1)
    groups = np.arange(len(values)) if documents is None else np.asarray(documents)
    check_counts({"differences": len(values), "documents": len(groups)})
    are_rated = ~np.isnan(values)
    rated_values, n_segments = values[are_rated], int(are_rated.sum())
    mean = float(rated_values.mean()) if n_segments else math.nan
    deviation = _deviation(rated_values, groups[are_rated])
    z_level, reach = _z(level), _reach(deviation, power, level)
    detectable = detectable_difference(n_segments, deviation, power, level) if n_segments else math.nan
    return SegmentsNeeded(n_segments, mean, deviation, detectable, _segments(mean, reach, z_level), power, level)


def detectable_difference(n_segments: int, deviation: float, power: float = POWER, level: float = LEVEL) -> float:
    """Return the smallest true difference of two systems' means that is found with this power.

    ``deviation`` is the standard deviation of a segment's difference, in the unit of the result; there is at least one
    segment. Raises ``ValueError`` unless ``power`` and ``level`` are between 0 and 1.

    >>> round(detectable_difference(50, deviation=19.0), 1)
    7.5
    """
    check_share(power, "power")
    check_share(level, "level")
    return _reach(deviation, power, level) / math.sqrt(n_segments)


def _reach(deviation: float, power: float, level: float) -> float:
    """Return the true difference that one segment would show."""
    return (_z(level) + NormalDist().inv_cdf(power)) * deviation


def _z(level: float) -> float:
    """Return the normal quantile of a two-sided test of this level."""
    return NormalDist().inv_cdf(1 - level / 2)


def _deviation(differences: Floats, groups: Ints) -> float:
    """Return the standard deviation by documents; a document is one draw (Davison and Hinkley 1997, section 3.8)."""
    _, members = np.unique(groups, return_inverse=True)
    n_groups = int(members.max(initial=-1)) + 1
    if n_groups < 2:
        return math.nan
    sums = sums_at(members, differences - differences.mean(), n_groups)
    return math.sqrt(float((sums**2).sum()) * n_groups / (n_groups - 1) / len(differences))


def _segments(difference: float, reach: float, z_level: float) -> float:
    if math.isnan(reach):
        return math.nan
    if abs(difference) <= ROUNDING:
        return math.inf
    return float(max(math.ceil((reach / difference) ** 2 + z_level**2 / 2), MIN_UNITS))
