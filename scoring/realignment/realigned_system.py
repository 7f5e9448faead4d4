"""A realigned output, and moving its borders by hand."""

from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise
from typing import Literal

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from ..counting.arrays import Floats, Ints
from ..output.numbers import counted
from ..validation import whole_number
from .segmentation import SegmentTokens, count_word_errors
from .stream import StreamTokens, WordStream

OVERTRANSLATION: Literal["overtranslation"] = "overtranslation"
UNDERTRANSLATION: Literal["undertranslation"] = "undertranslation"
MIN_WORDS = 5
"""Least number of words too many or too few in a leftover; a segment without words always is one."""


@dataclass(frozen=True)
class Leftover:
    """A segment whose output has far more words than its reference, or far fewer."""

    segment: int
    """Number of the segment, from 0."""
    kind: Literal["overtranslation", "undertranslation"]
    words: int
    """Number of words in the output."""
    reference_words: int

    def __str__(self) -> str:
        of = counted(self.reference_words, "word")
        if not self.words:
            return f"Segment {self.segment + 1:,} got no words, and its reference has {of}: undertranslation."
        return (
            f"Segment {self.segment + 1:,} has {counted(self.words, 'word')}, and its reference has {of}: {self.kind}."
        )


@dataclass(frozen=True, eq=False)
class RealignedSystem:
    """One output, joined and cut into the references' segments; ``moved`` returns a copy with another border."""

    name: str
    stream: WordStream
    tokens: StreamTokens
    references: SegmentTokens
    cuts: Ints
    """Word with which each segment begins, and the number of words at the end: int64 (n_segments + 1,)."""
    border_confidences: Floats
    """Confidence of each border, above 0 to 1, float64 (n_segments + 1,); 1 where it is fixed or was moved by hand."""
    fixed: npt.NDArray[np.bool_]
    """Whether each border is fixed, (n_segments + 1,), as the borders between documents and the two ends are."""
    edited: npt.NDArray[np.bool_]
    """Whether each border was moved by hand, (n_segments + 1,)."""
    errors: Ints
    """Word errors of each segment against its best reference, ignoring case, int64 (n_segments,)."""
    reference_words: Ints
    """Number of words in that reference, int64 (n_segments,)."""

    def __len__(self) -> int:
        return len(self.errors)

    @property
    def words(self) -> tuple[str, ...]:
        """Words of the whole output, to whose places ``cuts`` refer."""
        return self.stream.words

    @cached_property
    def segments(self) -> pa.StringArray:
        """Output of each segment, (n_segments,)."""
        cuts = self.cuts.tolist()
        return pa.array([self.stream.between(*pair) for pair in pairwise(cuts)], pa.string())

    @property
    def word_counts(self) -> Ints:
        """Number of tokens in each segment's output, int64 (n_segments,)."""
        counts: Ints = np.diff(self.tokens.offsets[self.cuts])
        return counts

    @property
    def confidences(self) -> Floats:
        """Confidence of each segment, float64 (n_segments,): the lower one of its two borders'."""
        lower: Floats = np.minimum(self.border_confidences[:-1], self.border_confidences[1:])
        return lower

    @property
    def word_error_rate(self) -> float:
        """Word errors of all segments per 100 words of their references; NaN without any word."""
        n_words = int(self.reference_words.sum())
        return 100 * int(self.errors.sum()) / n_words if n_words else float("nan")

    @property
    def leftovers(self) -> tuple[Leftover, ...]:
        """Segments without words, or with more than twice or less than half of their reference's words."""
        leftovers = []
        for segment, (words, expected) in enumerate(zip(self.word_counts, self.reference_words, strict=True)):
            is_long = words > 2 * expected and words - expected >= MIN_WORDS
            is_short = 2 * words < expected and (not words or expected - words >= MIN_WORDS)
            if is_long or is_short:
                kind = OVERTRANSLATION if is_long else UNDERTRANSLATION
                leftovers.append(Leftover(segment, kind, int(words), int(expected)))
        return tuple(leftovers)

    def moved(self, border: int, cut: int) -> "RealignedSystem":
        """Return the same output with one border moved; that border is marked as edited, all others stay.

        Parameters
        ----------
        border : the border before segment ``border``, from 0
        cut : the word with which that segment is to begin, between the borders next to it

        Raises
        ------
        ValueError
            For a border that is fixed, and for a place beyond the borders next to it.
        """
        border = whole_number(border, "The border", 1, len(self) - 1)
        if self.fixed[border]:
            raise ValueError(
                f"The border before segment {border + 1:,} is that of a document and cannot be moved;"
                " expected one within a document."
            )
        cut = whole_number(cut, "The place of the border", int(self.cuts[border - 1]), int(self.cuts[border + 1]))
        cuts = self.cuts.copy()
        cuts[border] = cut
        return self.with_cuts(cuts)

    def with_cuts(self, cuts: npt.ArrayLike) -> "RealignedSystem":
        """Return the same output with all its borders at these places; borders that move are marked as edited.

        A page uses it to keep borders that were moved by hand. Raises ``ValueError`` as ``moved``, and for another
        number of borders.
        """
        new_cuts = np.asarray(cuts)
        if new_cuts.shape != self.cuts.shape or new_cuts.dtype.kind not in "iu" or (np.diff(new_cuts) < 0).any():
            raise ValueError(
                f"Expected {len(self.cuts):,} places of borders in ascending order; found {new_cuts.size:,}."
            )
        changed = new_cuts != self.cuts
        if (changed & self.fixed).any():
            border = int(np.flatnonzero(changed & self.fixed)[0])
            raise ValueError(f"The border before segment {border + 1:,} cannot be moved; found another place for it.")
        segments = np.flatnonzero(changed[:-1] | changed[1:])
        errors, reference_words = self.errors.copy(), self.reference_words.copy()
        errors[segments], reference_words[segments] = count_word_errors(
            self.tokens, new_cuts, self.references, segments.tolist()
        )
        return replace(
            self,
            cuts=new_cuts.astype(np.int64),
            border_confidences=np.where(changed, 1.0, self.border_confidences),
            edited=self.edited | changed,
            errors=errors,
            reference_words=reference_words,
        )
