"""A coefficient of agreement: 1 is complete, 0 what chance would give; or why there is none."""

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from ...checks import as_float_array
from ...counting.arrays import Floats

NOBODY_TWICE = "nothing was judged by two raters"
NO_VARIATION = "all judgments are the same, so that agreement cannot be told from chance"


@dataclass(frozen=True)
class Coefficient:
    """One number for how far raters agree beyond chance."""

    value: float
    """Agreement, at most 1; NaN where it is not defined."""
    n_units: int
    """things that count, each judged by two raters or more"""
    n_judgments: int
    """Number of judgments of these units."""
    why_not: str = ""
    """Reason why it is not defined, as the end of a sentence."""

    @property
    def is_defined(self) -> bool:
        return not math.isnan(self.value)

    @classmethod
    def undefined(cls, n_units: int, n_judgments: int, why_not: str) -> "Coefficient":
        return cls(math.nan, n_units, n_judgments, why_not)


def finite_ratings(values: Any, name: str, n_dimensions: int) -> Floats:
    """As numbers, NaN where nobody judged; ``ValueError`` for infinite ones and what are no numbers."""
    numbers = as_float_array(values, name, n_dimensions)
    if np.isinf(numbers).any():
        raise ValueError(f"{name}: judgments must be finite; found an infinite one.")
    return numbers
