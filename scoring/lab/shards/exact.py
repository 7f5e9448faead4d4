"""Sums of float64 numbers without rounding, so that the order and the grouping of what is added change no bit."""

from dataclasses import dataclass

import numpy as np

from ...counting.arrays import Floats

_UNIT = 1126
"""Sums are kept as whole numbers of 2**-_UNIT: the smallest float64 times its last bit's place."""
_MANTISSA, _LOW = 53, 27
"""Bits of a float64's mantissa, and of its lower part: sums of 2**36 parts fit into int64."""


@dataclass(frozen=True)
class ExactSum:
    """The sum of rows of statistics; ``+`` is associative and commutative, for fractions too."""

    units: tuple[int, ...]
    """one whole number a statistic"""

    @classmethod
    def of(cls, rows: Floats) -> "ExactSum":
        """Return the sum of rows (n, n_statistics); ``ValueError`` where one is infinite or NaN."""
        if not np.isfinite(rows).all():
            raise ValueError(f"Expected finite statistics; found {rows[~np.isfinite(rows)][0]}.")
        return cls(tuple(_sum(column) for column in rows.T))

    def __add__(self, other: "ExactSum") -> "ExactSum":
        return ExactSum(tuple(a + b for a, b in zip(self.units, other.units, strict=True)))

    @property
    def rounded(self) -> Floats:
        """float64 (n_statistics,): each the nearest to the true sum."""
        return np.array([units / (1 << _UNIT) for units in self.units])


def _sum(values: Floats) -> int:
    whole = values.astype(np.int64) if np.abs(values).max(initial=0.0) < 2.0**31 else None
    if whole is not None and (whole == values).all():
        return int(whole.sum()) << _UNIT
    mantissas, exponents = np.frexp(values)
    parts = np.ldexp(mantissas, _MANTISSA).astype(np.int64)
    total = 0
    for exponent in np.unique(exponents).tolist():
        of_size = parts[exponents == exponent]
        high, low = int((of_size >> _LOW).sum()), int((of_size & ((1 << _LOW) - 1)).sum())
        total += ((high << _LOW) + low) << (_UNIT + exponent - _MANTISSA)
    return total
