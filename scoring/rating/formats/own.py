"""Our own file of ratings in JSON Lines: a line with the plan, then one answer a line.

``scoring.formats.judgments.wmt.campaign_answers`` reads it as judgments, without the test set.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import asdict
from hashlib import blake2b
from typing import Any

from ...counting.progress import Progress, no_progress
from ...formats.errors import FormatError
from ...formats.json_files.objects import list_at, object_at, objects, text_at
from ...formats.judgments.wmt.campaign_answers import ADVICE, FORMAT, FROM_0, VERSION, check_header, whole_at
from ...formats.limits import DEFAULT_LIMITS, FileLimits
from ...formats.plain_text.text import decode_text
from ...output.numbers import counted
from ...testset import TestSet
from ...text.naming import clean_name
from ...validation import as_list, expect, whole_number
from ..protocols.answers import Answer, check_answer, to_json
from ..protocols.dealing import Dealer
from ..protocols.plan import MAX_SEED, CampaignPlan, Item
from ..protocols.prefilled import prefilled_errors
from ..protocols.ratings import PlaceRatings, Ratings

OTHER_TEXTS_ADVICE = "Give them with the version of the test set that was rated."


def write_ratings(ratings: Ratings, name: str = "") -> bytes:
    """Return all answers as a file that can be read back; ``name`` is the campaign's name."""
    expect(ratings, Ratings, "ratings")
    expect(name, str, "name")
    return "".join(f"{json.dumps(line, ensure_ascii=False)}\n" for line in _lines(ratings, name)).encode()


def _lines(ratings: Ratings, name: str) -> Iterator[dict[str, Any]]:
    test_set = ratings.test_set
    yield {
        "format": FORMAT,
        "version": VERSION,
        "name": name,
        "test_set": {"name": test_set.name, "segments": len(test_set), "texts": _digest(ratings.plan, test_set)},
        "raters": [{"place": of.place, "name": of.rater} for of in ratings.places],
        "plan": {**ratings.plan.to_json(), "segments": [segment + 1 for segment in ratings.plan.segments]},
    }
    for rating in ratings:
        seconds = rating.answer.seconds
        yield {
            "rater": ratings.names[rating.place],
            "place": rating.place,
            "item": rating.answer.item,
            "segment": rating.item.segment + 1,
            "systems": [output.system for output in rating.item.outputs],
            "kind": rating.item.kind,
            **_prefilled_errors(ratings, rating.item),
            "value": to_json(rating.value),
            "seconds": None if seconds != seconds else seconds,
        }


def _prefilled_errors(ratings: Ratings, item: Item) -> dict[str, Any]:
    """Return the errors that were marked before the rater saw the output; empty unless the plan has such errors."""
    if not ratings.plan.prefilled:
        return {}
    return {"prefilled": [asdict(mark) for mark in prefilled_errors(ratings.plan, ratings.test_set, item)]}


def read_ratings(
    file: str, data: bytes, test_set: TestSet, limits: FileLimits = DEFAULT_LIMITS, on_progress: Progress = no_progress
) -> Ratings:
    """Return the answers that ``write_ratings`` wrote, for this test set.

    Raises ``FormatError`` with the line for anything else, such as ratings of other texts.
    """
    expect(data, bytes, file)
    expect(test_set, TestSet, "test_set")
    plan: CampaignPlan | None = None
    raters: dict[int, str] = {}
    items_by_place: dict[int, tuple[Item, ...]] = {}
    answers: dict[int, dict[int, Answer]] = {}
    for line, value in objects(file, decode_text(file, data).data, limits, on_progress):
        if plan is None:
            dealer, raters = _header(file, line, value, test_set)
            plan = dealer.plan
            items_by_place = {place: dealer.items(place) for place in raters}
            answers = {place: {} for place in raters}
            continue
        place, answer = _answer(file, line, value, plan, items_by_place)
        if answer.item in answers[place]:
            raise FormatError(file, f"a second answer to item {answer.item:,}", "one", line, ADVICE)
        answers[place][answer.item] = answer
    if plan is None:
        raise FormatError(file, "nothing", f"{FORMAT}, version {VERSION}", advice=ADVICE)
    return Ratings(
        plan,
        test_set,
        tuple(PlaceRatings(place, name, tuple(answers[place].values())) for place, name in raters.items()),
    )


