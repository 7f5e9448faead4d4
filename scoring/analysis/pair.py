"""Compare two systems under one metric: their scores, and the segments in which each is better.

A is the first of the two systems, B the second. The functions have no side effects.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import pyarrow as pa

from ..counting.arrays import Floats, Ints
from ..metric import Metric


class SegmentWins(NamedTuple):
    """The numbers of segments in which each system is better."""

    a: int
    ties: int
    b: int
    undefined: int
    """number of segments in which a system has no score"""


@dataclass(frozen=True)
class ScoredPair:
    """The scores of two systems under one metric."""

    names: tuple[str, str]
    metric: Metric
    scores: tuple[Floats, Floats]
    """float64 (n_segments,) each: scores of every segment"""
    corpus: tuple[float, float]
    same: bool = False
    """whether both outputs are the same text in every segment"""

    @property
    def differences(self) -> Floats:
        """A's score less B's in each segment, (n_segments,)."""
        return self.scores[0] - self.scores[1]

    @property
    def leads(self) -> Floats:
        """Differences (n_segments,) above 0 where A is better by the metric; 0 within rounding, NaN without a score."""
        return self._oriented_differences(self.differences)

    @property
    def lead(self) -> float:
        """Difference of the corpus scores, above 0 if A is better by the metric; 0 within rounding, NaN if none."""
        return float(self._oriented_differences(np.array(self.corpus[0] - self.corpus[1])))

    @property
    def wins(self) -> SegmentWins:
        leads = self.leads
        return SegmentWins(*(int(flags.sum()) for flags in (leads > 0, leads == 0, leads < 0, np.isnan(leads))))

    def _oriented_differences(self, differences: Floats) -> Floats:
        better_first = differences if self.metric.higher_is_better else -differences
        return np.where(np.abs(better_first) <= self.metric.rounding, 0.0, better_first)


def scored_pair(
    metric: Metric, names: tuple[str, str], rows: Sequence[Floats], texts: Sequence[pa.Array]
) -> ScoredPair:
    """Return the scores of two systems under a metric.

    ``rows`` are the statistics (n_segments, n_statistics) of both systems, ``texts`` their outputs.
    """
    a, b = rows
    corpus = float(metric.score(a.sum(axis=0))), float(metric.score(b.sum(axis=0)))
    return ScoredPair(names, metric, (metric.score(a), metric.score(b)), corpus, texts[0].equals(texts[1]))


def segments_by_difference(pair: ScoredPair, side: int = 0) -> Ints:
    """Return all segments, the largest difference first: for A (1), for B (-1), or for either (0)."""
    leads = np.nan_to_num(pair.leads)
    order: Ints = np.argsort(-np.abs(leads) if side == 0 else -side * leads, kind="stable")
    return order
