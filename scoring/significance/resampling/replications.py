"""Group the runs of one system, such as optimizer runs or seeds, and measure how scores vary: Clark et al. (2011)."""

import math
import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from ...counting.arrays import Floats
from ...counting.progress import Progress, no_progress
from ...metric import Metric
from ...text.texts import check_counts
from ...validation import as_float_array, as_list, expect
from ..bootstrap_intervals import bootstrap, deviation
from .draws import check_statistics

RunGroups = Mapping[str, Sequence[str]]
"""System -> the names of its runs."""
MAX_RUNS = 10
"""Most runs of a system that can be exchanged: they already have 184,756 ways to halve a segment's outputs."""
_RUN = re.compile(r"(?P<system>.+?)[ ._-]+(?:opt|run|seed|rep)[ ._-]?\d+", re.IGNORECASE)


@dataclass(frozen=True, eq=False)
class Replications:
    """The scores of one system's runs, and the two sources of their uncertainty."""

    system: str
    runs: tuple[str, ...]
    scores: Floats
    """float64 (n_runs,): score of each run"""
    selection: float
    """s_sel: the bootstrap's standard deviation of a run's score, averaged over the runs; NaN below two
    segments
    """

    @property
    def mean(self) -> float:
        return float(self.scores.mean())

    @property
    def instability(self) -> float:
        """s_opt: the standard deviation of the scores over the runs, with n - 1; NaN for a single run."""
        return deviation(self.scores)


def run_error(a: Replications, b: Replications) -> float:
    """Return the standard error between runs of the difference of two systems' mean scores; NaN for a single run.

    Randomization and the bootstrap over segments do not include this error: both take the runs as they are.
    """
    for system in (a, b):
        expect(system, Replications, "runs of a system")
    return math.hypot(*(system.instability / math.sqrt(len(system.runs)) for system in (a, b)))


def group_runs(names: Iterable[str]) -> dict[str, tuple[str, ...]]:
    """Return a proposal for the names that are runs of one system: ``x.opt0`` and ``x.opt1`` of ``x``.

    A run's name ends in opt, run, seed or rep and a number. A name without these is a system by itself. So is a run
    whose system would have no other run, or the name of another output.
    """
    names = as_list(names, "names", str, "name")
    groups: defaultdict[str, list[str]] = defaultdict(list)
    for name in names:
        match = _RUN.fullmatch(name)
        groups[match["system"] if match else name].append(name)
    proposed: dict[str, tuple[str, ...]] = {}
    for system, runs in groups.items():
        alone = len(runs) == 1 or system in runs
        proposed |= {name: (name,) for name in runs} if alone else {system: tuple(runs)}
    return proposed


def statistics_by_run(statistics: Mapping[str, Floats], groups: RunGroups) -> dict[str, Floats]:
    """Return for each system the rows of all its runs side by side, (n_segments, n_runs, n_statistics).

    ``randomize`` takes these. (multeval, which means to exchange all outputs of a segment between systems and runs,
    exchanges only the runs of one number, so that its p depends on how runs are numbered.)

    Raises ``ValueError`` as ``check_exchangeable`` and ``pool_runs`` do.
    """
    used = _statistics_of_runs(statistics, groups)
    check_exchangeable(groups)
    return {system: np.stack([used[run] for run in runs], axis=1) for system, runs in groups.items()}


def pool_runs(statistics: Mapping[str, Floats], groups: RunGroups) -> dict[str, Floats]:
    """Return for each system the sum over its runs of each segment's statistics, (n_segments, n_statistics).

    The score of all these sums is the score of all runs as one corpus. A resample draws a segment with all its runs,
    because runs over the same segments are no further segments; a shuffle swaps all of them. Where systems have unequal
    numbers of runs, their sums are multiplied to equal numbers, so that a swapped segment weighs as much as before.

    Raises ``ValueError`` for a system without runs, runs that are not measured or are in two systems, and unequal
    numbers of segments.
    """
    used = _statistics_of_runs(statistics, groups)
    n_outputs = math.lcm(*map(len, groups.values()))
    return {
        system: np.sum([used[run] for run in runs], axis=0) * (n_outputs // len(runs))
        for system, runs in groups.items()
    }


def check_exchangeable(groups: RunGroups) -> None:
    """Raise ``ValueError`` where systems have unequal numbers of runs, or too many to exchange them one by one."""
    check_groups(groups)
    counts = {system: len(runs) for system, runs in groups.items()}
    if len(set(counts.values())) > 1:
        listed = ", ".join(f"{system} has {count}" for system, count in counts.items())
        raise ValueError(f"Exchanging runs takes as many of every system; {listed}. --exchange together takes any.")
    if max(counts.values(), default=0) > MAX_RUNS:
        raise ValueError(
            f"Exchanging runs takes at most {MAX_RUNS} runs of a system; found {max(counts.values())}."
            " --exchange together takes any number."
        )


def check_groups(groups: RunGroups) -> None:
    """Raise ``ValueError`` unless ``groups`` maps systems to the names of their runs."""
    expect(groups, Mapping, "runs by system")
    for runs in groups.values():
        as_list(runs, "runs of a system", str, "name of a run")


def _statistics_of_runs(statistics: Mapping[str, Floats], groups: RunGroups) -> dict[str, Floats]:
    """Return the statistics of all runs by name, in order; raise ``ValueError`` as ``pool_runs`` does."""
    check_statistics(statistics)
    check_groups(groups)
    used: dict[str, Floats] = {}
    for system, runs in groups.items():
        if not runs:
            raise ValueError(f"{system} has no runs; expected at least one of every system.")
        for run in runs:
            if run not in statistics:
                raise ValueError(f"{system} has a run {run} that is not there; there are {', '.join(statistics)}.")
            if run in used:
                raise ValueError(f"{run} stands twice among the runs; expected each of them once, in one system.")
            used[run] = as_float_array(statistics[run], f"statistics of {run}", 2)
    check_counts({run: len(table) for run, table in used.items()})
    return used


def replications(
    metric: Metric,
    statistics: Mapping[str, Floats],
    groups: RunGroups,
    trials: int = 10_000,
    seed: int = 1,
    on_progress: Progress = no_progress,
) -> list[Replications]:
    """Return for each system the scores of its runs, the variation due to test-set selection and that between runs.

    Parameters as for ``randomize``; ``statistics`` holds the runs. Raises ``ValueError`` as ``checked_statistics`` and
    ``pool_runs`` do.
    """
    resampled = bootstrap(metric, _statistics_of_runs(statistics, groups), trials, seed, on_progress)
    results = []
    for system, runs in groups.items():
        columns = [resampled.systems.index(run) for run in runs]
        selection = float(np.mean([resampled.score_error(run) for run in runs]))
        results.append(Replications(system, tuple(runs), resampled.scores[columns], selection))
    return results
