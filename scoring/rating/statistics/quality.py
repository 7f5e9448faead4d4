"""How well each rater rates: with themselves, with outputs that were damaged on purpose, and how fast."""

import math
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from ..protocols.answers import AdequacyFluency, DirectAssessment, ErrorSpans, OutputRanking, OutputScores, Value
from ..protocols.plan import DAMAGED, REPEAT, Item
from ..protocols.ratings import AnsweredItem, Ratings

HASTY_SECONDS = 2.0
"""In less than this hardly anybody reads an item: adults read about 33 characters in 2 seconds of English
(Trauzettel-Klosinski and Dietz 2012)."""


@dataclass(frozen=True)
class Repeats:
    """What a rater said of items that came again, against what they had said."""

    n: int
    """pairs of answers"""
    n_same: int
    """Number of repeated outputs that were judged alike; of error spans: with the same score."""
    distance: float
    """how far the two scores of an output are from one another, the mean; of rankings the share of pairs of outputs
    that are in another order, 0-1, without pairs that say the same; of adequacy and fluency the mean of both; NaN
    without any"""


@dataclass(frozen=True)
class DamagedOutputScores:
    """How a rater scored outputs that were damaged on purpose, against the outputs as they were."""

    n: int
    """Number of damaged outputs that could be scored lower."""
    n_noticed: int
    """Number of them that were scored lower."""
    n_lowest: int
    """Number of damaged outputs whose undamaged form had the lowest score already, which say nothing."""
    drop: float
    """by how much the damaged ones' scores are lower, the mean of the ``n``; NaN without any. The score is the mean of
    adequacy and fluency, and of rankings the share of outputs that it is better than, less the share of better ones."""

    @property
    def share(self) -> float:
        """Share of the damaged outputs that the rater noticed, 0-1; NaN without any."""
        return self.n_noticed / self.n if self.n else float("nan")


@dataclass(frozen=True)
class RaterQuality:
    """One rater."""

    place: int
    rater: str
    """the name, as ``Ratings.names`` has it"""
    n_answers: int
    n_items: int
    seconds: float
    """the median of an item; NaN where nobody knows"""
    n_timed: int
    """Number of answers whose time is known."""
    n_hasty: int
    """Number of them that took less than ``HASTY_SECONDS``."""
    repeats: Repeats
    damaged: DamagedOutputScores


def quality(ratings: Ratings) -> tuple[RaterQuality, ...]:
    """Return the quality of every rater, in the order of the places."""
    by_place: dict[int, dict[int, AnsweredItem]] = {of.place: {} for of in ratings.places}
    for given in ratings:
        by_place[given.place][given.answer.item] = given
    return tuple(_of(ratings, place, by_place[place]) for place in sorted(by_place))


def _of(ratings: Ratings, place: int, answers: dict[int, AnsweredItem]) -> RaterQuality:
    known = [given.answer.seconds for given in answers.values() if not np.isnan(given.answer.seconds)]
    return RaterQuality(
        place,
        ratings.names[place],
        len(answers),
        len(ratings.asked[place]),
        float(np.median(known)) if known else float("nan"),
        len(known),
        sum(taken < HASTY_SECONDS for taken in known),
        _repeats(_pairs(answers, REPEAT)),
        _damaged(_pairs(answers, DAMAGED), _LOWEST[ratings.plan.protocol]),
    )


def _pairs(answers: dict[int, AnsweredItem], kind: str) -> list[tuple[AnsweredItem, AnsweredItem]]:
    """Return each check of that kind with the answer to the item that it is of, where there are both."""
    checks = [given for given in answers.values() if given.item.kind == kind]
    return [(answers[given.item.of], given) for given in checks if given.item.of in answers]


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
            before, after = _by_system(one, first.item), _by_system(other, again.item)
            texts = {output.system: output.text for output in first.item.outputs}
            pairs = [(a, b) for a, b in combinations(sorted(before), 2) if texts[a] != texts[b]]
            turned = [np.sign(before[a] - before[b]) != np.sign(after[a] - after[b]) for a, b in pairs]
            return float(np.mean(turned)) if turned else 0.0
    return float("nan")


def _damaged(pairs: list[tuple[AnsweredItem, AnsweredItem]], lowest: float) -> DamagedOutputScores:
    """``lowest`` is what an output can get at the least."""
    drops = []
    for first, again in pairs:
        system = _harmed(first.item, again.item)
        before = _level(first.value, first.item, system)
        if before > lowest:
            drops.append(before - _level(again.value, again.item, system))
    n_noticed = sum(drop > 0 for drop in drops)
    return DamagedOutputScores(
        len(drops), n_noticed, len(pairs) - len(drops), float(np.mean(drops)) if drops else float("nan")
    )


def _harmed(item: Item, damaged: Item) -> str:
    """The system whose output is not the same in both."""
    texts = {output.system: output.text for output in item.outputs}
    return next(output.system for output in damaged.outputs if output.text != texts[output.system])


_LOWEST = {"adequacy-fluency": 1.0, "ranking": -1.0, "da": 0.0, "esa": 0.0, "mqm": -math.inf, "contrastive": 0.0}
"""What ``_level`` can be at the least, by protocol."""


def _level(value: Value, item: Item, system: str) -> float:
    """Return how good the system's output is in an answer: its score, the mean of two, or of a ranking wins less
    losses.

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
            ranks = _by_system(value, item)
            own = ranks.pop(system)
            return float(np.mean([np.sign(rank - own) for rank in ranks.values()]))


def _by_system(value: OutputRanking, item: Item) -> dict[str, int]:
    return dict(zip((output.system for output in item.outputs), value.ranks, strict=True))


def _scores_by_system(value: OutputScores, item: Item) -> dict[str, float]:
    return dict(zip((output.system for output in item.outputs), value.scores, strict=True))
