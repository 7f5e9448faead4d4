"""Minimum Bayes risk: what a candidate is worth on average if any other of its list were the right one.

Kumar and Byrne (2004), "Minimum Bayes-Risk Decoding for Statistical Machine Translation", with the score as a gain.
"""

import numpy as np

from ..checks import as_float_array, expect
from ..counting.arrays import Floats, quotients
from ..counting.progress import Progress, no_progress
from ..metric import Metric
from .lists import Lists
from .pairwise.pairs import pair_blocks


def expected_scores(metric: Metric, lists: Lists, probabilities: Floats, on_progress: Progress = no_progress) -> Floats:
    """float64 (n_candidates,): the mean of each candidate's scores against all of its list, itself too.

    ``probabilities`` (n_candidates,) are the weights of the mean within each list, as ``uniform`` and ``posterior``
    give them. Pairs without a score (BLEU of two empty texts) are left out; NaN where no weight is left.
    Error rates stay error rates: of those the lowest is best.

    Raises ``ValueError`` as ``pair_blocks``, and for probabilities that are none.
    """
    expect(lists, Lists, "lists")
    weights = as_float_array(probabilities, "probabilities", 1)
    if len(weights) != len(lists) or not (np.isfinite(weights) & (weights >= 0)).all():
        raise ValueError(f"Expected {len(lists):,} probabilities, one a candidate, none below 0.")
    expected = np.empty(len(lists))
    for pairs in pair_blocks(metric, lists, on_progress):
        scores = metric.score(pairs.statistics)
        there = np.where(np.isnan(scores), 0.0, weights[pairs.references])
        total = np.add.reduceat(there * np.where(np.isnan(scores), 0.0, scores), pairs.starts)
        expected[pairs.hypotheses] = quotients(total, np.add.reduceat(there, pairs.starts))
    return expected
