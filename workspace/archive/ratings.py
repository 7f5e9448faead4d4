"""Campaigns of an exported project: their raters, and what these said, one answer a line."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from scoring.formats import FormatError
from scoring.formats.json_files.objects import parse_json
from scoring.rating import Answer, CampaignPlan, Dealer, Item, check_answer
from scoring.text.naming import clean_file, clean_name

from ..campaigns.campaigns import CampaignTexts, as_kept, new_rating, new_row, sizes_of
from ..tables.schema import CampaignRow, RaterRow, RatingRow, SetRow
from ..tables.texts import check_kept_name
from ..tables.transaction import add_row
from ..versions.versions import PreparedVersion
from .manifest import FILE, CampaignFiles, ExportedFile, ManifestValue, SetFiles

ENDING = ".answers.jsonl"


ReadSet = tuple[SetFiles, list[PreparedVersion]]
TimedAnswers = list[tuple[Answer, datetime]]


@dataclass(frozen=True)
class ReadCampaign:
    """A campaign, of which all was checked."""

    files: CampaignFiles
    plan: CampaignPlan
    sizes: Sequence[int]
    """how many items each place has"""
    answers: Sequence[TimedAnswers]
    """Answers of each rater, with their times."""

    def add(self, session: Session, of: SetRow, moment: datetime) -> None:
        """Adds it to a test set, with its raters and their answers."""
        files = self.files
        titled = CampaignTexts(files.name, files.note, files.created, files.created)
        row = add_row(session, new_row(of, files.number, self.plan, self.sizes, titled))
        row.closed = files.closed
        each = [*zip(files.raters, self.answers, strict=True)]
        last = {(sat.place, answer.item): answer for sat, answers in each for answer, _ in answers}
        for sat, answers in each:
            rater = add_row(session, sat.row(row, moment))
            counting = ((answer, at) for answer, at in answers if last[sat.place, answer.item] is answer)
            session.add_all(new_rating(rater, answer, at) for answer, at in counting)


def write_archived_campaign(session: Session, row: CampaignRow) -> tuple[dict[str, Any], bytes]:
    """What the manifest says of a campaign, and the file of its answers."""
    of = session.get_one(SetRow, row.test_set_id)
    raters = session.scalars(select(RaterRow).where(RaterRow.campaign_id == row.id).order_by(RaterRow.id)).all()
    about = {"test_set": of.public_id, "number": row.number, "plan": json.loads(row.plan)}
    times = "joined", "finished", "released"
    sat = [
        {"place": rater.place, "name": rater.name, **{time: _moment(getattr(rater, time)) for time in times}}
        for rater in raters
    ]
    lines = (json.dumps(line) for number, rater in enumerate(raters) for line in _lines(session, number, rater))
    told = {**about, "closed": _moment(row.closed), "raters": sat}
    return told, "".join(f"{line}\n" for line in lines).encode()


def _lines(session: Session, number: int, rater: RaterRow) -> Iterator[dict[str, Any]]:
    for row in session.scalars(select(RatingRow).where(RatingRow.rater_id == rater.id).order_by(RatingRow.item)):
        value, at = json.loads(row.value), row.at.isoformat()
        yield {"rater": number, "item": row.item, "value": value, "seconds": row.seconds, "at": at}


def read_archived_campaign(
    file: str, found: CampaignFiles, files: Mapping[str, bytes], sets: Sequence[ReadSet]
) -> ReadCampaign:
    """A campaign with its answers; ``FormatError`` for what does not go with its test set."""
    where = f"{file}, {found.name}"
    versions = next((versions for one, versions in sets if one.id == found.test_set and one.id), [])
    if not 1 <= found.number <= len(versions):
        raise FormatError(where, "a campaign about a version that is not there")
    if found.answers not in files:
        raise FormatError(file, f"no file {clean_file(found.answers)}", "all that manifest.json names")
    try:
        plan = CampaignPlan.from_json(found.plan)
        dealer = Dealer(plan, versions[found.number - 1].test_set())
        sizes = sizes_of(dealer)
    except (ValueError, TypeError) as error:
        raise FormatError(f"{file}/{FILE}", f"a plan that cannot be ({clean_name(str(error))})") from None
    given = ExportedFile(clean_file(f"{file}/{found.answers}"), files[found.answers])
    sat = tuple(replace(one, name=check_kept_name(clean_name(one.name))) for one in found.raters)
    there = [one.place for one in sat if one.released is None]
    if len({*there}) < len(there) or any(not 0 <= one.place < plan.n_places for one in sat):
        raise FormatError(where, "raters at places that are not there, or two at one")
    asked = {place: dealer.items(place) for place in {one.place for one in sat}}
    answers = _answers(given, plan, [asked[one.place] for one in sat])
    return ReadCampaign(replace(found, raters=sat), plan, sizes, answers)


def _answers(
    given: ExportedFile, plan: CampaignPlan, asked: Sequence[Sequence[Item]]
) -> list[list[tuple[Answer, datetime]]]:
    """Return the answers of each rater, whose items ``asked`` has."""
    found: list[dict[int, tuple[Answer, datetime]]] = [{} for _ in asked]
    for number, line in given.lines():
        if not line:
            continue
        told = ManifestValue(given.file, f"line {number:,}", parse_json(given.file, number, line))
        rater, item, at = told.get("rater", int), told.get("item", int), told.moment("at")
        is_there = 0 <= rater < len(asked) and 0 <= item < len(asked[rater]) and item not in found[rater]
        given.check(is_there, "one answer to an item of a rater", number)
        try:
            value = check_answer(plan.protocol, asked[rater][item], told.get("value", dict))
            answer = Answer(item, value, told.value.get("seconds"))
            as_kept(value)  # refuses one that is too long
        except FormatError:
            raise
        except ValueError as error:
            raise FormatError(given.file, f"no answer ({clean_name(str(error))})", line=number) from None
        found[rater][item] = answer, at
    return [list(of.values()) for of in found]


def _moment(moment: datetime | None) -> str | None:
    return None if moment is None else moment.isoformat()
