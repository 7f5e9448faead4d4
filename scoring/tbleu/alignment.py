"""The alignment of a hypothesis's words with a reference's: one to one, by affix distance.

A minimum-weight maximum matching (Libovický and Pecina 2014, section 2): the shorter side is matched whole, and the sum
of the distances is the least possible, exactly. Of matchings with equal sums the one is taken whose words have the
closest relative positions (see ``scoring.tbleu.assignment``), so that repeated words align in order. Where these tie
too, the first word of the shorter side (of the hypothesis where both are as long) gets the leftmost partner possible,
then the second, and so on: the matching is unique, from any algorithm.
"""

from typing import NamedTuple

import numpy as np

from ..counting.arrays import Ints
from ..counting.blocks import LARGEST, MAX_WORK, bounded_runs, matching_sizes, matching_work, pieces_to_match
from ..counting.progress import Progress, no_progress, progress_between, progress_of_part
from ..text.tokenizers import Tokens
from .affix import SCALE, Distances
from .assignment import assign_pieces


class ColumnAlignment(NamedTuple):
    """The partners of one column's words in every reference, without any threshold."""

    offset: int
    """First token of the column: entry t - offset is about token t of the test set."""
    partners: Ints
    """Partner token in each reference, -1 for none, int64 (n_references, n_tokens)."""
    distances: Ints
    """Affix distance to the partner times ``scale``, 0 without a partner, int64 (n_references, n_tokens)."""
    scale: int = SCALE
    """Value of ``affix.SCALE``, passed to kernels of other files.

    A kernel that named the constant would keep its old value in the cache.
    """


class Aligner:
    """An aligner of a test set's columns with its references; it compares each pair of words once for all columns."""

    def __init__(self, tokens: Tokens, references: slice):
        self._tokens = tokens
        self._references = range(len(tokens.starts))[references]
        self._distances = Distances(tokens.vocabulary)

    def align(self, column: int, on_progress: Progress = no_progress) -> ColumnAlignment:
        """Return the alignment of one column with every reference."""
        starts, ends = self._tokens.starts[column], self._tokens.ends[column]
        offset = int(starts[0]) if len(starts) else 0
        shape = len(self._references), int((ends - starts).sum())
        alignment = ColumnAlignment(offset, np.full(shape, -1), np.zeros(shape, np.int64))
        for number, reference in enumerate(self._references):
            self._align(column, reference, alignment, number, progress_of_part(on_progress, number, shape[0]))
        return alignment

    def _align(
        self, column: int, reference: int, alignment: ColumnAlignment, number: int, on_progress: Progress
    ) -> None:
        """Fill row ``number`` of ``alignment`` block by block."""
        pieces = pieces_to_match(self._tokens.side_by_side(column, reference))
        sizes = matching_sizes(pieces)
        offsets = np.concatenate([[0], np.cumsum(sizes)])
        shift = np.array([alignment.offset, alignment.offset, 0, 0])
        for run in bounded_runs(np.maximum(sizes / LARGEST, matching_work(pieces) / MAX_WORK), 1.0):
            block, places = pieces[run], offsets[run.start : run.stop + 1] - offsets[run.start]
            tell = progress_between(on_progress, run.start / len(pieces), run.stop / len(pieces))
            costs = self._distances.between(self._tokens.ids, block, places, tell)
            assign_pieces(costs, places, block - shift, alignment.partners[number], alignment.distances[number])
            tell(1.0)
