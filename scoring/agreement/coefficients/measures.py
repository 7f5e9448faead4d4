"""Define the measures of agreement between a judge and a metric, also for many draws of the segments at once."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar, Literal

import numpy as np

from ...counting.arrays import Floats, quotients
from ...counting.ties import pair_leads
from ...significance.bootstrap_intervals import deviation, expanded_percentiles, least_resamples
from ...significance.resampling.expansion import interval_half_width
from ..judge import Judge
from ..judge_and_metric import Draws, JudgeAndMetric, Rows, pair_differences
from ..oriented_scores import CORPUS, OrientedScores, SystemScore
from ..pairs import JudgedPairs
from . import kendall, soft, system_level
from .pairwise import Calibration, accuracy_rows

Bounds = Callable[[float, Floats, int, float], tuple[float, float]]
"""Function from a value, its resamples (n,), the number of units in each, and the level to an interval.

NaN below ``least_resamples``.
"""


def percentile_bounds(value: float, samples: Floats, n_units: int, level: float) -> tuple[float, float]:
    """Return the ``expanded_percentiles`` of the resamples."""
    return expanded_percentiles(samples, n_units, level)


def deviation_bounds(value: float, samples: Floats, n_units: int, level: float) -> tuple[float, float]:
    """Return the value ± a number of standard deviations of its resamples: 1.96 at 95 %, and more for few units.

    This is the standard interval of Efron and Tibshirani (1993), An Introduction to the Bootstrap, section 13.3. It is
    for values that resampling itself shifts to one side, so that percentiles would not be around the value.
    """
    if np.isnan(samples).sum() > len(samples) - least_resamples(level, n_units):
        return float("nan"), float("nan")
    half = interval_half_width(level, n_units) * deviation(samples)
    return value - half, value + half


Level = Literal["segment", "system"]


@dataclass(frozen=True)
class Measure(ABC):
    """A measure of agreement between a judge and a metric."""

    key: str
    label: str
    about: str
    """explanation in one sentence"""
    scale: tuple[float, float]
    """lowest and highest value"""
    level: ClassVar[Level] = "segment"
    scores: bool = True
    """whether it is defined for judges who give scores"""
    preferences: bool = True
    """whether it is defined for judges who prefer one of two outputs"""
    bounds: Bounds = percentile_bounds
    """function that makes its intervals"""
    family: str = ""
    """Head of the columns of related measures, as in tables of papers."""
    short: str = ""
    """Name of the measure within its family."""

    def suits(self, judge: Judge) -> bool:
        """Return whether the measure is defined for these judgments."""
        return self.preferences if judge.scores is None else self.scores

    @property
    def things(self) -> tuple[str, str]:
        """Noun for what ``counted`` counts, singular and plural."""
        return "pair of outputs", "pairs of outputs"

    @abstractmethod
    def counted(self, judge: Judge, scored: OrientedScores) -> int:
        """Return the number of pairs of outputs, systems or pairs of systems that the value is based on."""

    @abstractmethod
    def of_draws(self, draws: Draws) -> Floats:
        """Return the measure of each draw, (n_draws,); NaN where it is not defined."""

    @abstractmethod
    def of_tables(self, judge: Judge, tables: Floats) -> Floats:
        """Return the measure for tables of segment scores (n_tables, n_systems, n_segments), (n_tables,).

        A system's score is the mean of its segment scores.
        """

    def value(self, judge: Judge, scored: OrientedScores, kind: SystemScore = CORPUS) -> float:
        """Return the measure of all segments; NaN where it is not defined. ``kind`` matters for measures of systems."""
        return self.value_of(JudgeAndMetric(judge, scored, kind).all_segments)

    def value_of(self, once: Draws) -> float:
        """Return the measure of all segments, given ``JudgeAndMetric.all_segments``; NaN where it is not defined."""
        return float(self.of_draws(once)[0])


@dataclass(frozen=True)
class Additive(Measure):
    """A measure of pairs within segments: a score of the sum of each segment's row of statistics."""

    rows: Rows = kendall.concordance
    score: Callable[[Floats], Floats] = kendall.tau
    """function from sums (..., n_statistics) to scores (...,)"""
    count: Callable[[JudgedPairs, Floats], float] = lambda pairs, rows: rows.sum()
    """function from pairs and ``rows`` (n_segments, n_statistics) to the number of pairs behind the score"""
    by_majority: bool = False

    def counted(self, judge: Judge, scored: OrientedScores) -> int:
        rows = JudgeAndMetric(judge, scored).rows(self.rows, self.by_majority)
        return int(self.count(self.pairs(judge), rows))

    def pairs(self, judge: Judge) -> JudgedPairs:
        return judge.majority if self.by_majority else judge.pairs

    def of_draws(self, draws: Draws) -> Floats:
        return self.score(draws.counts @ draws.both.rows(self.rows, self.by_majority))

    def of_tables(self, judge: Judge, tables: Floats) -> Floats:
        pairs = self.pairs(judge)
        return self.score(self.rows(pairs, pair_differences(pairs, tables)).sum(axis=-2))


