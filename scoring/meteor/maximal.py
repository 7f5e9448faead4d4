"""Which pairs of words the maximal matchings are made of.

Every pair of words has a weight by its stage, so that one match of a stage outweighs all that later stages can have:
a matching with the highest weight has the most exact matches; of those, the most by stem; of those, the most synonyms.

By linear programming duality an assignment of the highest weight comes with prices u for the words of the hypothesis
and v for those of the reference, none below 0, u + v at least the weight of every pair, all of them adding up to the
highest weight. A matching then has the highest weight if and only if each of its pairs is tight (u + v is its weight)
and every word with a price above 0 is in a pair: so ``Maximal`` tells all of them.
"""

from typing import NamedTuple

import numpy as np

from ..kernels import kernel
from .stages import Words, stage_of


class Maximal(NamedTuple):
    """All maximal matchings of one hypothesis of n words with one reference of m words."""

    tight: np.ndarray
    """bool (n, m): the pairs that they are made of"""
    needed: np.ndarray
    """bool (n,): the words of the hypothesis that all of them match"""
    needed_there: np.ndarray
    """bool (m,): the words of the reference that all of them match"""
    partners: np.ndarray
    """int64 (n,): one of them, the reference's word for each of the hypothesis, -1 for none"""
    partners_there: np.ndarray
    """int64 (m,): the same from the other side"""


@kernel
def _weigh(ids: np.ndarray, others: np.ndarray, words: Words) -> np.ndarray:
    """int64 (n, m), 0 for a pair that does not match."""
    base = np.int64(min(len(ids), len(others)) + 1)
    by_stage = np.array([0, base * base, base, 1])
    weights = np.zeros((len(ids), len(others)), np.int64)
    for i in range(len(ids)):
        for j in range(len(others)):
            weights[i, j] = by_stage[stage_of(ids[i], others[j], words)]
    return weights


@kernel
def _add_row(
    row: int, weights: np.ndarray, row_prices: np.ndarray, prices: np.ndarray, rows: np.ndarray, origins: np.ndarray
) -> int:
    """Raises prices until a free column is tight, perhaps by way of others; gives it, ``origins`` is the way back."""
    gaps = np.full(len(prices), np.iinfo(np.int64).max)
    seen = np.zeros(len(prices), np.bool_)
    rows[0] = row
    column = 0
    while True:
        seen[column] = True
        i = rows[column]
        nearest = -1
        for j in range(1, len(prices)):
            if seen[j]:
                continue
            weight = weights[i - 1, j - 1] if j <= weights.shape[1] else 0
            gap = row_prices[i] + prices[j] - weight
            if gap < gaps[j]:
                gaps[j], origins[j] = gap, column
            closer = nearest < 0 or gaps[j] < gaps[nearest]
            if closer or (gaps[j] == gaps[nearest] and rows[nearest] and not rows[j]):
                nearest = j
        step = gaps[nearest]
        for j in range(len(prices)):
            if seen[j]:
                row_prices[rows[j]] -= step
                prices[j] += step
            else:
                gaps[j] -= step
        column = nearest
        if not rows[column]:
            return column


@kernel
def find_maximal(ids: np.ndarray, others: np.ndarray, words: Words) -> Maximal:
    """The Hungarian algorithm (Kuhn 1955): words of the hypothesis are rows, those of the reference columns.

    Row 0 and column 0 stand for nothing. Columns beyond the reference's words match no word: one is always free.
    """
    weights = _weigh(ids, others, words)
    n, m = weights.shape
    row_prices, prices = np.zeros(n + 1, np.int64), np.zeros(max(n, m) + 2, np.int64)
    rows, origins = np.zeros(len(prices), np.int64), np.zeros(len(prices), np.int64)  # rows: of each column its row
    for row in range(1, n + 1):
        column = _add_row(row, weights, row_prices, prices, rows, origins)
        while column:
            rows[column] = rows[origins[column]]
            column = origins[column]
    return _maximal(weights, row_prices[1:], prices[1 : m + 1], rows[1 : m + 1] - 1)


@kernel
def _maximal(weights: np.ndarray, row_prices: np.ndarray, prices: np.ndarray, rows: np.ndarray) -> Maximal:
    """What prices and an assignment, -1 for a column without a row, tell."""
    n, m = weights.shape
    tight = np.zeros((n, m), np.bool_)
    for i in range(n):
        for j in range(m):
            tight[i, j] = weights[i, j] and row_prices[i] + prices[j] == weights[i, j]
    partners, partners_there = np.full(n, -1, np.int64), np.full(m, -1, np.int64)
    for j in range(m):
        if rows[j] >= 0 and weights[rows[j], j]:
            partners[rows[j]], partners_there[j] = j, rows[j]
    return Maximal(tight, row_prices > 0, prices > 0, partners, partners_there)
