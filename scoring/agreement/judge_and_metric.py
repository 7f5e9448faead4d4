"""Hold a judge and a metric together, and compute once what several measures need of both."""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from ..counting.arrays import Floats
from .coefficients.pairwise import Calibration
from .judge import Judge
from .oriented_scores import CORPUS, OrientedScores, SystemScore
from .pairs import JudgedPairs

Rows = Callable[[JudgedPairs, Floats], Floats]
"""Function from pairs and a metric's differences (..., n_pairs) to statistics (..., n_segments, n_statistics)."""


@dataclass(frozen=True, eq=False)
class JudgeAndMetric:
    """A judge and one metric's scores; kept only while agreement is computed, because all differences are large."""

    judge: Judge
    scored: OrientedScores
    kind: SystemScore = CORPUS
    """how the metric scores a whole system"""
    _rows_by_function: dict[tuple[Rows, bool], Floats] = field(default_factory=dict, init=False, repr=False)

    @cached_property
    def differences(self) -> Floats:
        """The metric's differences for the judge's pairs, (n_pairs,); 0 where the metric has no score."""
        return pair_differences(self.judge.pairs, self.scored.segments)

    @cached_property
    def calibration(self) -> Calibration:
        return Calibration.of(self.judge.pairs, self.differences)

    @property
    def all_segments(self) -> "Draws":
        """One draw that has every segment once; not cached, to avoid a cycle of references."""
        return Draws(self, np.ones((1, self.judge.n_segments)))

    def rows(self, make: Rows, by_majority: bool = False) -> Floats:
        """Return the statistics that ``make`` computes from the judge's pairs, or from their majority.

        (n_segments, n_statistics); computed once for each ``make``.
        """
        key = make, by_majority
        if key not in self._rows_by_function:
            pairs = self.judge.majority if by_majority else self.judge.pairs
            own = pair_differences(pairs, self.scored.segments) if by_majority else self.differences
            self._rows_by_function[key] = make(pairs, own)
        return self._rows_by_function[key]


@dataclass(frozen=True, eq=False)
class Draws:
    """Draws of the segments, with the judge's and the metric's scores of the systems in each draw."""

    both: JudgeAndMetric
    counts: Floats
    """(n_draws, n_segments): how often each draw has each segment"""

    @cached_property
    def judge_scores(self) -> Floats:
        """The judge's scores of the systems in each draw, (n_draws, n_systems)."""
        return self.both.judge.system_scores(self.counts)

    @cached_property
    def metric_scores(self) -> Floats:
        """The metric's scores of the systems in each draw, (n_draws, n_systems)."""
        return self.both.scored.system_scores(self.counts, self.both.kind)


def pair_differences(pairs: JudgedPairs, scores: Floats) -> Floats:
    """Return each pair's difference of scores (..., n_systems, n_segments), as (..., n_pairs); 0 without a score."""
    return np.nan_to_num(pairs.score_differences(scores), copy=False)