@dataclass(frozen=True)
class CalibratedAccuracy(Measure):
    """The calibrated pairwise accuracy acc*_eq; every draw has its own epsilon."""

    def counted(self, judge: Judge, scored: OrientedScores) -> int:
        return len(judge.pairs)

    def calibration(self, judge: Judge, scores: Floats) -> Calibration:
        """Return the calibration of segment scores (n_systems, n_segments)."""
        return Calibration.of(judge.pairs, pair_differences(judge.pairs, scores))

    def of_draws(self, draws: Draws) -> Floats:
        return draws.both.calibration.best_values(draws.counts)

    def epsilon(self, once: Draws) -> float:
        """Return the smallest threshold that reaches the value, in the metric's points, given
        ``JudgeAndMetric.all_segments``.
        """
        return float(once.both.calibration.best(once.counts)[1][0])

    def of_tables(self, judge: Judge, tables: Floats) -> Floats:
        once = np.ones((1, judge.n_segments))
        return np.array([self.calibration(judge, scores).best(once)[0][0] for scores in tables])


@dataclass(frozen=True)
class OfSystems(Measure):
    """A measure of the systems' own scores."""

    level: ClassVar[Level] = "system"
    compare: Callable[[Floats, Floats], Floats] = system_level.pearson
    """function from the judge's and the metric's scores, (..., n_systems) each, to values (...,)"""
    of_pairs: bool = False
    """whether the measure counts the pairs of systems that the judge orders"""

    @property
    def things(self) -> tuple[str, str]:
        return ("pair of systems", "pairs of systems") if self.of_pairs else ("system", "systems")

    def counted(self, judge: Judge, scored: OrientedScores) -> int:
        judge_scores = judge.system_scores(np.ones((1, judge.n_segments)))[0]
        first, second = np.triu_indices(judge.n_systems, 1)
        return int((np.abs(pair_leads(judge_scores, first, second)) > 0).sum()) if self.of_pairs else judge.n_systems

    def of_draws(self, draws: Draws) -> Floats:
        return self.compare(draws.judge_scores, draws.metric_scores)

    def of_tables(self, judge: Judge, tables: Floats) -> Floats:
        judge_scores = judge.system_scores(np.ones((1, judge.n_segments)))
        return self.compare(judge_scores, quotients(np.nansum(tables, axis=-1), (~np.isnan(tables)).sum(axis=-1)))


@dataclass(frozen=True)
class Soft(Measure):
    """Soft pairwise accuracy: its value is by 1,000 shuffles, that of draws and tables by the limit of many segments.

    Resampling moves both p-values of a pair, and so mostly further from each other. That alone lowers the measure, and
    percentiles of resamples would be below the value. So its interval is the standard bootstrap one,
    ``deviation_bounds``.
    """

    level: ClassVar[Level] = "system"
    bounds: Bounds = deviation_bounds

    @property
    def things(self) -> tuple[str, str]:
        return "pair of systems", "pairs of systems"

    def counted(self, judge: Judge, scored: OrientedScores) -> int:
        are_scored = (~np.isnan(_table(judge)) & ~np.isnan(scored.segments)).astype(float)
        return int((np.triu(are_scored @ are_scored.T, 1) > 0).sum())

    def value_of(self, once: Draws) -> float:
        return soft.soft_accuracy(_table(once.both.judge), once.both.scored.segments)

    def of_draws(self, draws: Draws) -> Floats:
        tables = soft.with_common_scores(_table(draws.both.judge), draws.both.scored.segments)
        return soft.soft_agreement(*(soft.better_in_draws(table, draws.counts) for table in tables))

    def of_tables(self, judge: Judge, tables: Floats) -> Floats:
        return soft.soft_agreement(
            *(soft.better_in_tables(table) for table in soft.with_common_scores(_table(judge), tables))
        )


