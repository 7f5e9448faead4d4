"""Which segments make the difference, and how many of them carry its significance."""

from dataclasses import dataclass, replace

import numpy as np

from ..checks import check_share
from ..counting.arrays import Floats, Ints
from ..counting.progress import Progress, no_progress, progress_of_part
from ..metric import Metric
from .randomization import null_differences
from .resampling.draws import as_large, checked, p_value


@dataclass(frozen=True, eq=False)
class Removal:
    """How many of the most helpful segments must go before the lead is no longer significant."""

    order: Ints
    """int64 (n_segments,): 0-based, the segment that helps the leading system most first"""
    needed: int
    """the first so many of ``order``; 0 if the difference is not significant to begin with"""
    p_value: float
    """of all segments"""
    p_value_after: float
    """without the ``needed`` ones; NaN where no score is left"""
    difference_after: float
    """A's score less B's without them"""


def leave_one_out(metric: Metric, a: Floats, b: Floats) -> Floats:
    """By how much each segment moves the difference of A's score less B's, (n_segments,).

    It is the difference with all segments less the one without it: above 0 the segment raises A against B.
    ``a`` and ``b`` are statistics (n_segments, n_statistics). Raises ``ValueError`` as ``checked`` says.
    """
    rows, totals = checked(metric, {"A": a, "B": b})
    whole = metric.score(totals)
    without = [metric.score(total - statistics) for total, statistics in zip(totals, rows, strict=True)]
    moved: Floats = (whole[0] - whole[1]) - (without[0] - without[1])
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
    """Removes segments, the most helpful first, until p by approximate randomization exceeds ``level``.

    The order is that of ``leave_one_out`` and is not made anew after each removal. Every number of removed segments
    is tested under the same shuffles, so that p moves with the segments alone; bisection finds the number, taking
    p to grow as the lead shrinks. Where the lead is gone, it is not significant.

    Parameters as those of ``null_differences``, whose ``ValueError`` it raises, also for a level that is not between 0
    and 1. The steps of the bisection are equal shares of the progress; where it takes fewer than it might, the last one
    jumps to the end.
    """
    check_share(level, "level")
    rows, totals = checked(metric, {"A": a, "B": b}, trials, seed)
    scores = metric.score(totals)
    sign = np.sign(scores[0] - scores[1])
    order = np.argsort(-sign * leave_one_out(metric, a, b), kind="stable")
    pair = _Remaining(metric, rows[0], rows[1], order, trials, seed)
    differences = pair.differences()
    leads = sign * differences > metric.rounding
    low, high = 0, int(np.argmin(leads))  # the lead is significant without the first ``low``, and not without ``high``
    n_steps = 2 + high.bit_length()
    steps = iter([progress_of_part(on_progress, done, n_steps) for done in range(n_steps)])
    p_of_all = pair.p_value(0, next(steps))
    found = Removal(order, 0, p_of_all, p_of_all, float(scores[0] - scores[1]))
    if p_of_all <= level:
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (middle, high) if pair.p_value(middle, next(steps)) <= level else (low, middle)
        after = pair.p_value(high, next(steps))
        found = replace(found, needed=high, p_value_after=after, difference_after=float(differences[high]))
    on_progress(1.0)
    return found


@dataclass(frozen=True, eq=False)
class _Remaining:
    """A pair of systems without the first few of its segments, in the order in which they are removed."""

    metric: Metric
    a: Floats
    b: Floats
    order: Ints
    trials: int
    seed: int

    def differences(self) -> Floats:
        """(n_segments + 1,): A's score less B's without the first 0, 1, ... and all segments."""
        scores: list[Floats] = []
        for statistics in (self.a, self.b):
            remaining = np.cumsum(statistics[self.order[::-1]], axis=0)[::-1]
            scores.append(self.metric.score(np.concatenate([remaining, np.zeros((1, statistics.shape[1]))])))
        differences: Floats = scores[0] - scores[1]
        return differences

    def p_value(self, removed: int, on_progress: Progress) -> float:
        """Without the first ``removed``: their statistics become 0, so that swapping them changes nothing."""
        a, b = self.a.copy(), self.b.copy()
        a[self.order[:removed]] = b[self.order[:removed]] = 0
        scores = self.metric.score(np.stack([a.sum(axis=0), b.sum(axis=0)]))
        if np.isnan(scores).any():
            return float("nan")
        found = null_differences(self.metric, a, b, self.trials, self.seed, on_progress)
        return p_value(int(as_large(found, scores[0] - scores[1], self.metric.rounding).sum()), self.trials)
