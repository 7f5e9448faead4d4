"""The quality of each rater: agreement with themselves, scores of outputs damaged on purpose, and speed."""

import math
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from ..protocols.answers import AdequacyFluency, DirectAssessment, ErrorSpans, OutputRanking, OutputScores, Value
from ..protocols.plan import DAMAGED, REPEAT, Item
from ..protocols.ratings import AnsweredItem, Ratings

HASTY_SECONDS = 2.0
"""Seconds in less than which hardly anybody reads an item.

Adults read about 33 characters of English in 2 seconds (Trauzettel-Klosinski and Dietz 2012).
"""


@dataclass(frozen=True)
class Repeats:
    """A rater's answers to repeated items, compared with the first answers."""

    n: int
    """Number of pairs of answers."""
    n_same: int
    """Number of repeated items with the same answer; for error spans, with the same score."""
    distance: float
    """Mean distance of the two answers; NaN without any.

    The distance is that of an output's two scores, or the mean of those of adequacy and fluency. For rankings it is the
    share of pairs of outputs in another order, 0-1, without pairs with the same text.
    """


@dataclass(frozen=True)
class DamagedOutputScores:
    """A rater's scores of outputs that were damaged on purpose, compared with the undamaged outputs."""

    n: int
    """Number of damaged outputs that could be scored lower."""
    n_noticed: int
    """Number of damaged outputs that were scored lower."""
    n_lowest: int
    """Number of damaged outputs whose undamaged form already had the lowest score, so that they tell nothing."""
    drop: float
    """Mean by which the scores of the ``n`` damaged outputs are lower; NaN without any.

    The score is the mean of adequacy and fluency; for rankings it is the share of outputs that are worse, less the
    share of outputs that are better.
    """

    @property
    def share(self) -> float:
        """Share of the damaged outputs that the rater noticed, 0-1; NaN without any."""
        return self.n_noticed / self.n if self.n else float("nan")


@dataclass(frozen=True)
class RaterQuality:
    """The quality of one rater: times, repeated items and damaged items."""

    place: int
    rater: str
    """Name of the rater, as in ``Ratings.names``."""
    n_answers: int
    n_items: int
    seconds: float
    """Median number of seconds of an item; NaN where it is unknown."""
    n_timed: int
    """Number of answers whose time is known."""
    n_hasty: int
    """Number of answers that took less than ``HASTY_SECONDS``."""
    repeats: Repeats
    damaged: DamagedOutputScores


def rater_quality(ratings: Ratings) -> tuple[RaterQuality, ...]:
    """Return the quality of every rater, in the order of the places."""
    by_place: dict[int, dict[int, AnsweredItem]] = {of.place: {} for of in ratings.places}
    for rating in ratings:
        by_place[rating.place][rating.answer.item] = rating
    return tuple(_quality_of_rater(ratings, place, by_place[place]) for place in sorted(by_place))


def _quality_of_rater(ratings: Ratings, place: int, answers: dict[int, AnsweredItem]) -> RaterQuality:
    known_seconds = [rating.answer.seconds for rating in answers.values() if not np.isnan(rating.answer.seconds)]
    return RaterQuality(
        place,
        ratings.names[place],
        len(answers),
        len(ratings.items_by_place[place]),
        float(np.median(known_seconds)) if known_seconds else float("nan"),
        len(known_seconds),
        sum(seconds < HASTY_SECONDS for seconds in known_seconds),
        _repeats(_pairs(answers, REPEAT)),
        _damaged_output_scores(_pairs(answers, DAMAGED), _LOWEST[ratings.plan.protocol]),
    )


def _pairs(answers: dict[int, AnsweredItem], kind: str) -> list[tuple[AnsweredItem, AnsweredItem]]:
    """Return each check of this kind with the answer to its original item, for items where both are answered."""
    checks = [rating for rating in answers.values() if rating.item.kind == kind]
    return [(answers[rating.item.of], rating) for rating in checks if rating.item.of in answers]


def _repeats(pairs: list[tuple[AnsweredItem, AnsweredItem]]) -> Repeats:
    distances = [_distance(first, again) for first, again in pairs]
    return Repeats(len(pairs), distances.count(0.0), float(np.mean(distances)) if distances else float("nan"))


def _distance(first: AnsweredItem, again: AnsweredItem) -> float:
    match first.value, again.value:
        case AdequacyFluency() as one, AdequacyFluency() as other:
            return (abs(one.adequacy - other.adequacy) + abs(one.fluency - other.fluency)) / 2
        case (DirectAssessment() | ErrorSpans()) as one, (DirectAssessment() | ErrorSpans()) as other:
            return abs(one.score - other.score)
        case OutputScores() as one, OutputScores() as other:
            earlier, later = _scores_by_system(one, first.item), _scores_by_system(other, again.item)
            return float(np.mean([abs(earlier[system] - later[system]) for system in earlier]))
        case OutputRanking() as one, OutputRanking() as other:
            before, after = _ranks_by_system(one, first.item), _ranks_by_system(other, again.item)
            texts = {output.system: output.text for output in first.item.outputs}
            pairs = [(a, b) for a, b in combinations(sorted(before), 2) if texts[a] != texts[b]]
            turned = [np.sign(before[a] - before[b]) != np.sign(after[a] - after[b]) for a, b in pairs]
            return float(np.mean(turned)) if turned else 0.0
    return float("nan")


def _damaged_output_scores(pairs: list[tuple[AnsweredItem, AnsweredItem]], lowest: float) -> DamagedOutputScores:
    """Return how often and by how much damaged outputs score lower; ``lowest`` is the lowest score of an output."""
    drops = []
    for first, again in pairs:
        system = _damaged_system(first.item, again.item)
        before = _output_value(first.value, first.item, system)
        if before > lowest:
            drops.append(before - _output_value(again.value, again.item, system))
    n_noticed = sum(drop > 0 for drop in drops)
    return DamagedOutputScores(
        len(drops), n_noticed, len(pairs) - len(drops), float(np.mean(drops)) if drops else float("nan")
    )


def _damaged_system(item: Item, damaged: Item) -> str:
    """Return the system whose output differs between the two items."""
    texts = {output.system: output.text for output in item.outputs}
    return next(output.system for output in damaged.outputs if output.text != texts[output.system])


_LOWEST = {"adequacy-fluency": 1.0, "ranking": -1.0, "da": 0.0, "esa": 0.0, "mqm": -math.inf, "contrastive": 0.0}
"""Lowest value of ``_output_value``, by protocol."""


def _output_value(value: Value, item: Item, system: str) -> float:
    """Return the value of a system's output in an answer: its score, the mean of two, or a ranking's wins less losses.

    Wins and losses are shares of the other outputs.
    """
    match value:
        case AdequacyFluency():
            return (value.adequacy + value.fluency) / 2
        case DirectAssessment() | ErrorSpans():
            return value.score
        case OutputScores():
            return _scores_by_system(value, item)[system]
        case OutputRanking():
            ranks = _ranks_by_system(value, item)
            own = ranks.pop(system)
            return float(np.mean([np.sign(rank - own) for rank in ranks.values()]))


def _ranks_by_system(value: OutputRanking, item: Item) -> dict[str, int]:
    return dict(zip((output.system for output in item.outputs), value.ranks, strict=True))


def _scores_by_system(value: OutputScores, item: Item) -> dict[str, float]:
    return dict(zip((output.system for output in item.outputs), value.scores, strict=True))
