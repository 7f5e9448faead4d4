"""A table of all edits and shifts of one output, to count them over a whole test set."""

import sys
from dataclasses import dataclass, fields

import numpy as np
import pyarrow as pa

from ..counting.arrays import Ids
from ..validation import check_known, whole_number
from .edits import KINDS, EditKind
from .shifts import NO_WORD, Kinds


@dataclass(frozen=True)
class FrequentEdit:
    """An edit with the number of times that it is made."""

    word: str | None
    """Hypothesis word as compared; None for an insertion."""
    reference_word: str | None
    """Reference word as compared; None for a deletion."""
    count: int
    segments: Ids
    """Indices of the segments in which the edit is made, ascending, int32 (n,)."""


@dataclass(frozen=True)
class EditTable:
    """All edits except matches, of each segment against the reference that takes the fewest, and all shifts."""

    vocabulary: pa.StringArray
    """Words as compared: in lower case unless case counts."""
    segments: Ids
    """Index of each edit's segment, ascending, int32 (n_edits,)."""
    kinds: Kinds
    """Kind of each edit, uint8 (n_edits,): INSERTION, DELETION or SUBSTITUTION of ``scoring.ter.shifts``."""
    words: Ids
    """Hypothesis word of each edit in the vocabulary, NO_WORD for an insertion, int32 (n_edits,)."""
    reference_words: Ids
    """Reference word of each edit in the vocabulary, NO_WORD for a deletion, int32 (n_edits,)."""
    shift_segments: Ids
    """Index of each shift's segment, int32 (n_shifts,)."""
    shift_lengths: Ids
    """Number of words that each shift moves, int32 (n_shifts,)."""
    shift_distances: Ids
    """Number of words that each shift passes, int32 (n_shifts,); negative towards the beginning of the segment."""

    @property
    def n_bytes(self) -> int:
        return sum(getattr(self, field.name).nbytes for field in fields(self))

    def count(self, kind: EditKind) -> int:
        return int((self.kinds == _number(kind)).sum())

    def frequent(self, kind: EditKind, most: int) -> list[FrequentEdit]:
        """Return the most frequent edits of one kind, at most ``most``; equally frequent ones by first occurrence."""
        most = whole_number(most, "The number of edits", 0, sys.maxsize)
        rows = np.flatnonzero(self.kinds == _number(kind))
        pairs = np.column_stack([self.words[rows], self.reference_words[rows]])
        distinct, first, pair_numbers, counts = np.unique(
            pairs, axis=0, return_index=True, return_inverse=True, return_counts=True
        )
        by_pair = np.split(rows[np.argsort(pair_numbers.ravel(), kind="stable")], np.cumsum(counts)[:-1])
        return [
            FrequentEdit(
                word=self._word(distinct[i, 0]),
                reference_word=self._word(distinct[i, 1]),
                count=int(counts[i]),
                segments=np.unique(self.segments[by_pair[i]]),
            )
            for i in np.lexsort((first, -counts))[:most]
        ]

    def _word(self, number: int) -> str | None:
        word: str | None = None if number == NO_WORD else self.vocabulary[int(number)].as_py()
        return word


def _number(kind: EditKind) -> int:
    check_known(kind, [*EditKind], "kind of edit")
    return dict(zip(KINDS.values(), KINDS, strict=True))[kind]
