"""What one system's output has and another's lacks: n-grams, counted segment by segment, and ranked.

A cell is one distinct n-gram in one segment. The columns of counts are the hypotheses, then the references.
"""

import sys
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
import pyarrow as pa

from ..arrays import Floats, Ids, Ints, sums_at
from ..checks import as_list, as_numbers, check_known, expect, shown, whole_number
from ..testset import TestSet, as_column, as_references, check_coverage
from ..tokenizers import USUAL, encode

LONGEST = 100
"""The longest n-gram that is accepted: a longer one is rather a typing error."""
A, B = 1, -1
"""The sides of a ranking: where the first has more, and where the second has."""


@dataclass(frozen=True, eq=False)
class NGramCounts:
    """How often every n-gram, of the orders 1 to ``max_order``, occurs in every text of every segment."""

    n_hypotheses: int
    max_order: int
    lengths: Ints
    """int64 (n_columns, n_segments): tokens; -1 where a reference is missing."""
    token_ids: Ids
    """int32 (n_tokens,)"""
    vocabulary: pa.StringArray
    """(n_types,), the token that each id stands for"""
    first: Ints
    """int64 (n_ngrams,): where in ``token_ids`` each n-gram occurs first."""
    orders: Ints
    """int64 (n_ngrams,): 1 to ``max_order``, ascending."""
    ngrams: Ints
    """int64 (n_cells,): the n-gram of each cell."""
    segments: Ints
    """int64 (n_cells,): the segment of each cell."""
    counts: Ints
    """int64 (n_columns, n_cells)"""

    @property
    def n_segments(self) -> int:
        return int(self.lengths.shape[1])

    @property
    def n_bytes(self) -> int:
        return _bytes_in(self)

    @property
    def reference_counts(self) -> Ints:
        """(n_references, n_cells)"""
        return self.counts[self.n_hypotheses :]

    @property
    def reference_lengths(self) -> Ints:
        """(n_references, n_segments), -1 where the reference is missing."""
        return self.lengths[self.n_hypotheses :]

    def words(self, ngram: int) -> tuple[str, ...]:
        ngram = whole_number(ngram, "The n-gram", 0, len(self.orders) - 1)
        start = self.first[ngram]
        return tuple(self.vocabulary.take(self.token_ids[start : start + self.orders[ngram]]).to_pylist())

    def matched(self, hypothesis: int) -> Ints:
        """(n_cells,): clipped matches, at most as many as the single reference that has most (Papineni et al. 2002)."""
        hypothesis = whole_number(hypothesis, "The hypothesis", 0, self.n_hypotheses - 1)
        matches: Ints = np.minimum(self.counts[hypothesis], self.reference_counts.max(axis=0))
        return matches

    def wanted(self) -> Floats:
        """float64 (n_cells,): the mean count over the references that the segment has."""
        present = (self.reference_lengths >= 0).sum(axis=0)
        means: Floats = self.reference_counts.sum(axis=0) / present[self.segments]
        return means

    def total(self, cells: Floats | Ints) -> Floats:
        """float64 (n_ngrams,): the sum over segments of what each cell has, (n_cells,)."""
        return sums_at(self.ngrams, as_numbers(cells, "cells", 1), len(self.orders))

    def cells_of(self, ngram: int) -> Ints:
        """The cells of one n-gram, one a segment."""
        ngram = whole_number(ngram, "The n-gram", 0, len(self.orders) - 1)
        return self.by_ngram[self.bounds[ngram] : self.bounds[ngram + 1]]

    @cached_property
    def by_ngram(self) -> Ints:
        """int64 (n_cells,): all cells, those of one n-gram beside one another."""
        return np.argsort(self.ngrams, kind="stable")

    @cached_property
    def bounds(self) -> Ints:
        """int64 (n_ngrams + 1,): where in ``by_ngram`` the cells of each begin, and where the last ones end."""
        return np.searchsorted(self.ngrams[self.by_ngram], np.arange(len(self.orders) + 1))


def count_ngrams(
    hypotheses: Sequence[pa.StringArray],
    references: Sequence[pa.StringArray],
    max_order: int = 4,
    tokenize: str = USUAL,
    lowercase: bool = False,
) -> NGramCounts:
    """Counts all n-grams of columns of equal length; a reference may miss segments (null), not all of one segment.

    Raises ``ValueError`` for unequal columns, none, a segment without a reference, or an order below 1.
    """
    max_order = whole_number(max_order, "The longest n-gram", 1, LONGEST)
    hypotheses = [as_column(column, "hypotheses") for column in as_list(hypotheses, "hypotheses")]
    references = as_references(references)
    check_coverage(references)
    tokens = encode([*hypotheses, *references], tokenize, lowercase)
    n_columns, n_segments = tokens.starts.shape
    starts, ends = tokens.starts.ravel(), tokens.ends.ravel()
    lengths = ends - starts
    texts = np.repeat(np.arange(len(starts)), lengths)
    positions = np.arange(len(texts)) + np.repeat(starts - (np.cumsum(lengths) - lengths), lengths)
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
        # An n-gram is the one without its last token, and that token.
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


