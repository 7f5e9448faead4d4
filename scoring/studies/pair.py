"""Compute the evidence behind the p-value of one pair of systems: distributions, power and influence of segments."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from ..counting.arrays import Flags, Floats
from ..counting.progress import Progress, no_progress, progress_of_part
from ..significance import (
    LEVEL,
    Comparisons,
    Power,
    Removal,
    are_as_large,
    leave_one_out,
    null_differences,
    pool_runs,
    power_of_pair,
    removal,
    statistics_by_run,
)
from ..significance.resampling.replications import RunGroups
from .comparison import ComparisonRequest, Pair, SystemStatistics

REMOVAL_TRIALS = 10_000
"""The most trials of each test when segments are removed, which runs about twenty tests."""


@dataclass(frozen=True, eq=False)
class PairEvidence:
    """The evidence behind the p-value of one pair; differences are the first system's score minus the second's."""

    null: Floats
    """float64 (trials,): differences under the null hypothesis; for the bootstrap, the samples minus their mean."""
    as_large: Flags
    """bool (trials,): whether a difference in ``null`` is undefined or at least as large as the observed one."""
    sampled: Floats
    """float64 (trials,): differences of the bootstrap samples."""
    share_better: float
    """Share of the resamples in which the first system scores better, 0-1."""
    power: Power
    influence: Floats
    """float64 (n_units,): influence of each unit, as of ``leave_one_out``."""
    unit_scores: Floats
    """float64 (2, n_units): scores of both systems on each unit; the runs of a system are pooled."""
    removal: Removal
    n_different: int
    """Number of segments, or documents, in which the systems' statistics differ."""

    @property
    def n_bytes(self) -> int:
        arrays = self.null, self.as_large, self.sampled, self.influence, self.unit_scores, self.removal.order
        return sum(array.nbytes for array in arrays)


def run(
    request: ComparisonRequest,
    comparisons: Comparisons,
    rows: SystemStatistics,
    pair: Pair,
    on_progress: Progress = no_progress,
) -> PairEvidence:
    """Return null and bootstrap distribution, power and influence of a pair; both of its scores must be defined.

    ``comparisons`` are the comparisons of all pairs, and ``rows`` are the statistics that they are based on.
    """
    bootstrap, metric = comparisons.bootstrap, request.metric
    summed = _rows_of_systems(request, rows, pool_runs)
    steps = [progress_of_part(on_progress, step, 2) for step in range(2)]
    if request.test == "ar":
        exchanged = _rows_of_systems(request, rows, statistics_by_run) if request.exchange == "runs" else summed
        first, second = (exchanged[name] for name in pair)
        null = null_differences(metric, first, second, request.trials, request.seed, steps[0], request.exchange)
    else:
        null = bootstrap.null_differences(*pair)
    observed = np.subtract(*(comparisons.tested.scores[comparisons.index(name)] for name in pair))
    a, b = (summed[name] for name in pair)
    return PairEvidence(
        null,
        are_as_large(null, observed, metric.rounding),
        bootstrap.sampled_differences(*pair),
        bootstrap.share_better(*pair),
        power_of_pair(bootstrap, *pair),
        leave_one_out(metric, a, b),
        metric.score(np.stack([a, b])),
        removal(metric, a, b, min(request.trials, REMOVAL_TRIALS), request.seed, on_progress=steps[1]),
        int((a != b).any(axis=1).sum()),
    )


def _rows_of_systems(
    request: ComparisonRequest, rows: SystemStatistics, join: Callable[[SystemStatistics, RunGroups], SystemStatistics]
) -> SystemStatistics:
    """Return the rows of the compared systems; where outputs are runs, ``join`` makes a system's rows from them."""
    groups = request.runs_by_system
    return rows if groups is None else join(rows, groups)


def strict_power(comparisons: Comparisons, pair: Pair) -> Power | None:
    """Return the power at the level after Bonferroni's correction; None where nothing is corrected."""
    level = LEVEL / comparisons.n_adjusted
    return power_of_pair(comparisons.bootstrap, *pair, level=level) if level < LEVEL else None
