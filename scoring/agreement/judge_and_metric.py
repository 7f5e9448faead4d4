"""A judge and a metric together: what several measures need of both, computed once."""

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
"""From pairs and a metric's differences (..., n_pairs) to statistics (..., n_segments, n_statistics)."""


@dataclass(frozen=True, eq=False)
class Both:
    """A judge and one metric's scores, for as long as agreement is computed: differences of all pairs are large."""

    judge: Judge
    scored: OrientedScores
    kind: SystemScore = CORPUS
    """what the metric says of a system"""
    _made: dict[tuple[Rows, bool], Floats] = field(default_factory=dict, init=False, repr=False)

    @cached_property
    def differences(self) -> Floats:
        """(n_pairs,): the metric's, of the judge's pairs; 0 where it has no score."""
        return pair_differences(self.judge.pairs, self.scored.segments)

    @cached_property
    def calibration(self) -> Calibration:
        return Calibration.of(self.judge.pairs, self.differences)

    @property
    def once(self) -> "Draws":
        """All segments, each once; not held, for it holds this."""
        return Draws(self, np.ones((1, self.judge.n_segments)))

    def rows(self, make: Rows, by_majority: bool = False) -> Floats:
        """(n_segments, n_statistics): what ``make`` makes of the judge's pairs, or of their majority."""
        key = make, by_majority
        if key not in self._made:
            pairs = self.judge.majority if by_majority else self.judge.pairs
            own = pair_differences(pairs, self.scored.segments) if by_majority else self.differences
            self._made[key] = make(pairs, own)
        return self._made[key]


@dataclass(frozen=True, eq=False)
class Draws:
    """Draws of the segments, and what judge and metric say of the systems in each."""

    both: Both
    counts: Floats
    """(n_draws, n_segments): how often each draw has each segment"""

    @cached_property
    def judged(self) -> Floats:
        """(n_draws, n_systems)"""
        return self.both.judge.system_scores(self.counts)

    @cached_property
    def scored(self) -> Floats:
        """(n_draws, n_systems)"""
        return self.both.scored.system_scores(self.counts, self.both.kind)


def pair_differences(pairs: JudgedPairs, scores: Floats) -> Floats:
    """(..., n_pairs): those of a metric's scores (..., n_systems, n_segments); 0 where it has no score."""
    return np.nan_to_num(pairs.differences_of(scores), copy=False)
