"""Hold pairs of two systems' outputs of one segment, in the order of the judges, and compute a metric's differences."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from ..counting.arrays import Flags, Floats, Ints
from ..counting.ties import round_ties, tolerance
from ..judgments import Preferences
from ..judgments.scores import MAX_SCORE
from ..output.numbers import counted
from ..text.texts import check_counts
from ..validation import as_float_array, as_list, expect, position

Places = npt.NDArray[np.signedinteger[Any]]
"""Places of segments in int32, of systems in int16: there may be millions of pairs."""
Signs = npt.NDArray[np.int8]
MAX_SYSTEMS = 2**15
"""Most systems, so that their places fit int16."""


@dataclass(frozen=True, eq=False)
class JudgedPairs:
    """Judged pairs of outputs, each field (n_pairs,), in the order of the segments.

    A pair is there as often as it was judged. Raises ``ValueError`` for columns of unequal lengths, and for more than
    MAX_SYSTEMS.
    """

    segments: Places
    """place of the segment, from 0, ascending"""
    first: Places
    """place of the system"""
    second: Places
    differences: Floats
    """how much better the first output is than the second; 0 where they are equal"""
    n_segments: int

    def __post_init__(self) -> None:
        columns = {name: len(getattr(self, name)) for name in ("segments", "first", "second", "differences")}
        check_counts(columns)
        for name in ("first", "second"):
            column = getattr(self, name)
            check_system_limit(int(column.max(initial=0)) + 1)
            object.__setattr__(self, name, column.astype(np.int16, copy=False))
        object.__setattr__(self, "segments", self.segments.astype(np.int32, copy=False))

    @classmethod
    def of_scores(cls, scores: Floats) -> "JudgedPairs":
        """Return all pairs of systems in every segment in which both have a score.

        ``scores`` (n_systems, n_segments), higher is better, NaN where a score is missing.
        """
        scores = as_scores(scores)
        check_system_limit(len(scores))
        first, second = (places.astype(np.int16) for places in np.triu_indices(len(scores), 1))
        columns = np.ascontiguousarray(scores.T)
        differences = columns[:, first]
        differences -= columns[:, second]
        are_defined = ~np.isnan(differences)
        segments = np.repeat(np.arange(len(are_defined), dtype=np.int32), are_defined.sum(axis=1))
        first, second = (np.broadcast_to(places, are_defined.shape)[are_defined] for places in (first, second))
        return cls(segments, first, second, round_ties(differences[are_defined], tolerance(scores)), len(are_defined))

    @classmethod
    def of_preferences(cls, preferences: Preferences, systems: Sequence[str]) -> "JudgedPairs":
        """Return every judgment of two of these systems, as often as it was made; the difference is 1 or 0.

        Raises ``ValueError`` for a system without a judgment.
        """
        expect(preferences, Preferences, "preferences")
        systems = as_list(systems, "systems")
        place = {position(system, preferences.systems, "system"): number for number, system in enumerate(systems)}
        places = np.array([place.get(number, -1) for number in range(len(preferences.systems))], np.int64)
        order = np.argsort(preferences.segments, kind="stable")
        order = order[(places[preferences.better[order]] >= 0) & (places[preferences.worse[order]] >= 0)]
        return cls(
            preferences.segments[order],
            places[preferences.better[order]],
            places[preferences.worse[order]],
            np.where(preferences.tied[order], 0.0, 1.0),
            preferences.n_segments,
        )

    def __len__(self) -> int:
        return len(self.segments)

    @cached_property
    def signs(self) -> Signs:
        """Signs of the differences, (n_pairs,): 1 if the first is better, -1 if the second is, 0 if they are equal."""
        return np.sign(self.differences).astype(np.int8)

    @cached_property
    def sizes(self) -> Ints:
        """Number of pairs of each segment, (n_segments,)."""
        return np.bincount(self.segments, minlength=self.n_segments)

    def where(self, flags: Flags) -> "JudgedPairs":
        """Return only the pairs that are kept, by flags (n_pairs,)."""
        columns = {name: getattr(self, name)[flags] for name in ("segments", "first", "second", "differences")}
        return replace(self, **columns)

    def by_majority(self) -> "JudgedPairs":
        """Return each two outputs of a segment as one pair: the one that more judgments prefer is better.

        They are equal where equally many judgments prefer either.
        """
        swapped = self.first > self.second
        low, high = np.where(swapped, self.second, self.first), np.where(swapped, self.first, self.second)
        n_systems = int(high.max(initial=0)) + 1
        numbers = (self.segments.astype(np.int64) * n_systems + low) * n_systems + high
        keys, members = np.unique(numbers, return_inverse=True)
        votes = np.bincount(members, np.where(swapped, -self.signs, self.signs), len(keys))
        segments, places = np.divmod(keys, n_systems**2)
        return JudgedPairs(segments, places // n_systems, places % n_systems, np.sign(votes), self.n_segments)

    def score_differences(self, scores: Floats) -> Floats:
        """Return each pair's first score less its second, (..., n_pairs); ``scores`` (..., n_systems, n_segments)."""
        differences = scores[..., self.first, self.segments]
        differences -= scores[..., self.second, self.segments]
        return round_ties(differences, tolerance(scores, (-2, -1))[..., None])

    def sums(self, values: Floats | Flags | Signs) -> Floats:
        """Return the sums over each segment's pairs, (..., n_segments), of ``values`` (..., n_pairs)."""
        sums = np.zeros((*values.shape[:-1], self.n_segments))
        filled = np.flatnonzero(self.sizes)
        if len(filled):
            starts = np.concatenate([[0], np.cumsum(self.sizes[filled])[:-1]])
            sums[..., filled] = np.add.reduceat(values, starts, axis=-1, dtype=float)
        return sums


