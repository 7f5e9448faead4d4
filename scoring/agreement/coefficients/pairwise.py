"""Pairwise accuracy with ties, and its calibration: Deutsch, Foster and Freitag (2023), Ties Matter, EMNLP.

acc_eq(epsilon) is the mean over segments of the share of pairs that the metric orders, or ties, as judges do; it ties
two outputs whose scores differ by no more than epsilon. acc*_eq is its largest value over epsilon >= 0.
"""

from dataclasses import dataclass
from typing import Self

import numpy as np

from ...counting.arrays import Flags, Floats, quotients
from ...counting.kernels import kernel
from ..pairs import JudgedPairs, Places


def accuracy_rows(pairs: JudgedPairs, differences: Floats, epsilon: float = 0.0) -> Floats:
    """(..., n_segments, 2): the share of each segment's pairs that are right, and 1; 0 and 0 where it has no pair.

    ``differences`` (..., n_pairs) are the metric's.
    """
    ordered = np.where(np.abs(differences) > epsilon, np.sign(differences), 0.0)
    right = pairs.sums(ordered == pairs.signs)
    shares = right / np.maximum(pairs.sizes, 1)
    return np.stack([shares, np.broadcast_to(pairs.sizes > 0, shares.shape)], axis=-1)


@dataclass(frozen=True, eq=False)
class Calibration:
    """What a growing epsilon gains and loses: the pairs in the order of the metric's absolute differences.

    Only pairs that a tie makes right or wrong are kept.
    """

    segments: Places
    """(n_kept,)"""
    gains: Floats
    """(n_kept,): what the segment's share gains once the pair is a tie"""
    thresholds: Floats
    """(n_kept,): the pair's absolute difference"""
    lasts: Flags
    """(n_kept,): whether the next one has another threshold"""
    untied: Floats
    """(n_segments,): the share of pairs that are right at epsilon 0"""
    judged: Floats
    """(n_segments,): 1 where there is a pair, else 0"""

    @classmethod
    def of(cls, pairs: JudgedPairs, differences: Floats) -> Self:
        """From a metric's differences, (n_pairs,)."""
        weights = 1.0 / np.maximum(pairs.sizes, 1)[pairs.segments]
        right = pairs.signs == np.sign(differences)
        gains = weights * ((pairs.signs == 0).astype(float) - right)
        changing = np.flatnonzero(gains)
        thresholds = np.abs(differences[changing])
        order = np.argsort(thresholds, kind="stable")
        thresholds, kept = thresholds[order], changing[order]
        return cls(
            pairs.segments[kept],
            gains[kept],
            thresholds,
            np.append(thresholds[1:] != thresholds[:-1], True)[: len(kept)],
            pairs.sums(weights * right),
            (pairs.sizes > 0).astype(float),
        )

    def best(self, counts: Floats) -> tuple[Floats, Floats]:
        """acc*_eq and the smallest epsilon that reaches it, each (n_draws,).

        ``counts`` (n_draws, n_segments) say how often each draw has each segment; NaN where it has no pair.
        """
        starts, sizes = counts @ self.untied, counts @ self.judged
        gained, epsilons = climb(np.ascontiguousarray(counts), self.segments, self.gains, self.thresholds, self.lasts)
        return quotients(starts + gained, sizes), np.where(sizes > 0, epsilons, np.nan)


@kernel
def climb(counts: Floats, segments: Places, gains: Floats, thresholds: Floats, lasts: Flags) -> tuple[Floats, Floats]:
    """The most that is gained, and the threshold where it is reached first, each (n_draws,); fields of Calibration."""
    best, epsilons = np.zeros(len(counts)), np.zeros(len(counts))
    for draw in range(len(counts)):
        gained = most = reached = 0.0
        for pair in range(len(segments)):
            gained += counts[draw, segments[pair]] * gains[pair]
            if lasts[pair] and gained > most + 1e-12:
                most, reached = gained, thresholds[pair]
        best[draw], epsilons[draw] = most, reached
    return best, epsilons


def compile_pairwise_kernel() -> None:
    """Compiles the kernel, or loads it."""
    toy = np.zeros(1)
    climb(np.ones((1, 1)), np.zeros(1, np.int32), toy, toy, np.ones(1, bool))
