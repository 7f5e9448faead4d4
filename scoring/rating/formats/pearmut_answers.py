"""Read Pearmut's annotations of a campaign that was made here as the answers to its items."""

from collections.abc import Mapping, Sequence
from typing import Any

from ...counting.progress import Progress, no_progress
from ...formats.errors import FormatError
from ...formats.judgments.pearmut.pearmut_log import FinishedScreen, PearmutSegment, finished_screens
from ...formats.judgments.pearmut.pearmut_rows import RANK, PearmutRow, rows_of_segment
from ...formats.limits import DEFAULT_LIMITS, FileLimits
from ...formats.plain_text.text import decode_text
from ...judgments.errors import MISSING
from ...testset import TestSet
from ...text.naming import clean_name
from ...validation import expect
from ..protocols.answers import Answer
from ..protocols.dealing import Dealer
from ..protocols.plan import CampaignPlan, Item
from ..protocols.ratings import PlaceRatings, Ratings
from .own import item_at, parse_rating_answer

OTHER_TEXTS_ADVICE = "As judgments they can be read with any test set: add them on Test sets."


def read_annotations(
    file: str,
    data: bytes,
    plan: CampaignPlan,
    test_set: TestSet,
    limits: FileLimits = DEFAULT_LIMITS,
    on_progress: Progress = no_progress,
) -> Ratings:
    """Return the answers of annotators to a campaign that ``write_campaign`` made from this plan and test set.

    Raises ``FormatError`` with the line for anything else, such as annotations of other items.
    """
    for value, kind, label in ((data, bytes, file), (plan, CampaignPlan, "plan"), (test_set, TestSet, "test_set")):
        expect(value, kind, label)
    dealer = Dealer(plan, test_set)
    items_by_place = {place: dealer.items(place) for place in range(plan.n_places)}
    raters: dict[int, str] = {}
    answers: dict[int, dict[int, Answer]] = {}
    for screen in finished_screens(file, decode_text(file, data), limits, on_progress):
        if screen.number is None:
            continue
        for segment in screen.segments:
            rows = list(rows_of_segment(file, screen, segment, lambda source, id: 1))
            if not rows:
                continue
            place, number, item = _item_of_rows(file, rows, items_by_place)
            if raters.setdefault(place, screen.user) != screen.user:
                actual = f"{clean_name(screen.user)} and {clean_name(raters[place])} at place {place + 1:,}"
                raise FormatError(file, actual, "one annotator a task", screen.line, OTHER_TEXTS_ADVICE)
            answer = parse_rating_answer(
                file, screen.line, plan, item, number, _value(plan, item, rows), _seconds(screen, segment)
            )
            answers.setdefault(place, {})[number] = answer
    if not raters:
        raise FormatError(file, "none", "annotations of the campaign")
    return Ratings(
        plan, test_set, tuple(PlaceRatings(place, raters[place], tuple(of.values())) for place, of in answers.items())
    )


def _item_of_rows(
    file: str, rows: Sequence[PearmutRow], items_by_place: Mapping[int, tuple[Item, ...]]
) -> tuple[int, int, Item]:
    """Return the place, the number and the item of one segment of a screen; ``FormatError`` where no item matches."""
    row = rows[0]
    if row.own.place is None or row.own.item is None:
        raise FormatError(file, "others", "annotations of a campaign that was made here", row.line, OTHER_TEXTS_ADVICE)
    item = item_at(file, row.line, items_by_place, row.own.place, row.own.item)
    shown = {output.system: output.text for output in item.outputs}
    if {row.system: row.output for row in rows} != shown:
        actual = f"other outputs of segment {item.segment + 1:,}, or not all of them"
        raise FormatError(file, actual, "the ones that the campaign shows", row.line, OTHER_TEXTS_ADVICE)
    return row.own.place, row.own.item, item


def _value(plan: CampaignPlan, item: Item, rows: Sequence[PearmutRow]) -> dict[str, Any]:
    """Return the answer in the form that ``check_answer`` takes."""
    row = rows[0]
    if plan.protocol == "ranking":
        ranks = {one.system: one.sliders.get(RANK) for one in rows}
        return {"ranks": [_whole(ranks[output.system]) for output in item.outputs]}
    if plan.protocol == "contrastive":
        scores = {one.system: None if one.score != one.score else one.score for one in rows}
        return {"scores": [scores[output.system] for output in item.outputs]}
    if plan.protocol == "adequacy-fluency":
        return {key: _whole(row.sliders.get(key.capitalize())) for key in ("adequacy", "fluency")}
    score = None if row.score != row.score else row.score
    if plan.protocol == "da":
        return {"score": score}
    placed = [error for error in row.errors if error.start != MISSING]
    spans = [
        {"start": error.start, "end": error.end, "severity": error.severity}
        | ({"category": error.category} if plan.categories else {})
        for error in placed
    ]
    missing = [error.severity for error in row.errors if error.start == MISSING]
    return {"spans": spans, "missing": missing} | ({"score": score} if plan.asks.scales else {})


def _whole(value: float | None) -> float | int | None:
    return int(value) if value is not None and value == int(value) else value


def _seconds(screen: FinishedScreen, segment: PearmutSegment) -> object:
    """Return the seconds of one segment, as this package wrote them, or its share of the screen's seconds."""
    if isinstance(screen.seconds_by_segment, list) and len(screen.seconds_by_segment) > segment.place:
        return screen.seconds_by_segment[segment.place]
    return screen.seconds / len(screen.segments)
