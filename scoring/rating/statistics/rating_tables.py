"""Answers as tables of numbers: a row a thing that was judged, a column a rater."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from ...counting.arrays import Floats
from ..protocols.answers import AdequacyFluency, DirectAssessment, ErrorSpans, OutputRanking, OutputScores
from ..protocols.plan import PLAIN
from ..protocols.ratings import AnsweredItem, Ratings
from .alpha import Level

ADEQUACY, FLUENCY, SCORE, ORDER, ANY_ERROR = "adequacy", "fluency", "score", "order of two outputs", "any error"
LEVELS: dict[str, Level] = {
    ADEQUACY: "ordinal",
    FLUENCY: "ordinal",
    SCORE: "interval",
    ORDER: "nominal",
    ANY_ERROR: "nominal",
}
ASKED = {
    "adequacy-fluency": (ADEQUACY, FLUENCY),
    "ranking": (ORDER,),
    "da": (SCORE,),
    "esa": (SCORE, ANY_ERROR),
    "mqm": (SCORE, ANY_ERROR),
    "contrastive": (SCORE,),
}
"""What raters are asked, by protocol."""


@dataclass(frozen=True, eq=False)
class RatingTable:
    """One number a unit and rater, of the items that are no checks."""

    what: str
    """what the numbers say, such as adequacy"""
    level: Level
    units: tuple[str, ...]
    """what is judged: the item's ``id``, of several outputs that of each, of a ranking each two; in the order of the
    segments"""
    places: tuple[int, ...]
    """the raters, by their places"""
    values: Floats
    """(n_units, n_raters), NaN where the rater did not judge"""


def tables(ratings: Ratings) -> tuple[RatingTable, ...]:
    """Return all that the protocol asks: adequacy and fluency; the order of two outputs; a score; whether there is an
    error.

    The order of two is 1 where the first is better, -1 where it is worse, 0 of ties; two that say the same have none,
    as raters see their text once. Whether there is an error is 0 or 1.
    """
    columns = {of.place: column for column, of in enumerate(ratings.places)}
    found: dict[str, dict[tuple[int, str], dict[int, float]]] = {what: {} for what in ASKED[ratings.plan.protocol]}
    for given in ratings:
        if given.item.kind == PLAIN:
            for what, unit, value in _judged(given):
                found[what].setdefault((given.item.segment, unit), {})[columns[given.place]] = value
    return tuple(_table(what, cells, tuple(columns)) for what, cells in found.items())


def _table(what: str, cells: dict[tuple[int, str], dict[int, float]], places: tuple[int, ...]) -> RatingTable:
    units = sorted(cells)
    values = np.full((len(units), len(places)), np.nan)
    for row, unit in enumerate(units):
        for column, value in cells[unit].items():
            values[row, column] = value
    return RatingTable(what, LEVELS[what], tuple(unit for _, unit in units), places, values)


def _judged(given: AnsweredItem) -> Iterator[tuple[str, str, float]]:
    """Yield what raters say of each unit, and how."""
    item, value = given.item, given.value
    match value:
        case AdequacyFluency():
            yield ADEQUACY, item.id, value.adequacy
            yield FLUENCY, item.id, value.fluency
        case DirectAssessment():
            yield SCORE, item.id, value.score
        case ErrorSpans():
            yield SCORE, item.id, value.score
            yield ANY_ERROR, item.id, bool(value.spans or value.missing)
        case OutputScores():
            for output, score in zip(item.outputs, value.scores, strict=True):
                yield SCORE, f"{item.segment}:{output.system}", score
        case OutputRanking():  # in the order of names, which no rater's screen changes
            ranked = sorted((one.system, one.text, rank) for one, rank in zip(item.outputs, value.ranks, strict=True))
            for (first, text, ours), (second, other, theirs) in combinations(ranked, 2):
                if text != other:
                    yield ORDER, f"{item.segment}:{first}\n{second}", np.sign(theirs - ours)
