"""Metrics beside each other, as far as they are there: what the chart, the tables and the opening show. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Self

from scoring.agreement import Agreement, Chance, Comparison

TIES, CHANCES = "\0ties", "\0chances"
"""Among the names of metrics, of which none has a control character: what is computed beside them."""


@dataclass(frozen=True)
class LeftOut:
    """A metric that cannot be computed for this test set."""

    why: str


@dataclass(frozen=True, eq=False)
class Compared:
    """What is known of each metric, by its name."""

    found: Mapping[str, Agreement | LeftOut | None]
    """None of a metric that is not computed yet"""
    labels: Mapping[str, str]
    """what metrics are called on the page"""
    ties: Agreement | None = None
    """of a metric that calls everything a tie; here and below None of what is not computed yet"""
    chances: Mapping[str, Chance] | None = None
    """by measure: of metrics of pure chance"""
    _by: dict[str, Comparison] = field(default_factory=dict, repr=False)
    _intervals: dict[tuple[str, str], tuple[float, float]] = field(default_factory=dict, repr=False)

    @classmethod
    def of(cls, results: Mapping[str, Any], labels: Mapping[str, str]) -> Self:
        """From what came of ``jobs.everything``."""
        metrics = {name: found for name, found in results.items() if name not in (TIES, CHANCES)}
        return cls(metrics, labels, results.get(TIES), results.get(CHANCES))

    @cached_property
    def agreements(self) -> dict[str, Agreement]:
        """Of those that are there."""
        return {name: found for name, found in self.found.items() if isinstance(found, Agreement)}

    @property
    def measures(self) -> tuple[str, ...]:
        """Those that the judgments allow; one metric must be there."""
        return next(iter(self.agreements.values())).measures

    @property
    def left_out(self) -> list[str]:
        """Why metrics are left out."""
        return list(dict.fromkeys(found.why for found in self.found.values() if isinstance(found, LeftOut)))

    @property
    def to_come(self) -> int:
        """How many metrics are not computed yet."""
        return sum(found is None for found in self.found.values())

    def by(self, measure: str) -> Comparison:
        """The metrics that are there, of which there must be one, by one measure; made once."""
        if measure not in self._by:
            self._by[measure] = Comparison.of(self.agreements, measure)
        return self._by[measure]

    def order(self, measure: str) -> list[str]:
        """The names of the metrics that are there, the best first."""
        comparison = self.by(measure)
        return [comparison.metrics[place] for place in comparison.order]

    def value(self, name: str, measure: str) -> float:
        return self.agreements[name].value(measure)

    def interval(self, name: str, measure: str) -> tuple[float, float]:
        """Found once."""
        if (name, measure) not in self._intervals:
            self._intervals[name, measure] = self.agreements[name].interval(measure)
        return self._intervals[name, measure]

    def threshold(self, name: str, measure: str) -> float | None:
        """Up to which difference outputs are ties, in the metric's points; None of a measure without one."""
        return self.agreements[name].epsilon(measure)

    def label(self, name: str) -> str:
        return self.labels[name]