def _header(file: str, line: int, value: Mapping[str, object], test_set: TestSet) -> tuple[Dealer, dict[int, str]]:
    """Return the dealer of the header's plan, and the name of the rater at each place."""
    version = check_header(file, line, value)
    try:
        plan = _plan(version, value.get("plan"))
        dealer = Dealer(plan, test_set)
    except ValueError as error:
        raise FormatError(file, str(error).rstrip("."), None, line, OTHER_TEXTS_ADVICE) from None
    stated_set = object_at(file, line, value, "test_set")
    if stated_set.get("segments") != len(test_set) or stated_set.get("texts") != _digest(plan, test_set):
        name = clean_name(text_at(file, line, stated_set, "name"))
        expected = f"ratings of the texts of this test set, with {counted(len(test_set), 'segment')}"
        raise FormatError(file, f"those of others ({name})", expected, line, OTHER_TEXTS_ADVICE)
    raters: dict[int, str] = {}
    for one in list_at(file, line, value, "raters"):
        rater = one if isinstance(one, Mapping) else {}
        place = whole_at(file, line, rater, "place")
        if place >= plan.n_places or place in raters:
            expected = f"a place from 0 to {plan.n_places - 1:,}, each once"
            raise FormatError(file, f"place {place:,}", expected, line, ADVICE)
        raters[place] = text_at(file, line, rater, "name")
    return dealer, raters


def _plan(version: int, value: object) -> CampaignPlan:
    """Return the plan in a header, whose segments count from 1; raise ``ValueError`` for anything else."""
    if version > FROM_0 and isinstance(value, Mapping) and "segments" in value:
        numbers = [
            whole_number(n, "The number of a segment", 1, MAX_SEED) for n in as_list(value["segments"], "segments")
        ]
        value = {**value, "segments": [number - 1 for number in numbers]}
    return CampaignPlan.from_json(value)


def _answer(
    file: str,
    line: int,
    value: Mapping[str, object],
    plan: CampaignPlan,
    items_by_place: Mapping[int, tuple[Item, ...]],
) -> tuple[int, Answer]:
    """Return the place and the answer in one line; raise ``FormatError`` where the line does not fit the campaign."""
    place, number = (whole_at(file, line, value, key) for key in ("place", "item"))
    item = item_at(file, line, items_by_place, place, number)
    segment, systems = whole_at(file, line, value, "segment", 1), list_at(file, line, value, "systems")
    if (segment, list(systems)) != (item.segment + 1, [output.system for output in item.outputs]):
        expected = f"an answer to item {number:,}, which is of segment {item.segment + 1:,}"
        raise FormatError(file, f"one of segment {segment:,}, or of other systems", expected, line, OTHER_TEXTS_ADVICE)
    return place, parse_rating_answer(file, line, plan, item, number, value.get("value"), value.get("seconds"))


def item_at(file: str, line: int, items_by_place: Mapping[int, tuple[Item, ...]], place: int, number: int) -> Item:
    """Return the item of this number at a place; raise ``FormatError`` where there is none."""
    if place not in items_by_place or number >= len(items_by_place[place]):
        raise FormatError(
            file, f"item {number:,} of place {place:,}", "items of the campaign", line, OTHER_TEXTS_ADVICE
        )
    return items_by_place[place][number]


def parse_rating_answer(
    file: str, line: int, plan: CampaignPlan, item: Item, number: int, value: object, seconds: object
) -> Answer:
    """Return the answer; raise ``FormatError`` for a value that is no answer. Unknown seconds are NaN."""
    is_known = isinstance(seconds, int | float) and not isinstance(seconds, bool) and 0 <= seconds < float("inf")
    known_seconds = float(seconds) if is_known else float("nan")  # type: ignore[arg-type]
    try:
        return Answer(number, check_answer(plan.protocol, item, value, plan.categories), known_seconds)
    except ValueError as error:
        raise FormatError(file, str(error).rstrip("."), None, line, ADVICE) from None


def _digest(plan: CampaignPlan, test_set: TestSet) -> str:
    """Return a digest, in 32 hexadecimal digits, of every output that the plan asks about."""
    digest = blake2b(digest_size=16)
    segments = list(plan.segments)
    for name in plan.systems:
        digest.update(json.dumps([name, test_set.system(name).segments.take(segments).to_pylist()]).encode())
    return digest.hexdigest()
