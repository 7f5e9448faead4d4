"""Corrections of p-values for many comparisons."""

from collections.abc import Callable

import numpy as np

from ..counting.arrays import Floats, Ints
from ..validation import as_float_array, check_known


def bonferroni(p_values: Floats) -> Floats:
    """Return each p-value times their number: the chance of any false finding stays below the level."""
    adjusted: Floats = np.minimum(p_values * len(p_values), 1)
    return adjusted


def holm(p_values: Floats) -> Floats:
    """Holm (1979): the same promise as Bonferroni's under any dependence, and never a larger p-value."""
    order = np.argsort(p_values, kind="stable")
    raised = p_values[order] * np.arange(len(p_values), 0, -1)
    return _restored(np.minimum(np.maximum.accumulate(raised), 1), order)


def benjamini_hochberg(p_values: Floats) -> Floats:
    """Benjamini and Hochberg (1995): keeps the share of false ones among the findings below the level."""
    order = np.argsort(p_values, kind="stable")
    raised = p_values[order] * (len(p_values) / np.arange(1, len(p_values) + 1))
    return _restored(np.minimum(np.minimum.accumulate(raised[::-1])[::-1], 1), order)


CORRECTIONS: dict[str, Callable[[Floats], Floats]] = {
    "holm": holm,
    "bonferroni": bonferroni,
    "bh": benjamini_hochberg,
    "none": np.copy,
}
"""Each from p-values (n_comparisons,) to adjusted ones of the same order, compared with the same level."""
MAX_T = "max-t"
"""The step-down max-T test, which corrects pairs of systems by the trials that they share: see ``stepdown``."""
PAIR_CORRECTIONS = (MAX_T, *CORRECTIONS)
CORRECTION_NAMES = {
    "max-t": "step-down max-T",
    "holm": "Holm",
    "bonferroni": "Bonferroni",
    "bh": "Benjamini-Hochberg",
    "none": "none",
}
"""What the p-values of all pairs of systems can be corrected by."""


def adjust(p_values: Floats, correction: str = "holm") -> Floats:
    """Adjusted p-values, (n_comparisons,); NaN stays NaN and is not counted as a comparison.

    Raises ``ValueError`` for an unknown correction, or numbers that are no p-values.
    """
    check_correction(correction)
    adjusted = as_float_array(p_values, "p-values", 1).copy()
    wrong = adjusted[(adjusted < 0) | (adjusted > 1)]
    if len(wrong):
        raise ValueError(f"A p-value must be 0 to 1; found {wrong[0]:g}.")
    defined = ~np.isnan(adjusted)
    adjusted[defined] = CORRECTIONS[correction](adjusted[defined])
    return adjusted


def adjust_pairs(p_values: Floats, correction: str = "holm") -> Floats:
    """Return the same for a symmetric table of all pairs, (n_systems, n_systems): each counts once, the diagonal is 1."""
    first, second = np.triu_indices(len(p_values), 1)
    adjusted = np.ones_like(p_values)
    adjusted[first, second] = adjusted[second, first] = adjust(p_values[first, second], correction)
    return adjusted


def check_correction(correction: str) -> None:
    """Raises ``ValueError`` for an unknown one."""
    check_known(correction, CORRECTIONS, "correction")


def _restored(ordered: Floats, order: Ints) -> Floats:
    values = np.empty_like(ordered)
    values[order] = ordered
    return values
