"""Rank the n-grams that one system's output has and another's lacks."""

import sys
from abc import ABC, abstractmethod
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from ..counting.arrays import Flags, Floats, Ints, held_bytes, sums_at
from ..output.numbers import LEVEL
from ..testset import TestSet
from ..text.tokenizers import USUAL
from ..text.tokenizers import tokenize as cut_into_tokens
from ..validation import as_float_array, as_list, check_known, expect, short_repr, whole_number
from .counts import LONGEST, NGramCounts, count_ngrams

SEARCHED = 5
"""Number of ranked n-grams, per wanted one, that are searched for parts of longer ones."""
A, B = 1, -1
"""The two sides of a ranking: A where the first side has more, B where the second has."""
_SIGNS = r"([^\pL\pM\pN \x{2581}]+)"
_WITH_SIGNS = ((rf"(^| ){_SIGNS}([\pL\pN])", r"\1\2 \3"), (rf"([\pL\pM\pN]){_SIGNS}( |$)", r"\1 \2\3"))
"""Patterns for punctuation before and after a word, and the same with a space between."""


class NGramRanking(ABC):
    """A ranking of n-grams by a signed statistic: above 0 the first side has more, below 0 the second."""

    counts: NGramCounts
    surplus: Floats | Ints
    """(n_cells,): first side's count less the second's in each segment."""

    @property
    @abstractmethod
    def statistic(self) -> Floats:
        """Signed statistic of each n-gram, float64 (n_ngrams,)."""

    def ranked(self, side: int, max_ngrams: int, order: int | None = None) -> Ints:
        """Return at most ``max_ngrams`` n-grams of a side (``A`` or ``B``), of all orders or one, the clearest first.

        Of equals the longer one comes first, then the one that occurs first.
        """
        _check_side(side)
        max_ngrams = whole_number(max_ngrams, "The number of n-grams", 0, sys.maxsize)
        order = None if order is None else whole_number(order, "The order", 1, LONGEST)
        values = side * self.statistic
        ngrams = np.flatnonzero(values > 0 if order is None else (values > 0) & (self.counts.orders == order))
        return ngrams[np.lexsort((-self.counts.orders[ngrams], -values[ngrams].round(9)))[:max_ngrams]]

    def ranked_without_parts(self, side: int, max_ngrams: int, order: int | None = None) -> Ints:
        """Return the n-grams of ``ranked``, without n-grams that are part of a longer one with the same counts.

        "Er" and "Er sagte" are left out where "Er sagte :" is equally frequent on both sides: they are the same words
        again. Where all orders are ranked, an n-gram that is part of a clearer one, or that contains one, is left out,
        too.
        """
        ngrams = self.ranked(side, SEARCHED * max_ngrams, order)
        first, second = self.counts_of_sides
        keys = [(first[ngram], second[ngram], tuple(self.counts.words(int(ngram)))) for ngram in ngrams]
        parts = {(a, b, part) for a, b, words in keys for part in _proper_parts(words)}
        ranked_words: list[tuple[str, ...]] = []
        ranking: list[int] = []
        for ngram, key in zip(ngrams, keys, strict=True):
            if len(ranking) == max_ngrams:
                break
            words = key[2]
            if key not in parts and not any(words in {*_proper_parts(one)} for one in ranked_words):
                if order is None and not {*_proper_parts(words)}.isdisjoint(ranked_words):
                    continue
                ranked_words.append(words)
                ranking.append(ngram)
        return np.array(ranking, ngrams.dtype)

    @property
    @abstractmethod
    def counts_of_sides(self) -> tuple[Floats | Ints, Floats | Ints]:
        """Numbers of each n-gram on both sides, each (n_ngrams,)."""

    def p_values(self, ngrams: Ints) -> Floats:
        """Return the two-sided p of each of these n-grams, tested alone."""
        last = len(self.counts.orders) - 1
        chosen = [whole_number(ngram, "The n-gram", 0, last) for ngram in as_list(ngrams, "n-grams")]
        return self.p_of_each[np.array(chosen, np.int64)]

    @property
    @abstractmethod
    def p_of_each(self) -> Floats:
        """Two-sided p of each n-gram, tested alone, float64 (n_ngrams,)."""

    @property
    @abstractmethod
    def least_p_values(self) -> Floats:
        """Smallest p that each n-gram could have, if one side had all of its occurrences, float64 (n_ngrams,)."""

    def n_tests(self, order: int | None = None) -> int:
        """Return the number of tests that p is corrected for, among all n-grams or those of one order.

        N-grams that are too rare do not count: it is the smallest k for which at most k n-grams can have a p of at most
        0.05 / k (Tarone 1990).
        """
        order = None if order is None else whole_number(order, "The order", 1, LONGEST)
        least = np.sort(self.least_p_values if order is None else self.least_p_values[self.counts.orders == order])
        return 1 + bisect_left(
            range(1, len(least) + 1), True, key=lambda k: bool(np.searchsorted(least, LEVEL / k, side="right") <= k)
        )

    def is_clear(self, order: int | None = None) -> Flags:
        """Return whether each n-gram's corrected p is at most 0.05, bool (n_ngrams,).

        With ``order``, p is corrected for the n-grams of this order, and all others are False.
        """
        flags: Flags = self.n_tests(order) * self.p_of_each <= LEVEL
        return flags if order is None else flags & (self.counts.orders == order)

    def clear(self, side: int, max_ngrams: int, order: int | None = None) -> Ints:
        """Return the n-grams of ``ranked_without_parts`` whose corrected p is at most 0.05."""
        ranked = self.ranked_without_parts(side, max_ngrams, order)
        return ranked[self.is_clear(order)[ranked]]

    def cache_all(self) -> None:
        """Compute and cache all properties now instead of at first use."""
        _ = self.statistic, self.surplus, self.counts.bounds, self.least_p_values, self.p_of_each

    def segments(self, ngram: int, side: int) -> Ints:
        """Return the segments in which a side has more of the n-gram, those with the largest surplus first."""
        _check_side(side)
        cells = self.counts.cells_of(ngram)
        surplus = side * self.surplus[cells]
        cells, surplus = cells[surplus > 0], surplus[surplus > 0]
        return self.counts.segments[cells[np.lexsort((self.counts.segments[cells], -surplus))]]


