"""Test whether one metric agrees better than another by swapping scores: PERM-BOTH, Deutsch, Dror and Roth (2021).

A Statistical Analysis of Summarization Evaluation Metrics Using Resampling Methods, TACL 9, section 5. Both metrics'
scores are standardized; in every trial each output's two scores change places with probability 1/2. Where documents are
drawn, a system's outputs of a document change places as one.
"""

from dataclasses import dataclass

import numpy as np

from ...counting.arrays import Floats, Ints
from ...counting.progress import Progress, no_progress
from ...significance.resampling.draws import are_as_large, p_value
from ...validation import check_known
from ..agreement import TRIALS, Resampling, suitable_measures
from ..judge import Judge
from ..oriented_scores import OrientedScores, check_scored
from .measures import MEASURES

_CELLS = 4_000_000
"""Number of scores that are swapped at once."""


@dataclass(frozen=True, eq=False)
class PermutationResult:
    """The result of the test: by how much the first metric agrees better, observed and in each trial."""

    difference: float
    """observed difference of the metrics' values; a system's score is the mean of its segment scores"""
    differences: Floats
    """(trials,): differences after swaps"""

    @property
    def p_value(self) -> float:
        """Two-sided p-value, (c + 1) / (R + 1); NaN where the difference is not defined."""
        if np.isnan(self.difference):
            return float("nan")
        return p_value(int(are_as_large(self.differences, self.difference).sum()), len(self.differences))


def swap_scores(
    judge: Judge,
    a: OrientedScores,
    b: OrientedScores,
    measure: str,
    trials: int = TRIALS,
    seed: int = 1,
    on_progress: Progress = no_progress,
    members: Ints | None = None,
) -> PermutationResult:
    """Test two metrics by a key of MEASURES; ``members`` are those of ``Resampling``, where documents are swapped.

    Raises ``ValueError`` for a measure that does not suit these judgments, scores of other systems or segments, and as
    ``Resampling`` does.
    """
    check_known(measure, suitable_measures(judge), f"measure for {judge.unit} of {judge.name}")
    for scored in (a, b):
        check_scored(judge, scored)
    units = Resampling(trials, seed, members).units(judge.n_segments)
    of_tables = MEASURES[measure].of_tables
    first, second = _standardized(a.segments), _standardized(b.segments)
    generator = np.random.default_rng(seed)
    batch = max(1, min(trials, _CELLS // max(first.size, len(judge.pairs))))
    differences = []
    for start in range(0, trials, batch):
        coins = generator.random((min(batch, trials - start), judge.n_systems, units.max() + 1)) < 0.5
        swapped = coins[..., units]
        mixed = (np.where(swapped, second, first), np.where(swapped, first, second))
        differences.append(np.subtract(*(of_tables(judge, tables) for tables in mixed)))
        on_progress(min(1.0, (start + batch) / trials))
    observed = np.subtract(*(of_tables(judge, table[None]) for table in (first, second)))
    return PermutationResult(float(observed[0]), np.concatenate(differences))


def _standardized(scores: Floats) -> Floats:
    """Return the scores with mean 0 and standard deviation 1, so that swapped scores have one scale."""
    spread = np.nanstd(scores)
    centred: Floats = scores - np.nanmean(scores)
    return centred / spread if spread > 0 else centred
