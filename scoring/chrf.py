"""chrF and chrF++ (Popović 2015, 2017), with sacreBLEU's statistics and the kernel that also counts BLEU's n-grams."""

import string
from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
import pyarrow as pa

from .counting.arrays import Floats
from .counting.ngrams import count_matches
from .counting.progress import Progress, no_progress
from .metric import Columns, Metric
from .options import LOWERCASE, option, options_of
from .text.texts import as_column
from .text.tokenizers import Tokens, encode_characters, encode_columns, lowercase_texts

PUNCTUATION = frozenset(string.punctuation)
SCORED = "scored"
"""Name of the statistic that counts segments with something to score; sacreBLEU has no such statistic.

A segment whose hypothesis and one of its references are both empty is not counted.
"""
EPSILON = 1e-16
"""Value of a precision, recall or F-score that is undefined, with epsilon smoothing; as in sacreBLEU."""
HIGHEST = 100
"""Highest accepted order and beta; a higher number is probably a typing error."""


@dataclass(frozen=True)
class CHRF(Metric):
    """chrF: the F-score of character n-grams, with sacreBLEU's conventions.

    Parameters
    ----------
    lowercase : whether case is ignored
    char_order : the longest character n-gram
    word_order : the longest word n-gram; 2 makes it chrF++
    beta : how many times more recall weighs than precision
    whitespace : whether spaces are part of character n-grams
    eps_smoothing : whether the F-scores of all orders are averaged, with 1e-16 for an undefined one, as chrF++.py, NLTK
        and Moses do; otherwise precision and recall are averaged over the orders that both texts reach

    With several references each segment counts the reference that gives it the highest score, the first of equals, as
    in sacreBLEU. Equally good references may differ in their statistics, so the score of several segments depends on
    the order of the references, and the signature then says ``ties:first``. (WMT 2022, English to Chinese, system
    Lan-Bridge: 53.6581 in one order, 53.6503 in the other.)

    Raises ``ValueError`` for an invalid option.
    """

    lowercase: bool = option(False, LOWERCASE)
    char_order: int = option(
        6,
        label="Longest character n-gram",
        help="The longest character n-gram of chrF and chrF++.",
        flag="--chrf-char-order",
        aliases=("-cc",),
        metavar="N",
        key="chrf_char_order",
        lowest=1,
        highest=HIGHEST,
        slider_to=10,
        other=5,
        part="nc",
    )
    word_order: int = option(
        0,
        label="Longest word n-gram of chrF",
        help="The longest word n-gram of chrF; 0 counts characters alone.",
        flag="--chrf-word-order",
        aliases=("-cw",),
        metavar="N",
        key="chrf_word_order",
        lowest=0,
        highest=HIGHEST,
        slider_to=4,
        other=1,
        part="nw",
    )
    beta: int = option(
        2,
        label="beta",
        short="beta of chrF",
        help="How many times more recall weighs than precision in chrF and chrF++.",
        flag="--chrf-beta",
        metavar="B",
        key="chrf_beta",
        lowest=1,
        highest=HIGHEST,
        slider_to=5,
        other=3,
        part="beta",
        only_if_changed=True,
    )
    whitespace: bool = option(
        False,
        label="Count spaces",
        help="Count spaces in chrF's character n-grams.",
        flag="--chrf-whitespace",
        key="chrf_whitespace",
        part="space",
    )
    eps_smoothing: bool = option(
        False,
        label="Epsilon smoothing",
        short="epsilon smoothing of chrF",
        help="Average the F-scores of all orders, as chrF++.py, NLTK and Moses do, and not precision and recall over"
        " the orders that both texts reach. Texts of few characters score lower.",
        flag="--chrf-eps-smoothing",
        key="chrf_eps_smoothing",
        part="eff",
        written=lambda smoothed: "no" if smoothed else "yes",
    )

    name: ClassVar[str] = "chrf"
    label: ClassVar[str] = "chrF"
    settings: ClassVar[str] = "chrF and chrF++"
    several_references: ClassVar[tuple[tuple[str, str], ...]] = (("ties", "first"),)

    @property
    def statistic_names(self) -> tuple[str, ...]:
        orders = [f"char_{n}" for n in range(1, self.char_order + 1)]
        orders += [f"word_{n}" for n in range(1, self.word_order + 1)]
        counted = (f"{kind}_{order}" for order in orders for kind in ("hypothesis", "reference", "matches"))
        return *counted, SCORED

    def _statistics(self, columns: Columns, references: Columns, on_progress: Progress = no_progress) -> list[Floats]:
        kinds = encode_kinds(self, [*references, *columns])
        starts, ends = kinds[0][0].starts, kinds[0][0].ends
        missing = starts[: len(references)] < 0
        is_empty = starts == ends
        some_empty = (is_empty[: len(references)] & ~missing).any(axis=0)
        statistics = []
        for column in range(len(references), len(starts)):
            by_reference = np.stack(
                [
                    np.concatenate(
                        [_count_against_reference(tokens, column, reference, order) for tokens, order in kinds], axis=1
                    )
                    for reference in range(len(references))
                ]
            )
            chosen = np.where(missing, -1.0, self._f_scores(by_reference)).argmax(axis=0)  # the first of equals
            best = by_reference[chosen, np.arange(len(chosen))]
            statistics.append(np.column_stack([best, ~(is_empty[column] & some_empty)]))
        return statistics

    def _score(self, statistics: Floats) -> Floats:
        return np.where(self._column(statistics, SCORED) > 0, self._f_scores(statistics), np.nan)

    def _f_scores(self, statistics: Floats) -> Floats:
        """Return the F-scores (...,) of statistics (..., n_statistics), 0 where no n-gram is counted."""
        hypothesis, reference, matches = (
            self._columns(statistics, kind) for kind in ("hypothesis", "reference", "matches")
        )
        if self.eps_smoothing:
            return self._mean_f_score(hypothesis, reference, matches)
        counted = (hypothesis > 0) & (reference > 0)
        orders = np.maximum(counted.sum(axis=-1), 1)
        precision, recall = (
            np.divide(matches, total, out=np.zeros(matches.shape), where=counted).sum(axis=-1) / orders
            for total in (hypothesis, reference)
        )
        return 100 * self._f(precision, recall, 0.0)

    def _mean_f_score(self, hypothesis: Floats, reference: Floats, matches: Floats) -> Floats:
        """Return the mean F-score (...,) over all orders of (..., n_orders), with epsilon for an undefined ratio."""
        precision, recall = (
            np.divide(matches, total, out=np.full(matches.shape, EPSILON), where=total > 0)
            for total in (hypothesis, reference)
        )
        # added in sacreBLEU's order: rounding may decide which of several references is the best
        total_f = self._f(precision, recall, EPSILON).cumsum(axis=-1)[..., -1]
        mean: Floats = 100 * total_f / matches.shape[-1]
        return mean

    def _f(self, precision: Floats, recall: Floats, otherwise: float) -> Floats:
        """Return the F-score of precision and recall, ``otherwise`` where both are 0."""
        factor = self.beta**2
        score: Floats = np.divide(
            (1 + factor) * precision * recall,
            factor * precision + recall,
            out=np.full(precision.shape, otherwise),
            where=precision + recall > 0,
        )
        return score

    @property
    def full_name(self) -> str:
        usual = {declared.name: declared.default for declared in options_of(type(self))}
        if (self.beta, self.word_order) == (usual["beta"], usual["word_order"]):
            return self.label
        return f"chrF{self.beta}{'+' * self.word_order}"


