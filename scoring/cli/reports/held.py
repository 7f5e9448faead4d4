"""Metrics held against one judge, as reports tell of them. Nothing is computed here but what is asked for."""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from ... import Metric
from ...agreement import MEASURES, Comparison, words
from ...agreement.intervals import by_percentiles
from ...agreement.several import BOOTSTRAP, Several, too_few
from ...judgments.external import ExternalScore
from ...latex import Best
from ...numbers import MINUS, fixed
from ...significance import LEAST_UNITS
from ...significance.bootstrap import CONFIDENCE
from ...significance.expansion import reach
from .layout import LATEX, PLAIN, Style, finite, json_list, rounded, tsv

DECIMALS = 3
Record = dict[str, str | float | int | bool | None]


@dataclass(frozen=True, eq=False)
class Held:
    """Metrics held against one judge, and how two of them are compared."""

    several: Several
    metrics: Sequence[Metric]
    signatures: Mapping[str, str]
    """by the metric's name"""
    test: str
    correction: str

    @cached_property
    def first(self) -> str:
        """The measure by which metrics are ranked."""
        usual = words.first_measure(self.several.judge)
        return usual if usual in self.several.measures else self.several.measures[0]

    @cached_property
    def comparisons(self) -> Mapping[str, Comparison]:
        """By measure: of all of them, or of the first alone where that takes long."""
        keys = self.several.measures if self.test == BOOTSTRAP else (self.first,)
        return {key: self.several.compare(key, self.test, self.correction) for key in keys}

    @property
    def labels(self) -> Mapping[str, str]:
        return {metric.name: metric.label for metric in self.metrics}

    @property
    def unit(self) -> str:
        return "segment" if self.several.resampling.members is None else "document"

    @property
    def n_units(self) -> int:
        return self.several.resampling.n_units(self.several.judge.n_segments)

    @property
    def how(self) -> Record:
        """What all records have."""
        resampling = self.several.resampling
        return {
            "judge": self.several.judge.name,
            "unit": self.unit,
            "n_units": self.n_units,
            "trials": resampling.trials,
            "seed": resampling.seed,
            "test": self.test,
            "correction": self.correction,
            "system_score": self.several.kind,
        }

    def letters(self, measure: str) -> Mapping[str, str]:
        """By the metric's name; empty of a measure by which metrics are not compared."""
        comparison = self.comparisons.get(measure)
        return {} if comparison is None else dict(zip(comparison.metrics, comparison.letters, strict=True))


def opening(held: Held) -> list[str]:
    """Who agrees most, where the usual measure is among those asked for and defined."""
    several, comparison = held.several, held.comparisons[held.first]
    if held.first != words.first_measure(several.judge) or np.isnan(comparison.values).all():
        return []
    labels = tuple(held.labels[name] for name in comparison.metrics)
    labelled = replace(comparison, metrics=labels)
    ties, chance = several.ties.value(held.first), several.chances[held.first]
    computed = [metric.label for metric in held.metrics if not isinstance(metric, ExternalScore)]
    said = words.opening(several.judge, labelled, computed, labels[0], ties, chance)
    return [" ".join([said, *words.about_opening(several.judge)])]


def about_measure(held: Held, key: str) -> str:
    """What it is, and of how many pairs or systems."""
    several = held.several
    return words.about_measure(key, [several.counted(key, scored) for scored in several.scored.values()])


def epsilons(held: Held) -> list[str]:
    """The thresholds of the measures that have one."""
    found = []
    for key in held.several.measures:
        each = {held.labels[name]: agreement.epsilon(key) for name, agreement in held.several.found.items()}
        known = {label: value for label, value in each.items() if value is not None}
        if known:
            found.append(words.thresholds(key, known))
    return found


def intervals(held: Held) -> str:
    """Where intervals come from."""
    trials = f"{held.several.resampling.trials:,}"
    said = words.INTERVALS.format(trials=trials, units=f"{held.n_units:,} {held.unit}s")
    others = [key for key in held.several.measures if MEASURES[key].bounds is not by_percentiles]
    if not others or held.n_units < LEAST_UNITS:
        return said
    deviations = fixed(reach(CONFIDENCE, held.n_units), 2)
    return f"{said} {words.HOW.format(measures=', '.join(others), reach=deviations)}"


def letters_of(held: Held) -> str:
    """What letters mean, and by which test."""
    said = words.LETTERS if held.test == BOOTSTRAP else words.SWAPPED
    return f"letters: by {held.first}. {said} {words.adjusted(len(held.metrics), held.correction)}"


def cautions(held: Held) -> list[str]:
    """Said where so few trials, or segments, show little."""
    said, comparison = words.cautions(held.n_units, held.unit), held.comparisons[held.first]
    needed = too_few(comparison)
    if needed is not None:
        said.append(words.few_trials(len(comparison.samples), f"--trials {needed}"))
    return said


def signatures(held: Held) -> list[str]:
    return [f"{held.labels[name]}: {signature}" for name, signature in held.signatures.items()]


def cell(value: float, low: float, high: float) -> str:
    """A value and its interval, or what there is of it."""
    return decimal(value) if math.isnan(low) else f"{decimal(value)} [{decimal(low)}, {decimal(high)}]"


def decimal(value: float) -> str:
    return rounded(value, DECIMALS)


def json_of(records: Iterable[Record]) -> str:
    """A list of objects; NaN is null."""
    return json_list(
        {name: finite(value) if isinstance(value, float) else value for name, value in record.items()}
        for record in records
    )


def tsv_of(records: Sequence[Record]) -> str:
    """A header and one row each; NaN is ``nan``, and what a record does not have is empty."""
    rows = [["" if value is None else str(value) for value in record.values()] for record in records]
    return tsv([[*next(iter(records), {})], *rows])


def _typeset(text: str) -> str:
    return text.replace("-", MINUS)


PLAIN_CELLS = Style(PLAIN.table, str, str)
LATEX_CELLS = Style(LATEX.table, lambda text: Best(_typeset(text)), _typeset)
