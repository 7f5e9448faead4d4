"""Where a value would lie if other segments had been judged: intervals of its resamples."""

from collections.abc import Callable

import numpy as np

from ...counting.arrays import Floats
from ...significance.bootstrap import deviation, expanded_percentiles, least_resamples
from ...significance.resampling.expansion import interval_half_width

Bounds = Callable[[float, Floats, int, float], tuple[float, float]]
"""From a value, its resamples (n,), how many units each draws, and the level to an interval.

NaN below ``least_resamples``.
"""


def by_percentiles(value: float, samples: Floats, n_units: int, level: float) -> tuple[float, float]:
    """Where that share of the resamples lies: ``expanded_percentiles``."""
    return expanded_percentiles(samples, n_units, level)


def by_deviation(value: float, samples: Floats, n_units: int, level: float) -> tuple[float, float]:
    """The value +- so many standard deviations of its resamples, 1.96 at 95 %, and more of few units.

    The standard interval of Efron and Tibshirani (1993), An Introduction to the Bootstrap, section 13.3: for what
    resampling itself moves to one side, so that percentiles would not lie around the value.
    """
    if np.isnan(samples).sum() > len(samples) - least_resamples(level, n_units):
        return float("nan"), float("nan")
    half = interval_half_width(level, n_units) * deviation(samples)
    return value - half, value + half
