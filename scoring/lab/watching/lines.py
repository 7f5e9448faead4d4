"""Turn scores over time into lines: one for each metric by its signature, and each set of references."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from math import inf, isnan, nan
from pathlib import PurePosixPath
from typing import Any

from ... import METRICS
from ...formats.errors import FormatError
from ...formats.tables.history import History
from ...text.naming import clean_name
from .folder import natural, training_run_name

Key = tuple[str, str, str]
"""Metric, its signature, and the digest of the references."""
Row = Mapping[str, Any]
MAX_RUNS = 8
"""Most runs that are distinguished by colours."""


@dataclass(frozen=True)
class ScorePoint:
    """The score of one output by one metric."""

    name: str
    step: int | None
    time: datetime
    score: float
    """score; NaN where it is not defined"""
    low: float
    """Lower end of the interval; NaN without an interval."""
    high: float

    @property
    def run(self) -> str:
        """Name without the step, which outputs of one run share."""
        return training_run_name(self.name)

    @property
    def has_interval(self) -> bool:
        return not isnan(self.low) and not isnan(self.high)

    def overlaps(self, other: "ScorePoint") -> bool:
        """Return whether the intervals of both points overlap."""
        return self.low <= other.high and other.low <= self.high


@dataclass(frozen=True)
class ScoreLine:
    """The scores of outputs by one metric against the same references."""

    metric: str
    """name of the metric"""
    signature: str
    references: str
    """digest of the references"""
    label: str
    """label of the metric, numbered where it has several lines"""
    higher_is_better: bool
    decimals: int
    n_segments: int
    resamples: int
    points: tuple[ScorePoint, ...]
    """Points of the newest content of each output, by step or by time; outputs without a step come last."""
    by_step: bool
    """whether most outputs of the history have a step"""
    by_run: bool
    """whether the outputs are of several runs, by their names without the step"""
    n_changed: int
    """number of rows of content that outputs had before"""

    @property
    def best(self) -> ScorePoint | None:
        """Point with the best score, the first of equals; None where no score is defined."""
        defined = [point for point in self.points if not isnan(point.score)]
        take = max if self.higher_is_better else min
        return take(defined, key=lambda point: point.score, default=None)

    @property
    def placed(self) -> tuple[ScorePoint, ...]:
        """Points with a place on the axis; where it is of steps, those with a step."""
        return tuple(point for point in self.points if not self.by_step or point.step is not None)

    @property
    def run_of_best(self) -> tuple[ScorePoint, ...]:
        """Placed points of the same run as the best one; all placed points where runs are not distinguished."""
        best = self.best
        return tuple(point for point in self.placed if best is None or not self.by_run or point.run == best.run)

    @property
    def level_from(self) -> int:
        """Place in ``run_of_best`` from which on all intervals overlap that of the best point.

        The length of the run where the last interval does not.
        """
        best = self.best
        without_overlap = [
            place for place, point in enumerate(self.run_of_best) if best is None or not point.overlaps(best)
        ]
        return without_overlap[-1] + 1 if without_overlap else 0


def score_lines(history: History) -> list[ScoreLine]:
    """Return the lines of a history in the order in which they began; raise ``FormatError`` for an unknown metric."""
    rows = _add_folder_to_names(history.table.to_pylist())
    unknown = next((row["metric"] for row in rows if row["metric"] not in METRICS), None)
    if unknown is not None:
        raise FormatError(history.file, f"the metric {clean_name(unknown)}", f"one of {', '.join(METRICS)}")
    with_step = {row["name"] for row in rows if row["step"] is not None}
    by_step = 2 * len(with_step) > len({row["name"] for row in rows})
    by_run = by_step and _has_runs(with_step)
    rows_by_key: dict[Key, list[Row]] = {}
    for row in rows:
        rows_by_key.setdefault((row["metric"], row["signature"], row["reference_digest"]), []).append(row)
    several = Counter(metric for metric, _, _ in rows_by_key)
    numbers: Counter[str] = Counter()
    lines = []
    for key, of in rows_by_key.items():
        numbers[key[0]] += 1
        label = METRICS[key[0]].label
        lines.append(_line(key, of, f"{label} ({numbers[key[0]]})" if several[key[0]] > 1 else label, by_step, by_run))
    return lines


def _add_folder_to_names(rows: Sequence[Row]) -> Sequence[Row]:
    """Return the rows, with the folder before each name if there are several; an unknown folder is the first."""
    folders = [*dict.fromkeys(row["folder"] for row in rows if row["folder"])]
    if len(folders) < 2:
        return rows
    return [{**row, "name": str(PurePosixPath(row["folder"] or folders[0], row["name"]))} for row in rows]


def _has_runs(names: Collection[str]) -> bool:
    """Return whether names distinguish several runs: few runs, with at least two outputs each on average."""
    runs = {training_run_name(name) for name in names}
    return 1 < len(runs) <= MAX_RUNS and 2 * len(runs) <= len(names)


def _line(key: Key, rows: Sequence[Row], label: str, by_step: bool, by_run: bool) -> ScoreLine:
    newest = {row["name"]: row for row in rows}
    metric, signature, references = key
    points = [_point(row) for row in newest.values()]
    points.sort(key=lambda point: natural(point.name))
    if by_step:
        points.sort(key=lambda point: inf if point.step is None else point.step)
    else:
        points.sort(key=lambda point: point.time)
    return ScoreLine(
        metric,
        signature,
        references,
        label,
        METRICS[metric].higher_is_better,
        METRICS[metric]().decimals,
        rows[-1]["n_segments"],
        rows[-1]["resamples"],
        tuple(points),
        by_step,
        by_run,
        len(rows) - len(newest),
    )


def _point(row: Row) -> ScorePoint:
    score, low, high = (nan if row[name] is None else row[name] for name in ("score", "low", "high"))
    return ScorePoint(clean_name(row["name"]), row["step"], row["time"], score, low, high)
