"""What every metric is: segments -> additive statistics -> scores.

    statistics(hypotheses, references) -> float64 (n_segments, n_statistics)
    score(statistics)                  -> (...,)  from (..., n_statistics), 0-100; error rates may exceed 100

The corpus score is ``score(S.sum(0))``, the segment scores are ``score(S)``.
"""

import operator
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any, ClassVar, Self

import numpy as np
import pyarrow as pa

from scoring.testset import TestSet, Text, as_column, as_references, check_counts, check_coverage

VERSION = "0.1.0"
ROUNDING = 1e-9
"""Points by which equal scores may differ: more than rounding, less than meaning."""


@dataclass(frozen=True)
class Metric(ABC):
    """A frozen dataclass that holds a metric's options and nothing else."""

    name: ClassVar[str]
    """The key in METRICS and on the command line."""
    label: ClassVar[str]
    """The name that people read."""
    higher_is_better: ClassVar[bool] = True
    segment_statistics: ClassVar[tuple[str, ...]] = ()
    """Those of the statistics that stand beside the score in a table of segments."""

    @property
    @abstractmethod
    def statistic_names(self) -> tuple[str, ...]:
        """The columns of ``statistics``, in order."""

    @property
    @abstractmethod
    def options(self) -> tuple[tuple[str, str], ...]:
        """The signature's parts, in sacreBLEU's words and order."""

    @property
    def statistics_key(self) -> tuple:
        """What the statistics depend on: two metrics with equal keys give equal statistics."""
        return self.name, self.options

    @abstractmethod
    def _score(self, statistics: np.ndarray) -> np.ndarray:
        """Scores (...,) from float64 statistics (..., n_statistics), checked."""

    @abstractmethod
    def _statistics(self, columns: Sequence[pa.StringArray], references: Sequence[pa.StringArray]) -> list[np.ndarray]:
        """The statistics of each column of hypotheses against the same references, all validated."""

    def statistics(self, hypotheses: Text, references: Sequence[Text]) -> np.ndarray:
        """The additive statistics of each segment.

        Parameters
        ----------
        hypotheses : n_segments strings, a sequence or a test set's column
        references : ``[reference][segment]``; None where a segment lacks that reference

        Returns
        -------
        float64 (n_segments, n_statistics), the columns named by ``statistic_names``

        Raises
        ------
        ValueError
            Where the counts differ, a hypothesis is missing or a segment has no reference.
        """
        column, columns = self._validated(hypotheses, references)
        return self._statistics([column], columns)[0] if len(column) else np.zeros((0, len(self.statistic_names)))

    def _validated(self, hypotheses: Text, references: Sequence[Text]) -> tuple[pa.StringArray, list[pa.StringArray]]:
        """Both as columns; ``ValueError`` as ``statistics`` says."""
        column, columns = as_column(hypotheses, "hypotheses"), as_references(references)
        counts = {f"reference {number}": len(r) for number, r in enumerate(columns, 1)}
        check_counts({"hypotheses": len(column)} | counts)
        check_coverage(columns)
        if column.null_count:
            raise ValueError("hypotheses: found None; an empty output is the empty string.")
        return column, columns

    def score(self, statistics: np.ndarray) -> np.ndarray:
        """Scores of shape (...,) from statistics of shape (..., n_statistics); one number for one row.

        Raises ``ValueError`` for another number of statistics.
        """
        return self._score(self._checked(statistics))[()]

    def _checked(self, statistics: np.ndarray) -> np.ndarray:
        statistics = np.asarray(statistics, dtype=float)
        found = statistics.shape[-1] if statistics.ndim else 0
        if found != len(self.statistic_names):
            raise ValueError(
                f"{self.label} with these options has {len(self.statistic_names)} statistics a row; found {found}."
            )
        return statistics

    def measure(self, test_set: TestSet) -> dict[str, np.ndarray]:
        """System name -> its statistics; the references are read once for all systems."""
        references = [reference.segments for reference in test_set.references]
        columns = [system.segments for system in test_set.systems]
        return dict(zip(test_set.system_names, self._statistics(columns, references), strict=True))

    def warm_up(self) -> None:
        """Runs every kernel of the metric once on a toy, so that Numba compiles it or loads it from its cache."""
        self.score(self.statistics(["a b"], [["a b"]]))

    @property
    def signature(self) -> str:
        """The options that change the score, written as in sacreBLEU."""
        return "|".join(f"{key}:{value}" for key, value in (*self.options, ("version", f"BLEUscope-{VERSION}")))

    def full_signature(self, references: Sequence[pa.StringArray]) -> str:
        """The signature with the number of references, ``var`` where it varies over segments."""
        varies = any(column.null_count for column in references)
        return f"nrefs:{'var' if varies else len(references)}|{self.signature}"

    @classmethod
    def configure(cls, options: Mapping[str, Any]) -> Self:
        """The metric with those of the options that it has."""
        own = {field.name for field in fields(cls)}
        return cls(**{key: value for key, value in options.items() if key in own})


def document_score(segment_scores: np.ndarray, reference_lengths: np.ndarray) -> float:
    """The mean of segment scores weighted by reference length: Chen and Cherry (2014), Eq. 13.

    Segments whose score is not defined (NaN) are left out; NaN where nothing is left.
    """
    defined = ~np.isnan(segment_scores)
    weights = np.where(defined, reference_lengths, 0.0)
    total = weights.sum()
    return float(np.where(defined, segment_scores, 0.0) @ weights / total) if total else float("nan")


def mean_score(segment_scores: np.ndarray) -> float:
    """The plain mean of segment scores; those not defined (NaN) are left out, NaN where nothing is left."""
    defined = segment_scores[~np.isnan(segment_scores)]
    return float(defined.mean()) if len(defined) else float("nan")


def whole_number(value: Any, name: str, lowest: int, highest: int) -> int:
    """``value`` as a Python int; ``ValueError`` unless it is a whole number from ``lowest`` to ``highest``."""
    try:
        number = operator.index(value)
    except TypeError:
        number = None
    if number is None or not lowest <= number <= highest:
        raise ValueError(f"{name} must be {lowest:,} to {highest:,}; found {value}.")
    return number