@dataclass(frozen=True)
class CHRFPlusPlus(CHRF):
    """chrF++: chrF with word unigrams and bigrams."""

    word_order: int = option(
        2,
        label="Longest word n-gram of chrF++",
        help="The longest word n-gram of chrF++.",
        flag="--chrfpp-word-order",
        metavar="N",
        key="chrfpp_word_order",
        lowest=0,
        highest=HIGHEST,
        slider_to=4,
        other=1,
        part="nw",
    )

    name: ClassVar[str] = "chrf++"
    label: ClassVar[str] = "chrF++"


def encode_kinds(metric: CHRF, columns: Columns) -> list[tuple[Tokens, int]]:
    """Return the columns' tokens and longest n-gram, by kind: characters, then words if the metric counts words."""
    texts = [lowercase_texts(column) if metric.lowercase else column for column in columns]
    kinds = [(encode_characters(texts, metric.whitespace), metric.char_order)]
    if metric.word_order:
        kinds.append((encode_columns([_words(text) for text in texts], "none"), metric.word_order))
    return kinds


def _count_against_reference(tokens: Tokens, column: int, reference: int, max_order: int) -> Floats:
    """Return the n-gram counts of one column against one reference, (n_segments, 3 * max_order).

    For each order: n-grams of the hypothesis, n-grams of the reference, matches. As in sacreBLEU an order that the
    reference does not reach counts no n-grams of the hypothesis.
    """
    counts = count_matches(tokens, column, slice(reference, reference + 1), max_order)
    matches, totals = counts[:, 2 : 2 + max_order], counts[:, 2 + max_order :]
    lengths = (tokens.ends[reference] - tokens.starts[reference])[:, None]
    in_reference = np.maximum(lengths - np.arange(max_order), 0)
    table = np.stack([np.where(in_reference > 0, totals, 0), in_reference, matches], axis=2)
    return table.reshape(len(table), -1)


def _words(column: pa.StringArray) -> pa.StringArray:
    """Return texts with one punctuation mark split off the end, or else the beginning, of each word as in sacreBLEU."""
    return as_column([None if text is None else " ".join(_split_punctuation(text)) for text in column.to_pylist()])


def _split_punctuation(text: str) -> Iterator[str]:
    for word in text.split():
        if len(word) > 1 and word[-1] in PUNCTUATION:
            yield from (word[:-1], word[-1])
        elif len(word) > 1 and word[0] in PUNCTUATION:
            yield from (word[0], word[1:])
        else:
            yield word
