"""Small campaigns whose systems, raters and answers are known."""

from collections.abc import Callable, Sequence

import numpy as np
import pyarrow as pa

from scoring import TestSet
from scoring.rating import (
    AdequacyFluency,
    Answer,
    CampaignPlan,
    DirectAssessment,
    ErrorSpans,
    Item,
    MarkedError,
    OutputRanking,
    OutputScores,
    PlaceRatings,
    Ratings,
    Value,
    deal_items,
)
from scoring.rating.protocols.answers import mqm_score

SYSTEMS = ("A", "B", "C")
PROTOCOLS = ("adequacy-fluency", "ranking", "da", "esa", "mqm", "contrastive")


def texts(n_segments: int, systems: Sequence[str] = SYSTEMS, documents: Sequence[str] | None = None) -> TestSet:
    """Outputs of eleven words, no two of which are alike."""
    hypotheses = {
        system: [" ".join(f"{system.lower()}{at}w{word}" for word in range(11)) for at in range(n_segments)]
        for system in systems
    }
    columns = [f"segment {at}" for at in range(n_segments)]
    made = TestSet.build(hypotheses, {"ref": columns}, columns)
    if documents is None:
        return made
    named = pa.array(documents, pa.string())
    return TestSet(made.systems, made.references, made.source, documents=named)


def plan(test_set: TestSet, protocol: str = "da", n_places: int = 2, **options: object) -> CampaignPlan:
    """All systems and segments, all of it by every rater."""
    given = {"raters_per_item": n_places, "n_places": n_places, **options}
    return CampaignPlan(protocol, test_set.system_names, tuple(range(len(test_set))), **given)  # type: ignore[arg-type]


def rated(of: CampaignPlan, test_set: TestSet, say: Callable[[int, Item], Value | None]) -> Ratings:
    """What each place says of each of its items; None of one that it does not answer."""
    places = []
    for place in range(of.n_places):
        said = [(number, say(place, item)) for number, item in enumerate(deal_items(of, test_set, place))]
        answers = tuple(Answer(number, value, 1.0 + number) for number, value in said if value is not None)
        places.append(PlaceRatings(place, f"rater {place + 1}", answers))
    return Ratings(of, test_set, tuple(places))


def drawn(protocol: str, generator: np.random.Generator) -> Callable[[int, Item], Value]:
    """Answers by chance."""

    def say(place: int, item: Item) -> Value:
        number = int(generator.integers(0, 101))
        if protocol == "adequacy-fluency":
            return AdequacyFluency(1 + number % 5, 1 + number % 3)
        if protocol == "ranking":
            return OutputRanking(
                tuple(int(rank) for rank in generator.integers(1, len(item.outputs) + 1, len(item.outputs)))
            )
        if protocol == "da":
            return DirectAssessment(number)
        if protocol == "contrastive":
            return OutputScores(tuple(int(score) for score in generator.integers(0, 101, len(item.outputs))))
        start = int(generator.integers(0, 10))
        spans = (MarkedError(start, start + 8, ("minor", "major")[number % 2]),) if number % 3 else ()
        missing = ("major",) * (number % 2)
        return ErrorSpans(spans, missing, mqm_score(spans, missing) if protocol == "mqm" else number)

    return say
