"""The measures of agreement: each a number for one judge and one metric, also of many draws of the segments at once."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

import numpy as np

from ..arrays import Floats, quotients
from . import kendall, soft, system_level
from .judge import Judge
from .pairs import Pairs, rounded
from .pairwise import Calibration, accuracy_rows
from .scored import CORPUS, Scored, SystemScore

Level = Literal["segment", "system"]
OfDraws = Callable[[Floats], Floats]
"""From counts (n_draws, n_segments), how often each draw has each segment, to values (n_draws,)."""


@dataclass(frozen=True)
class Measure(ABC):
    """What every measure is."""

    key: str
    label: str
    about: str
    """one sentence for people"""
    level: Level
    scale: tuple[float, float]
    """the lowest and the highest value"""
    scores: bool = True
    """whether it is defined where judges give scores"""
    preferences: bool = True
    """whether it is defined where judges prefer one of two"""

    def suits(self, judge: Judge) -> bool:
        """Whether it is defined for these judgments."""
        return self.preferences if judge.scores is None else self.scores

    @property
    def things(self) -> tuple[str, str]:
        """What ``counted`` counts: one, and several."""
        return "pair of outputs", "pairs of outputs"

    @abstractmethod
    def counted(self, judge: Judge, scored: Scored) -> int:
        """Of how many pairs of outputs, systems or pairs of systems the value is."""

    @abstractmethod
    def of_draws(self, judge: Judge, scored: Scored, kind: SystemScore = CORPUS) -> OfDraws:
        """What gives the measure's values of any draws of the segments; ``kind`` matters to those of systems."""

    @abstractmethod
    def of_tables(self, judge: Judge, tables: Floats) -> Floats:
        """(n_tables,): of segment scores (n_tables, n_systems, n_segments), systems by the means of theirs."""

    def value(self, judge: Judge, scored: Scored, kind: SystemScore = CORPUS) -> float:
        """The measure of all segments; NaN where it is not defined."""
        return float(self.of_draws(judge, scored, kind)(np.ones((1, judge.n_segments)))[0])


@dataclass(frozen=True)
class Additive(Measure):
    """A measure of pairs within segments: rows of statistics that add up over segments, and a score of their sum."""

    rows: Callable[[Pairs, Floats], Floats] = kendall.concordance
    """from pairs and a metric's differences (..., n_pairs) to (..., n_segments, n_statistics)"""
    score: Callable[[Floats], Floats] = kendall.tau
    """from sums (..., n_statistics) to (...,)"""
    count: Callable[[Pairs, Floats], float] = lambda pairs, rows: rows.sum()
    """from pairs and ``rows`` (n_segments, n_statistics) to how many pairs the score is of"""
    by_majority: bool = False

    def counted(self, judge: Judge, scored: Scored) -> int:
        return int(self.count(self.pairs(judge), self._rows(judge, scored.segments)))

    def pairs(self, judge: Judge) -> Pairs:
        return judge.majority if self.by_majority else judge.pairs

    def of_draws(self, judge: Judge, scored: Scored, kind: SystemScore = CORPUS) -> OfDraws:
        rows = self._rows(judge, scored.segments)
        return lambda counts: self.score(counts @ rows)

    def of_tables(self, judge: Judge, tables: Floats) -> Floats:
        return self.score(self._rows(judge, tables).sum(axis=-2))

    def _rows(self, judge: Judge, tables: Floats) -> Floats:
        pairs = self.pairs(judge)
        return self.rows(pairs, np.nan_to_num(pairs.differences_of(tables)))


@dataclass(frozen=True)
class Calibrated(Measure):
    """acc*_eq: every draw has an epsilon of its own."""

    def counted(self, judge: Judge, scored: Scored) -> int:
        return len(judge.pairs)

    def calibration(self, judge: Judge, scores: Floats) -> Calibration:
        """Of segment scores, (n_systems, n_segments)."""
        return Calibration.of(judge.pairs, np.nan_to_num(judge.pairs.differences_of(scores)))

    def of_draws(self, judge: Judge, scored: Scored, kind: SystemScore = CORPUS) -> OfDraws:
        calibration = self.calibration(judge, scored.segments)
        return lambda counts: calibration.best(counts)[0]

    def of_tables(self, judge: Judge, tables: Floats) -> Floats:
        once = np.ones((1, judge.n_segments))
        return np.array([self.calibration(judge, scores).best(once)[0][0] for scores in tables])


@dataclass(frozen=True)
class OfSystems(Measure):
    """A measure of the systems' own scores."""

    compare: Callable[[Floats, Floats], Floats] = system_level.pearson
    """from judged and metric's scores, (..., n_systems) each, to (...,)"""
    of_pairs: bool = False
    """whether it counts pairs of systems, those that the judge orders"""

    @property
    def things(self) -> tuple[str, str]:
        return ("pair of systems", "pairs of systems") if self.of_pairs else ("system", "systems")

    def counted(self, judge: Judge, scored: Scored) -> int:
        judged = judge.system_scores(np.ones((1, judge.n_segments)))[0]
        leads = rounded(judged[:, None] - judged)
        return int((leads > 0).sum()) if self.of_pairs else judge.n_systems

    def of_draws(self, judge: Judge, scored: Scored, kind: SystemScore = CORPUS) -> OfDraws:
        return lambda counts: self.compare(judge.system_scores(counts), scored.system_scores(counts, kind))

    def of_tables(self, judge: Judge, tables: Floats) -> Floats:
        judged = judge.system_scores(np.ones((1, judge.n_segments)))
        return self.compare(judged, quotients(np.nansum(tables, axis=-1), (~np.isnan(tables)).sum(axis=-1)))


