"""Tune weights by expected sentence BLEU: Chen and Cherry (2014), section 3.2.

Weights w minimise

    lambda |w|^2 - sum_i len(R_i) sum_k p_ik(w) b_ik        p_ik = softmax of w . f_ik over the list i

where b_ik is a candidate's BLEU, 0 to 1, by one of the smoothings. The paper descends by single lists, and names no
step, number of epochs or start; here L-BFGS goes to a minimum.
"""

import numpy as np
from scipy.optimize import minimize

from ...counting.arrays import Floats, Ints
from ...counting.kernels import kernel
from ...counting.progress import Progress, no_progress
from ...validation import as_float_array, expect, number_within
from .candidates import TuningCandidates

PENALTY = 10.0
"""Lambda in the paper."""
MAX_PENALTY = 1e9
MAX_STEPS = 200
"""Most steps of L-BFGS; in units of spread about 30 are enough."""


def objective(
    candidates: TuningCandidates, bleu: Floats, weights: Floats, penalty: float = PENALTY, counts: Ints | None = None
) -> tuple[float, Floats]:
    """Return the objective, which is minimised, and its gradient (n_features,).

    Parameters
    ----------
    bleu : (n_candidates,), each candidate's BLEU, 0 to 1, as ``TuningCandidates.sentence_bleu`` gives it
    penalty : lambda, 0 or more
    counts : how often each list counts, (n_lists,); None for once

    Raises ``ValueError`` for other shapes, or a penalty below 0.
    """
    expect(candidates, TuningCandidates, "candidates")
    weights = candidates.checked(weights)
    bleu = as_float_array(bleu, "the BLEU of candidates", 1)
    if len(bleu) != len(candidates.features):
        raise ValueError(f"Expected {len(candidates.features):,} BLEU scores, one a candidate; found {len(bleu):,}.")
    penalty = number_within(penalty, "The penalty", 0, MAX_PENALTY)
    return _objective(candidates, bleu, weights, penalty, candidates.checked_counts(counts) * candidates.lengths)


def expected_bleu(
    candidates: TuningCandidates,
    bleu: Floats,
    penalty: float = PENALTY,
    start: Floats | None = None,
    counts: Ints | None = None,
    on_progress: Progress = no_progress,
) -> Floats:
    """Return the weights, (n_features,), at which L-BFGS ends from ``start``, by default 0.

    The objective may have several minima. All else as for ``objective``. An exception that ``on_progress`` raises ends
    the work.
    """
    expect(candidates, TuningCandidates, "candidates")
    first = np.zeros(len(candidates.feature_names)) if start is None else candidates.checked(start)
    objective(candidates, bleu, first, penalty, counts)  # checks what is given
    n_words = candidates.checked_counts(counts) * candidates.lengths
    steps = 0

    def value(weights: Floats) -> tuple[float, Floats]:
        nonlocal steps
        steps += 1
        on_progress(min(steps / MAX_STEPS, 1.0))
        return _objective(candidates, bleu, weights, penalty, n_words)

    optimum = minimize(value, first, jac=True, method="L-BFGS-B", options={"maxiter": MAX_STEPS})
    on_progress(1.0)
    weights: Floats = optimum.x
    return weights


def _objective(
    candidates: TuningCandidates, bleu: Floats, weights: Floats, penalty: float, n_words: Floats
) -> tuple[float, Floats]:
    sums = expectations(candidates.features, candidates.offsets, bleu, n_words, weights)
    return float(penalty * weights @ weights - sums[0]), 2 * penalty * weights - sums[1:]


@kernel
def expectations(features: Floats, offsets: Ints, bleu: Floats, n_words: Floats, weights: Floats) -> Floats:
    """Return the expected BLEU, summed over the lists weighted by their words, and its gradient: (1 + n_features,).

    One pass computes both: the features of a list are still in the cache when the gradient needs them.
    """
    n_features = len(weights)
    sums = np.zeros(1 + n_features)
    longest = 0
    for i in range(len(offsets) - 1):
        longest = max(longest, offsets[i + 1] - offsets[i])
    shares = np.empty(longest)
    for i in range(len(offsets) - 1):
        if n_words[i] == 0:
            continue
        start, size = offsets[i], offsets[i + 1] - offsets[i]
        highest = -np.inf
        for k in range(size):
            score = 0.0
            for j in range(n_features):
                score += weights[j] * features[start + k, j]
            shares[k] = score
            highest = max(highest, score)
        total, expected = 0.0, 0.0
        for k in range(size):
            shares[k] = np.exp(shares[k] - highest)
            total += shares[k]
            expected += shares[k] * bleu[start + k]
        expected /= total
        sums[0] += n_words[i] * expected
        for k in range(size):
            above = n_words[i] * shares[k] / total * (bleu[start + k] - expected)
            for j in range(n_features):
                sums[1 + j] += above * features[start + k, j]
    return sums
