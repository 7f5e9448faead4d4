"""What the answers of a campaign say of the systems, for a terminal and as JSON: as the page Rate has it."""

from collections.abc import Sequence

from scoring.cli.reports.layout import finite, rounded
from scoring.output.numbers import MISSING, probability
from scoring.rating import PairDifference, SystemScores, study

from .showing import paragraphs, text_table

SCORES = ["system", "score", "low", "high", "segments"]
PAIRS = ["better", "than", "by", "low", "high", "p", "adjusted p", "verdict"]


def write_campaign_results(found: Sequence[SystemScores]) -> str:
    """Two tables for each thing that raters say of an output, and how their numbers were computed."""
    return paragraphs(*(part for scores in found for part in _tables(scores)))


def as_records(found: Sequence[SystemScores]) -> list[dict[str, object]]:
    """Return the systems' scores for JSON; undefined values are null."""
    return [{"by": scores.what, "systems": _systems(scores), "pairs": [*map(_pair, scores.pairs)]} for scores in found]


def _tables(scores: SystemScores) -> list[str]:
    systems = [[one.system, *map(rounded, (one.score, one.low, one.high)), f"{one.n_segments:,}"] for one in scores]
    pairs = [
        [
            *(one.first, one.second),
            *map(rounded, (one.difference, one.low, one.high)),
            *(probability(p, MISSING) for p in (one.p_value, one.p_adjusted)),
            one.state,
        ]
        for one in scores.pairs
    ]
    return [
        scores.what,
        text_table(SCORES, systems, 1, ""),
        text_table(PAIRS, pairs, 2, ""),
        "\n".join(study.rating_table_notes(scores)),
    ]


def _systems(scores: SystemScores) -> list[dict[str, object]]:
    return [
        {
            "system": one.system,
            "score": finite(one.score),
            "low": finite(one.low),
            "high": finite(one.high),
            "n_segments": one.n_segments,
        }
        for one in scores
    ]


def _pair(one: PairDifference) -> dict[str, object]:
    numbers = {
        "difference": one.difference,
        "low": one.low,
        "high": one.high,
        "p_value": one.p_value,
        "p_adjusted": one.p_adjusted,
    }
    told = {key: finite(value) for key, value in numbers.items()}
    return {"better": one.first, "than": one.second, **told, "verdict": one.state, "n_segments": one.needed.n_segments}
