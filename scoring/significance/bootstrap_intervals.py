"""The paired bootstrap: Koehn (2004), with resamples as large as the test set."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import combinations
from zlib import crc32

import numpy as np

from ..counting.arrays import Floats, Ints
from ..counting.progress import Progress, no_progress
from ..counting.threads import run_side_by_side
from ..metric import Metric
from ..text.texts import check_counts
from ..validation import as_list, check_share, expect, position
from .resampling.draws import (
    Choices,
    Sums,
    are_as_large,
    checked_statistics,
    p_value,
    pack_statistics,
    resampled_sums,
    resamples,
)
from .resampling.expansion import expanded_p, share_outside

CONFIDENCE = 0.95
"""Usual level of an interval: the probability with which it is to hold the true value."""
MAX_COUNTS = 1 << 21
"""Maximum of the multinomial counts that are drawn at once."""


@dataclass(frozen=True, eq=False)
class Bootstrap:
    """Scores of every system under the same resamples, and the intervals and p-values that follow from them.

    All resamples of a single segment are the same and say nothing of other segments. So p-values and standard errors
    are NaN below two segments. Intervals are NaN also where the segments are so few that no p-value is below 1 less
    their level: at 95 %, below six. The methods raise ``ValueError`` for an unknown system.
    """

    metric: Metric
    systems: tuple[str, ...]
    scores: Floats
    """float64 (n_systems,): scores of the test set itself"""
    samples: Floats
    """float64 (trials, n_systems): scores of each resample; NaN for a system that has no score"""
    n_units: int
    """number of rows that were drawn from: segments, or documents"""
    seed: int
    _intervals: dict[tuple[str | float, ...], tuple[float, float]] = field(default_factory=dict, init=False, repr=False)
    """Cache of the intervals, which take long to compute where there are many systems."""

    def only(self, systems: Sequence[str]) -> "Bootstrap":
        """Return the bootstrap of these systems alone; raise ``ValueError`` for an unknown system."""
        systems = as_list(systems, "systems")
        places = [position(system, self.systems, "system") for system in systems]
        subset = replace(self, systems=tuple(systems), scores=self.scores[places], samples=self.samples[:, places])
        subset._intervals.update(self._intervals)
        return subset

    @property
    def trials(self) -> int:
        return len(self.samples)

    @property
    def differences(self) -> Floats:
        """Differences of the scores (n_systems, n_systems): the row's system less the column's."""
        differences: Floats = self.scores[:, None] - self.scores
        return differences

    @cached_property
    def counts(self) -> Ints:
        """Number of resamples that count against each difference, int64 (n_systems, n_systems).

        A resample counts if its difference is at least as far from the mean of all resamples' differences as the
        observed difference is from 0 (Riezler and Maxwell 2005, Figure 2, two-sided), or if its difference is not
        defined. All count where the observed difference is not defined.
        """
        counts = np.full(self.differences.shape, self.trials)
        for a, b in combinations(range(len(self.systems)), 2):
            null = self.null_differences(self.systems[a], self.systems[b])
            if not np.isnan(self.differences[a, b]):
                observed = self.scores[a] - self.scores[b]
                counts[a, b] = counts[b, a] = are_as_large(null, observed, self.metric.rounding).sum()
        return counts

    @cached_property
    def p_values(self) -> Floats:
        """Two-sided, centred p-values (n_systems, n_systems); 1 for equal systems.

        (c + 1) / (R + 1), where c are the ``counts``; ``expanded_p`` makes them larger where there are few segments.
        NaN where a score is not defined, and below two segments.
        """
        p_values = expanded_p(p_value(self.counts, self.trials), self.n_units)
        return np.where(np.isnan(self.differences), np.nan, p_values)

    def interval(self, system: str, level: float = CONFIDENCE) -> tuple[float, float]:
        """Return the expanded percentile interval of a system's score, over the resamples where it is defined.

        NaN where ``expanded_percentiles`` gives NaN.
        """
        return self._cached_interval(self._resampled_scores(system), level, system)

    def sampled_differences(self, a: str, b: str) -> Floats:
        """Return A's score less B's in each resample, the bootstrap distribution of their difference, (trials,)."""
        differences: Floats = self._resampled_scores(a) - self._resampled_scores(b)
        return differences

    def null_differences(self, a: str, b: str) -> Floats:
        """Return the null distribution of A's score less B's, (trials,): the resamples' differences less their mean.

        The mean is that of the defined differences.
        """
        differences = self.sampled_differences(a, b)
        defined = differences[~np.isnan(differences)]
        return differences - (defined.mean() if len(defined) else 0.0)

    def difference_interval(self, a: str, b: str, level: float = CONFIDENCE) -> tuple[float, float]:
        """Return the expanded percentile interval of A's score less B's; NaN where ``interval`` gives NaN."""
        return self._cached_interval(self.sampled_differences(a, b), level, a, b)

    def _cached_interval(self, sampled: Floats, level: float, *systems: str) -> tuple[float, float]:
        check_share(level, "level of an interval")
        key: tuple[str | float, ...] = (*systems, level)
        if key not in self._intervals:
            self._intervals[key] = expanded_percentiles(sampled, self.n_units, level)
        return self._intervals[key]

    def standard_error(self, a: str, b: str) -> float:
        """Return the standard deviation of A's score less B's over the resamples; NaN if fewer than two are defined."""
        return self._deviation(self.sampled_differences(a, b))

    def score_error(self, system: str) -> float:
        """Return the standard deviation of a system's score over the resamples; NaN if fewer than two are defined."""
        return self._deviation(self._resampled_scores(system))

    def share_better(self, a: str, b: str) -> float:
        """Return the share of resamples in which A beats B by more than rounding, 0-1: the statement of Koehn (2004).

        NaN where no resample has a difference.
        """
        differences = self.sampled_differences(a, b)
        if np.isnan(differences).all():
            return float("nan")
        leads = differences if self.metric.higher_is_better else -differences
        return float((leads > self.metric.rounding).mean())

    def _resampled_scores(self, system: str) -> Floats:
        return self.samples[:, position(system, self.systems, "system")]

    def _deviation(self, values: Floats) -> float:
        return deviation(values) if self.n_units > 1 else float("nan")