def _proper_parts(words: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """Return an iterator over all shorter runs of neighbouring words in an n-gram."""
    n = len(words)
    return (words[begin : begin + length] for length in range(1, n) for begin in range(n - length + 1))


def _check_side(side: int) -> None:
    if not whole_number(side, "The side", B, A):
        raise ValueError(f"A side is {A} or {B}; found {short_repr(side)}.")


@dataclass(frozen=True, eq=False)
class NGramWins(NGramRanking):
    """A ranking of n-grams by wins: in each segment the system with more of an n-gram wins the surplus.

    The statistic is the signed root of McNemar's (1947), (a - b) / sqrt(a + b), of the n-gram's a wins for A and b
    wins for B.
    """

    counts: NGramCounts
    surplus: Ints
    """int64 (n_cells,): A's count less B's."""

    @cached_property
    def a(self) -> Ints:
        """Sum of A's surplus over the segments in which A has more, int64 (n_ngrams,)."""
        return self.counts.total(np.maximum(self.surplus, 0)).astype(np.int64)

    @cached_property
    def b(self) -> Ints:
        return self.counts.total(np.maximum(-self.surplus, 0)).astype(np.int64)

    @cached_property
    def statistic(self) -> Floats:
        statistic: Floats = (self.a - self.b) / np.sqrt(np.maximum(self.a + self.b, 1))
        return statistic

    @property
    def counts_of_sides(self) -> tuple[Ints, Ints]:
        return self.a, self.b

    @cached_property
    def p_of_each(self) -> Floats:
        """Exact two-sided p, float64 (n_ngrams,): probability of a split at least as uneven if both win as often."""
        from scipy.special import bdtr

        p_values: Floats = np.minimum(2 * bdtr(np.minimum(self.a, self.b).astype(float), self.a + self.b, 0.5), 1)
        return p_values

    @cached_property
    def least_p_values(self) -> Floats:
        """Smallest p of each n-gram, 2 / 2 ** (number of wins), at most 1, float64 (n_ngrams,)."""
        least: Floats = np.minimum(2.0 ** (1 - self.a - self.b), 1)
        return least


def confirmed_wins(counts: NGramCounts) -> NGramWins:
    """Return wins of n-grams that a reference confirms, by one system's clipped matches less the other's."""
    expect(counts, NGramCounts, "counts")
    return NGramWins(counts, counts.matched(0) - counts.matched(1))


def unconfirmed_wins(counts: NGramCounts) -> NGramWins:
    """Return wins of n-grams that no reference confirms, by one system's surplus over references less the other's."""
    expect(counts, NGramCounts, "counts")
    beyond_a, beyond_b = (counts.counts[side] - counts.matched(side) for side in (0, 1))
    return NGramWins(counts, beyond_a - beyond_b)


class NGramRates(NGramRanking):
    """A ranking of n-grams that one text has more or less often than another text.

    The statistic is Dunning's (1993) log-likelihood ratio G2 of the n-gram's rates among all n-grams of its order,
    with the sign of the difference: above 0 the first text has it more often. It is 0 where rate and count disagree, as
    where a text that is too short has a higher rate but not a higher count.
    """

    @property
    @abstractmethod
    def first(self) -> Floats:
        """Number of each n-gram in the first text, float64 (n_ngrams,)."""

    @property
    @abstractmethod
    def second(self) -> Floats:
        """Number of each n-gram in the second text, float64 (n_ngrams,)."""

    @property
    def counts_of_sides(self) -> tuple[Floats, Floats]:
        return self.first, self.second

    @cached_property
    def statistic(self) -> Floats:
        g2 = log_likelihood_ratio(self.first, self.second, *map(self._all_of_order, self.counts_of_sides))
        return np.where(np.sign(g2) * (self.first - self.second) > 1e-9, g2, 0.0)

    def _all_of_order(self, occurrences: Floats) -> Floats:
        """Return for each n-gram the occurrences of all n-grams of its order, (n_ngrams,)."""
        orders = self.counts.orders
        sums: Floats = sums_at(orders, occurrences, self.counts.max_order + 1)[orders]
        return sums

    @cached_property
    def _share(self) -> Floats:
        """First text's share of all n-grams of each one's order, (n_ngrams,)."""
        first, second = map(self._all_of_order, self.counts_of_sides)
        return first / np.maximum(first + second, 1)

    @cached_property
    def p_of_each(self) -> Floats:
        """Exact two-sided p, float64 (n_ngrams,): twice the smaller binomial tail at the texts' shares of n-grams.

        Means of several references need not be whole numbers; the incomplete beta function takes such numbers, too.
        """
        from scipy.special import betainc

        first, second = self.counts_of_sides
        upper_tail = np.where(first > 0, betainc(np.maximum(first, 1e-9), second + 1, self._share), 1.0)
        lower_tail = np.where(second > 0, betainc(np.maximum(second, 1e-9), first + 1, 1 - self._share), 1.0)
        p_values: Floats = np.where(self.statistic == 0, 1.0, np.minimum(2 * np.minimum(upper_tail, lower_tail), 1))
        return p_values

    @cached_property
    def least_p_values(self) -> Floats:
        """Smallest p, float64 (n_ngrams,): p if one of the texts had all occurrences of both."""
        rarer = np.minimum(self._share, 1 - self._share)
        least: Floats = np.minimum(2 * rarer ** (self.first + self.second), 1)
        return least


@dataclass(frozen=True, eq=False)
class Production(NGramRates):
    """A ranking of n-grams that a system produces more or less often than the references: above 0, over-produced.

    In each segment, the mean over the references counts.
    """

    counts: NGramCounts
    hypothesis: int
    surplus: Floats = field(init=False)
    """float64 (n_cells,): output's count less the references' mean."""

    def __post_init__(self) -> None:
        expect(self.counts, NGramCounts, "counts")
        whole_number(self.hypothesis, "The hypothesis", 0, self.counts.n_hypotheses - 1)
        object.__setattr__(self, "surplus", self.counts.counts[self.hypothesis] - self.counts.mean_reference_counts())

    @cached_property
    def first(self) -> Floats:
        """Number of each n-gram in the output, float64 (n_ngrams,)."""
        return self.counts.total(self.counts.counts[self.hypothesis])

    @cached_property
    def second(self) -> Floats:
        """Number of each n-gram in the references, the mean over those of each segment, float64 (n_ngrams,)."""
        return self.counts.total(self.counts.mean_reference_counts())

    @property
    def produced(self) -> Floats:
        """Number of each n-gram in the output, float64 (n_ngrams,)."""
        return self.first

    @property
    def n_in_references(self) -> Floats:
        """Number of each n-gram in the references, the mean over those of each segment, float64 (n_ngrams,)."""
        return self.second


@dataclass(frozen=True, eq=False)
class OutputRates(NGramRates):
    """A ranking of n-grams that the first output has more or less often than the second output."""

    counts: NGramCounts
    surplus: Ints = field(init=False)
    """int64 (n_cells,): first output's count less the second's."""

    def __post_init__(self) -> None:
        expect(self.counts, NGramCounts, "counts")
        object.__setattr__(self, "surplus", self.counts.counts[0] - self.counts.counts[1])

    @cached_property
    def first(self) -> Floats:
        """Number of each n-gram in the first output, float64 (n_ngrams,)."""
        return self.counts.total(self.counts.counts[0])

    @cached_property
    def second(self) -> Floats:
        """Number of each n-gram in the second output, float64 (n_ngrams,)."""
        return self.counts.total(self.counts.counts[1])


@dataclass(frozen=True, eq=False)
class Contrast:
    """The n-gram counts and rankings of two systems, A and B.

    All rankings use the same counts, those of texts ``with_signs_apart``.
    """

    counts: NGramCounts
    """Counts of tokens as the tokenizer makes them."""
    confirmed: NGramWins
    unconfirmed: NGramWins
    production: tuple[Production, Production]
    rates: OutputRates

    @property
    def rankings(self) -> tuple[NGramRanking, ...]:
        """The rankings in all fields."""
        return self.confirmed, self.unconfirmed, *self.production, self.rates

    @property
    def n_bytes(self) -> int:
        counts = self.counts, self.rates.counts
        return sum(of.n_bytes for of in counts) + sum(map(held_bytes, self.rankings))


def contrast_ngrams(
    test_set: TestSet, pair: tuple[str, str], max_order: int = 4, tokenize: str = USUAL, lowercase: bool = False
) -> Contrast:
    """Return every n-gram of two systems of a test set, counted and ranked; all numbers are computed already.

    Raises ``ValueError`` for an unknown system, or unless there are two.
    """
    expect(test_set, TestSet, "test set")
    names = as_list(pair, "pair")
    for name in names:
        check_known(name, test_set.system_names, "system")
    if len(names) != 2:
        raise ValueError(f"Expected two systems; found {len(names)}.")
    hypotheses = [test_set.system(name).segments for name in names]
    counts = count_ngrams(hypotheses, [r.segments for r in test_set.references], max_order, tokenize, lowercase)
    columns = [*hypotheses, *(reference.segments for reference in test_set.references)]
    texts_with_signs = [with_signs_apart(column, tokenize, lowercase) for column in columns]
    of_signs = count_ngrams(texts_with_signs[:2], texts_with_signs[2:], max_order, "none")
    production = Production(of_signs, 0), Production(of_signs, 1)
    contrast = Contrast(counts, confirmed_wins(of_signs), unconfirmed_wins(of_signs), production, OutputRates(of_signs))
    for ranking in contrast.rankings:
        ranking.cache_all()
    return contrast


def with_signs_apart(column: pa.StringArray, tokenize: str = USUAL, lowercase: bool = False) -> pa.StringArray:
    """Return the texts with spaces between tokens, where punctuation at the edge of a word is a token of its own.

    >>> with_signs_apart(pa.array(["„Ich sagte“, 1,5-mal."])).to_pylist()
    ['„ Ich sagte “ , 1,5 - mal .']
    """
    texts = pc.binary_join(cut_into_tokens(column, tokenize, lowercase), " ")
    for pattern, replacement in _WITH_SIGNS:
        texts = pc.replace_substring_regex(texts, pattern, replacement)
    return texts


def log_likelihood_ratio(first: Floats, second: Floats, first_total: Floats, second_total: Floats) -> Floats:
    """Return Dunning's G2 = 2 sum O ln(O / E) over the four cells, with the sign of the first rate less the second.

    All arrays are (n,); 0 where either total is 0.
    """
    counts = first, second, first_total, second_total
    first, second, first_total, second_total = as_float_array(counts, "counts of equal number", 2)
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
    """Return O ln(O / E), 0 where O or E is 0."""
    some = (observed > 0) & (expected > 0)
    ratio = np.divide(observed, expected, out=np.ones(len(observed)), where=some)
    return observed * np.log(ratio)