@dataclass(frozen=True)
class Soft(Measure):
    """Soft pairwise accuracy: the value by shuffles, draws and tables by the limit of many segments."""

    @property
    def things(self) -> tuple[str, str]:
        return "pair of systems", "pairs of systems"

    def counted(self, judge: Judge, scored: Scored) -> int:
        there = (~np.isnan(_table(judge)) & ~np.isnan(scored.segments)).astype(float)
        return int((np.triu(there @ there.T, 1) > 0).sum())

    def value(self, judge: Judge, scored: Scored, kind: SystemScore = CORPUS) -> float:
        return soft.soft_accuracy(_table(judge), scored.segments)

    def of_draws(self, judge: Judge, scored: Scored, kind: SystemScore = CORPUS) -> OfDraws:
        missing = np.isnan(_table(judge)) | np.isnan(scored.segments)
        moments = [_moments(np.where(missing, np.nan, table)) for table in (_table(judge), scored.segments)]
        return lambda counts: soft.distance(*(soft.better_in_the_limit(*(counts @ rows)) for rows in moments))

    def of_tables(self, judge: Judge, tables: Floats) -> Floats:
        once = np.ones((1, judge.n_segments))
        moments = once @ _moments(_table(judge))
        judged = soft.better_in_the_limit(*moments)
        first, second = np.triu_indices(judge.n_systems, 1)
        there = (~np.isnan(_table(judge))).astype(float)
        filled = np.where(np.isnan(_table(judge)), 0.0, np.nan_to_num(tables))
        own, powers = filled @ there.T, filled**2 @ there.T  # of the row's system, where the column's is judged too
        totals = (own - own.swapaxes(-1, -2))[..., first, second]
        squares = (powers + powers.swapaxes(-1, -2) - 2 * filled @ filled.swapaxes(-1, -2))[..., first, second]
        found = soft.better_in_the_limit(moments[0], totals, squares)
        return soft.distance(judged, found)


def _table(judge: Judge) -> Floats:
    if judge.scores is None:
        raise ValueError(f"{judge.name}: soft pairwise accuracy needs a score of each output; found preferences.")
    return judge.scores


def _moments(scores: Floats) -> Floats:
    """(3, n_segments, n_pairs): of all pairs of systems, whether both have a score, their difference and its square."""
    first, second = np.triu_indices(len(scores), 1)
    differences = (scores[first] - scores[second]).T
    filled = np.nan_to_num(differences)
    return np.stack([~np.isnan(differences), filled, filled**2])


def _mean(sums: Floats) -> Floats:
    return quotients(sums[..., 0], sums[..., 1])


def _of_defined(pairs: Pairs, rows: Floats) -> float:
    """The pairs of the segments that the mean is of."""
    return float(pairs.sizes @ rows[:, 1])


MEASURES: dict[str, Measure] = {
    measure.key: measure
    for measure in (
        Additive(
            "tau",
            "Kendall's tau",
            "Of the pairs that the judges order: those ordered alike less those ordered the other way, as a share of"
            " all; a tie of the metric counts half each way.",
            "segment",
            (-1, 1),
        ),
        Additive(
            "tau_discordant",
            "tau, ties wrong",
            "Kendall's tau in which a tie of the metric is as wrong as the other order.",
            "segment",
            (-1, 1),
            score=kendall.tau_discordant,
        ),
        Additive(
            "tau_excluded",
            "tau, ties left out",
            "Kendall's tau of only those pairs that the metric does not tie.",
            "segment",
            (-1, 1),
            score=kendall.tau_excluded,
            count=lambda pairs, rows: rows[:, :2].sum(),
        ),
        Additive(
            "tau_majority",
            "tau by majority",
            "Kendall's tau where each two outputs count once, as most judgments of them say.",
            "segment",
            (-1, 1),
            scores=False,
            by_majority=True,
        ),
        Additive(
            "tau_b",
            "tau-b",
            "Kendall's tau-b of each segment's outputs, which makes allowance for ties of both sides; the mean over"
            " segments.",
            "segment",
            (-1, 1),
            preferences=False,
            rows=kendall.tau_b_rows,
            score=_mean,
            count=_of_defined,
        ),
        Additive(
            "acc_eq",
            "Pairwise accuracy",
            "Of all pairs of outputs of a segment, ties too: the share that the metric orders, or ties, as the judges"
            " do.",
            "segment",
            (0, 1),
            rows=accuracy_rows,
            score=_mean,
            count=_of_defined,
        ),
        Calibrated(
            "acc_eq_calibrated",
            "Calibrated accuracy",
            "Pairwise accuracy where differences up to a threshold are ties: the threshold best for this metric.",
            "segment",
            (0, 1),
        ),
        OfSystems("pearson", "Pearson", "The correlation of the systems' scores.", "system", (-1, 1)),
        OfSystems(
            "spearman",
            "Spearman",
            "The correlation of the systems' ranks.",
            "system",
            (-1, 1),
            compare=system_level.spearman,
        ),
        OfSystems(
            "accuracy",
            "System accuracy",
            "Of all pairs of systems: the share that the metric orders as the judges do.",
            "system",
            (0, 1),
            compare=system_level.accuracy,
            of_pairs=True,
        ),
        Soft(
            "spa",
            "Soft pairwise accuracy",
            "How near the metric's certainty about each pair of systems comes to the judges'; 1 where they are equal.",
            "system",
            (0, 1),
            preferences=False,
        ),
    )
}
