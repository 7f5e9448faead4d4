"""Compute Kendall's tau: how well a metric orders pairs of outputs as judges do, with the field's rules for ties.

C, D and T count the pairs that judges do not tie and that the metric orders alike, orders the opposite way, or ties.
Both outputs of a pair are of one segment, so that the counts are additive over segments.
"""

from typing import Literal

import numpy as np

from ...counting.arrays import Floats, quotients
from ...counting.ties import tie_levels, tolerance
from ...validation import check_known
from ..pairs import JudgedPairs, as_scores_of_one_shape

Grouping = Literal["segment", "system", "none"]
GROUPINGS: tuple[Grouping, ...] = ("segment", "system", "none")
"""Groups of outputs within which tau-b forms pairs: one segment, one system, or all outputs."""


def concordance(pairs: JudgedPairs, differences: Floats) -> Floats:
    """Return each segment's C, D and T, (..., n_segments, 3), from a metric's differences (..., n_pairs)."""
    alike = pairs.signs * np.sign(differences)
    counts = (alike > 0, alike < 0, (differences == 0) & (pairs.signs != 0))
    return np.stack([pairs.sums(count) for count in counts], axis=-1)


def tau(counts: Floats) -> Floats:
    """Return (C - D) / (C + D + T), where a tie counts half each way: Chen and Cherry (2014), Eq. 12.

    ``counts`` (..., 3) are sums of ``concordance``; NaN without a pair.
    """
    c, d, t = np.moveaxis(counts, -1, 0)
    return quotients(c - d, c + d + t)


def tau_discordant(counts: Floats) -> Floats:
    """Return (C - D - T) / (C + D + T), where a metric's tie counts as wrong: Macháček and Bojar (2013)."""
    c, d, t = np.moveaxis(counts, -1, 0)
    return quotients(c - d - t, c + d + t)


def tau_excluded(counts: Floats) -> Floats:
    """Return (C - D) / (C + D): pairs that the metric ties do not count (Macháček and Bojar 2014)."""
    c, d, _ = np.moveaxis(counts, -1, 0)
    return quotients(c - d, c + d)


def tau_b_rows(pairs: JudgedPairs, differences: Floats) -> Floats:
    """Return each segment's tau-b and 1, (..., n_segments, 2); 0 and 0 where judges or metric tie all of its outputs.

    tau-b = (C - D) / sqrt((n - ties of judges) (n - ties of the metric)): Kendall (1945). ``pairs`` are all pairs of
    the judged outputs, so that the sums over segments give the mean over the segments where tau-b is defined.
    """
    alike = pairs.sums(pairs.signs * np.sign(differences))
    untied = pairs.sums(np.abs(pairs.signs)) * pairs.sums(differences != 0)
    defined = untied > 0
    values = np.divide(alike, np.sqrt(untied), out=np.zeros(alike.shape), where=defined)
    return np.stack([values, defined], axis=-1)


def tau_b(judge_scores: Floats, scores: Floats, grouping: Grouping = "segment") -> float:
    """Return the mean of Kendall's tau-b over segments, or over systems, or tau-b of all outputs together.

    Both tables are (n_systems, n_segments), NaN where a score is missing. Groups where tau-b is not defined are left
    out; NaN if none is left. Computed by ``scipy.stats.kendalltau``. Raises ``ValueError`` for tables of unequal shapes
    and infinite numbers.
    """
    from scipy.stats import kendalltau

    check_known(grouping, GROUPINGS, "grouping")
    judge_scores, scores = as_scores_of_one_shape(judge_scores, scores)
    are_scored = ~np.isnan(judge_scores) & ~np.isnan(scores)
    steps = tolerance(judge_scores), tolerance(scores)
    groups = {"segment": (judge_scores.T, scores.T, are_scored.T), "system": (judge_scores, scores, are_scored)}
    columns = groups.get(grouping, (judge_scores.reshape(1, -1), scores.reshape(1, -1), are_scored.reshape(1, -1)))
    taus = [
        float(kendalltau(a, b).statistic)
        for a, b in (
            (tie_levels(a[flags], steps[0]), tie_levels(b[flags], steps[1]))
            for a, b, flags in zip(*columns, strict=True)
        )
        if len(np.unique(a)) > 1 and len(np.unique(b)) > 1
    ]
    return float(np.mean(taus)) if taus else float("nan")
