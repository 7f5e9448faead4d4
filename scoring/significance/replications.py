"""Several runs of one system, such as optimizer runs or seeds: Clark et al. (2011)."""

import math
import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from scoring.metric import Metric
from scoring.significance.bootstrap import bootstrap, deviation
from scoring.significance.draws import Progress, no_progress
from scoring.testset import check_counts

Runs = Mapping[str, Sequence[str]]
"""System -> the names of its runs."""
MOST_RUNS = 10
"""Of a system whose runs are exchanged: a segment's outputs have 184,756 halves then."""
_RUN = re.compile(r"(?P<system>.+?)[ ._-]+(?:opt|run|seed|rep)[ ._-]?\d+", re.IGNORECASE)


@dataclass(frozen=True, eq=False)
class Replications:
    """One system in several runs, and where its score's uncertainty comes from."""

    system: str
    runs: tuple[str, ...]
    scores: np.ndarray
    """float64 (n_runs,)"""
    selection: float
    """s_sel, points: the bootstrap's standard deviation of a run's score, averaged over the runs; NaN below two
    segments"""

    @property
    def mean(self) -> float:
        return float(self.scores.mean())

    @property
    def instability(self) -> float:
        """s_opt, points: the standard deviation of the scores over the runs, with n - 1; NaN for a single run."""
        return deviation(self.scores)


def run_error(a: Replications, b: Replications) -> float:
    """The standard error of the difference of two systems' mean scores from run to run, points; NaN for a single run.

    Neither randomization nor the bootstrap over segments knows of it: both take the runs as they are.
    """
    return math.hypot(*(found.instability / math.sqrt(len(found.runs)) for found in (a, b)))


def group_runs(names: Iterable[str]) -> dict[str, tuple[str, ...]]:
    """A proposal of which names are runs of one system: ``x.opt0`` and ``x.opt1`` of ``x``.

    A name ends in opt, run, seed or rep and a number; one without, or whose system would take another's name or have
    no other run, stands for itself.
    """
    names = list(names)
    groups = defaultdict(list)
    for name in names:
        found = _RUN.fullmatch(name)
        groups[found["system"] if found else name].append(name)
    proposed = {}
    for system, runs in groups.items():
        alone = len(runs) == 1 or system in runs
        proposed |= {name: (name,) for name in runs} if alone else {system: tuple(runs)}
    return proposed


def by_run(measured: Mapping[str, np.ndarray], groups: Runs) -> dict[str, np.ndarray]:
    """For each system the rows of all its runs side by side: (n_segments, n_runs, n_statistics).

    ``randomize`` takes these. (multeval, which means to exchange all outputs of a segment between systems and runs,
    exchanges only the runs of one number, so that its p hangs on how runs are numbered.)

    Raises ``ValueError`` as ``check_exchangeable`` and ``pooled`` say.
    """
    _check(measured, groups)
    check_exchangeable(groups)
    return {system: np.stack([measured[run] for run in runs], axis=1) for system, runs in groups.items()}


def pooled(measured: Mapping[str, np.ndarray], groups: Runs) -> dict[str, np.ndarray]:
    """For each system the sum over its runs of each segment's statistics: (n_segments, n_statistics).

    The score of their sum is that of all runs as one corpus. A resample of these draws a segment with all its runs,
    because runs over the same segments are no further segments; a shuffle swaps all of them. Where numbers of runs
    differ, each system's are taken as often as makes them equal, so that a swapped segment weighs as much as before.

    Raises ``ValueError`` for a system without runs, runs that are not measured or stand in two systems, and unequal
    numbers of segments.
    """
    _check(measured, groups)
    n_outputs = math.lcm(*map(len, groups.values()))
    return {
        system: np.sum([measured[run] for run in runs], axis=0) * (n_outputs // len(runs))
        for system, runs in groups.items()
    }


def check_exchangeable(groups: Runs) -> None:
    """Raises ``ValueError`` where systems have unequal numbers of runs, or too many to exchange them one by one."""
    counts = {system: len(runs) for system, runs in groups.items()}
    if len(set(counts.values())) > 1:
        listed = ", ".join(f"{system} has {count}" for system, count in counts.items())
        raise ValueError(f"Exchanging runs takes as many of every system; {listed}. Exchanging segments takes any.")
    if max(counts.values(), default=0) > MOST_RUNS:
        raise ValueError(
            f"Exchanging runs takes at most {MOST_RUNS} runs of a system; found {max(counts.values())}."
            " Exchanging segments takes any number."
        )


def _check(measured: Mapping[str, np.ndarray], groups: Runs) -> None:
    taken = set()
    for system, runs in groups.items():
        if not runs:
            raise ValueError(f"{system} has no runs; expected at least one of every system.")
        for run in runs:
            if run not in measured:
                raise ValueError(f"{system} has a run {run} that is not there; there are {', '.join(measured)}.")
            if run in taken:
                raise ValueError(f"{run} stands twice among the runs; expected each of them once, in one system.")
            taken.add(run)
    check_counts({run: len(measured[run]) for run in taken})


def replications(
    metric: Metric,
    measured: Mapping[str, np.ndarray],
    groups: Runs,
    trials: int = 10_000,
    seed: int = 1,
    on_progress: Progress = no_progress,
) -> list[Replications]:
    """For each system the scores of its runs, the variation due to test-set selection and that between runs.

    Parameters as those of ``randomize``; ``measured`` holds the runs. Raises ``ValueError`` as ``checked`` and
    ``pooled`` say.
    """
    _check(measured, groups)
    used = {run: measured[run] for runs in groups.values() for run in runs}
    resampled = bootstrap(metric, used, trials, seed, on_progress)
    found = []
    for system, runs in groups.items():
        columns = [resampled.systems.index(run) for run in runs]
        selection = float(np.mean([resampled.score_error(run) for run in runs]))
        found.append(Replications(system, tuple(runs), resampled.scores[columns], selection))
    return found