def _distinct(keys: Ints) -> tuple[Ints, Ints]:
    """For each key (n,) the number of its value, by first occurrence, and where each value occurs first."""
    encoded = pa.array(keys).dictionary_encode()
    numbers = encoded.indices.to_numpy().astype(np.int64)
    first = np.empty(len(encoded.dictionary), np.int64)
    first[numbers[::-1]] = np.arange(len(keys))[::-1]
    return numbers, first


class Ranking(ABC):
    """n-grams ranked by a signed statistic: above 0 the first side has more, below 0 the second."""

    counts: NGramCounts
    surplus: Floats | Ints
    """(n_cells,): what the first side has more in each segment."""

    @property
    @abstractmethod
    def statistic(self) -> Floats:
        """float64 (n_ngrams,)"""

    def ranked(self, side: int, most: int, order: int | None = None) -> Ints:
        """At most so many n-grams of one side (``A`` or ``B``), or of one order, the clearest first.

        Of equals the longer one comes first, then the one that occurs first.
        """
        _check_side(side)
        most = whole_number(most, "The number of n-grams", 0, sys.maxsize)
        order = None if order is None else whole_number(order, "The order", 1, LONGEST)
        values = side * self.statistic
        found = np.flatnonzero(values > 0 if order is None else (values > 0) & (self.counts.orders == order))
        return found[np.lexsort((-self.counts.orders[found], -values[found].round(9)))[:most]]

    def complete(self) -> None:
        """Computes now what would otherwise be computed, and kept, when it is first asked for."""
        _ = self.statistic, self.surplus, self.counts.bounds

    def segments(self, ngram: int, side: int) -> Ints:
        """The segments in which a side has more of the n-gram, those with the largest surplus first."""
        _check_side(side)
        cells = self.counts.cells_of(ngram)
        more = side * self.surplus[cells]
        cells, more = cells[more > 0], more[more > 0]
        return self.counts.segments[cells[np.lexsort((self.counts.segments[cells], -more))]]


def _check_side(side: int) -> None:
    if not whole_number(side, "The side", B, A):
        raise ValueError(f"A side is {A} or {B}; found {shown(side)}.")


@dataclass(frozen=True, eq=False)
class NGramWins(Ranking):
    """n-grams that a system wins by having more of them than the other: in each segment at most one of the two does.

    The statistic is the signed root of McNemar's (1947), (a - b) / sqrt(a + b), of the n-gram's a wins for A and b
    wins for B.
    """

    counts: NGramCounts
    surplus: Ints
    """int64 (n_cells,): A's less B's."""

    @cached_property
    def a(self) -> Ints:
        """int64 (n_ngrams,): what A has more, added up over the segments in which it has more."""
        return self.counts.total(np.maximum(self.surplus, 0)).astype(np.int64)

    @cached_property
    def b(self) -> Ints:
        return self.counts.total(np.maximum(-self.surplus, 0)).astype(np.int64)

    @cached_property
    def statistic(self) -> Floats:
        statistic: Floats = (self.a - self.b) / np.sqrt(np.maximum(self.a + self.b, 1))
        return statistic

    def p_values(self, ngrams: Ints) -> Floats:
        """The exact two-sided binomial p of each: how likely so one-sided a split is if both win as easily."""
        from scipy.special import bdtr

        last = len(self.counts.orders) - 1
        chosen = [whole_number(ngram, "The n-gram", 0, last) for ngram in as_list(ngrams, "n-grams")]
        a, b = self.a[chosen], self.b[chosen]
        p_values: Floats = np.minimum(2 * bdtr(np.minimum(a, b).astype(float), a + b, 0.5), 1)
        return p_values


def confirmed(counts: NGramCounts) -> NGramWins:
    """n-grams that a reference confirms: in each segment the clipped matches of one system beyond the other's."""
    expect(counts, NGramCounts, "counts")
    return NGramWins(counts, counts.matched(0) - counts.matched(1))


def unconfirmed(counts: NGramCounts) -> NGramWins:
    """n-grams that no reference confirms: what one system produces beyond the references, and the other does not."""
    expect(counts, NGramCounts, "counts")
    beyond_a, beyond_b = (counts.counts[side] - counts.matched(side) for side in (0, 1))
    return NGramWins(counts, beyond_a - beyond_b)


