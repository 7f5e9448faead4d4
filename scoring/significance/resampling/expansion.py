"""Expand the percentiles and p-values of the bootstrap where there are few units to draw.

A bootstrap distribution is too narrow: its variance is too small by n / (n - 1), and it is taken for a normal
distribution where a mean of n units calls for Student's t. Hesterberg (2015), What Teachers Should Know About the
Bootstrap, therefore expands the percentiles of an interval: in place of alpha / 2 each side leaves out
Phi(-sqrt(n / (n - 1)) t), t Student's quantile with n - 1 degrees of freedom. A p-value is expanded by the inverse, so
that a test at alpha and an interval at 1 - alpha say the same.

Importing SciPy's t takes longer than a test of two systems, so quantiles are computed here.
"""

import math
from functools import lru_cache
from statistics import NormalDist

import numpy as np

from ...counting.arrays import Floats
from ...validation import check_share

_LARGE = 200
"""Degrees of freedom from which on Hill's approximation is exact to 12 digits."""
_ROUNDING = 1e-15


def interval_half_width(level: float, n_units: int) -> float:
    """Return half the width of an interval in the resamples' standard deviations: 1.96 at 95 % for very many units.

    Infinite below two units.
    """
    check_share(level, "level of an interval")
    return math.sqrt(n_units / (n_units - 1)) * _quantile((1 - level) / 2, n_units - 1) if n_units > 1 else math.inf


def share_outside(level: float, n_units: int) -> float:
    """Return the share of resamples that an interval leaves out, both sides together, 0-1; less than 1 - ``level``.

    A p-value of this share is expanded to 1 - ``level``. 0 where so few units allow no interval of this level.
    """
    check_share(level, "level of an interval")
    return 0.0 if _smallest_p(n_units) > 1 - level else 2 * _normal_tail(interval_half_width(level, n_units))


def _smallest_p(n_units: int) -> float:
    """Return the smallest p-value that a test of sign flips can give for this number of units, 0-1.

    Resamples of equal units have no variance; no smaller p-value must follow from that.
    """
    return 2.0 ** -max(n_units - 1, 0)


def expanded_p(shares: Floats, n_units: int) -> Floats:
    """Return the two-sided p-values for shares (...,) of resamples that count against a difference; NaN stays NaN."""
    values, places = np.unique(shares, return_inverse=True)
    p_values = [math.nan if math.isnan(share) else _expand_p_value(share, n_units) for share in values.tolist()]
    expanded: Floats = np.array(p_values)[places].reshape(np.shape(shares))
    return expanded


def _expand_p_value(share: float, n_units: int) -> float:
    if n_units < 2:
        return math.nan
    if share <= 0:
        return _smallest_p(n_units)
    deviations = -NormalDist().inv_cdf(share / 2) if share < 1 else 0.0
    expanded = 2 * _tail(math.sqrt((n_units - 1) / n_units) * deviations, n_units - 1)
    return max(min(expanded, 1.0), _smallest_p(n_units))


def _normal_tail(deviations: float) -> float:
    return math.erfc(deviations / math.sqrt(2)) / 2


def _tail(t: float, freedom: int) -> float:
    """Return the probability that Student's t is above ``t``, for ``t`` of at least 0."""
    if freedom >= _LARGE:
        return _normal_tail(_normal_deviate(t, freedom))
    share = freedom / (freedom + t * t)
    if t * t < 3:  # then the other side's fraction converges
        return (1 - _incomplete_beta(1 - share, 0.5, freedom / 2)) / 2
    return _incomplete_beta(share, freedom / 2, 0.5) / 2


def _normal_deviate(t: float, freedom: int) -> float:
    """Return the normal deviate with the tail of Student's t: Hill (1970), Algorithm 395."""
    a = freedom - 0.5
    b = 48 * a * a
    y = a * math.log1p(t * t / freedom)
    correction = (((-0.4 * y - 3.3) * y - 24) * y - 85.5) / (0.8 * y * y + 100 + b) + y + 3
    return (correction / b + 1) * math.sqrt(y)


def _incomplete_beta(x: float, a: float, b: float) -> float:
    """Return the regularized incomplete beta function, by its continued fraction: Press et al. (2007), section 6.4."""
    if x <= 0:
        return 0.0
    log_front = math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b) + a * math.log(x) + b * math.log1p(-x)
    c, d = 1.0, 1 / _away_from_0(1 - (a + b) * x / (a + 1))
    fraction, step, change = d, 0, 0.0
    while abs(change - 1) > _ROUNDING:
        step += 1
        for numerator in (
            step * (b - step) * x / ((a + 2 * step - 1) * (a + 2 * step)),
            -(a + step) * (a + b + step) * x / ((a + 2 * step) * (a + 2 * step + 1)),
        ):
            d = 1 / _away_from_0(1 + numerator * d)
            c = _away_from_0(1 + numerator / c)
            change = c * d
            fraction *= change
    return math.exp(log_front) * fraction / a


def _away_from_0(value: float) -> float:
    return value if abs(value) > 1e-300 else 1e-300


@lru_cache(maxsize=10_000)
def _quantile(tail: float, freedom: int) -> float:
    """Return the quantile above which Student's t has this probability, below 1/2, by bisection."""
    low, high = 0.0, 2.0
    while _tail(high, freedom) > tail:
        low, high = high, 2 * high
    while high - low > _ROUNDING * high:
        middle = (low + high) / 2
        if middle in (low, high):
            break
        low, high = (middle, high) if _tail(middle, freedom) > tail else (low, middle)
    return high
