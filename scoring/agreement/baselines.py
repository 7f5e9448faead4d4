"""What agreement has to be held against: a metric that calls everything a tie, and metrics of pure chance."""

from dataclasses import dataclass

import numpy as np

from ..arrays import Floats
from ..checks import check_known, expect, whole_number
from ..significance.bootstrap import CONFIDENCE, percentiles
from ..significance.draws import MOST_SEED
from .agreement import suiting
from .judge import Judge
from .measures import MEASURES
from .scored import Scored

CHANCES = 100
"""Metrics of pure chance, unless asked otherwise."""


def all_ties(judge: Judge) -> Scored:
    """A metric that gives every output the same score."""
    expect(judge, Judge, "judge")
    return Scored(np.zeros((judge.n_systems, judge.n_segments)))


@dataclass(frozen=True, eq=False)
class Chance:
    """A measure's values of metrics that draw each output's score from one normal distribution."""

    values: Floats
    """(n_metrics,); NaN where it is not defined"""

    @property
    def mean(self) -> float:
        """NaN where it is never defined."""
        found = self.values[~np.isnan(self.values)]
        return float(found.mean()) if len(found) else float("nan")

    def interval(self, level: float = CONFIDENCE) -> tuple[float, float]:
        """Where that share of such metrics lies; as of ``percentiles``."""
        return percentiles(self.values, level)


def by_chance(judge: Judge, measure: str, metrics: int = CHANCES, seed: int = 1) -> Chance:
    """Of so many metrics of pure chance; ``measure`` is a key of MEASURES that the judgments allow."""
    check_known(measure, suiting(judge), f"measure for {judge.unit} of {judge.name}")
    whole_number(metrics, "The number of metrics", 1, 100_000)
    whole_number(seed, "The seed", 0, MOST_SEED)
    generator = np.random.default_rng(seed)
    shape = judge.n_systems, judge.n_segments
    tables = (generator.standard_normal(shape) for _ in range(metrics))
    return Chance(np.array([MEASURES[measure].of_tables(judge, table[None])[0] for table in tables]))
