"""Compute what each choice gains over a baseline choice by each judge, and test whether this could be chance."""

from dataclasses import dataclass

import numpy as np

from ..counting.arrays import Floats
from ..counting.progress import Progress, no_progress, progress_of_part
from ..output.numbers import LEVEL
from ..significance.bootstrap_intervals import bootstrap
from ..significance.corrections import adjust
from ..significance.randomization import count_shuffles
from ..significance.resampling.draws import monte_carlo_interval, p_value
from ..validation import expect, whole_number
from .choice_matrix import JudgeScores, Matrix
from .criteria import SYSTEM, criterion_of

TRIALS = 10_000
"""Usual number of shuffles, and of resamples, by each judge."""


@dataclass(frozen=True, eq=False)
class Gains:
    """The gains of every choice over a baseline choice; arrays are (n_choices, n_judges), as in the matrix."""

    matrix: Matrix
    baseline: str
    """name of the choice that the others are compared with"""
    gains: Floats
    """by how much each choice is better than the baseline; for an error rate, by how much lower"""
    p_adjusted: Floats
    """p-values by approximate randomization of segments, adjusted (Holm) for all choices of a judge, plain systems
    apart from other choices; NaN for the baseline
    """
    p_high: Floats
    """adjusted upper ends of the 95 % Monte Carlo intervals of the p-values"""
    low: Floats
    """lower ends of the 95 % expanded percentile intervals of the gains by the paired bootstrap"""
    high: Floats
    trials: int
    seed: int

    def could_be_chance(self, choice: int, judge: int) -> bool:
        """Return whether a choice's gain or loss by a judge is not surely significant."""
        return not self.p_high[choice, judge] <= LEVEL


def gains(
    matrix: Matrix, baseline: str, trials: int = TRIALS, seed: int = 1, on_progress: Progress = no_progress
) -> Gains:
    """Test the gain of every choice over the baseline, one of the choices, by every judge on its segments.

    Both choices of a pair have the same segments, which are shuffled and resampled.

    Raises ``ValueError`` for an unknown baseline. An exception that ``on_progress`` raises ends the work.
    """
    expect(matrix, Matrix, "matrix")
    at = matrix.index(baseline)
    whole_number(trials, "The number of trials", 1, 1_000_000)
    shape = matrix.scores.shape
    p_values, p_high, low, high = (np.full(shape, np.nan) for _ in range(4))
    systems = np.array([criterion_of(name).kind == SYSTEM for name in matrix.names])
    for place, column in enumerate(matrix.columns):
        tell = progress_of_part(on_progress, place, len(matrix.columns))
        p_and_ends = _p_values(column, at, trials, seed, progress_of_part(tell, 0, 2))
        for family in (systems, ~systems):
            p_values[family, place], p_high[family, place] = (adjust(values[family]) for values in p_and_ends)
        low[:, place], high[:, place] = _intervals(column, at, trials, seed, progress_of_part(tell, 1, 2))
    signs = np.array([1.0 if judge.higher_is_better else -1.0 for judge in matrix.judges])
    better = signs * (matrix.scores - matrix.scores[at]) + 0.0  # no -0.0
    return Gains(matrix, baseline, better, p_values, p_high, low, high, trials, seed)


def _p_values(column: JudgeScores, at: int, trials: int, seed: int, on_progress: Progress) -> tuple[Floats, Floats]:
    """Return p-values and the upper ends of their intervals, each (n_choices,).

    NaN for the baseline, and where a score is not defined.
    """
    others = [place for place in range(len(column.rows)) if place != at]
    p_values, highest = (np.full(len(column.rows), np.nan) for _ in range(2))
    if others:
        pairs = [(min(place, at), max(place, at)) for place in others]
        counts = count_shuffles(column.judge, column.rows, pairs, trials, seed, on_progress)
        p_values[others] = p_value(np.array(counts), trials)
        highest[others] = [monte_carlo_interval(int(count), trials)[1] for count in counts]
    undefined = np.isnan(column.scores - column.scores[at])
    p_values[undefined] = highest[undefined] = np.nan
    return p_values, highest


def _intervals(column: JudgeScores, at: int, trials: int, seed: int, on_progress: Progress) -> tuple[Floats, Floats]:
    """Return the lower and upper ends of the intervals of the gains, each (n_choices,); 0 for the baseline."""
    resampled = bootstrap(column.judge, column.rows, trials, seed, on_progress)
    names = list(column.rows)
    better = column.judge.higher_is_better
    ends = [resampled.difference_interval(*((name, names[at]) if better else (names[at], name))) for name in names]
    low, high = np.array(ends).T
    return low, high
