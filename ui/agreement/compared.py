"""Metrics beside each other, as far as they are there: what the chart, the tables and the opening show. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Self

from scoring.agreement import Agreement, Chance, Comparison


@dataclass(frozen=True)
class LeftOut:
    """A metric that cannot be computed for this test set."""

    why: str


@dataclass(frozen=True)
class Baseline:
    """What agreement has to be held against, by one measure."""

    ties: float
    """of a metric that calls everything a tie; NaN where it is not defined"""
    chance: Chance


Found = Agreement | LeftOut
BASELINES = ""
"""Among the names of metrics, of which none is empty: what is computed of the baselines."""


@dataclass(frozen=True)
class Compared:
    """What is known of each metric, by its name."""

    found: Mapping[str, Found | None]
    """None of a metric that is not computed yet"""
    labels: Mapping[str, str]
    """what metrics are called on the page"""
    baselines: Mapping[str, Baseline] | None = None
    """by measure; None where they are not computed yet"""

    @classmethod
    def of(cls, results: Mapping[str, Any], labels: Mapping[str, str]) -> Self:
        """From what came of ``jobs.everything``."""
        metrics = {name: found for name, found in results.items() if name != BASELINES}
        return cls(metrics, labels, results[BASELINES])

    @cached_property
    def agreements(self) -> dict[str, Agreement]:
        """Of those that are there."""
        return {name: found for name, found in self.found.items() if isinstance(found, Agreement)}

    @property
    def left_out(self) -> list[str]:
        """Why metrics are left out."""
        return list(dict.fromkeys(found.why for found in self.found.values() if isinstance(found, LeftOut)))

    @property
    def to_come(self) -> int:
        """How many metrics are not computed yet."""
        return sum(found is None for found in self.found.values())

    def by(self, measure: str) -> Comparison:
        """The metrics that are there, of which there must be one, by one measure."""
        return Comparison.of(self.agreements, measure)

    def label(self, name: str) -> str:
        return self.labels[name]