def check_system_limit(number: int) -> None:
    """Raise ``ValueError`` for more than MAX_SYSTEMS."""
    if number > MAX_SYSTEMS:
        raise ValueError(f"Agreement can be computed of at most {MAX_SYSTEMS:,} systems; found {number:,}.")


def as_scores(values: Floats, name: str = "scores") -> Floats:
    """Return a float64 table of scores; raise ``ValueError`` unless all are numbers up to MAX_SCORE, or NaN."""
    scores = as_float_array(values, name, 2)
    if (wrong := np.abs(scores) > MAX_SCORE).any():
        place = tuple(np.argwhere(wrong)[0])
        system, segment = place[0] + 1, place[1] + 1
        if np.isinf(scores[place]):
            raise ValueError(f"{name}: expected finite numbers; system {system:,} has none in segment {segment:,}.")
        actual = f"system {system:,} has {scores[place]:g} in segment {segment:,}"
        raise ValueError(f"{name}: expected numbers from {-MAX_SCORE:g} to {MAX_SCORE:g}; {actual}.")
    return scores


def as_scores_of_one_shape(judge_scores: Floats, scores: Floats) -> tuple[Floats, Floats]:
    """Return both tables by ``as_scores``; raise ``ValueError`` also where their shapes differ."""
    judge_scores, scores = as_scores(judge_scores, "judge_scores"), as_scores(scores)
    check_shape(scores, *judge_scores.shape)
    return judge_scores, scores


def check_shape(
    table: Floats | Flags, n_systems: int, n_segments: int, description: str = "scores of what was judged"
) -> None:
    """Raise ``ValueError`` unless the table has these numbers of systems and segments."""
    if table.shape != (n_systems, n_segments):
        shapes = (n_systems, n_segments), table.shape
        expected, actual = (f"{counted(a, 'system')} x {counted(b, 'segment')}" for a, b in shapes)
        raise ValueError(f"Expected {description}, {expected}; found {actual}.")