@dataclass(frozen=True, eq=False)
class Production(Ranking):
    """n-grams that a system produces more or less often than the references do.

    The statistic is Dunning's (1993) log-likelihood ratio G2 of the n-gram's rates among all n-grams of its order,
    with the sign of the difference: above 0 it is over-produced. Where its rate is higher and its count is not, as in
    an output that is too short, or the other way round, it is neither, 0. The references count by their mean in each
    segment.
    """

    counts: NGramCounts
    hypothesis: int
    surplus: Floats = field(init=False)
    """float64 (n_cells,): the hypothesis' count less the references' mean."""

    def __post_init__(self) -> None:
        expect(self.counts, NGramCounts, "counts")
        whole_number(self.hypothesis, "The hypothesis", 0, self.counts.n_hypotheses - 1)
        object.__setattr__(self, "surplus", self.counts.counts[self.hypothesis] - self.counts.wanted())

    @cached_property
    def produced(self) -> Floats:
        """float64 (n_ngrams,): occurrences in the output."""
        return self.counts.total(self.counts.counts[self.hypothesis])

    @cached_property
    def wanted(self) -> Floats:
        """float64 (n_ngrams,): occurrences in the references, the mean over those of each segment."""
        return self.counts.total(self.counts.wanted())

    @cached_property
    def statistic(self) -> Floats:
        both = self.produced, self.wanted
        orders = self.counts.orders
        produced, wanted = (sums_at(orders, values, self.counts.max_order + 1)[orders] for values in both)
        g2 = log_likelihood_ratio(self.produced, self.wanted, produced, wanted)
        return np.where(np.sign(g2) * (self.produced - self.wanted) > 1e-9, g2, 0.0)


@dataclass(frozen=True, eq=False)
class Contrast:
    """All that can be said about the n-grams of two systems, A and B."""

    counts: NGramCounts
    confirmed: NGramWins
    unconfirmed: NGramWins
    production: tuple[Production, Production]

    @property
    def n_bytes(self) -> int:
        rankings = self.confirmed, self.unconfirmed, *self.production
        return self.counts.n_bytes + sum(map(_bytes_in, rankings))


def contrast(
    test_set: TestSet, pair: tuple[str, str], max_order: int = 4, tokenize: str = USUAL, lowercase: bool = False
) -> Contrast:
    """Every n-gram of two systems of a test set, counted and ranked: nothing is left to compute afterwards.

    Raises ``ValueError`` for a system that is not there, or another number of them.
    """
    expect(test_set, TestSet, "test set")
    names = as_list(pair, "pair")
    for name in names:
        check_known(name, test_set.system_names, "system")
    if len(names) != 2:
        raise ValueError(f"Expected two systems; found {len(names)}.")
    hypotheses = [test_set.system(name).segments for name in names]
    counts = count_ngrams(hypotheses, [r.segments for r in test_set.references], max_order, tokenize, lowercase)
    production = Production(counts, 0), Production(counts, 1)
    found = Contrast(counts, confirmed(counts), unconfirmed(counts), production)
    for ranking in (found.confirmed, found.unconfirmed, *production):
        ranking.complete()
    return found


def _bytes_in(holder: object) -> int:
    """The bytes of all arrays that it holds, those among them that were computed when first asked for."""
    return sum(getattr(value, "nbytes", 0) for value in vars(holder).values())


def log_likelihood_ratio(first: Floats, second: Floats, first_total: Floats, second_total: Floats) -> Floats:
    """Dunning's G2 = 2 sum O ln(O / E) over the four cells, signed: above 0 where the first rate is higher.

    All are (n,); 0 where one of the totals is.
    """
    given = first, second, first_total, second_total
    first, second, first_total, second_total = as_numbers(given, "counts of equal number", 2)
    whole = first_total + second_total
    share = np.divide(first + second, whole, out=np.zeros(len(first)), where=whole > 0)
    g2 = sum(
        _term(count, total * share) + _term(total - count, total * (1 - share))
        for count, total in ((first, first_total), (second, second_total))
    )
    comparable = (first_total > 0) & (second_total > 0)
    sign = np.sign(first * second_total - second * first_total)
    return np.where(comparable, sign * np.maximum(2 * g2, 0), 0.0)


def _term(observed: Floats, expected: Floats) -> Floats:
    """O ln(O / E), 0 where O is."""
    some = (observed > 0) & (expected > 0)
    ratio = np.divide(observed, expected, out=np.ones(len(observed)), where=some)
    return observed * np.log(ratio)
