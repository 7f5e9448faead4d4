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
from typing import ClassVar, NamedTuple

import numpy as np
import pyarrow as pa

from .arrays import Floats, Ints, sums_at
from .metric import Metric
from .options import LOWERCASE, TOKENIZE, Option, option
from .tokenizers import USUAL, Tokens, encode, find

MAX_ORDER = 9
BETA = np.log(0.5) / np.log(1.5) ** 2
"""Of the brevity penalty: exp(BETA * ln(2/3)^2) is 0.5."""


class Arithmetic(NamedTuple):
    """Every number between NIST's statistics and its score; arrays broadcast over leading axes (...)."""

    information: Floats
    """(..., N) bits of the matched n-grams"""
    totals: Floats
    """(..., N) n-grams of the hypothesis"""
    gains: Floats
    """(..., N) bits for each n-gram of the hypothesis, 0 where it has none; their sum is penalised"""
    hypothesis_length: Floats
    """(...,) c"""
    reference_length: Floats
    """(...,) r, the mean of the references"""
    brevity_penalty: Floats
    """(...,) 0-1, 0 where only the hypothesis is empty"""
    score: Floats
    """(...,) 0 or more; NaN where hypothesis and references are empty"""


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
        Option(
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
        ),
    )

    name: ClassVar[str] = "nist"
    label: ClassVar[str] = "NIST"
    settings: ClassVar[str] = "NIST"
    is_percentage: ClassVar[bool] = False
    needs_all_references: ClassVar[bool] = True

    def __post_init__(self) -> None:
        super().__post_init__()
        find(self.tokenize)

    @property
    def statistic_names(self) -> tuple[str, ...]:
        orders = range(1, self.max_order + 1)
        return (
            "hypothesis_length",
            "reference_length",
            *(f"information_{n}" for n in orders),
            *(f"totals_{n}" for n in orders),
        )

    def _statistics(self, columns: Sequence[pa.StringArray], references: Sequence[pa.StringArray]) -> list[Floats]:
        tokens = encode([*references, *columns], self.tokenize, self.lowercase)
        return self._rows(tokens, len(references), slice(0, len(references)))

    def _statistics_within(
        self,
        columns: Sequence[pa.StringArray],
        references: Sequence[pa.StringArray],
        reference_set: Sequence[pa.StringArray],
    ) -> list[Floats]:
        first, n_segments = len(reference_set), len(references[0])
        texts = _equally_long([*reference_set, *references, *columns])
        tokens = encode(texts, self.tokenize, self.lowercase)
        rows = self._rows(tokens, first, slice(first, first + len(references)))
        return [row[:n_segments] for row in rows]

    def _rows(self, tokens: Tokens, n_weighing: int, references: slice) -> list[Floats]:
        """The statistics of the columns after ``references``, their information from the first ``n_weighing``."""
        lengths = tokens.ends - tokens.starts
        present = (tokens.starts[references] >= 0).sum(axis=0)
        mean_length = lengths[references].sum(axis=0) / np.maximum(present, 1)
        orders = list(_ngrams(tokens, n_weighing, self.max_order))
        columns = range(references.stop, len(tokens.starts))
        beyond = np.arange(self.max_order)[:, None]
        return [
            np.stack(
                [
                    lengths[column].astype(float),
                    mean_length,
                    *(ngrams.matched(column, references) for ngrams in orders),
                    *np.maximum(lengths[column] - beyond, 0).astype(float),
                ],
                axis=1,
            )
            for column in columns
        ]

    def _score(self, statistics: Floats) -> Floats:
        return self.arithmetic(statistics).score

    def arithmetic(self, statistics: Floats) -> Arithmetic:
        """The way from statistics (..., n_statistics) to the score, with every number on it."""
        statistics = self._checked(statistics)
        length, reference_length = (self._column(statistics, f"{text}_length") for text in ("hypothesis", "reference"))
        information, totals = self._columns(statistics, "information"), self._columns(statistics, "totals")
        gains = np.divide(information, totals, out=np.zeros(information.shape), where=totals != 0)
        penalty = _brevity_penalty(length, reference_length)
        nothing = (length == 0) & (reference_length == 0)
        score = np.where(nothing, np.nan, gains.sum(axis=-1) * penalty)
        return Arithmetic(information, totals, gains, length, reference_length, penalty, score)


