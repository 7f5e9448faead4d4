"""NIST: Doddington (2002), "Automatic Evaluation of Machine Translation Quality Using N-gram Co-Occurrence Statistics".

Matches are counted as by BLEU, but an n-gram weighs as many bits as its last word adds to the words before it:

    Info(w1 ... wn) = log2(count(w1 ... wn-1) / count(w1 ... wn))            counts over all references (Eq. 2)
    NIST = sum over n of (information of matches / n-grams of the hypothesis) * exp(beta * ln(min(c / r, 1))^2)  (Eq. 3)

For one word the numerator is the number of reference words. Clipping is BLEU's, by the reference that has an n-gram
most; r is the mean length of the references; beta makes the brevity penalty 0.5 at c / r = 2/3.

This is mteval-v13a's arithmetic except for one slip of it: there a word "0" at the beginning of an n-gram counts as no
word, so that "0 x" weighs as if "0" were every word. NLTK's ``corpus_nist`` is the same for one reference; of several
it takes, for each segment and order, only the one with the most information, for matches and for length.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import ClassVar, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from .counting.arrays import Floats, Ints, sums_at
from .counting.progress import Progress, no_progress
from .metric import Columns, Measure, Metric
from .options import LOWERCASE, TOKENIZE, option
from .text.tokenizers import USUAL, Tokens, encode_columns

MAX_ORDER = 9
BETA = np.log(0.5) / np.log(1.5) ** 2
"""Factor in the brevity penalty: exp(BETA * ln(2/3)^2) is 0.5."""


class NistArithmetic(NamedTuple):
    """All numbers between NIST's statistics and its score; arrays broadcast over leading axes (...)."""

    information: Floats
    """Bits of the matched n-grams, (..., N)."""
    totals: Floats
    """N-grams of the hypothesis, (..., N)."""
    gains: Floats
    """Bits for each n-gram of the hypothesis, (..., N), 0 where it has none; their sum is multiplied by the penalty."""
    hypothesis_length: Floats
    """Length of the hypothesis, c, (...,)."""
    reference_length: Floats
    """Mean length of the references, r, (...,)."""
    brevity_penalty: Floats
    """Brevity penalty, 0-1, (...,); 0 where only the hypothesis is empty."""
    score: Floats
    """Score, 0 or more, (...,); NaN where hypothesis and references are empty."""


@dataclass(frozen=True)
class NIST(Metric):
    """NIST of any order: 0 or more, with no upper limit that all test sets share.

    Parameters
    ----------
    tokenize : the name of one of ``TOKENIZERS``; 13a has the rules of mteval-v13a
    lowercase : whether case is ignored, as mteval-v13a does unless called with ``-c``
    max_order : N, the longest n-gram, 1 to 9

    The information of n-grams comes from all references of the test set: scores of different test sets do not compare,
    and a segment or a part of a test set needs the whole ``reference_set``.

    Raises ``ValueError`` for an option that it cannot take.
    """

    tokenize: str = option(USUAL, TOKENIZE)
    lowercase: bool = option(False, LOWERCASE)
    max_order: int = option(
        5,
        label="Longest n-gram of NIST",
        help="The longest n-gram of NIST.",
        flag="--nist-max-order",
        metavar="N",
        key="nist_max_order",
        lowest=1,
        highest=MAX_ORDER,
        other=3,
        part="order",
        only_if_changed=True,
    )

    name: ClassVar[str] = "nist"
    label: ClassVar[str] = "NIST"
    settings: ClassVar[str] = "NIST"
    is_percentage: ClassVar[bool] = False
    needs_all_references: ClassVar[bool] = True

    @property
    def statistic_names(self) -> tuple[str, ...]:
        counted = [f"{kind}_{n}" for kind in ("information", "totals") for n in range(1, self.max_order + 1)]
        return "hypothesis_length", "reference_length", *counted

    def _statistics(self, columns: Columns, references: Columns, on_progress: Progress = no_progress) -> list[Floats]:
        return self._within(references, no_progress)(columns, references, on_progress)

    def _within(self, reference_set: Columns, on_progress: Progress) -> Measure:
        tokens = encode_columns(reference_set, self.tokenize, self.lowercase)
        return partial(
            self._block_statistics, tokens.vocabulary, _reference_ngrams(tokens, self.max_order, on_progress)
        )

    def _block_statistics(
        self,
        vocabulary: pa.StringArray,
        reference_ngrams: "Sequence[_ReferenceNGrams]",
        columns: Columns,
        references: Columns,
        _: Progress,
    ) -> list[Floats]:
        """Return a block's statistics, weighed with ``reference_ngrams`` of the whole set and its vocabulary."""
        tokens = encode_columns([*references, *columns], self.tokenize, self.lowercase)
        among = slice(0, len(references))
        lengths = tokens.ends - tokens.starts
        present = (tokens.starts[among] >= 0).sum(axis=0)
        mean_length = lengths[among].sum(axis=0) / np.maximum(present, 1)
        orders = list(_find_ngrams(tokens, pc.index_in(tokens.vocabulary, vocabulary), reference_ngrams))
        beyond = np.arange(self.max_order)[:, None]
        statistics = []
        for column in range(among.stop, len(tokens.starts)):
            information = (ngrams.matched(column, among) for ngrams in orders)
            totals = np.maximum(lengths[column] - beyond, 0).astype(float)
            statistics.append(np.stack([lengths[column].astype(float), mean_length, *information, *totals], axis=1))
        return statistics

    def _score(self, statistics: Floats) -> Floats:
        return self.arithmetic(statistics).score

    def arithmetic(self, statistics: Floats) -> NistArithmetic:
        """Return all numbers between the statistics (..., n_statistics) and the score."""
        statistics = self._checked(statistics)
        length, reference_length = (self._column(statistics, f"{text}_length") for text in ("hypothesis", "reference"))
        information, totals = self._columns(statistics, "information"), self._columns(statistics, "totals")
        gains = np.divide(information, totals, out=np.zeros(information.shape), where=totals != 0)
        penalty = _brevity_penalty(length, reference_length)
        nothing = (length == 0) & (reference_length == 0)
        score = np.where(nothing, np.nan, gains.sum(axis=-1) * penalty)
        return NistArithmetic(information, totals, gains, length, reference_length, penalty, score)


