"""What is a tie: differences that floats make of equal scores, on a scale of any size."""

import numpy as np

from .arrays import Floats, Ints

TOLERANCE = 1e-9
"""Up to this differences are ties; of scores whose range is below 1, up to as much of their range."""
NOISE = 1e-12
"""The share of the scores' size that floats make of equal ones at most, sums of many among them."""
_SMALLEST = 1e-300


def tolerance(scores: Floats, axis: int | tuple[int, ...] | None = None) -> Floats:
    """Return by how much scores may differ that tie: a power of ten, (...,) without the axes; NaN does not count."""
    scores = np.asarray(scores, float)
    low = np.fmin.reduce(scores, axis=axis, initial=np.inf)
    high = np.fmax.reduce(scores, axis=axis, initial=-np.inf)
    low, high = (np.where(low <= high, bound, 0.0) for bound in (low, high))
    size = np.maximum(np.abs(low), np.abs(high))
    least = np.maximum(TOLERANCE * np.minimum(high - low, 1.0), NOISE * size)
    found: Floats = 10.0 ** np.ceil(np.log10(np.maximum(least, _SMALLEST)))
    return found


def round_ties(differences: Floats, step: Floats | float) -> Floats:
    """Return the differences as whole multiples of the ``tolerance``, so that ties are 0 and equal ones equal."""
    found: Floats = np.array(differences, float)
    found /= step
    np.rint(found, out=found)
    found *= step
    return found


def pair_leads(table: Floats, first: Ints, second: Ints) -> Floats:
    """Return by how much the first of each two systems leads, (..., n_pairs); ties are 0.

    ``table`` (..., n_systems) holds scores.
    """
    return round_ties(table[..., first] - table[..., second], tolerance(table, -1)[..., None])


def tie_levels(values: Floats, step: Floats | float) -> Floats:
    """(..., n): numbers in the same order, equal where neighbours tie; NaN stays NaN."""
    order = np.argsort(values, axis=-1)
    apart = round_ties(np.diff(np.take_along_axis(values, order, axis=-1), prepend=np.nan), step) != 0
    found = np.empty(values.shape)
    np.put_along_axis(found, order, np.cumsum(apart, axis=-1, dtype=float), axis=-1)
    found[np.isnan(values)] = np.nan
    return found
