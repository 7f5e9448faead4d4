"""The weights behind a decoder's scores."""

from dataclasses import dataclass

import numpy as np

from ...checks import expect
from ...counting.arrays import Floats, rows_at
from .candidates import TuningCandidates

_EXACT = 1e-2
"""Of the scores' deviation within lists: files print six digits, of which the best candidates share the first ones."""


@dataclass(frozen=True, eq=False)
class RecoveredWeights:
    """Weights that explain a decoder's scores by its features, within each list.

    A list may have a constant of its own, such as a decoder's penalty for unknown words: it ranks nothing.
    """

    weights: Floats
    """float64 (n_features,): those of least squares; where several explain the scores as well, the smallest ones"""
    error: float
    """the root of the mean square of what they leave unexplained"""
    is_exact: bool
    """whether they explain all but rounding in print"""
    is_unique: bool
    """whether no other weights explain the scores as well; not so where a feature never varies within a list"""


def recover(candidates: TuningCandidates) -> RecoveredWeights:
    """By least squares over all candidates; ``ValueError`` for lists without a decoder's scores."""
    expect(candidates, TuningCandidates, "candidates")
    if candidates.decoder_scores is None:
        raise ValueError("The lists have no decoder's scores; only from these can weights be recovered.")
    spreads = candidates.spreads
    rows = np.column_stack([candidates.features / spreads, candidates.decoder_scores])
    means = rows_at(candidates.lists, rows, len(candidates)) / np.diff(candidates.offsets)[:, None]
    rows -= means[candidates.lists]
    features, scores = rows[:, :-1], rows[:, -1]
    found, _, rank, _ = np.linalg.lstsq(features, scores, rcond=1e-9)
    error = float(np.sqrt(np.mean((scores - features @ found) ** 2)))
    is_exact = error <= max(_EXACT * float(scores.std()), 1e-9)
    return RecoveredWeights(found / spreads, error, is_exact, int(rank) == len(found))
