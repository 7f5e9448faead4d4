"""Tune weights by batch k-best MIRA: Cherry and Foster (2012), with the settings of its authors' program in Moses.

List by list, the hope is the candidate with the highest model score plus BLEU, the fear the one with the highest model
score less BLEU. Where the model score prefers the hope to the fear by less than their difference in BLEU, weights move
towards hope less fear, as far as needed or as the cap allows. BLEU of a candidate is that of a decaying sum of earlier
hopes (background) with the candidate, times its reference length.
"""

import numpy as np

from ...counting.arrays import Floats, Ints
from ...counting.kernels import kernel
from ...counting.progress import Progress, no_progress
from ...validation import expect, number_within, whole_number
from .candidates import TuningCandidates

CAP = 0.01
"""C: longest step, in units of hope less fear."""
DECAY = 0.999
"""Factor by which the background shrinks before a hope is added."""
EPOCHS = 60
MAX_EPOCHS = 10_000


def mira(
    candidates: TuningCandidates,
    start: Floats | None = None,
    counts: Ints | None = None,
    cap: float = CAP,
    epochs: int = EPOCHS,
    seed: int = 1,
    on_progress: Progress = no_progress,
) -> Floats:
    """Return the weights, (n_features,), of the epoch with the highest corpus score.

    The weights of an epoch are the mean over all lists so far.

    Parameters
    ----------
    start : first weights, by default 0
    counts : how often each list comes in an epoch, (n_lists,); None for once
    cap : C, above 0; it depends on the units of the features, which should be those of their spread
    epochs : number of passes over all lists, in an order drawn for each
    seed : of these orders
    on_progress : is told the share of the work done; an exception that it raises ends the work

    Raises ``ValueError`` for other shapes or numbers.
    """
    expect(candidates, TuningCandidates, "candidates")
    cap = number_within(cap, "The cap", 1e-12, 1e9)
    epochs = whole_number(epochs, "The number of epochs", 1, MAX_EPOCHS)
    generator = np.random.default_rng(whole_number(seed, "The seed", 0, 2**63 - 1))
    n_features, order = len(candidates.feature_names), candidates.metric.max_order
    weights = np.zeros(n_features) if start is None else candidates.checked(start).copy()
    list_counts = candidates.checked_counts(counts).astype(np.int64)
    each = np.repeat(np.arange(len(list_counts)), list_counts)
    columns, background = _counts(candidates), _first_background(order)
    shares = np.full(order, 1 / order) if candidates.metric.weights is None else np.array(candidates.metric.weights)
    total, best, highest_score = np.zeros(n_features), weights.copy(), -np.inf
    for epoch in range(1, epochs + 1):
        visited = generator.permutation(each)
        go_through(
            candidates.features, candidates.offsets, columns, shares, visited, cap, DECAY, weights, total, background
        )
        mean = total / max(epoch * len(each), 1)
        score = candidates.score(candidates.picks(mean), list_counts)
        if score > highest_score:
            best, highest_score = mean, score
        on_progress(epoch / epochs)
    return best


def _counts(candidates: TuningCandidates) -> Floats:
    """Return matches and totals of the orders 1 to N, hypothesis and reference length, (n_candidates, 2 N + 2)."""
    metric, names = candidates.metric, candidates.metric.statistic_names
    orders = range(1, metric.max_order + 1)
    column_names = [f"{kind}_{n}" for kind in ("matches", "totals") for n in orders]
    column_names += ["hypothesis_length", "reference_length"]
    return np.ascontiguousarray(candidates.statistics[:, [names.index(name) for name in column_names]])


def _first_background(order: int) -> Floats:
    """Return the background before the first list: a perfect output of as many words as the longest n-gram."""
    falling = np.arange(order, 0, -1.0)
    return np.concatenate([falling, falling, [order, order]])


@kernel
def go_through(
    features: Floats,
    offsets: Ints,
    columns: Floats,
    shares: Floats,
    visited: Ints,
    cap: float,
    decay: float,
    weights: Floats,
    total: Floats,
    background: Floats,
) -> None:
    """Run one epoch over the lists ``visited``: change the weights, their sum over all lists, and the background."""
    n_features, order = len(weights), len(shares)
    for i in visited:
        hope, fear = offsets[i], offsets[i]
        best_hope, best_fear, hope_bleu, fear_bleu = -np.inf, -np.inf, 0.0, 0.0
        for k in range(offsets[i], offsets[i + 1]):
            score = 0.0
            for j in range(n_features):
                score += weights[j] * features[k, j]
            log_bleu = 0.0
            for n in range(order):
                matches = columns[k, n] + background[n]
                log_bleu += shares[n] * np.log(matches / (columns[k, order + n] + background[order + n]))
            length = columns[k, 2 * order] + background[2 * order]
            reference_length = columns[k, 2 * order + 1] + background[2 * order + 1]
            bleu = reference_length * np.exp(log_bleu + min(0.0, 1 - reference_length / length))
            if score + bleu > best_hope:
                hope, best_hope, hope_bleu = k, score + bleu, bleu
            if score - bleu > best_fear:
                fear, best_fear, fear_bleu = k, score - bleu, bleu
        loss, square = hope_bleu - fear_bleu, 0.0
        for j in range(n_features):
            difference = features[hope, j] - features[fear, j]
            loss -= weights[j] * difference
            square += difference * difference
        if loss > 0 and square > 0:
            step = min(cap, loss / square)
            for j in range(n_features):
                weights[j] += step * (features[hope, j] - features[fear, j])
        if hope != fear:
            for n in range(len(background)):
                background[n] = decay * background[n] + columns[hope, n]
        for j in range(n_features):
            total[j] += weights[j]
