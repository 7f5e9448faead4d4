"""Define the judge that metrics are compared with: people's scores or preferences, or the scores of another judge."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Self

import numpy as np

from ..counting.arrays import Flags, Floats, Ints, quotients, row_sums_at
from ..judgments import Preferences, Scores
from ..judgments.external import external_metrics_by_name
from ..testset import TestSet
from ..validation import as_float_array, as_list, check_known, expect
from .pairs import JudgedPairs, check_shape


@dataclass(frozen=True, eq=False)
class Judge:
    """Judgments of systems' outputs: a score each (``scores``), or which of two is better (``preferences``).

    Raises ``ValueError`` where no segment has judgments of two systems.
    """

    name: str
    is_human: bool
    systems: tuple[str, ...]
    """the judged systems"""
    segments: Ints
    """(n_segments,), ascending: places in the test set of the judged segments, which all other fields are of"""
    pairs: JudgedPairs
    """pairs of outputs of one segment, each as often as it was judged"""
    scores: Floats | None = None
    """(n_systems, n_segments), higher is better, NaN for unjudged outputs; None for preferences"""
    unit: str = "scores"
    origin: float = 0.0
    """Score from which ``scores`` and ``system_scores`` are counted, as in ``Scores``"""
    own_family: tuple[str, ...] = ()
    """Judged systems of one family with the judge, as in ``Scores``."""

    def __post_init__(self) -> None:
        if not len(self.pairs):
            raise ValueError(
                f"{self.name}: agreement needs judgments of two systems' outputs of one segment; found none."
            )

    @classmethod
    def of_scores(cls, scores: Scores, systems: Sequence[str], covered: Flags | None = None) -> Self:
        """Return the judge who gave these scores; systems without a score are left out.

        ``covered`` (n_systems, n_segments) are the outputs that count, by default all.

        Raises ``ValueError`` as the class does, for a repeated system, and for ``covered`` of another shape.
        """
        expect(scores, Scores, "scores")
        systems, covered = _covered_outputs(systems, covered, len(scores))
        columns = [scores.above(scores.origin, system) for system in systems]
        values = np.array(columns).reshape(len(systems), len(scores))
        values[~covered] = np.nan
        places = [place for place, row in enumerate(values) if not np.isnan(row).all()]
        sign = 1 if scores.higher_is_better else -1
        values = sign * values[places]
        segments = np.flatnonzero(~np.isnan(values).all(axis=0))
        values = values[:, segments]
        names = tuple(systems[place] for place in places)
        pairs, origin = JudgedPairs.of_scores(values), sign * scores.origin
        own = tuple(system for system in scores.own_family if system in names)
        return cls(scores.name, scores.is_human, names, segments, pairs, values, origin=origin, own_family=own)

    @classmethod
    def of_preferences(cls, preferences: Preferences, systems: Sequence[str], covered: Flags | None = None) -> Self:
        """Return the people who gave these preferences as one judge; systems without a judgment are left out.

        ``covered`` and ``ValueError`` as for ``of_scores``.
        """
        expect(preferences, Preferences, "preferences")
        systems, covered = _covered_outputs(systems, covered, preferences.n_segments)
        among = set(preferences.systems)
        rated_systems = [system for system in systems if system in among]
        pairs = JudgedPairs.of_preferences(preferences, rated_systems)
        are_covered = covered[[systems.index(system) for system in rated_systems]]
        pairs = pairs.where(are_covered[pairs.first, pairs.segments] & are_covered[pairs.second, pairs.segments])
        places = np.union1d(pairs.first, pairs.second)
        segments = np.unique(pairs.segments).astype(np.int64)
        pairs = JudgedPairs(
            np.searchsorted(segments, pairs.segments),
            np.searchsorted(places, pairs.first),
            np.searchsorted(places, pairs.second),
            pairs.differences,
            len(segments),
        )
        names = tuple(rated_systems[place] for place in places)
        return cls(preferences.name, True, names, segments, pairs, unit="preferences")

    @property
    def n_systems(self) -> int:
        return len(self.systems)

    @property
    def n_segments(self) -> int:
        return len(self.segments)

    @cached_property
    def majority(self) -> JudgedPairs:
        """The pairs by majority: two outputs of a segment are a single pair."""
        return self.pairs.by_majority()

    @cached_property
    def rows(self) -> Floats:
        """Additive statistics (n_segments, n_systems, 2) of the systems' own scores, see ``system_scores``.

        For scores, their sum and number; for preferences, how often an output was better, and how often better or
        worse.
        """
        if self.scores is not None:
            are_scored = ~np.isnan(self.scores)
            return np.stack([np.where(are_scored, self.scores, 0.0), are_scored], axis=-1).transpose(1, 0, 2)
        decided = np.flatnonzero(self.pairs.signs > 0)
        segments = self.pairs.segments[decided].astype(np.int64)
        each = np.eye(self.n_systems)
        won = row_sums_at(segments, each[self.pairs.first[decided]], self.n_segments)
        lost = row_sums_at(segments, each[self.pairs.second[decided]], self.n_segments)
        return np.stack([won, won + lost], axis=-1)

    def system_scores(self, counts: Floats) -> Floats:
        """Return mean scores, or wins / (wins + losses) as in WMT 2012, (n_draws, n_systems); NaN without judgments.

        ``counts`` (n_draws, n_segments) are how often each draw has each segment.
        """
        sums = (counts @ self.rows.reshape(self.n_segments, -1)).reshape(len(counts), self.n_systems, 2)
        return quotients(sums[..., 0], sums[..., 1])


def _covered_outputs(systems: Sequence[str], covered: Flags | None, n_segments: int) -> tuple[list[str], Flags]:
    """Return the systems, and which of their outputs count, (n_systems, n_segments).

    Raises ``ValueError`` for a repeated system, and for ``covered`` of another shape.
    """
    systems = as_list(systems, "systems", str, "a system's name")
    if len(set(systems)) < len(systems):
        raise ValueError(f"Expected each system once; found {', '.join(systems)}.")
    if covered is None:
        return systems, np.ones((len(systems), n_segments), bool)
    flags = as_float_array(covered, "covered", 2) != 0
    check_shape(flags, len(systems), n_segments, "flags of what can be judged")
    return systems, flags


def find_judge(test_set: TestSet, name: str, covered: Flags | None = None) -> Judge:
    """Return the judge of a name in ``names_of_judges``; ``covered`` and ``ValueError`` as in ``Judge.of_scores``."""
    check_known(name, names_of_judges(test_set), "judge")
    scores = next((judgments for judgments in test_set.scores if judgments.name == name), None)
    if scores is not None:
        return Judge.of_scores(scores, test_set.system_names, covered)
    preferences = next(judgments for judgments in test_set.preferences if judgments.name == name)
    return Judge.of_preferences(preferences, test_set.system_names, covered)


def names_of_judges(test_set: TestSet) -> list[str]:
    """Return the names of the test set's judges: people first, those with the most demanding protocol before others."""
    people = names_of_people(test_set)
    return [*people, *(metric.of for metric in external_metrics_by_name(test_set).values() if not metric.is_human)]


def names_of_people(test_set: TestSet) -> list[str]:
    """Return the names of the test set's judges who are people."""
    expect(test_set, TestSet, "test_set")
    scores = [metric.of for metric in external_metrics_by_name(test_set).values() if metric.is_human]
    return [*scores, *(preferences.name for preferences in test_set.preferences if preferences.name not in scores)]
