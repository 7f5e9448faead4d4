"""Campaigns of an exported project: their raters, and what these said, one answer a line."""

import json
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from math import isnan
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from scoring.formats import FormatError
from scoring.formats.json_files.objects import parse_json
from scoring.rating import Answer, CampaignPlan, Dealer, Item, check_answer
from scoring.text.naming import clean_file, clean_name

from ..campaigns.campaign_rows import SeatHolder, as_kept, sizes_of
from ..tables.schema import CampaignRow, RaterRow, RatingRow, SetRow
from ..tables.texts import check_kept_name, note_of
from .exported_file import ExportedFile
from .manifest import FILE, CampaignFiles, ManifestValue
from .new_project import NewAnswer, NewCampaign, NewSet

ENDING = ".answers.jsonl"


def write_archived_campaign(session: Session, row: CampaignRow) -> tuple[dict[str, Any], bytes]:
    """What the manifest says of a campaign, and the file of its answers."""
    of = session.get_one(SetRow, row.test_set_id)
    raters = session.scalars(select(RaterRow).where(RaterRow.campaign_id == row.id).order_by(RaterRow.id)).all()
    told = {
        "test_set": of.public_id,
        "number": row.number,
        "plan": json.loads(row.plan),
        "closed": _moment(row.closed),
        "raters": [
            {
                "place": rater.place,
                "name": rater.name,
                "joined": _moment(rater.joined),
                "finished": _moment(rater.finished),
                "released": _moment(rater.released),
            }
            for rater in raters
        ],
    }
    lines = (json.dumps(line) for number, rater in enumerate(raters) for line in _lines(session, number, rater))
    return told, "".join(f"{line}\n" for line in lines).encode()


def _lines(session: Session, number: int, rater: RaterRow) -> Iterator[dict[str, Any]]:
    for row in session.scalars(select(RatingRow).where(RatingRow.rater_id == rater.id).order_by(RatingRow.item)):
        value, at = json.loads(row.value), row.at.isoformat()
        yield {"rater": number, "item": row.item, "value": value, "seconds": row.seconds, "at": at}


def read_archived_campaign(
    file: str, found: CampaignFiles, files: Mapping[str, bytes], sets: Sequence[NewSet]
) -> NewCampaign:
    """A campaign with its answers; ``FormatError`` for what does not go with its test set."""
    where = f"{file}, {clean_name(found.name)}"
    of = next((one for one in sets if one.id == found.test_set and one.id), None)
    if of is None or not 1 <= found.number <= len(of.versions):
        raise FormatError(where, "a campaign about a version that is not there")
    if found.answers not in files:
        raise FormatError(file, f"no file {clean_file(found.answers)}", "all that manifest.json names")
    test_set = of.versions[found.number - 1][0].test_set()
    try:
        plan = CampaignPlan.from_json(found.plan)
        dealer = Dealer(plan, test_set)
        sizes = sizes_of(dealer)
    except (ValueError, TypeError) as error:
        raise FormatError(f"{file}/{FILE}", f"a plan that cannot be ({clean_name(str(error))})") from None
    given = ExportedFile(clean_file(f"{file}/{found.answers}"), files[found.answers])
    sat = [SeatHolder(one.place, check_kept_name(clean_name(one.name)), *one.times) for one in found.raters]
    there = [one.place for one in sat if one.released is None]
    if len({*there}) < len(there) or any(not 0 <= one.place < plan.n_places for one in sat):
        raise FormatError(where, "raters at places that are not there, or two at one")
    asked = {place: dealer.items(place) for place in {one.place for one in sat}}
    return NewCampaign(
        name=check_kept_name(clean_name(found.name)),
        note=note_of(found.note),
        created=found.created,
        test_set=found.test_set,
        number=found.number,
        plan=plan,
        sizes=sizes,
        closed=found.closed,
        raters=[*zip(sat, _answers(given, plan, [asked[one.place] for one in sat]), strict=True)],
    )


def _answers(given: ExportedFile, plan: CampaignPlan, asked: Sequence[Sequence[Item]]) -> list[list[NewAnswer]]:
    """Return the answers of each rater, whose items ``asked`` has."""
    found: list[dict[int, NewAnswer]] = [{} for _ in asked]
    for number, line in given.lines():
        if not line:
            continue
        told = ManifestValue(given.file, f"line {number:,}", parse_json(given.file, number, line))
        rater, item, at = told.get("rater", int), told.get("item", int), told.moment("at")
        is_there = 0 <= rater < len(asked) and 0 <= item < len(asked[rater]) and item not in found[rater]
        given.check(is_there, "one answer to an item of a rater", number)
        try:
            value = check_answer(plan.protocol, asked[rater][item], told.get("value", dict))
            seconds = Answer(item, value, told.value.get("seconds")).seconds
            kept = as_kept(value)
        except FormatError:
            raise
        except ValueError as error:
            raise FormatError(given.file, f"no answer ({clean_name(str(error))})", line=number) from None
        found[rater][item] = NewAnswer(item, kept, None if isnan(seconds) else seconds, at)
    return [list(of.values()) for of in found]


def _moment(moment: datetime | None) -> str | None:
    return None if moment is None else moment.isoformat()
