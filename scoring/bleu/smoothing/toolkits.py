"""The toolkits' own versions of smoothing, where they differ from the paper's.

Arguments and results are those of ``scoring.bleu.smoothing.paper``. NLTK's (3.10) methods work on precisions: NLTK
clamps denominators to 1 or more, so an order that the hypothesis does not reach counts as 0/1, and a precision that
stays 0 is left out of the product: it counts as 1. The count is NaN where NLTK raises an error.
"""

import sys

import numpy as np

from ...counting.arrays import Floats
from ..arithmetic import BleuArithmetic
from .paper import Counts, K, Method, average_counts, divide_or_zero, paper_0, paper_1, paper_3


def add_k(matches: Floats, totals: Floats, hypothesis_length: Floats, value: float) -> Counts:
    """Return the counts and totals with ``value`` added in the orders above 1, also where there is no n-gram.

    sacreBLEU's ``add-k``: an order without n-grams becomes value/value, that is 1.
    """
    matches, totals = paper_0(matches, totals, hypothesis_length, value)
    added = np.where(np.arange(matches.shape[-1]) > 0, value, 0.0)
    return matches + added, totals + added


def nltk_0(matches: Floats, totals: Floats, hypothesis_length: Floats, value: float) -> Counts:
    """Return the counts with the smallest normal float as zero precision, so that the score is almost 0, not 0."""
    matches, totals = _clamped_counts(matches, totals)
    return np.where(matches == 0, sys.float_info.min * totals, matches), totals


def nltk_1(matches: Floats, totals: Floats, hypothesis_length: Floats, value: float) -> Counts:
    """Return the counts with epsilon for every zero count, also where there is no n-gram."""
    matches, totals = _clamped_counts(matches, totals)
    return _zeros_left_out(np.where(matches == 0, value, matches), totals)


def nltk_2(matches: Floats, totals: Floats, hypothesis_length: Floats, value: float) -> Counts:
    """Return the counts and clamped totals with 1 added in the orders above 1."""
    matches, totals = _clamped_counts(matches, totals)
    added = np.arange(matches.shape[-1]) > 0
    return matches + added, totals + added


def nltk_3(matches: Floats, totals: Floats, hypothesis_length: Floats, value: float) -> Counts:
    """Return the counts with 1 / 2^k for the k-th zero count, also where there is no n-gram."""
    return paper_3(matches, np.maximum(totals, 1.0), hypothesis_length, value)


def nltk_4(matches: Floats, totals: Floats, hypothesis_length: Floats, value: float) -> Counts:
    """Return the counts with ln c / (2^k K) for the k-th zero count, where the paper has (ln c / K)^k.

    For one word the count stays 0.
    """
    return _zeros_left_out(*_halved_and_scaled(matches, totals, hypothesis_length, value))


def nltk_5(matches: Floats, totals: Floats, hypothesis_length: Floats, value: float) -> Counts:
    """Return the means of neighbouring *precisions*, where the paper takes counts: a perfect match gets more than 1.

    The precision beyond the last order is always that of the 5-grams; for N < 4, whose statistics do not reach them, it
    is that of order N+1 as in the paper.
    """
    return _mean_precisions(_clamped_counts(matches, totals), matches, totals)


def nltk_6(matches: Floats, totals: Floats, hypothesis_length: Floats, value: float) -> Counts:
    """Return the counts of the paper's method 6, NaN where no trigram matches or there is none (N < 3).

    There NLTK raises an error: it means to test the bigrams, and tests one order further.
    """
    smoothed, denominators = (counts.astype(float) for counts in _clamped_counts(matches, totals))
    defined = matches[..., 2] > 0 if matches.shape[-1] > 3 else np.zeros(matches.shape[:-1], bool)
    precisions: list[Floats] = []
    for order in range(smoothed.shape[-1]):
        if order >= 2:
            smoothed[..., order] += value * divide_or_zero(precisions[-1] ** 2, precisions[-2])
            denominators[..., order] = totals[..., order] + value
            defined = defined & (denominators[..., order] > 0)
        precisions.append(divide_or_zero(smoothed[..., order], denominators[..., order]))
    smoothed, denominators = _zeros_left_out(smoothed, np.where(denominators > 0, denominators, 1.0))
    return np.where(defined[..., None], smoothed, np.nan), denominators


def nltk_7(matches: Floats, totals: Floats, hypothesis_length: Floats, value: float) -> Counts:
    """Return the counts of NLTK's method 4, smoothed by NLTK's method 5."""
    return _mean_precisions(_halved_and_scaled(matches, totals, hypothesis_length, value), matches, totals)


def matlab(matches: Floats, totals: Floats, hypothesis_length: Floats, value: float) -> Counts:
    """Return the counts unchanged, but 0 where the hypothesis has fewer words than there are weights.

    Otherwise weights of 0 at the end would let shorter hypotheses score.
    """
    matches, totals = paper_0(matches, totals, hypothesis_length, value)
    return np.where(np.asarray(hypothesis_length)[..., None] < matches.shape[-1], 0.0, matches), totals


