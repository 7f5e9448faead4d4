"""Count n-grams segment by segment, in the outputs of systems and in their references.

A cell is one distinct n-gram in one segment. The columns of counts are the hypotheses, then the references.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import pyarrow as pa

from ..counting.arrays import Floats, Ids, Ints, held_bytes, sums_at
from ..text.texts import as_column, as_references, check_coverage
from ..text.tokenizers import USUAL, Tokens, encode_columns
from ..validation import as_float_array, as_list, whole_number

LONGEST = 100
"""Longest n-gram that is accepted: a larger number is probably a typing error."""


@dataclass(frozen=True, eq=False)
class NGramCounts:
    """The number of every n-gram, of the orders 1 to ``max_order``, in every text of every segment."""

    n_hypotheses: int
    max_order: int
    lengths: Ints
    """int64 (n_columns, n_segments): number of tokens; -1 where a reference is missing."""
    token_ids: Ids
    """int32 (n_tokens,): token ids of all texts"""
    vocabulary: pa.StringArray
    """(n_types,), the token of each id"""
    first: Ints
    """int64 (n_ngrams,): place in ``token_ids`` where each n-gram occurs first."""
    orders: Ints
    """int64 (n_ngrams,): order of each n-gram, 1 to ``max_order``, ascending."""
    ngrams: Ints
    """int64 (n_cells,): the n-gram of each cell."""
    segments: Ints
    """int64 (n_cells,): the segment of each cell."""
    counts: Ints
    """int64 (n_columns, n_cells): number of each cell's n-gram in each column"""

    @property
    def n_segments(self) -> int:
        return int(self.lengths.shape[1])

    @property
    def n_bytes(self) -> int:
        return held_bytes(self)

    @property
    def reference_counts(self) -> Ints:
        """Number of each cell's n-gram in each reference, int64 (n_references, n_cells)."""
        return self.counts[self.n_hypotheses :]

    @property
    def reference_lengths(self) -> Ints:
        """Number of tokens of each reference, int64 (n_references, n_segments); -1 where the reference is missing."""
        return self.lengths[self.n_hypotheses :]

    def words(self, ngram: int) -> tuple[str, ...]:
        ngram = whole_number(ngram, "The n-gram", 0, len(self.orders) - 1)
        start = self.first[ngram]
        return tuple(self.vocabulary.take(self.token_ids[start : start + self.orders[ngram]]).to_pylist())

    def matched(self, hypothesis: int) -> Ints:
        """Return matches clipped to the single reference with most of them, (n_cells,): Papineni et al. (2002)."""
        hypothesis = whole_number(hypothesis, "The hypothesis", 0, self.n_hypotheses - 1)
        matches: Ints = np.minimum(self.counts[hypothesis], self.reference_counts.max(axis=0))
        return matches

    def mean_reference_counts(self) -> Floats:
        """Return the mean count over the references that the segment has, float64 (n_cells,)."""
        present = (self.reference_lengths >= 0).sum(axis=0)
        means: Floats = self.reference_counts.sum(axis=0) / present[self.segments]
        return means

    def total(self, cells: Floats | Ints) -> Floats:
        """Return the sums over segments of the cells' values (n_cells,), float64 (n_ngrams,)."""
        return sums_at(self.ngrams, as_float_array(cells, "cells", 1), len(self.orders))

    def cells_of(self, ngram: int) -> Ints:
        """Return the cells of one n-gram, one cell for each segment that has it."""
        ngram = whole_number(ngram, "The n-gram", 0, len(self.orders) - 1)
        return self.by_ngram[self.bounds[ngram] : self.bounds[ngram + 1]]

    @cached_property
    def by_ngram(self) -> Ints:
        """All cells, int64 (n_cells,), sorted so that cells of one n-gram are neighbours."""
        return np.argsort(self.ngrams, kind="stable")

    @cached_property
    def bounds(self) -> Ints:
        """Start of each n-gram's cells in ``by_ngram``, and end of the last ones, int64 (n_ngrams + 1,)."""
        return np.searchsorted(self.ngrams[self.by_ngram], np.arange(len(self.orders) + 1))


def count_ngrams(
    hypotheses: Sequence[pa.StringArray],
    references: Sequence[pa.StringArray],
    max_order: int = 4,
    tokenize: str = USUAL,
    lowercase: bool = False,
) -> NGramCounts:
    """Count all n-grams of columns of equal length.

    A reference may lack segments (null), but every segment needs a reference. Raises ``ValueError`` for unequal
    columns, none, a segment without a reference, or an order below 1.
    """
    max_order = whole_number(max_order, "The longest n-gram", 1, LONGEST)
    hypotheses = [as_column(column, "hypotheses") for column in as_list(hypotheses, "hypotheses")]
    references = as_references(references)
    check_coverage(references)
    tokens = encode_columns([*hypotheses, *references], tokenize, lowercase)
    n_columns, n_segments = tokens.starts.shape
    ends = tokens.ends.ravel()
    texts, positions = _places_of_tokens(tokens)
    numbers = np.zeros(len(texts), np.int64)
    first: list[Ints] = []
    orders: list[Ints] = []
    ngrams: list[Ints] = []
    segments: list[Ints] = []
    counts: list[Ints] = []
    n_ngrams = 0
    for order in range(1, max_order + 1):
        fits = positions + order <= ends[texts]
        positions, texts, numbers = positions[fits], texts[fits], numbers[fits]
        # An n-gram is identified by the n-gram without its last token, and by this token.
        numbers, at = _distinct(numbers * len(tokens.vocabulary) + tokens.ids[positions + order - 1])
        cells, cell_at = _distinct(numbers * n_segments + texts % n_segments)
        n_cells = len(cell_at)
        flat = np.bincount(texts // n_segments * n_cells + cells, minlength=n_columns * n_cells)
        first.append(positions[at])
        orders.append(np.full(len(at), order))
        ngrams.append(numbers[cell_at] + n_ngrams)
        segments.append(texts[cell_at] % n_segments)
        counts.append(flat.reshape(n_columns, n_cells))
        n_ngrams += len(at)
    return NGramCounts(
        len(hypotheses),
        max_order,
        np.where(tokens.starts < 0, -1, tokens.ends - tokens.starts),
        tokens.ids,
        tokens.vocabulary,
        np.concatenate(first),
        np.concatenate(orders),
        np.concatenate(ngrams),
        np.concatenate(segments),
        np.concatenate(counts, axis=1),
    )


def _places_of_tokens(tokens: Tokens) -> tuple[Ints, Ints]:
    """Return for each token (n,) the number of its text, column by column, and its position in ``tokens.ids``."""
    starts = tokens.starts.ravel()
    lengths = tokens.ends.ravel() - starts
    texts = np.repeat(np.arange(len(starts)), lengths)
    return texts, np.arange(len(texts)) + np.repeat(starts - (np.cumsum(lengths) - lengths), lengths)


def _distinct(keys: Ints) -> tuple[Ints, Ints]:
    """Return for each key (n,) the number of its value, by first occurrence, and each value's first place."""
    encoded = pa.array(keys).dictionary_encode()
    numbers = encoded.indices.to_numpy().astype(np.int64)
    first = np.empty(len(encoded.dictionary), np.int64)
    first[numbers[::-1]] = np.arange(len(keys))[::-1]
    return numbers, first
