"""All that is said of a campaign's ratings, computed together. Pure."""

from dataclasses import dataclass

from scoring import TestSet
from scoring.progress import Progress, no_progress
from scoring.rating import (
    Judgments,
    PairOverlaps,
    RaterAgreement,
    RaterQuality,
    Ratings,
    SystemScores,
    as_judgments,
    quality,
    rater_agreement,
    span_overlaps,
    system_scores,
)
from scoring.rating.formats import DisputedOutputs, by_raters

SEED = 1


@dataclass(frozen=True, eq=False)
class Results:
    """What follows from the answers so far."""

    ratings: Ratings
    scores: tuple[SystemScores, ...]
    """by each thing that raters say of an output, the first is what it is about"""
    between: tuple[RaterAgreement, ...]
    overlaps: PairOverlaps
    raters: tuple[RaterQuality, ...]
    judgments: Judgments
    """under the campaign's name"""
    disputed: tuple[DisputedOutputs, ...]
    """the outputs that raters disagree about most"""

    @property
    def test_set(self) -> TestSet:
        """The version that was rated."""
        return self.ratings.test_set


def of(ratings: Ratings, name: str, unit: str, on_progress: Progress = no_progress) -> Results:
    """``name`` is the judge's; ``unit`` is what is drawn for intervals, a segment or a document."""
    return Results(
        ratings,
        system_scores(ratings, name, unit, seed=SEED, on_progress=on_progress),
        rater_agreement(ratings),
        span_overlaps(ratings),
        quality(ratings),
        as_judgments(ratings, name),
        tuple(by_raters(ratings)),
    )
