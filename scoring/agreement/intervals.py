"""Where a value would lie if other segments had been judged: intervals of its resamples."""

from collections.abc import Callable

import numpy as np

from ..arrays import Floats
from ..significance.bootstrap import deviation, least_resamples, percentiles

Bounds = Callable[[float, Floats, float], tuple[float, float]]
"""From a value, its resamples (n,) and the level to an interval; NaN below ``least_resamples``."""


def by_percentiles(value: float, samples: Floats, level: float) -> tuple[float, float]:
    """Where that share of the resamples lies: ``percentiles``."""
    return percentiles(samples, level)


def by_deviation(value: float, samples: Floats, level: float) -> tuple[float, float]:
    """The value +- so many standard deviations of its resamples, 1.96 at 95 %.

    The standard interval of Efron and Tibshirani (1993), An Introduction to the Bootstrap, section 13.3: for what
    resampling itself moves to one side, so that percentiles would not lie around the value.
    """
    from scipy.special import ndtri

    if np.isnan(samples).sum() > len(samples) - least_resamples(level):
        return float("nan"), float("nan")
    reach = float(ndtri((1 + level) / 2)) * deviation(samples)
    return value - reach, value + reach
