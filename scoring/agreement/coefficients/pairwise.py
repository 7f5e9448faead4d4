"""Compute pairwise accuracy with ties, and calibrate it: Deutsch, Foster and Freitag (2023), Ties Matter, EMNLP.

acc_eq(epsilon) is the mean over segments of the share of pairs that the metric orders, or ties, as judges do. The
metric ties two outputs whose scores differ by no more than epsilon. acc*_eq is its largest value over epsilon >= 0.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import Self

import numpy as np

from ...counting.arrays import Flags, Floats, Ints, quotients
from ...counting.kernels import kernel
from ..pairs import JudgedPairs, Places

MAX_BLOCKS = 64
PAIRS_IN_BLOCKS, DRAWS_IN_BLOCKS = 4096, 16
"""Numbers of pairs and of draws from which on blocks save more time than they take."""


def accuracy_rows(pairs: JudgedPairs, differences: Floats, epsilon: float = 0.0) -> Floats:
    """Return the share of each segment's pairs that are right, and 1, (..., n_segments, 2); 0 and 0 without a pair.

    ``differences`` (..., n_pairs) are the metric's.
    """
    ordered = np.where(np.abs(differences) > epsilon, np.sign(differences), 0.0)
    right = pairs.sums(ordered == pairs.signs)
    shares = right / np.maximum(pairs.sizes, 1)
    return np.stack([shares, np.broadcast_to(pairs.sizes > 0, shares.shape)], axis=-1)


@dataclass(frozen=True, eq=False)
class Calibration:
    """The gains and losses of a growing epsilon: pairs in the order of the metric's absolute differences.

    Only pairs that become right or wrong as ties are kept.
    """

    segments: Places
    """(n_kept,): segment of the pair"""
    gains: Floats
    """(n_kept,): gain of the segment's share once the pair is a tie"""
    thresholds: Floats
    """(n_kept,): absolute difference of the pair"""
    lasts: Flags
    """(n_kept,): whether the next pair has another threshold"""
    untied: Floats
    """(n_segments,): share of pairs that are right at epsilon 0"""
    pair_weights: Floats
    """(n_segments,): 1 where there is a pair, else 0"""

    @classmethod
    def of(cls, pairs: JudgedPairs, differences: Floats) -> Self:
        """Return the calibration for a metric's differences (n_pairs,)."""
        weights = 1.0 / np.maximum(pairs.sizes, 1)[pairs.segments]
        right = pairs.signs == np.sign(differences)
        gains = weights * ((pairs.signs == 0).astype(float) - right)
        changing = np.flatnonzero(gains)
        thresholds = np.abs(differences[changing])
        order = np.argsort(thresholds, kind="stable")
        thresholds, places = thresholds[order], changing[order]
        return cls(
            pairs.segments[places],
            gains[places],
            thresholds,
            np.append(thresholds[1:] != thresholds[:-1], True)[: len(places)],
            pairs.sums(weights * right),
            (pairs.sizes > 0).astype(float),
        )

    def best(self, counts: Floats) -> tuple[Floats, Floats]:
        """Return acc*_eq and the smallest epsilon that reaches it, each (n_draws,).

        ``counts`` (n_draws, n_segments) are how often each draw has each segment; NaN for a draw without a pair.
        """
        gained, epsilons = climb(np.ascontiguousarray(counts), self.segments, self.gains, self.thresholds, self.lasts)
        return self._shares(counts, gained), np.where(counts @ self.pair_weights > 0, epsilons, np.nan)

    def best_values(self, counts: Floats) -> Floats:
        """Return the acc*_eq of ``best`` alone, which takes a fraction of the time for many draws and pairs.

        Pairs are taken in blocks. A draw's gain at the end of each block is a product of matrices, and so is an upper
        bound of its gain within a block. Only blocks that could reach more than every block's end are searched pair by
        pair.
        """
        if len(self.segments) < PAIRS_IN_BLOCKS or len(counts) < DRAWS_IN_BLOCKS:
            return self.best(counts)[0]
        blocks = self._blocks
        ends = np.cumsum(counts @ blocks.gains, axis=1)
        starts = np.hstack([np.zeros((len(counts), 1)), ends[:, :-1]])
        highest, largest_at_ends = starts + counts @ blocks.rises, np.maximum(ends.max(axis=1), 0.0)
        of_pairs = self.segments, self.gains, self.lasts
        gained = climb_blocks(np.ascontiguousarray(counts), *of_pairs, blocks.borders, starts, highest, largest_at_ends)
        return self._shares(counts, gained)

    def _shares(self, counts: Floats, gained: Floats) -> Floats:
        return quotients(counts @ self.untied + gained, counts @ self.pair_weights)

    @cached_property
    def _blocks(self) -> "PairBlocks":
        return PairBlocks.of(self)


