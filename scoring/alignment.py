"""Which word of a hypothesis stands for which word of a reference: one to one, by affix distance.

A minimum-weight maximum matching (Libovický and Pecina 2014, section 2): the shorter side is matched whole,
and the distances add up to the least that there is. Between equal sums decides where the words stand: word i
of m and word j of n are (i / m - j / n)^2 apart, and the least sum of those is taken. Squares put repeated
words in order; where even they are equal, the result is still the same in every run.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numba
import numpy as np

from scoring.affix import Table, Words, grown, scaled_distance, table_of, words_of
from scoring.assignment import assign
from scoring.tokenizers import Tokens

_jit = numba.njit(cache=True, nogil=True)
_BLOCK = 1000
LARGEST = 1 << 20
"""Pairs of words that are matched at once. A segment with more (1,024 words against as many) is cut: both sides
into as few pieces as needed, at the same relative positions, matched piece by piece."""
_LARGEST_GAP = 1 << 22

Progress = Callable[[int], object]


@dataclass(frozen=True)
class Alignment:
    """The partners of one column's words in every reference; no threshold is in it."""

    partners: np.ndarray
    """int32 (n_references, n_tokens): the partner's position in the segment's reference, -1 where there is none"""
    distances: np.ndarray
    """int64 (n_references, n_tokens): affix distance times SCALE, 0 where there is no partner"""
    offset: int
    """The column's first token: token t of the test set is at t - offset."""


class Aligner:
    """Aligns columns of one test set with its references; words are compared once per distinct pair."""

    def __init__(self, tokens: Tokens, references: slice):
        self._tokens = tokens
        self._references = references
        self._words = words_of(tokens.vocabulary)
        self._table = table_of(0)

    def align(self, column: int, on_progress: Progress = lambda n_segments: None) -> Alignment:
        """Aligns one column; ``on_progress`` is told after every block how many segments it had."""
        tokens = self._tokens
        starts, ends = tokens.starts[column], tokens.ends[column]
        offset = int(starts[0]) if len(starts) else 0
        shape = (len(tokens.starts[self._references]), int(ends[-1]) - offset if len(ends) else 0)
        alignment = Alignment(np.full(shape, -1, np.int32), np.zeros(shape, np.int64), offset)
        for first in range(0, len(starts), _BLOCK):
            last = min(first + _BLOCK, len(starts))
            self._align(column, first, last, alignment)
            on_progress(last - first)
        return alignment

    def _align(self, column: int, first: int, last: int, alignment: Alignment) -> None:
        tokens, references = self._tokens, self._references
        sides = (tokens.starts[column], tokens.ends[column], tokens.starts[references], tokens.ends[references])
        while first < last:
            first = _align(
                tokens.ids,
                *sides,
                first,
                last,
                alignment.offset,
                LARGEST,
                self._words,
                self._table,
                alignment.partners,
                alignment.distances,
            )
            if first < last:
                self._table = grown(self._table, LARGEST)


@_jit
def _align(
    ids, hyp_starts, hyp_ends, ref_starts, ref_ends, first, last, offset, largest, words, table, partners, distances
):
    """Aligns the segments from ``first`` on; gives the first one that is not done, for want of room in the table."""
    for segment in range(first, last):
        start, end = hyp_starts[segment], hyp_ends[segment]
        for reference in range(len(ref_starts)):
            other_start, other_end = ref_starts[reference, segment], ref_ends[reference, segment]
            n_words, n_others = end - start, other_end - other_start
            if other_start < 0 or not n_words or not n_others:
                continue
            n_pieces = 1
            while (n_words // n_pieces + 1) * (n_others // n_pieces + 1) > largest:
                n_pieces += 1
            for piece in range(n_pieces):
                a, b = n_words * piece // n_pieces, n_words * (piece + 1) // n_pieces
                c, d = n_others * piece // n_pieces, n_others * (piece + 1) // n_pieces
                if 2 * (table.used[0] + (b - a) * (d - c)) > len(table.keys):
                    return segment
                hypothesis, other = ids[start + a : start + b], ids[other_start + c : other_start + d]
                into = slice(start - offset + a, start - offset + b)
                _match(hypothesis, other, c, words, table, partners[reference, into], distances[reference, into])
    return last


@_jit
def _match(hypothesis, reference, shift, words, table, partners, distances):
    """Matches two sequences of words; the positions of partners are ``shift`` plus those in ``reference``."""
    if not len(hypothesis) or not len(reference):
        return
    is_shorter = len(hypothesis) <= len(reference)
    shorter, longer = (hypothesis, reference) if is_shorter else (reference, hypothesis)
    first, second = np.zeros((2, len(shorter), len(longer)), np.int64)
    # Beyond 2,048 words against as many, gaps are counted in coarser steps, so that sums of squares fit.
    step = 1 + len(shorter) * len(longer) // _LARGEST_GAP
    for i in range(len(shorter)):
        for j in range(len(longer)):
            first[i, j] = scaled_distance(words, table, shorter[i], longer[j])
            second[i, j] = ((i * len(longer) - j * len(shorter)) // step) ** 2
    columns = assign(first, second)
    for i in range(len(shorter)):
        own, other = (i, columns[i]) if is_shorter else (columns[i], i)
        partners[own] = shift + other
        distances[own] = first[i, columns[i]]
