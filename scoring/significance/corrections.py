"""What many comparisons make of p-values."""

from collections.abc import Callable

import numpy as np


def bonferroni(p_values: np.ndarray) -> np.ndarray:
    """Each p-value times their number: the chance of any false finding stays below the level."""
    return np.minimum(p_values * len(p_values), 1)


def holm(p_values: np.ndarray) -> np.ndarray:
    """Holm (1979): the same promise as Bonferroni's under any dependence, and never a larger p-value."""
    order = np.argsort(p_values, kind="stable")
    raised = p_values[order] * np.arange(len(p_values), 0, -1)
    return _restored(np.minimum(np.maximum.accumulate(raised), 1), order)


def benjamini_hochberg(p_values: np.ndarray) -> np.ndarray:
    """Benjamini and Hochberg (1995): keeps the share of false ones among the findings below the level."""
    order = np.argsort(p_values, kind="stable")
    raised = p_values[order] * (len(p_values) / np.arange(1, len(p_values) + 1))
    return _restored(np.minimum(np.minimum.accumulate(raised[::-1])[::-1], 1), order)


CORRECTIONS: dict[str, Callable[[np.ndarray], np.ndarray]] = {
    "holm": holm,
    "bonferroni": bonferroni,
    "bh": benjamini_hochberg,
    "none": np.copy,
}
"""Each from p-values (n_comparisons,) to adjusted ones of the same order, compared with the same level."""


def adjust(p_values: np.ndarray, correction: str = "holm") -> np.ndarray:
    """Adjusted p-values, (n_comparisons,); NaN stays NaN and is not counted as a comparison.

    Raises ``ValueError`` for an unknown correction, or numbers that are no p-values.
    """
    check_correction(correction)
    adjusted = np.array(p_values, dtype=float)
    wrong = adjusted[(adjusted < 0) | (adjusted > 1)]
    if len(wrong):
        raise ValueError(f"A p-value must be 0 to 1; found {wrong[0]:g}.")
    defined = ~np.isnan(adjusted)
    adjusted[defined] = CORRECTIONS[correction](adjusted[defined])
    return adjusted


def check_correction(correction: str) -> None:
    """Raises ``ValueError`` for an unknown one."""
    if correction not in CORRECTIONS:
        raise ValueError(f"Unknown correction {correction!r}; there are {', '.join(CORRECTIONS)}.")


def _restored(ordered: np.ndarray, order: np.ndarray) -> np.ndarray:
    values = np.empty_like(ordered)
    values[order] = ordered
    return values
