"""Corrections of p-values for many comparisons."""

from collections.abc import Callable

import numpy as np

from ..counting.arrays import Floats, Ints
from ..validation import as_float_array, check_known


def bonferroni(p_values: Floats) -> Floats:
    """Return each p-value times their number: the probability of any false finding stays below the level."""
    adjusted: Floats = np.minimum(p_values * len(p_values), 1)
    return adjusted


def holm(p_values: Floats) -> Floats:
    """Return p-values adjusted after Holm (1979), none larger than Bonferroni's.

    The probability of any false finding stays below the level under any dependence.
    """
    order = np.argsort(p_values, kind="stable")
    raised = p_values[order] * np.arange(len(p_values), 0, -1)
    return _restore_order(np.minimum(np.maximum.accumulate(raised), 1), order)


def benjamini_hochberg(p_values: Floats) -> Floats:
    """Return p-values adjusted after Benjamini and Hochberg (1995).

    The expected share of false ones among the findings stays below the level.
    """
    order = np.argsort(p_values, kind="stable")
    raised = p_values[order] * (len(p_values) / np.arange(1, len(p_values) + 1))
    return _restore_order(np.minimum(np.minimum.accumulate(raised[::-1])[::-1], 1), order)


CORRECTIONS: dict[str, Callable[[Floats], Floats]] = {
    "holm": holm,
    "bonferroni": bonferroni,
    "bh": benjamini_hochberg,
    "none": np.copy,
}
"""Corrections by name: each turns p-values (n_comparisons,) into adjusted p-values, in the same order."""
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
"""Display names of the corrections for the p-values of all pairs of systems."""


def adjust(p_values: Floats, correction: str = "holm") -> Floats:
    """Return the adjusted p-values (n_comparisons,); NaN stays NaN and does not count as a comparison.

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
    """Return the adjusted p-values of a symmetric table of all pairs, (n_systems, n_systems); 1 on the diagonal.

    Each pair counts once.
    """
    first, second = np.triu_indices(len(p_values), 1)
    adjusted = np.ones_like(p_values)
    adjusted[first, second] = adjusted[second, first] = adjust(p_values[first, second], correction)
    return adjusted


def check_correction(correction: str) -> None:
    """Raise ``ValueError`` for an unknown correction."""
    check_known(correction, CORRECTIONS, "correction")


def _restore_order(ordered: Floats, order: Ints) -> Floats:
    values = np.empty_like(ordered)
    values[order] = ordered
    return values