@dataclass(frozen=True, eq=False)
class PairBlocks:
    """The pairs of a calibration in blocks of about equal size; each ends at the last pair of a threshold."""

    borders: Ints
    """(n_blocks + 1,): start of each block, and end of the last one"""
    gains: Floats
    """(n_segments, n_blocks): sum of the gains of each segment's pairs in the block"""
    rises: Floats
    """(n_segments, n_blocks): sum of the positive gains alone"""

    @classmethod
    def of(cls, calibration: Calibration) -> Self:
        """Return the blocks of a calibration, at most ``MAX_BLOCKS``."""
        ends = np.flatnonzero(calibration.lasts) + 1
        even_borders = np.linspace(0, len(calibration.lasts), MAX_BLOCKS + 1)[1:]
        borders = np.unique(np.append(0, ends[np.searchsorted(ends, even_borders)]))
        n_blocks, n_segments = len(borders) - 1, len(calibration.untied)
        cells = calibration.segments * n_blocks + np.repeat(np.arange(n_blocks), np.diff(borders))

        def sum_blocks(gains: Floats) -> Floats:
            sums: Floats = np.bincount(cells, gains, n_segments * n_blocks).astype(float, copy=False)
            return sums.reshape(n_segments, n_blocks)

        return cls(borders, sum_blocks(calibration.gains), sum_blocks(np.maximum(calibration.gains, 0.0)))


@kernel
def climb(counts: Floats, segments: Places, gains: Floats, thresholds: Floats, lasts: Flags) -> tuple[Floats, Floats]:
    """Return the largest gain, and the threshold where it is reached first, each (n_draws,).

    Parameters are fields of ``Calibration``.
    """
    best, epsilons = np.zeros(len(counts)), np.zeros(len(counts))
    for draw in range(len(counts)):
        gained = largest = reached = 0.0
        for pair in range(len(segments)):
            gained += counts[draw, segments[pair]] * gains[pair]
            if lasts[pair] and gained > largest + 1e-12:
                largest, reached = gained, thresholds[pair]
        best[draw], epsilons[draw] = largest, reached
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
    largest_at_ends: Floats,
) -> Floats:
    """Return the largest gain, (n_draws,), from blocks of pairs between ``borders`` (n_blocks + 1,).

    ``starts`` and ``highest`` (n_draws, n_blocks) are the gain before a block and the upper bound within the block.
    ``largest_at_ends`` (n_draws,) is the largest gain at the end of a block, or 0.
    """
    largest_gains = largest_at_ends.copy()
    for draw in range(len(counts)):
        for block in range(len(borders) - 1):
            if highest[draw, block] > largest_gains[draw]:
                gained, best = starts[draw, block], largest_gains[draw]
                for pair in range(borders[block], borders[block + 1]):
                    gained += counts[draw, segments[pair]] * gains[pair]
                    if lasts[pair] and gained > best:
                        best = gained
                largest_gains[draw] = best
    return largest_gains


def compile_pairwise_kernel() -> None:
    """Compile the kernels, or load them from the cache."""
    toy = np.zeros(1)
    one, segments, lasts = np.ones((1, 1)), np.zeros(1, np.int32), np.ones(1, bool)
    climb(one, segments, toy, toy, lasts)
    climb_blocks(one, segments, toy, lasts, np.array([0, 1]), one, one, toy)
