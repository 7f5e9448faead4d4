"""Which word of a hypothesis stands for which word of a reference: one to one, by affix distance.

A minimum-weight maximum matching (Libovický and Pecina 2014, section 2): the shorter side is matched whole,
and the distances add up to the least that there is, exactly. Between equal sums decides where the words stand
(see ``scoring.assignment``), so that repeated words align in order. Where that ties too, the first word of the
shorter side (of the hypothesis where both are as long) has the leftmost partner that it can have, then the
second, and so on: there is one best matching, whatever finds it.
"""

from collections.abc import Callable, Iterator
from typing import NamedTuple

import numpy as np

from scoring.affix import Distances
from scoring.assignment import assign_pieces
from scoring.tokenizers import Tokens

LARGEST = 1 << 20
"""Pairs of words that are matched at once. A segment with more (above 1,024 words against as many) is cut: both sides
into as few pieces as it takes, at the same relative positions, and matched piece by piece."""

Progress = Callable[[float], object]
"""Hears now and then what share of the work is done, 0-1."""


class Alignment(NamedTuple):
    """The partners of one column's words in every reference; no threshold is in it."""

    offset: int
    """The column's first token: what stands here at t - offset is about token t of the test set."""
    partners: np.ndarray
    """int64 (n_references, n_tokens): the reference's token, -1 where there is no partner"""
    distances: np.ndarray
    """int64 (n_references, n_tokens): affix distance times SCALE, 0 where there is no partner"""


class Aligner:
    """Aligns columns of one test set with its references; all share the comparisons of words."""

    def __init__(self, tokens: Tokens, references: slice):
        self._tokens = tokens
        self._references = range(len(tokens.starts))[references]
        self._distances = Distances(tokens.vocabulary)

    def align(self, column: int, on_progress: Progress = lambda share: None) -> Alignment:
        """Aligns one column with every reference."""
        starts, ends = self._tokens.starts[column], self._tokens.ends[column]
        offset = int(starts[0]) if len(starts) else 0
        shape = len(self._references), int((ends - starts).sum())
        alignment = Alignment(offset, np.full(shape, -1), np.zeros(shape, np.int64))
        for number, reference in enumerate(self._references):
            for share in self._align(column, reference, alignment, number):
                on_progress((number + share) / shape[0])
        return alignment

    def _align(self, column: int, reference: int, alignment: Alignment, number: int) -> Iterator[float]:
        """Fills row ``number`` of ``alignment`` block by block, and gives the share that is done."""
        pieces = _pieces(self._tokens, column, reference)
        offsets = np.concatenate([[0], np.cumsum(_sizes(pieces))])
        shift = np.array([alignment.offset, alignment.offset, 0, 0])
        first = 0
        while first < len(pieces):
            last = max(first + 1, int(np.searchsorted(offsets, offsets[first] + LARGEST, "right")) - 1)
            block, places = pieces[first:last], offsets[first : last + 1] - offsets[first]
            costs = self._distances.between(self._tokens.ids, block, places)
            assign_pieces(costs, places, block - shift, alignment.partners[number], alignment.distances[number])
            first = last
            yield last / len(pieces)


def _sizes(pieces: np.ndarray) -> np.ndarray:
    return (pieces[:, 1] - pieces[:, 0]) * (pieces[:, 3] - pieces[:, 2])


def _pieces(tokens: Tokens, column: int, reference: int) -> np.ndarray:
    """int64 (n_pieces, 4): the spans to match, start and end of hypothesis and reference, none of them empty."""
    sides = (tokens.starts[column], tokens.ends[column], tokens.starts[reference], tokens.ends[reference])
    spans = np.stack(sides, axis=1)
    sizes = _sizes(spans)
    whole = spans[(sizes > 0) & (sizes <= LARGEST)]
    return np.concatenate([whole, *(_cut(*span) for span in spans[sizes > LARGEST].tolist())])


def _cut(start: int, end: int, other_start: int, other_end: int) -> np.ndarray:
    """A large segment in as few pieces as it takes, those that are empty on one side left out."""
    lengths = end - start, other_end - other_start
    n_pieces = 2
    while (lengths[0] // n_pieces + 1) * (lengths[1] // n_pieces + 1) > LARGEST:
        n_pieces += 1
    cuts = [at + np.arange(n_pieces + 1) * n // n_pieces for at, n in zip((start, other_start), lengths, strict=True)]
    pieces = np.stack([cuts[0][:-1], cuts[0][1:], cuts[1][:-1], cuts[1][1:]], axis=1)
    return pieces[_sizes(pieces) > 0]
