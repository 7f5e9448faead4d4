"""Approximate randomization: Riezler and Maxwell (2005), Figure 1; all pairs of systems in one pass."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import combinations

import numpy as np

from scoring.metric import Metric
from scoring.significance.draws import (
    Progress,
    as_large,
    checked,
    choices,
    chosen_sums,
    no_progress,
    swapped_sums,
    swaps,
)

Differences = Callable[[int, int], np.ndarray]
"""Takes two systems' indices, gives the first's score less the second's under each shuffle of a batch, (batch,)."""


@dataclass(frozen=True, eq=False)
class Randomization:
    """The outcome of approximate randomization for every pair of systems."""

    metric: Metric
    systems: tuple[str, ...]
    scores: np.ndarray
    """float64 (n_systems,)"""
    counts: np.ndarray
    """int64 (n_systems, n_systems): shuffles whose absolute difference is at least the one observed"""
    trials: int
    seed: int

    @property
    def differences(self) -> np.ndarray:
        """(n_systems, n_systems): the row's score less the column's."""
        return self.scores[:, None] - self.scores

    @property
    def p_values(self) -> np.ndarray:
        """(n_systems, n_systems): (c + 1) / (R + 1), two-sided; 1 for equal systems, NaN where a score is undefined."""
        return np.where(np.isnan(self.differences), np.nan, (self.counts + 1) / (self.trials + 1))


def randomize(
    metric: Metric,
    measured: Mapping[str, np.ndarray],
    trials: int = 10_000,
    seed: int = 1,
    on_progress: Progress = no_progress,
) -> Randomization:
    """Tests every pair of systems: would their difference be as large if each segment's outputs were exchanged at will?

    A shuffle swaps the statistics of each segment between the two systems with probability 1/2. All pairs share
    the shuffles: for each pair they are independent of the outputs and uniform over all 2^n, which is all that
    its test asks for, and so a pair's p-value does not depend on which other systems are there. That the errors
    of several p-values go together is no matter for Holm's and Bonferroni's corrections: they hold under any
    dependence.

    Of systems with several runs a shuffle gives each of two systems any half of all their outputs of a segment, each
    half as likely.

    Parameters
    ----------
    metric : whose statistics these are
    measured : system name -> statistics (n_segments, n_statistics), as ``Metric.measure`` gives them; or, of systems
        with as many runs each, (n_segments, n_runs, n_statistics), as ``by_run`` gives them
    trials : R, the number of shuffles
    seed : of the shuffles; the same for every metric and any systems over as many segments
    on_progress : is told the share done; what it raises ends the work

    A shuffle under which a score is not defined (NaN) counts as at least as large, so that it can only raise p.

    Raises ``ValueError`` as ``checked`` says.
    """
    rows, totals = checked(metric, measured, trials, at_least=2)
    observed = metric.score(totals)
    counts = np.full((len(rows), len(rows)), trials)
    pairs = list(combinations(range(len(rows)), 2))
    for a, b in pairs:
        counts[a, b] = 0
    for differences in _shuffled(metric, rows, totals, trials, seed, on_progress):
        for a, b in pairs:
            counts[a, b] += as_large(differences(a, b), observed[a] - observed[b]).sum()
    for a, b in pairs:
        counts[b, a] = counts[a, b]
    return Randomization(metric, tuple(measured), observed, counts, trials, seed)


def null_differences(
    metric: Metric,
    a: np.ndarray,
    b: np.ndarray,
    trials: int = 10_000,
    seed: int = 1,
    on_progress: Progress = no_progress,
) -> np.ndarray:
    """The null distribution of a pair: A's score less B's under the very shuffles of ``randomize``, (trials,).

    ``a`` and ``b`` are statistics as there. Raises ``ValueError`` as ``checked`` says.
    """
    rows, totals = checked(metric, {"A": a, "B": b}, trials)
    batches = _shuffled(metric, rows, totals, trials, seed, on_progress)
    return np.concatenate([differences(0, 1) for differences in batches])


def _shuffled(
    metric: Metric, rows: Sequence[np.ndarray], totals: np.ndarray, trials: int, seed: int, on_progress: Progress
) -> Iterator[Differences]:
    """Batches of shuffles, shared by all pairs."""
    if rows[0].ndim == 2:
        return _swapped(metric, rows, totals, trials, seed, on_progress)
    return _exchanged(metric, rows, trials, seed, on_progress)


def _swapped(
    metric: Metric, rows: Sequence[np.ndarray], totals: np.ndarray, trials: int, seed: int, on_progress: Progress
) -> Iterator[Differences]:
    """S_A' = S_A + swap @ (B - A), and B - A is the difference of what the two differ from the first system: one
    product a system serves all its pairs.
    """
    from_first = [statistics - rows[0] for statistics in rows[1:]]
    for batch in swaps(len(rows[0]), trials, seed, on_progress):
        none = np.zeros((len(batch), rows[0].shape[1]))
        gains = [none, *(swapped_sums(batch, difference) for difference in from_first)]
        yield partial(_of_swaps, metric, totals, gains)


def _of_swaps(metric: Metric, totals: np.ndarray, gains: Sequence[np.ndarray], a: int, b: int) -> np.ndarray:
    gain = gains[b] - gains[a]
    return _differences(metric, totals[a] + gain, totals[b] - gain)


def _exchanged(
    metric: Metric, rows: Sequence[np.ndarray], trials: int, seed: int, on_progress: Progress
) -> Iterator[Differences]:
    n_segments, n_runs, _ = rows[0].shape
    halves = np.array(list(combinations(range(2 * n_runs), n_runs)))
    for drawn in choices(n_segments, len(halves), trials, seed, on_progress):
        yield partial(_of_halves, metric, rows, halves, drawn)


def _of_halves(
    metric: Metric, rows: Sequence[np.ndarray], halves: np.ndarray, drawn: np.ndarray, a: int, b: int
) -> np.ndarray:
    both = np.concatenate([rows[a], rows[b]], axis=1)
    taken = chosen_sums(drawn, halves, both)
    return _differences(metric, taken, both.sum(axis=(0, 1)) - taken)


def _differences(metric: Metric, a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Scores of A's sums (batch, n_statistics) less those of B's."""
    scores = metric.score(np.stack([a, b]))
    return scores[0] - scores[1]
