"""Ties: differences that rounding of floats makes between equal scores, on a scale of any size."""

import numpy as np

from .arrays import Floats, Ints

TOLERANCE = 1e-9
"""Largest difference of a tie; scores whose range is below 1 tie up to this share of their range."""
NOISE = 1e-12
"""Largest rounding error of equal scores, which are often sums, as a share of the scores' size."""
_SMALLEST = 1e-300


def tolerance(scores: Floats, axis: int | tuple[int, ...] | None = None) -> Floats:
    """Return the largest difference of scores that tie: a power of ten, (...,) without the axes; NaN is ignored."""
    scores = np.asarray(scores, float)
    low = np.fmin.reduce(scores, axis=axis, initial=np.inf)
    high = np.fmax.reduce(scores, axis=axis, initial=-np.inf)
    low, high = (np.where(low <= high, bound, 0.0) for bound in (low, high))
    size = np.maximum(np.abs(low), np.abs(high))
    least = np.maximum(TOLERANCE * np.minimum(high - low, 1.0), NOISE * size)
    step: Floats = 10.0 ** np.ceil(np.log10(np.maximum(least, _SMALLEST)))
    return step


def round_ties(differences: Floats, step: Floats | float) -> Floats:
    """Return the differences as whole multiples of ``step``: ties become 0 and equal differences equal numbers."""
    multiples: Floats = np.array(differences, float)
    multiples /= step
    np.rint(multiples, out=multiples)
    multiples *= step
    return multiples


def pair_leads(table: Floats, first: Ints, second: Ints) -> Floats:
    """Return the lead of the first system of each pair over the second, (..., n_pairs), 0 for ties.

    ``table`` (..., n_systems) holds scores.
    """
    return round_ties(table[..., first] - table[..., second], tolerance(table, -1)[..., None])


def tie_levels(values: Floats, step: Floats | float) -> Floats:
    """Return numbers in the same order that are equal where neighbours tie, (..., n); NaN stays NaN."""
    order = np.argsort(values, axis=-1)
    is_apart = round_ties(np.diff(np.take_along_axis(values, order, axis=-1), prepend=np.nan), step) != 0
    levels = np.empty(values.shape)
    np.put_along_axis(levels, order, np.cumsum(is_apart, axis=-1, dtype=float), axis=-1)
    levels[np.isnan(values)] = np.nan
    return levels
