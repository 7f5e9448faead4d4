"""Answers as tables of numbers: a row for each unit that was judged, a column for each rater."""

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
KINDS_OF_PROTOCOL = {
    "adequacy-fluency": (ADEQUACY, FLUENCY),
    "ranking": (ORDER,),
    "da": (SCORE,),
    "esa": (SCORE, ANY_ERROR),
    "mqm": (SCORE, ANY_ERROR),
    "contrastive": (SCORE,),
}
"""Kinds of numbers in the answers, by protocol."""


@dataclass(frozen=True, eq=False)
class RatingTable:
    """One number for each unit and rater, from the items that are no checks."""

    kind: str
    """Kind of the numbers, such as adequacy."""
    level: Level
    units: tuple[str, ...]
    """Names of the units, in the order of the segments.

    A unit is an item, named by its ``id``; with several outputs an item has a unit for each output, and a ranking a
    unit for every two outputs.
    """
    places: tuple[int, ...]
    """Places of the raters."""
    values: Floats
    """Numbers, (n_units, n_raters); NaN where the rater did not judge."""


def rating_tables(ratings: Ratings) -> tuple[RatingTable, ...]:
    """Return a table for each kind of number that the protocol has: adequacy, fluency, order, score, or any error.

    The order of two outputs is 1 if the first is better, -1 if it is worse, 0 for ties; two with the same text have no
    order, as raters see the text once. Any error is 0 or 1.
    """
    columns = {of.place: column for column, of in enumerate(ratings.places)}
    cells_by_kind: dict[str, dict[tuple[int, str], dict[int, float]]] = {
        kind: {} for kind in KINDS_OF_PROTOCOL[ratings.plan.protocol]
    }
    for rating in ratings:
        if rating.item.kind == PLAIN:
            for kind, unit, value in _rated_units(rating):
                cells_by_kind[kind].setdefault((rating.item.segment, unit), {})[columns[rating.place]] = value
    return tuple(_table(kind, cells, tuple(columns)) for kind, cells in cells_by_kind.items())


def _table(kind: str, cells: dict[tuple[int, str], dict[int, float]], places: tuple[int, ...]) -> RatingTable:
    units = sorted(cells)
    values = np.full((len(units), len(places)), np.nan)
    for row, unit in enumerate(units):
        for column, value in cells[unit].items():
            values[row, column] = value
    return RatingTable(kind, LEVELS[kind], tuple(unit for _, unit in units), places, values)


def _rated_units(rating: AnsweredItem) -> Iterator[tuple[str, str, float]]:
    """Yield the kind, the unit and the value of each number in an answer."""
    item, value = rating.item, rating.value
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
            for (first, text, first_rank), (second, other, second_rank) in combinations(ranked, 2):
                if text != other:
                    yield ORDER, f"{item.segment}:{first}\n{second}", np.sign(second_rank - first_rank)
