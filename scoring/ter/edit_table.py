"""Every edit and every shift of one output, in columns: what is counted over a whole test set."""

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
    """An edit that is made several times."""

    word: str | None
    """The hypothesis word as compared; None for an insertion."""
    reference_word: str | None
    """None for a deletion."""
    count: int
    segments: Ids
    """int32 (n,): the indices of the segments in which it is made, ascending."""


@dataclass(frozen=True)
class EditTable:
    """Edits other than matches, of each segment against the reference that takes the fewest, and its shifts."""

    vocabulary: pa.StringArray
    """Words as compared: in lower case unless case counts."""
    segments: Ids
    """int32 (n_edits,): the index of each edit's segment, ascending."""
    kinds: Kinds
    """uint8 (n_edits,): INSERTION, DELETION or SUBSTITUTION of ``scoring.ter.shifts``."""
    words: Ids
    """int32 (n_edits,): the hypothesis word in the vocabulary; NO_WORD for an insertion."""
    reference_words: Ids
    """int32 (n_edits,): the reference word; NO_WORD for a deletion."""
    shift_segments: Ids
    """int32 (n_shifts,)"""
    shift_lengths: Ids
    """int32 (n_shifts,): the words that move."""
    shift_distances: Ids
    """int32 (n_shifts,): how many words they pass, to the end of the segment; negative towards its beginning."""

    @property
    def n_bytes(self) -> int:
        return sum(getattr(self, field.name).nbytes for field in fields(self))

    def count(self, kind: EditKind) -> int:
        return int((self.kinds == _number(kind)).sum())

    def frequent(self, kind: EditKind, most: int) -> list[FrequentEdit]:
        """Return the edits of one kind that are made most often, at most this many; of equals the one that comes first."""
        most = whole_number(most, "The number of edits", 0, sys.maxsize)
        rows = np.flatnonzero(self.kinds == _number(kind))
        pairs = np.column_stack([self.words[rows], self.reference_words[rows]])
        distinct, first, which, counts = np.unique(
            pairs, axis=0, return_index=True, return_inverse=True, return_counts=True
        )
        by_pair = np.split(rows[np.argsort(which.ravel(), kind="stable")], np.cumsum(counts)[:-1])
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
