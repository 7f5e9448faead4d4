"""Combine several scores of one output by the same judge, and estimate how far chance moves the combined score."""

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
import numpy.typing as npt

from ..counting.arrays import Floats
from ..validation import check_known, whole_number

MAX_REPEATS = 100
"""Maximum number of scores that a judge gives one output."""
OUTLIER_DEVIATIONS = 2.0
DRAWS, DRAWS_SEED = 200, 1
"""Number of resamples of an output's repeats, and their seed, for the variance of a score that is no plain mean."""
BLOCK_SCORES = 2**17
"""Number of drawn scores that are in memory at once."""


def mean_of_repeats(scores: Floats) -> Floats:
    """Return the mean (...) of scores (..., n_repeats) without NaN, which are missing; NaN if all are missing."""
    has_score = ~np.isnan(scores)
    counts = has_score.sum(axis=-1)
    undefined: Floats = np.full(counts.shape, np.nan)
    mean: Floats = np.divide(np.where(has_score, scores, 0.0).sum(axis=-1), counts, out=undefined, where=counts > 0)
    return mean


def reciprocal_rank_mean(scores: Floats) -> Floats:
    """Return the mean (...) of scores (..., n_repeats) without outliers, in which the n-th best score weighs 1/n.

    Outliers are further from the mean than two standard deviations, with the number of scores as divisor. NaN are
    missing scores. Source: Junczys-Dowmunt (2025), GEMBA V2. The abstract does not say which score has rank 1: here the
    best one has.

    >>> reciprocal_rank_mean(np.array([-6.0, -1.0, -5.0])).round(4).item()
    -3.0
    """
    mean = mean_of_repeats(scores)[..., None]
    deviation = np.sqrt(mean_of_repeats((scores - mean) ** 2))[..., None]
    inliers = np.where(np.abs(scores - mean) <= OUTLIER_DEVIATIONS * deviation + 1e-9, scores, np.nan)
    best_first = -np.sort(-inliers, axis=-1)  # NaN last
    weights = np.where(np.isnan(best_first), 0.0, 1 / np.arange(1, scores.shape[-1] + 1))
    total = weights.sum(axis=-1)
    undefined: Floats = np.full(total.shape, np.nan)
    weighed = (np.nan_to_num(best_first) * weights).sum(axis=-1)
    mean_by_rank: Floats = np.divide(weighed, total, out=undefined, where=total > 0)
    return mean_by_rank


MEAN, RECIPROCAL_RANKS = "mean", "reciprocal ranks"
COMBINED_BY: Mapping[str, Callable[[Floats], Floats]] = {MEAN: mean_of_repeats, RECIPROCAL_RANKS: reciprocal_rank_mean}
"""Functions that combine the scores of an output's repeats, by name."""


@dataclass(frozen=True, eq=False)
class RepeatedScores:
    """All scores of a judge that was asked several times.

    Raises ``ValueError`` for an unknown way to combine scores, and for more than ``MAX_REPEATS`` repeats.
    """

    values: Mapping[str, Floats]
    """Scores by system, (n_segments, n_repeats); NaN for a missing score."""
    combined_by: str = MEAN
    """Way to combine the scores, one of ``COMBINED_BY``."""

    def __post_init__(self) -> None:
        check_known(self.combined_by, COMBINED_BY, "way to combine repeats")
        values = {system: np.array(scores, float) for system, scores in self.values.items()}
        for scores in values.values():
            whole_number(scores.shape[1], "The number of repeats", 1, MAX_REPEATS)
            scores.flags.writeable = False
        object.__setattr__(self, "values", values)

    @property
    def n_repeats(self) -> int:
        """Largest number of scores that an output has."""
        return max((int((~np.isnan(scores)).sum(axis=1).max(initial=0)) for scores in self.values.values()), default=0)

    @property
    def n_bytes(self) -> int:
        return sum(scores.nbytes for scores in self.values.values())

    def combined_scores(self, system: str) -> Floats:
        """Return the combined score of each output of a system, float64 (n_segments,)."""
        return COMBINED_BY[self.combined_by](self.values[system])

    @cached_property
    def variances(self) -> dict[str, Floats]:
        """Variance of each output's combined score if its repeats are drawn again, by system, (n_segments,).

        An output with a single score gets the mean variance of the system's other outputs; without a score it is 0.
        """
        return {system: self._variance(scores) for system, scores in self.values.items()}

    def _variance(self, scores: Floats) -> Floats:
        has_score = ~np.isnan(scores)
        counts = has_score.sum(axis=1)
        if self.combined_by == MEAN:
            spread = mean_of_repeats((scores - mean_of_repeats(scores)[:, None]) ** 2)
            variances = np.divide(spread, counts, out=np.zeros(len(scores)), where=counts > 0)
        else:
            variances = self._drawn_variance(scores, counts)
        has_repeats = counts > 1
        usual = variances[has_repeats].mean() if has_repeats.any() else 0.0
        variance: Floats = np.where(has_repeats, variances, usual) * (counts > 0)
        return variance

    def _drawn_variance(self, scores: Floats, counts: npt.NDArray[np.int64]) -> Floats:
        """Return the variance over ``DRAWS`` resamples of each output's repeats."""
        first = -np.sort(-scores, axis=1)  # those that are there, then NaN
        random_numbers = np.random.default_rng(DRAWS_SEED).random((DRAWS, scores.shape[1]))
        n_rows = max(1, BLOCK_SCORES // random_numbers.size)
        variance: Floats = np.zeros(len(scores))
        for start in range(0, len(scores), n_rows):
            block = slice(start, start + n_rows)
            variance[block] = self._variance_of_block(first[block], counts[block], random_numbers)
        return variance

    def _variance_of_block(self, first: Floats, counts: npt.NDArray[np.int64], random_numbers: Floats) -> Floats:
        """Return the variance over resamples of some outputs, whose missing scores come last.

        ``random_numbers`` (``DRAWS``, n_repeats) has random numbers from 0 to 1.
        """
        places = np.minimum((random_numbers[None] * counts[:, None, None]).astype(np.int64), first.shape[1] - 1)
        resampled = np.take_along_axis(first[:, None, :], places, axis=2)
        missing = np.arange(first.shape[1]) >= counts[:, None]
        resampled = np.where(missing[:, None, :], np.nan, resampled)
        variance: Floats = np.nan_to_num(COMBINED_BY[self.combined_by](resampled).var(axis=1))
        return variance

    def of_systems(self, names: Collection[str]) -> "RepeatedScores":
        """Return the scores of these systems."""
        return replace(self, values={system: scores for system, scores in self.values.items() if system in names})

    def parts(self) -> Iterator[tuple[str, bytes]]:
        """Yield the labelled bytes that identify the scores, for a digest."""
        yield "repeats", self.combined_by.encode()
        for system in sorted(self.values):
            scores = self.values[system]
            yield f"{scores.shape[1]} {system}", np.where(np.isnan(scores), np.nan, scores + 0.0).tobytes()

    def only(self, places: npt.NDArray[np.int64]) -> "RepeatedScores":
        """Return the scores of the segments at these places."""
        return replace(self, values={system: scores[places] for system, scores in self.values.items()})