def older_nltk(terms: BleuArithmetic, k: float = K) -> Floats:
    """Return BLEU under method 7 of older NLTK releases, (...,), 0-100, from the counts of ``terms``.

    ``translate/bleu_score.py``: its method 4 makes a zero precision of order n 1 / (n - 1 + K / ln c), its method 5 is
    ``nltk_5``. A hypothesis of one word is not defined (NaN), because NLTK then divides by ln c = 0.
    """
    n, length = terms.matches.shape[-1], terms.hypothesis_length
    logs = np.log(np.maximum(length, 1.0))[..., None]
    instead = np.where(logs > 0, logs / (np.arange(n) * logs + k), np.nan)
    precisions = np.where(terms.matches > 0, terms.matches / np.maximum(terms.totals, 1.0), instead)
    beyond = terms.matches_beyond / np.maximum(length - n, 1.0)
    means, _ = average_counts(precisions, beyond, np.ones(precisions.shape))
    score = 100 * terms.brevity_penalty * np.exp((terms.weights * np.log(means)).sum(axis=-1))
    nothing = (length == 0) & (terms.reference_length == 0)
    unmatched = np.where(nothing | np.isnan(length), np.nan, 0.0)
    return np.where(terms.matches[..., 0] > 0, score, unmatched)[()]


def mteval(matches: Floats, totals: Floats, hypothesis_length: Floats, value: float) -> Counts:
    """Return the counts with 1 / 2^k for the k-th zero count, and the precision 1 for orders that are not reached.

    NIST's ``mteval-v13a.pl``, ``bleu_score``, which does so also where nothing matches.
    """
    smoothed, totals = paper_3(matches, totals, hypothesis_length, value)
    reached = totals > 0
    return np.where(reached, smoothed, 1.0), np.where(reached, totals, 1.0)


def _clamped_counts(matches: Floats, totals: Floats) -> Counts:
    return matches[..., :-1], np.maximum(totals[..., :-1], 1.0)


def _zeros_left_out(matches: Floats, totals: Floats) -> Counts:
    return np.where(matches == 0, totals, matches), totals


def _halved_and_scaled(matches: Floats, totals: Floats, hypothesis_length: Floats, value: float) -> Counts:
    matches, totals = _clamped_counts(matches, totals)
    zero = matches == 0
    logs = np.log(np.maximum(hypothesis_length, 1.0))[..., None]
    return np.where(zero, 0.5 ** np.cumsum(zero, axis=-1) * logs / value, matches), totals


def _mean_precisions(counts: Counts, matches: Floats, totals: Floats) -> Counts:
    """Return the counts whose precisions are means by method 5; ``matches`` and ``totals`` are as counted."""
    smoothed, clamped = counts
    beyond = min(4, matches.shape[-1] - 1)
    means, _ = average_counts(smoothed / clamped, matches[..., beyond] / np.maximum(totals[..., beyond], 1.0), clamped)
    return means * clamped, clamped


SACREBLEU: dict[str, Method] = {
    "none": Method(paper_0, None, "sacreBLEU's none: counts as they are", version_of="0"),
    "floor": Method(paper_1, 0.1, "sacreBLEU's floor: a zero count becomes a small value", "value", version_of="1"),
    "add-k": Method(add_k, 1.0, "sacreBLEU's add-k: a value is added to every order above 1", "k", version_of="2"),
    "exp": Method(paper_3, None, "sacreBLEU's exp: zero counts become 1/2, 1/4, 1/8, ...", version_of="3"),
}
NLTK: dict[str, Method] = {
    "nltk-0": Method(nltk_0, None, "NLTK's 0: zero precisions become the smallest float", version_of="0"),
    "nltk-1": Method(
        nltk_1, 0.1, "NLTK's 1: a zero count becomes a small value, without n-grams too", "epsilon", version_of="1"
    ),
    "nltk-2": Method(nltk_2, None, "NLTK's 2: 1 is added, totals are at least 1 before", version_of="2"),
    "nltk-3": Method(nltk_3, None, "NLTK's 3: 1/2, 1/4, 1/8, ... , without n-grams too", version_of="3"),
    "nltk-4": Method(
        nltk_4, 5.0, "NLTK's 4: ln c / (2^k K) where the paper has (ln c / K)^k", "K", positive=True, version_of="4"
    ),
    "nltk-5": Method(nltk_5, None, "NLTK's 5: averages precisions where the paper averages counts", version_of="5"),
    "nltk-6": Method(nltk_6, 5.0, "NLTK's 6: not defined where no trigram matches", "alpha", version_of="6"),
    "nltk-7": Method(nltk_7, 5.0, "NLTK's 4, then NLTK's 5", "K", positive=True, version_of="7"),
}
MTEVAL: dict[str, Method] = {
    "mteval": Method(
        mteval,
        None,
        "mteval-v13a's: 1/2, 1/4, 1/8, ... , without any match too, and 1 for orders without n-grams",
        version_of="3",
        without_match=True,
    ),
}
MATLAB: dict[str, Method] = {
    "matlab": Method(matlab, None, "MATLAB's: counts as they are, 0 for fewer words than weights", version_of="0"),
}
