"""PER, position-independent error rate: Tillmann et al. (1997)."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from ..counting.arrays import Floats
from ..counting.ngrams import count_matches
from ..counting.progress import Progress
from ..text.tokenizers import Tokens
from .error_rate import ErrorRate, mean_lengths


@dataclass(frozen=True)
class PER(ErrorRate):
    """PER: word errors that ignore the order of words.

    Tillmann et al. (1997), "Accelerated DP based search for statistical translation": words without a counterpart in
    the other text are substitutions; further words that are missing are insertions, and further words that are left
    over deletions (as in ``Edit``). So the edits are max(|hypothesis|, |reference|) - matches, where a word matches as
    often as it is in both.
    """

    name: ClassVar[str] = "per"
    label: ClassVar[str] = "PER"

    def _edits(self, tokens: Tokens, hypothesis: int, references: slice, on_progress: Progress) -> Floats:
        among = range(len(tokens.starts))[references]
        by_reference = np.stack([_edit_counts(tokens, hypothesis, reference) for reference in among])
        edits = np.where(tokens.starts[references] < 0, np.inf, by_reference.sum(axis=-1))
        chosen = by_reference[edits.argmin(axis=0), np.arange(by_reference.shape[1])]
        return np.column_stack([chosen, mean_lengths(tokens, references)])


def _edit_counts(tokens: Tokens, hypothesis: int, reference: int) -> Floats:
    """Return insertions, deletions and substitutions against one column of references, (n_segments, 3)."""
    length, reference_length, matches, _ = count_matches(tokens, hypothesis, slice(reference, reference + 1), 1).T
    missing = reference_length - length
    substitutions = np.minimum(length, reference_length) - matches
    return np.column_stack([np.maximum(missing, 0), np.maximum(-missing, 0), substitutions])