def _brevity_penalty(length: Floats, reference_length: Floats) -> Floats:
    shorter = ~(length >= reference_length)  # written so that NaN stays NaN
    ratio = np.divide(length, reference_length, out=np.ones(np.shape(length)), where=shorter)
    logs = np.full(np.shape(ratio), -np.inf)
    np.log(ratio, out=logs, where=ratio != 0)
    penalty: Floats = np.exp(BETA * logs**2)
    return penalty


class _ReferenceNGrams(NamedTuple):
    """All n-grams of one order in a reference set, and the information of each."""

    keys: Ints
    """N-gram without its last word, and this word, as ``number * n_words + last word``, int64 (n_ngrams,), sorted."""
    information: Floats
    """Information of each n-gram in bits, float64 (n_ngrams,)."""
    n_words: int
    """Number of words in the reference set's vocabulary."""


def _reference_ngrams(tokens: Tokens, max_order: int, on_progress: Progress) -> list[_ReferenceNGrams]:
    """Return the references' n-grams of the orders 1 to ``max_order``, numbered by their places in ``keys``."""
    n_words = max(1, len(tokens.vocabulary))
    text_ends = _text_ends(tokens)
    places, numbers = np.arange(len(tokens.ids)), np.zeros(len(tokens.ids), np.int64)
    counts = np.array([len(tokens.ids)])  # of n-grams one word shorter: the empty one occurs before every word
    ngrams_by_order = []
    for order in range(1, max_order + 1):
        longer = places + order <= text_ends[places]
        places, numbers = places[longer], numbers[longer]
        keys, numbers = np.unique(numbers * n_words + tokens.ids[places + order - 1], return_inverse=True)
        shorter, counts = counts[keys // n_words], np.bincount(numbers, minlength=len(keys))
        ngrams_by_order.append(_ReferenceNGrams(keys, np.log2(shorter / counts), n_words))
        on_progress(order / max_order)
    return ngrams_by_order


@dataclass(frozen=True)
class _NGrams:
    """All n-grams of one order in a block of segments that occur in the reference set."""

    keys: Ints
    """Segment and n-gram at each place, as ``segment * len(information) + n-gram``: int64 (n_places,)."""
    bounds: Ints
    """Bounds of the columns, int64 (n_columns + 1,): the places of column c are ``bounds[c]:bounds[c + 1]``."""
    information: Floats
    """Information of each n-gram in bits, float64 (n_ngrams,)."""
    n_segments: int

    def matched(self, column: int, references: slice) -> Floats:
        """Return the information of one column's matches, float64 (n_segments,), added up from left to right."""
        distinct, first, counts = np.unique(self._keys(column), return_index=True, return_counts=True)
        max_counts = np.zeros(len(distinct), np.int64)
        for reference in range(references.start, references.stop):
            reference_keys, occurrences = np.unique(self._keys(reference), return_counts=True)
            both = np.isin(reference_keys, distinct, assume_unique=True)
            at = np.searchsorted(distinct, reference_keys[both])
            max_counts[at] = np.maximum(max_counts[at], occurrences[both])
        segments, ngrams = np.divmod(distinct, max(1, len(self.information)))
        gained = self.information[ngrams] * np.minimum(counts, max_counts)
        in_text = np.argsort(first)  # sums of floats depend on their order, and must not depend on the vocabulary's
        return sums_at(segments[in_text], gained[in_text], self.n_segments)

    def _keys(self, column: int) -> Ints:
        return self.keys[self.bounds[column] : self.bounds[column + 1]]


def _find_ngrams(
    tokens: Tokens, words: pa.Int32Array, reference_ngrams: Sequence[_ReferenceNGrams]
) -> Iterator[_NGrams]:
    """Yield the columns' n-grams of each order; ``words`` has each word's number in the reference set, or null."""
    n_columns, n_segments = tokens.starts.shape
    lengths = (tokens.ends - tokens.starts).ravel()
    text_ends = _text_ends(tokens)
    segments = np.repeat(np.tile(np.arange(n_segments), n_columns), lengths)
    column_ends = np.concatenate([[0], np.cumsum(lengths)])[:: max(n_segments, 1)]
    ids = words.fill_null(-1).to_numpy(zero_copy_only=False)[tokens.ids].astype(np.int64)
    places, numbers = np.arange(len(ids)), np.zeros(len(ids), np.int64)
    for order, (keys, information, n_words) in enumerate(reference_ngrams, 1):
        longer = places + order <= text_ends[places]
        places, numbers = places[longer], numbers[longer]
        last = ids[places + order - 1]
        own_keys = numbers * n_words + last
        at = np.searchsorted(keys, own_keys)
        are_known = (last >= 0) & (np.append(keys, -1)[at] == own_keys)
        places, numbers = places[are_known], at[are_known]
        known_keys = segments[places] * len(information) + numbers
        yield _NGrams(known_keys, np.searchsorted(places, column_ends), information, n_segments)


def _text_ends(tokens: Tokens) -> Ints:
    """Return the end of the text that each token belongs to, int64 (n_tokens,)."""
    lengths = (tokens.ends - tokens.starts).ravel()
    ends: Ints = np.repeat(np.cumsum(lengths), lengths)
    return ends
