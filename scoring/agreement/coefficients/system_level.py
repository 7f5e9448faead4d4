"""Compute agreement on whole systems: correlations, and pairwise accuracy (Kocmi et al. 2021)."""

import numpy as np

from ...counting.arrays import Floats, quotients
from ...counting.ties import pair_leads, tie_levels, tolerance


def pearson(judge_scores: Floats, scores: Floats) -> Floats:
    """Return Pearson's correlation over systems of two tables (..., n_systems), (...,); NaN where one is constant."""
    a, b = (table - table.mean(axis=-1, keepdims=True) for table in np.broadcast_arrays(judge_scores, scores))
    norms = np.sqrt((a * a).sum(axis=-1) * (b * b).sum(axis=-1))
    scale = np.maximum(np.abs(judge_scores).max(axis=-1) * np.abs(scores).max(axis=-1), np.finfo(float).tiny)
    varies = norms > 1e-12 * scale  # what rounding leaves of a constant is no variance
    return quotients((a * b).sum(axis=-1), np.where(varies, norms, 0.0))


def spearman(judge_scores: Floats, scores: Floats) -> Floats:
    """Return Spearman's rank correlation over systems of two tables (..., n_systems), (...,); NaN if one is constant.

    Tied systems have the mean of their ranks.
    """
    from scipy.stats import rankdata

    ranks = (rankdata(tie_levels(table, tolerance(table, -1)[..., None]), axis=-1) for table in (judge_scores, scores))
    return pearson(*ranks)


def accuracy(judge_scores: Floats, scores: Floats) -> Floats:
    """Return the share of pairs of systems that the metric orders as judges do, (...,).

    Pairs that judges tie, and pairs with a system without a judged score, are left out. A pair that only the metric
    ties is wrong. NaN without a pair.
    """
    first, second = np.triu_indices(judge_scores.shape[-1], 1)
    judge_signs, metric_signs = (np.sign(pair_leads(table, first, second)) for table in (judge_scores, scores))
    decided = np.abs(judge_signs) > 0  # False for NaN
    return quotients(((judge_signs == metric_signs) & decided).sum(axis=-1), decided.sum(axis=-1))
