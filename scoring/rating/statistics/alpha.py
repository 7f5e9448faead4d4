"""Krippendorff's alpha: agreement of any number of raters, some of whom may not have judged every unit.

Krippendorff (2011), Computing Krippendorff's Alpha-Reliability: alpha = 1 - observed / expected disagreement. A unit
with m judgments weighs its pairs by 1 / (m - 1), so that every judgment counts once; the expected disagreement is that
of any two of all judgments. Units with one judgment are left out.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from itertools import combinations
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from ...counting.arrays import Floats, sums_at
from ...validation import as_float_array, check_known

NOBODY_TWICE = "nothing was judged by two raters"
NO_VARIATION = "all judgments are the same, so that agreement cannot be told from chance"


@dataclass(frozen=True)
class Coefficient:
    """A coefficient of raters' agreement beyond chance."""

    value: float
    """Agreement, at most 1; NaN where it is not defined."""
    n_units: int
    """Number of units, each judged by two raters or more."""
    n_judgments: int
    """Number of judgments of these units."""
    why_not: str = ""
    """Reason why the value is not defined, as the end of a sentence; empty if it is defined."""

    @property
    def is_defined(self) -> bool:
        return not math.isnan(self.value)

    @classmethod
    def undefined(cls, n_units: int, n_judgments: int, why_not: str) -> "Coefficient":
        return cls(math.nan, n_units, n_judgments, why_not)


def finite_ratings(values: Any, name: str, n_dimensions: int) -> Floats:
    """Return the values as float64, NaN without a judgment; raise ``ValueError`` for infinity and other types."""
    numbers = as_float_array(values, name, n_dimensions)
    if np.isinf(numbers).any():
        raise ValueError(f"{name}: judgments must be finite; found an infinite one.")
    return numbers


Level = Literal["nominal", "ordinal", "interval", "ratio"]
"""Levels of measurement: values only differ, have an order, have meaningful differences, or have meaningful ratios."""
BLOCK = 500
"""Number of values whose distances are tabulated at once."""


def krippendorffs_alpha(values: npt.ArrayLike, level: Level = "interval") -> Coefficient:
    """Return Krippendorff's alpha of ``values`` (n_units, n_raters), NaN where a rater did not judge.

    The coefficient is not defined where no unit has two judgments, and where all judgments are the same. Raises
    ``ValueError`` for an unknown level, and for negative numbers with ``ratio``, which needs a true zero.
    """
    table, counts = _units_with_pairs(values, level)
    n_units, n_judgments = len(table), int(counts.sum())
    if not n_units:
        return Coefficient.undefined(0, 0, NOBODY_TWICE)
    spread = _LEVELS[level](table)
    if not spread.among_units:
        return Coefficient.undefined(n_units, n_judgments, NO_VARIATION)
    return Coefficient(
        1 - (n_judgments - 1) * float(spread.within_units.sum()) / spread.among_units, n_units, n_judgments
    )


def _units_with_pairs(values: npt.ArrayLike, level: Level) -> tuple[Floats, Floats]:
    """Return the units with two judgments or more, and the number of judgments of each."""
    check_known(level, _LEVELS, "level of measurement")
    table = finite_ratings(values, "judgments", 2)
    if level == "ratio" and (table < 0).any():
        raise ValueError("Judgments on a ratio scale are 0 or more; found a negative one.")
    counts = (~np.isnan(table)).sum(axis=1)
    have_pairs = counts > 1
    return table[have_pairs], counts[have_pairs].astype(float)


@dataclass(frozen=True, eq=False)
class _Spread:
    """Sums of squared distances over ordered pairs of judgments."""

    within_units: Floats
    """Sum over each unit's own judgments, divided by one less than their number, (n_units,)."""
    among_units: float
    """Sum over the judgments of all units."""


def _interval(table: Floats) -> _Spread:
    """Return the sums for the difference as the distance; sums of squares come from sums, without the pairs."""
    are_rated = ~np.isnan(table)
    centred = np.where(are_rated, table - np.nanmean(table), 0.0)
    if table[are_rated].max() == table[are_rated].min():
        return _Spread(np.zeros(len(table)), 0.0)
    n_each = are_rated.sum(axis=1)
    means = centred.sum(axis=1) / n_each
    within_units = (np.where(are_rated, centred - means[:, None], 0.0) ** 2).sum(axis=1)
    among_units = 2 * int(n_each.sum()) * float((centred**2).sum()) - 2 * float(centred.sum()) ** 2
    return _Spread(2 * n_each * within_units / (n_each - 1), among_units)


def _ordinal(table: Floats) -> _Spread:
    """Return the sums for the ordinal distance: the judgments between two values and half of the equal ones.

    The distance is the difference of the values' mean ranks among all judgments.
    """
    are_rated = ~np.isnan(table)
    _, places, counts = np.unique(table[are_rated], return_inverse=True, return_counts=True)
    ranks = np.full(table.shape, np.nan)
    ranks[are_rated] = (np.cumsum(counts) - counts / 2)[places]
    return _interval(ranks)


def _nominal(table: Floats) -> _Spread:
    """Return the sums for a distance of 1 between different values."""
    are_rated = ~np.isnan(table)
    units, n_each = np.nonzero(are_rated)[0], are_rated.sum(axis=1)
    values, places = np.unique(table[are_rated], return_inverse=True)
    cells, counts = np.unique(units * len(values) + places, return_counts=True)  # of a unit and a value
    same = sums_at(cells // len(values), counts.astype(float) ** 2, len(table))
    totals = np.bincount(places).astype(float)
    return _Spread((n_each**2 - same) / (n_each - 1), float(totals.sum() ** 2 - (totals**2).sum()))


def _ratio(table: Floats) -> _Spread:
    """Return the sums for the difference divided by the sum as the distance."""
    n_each = (~np.isnan(table)).sum(axis=1)
    within_units = np.zeros(len(table))
    for first, second in combinations(table.T, 2):
        within_units += 2 * np.nan_to_num(_squared_ratio_distances(first, second))
    values, counts = np.unique(table[~np.isnan(table)], return_counts=True)
    among_units = 0.0
    for start in range(0, len(values), BLOCK):
        block = slice(start, start + BLOCK)
        among_units += float(counts[block] @ _squared_ratio_distances(values[block, None], values[None, :]) @ counts)
    return _Spread(within_units / (n_each - 1), among_units)


def _squared_ratio_distances(first: Floats, second: Floats) -> Floats:
    """Return the squared distances: 0 for two zeros, NaN where either value is NaN."""
    sums = first + second
    distances: Floats = (first - second) / np.where(sums == 0, 1.0, sums)
    return distances**2


_LEVELS: dict[str, Callable[[Floats], _Spread]] = {
    "nominal": _nominal,
    "ordinal": _ordinal,
    "interval": _interval,
    "ratio": _ratio,
}
