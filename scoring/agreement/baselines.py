"""Compute baselines of agreement: a metric that calls everything a tie, and metrics of pure chance."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from ..counting.arrays import Floats
from ..counting.progress import Progress, no_progress
from ..counting.threads import run_side_by_side
from ..counting.usual_draws import MAX_SEED
from ..significance.bootstrap_intervals import CONFIDENCE, percentiles
from ..validation import as_list, check_known, expect, whole_number
from .agreement import suitable_measures
from .coefficients.measures import MEASURES
from .judge import Judge
from .judge_and_metric import JudgeAndMetric
from .oriented_scores import OrientedScores

CHANCES = 100
"""Usual number of metrics of pure chance."""
FEWER_CHANCES = 40
"""Smallest number of metrics of pure chance that has a 95 % range."""
MANY_PAIRS = 1_000_000
"""Number of pairs above which each metric takes seconds, and all metrics agree about equally well."""


def constant_scores(judge: Judge) -> OrientedScores:
    """Return a metric that gives every output the same score."""
    expect(judge, Judge, "judge")
    return OrientedScores(np.zeros((judge.n_systems, judge.n_segments)))


@dataclass(frozen=True, eq=False)
class Chance:
    """The values of one measure for metrics that draw each output's score from one normal distribution."""

    values: Floats
    """(n_metrics,): agreement of each metric; NaN where it is not defined"""

    @property
    def mean(self) -> float:
        """Mean of the defined values; NaN if none is defined."""
        values = self.values[~np.isnan(self.values)]
        return float(values.mean()) if len(values) else float("nan")

    def interval(self, level: float = CONFIDENCE) -> tuple[float, float]:
        """Return the range that holds a share ``level`` of the chance metrics, as ``percentiles`` computes it."""
        return percentiles(self.values, level)


def chance_agreement(
    judge: Judge,
    measures: Sequence[str],
    metrics: int | None = None,
    seed: int = 1,
    on_progress: Progress = no_progress,
) -> Mapping[str, Chance]:
    """Return by measure the values of metrics of pure chance, the same metrics for all measures.

    ``measures`` are keys of MEASURES that suit the judgments. By default there are CHANCES metrics, or FEWER_CHANCES
    where there are more than MANY_PAIRS.
    """
    allowed = suitable_measures(judge)
    for key in as_list(measures, "measures"):
        check_known(key, allowed, f"measure for {judge.unit} of {judge.name}")
    if metrics is None:
        metrics = CHANCES if len(judge.pairs) <= MANY_PAIRS else FEWER_CHANCES
    whole_number(metrics, "The number of metrics", 1, 100_000)
    whole_number(seed, "The seed", 0, MAX_SEED)
    generator = np.random.default_rng(seed)
    values_of_metrics = np.empty((metrics, len(measures)))

    def measure_values(scores: Floats) -> list[float]:
        draws = JudgeAndMetric(judge, OrientedScores(scores)).all_segments
        return [MEASURES[key].of_draws(draws)[0] for key in measures]

    tables = (generator.standard_normal((judge.n_systems, judge.n_segments)) for _ in range(metrics))
    is_large = len(judge.pairs) > MANY_PAIRS  # then memory holds one metric at a time
    for number, values in enumerate(
        map(measure_values, tables) if is_large else run_side_by_side(measure_values, tables)
    ):
        values_of_metrics[number] = values
        on_progress((number + 1) / metrics)
    return {key: Chance(values) for key, values in zip(measures, values_of_metrics.T, strict=True)}
