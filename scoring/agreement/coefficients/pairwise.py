"""Pairwise accuracy with ties, and its calibration: Deutsch, Foster and Freitag (2023), Ties Matter, EMNLP.

acc_eq(epsilon) is the mean over segments of the share of pairs that the metric orders, or ties, as judges do; it ties
two outputs whose scores differ by no more than epsilon. acc*_eq is its largest value over epsilon >= 0.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import Self

import numpy as np

from ...counting.arrays import Flags, Floats, Ints, quotients
from ...counting.kernels import kernel
from ..pairs import JudgedPairs, Places

MOST_BLOCKS = 64
PAIRS_IN_BLOCKS, DRAWS_IN_BLOCKS = 4096, 16
"""From these numbers of pairs and of draws on, blocks save more time than they take."""


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
        gained, epsilons = climb(np.ascontiguousarray(counts), self.segments, self.gains, self.thresholds, self.lasts)
        return self._shares(counts, gained), np.where(counts @ self.judged > 0, epsilons, np.nan)

    def best_values(self, counts: Floats) -> Floats:
        """Return the acc*_eq of ``best`` alone, which of many draws and pairs takes a fraction of the time.

        Pairs are taken in blocks. What a draw has gained at the end of each is a product of matrices, and so is the
        most that it could reach within one; only the blocks that could reach more than any end are climbed.
        """
        if len(self.segments) < PAIRS_IN_BLOCKS or len(counts) < DRAWS_IN_BLOCKS:
            return self.best(counts)[0]
        blocks = self._blocks
        ends = np.cumsum(counts @ blocks.gains, axis=1)
        starts = np.hstack([np.zeros((len(counts), 1)), ends[:, :-1]])
        highest, most = starts + counts @ blocks.rises, np.maximum(ends.max(axis=1), 0.0)
        of_pairs = self.segments, self.gains, self.lasts
        gained = climb_blocks(np.ascontiguousarray(counts), *of_pairs, blocks.borders, starts, highest, most)
        return self._shares(counts, gained)

    def _shares(self, counts: Floats, gained: Floats) -> Floats:
        return quotients(counts @ self.untied + gained, counts @ self.judged)

    @cached_property
    def _blocks(self) -> "PairBlocks":
        return PairBlocks.of(self)


@dataclass(frozen=True, eq=False)
class PairBlocks:
    """The pairs of a calibration in blocks of about as many, each up to the last pair of a threshold."""

    borders: Ints
    """(n_blocks + 1,): where each begins, and where the last one ends"""
    gains: Floats
    """(n_segments, n_blocks): what its pairs of each segment gain"""
    rises: Floats
    """(n_segments, n_blocks): the same of those pairs alone that gain"""

    @classmethod
    def of(cls, calibration: Calibration) -> Self:
        """At most ``MOST_BLOCKS``."""
        ends = np.flatnonzero(calibration.lasts) + 1
        wanted = np.linspace(0, len(calibration.lasts), MOST_BLOCKS + 1)[1:]
        borders = np.unique(np.append(0, ends[np.searchsorted(ends, wanted)]))
        n_blocks, n_segments = len(borders) - 1, len(calibration.untied)
        cells = calibration.segments * n_blocks + np.repeat(np.arange(n_blocks), np.diff(borders))

        def summed(gains: Floats) -> Floats:
            found: Floats = np.bincount(cells, gains, n_segments * n_blocks).astype(float, copy=False)
            return found.reshape(n_segments, n_blocks)

        return cls(borders, summed(calibration.gains), summed(np.maximum(calibration.gains, 0.0)))


@kernel
def climb(counts: Floats, segments: Places, gains: Floats, thresholds: Floats, lasts: Flags) -> tuple[Floats, Floats]:
    """Return the most that is gained, and the threshold where it is reached first, each (n_draws,); fields of
    Calibration.
    """
    best, epsilons = np.zeros(len(counts)), np.zeros(len(counts))
    for draw in range(len(counts)):
        gained = most = reached = 0.0
        for pair in range(len(segments)):
            gained += counts[draw, segments[pair]] * gains[pair]
            if lasts[pair] and gained > most + 1e-12:
                most, reached = gained, thresholds[pair]
        best[draw], epsilons[draw] = most, reached
    return best, epsilons


@kernel
def climb_blocks(
    counts: Floats,
    segments: Places,
    gains: Floats,
    lasts: Flags,
    borders: Ints,
    starts: Floats,
    highest: Floats,
    most: Floats,
) -> Floats:
    """Return the most that is gained, (n_draws,), of blocks of pairs between ``borders`` (n_blocks + 1,).

    ``starts`` and ``highest`` (n_draws, n_blocks) are what is gained before a block and the most that can be within,
    ``most`` (n_draws,) what is reached at the end of one, or 0.
    """
    found = most.copy()
    for draw in range(len(counts)):
        for block in range(len(borders) - 1):
            if highest[draw, block] > found[draw]:
                gained, best = starts[draw, block], found[draw]
                for pair in range(borders[block], borders[block + 1]):
                    gained += counts[draw, segments[pair]] * gains[pair]
                    if lasts[pair] and gained > best:
                        best = gained
                found[draw] = best
    return found


def compile_pairwise_kernel() -> None:
    """Compiles the kernels, or loads them."""
    toy = np.zeros(1)
    one, segments, lasts = np.ones((1, 1)), np.zeros(1, np.int32), np.ones(1, bool)
    climb(one, segments, toy, toy, lasts)
    climb_blocks(one, segments, toy, lasts, np.array([0, 1]), one, one, toy)
