"""Compute BLEU's and chrF's statistics of pairs of candidates, from the n-grams that all pairs of a list share."""

from collections.abc import Callable
from typing import Any

import numpy as np

from ...bleu import BLEU
from ...chrf import CHRF, CHRFPlusPlus, encode_kinds
from ...counting.arrays import Floats, Ints
from ...counting.progress import Progress
from ...metric import Metric
from ...text.tokenizers import Tokens, encode_columns
from ..lists import Lists
from .pair_matches import count_pairs

PairCounter = Callable[[slice, Ints, Ints, Progress], Floats]
"""Function that returns the statistics (n_pairs, n_statistics) of all pairs of a slice of hypotheses.

It takes the slice, the numbers of each pair's hypothesis and reference, each (n_pairs,), and the progress.
"""


def bleu(metric: BLEU, lists: Lists, on_progress: Progress) -> PairCounter:
    """Return the counter of BLEU, with the columns of ``scoring.counting.ngrams.count_matches``."""
    tokens = encode_columns([lists.candidates], metric.tokenize, metric.lowercase, on_progress)
    order = metric.max_order + 1
    lengths = _lengths(tokens)

    def statistics(block: slice, hypotheses: Ints, references: Ints, counting: Progress) -> Floats:
        rows = _columns(len(hypotheses), 2 + 2 * order)
        rows[:, 0], rows[:, 1] = lengths[hypotheses], lengths[references]
        rows[:, 2 : 2 + order] = count_pairs(tokens, lists, block, order).T
        rows[:, 2 + order :] = _totals(lengths[hypotheses], order)
        return rows

    return statistics


def chrf(metric: CHRF, lists: Lists, on_progress: Progress) -> PairCounter:
    """Return the counter of chrF, for each kind of n-gram, characters and words, with the columns of ``CHRF``."""
    kinds = encode_kinds(metric, [lists.candidates])

    def statistics(block: slice, hypotheses: Ints, references: Ints, counting: Progress) -> Floats:
        rows = _columns(len(hypotheses), len(metric.statistic_names))
        filled = 0
        for tokens, order in kinds:
            of_kind = rows[:, filled : filled + 3 * order]
            lengths = _lengths(tokens)
            of_kind[:, 1::3] = _totals(lengths[references], order)
            of_kind[:, ::3] = np.where(of_kind[:, 1::3] > 0, _totals(lengths[hypotheses], order), 0)
            of_kind[:, 2::3] = count_pairs(tokens, lists, block, order).T
            filled += 3 * order
        characters = _lengths(kinds[0][0])
        rows[:, filled] = (characters[hypotheses] > 0) | (characters[references] > 0)
        return rows

    return statistics


def _columns(n_pairs: int, n_statistics: int) -> Floats:
    """Return rows to fill, with each column contiguous in memory, as columns are filled and scored."""
    return np.empty((n_statistics, n_pairs)).T


def _lengths(tokens: Tokens) -> Ints:
    """Return the number of tokens of each candidate, int64 (n_candidates,)."""
    lengths: Ints = (tokens.ends - tokens.starts)[0]
    return lengths


def _totals(lengths: Ints, max_order: int) -> Ints:
    """Return the number of n-grams in texts of these lengths, int64 (n_pairs, max_order)."""
    totals: Ints = np.maximum(lengths - np.arange(max_order)[:, None], 0).T
    return totals


COUNTERS: dict[type[Metric], Callable[[Any, Lists, Progress], PairCounter]] = {
    BLEU: bleu,
    CHRF: chrf,
    CHRFPlusPlus: chrf,
}
"""Counters for exactly these metrics, not for metrics derived from them."""