def _table(judge: Judge) -> Floats:
    if judge.scores is None:
        raise ValueError(f"{judge.name}: soft pairwise accuracy needs a score of each output; found preferences.")
    return judge.scores


def _mean(sums: Floats) -> Floats:
    return quotients(sums[..., 0], sums[..., 1])


def _n_pairs_with_value(pairs: JudgedPairs, rows: Floats) -> float:
    """Return the number of pairs in the segments that the mean is over."""
    return float(pairs.sizes @ rows[:, 1])


_SEGMENT_ACCURACY, _TAU = "Segments: pairwise accuracy", "Segments: Kendall's tau"
_CORRELATION, _SYSTEM_ACCURACY = "Systems: correlation", "Systems: accuracy"


MEASURES: dict[str, Measure] = {
    measure.key: measure
    for measure in (
        Additive(
            "tau",
            "Kendall's tau",
            "Of the pairs that the judges order: those ordered alike less those ordered the other way, as a share of"
            " all; a tie of the metric counts half each way.",
            (-1, 1),
            family=_TAU,
            short="tau",
        ),
        Additive(
            "tau_discordant",
            "tau, ties wrong",
            "Kendall's tau in which a tie of the metric is as wrong as the other order.",
            (-1, 1),
            score=kendall.tau_discordant,
            family=_TAU,
            short="ties wrong",
        ),
        Additive(
            "tau_excluded",
            "tau, ties left out",
            "Kendall's tau of only those pairs that the metric does not tie.",
            (-1, 1),
            score=kendall.tau_excluded,
            count=lambda pairs, rows: rows[:, :2].sum(),
            family=_TAU,
            short="ties left out",
        ),
        Additive(
            "tau_majority",
            "tau by majority",
            "Kendall's tau where each two outputs count once, as most judgments of them say.",
            (-1, 1),
            scores=False,
            by_majority=True,
            family=_TAU,
            short="by majority",
        ),
        Additive(
            "tau_b",
            "tau-b",
            "Kendall's tau-b of each segment's outputs, which makes allowance for ties of both sides; the mean over"
            " segments.",
            (-1, 1),
            preferences=False,
            rows=kendall.tau_b_rows,
            score=_mean,
            count=_n_pairs_with_value,
            family=_TAU,
            short="tau-b",
        ),
        Additive(
            "acc_eq",
            "Pairwise accuracy",
            "Of all pairs of outputs of a segment, ties too: the share that the metric orders, or ties, as the judges"
            " do.",
            (0, 1),
            rows=accuracy_rows,
            score=_mean,
            count=_n_pairs_with_value,
            family=_SEGMENT_ACCURACY,
            short="no threshold",
        ),
        CalibratedAccuracy(
            "acc_eq_calibrated",
            "Calibrated accuracy",
            "Pairwise accuracy where differences up to a threshold are ties: the threshold best for this metric.",
            (0, 1),
            family=_SEGMENT_ACCURACY,
            short="calibrated",
        ),
        OfSystems(
            "pearson",
            "Pearson",
            "The correlation of the systems' scores.",
            (-1, 1),
            family=_CORRELATION,
            short="Pearson",
        ),
        OfSystems(
            "spearman",
            "Spearman",
            "The correlation of the systems' ranks.",
            (-1, 1),
            compare=system_level.spearman,
            family=_CORRELATION,
            short="Spearman",
        ),
        OfSystems(
            "accuracy",
            "System accuracy",
            "Of all pairs of systems: the share that the metric orders as the judges do.",
            (0, 1),
            compare=system_level.accuracy,
            of_pairs=True,
            family=_SYSTEM_ACCURACY,
            short="pairwise",
        ),
        Soft(
            "spa",
            "Soft pairwise accuracy",
            "How near the metric's certainty about each pair of systems comes to the judges'; 1 where they are equal.",
            (0, 1),
            preferences=False,
            family=_SYSTEM_ACCURACY,
            short="soft pairwise",
        ),
    )
}
