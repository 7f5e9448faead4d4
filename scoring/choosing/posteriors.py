"""Compute each candidate's probability within its list, and its expected score for minimum Bayes risk.

The expected score is the average if any candidate of the list were the right one. Kumar and Byrne (2004), "Minimum
Bayes-Risk Decoding for Statistical Machine Translation", with the score as a gain.
"""

from collections.abc import Sequence

import numpy as np

from ..counting.arrays import Floats, quotients, sums_at
from ..counting.progress import Progress, no_progress
from ..metric import Metric
from ..validation import as_float_array, as_number, expect
from .lists import Lists
from .pairwise.pairs import pair_blocks


def uniform(lists: Lists) -> Floats:
    """Return equal probabilities for all candidates of a list, as for samples, float64 (n_candidates,).

    A text that was drawn twice weighs twice.
    """
    expect(lists, Lists, "lists")
    probabilities: Floats = (1 / lists.sizes)[lists.segments]
    return probabilities


def posterior(lists: Lists, weights: Sequence[float] | Floats | None = None, temperature: float = 1.0) -> Floats:
    """Return probabilities in proportion to exp(score / temperature), float64 (n_candidates,), that sum to 1 in a list.

    The score is ``features @ weights``, or without weights the decoder's. Several derivations of one text are one
    candidate: the first has the probability of all, the others 0.

    Raises ``ValueError`` where the lists lack these features or scores, or where scores are not finite.
    """
    expect(lists, Lists, "lists")
    above_zero = as_number(temperature, "temperature")
    if not 0 < above_zero < np.inf:
        raise ValueError(f"The temperature must be above 0; found {temperature}.")
    scores = _scores(lists, weights) / above_zero
    if not np.isfinite(scores).all():
        at = int(np.argmin(np.isfinite(scores)))
        raise ValueError(
            f"Scores must be finite; found {scores[at]} for candidate {at - lists.offsets[lists.segments[at]] + 1:,}"
            f" of segment {lists.segments[at] + 1:,}."
        )
    highest = np.maximum.reduceat(scores, lists.offsets[:-1])[lists.segments]
    shares = np.exp(scores - highest)
    probabilities: Floats = shares / sums_at(lists.segments, shares, lists.n_segments)[lists.segments]
    return _text_probabilities(lists, probabilities)


def _scores(lists: Lists, weights: Sequence[float] | Floats | None) -> Floats:
    if weights is None:
        if lists.decoder_scores is None:
            raise ValueError("These lists have no scores of a decoder; expected them, or weights of features.")
        return lists.decoder_scores
    if lists.features is None:
        raise ValueError("These lists have no features that weights could weigh.")
    vector = as_float_array(weights, "weights", 1)
    if len(vector) != len(lists.feature_names):
        raise ValueError(f"Expected {len(lists.feature_names)} weights, one a feature; found {len(vector)}.")
    scores: Floats = lists.features @ vector
    return scores


def _text_probabilities(lists: Lists, probabilities: Floats) -> Floats:
    """Return the probability of each text of a list at its first place in the list, and 0 at the others."""
    _, first = np.unique(lists.texts, return_index=True)
    summed = np.zeros(len(lists))
    summed[first] = sums_at(lists.texts, probabilities, len(first))
    return summed


def expected_scores(metric: Metric, lists: Lists, probabilities: Floats, on_progress: Progress = no_progress) -> Floats:
    """Return the mean of each candidate's scores against all of its list, itself too, float64 (n_candidates,).

    ``probabilities`` (n_candidates,) are the weights of the mean within each list, as ``uniform`` and ``posterior``
    give them. Pairs without a score (BLEU of two empty texts) are left out; NaN where no weight is left.
    Error rates stay error rates: the lowest is best.

    Raises ``ValueError`` as ``pair_blocks`` does, and for invalid probabilities.
    """
    expect(lists, Lists, "lists")
    weights = as_float_array(probabilities, "probabilities", 1)
    if len(weights) != len(lists) or not (np.isfinite(weights) & (weights >= 0)).all():
        raise ValueError(f"Expected {len(lists):,} probabilities, one a candidate, none below 0.")
    expected = np.empty(len(lists))
    for pairs in pair_blocks(metric, lists, on_progress):
        scores = metric.score(pairs.statistics)
        pair_weights = np.where(np.isnan(scores), 0.0, weights[pairs.references])
        total = np.add.reduceat(pair_weights * np.where(np.isnan(scores), 0.0, scores), pairs.starts)
        expected[pairs.hypotheses] = quotients(total, np.add.reduceat(pair_weights, pairs.starts))
    return expected