def bootstrap(
    metric: Metric,
    statistics: Mapping[str, Floats],
    trials: int = 10_000,
    seed: int = 1,
    on_progress: Progress = no_progress,
) -> Bootstrap:
    """Score every system on the same ``trials`` resamples of the segments, so that systems are paired.

    Parameters as for ``randomize``; one system is enough. Raises ``ValueError`` as ``checked_statistics`` does.
    """
    return bootstrap_by_metric({metric: statistics}, trials, seed, on_progress)[metric]


def bootstrap_by_equal_rows(
    metric: Metric, statistics: Mapping[str, Floats], trials: int = 10_000, seed: int = 1
) -> Bootstrap:
    """Score resamples as ``bootstrap`` does, faster where many segments have equal statistics.

    The number of times that each distinct row is in a resample is multinomial. So the samples have the same
    distribution as those of ``bootstrap``, but are not the same samples. The time grows with the number of distinct
    rows, not of segments; where few rows are equal, this is slower than ``bootstrap``.
    """
    rows, totals = checked_statistics(metric, statistics, trials, seed)
    different, counts = np.unique(np.concatenate(rows, axis=1), axis=0, return_counts=True)
    generator, n_units, batch_size = np.random.default_rng(seed), len(rows[0]), max(1, MAX_COUNTS // len(different))
    samples = []
    for first in range(0, trials, batch_size):
        row_counts = generator.multinomial(n_units, counts / n_units, size=min(batch_size, trials - first))
        samples.append(metric.score(_system_sums(row_counts @ different, totals.shape)))
    return bootstrap_of_samples(metric, tuple(statistics), totals, np.concatenate(samples), n_units, seed)


def bootstrap_by_metric(
    statistics: Mapping[Metric, Mapping[str, Floats]],
    trials: int = 10_000,
    seed: int = 1,
    on_progress: Progress = no_progress,
) -> dict[Metric, Bootstrap]:
    """Return the ``bootstrap`` by each of several metrics, with the same resamples for all metrics.

    Parameters and errors as for ``bootstrap``. Raises ``ValueError`` also where metrics have unequal numbers of
    segments.
    """
    expect(statistics, Mapping, "statistics by metric")
    rows_and_totals = {
        metric: checked_statistics(metric, systems, trials, seed) for metric, systems in statistics.items()
    }
    if not rows_and_totals:
        return {}
    check_counts({metric.label: len(rows[0]) for metric, (rows, _) in rows_and_totals.items()})
    tables = {metric: pack_statistics(np.concatenate(rows, axis=1)) for metric, (rows, _) in rows_and_totals.items()}
    n_units = len(next(iter(tables.values())))
    # The seed of a system's random numbers depends on its own sums, not on the systems it is drawn with.
    digests = {metric: [crc32(own.tobytes()) for own in totals] for metric, (_, totals) in rows_and_totals.items()}

    def score(numbered: tuple[int, Choices]) -> list[Floats]:
        number, batch = numbered
        return [
            metric.resampled_scores(
                _system_sums(resampled_sums(batch, tables[metric]), totals.shape),
                [(seed, number, own) for own in digests[metric]],
            )
            for metric, (_, totals) in rows_and_totals.items()
        ]

    scored = zip(*run_side_by_side(score, enumerate(resamples(n_units, trials, seed, on_progress))), strict=True)
    return {
        metric: bootstrap_of_samples(metric, tuple(statistics[metric]), totals, np.concatenate(samples), n_units, seed)
        for (metric, (_, totals)), samples in zip(rows_and_totals.items(), scored, strict=True)
    }


def _system_sums(sums: Floats | Sums, shape: tuple[int, ...]) -> Floats:
    """Return the sums as float64 (batch, n_systems, n_statistics), from rows that hold the systems' sums side by side.

    Padding at the end of the rows is left out.
    """
    return sums[:, : math.prod(shape)].reshape(-1, *shape).astype(float)


def bootstrap_of_samples(
    metric: Metric, systems: tuple[str, ...], totals: Floats, samples: Floats, n_units: int, seed: int
) -> Bootstrap:
    """Return a ``Bootstrap`` from systems' sums (n_systems, n_statistics) and resampled scores (trials, n_systems)."""
    scores = metric.score(totals)
    samples = np.where(np.isnan(scores), np.nan, samples)  # also if a resample leaves out the undefined part
    return Bootstrap(metric, systems, scores, samples, n_units, seed)


def least_resamples(level: float = CONFIDENCE, n_units: int | None = None) -> float:
    """Return the fewest resamples whose percentiles leave out at least one on either side: 40 at 95 %.

    With ``n_units`` segments, or documents, return the fewest for ``expanded_percentiles``: 54 for 30 units, infinite
    below six.
    """
    check_share(level, "level of an interval")
    return _fewest_resamples(1 - level if n_units is None else share_outside(level, n_units))


def percentiles(values: Floats, level: float = CONFIDENCE) -> tuple[float, float]:
    """Return the two percentiles between which a share ``level`` of the defined values (n,) lies.

    Equal shares are left out below and above. NaN for fewer than ``least_resamples`` values.
    """
    check_share(level, "level of an interval")
    return _percentiles_leaving_out(values, 1 - level)


def expanded_percentiles(samples: Floats, n_units: int, level: float = CONFIDENCE) -> tuple[float, float]:
    """Return the interval of a number from its resamples (n,), as percentiles that lie further out where units are few.

    ``n_units`` is the number of segments, or documents, that are drawn. NaN below ``least_resamples``, so always where
    no p-value of so few units is as small as 1 - ``level``.
    """
    return _percentiles_leaving_out(samples, share_outside(level, n_units))


def _percentiles_leaving_out(values: Floats, outside: float) -> tuple[float, float]:
    """Return the percentiles that leave out a share ``outside`` of the defined values, both sides together."""
    defined = values[~np.isnan(values)]
    if len(defined) < _fewest_resamples(outside):
        return float("nan"), float("nan")
    low, high = np.quantile(defined, [outside / 2, 1 - outside / 2])
    return float(low), float(high)


def _fewest_resamples(outside: float) -> float:
    return math.ceil(round(2 / outside, 6)) if outside else math.inf


def deviation(values: Floats) -> float:
    """Return the standard deviation of the defined values; NaN for fewer than two."""
    defined = values[~np.isnan(values)]
    return float(defined.std(ddof=1)) if len(defined) > 1 else float("nan")