def _brevity_penalty(length: Floats, reference_length: Floats) -> Floats:
    shorter = ~(length >= reference_length)  # written so that NaN stays NaN
    ratio = np.divide(length, reference_length, out=np.ones(np.shape(length)), where=shorter)
    logs = np.full(np.shape(ratio), -np.inf)
    np.log(ratio, out=logs, where=ratio != 0)
    penalty: Floats = np.exp(BETA * logs**2)
    return penalty


@dataclass(frozen=True)
class _NGrams:
    """All n-grams of one order of which some reference has all words but the last, and the information of each."""

    keys: Ints
    """int64 (n_places,): segment and n-gram at each place, as ``segment * len(information) + n-gram``"""
    bounds: Ints
    """int64 (n_columns + 1,): the places of column c are ``bounds[c]:bounds[c + 1]``"""
    information: Floats
    """float64 (n_ngrams,): bits, 0 for an n-gram that no reference has"""
    n_segments: int

    def matched(self, column: int, references: slice) -> Floats:
        """The information of one column's matches, float64 (n_segments,), added up from left to right."""
        distinct, first, counts = np.unique(self._keys(column), return_index=True, return_counts=True)
        most = np.zeros(len(distinct), np.int64)
        for reference in range(references.start, references.stop):
            found, occurrences = np.unique(self._keys(reference), return_counts=True)
            both = np.isin(found, distinct, assume_unique=True)
            at = np.searchsorted(distinct, found[both])
            most[at] = np.maximum(most[at], occurrences[both])
        segments, ngrams = np.divmod(distinct, max(1, len(self.information)))
        gained = self.information[ngrams] * np.minimum(counts, most)
        in_text = np.argsort(first)  # sums of floats depend on their order, and must not depend on the vocabulary's
        return sums_at(segments[in_text], gained[in_text], self.n_segments)

    def _keys(self, column: int) -> Ints:
        return self.keys[self.bounds[column] : self.bounds[column + 1]]


def _ngrams(tokens: Tokens, n_weighing: int, max_order: int) -> Iterator[_NGrams]:
    """The n-grams of the orders 1 to ``max_order``; information is counted in the first ``n_weighing`` columns."""
    n_columns, n_segments = tokens.starts.shape
    lengths = (tokens.ends - tokens.starts).ravel()
    text_ends = np.repeat(np.cumsum(lengths), lengths)
    segments = np.repeat(np.tile(np.arange(n_segments), n_columns), lengths)
    column_ends = np.concatenate([[0], np.cumsum(lengths)])[:: max(n_segments, 1)]
    n_words = column_ends[n_weighing]

    places, numbers = np.arange(len(tokens.ids)), np.zeros(len(tokens.ids), np.int64)
    counts = np.array([n_words])  # of the n-grams one word shorter; the empty one stands before every word
    for order in range(1, max_order + 1):
        longer = (places + order <= text_ends[places]) & (counts[numbers] > 0)
        places, numbers = places[longer], numbers[longer]
        last_words = tokens.ids[places + order - 1]
        distinct, numbers = np.unique(numbers * len(tokens.vocabulary) + last_words, return_inverse=True)
        shorter = counts[distinct // max(1, len(tokens.vocabulary))]
        counts = np.bincount(numbers[places < n_words], minlength=len(distinct))
        information = np.where(counts > 0, np.log2(shorter / np.maximum(counts, 1)), 0.0)
        keys = segments[places] * len(distinct) + numbers
        yield _NGrams(keys, np.searchsorted(places, column_ends), information, n_segments)


def _equally_long(columns: Sequence[pa.StringArray]) -> list[pa.StringArray]:
    """The columns with missing texts at their ends."""
    longest = max(map(len, columns))
    return [pa.concat_arrays([column, pa.nulls(longest - len(column), pa.string())]) for column in columns]
