"""What a method of the paper does to one order, as a formula with the numbers of one segment put in.

Plain text: ``_n`` is a subscript, ``^n`` a power. ``terms`` are one segment's, ``at`` is the order less 1,
``value`` the method's parameter; the order is one that the method changes.
"""

import numpy as np

from ...counting.arrays import Floats
from ...output.numbers import significant
from ..arithmetic import BleuArithmetic


def replaced(terms: BleuArithmetic, at: int, value: float) -> str:
    """Method 1."""
    return f"m′_{at + 1} = ε = {significant(value)}"


def one_more(terms: BleuArithmetic, at: int, value: float) -> str:
    """Method 2."""
    return f"p_{at + 1} = ({significant(terms.matches[at])} + 1) / ({significant(terms.totals[at])} + 1)"


def halved(terms: BleuArithmetic, at: int, value: float) -> str:
    """Method 3."""
    return _power(terms, at, "2")


def scaled(terms: BleuArithmetic, at: int, value: float) -> str:
    """Method 4."""
    return _power(terms, at, f"({significant(value)} / ln {significant(terms.hypothesis_length)})")


def _power(terms: BleuArithmetic, at: int, base: str) -> str:
    rank = int(((terms.matches[: at + 1] == 0) & (terms.totals[: at + 1] > 0)).sum())
    return f"m′_{at + 1} = 1 / {base}^{rank} = {significant(terms.smoothed_matches[at])}"


def mean_of_counts(terms: BleuArithmetic, at: int, value: float) -> str:
    """Method 5: (m'_(n-1) + m_n + m_(n+1)) / 3."""
    return _mean(terms, at, terms.matches)


def mean_of_scaled(terms: BleuArithmetic, at: int, value: float) -> str:
    """Method 7: as 5, with method 4's counts."""
    ranks = np.cumsum((terms.matches == 0) & (terms.totals > 0))
    logs = np.log(max(float(terms.hypothesis_length), 1.0))
    zeros = (logs / value) ** ranks if logs else np.zeros(len(ranks))
    counts = np.where((terms.matches == 0) & (terms.totals > 0), zeros, terms.matches)
    return ("" if at else "counts by 4, then ") + _mean(terms, at, counts)


def _mean(terms: BleuArithmetic, at: int, counts: Floats) -> str:
    before = counts[0] + 1 if not at else terms.smoothed_matches[at - 1]
    after = terms.matches_beyond if at + 1 == len(counts) else counts[at + 1]
    summed = " + ".join(significant(float(count)) for count in (before, counts[at], after))
    return f"m′_{at + 1} = ({summed}) / 3"


def mixed(terms: BleuArithmetic, at: int, value: float) -> str:
    """Method 6."""
    before, second = terms.precisions[at - 1], terms.precisions[at - 2]
    prior, alpha = (before**2 / second if second else 0.0), significant(value)
    return (
        f"p_{at + 1} = ({significant(terms.matches[at])} + {alpha} × {significant(prior)})"
        f" / ({significant(terms.totals[at])} + {alpha}), prior = {significant(before)}² / {significant(second)}"
    )
