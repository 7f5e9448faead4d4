"""Ratings as judgments of the test set, so that every page can use them as a judge, as it uses those from files."""

from dataclasses import dataclass, replace
from itertools import combinations
from typing import TypeVar

import numpy as np

from ...counting.arrays import Floats, Ints
from ...judgments import Annotation, ErrorSpan, Preferences, Scores
from ...judgments.errors import MISSING, OMISSION
from ...testset import TestSet
from ..protocols.answers import ErrorSpans, OutputRanking
from ..protocols.plan import PLAIN
from ..protocols.ratings import AnsweredItem, Ratings
from .rating_tables import ADEQUACY, FLUENCY, SCORE, RatingTable, rating_tables

Z_SCORES = "z"


@dataclass(frozen=True, eq=False)
class Judgments:
    """The judgments of raters about a test set; kinds that their protocol does not have are empty."""

    scores: tuple[Scores, ...] = ()
    annotations: tuple[Annotation, ...] = ()
    preferences: tuple[Preferences, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.scores or self.annotations or self.preferences)

    def add_to(self, test_set: TestSet) -> TestSet:
        """Return the test set with these judgments, which replace judgments of the same kind and name."""
        return self.remove_from(test_set).with_judgments(self.scores, self.annotations, self.preferences)

    def remove_from(self, test_set: TestSet) -> TestSet:
        """Return the test set without judgments of the same kind and name."""
        return replace(
            test_set,
            scores=_drop_replaced(test_set.scores, self.scores),
            annotations=_drop_replaced(test_set.annotations, self.annotations),
            preferences=_drop_replaced(test_set.preferences, self.preferences),
        )

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the judgments, each once."""
        kinds = self.scores, self.annotations, self.preferences
        return tuple(dict.fromkeys(one.name for kind in kinds for one in kind))


_Kind = TypeVar("_Kind", Scores, Annotation, Preferences)


def _drop_replaced(existing: tuple[_Kind, ...], new: tuple[_Kind, ...]) -> tuple[_Kind, ...]:
    names = {judgments.name for judgments in new}
    return tuple(judgments for judgments in existing if judgments.name not in names)


def judgments_of_campaign(test_set: TestSet, name: str) -> Judgments:
    """Return a campaign's judgments in a test set, by any protocol.

    Their names are as ``judgments_from_ratings`` gives them for ``name``.
    """
    names = {name, *(f"{name} {suffix}" for suffix in (Z_SCORES, ADEQUACY, FLUENCY))}
    return Judgments(
        tuple(one for one in test_set.scores if one.name in names),
        tuple(one for one in test_set.annotations if one.name == name),
        tuple(one for one in test_set.preferences if one.name == name),
    )


def judgments_from_ratings(ratings: Ratings, name: str) -> Judgments:
    """Return all answers as judgments with this name; damaged outputs are left out, and repeated ones count once.

    Adequacy and fluency are two scores, ``NAME adequacy`` and ``NAME fluency``. Direct assessment is ``NAME`` and
    ``NAME z``: each rater's scores less their mean, divided by their standard deviation (Graham et al. 2013), for
    raters whose scores vary. Error spans, and errors only, are scores and an annotation, rankings are preferences,
    side-by-side scores are only scores. The score of an output is the mean over its raters.
    """
    if ratings.plan.protocol == "ranking":
        preferences = _preferences(ratings, name)
        return Judgments(preferences=(preferences,) if len(preferences) else ())
    by_name = {table.kind: table for table in rating_tables(ratings)}
    if ratings.plan.protocol == "adequacy-fluency":
        values_by_name = {f"{name} {scale}": by_name[scale].values for scale in (ADEQUACY, FLUENCY)}
    else:
        values_by_name = {name: by_name[SCORE].values}
    table = next(iter(by_name.values()))
    if ratings.plan.protocol == "da":
        values_by_name[f"{name} {Z_SCORES}"] = z_scores(table.values)
    scores = [_scores(ratings, table, values, label) for label, values in values_by_name.items()]
    annotation = _annotation(ratings, name) if ratings.plan.asks.marks_errors and len(table.units) else None
    return Judgments(tuple(one for one in scores if one is not None), () if annotation is None else (annotation,))


def z_scores(values: Floats) -> Floats:
    """Return each rater's scores less their mean, divided by their standard deviation (n - 1), (n_units, n_raters).

    NaN for a rater whose scores do not vary, or who gave one score.
    """
    standard = np.full(values.shape, np.nan)
    for column, scores in enumerate(values.T):
        are_rated = ~np.isnan(scores)
        if are_rated.sum() > 1 and np.ptp(scores[are_rated]) > 0:
            standard[are_rated, column] = (scores[are_rated] - scores[are_rated].mean()) / scores[are_rated].std(ddof=1)
    return standard


def _scores(ratings: Ratings, table: RatingTable, values: Floats, name: str) -> Scores | None:
    """Return the mean of each row as scores; None where there is no number."""
    n_segments = len(ratings.test_set)
    by_system = {system: np.full(n_segments, np.nan) for system in ratings.plan.systems}
    are_rated = ~np.isnan(values)
    n_each = are_rated.sum(axis=1)
    means = np.where(are_rated, values, 0.0).sum(axis=1) / np.maximum(n_each, 1)
    for unit, mean, n_raters in zip(table.units, means, n_each, strict=True):
        segment, _, system = unit.partition(":")
        if n_raters:
            by_system[system][int(segment)] = mean
    means_by_system = {system: column for system, column in by_system.items() if not np.isnan(column).all()}
    return Scores(name, means_by_system, is_human=True) if means_by_system else None


def _annotation(ratings: Ratings, name: str) -> Annotation:
    counts: dict[str, Ints] = {system: np.zeros(len(ratings.test_set), np.int64) for system in ratings.plan.systems}
    spans = []
    for rating in _plain(ratings):
        system, segment = rating.item.outputs[0].system, rating.item.segment
        counts[system][segment] += 1
        spans += _errors(rating, ratings.names[rating.place])
    are_judged = {system: of > 0 for system, of in counts.items() if of.any()}
    n_annotators = {system: counts[system] for system in are_judged}
    return Annotation(name, tuple(spans), are_judged, n_annotators=n_annotators)


def _errors(rating: AnsweredItem, annotator: str) -> list[ErrorSpan]:
    value, segment, system = rating.value, rating.item.segment, rating.item.outputs[0].system
    if not isinstance(value, ErrorSpans):
        return []
    marked = [
        ErrorSpan(system, segment, mark.start, mark.end, mark.severity, mark.category, annotator)
        for mark in value.spans
    ]
    missing = [
        ErrorSpan(system, segment, MISSING, MISSING, severity, OMISSION, annotator) for severity in value.missing
    ]
    return marked + missing


def _preferences(ratings: Ratings, name: str) -> Preferences:
    """Return the preferences between every two outputs of every ranking."""
    systems = ratings.plan.systems
    places = {system: place for place, system in enumerate(systems)}
    rows = []
    for rating in _plain(ratings):
        if isinstance(rating.value, OutputRanking):
            shown = [places[output.system] for output in rating.item.outputs]
            ranked = sorted(zip(rating.value.ranks, shown, strict=True))
            for (rank, better), (other, worse) in combinations(ranked, 2):
                rows.append((rating.item.segment, better, worse, rank == other))
    segments, firsts, seconds, tied = np.array(rows, np.int64).reshape(-1, 4).T
    return Preferences(name, systems, segments, firsts, seconds, tied.astype(bool), len(ratings.test_set))


def _plain(ratings: Ratings) -> list[AnsweredItem]:
    return [rating for rating in ratings if rating.item.kind == PLAIN]
