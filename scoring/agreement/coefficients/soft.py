"""Compute soft pairwise accuracy, a measure of agreement on systems that counts how certain each order is.

Thompson, Mathur, Deutsch and Khayrallah (2024), Improving Statistical Significance in Human Evaluation of Automatic
Metrics via Soft Pairwise Accuracy, WMT. For each pair of systems, judges and metric each have a p-value of the claim
that the first is better than the second. The measure is 1 less the mean distance of the two p-values. Systems are
compared by the means of their segment scores.
"""

import numpy as np

from ...counting.arrays import Floats, quotients
from ...counting.ties import TOLERANCE
from ...counting.usual_draws import check_draws
from ...significance.resampling.draws import swapped_sums, swaps
from ...validation import as_flag
from ..pairs import as_scores_of_one_shape

TRIALS = 1000
_CELLS = 2_000_000
"""Number of differences that memory holds at once."""


def soft_accuracy(
    judge_scores: Floats, scores: Floats, trials: int = TRIALS, seed: int = 1, published: bool = False
) -> float:
    """Return 1 - mean over pairs of systems of |p(judges) - p(metric)|, 0-1; the same shuffles for both.

    Parameters
    ----------
    judge_scores, scores : (n_systems, n_segments), higher is better, NaN where a score is missing: an output counts for
        a pair where both systems have both scores
    published : whether a shuffle whose difference equals the observed one counts whole, as in the paper's code, where
        two identical systems get p = 1 in either order. Otherwise it counts half, so that p(i, j) + p(j, i) = 1.

    NaN without a pair. Raises ``ValueError`` for tables of unequal shapes and infinite numbers.
    """
    judge_scores, scores = as_scores_of_one_shape(judge_scores, scores)
    check_draws(trials, seed)
    published = as_flag(published, "published")
    tables = with_common_scores(judge_scores, scores)
    return float(soft_agreement(*(better_by_chance(table, trials, seed, published) for table in tables)))


def with_common_scores(judge_scores: Floats, scores: Floats) -> tuple[Floats, Floats]:
    """Return both tables (..., n_systems, n_segments), with NaN where either table has NaN."""
    missing = np.isnan(judge_scores) | np.isnan(scores)
    if not missing.any():
        return judge_scores, scores
    return np.where(missing, np.nan, judge_scores), np.where(missing, np.nan, scores)


def soft_agreement(judge_p_values: Floats, metric_p_values: Floats) -> Floats:
    """Return 1 less the mean distance of p-values (..., n_pairs), over pairs where both are defined, (...,)."""
    gaps = np.abs(judge_p_values - metric_p_values)
    defined = ~np.isnan(gaps)
    agreement: Floats = 1 - quotients(np.where(defined, gaps, 0.0).sum(axis=-1), defined.sum(axis=-1))
    return agreement


def better_by_chance(scores: Floats, trials: int = TRIALS, seed: int = 1, published: bool = False) -> Floats:
    """Return the share of shuffles of two systems' outputs that give the first at least its lead, (n_pairs,), 0-1.

    Pairs are in the order of ``numpy.triu_indices``; parameters as for ``soft_accuracy``. NaN where two systems have no
    segment in common.
    """
    first, second = np.triu_indices(len(scores), 1)
    differences = (scores[first] - scores[second]).T
    are_defined = ~np.isnan(differences)
    differences = np.ascontiguousarray(np.where(are_defined, differences, 0.0))
    leads = differences.sum(axis=0)
    slack = TOLERANCE * np.abs(differences).sum(axis=0)
    counts = np.zeros(len(first))
    for batch in swaps(len(differences), trials, seed):
        shuffled = leads - 2 * swapped_sums(batch, differences)
        above, level = shuffled > leads + slack, np.abs(shuffled - leads) <= slack
        counts += above.sum(axis=0) + level.sum(axis=0) * (1.0 if published else 0.5)
    return np.where(are_defined.any(axis=0), counts / trials, np.nan)


def better_in_draws(scores: Floats, counts: Floats) -> Floats:
    """Return the p-value of each draw and pair by ``better_in_the_limit``, (n_draws, n_pairs).

    ``scores`` are (n_systems, n_segments); ``counts`` (n_draws, n_segments) are how often each draw has each segment.
    Pairs are taken in parts, because the differences of all pairs can be large.
    """
    first, second = np.triu_indices(len(scores), 1)
    gappy = bool(np.isnan(scores).any())
    size = max(1, _CELLS // scores.shape[1])
    p_values = [np.zeros((len(counts), 0))]
    for start in range(0, len(first), size):
        block = slice(start, start + size)
        differences = scores[first[block]] - scores[second[block]]
        numbers: Floats | float = counts @ (~np.isnan(differences)).T.astype(float) if gappy else 1.0
        np.nan_to_num(differences, copy=False)
        sums = counts @ differences.T
        squares = counts @ np.square(differences, out=differences).T
        p_values.append(better_in_the_limit(numbers, sums, squares))
    return np.concatenate(p_values, axis=-1)


def better_in_tables(tables: Floats) -> Floats:
    """Return the p-values of each table (..., n_systems, n_segments) by ``better_in_the_limit``, (..., n_pairs)."""
    first, second = np.triu_indices(tables.shape[-2], 1)
    are_scored = (~np.isnan(tables)).astype(float)
    filled = np.nan_to_num(tables)
    others = are_scored.swapaxes(-1, -2)
    own, powers = filled @ others, filled**2 @ others  # row's system, on segments that the column's has too
    sums = own - own.swapaxes(-1, -2)
    squares = powers + powers.swapaxes(-1, -2) - 2 * filled @ filled.swapaxes(-1, -2)
    return better_in_the_limit(*(moments[..., first, second] for moments in (are_scored @ others, sums, squares)))


def better_in_the_limit(numbers: Floats | float, sums: Floats, squares: Floats) -> Floats:
    """Return the p-value of ``better_by_chance`` for many segments, where shuffled leads are normal around 0, (...,).

    ``numbers``, ``sums`` and ``squares`` (...,) are those of the pair's differences: the number of segments that both
    systems have, the lead, and the variance of shuffled leads. Two systems without any difference get 1/2; NaN where
    they have no segment in common.
    """
    from scipy.special import ndtr

    spread = np.sqrt(np.maximum(squares, 0.0))
    leads = np.divide(sums, spread, out=np.zeros(np.broadcast(sums, spread).shape), where=spread > 0)
    return np.where(numbers > 0, ndtr(-leads), np.nan)
