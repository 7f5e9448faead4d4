"""Pairs of two systems' outputs of one segment, as judges order them, and how often a metric orders them alike."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from ..arrays import Flags, Floats, Ints
from ..checks import as_list, as_numbers, expect, position
from ..formats.columns import counted
from ..judgments import Preferences
from ..metric import ROUNDING
from ..texts import check_counts


@dataclass(frozen=True, eq=False)
class Pairs:
    """Which of two outputs is better, (n_pairs,), in the order of the segments.

    A pair may be there as often as it was judged. Raises ``ValueError`` for columns of unequal lengths.
    """

    segments: Ints
    """0-based, ascending"""
    first: Ints
    """the system's place"""
    second: Ints
    differences: Floats
    """how much better the first output is than the second; 0 where both are level"""
    n_segments: int

    def __post_init__(self) -> None:
        columns = {name: len(getattr(self, name)) for name in ("segments", "first", "second", "differences")}
        check_counts(columns)
        object.__setattr__(self, "differences", rounded(self.differences))

    @classmethod
    def of_scores(cls, scores: Floats) -> "Pairs":
        """All pairs of systems, of every segment of which both have a score.

        ``scores`` (n_systems, n_segments), higher is better, NaN where there is none.
        """
        scores = as_scores(scores)
        first, second = np.triu_indices(len(scores), 1)
        differences = (scores[first] - scores[second]).T
        segments, pairs = np.nonzero(~np.isnan(differences))
        return cls(segments, first[pairs], second[pairs], differences[segments, pairs], scores.shape[1])

    @classmethod
    def of_preferences(cls, preferences: Preferences, systems: Sequence[str]) -> "Pairs":
        """Every judgment of two of these systems, as often as it was made; the difference is 1 or 0.

        Raises ``ValueError`` for a system that nobody judged.
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
    def signs(self) -> Floats:
        """(n_pairs,): 1 where the first is better, -1 where the second is, 0 where both are level."""
        return np.sign(self.differences)

    @cached_property
    def sizes(self) -> Ints:
        """(n_segments,): how many pairs each segment has."""
        return np.bincount(self.segments, minlength=self.n_segments)

    def where(self, kept: Flags) -> "Pairs":
        """Those of the pairs, (n_pairs,), that are kept."""
        columns = {name: getattr(self, name)[kept] for name in ("segments", "first", "second", "differences")}
        return replace(self, **columns)

    def by_majority(self) -> "Pairs":
        """Each two outputs once: the one that more judgments prefer is better; level where as many prefer either."""
        swapped = self.first > self.second
        low, high = np.where(swapped, self.second, self.first), np.where(swapped, self.first, self.second)
        n_systems = int(high.max(initial=0)) + 1
        keys, members = np.unique((self.segments * n_systems + low) * n_systems + high, return_inverse=True)
        votes = np.bincount(members, np.where(swapped, -self.signs, self.signs), len(keys))
        segments, places = np.divmod(keys, n_systems**2)
        return Pairs(segments, places // n_systems, places % n_systems, np.sign(votes), self.n_segments)

    def differences_of(self, scores: Floats) -> Floats:
        """(..., n_pairs): by how much ``scores`` (..., n_systems, n_segments) place the first above the second."""
        return rounded(scores[..., self.first, self.segments] - scores[..., self.second, self.segments])

    def sums(self, values: Floats) -> Floats:
        """(..., n_segments): the sum over each segment's pairs of ``values`` (..., n_pairs)."""
        found = np.zeros((*values.shape[:-1], self.n_segments))
        filled = np.flatnonzero(self.sizes)
        if len(filled):
            starts = np.concatenate([[0], np.cumsum(self.sizes[filled])[:-1]])
            found[..., filled] = np.add.reduceat(values, starts, axis=-1)
        return found


def as_scores(values: Floats, name: str = "scores") -> Floats:
    """(n_systems, n_segments): ``ValueError`` unless all are numbers, finite or NaN."""
    scores = as_numbers(values, name, 2)
    if np.isinf(scores).any():
        system, segment = np.argwhere(np.isinf(scores))[0] + 1
        raise ValueError(f"{name}: expected finite numbers; system {system:,} has none in segment {segment:,}.")
    return scores


def as_alike(judged: Floats, scores: Floats) -> tuple[Floats, Floats]:
    """Both as ``as_scores``; ``ValueError``, too, where they are not of as many systems and segments."""
    judged, scores = as_scores(judged, "judged"), as_scores(scores)
    check_shape(scores, *judged.shape)
    return judged, scores


def check_shape(
    table: Floats | Flags, n_systems: int, n_segments: int, what: str = "scores of what was judged"
) -> None:
    """``ValueError`` unless the table is of so many systems and segments."""
    if table.shape != (n_systems, n_segments):
        shapes = (n_systems, n_segments), table.shape
        expected, found = (f"{counted(a, 'system')} x {counted(b, 'segment')}" for a, b in shapes)
        raise ValueError(f"Expected {what}, {expected}; found {found}.")


def rounded(differences: Floats) -> Floats:
    """To whole multiples of 1e-9: what floats make of equal differences is a tie."""
    found: Floats = np.rint(differences / ROUNDING) * ROUNDING
    return found
