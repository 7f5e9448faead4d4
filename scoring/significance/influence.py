"""Find the segments that make the difference of two systems, and how many of them carry its significance."""

from dataclasses import dataclass, replace

import numpy as np

from ..counting.arrays import Floats, Ints
from ..counting.progress import Progress, no_progress, progress_of_part
from ..metric import Metric
from ..validation import check_share
from .randomization import null_differences
from .resampling.draws import are_as_large, checked_statistics, p_value


@dataclass(frozen=True, eq=False)
class Removal:
    """The number of most helpful segments whose removal ends the significance of a lead."""

    order: Ints
    """int64 (n_segments,): 0-based indices of the segments, the one that helps the leading system most first"""
    needed: int
    """number of the first segments of ``order``; 0 if the difference is not significant to begin with"""
    p_value: float
    """p-value of all segments"""
    p_value_after: float
    """p-value without the ``needed`` segments; NaN where no score is left"""
    difference_after: float
    """A's score less B's without the ``needed`` segments"""


def leave_one_out(metric: Metric, a: Floats, b: Floats) -> Floats:
    """Return by how much each segment moves the difference of A's score less B's, (n_segments,).

    This is the difference with all segments less the difference without the segment: above 0 the segment raises A
    against B. ``a`` and ``b`` are statistics (n_segments, n_statistics). Raises ``ValueError`` as
    ``checked_statistics`` does.
    """
    rows, totals = checked_statistics(metric, {"A": a, "B": b})
    whole = metric.score(totals)
    scores_without = [metric.score(total - statistics) for total, statistics in zip(totals, rows, strict=True)]
    moved: Floats = (whole[0] - whole[1]) - (scores_without[0] - scores_without[1])
    return moved


def removal(
    metric: Metric,
    a: Floats,
    b: Floats,
    trials: int = 10_000,
    seed: int = 1,
    level: float = 0.05,
    on_progress: Progress = no_progress,
) -> Removal:
    """Remove segments, the most helpful first, until p by approximate randomization exceeds ``level``.

    The order is that of ``leave_one_out``; it is not computed again after each removal. Every number of removed
    segments is tested under the same shuffles, so that p changes with the segments alone. Bisection finds the number;
    it assumes that p grows as the lead shrinks. Where the lead is gone, it is not significant.

    Parameters and errors as for ``null_differences``. Raises ``ValueError`` also unless ``level`` is between 0 and 1.
    The steps of the bisection are equal shares of the progress; with fewer steps than expected, the last one jumps to
    the end.
    """
    check_share(level, "level")
    rows, totals = checked_statistics(metric, {"A": a, "B": b}, trials, seed)
    scores = metric.score(totals)
    sign = np.sign(scores[0] - scores[1])
    order = np.argsort(-sign * leave_one_out(metric, a, b), kind="stable")

    def scores_left(statistics: Floats) -> Floats:
        """Return the scores without the first 0, 1, ... and all segments of the order, (n_segments + 1,)."""
        remaining = np.cumsum(statistics[order[::-1]], axis=0)[::-1]
        return metric.score(np.concatenate([remaining, np.zeros((1, statistics.shape[1]))]))

    def p_without(removed: int, tell: Progress) -> float:
        """Return the p-value without the first ``removed`` segments of the order.

        Their statistics become 0, so that swapping them changes nothing.
        """
        left_a, left_b = (statistics.copy() for statistics in rows)
        left_a[order[:removed]] = left_b[order[:removed]] = 0
        score_a, score_b = metric.score(np.stack([left_a.sum(axis=0), left_b.sum(axis=0)]))
        if np.isnan([score_a, score_b]).any():
            return float("nan")
        null = null_differences(metric, left_a, left_b, trials, seed, tell)
        return p_value(int(are_as_large(null, score_a - score_b, metric.rounding).sum()), trials)

    differences = scores_left(rows[0]) - scores_left(rows[1])
    leads = sign * differences > metric.rounding
    low, high = 0, int(np.argmin(leads))  # the lead is significant without the first ``low``, and not without ``high``
    n_steps = 2 + high.bit_length()
    steps = iter([progress_of_part(on_progress, step, n_steps) for step in range(n_steps)])
    p_of_all = p_without(0, next(steps))
    result = Removal(order, 0, p_of_all, p_of_all, float(scores[0] - scores[1]))
    if p_of_all <= level:
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (middle, high) if p_without(middle, next(steps)) <= level else (low, middle)
        after = p_without(high, next(steps))
        result = replace(result, needed=high, p_value_after=after, difference_after=float(differences[high]))
    on_progress(1.0)
    return result
