"""How alike judges and a metric order whole systems: correlations, and pairwise accuracy (Kocmi et al. 2021)."""

import numpy as np

from ...counting.arrays import Floats, quotients
from ...counting.ties import pair_leads, tie_levels, tolerance


def pearson(judged: Floats, scores: Floats) -> Floats:
    """(...,): Pearson's correlation over systems, of (..., n_systems) each; NaN where one of them is constant."""
    a, b = (table - table.mean(axis=-1, keepdims=True) for table in np.broadcast_arrays(judged, scores))
    norms = np.sqrt((a * a).sum(axis=-1) * (b * b).sum(axis=-1))
    scale = np.maximum(np.abs(judged).max(axis=-1) * np.abs(scores).max(axis=-1), np.finfo(float).tiny)
    varies = norms > 1e-12 * scale  # what rounding leaves of a constant is no variance
    return quotients((a * b).sum(axis=-1), np.where(varies, norms, 0.0))


def spearman(judged: Floats, scores: Floats) -> Floats:
    """(...,): Pearson's correlation of ranks, tied systems at the mean of theirs; as ``pearson``."""
    from scipy.stats import rankdata

    ranks = (rankdata(tie_levels(table, tolerance(table, -1)[..., None]), axis=-1) for table in (judged, scores))
    return pearson(*ranks)


def accuracy(judged: Floats, scores: Floats) -> Floats:
    """(...,): the share of pairs of systems that the metric orders as judges do; pairs that judges tie are left out.

    So are pairs in which one has no judged score. A pair that only the metric ties is wrong. NaN without a pair.
    """
    first, second = np.triu_indices(judged.shape[-1], 1)
    signs, found = (np.sign(pair_leads(table, first, second)) for table in (judged, scores))
    decided = np.abs(signs) > 0  # NaN is not
    return quotients(((signs == found) & decided).sum(axis=-1), decided.sum(axis=-1))
