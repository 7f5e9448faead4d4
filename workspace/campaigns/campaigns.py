"""Rating campaigns with their raters and answers, for the people who make and read them."""

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import starmap
from typing import Any

from sqlalchemy import ColumnElement, delete, func, select
from sqlalchemy.orm import Session

from scoring.output.numbers import counted
from scoring.rating import Answer, CampaignPlan, Dealer, Item, PlaceRatings, Ratings, Value, check_answer, to_json
from scoring.text.naming import clean_name
from scoring.validation import expect

from ..storage.open_database import OpenDatabase
from ..storage.records import Campaign, Rater, build_record, find_version
from ..tables.errors import DamagedError, WorkspaceError
from ..tables.schema import CampaignRow, ProjectRow, RaterRow, RatingRow, SetRow
from ..tables.texts import check_kept_name, check_note, key_of_token, new_code, new_token, normalize_code
from ..tables.transaction import Action, Right, Transaction, add_row
from ..versions.versions import load_test_set, read_blobs


class Campaigns(OpenDatabase):
    """Rating campaigns; each is available as long as its test set and its project are not deleted."""

    def make_campaign(self, set_id: str, number: int, name: str, plan: CampaignPlan, note: str = "") -> Campaign:
        """Start a campaign on a version of a test set, which raters can join from now on; return the campaign.

        Raise ``ValueError`` for a plan that does not fit that version.
        """
        name, note = check_kept_name(name), check_note(note)
        expect(plan, CampaignPlan, "plan")
        with self.reading() as transaction:
            of = transaction.find(SetRow, set_id, Right.EDIT)
            version, title = find_version(transaction.session, of, number), of.name
            blobs = read_blobs(transaction.session, version)
        sizes = count_items_by_place(Dealer(plan, load_test_set(title, version, blobs)))
        with self.writing() as transaction:
            of = transaction.lock(lambda: transaction.find(SetRow, set_id, Right.EDIT))
            transaction.project_of(of).changed = moment = transaction.moment
            new = new_row(of, version.number, plan, sizes, CampaignTexts(name, note, moment, moment))
            row = add_row(transaction.session, new)
            transaction.note(row, Action.STARTED)
            return as_campaigns(transaction, [row])[0]

    def campaigns(self, project_id: str) -> list[Campaign]:
        """Return the campaigns of a project, in the order in which they were made."""
        with self.reading() as transaction:
            return as_campaigns(
                transaction, campaign_rows_of(transaction.session, transaction.find(ProjectRow, project_id))
            )

    def campaign(self, campaign_id: str) -> Campaign:
        with self.reading() as transaction:
            return as_campaigns(transaction, [transaction.find(CampaignRow, campaign_id)])[0]

    def close_campaign(self, campaign_id: str, closed: bool = True) -> None:
        """Close a campaign, so that nobody can join or answer; or open it again, for the same raters and secrets."""
        with self.writing() as transaction:
            row = transaction.change(lambda: transaction.find(CampaignRow, campaign_id, Right.EDIT))
            row.closed = transaction.moment if closed else None
            transaction.note(row, Action.CLOSED if closed else Action.REOPENED)

    def release(self, campaign_id: str, place: int) -> None:
        """Release a place, so that another rater continues after its answers; the present rater loses it."""
        with self.writing() as transaction:
            row = transaction.change(lambda: transaction.find(CampaignRow, campaign_id, Right.EDIT))
            is_there = RaterRow.campaign_id == row.id, RaterRow.place == place, RaterRow.released.is_(None)
            rater = transaction.session.scalar(select(RaterRow).where(*is_there).with_for_update())
            if rater is None:
                raise WorkspaceError(f"{row.name}: nobody sits on place {place + 1}.")
            if rater.finished is not None:
                raise WorkspaceError(f"{row.name}: {rater.name} has finished; nothing is left to go on with.")
            rater.released = transaction.moment
            transaction.note(row, Action.RELEASED, f"{row.name}, {rater.name}")

    def release_idle(self, campaign_id: str) -> int:
        """Release all places whose raters have not answered anything so far; return the number of places.

        Raters who have finished keep their places. Raise ``WorkspaceError`` if there is no place to release.
        """
        with self.writing() as transaction:
            row = transaction.change(lambda: transaction.find(CampaignRow, campaign_id, Right.EDIT))
            is_theirs = RaterRow.campaign_id == row.id, RaterRow.released.is_(None), RaterRow.finished.is_(None)
            raters = transaction.session.scalars(select(RaterRow).where(*is_theirs).with_for_update()).all()
            query = select(RatingRow.rater_id).where(RatingRow.rater_id.in_(select(RaterRow.id).where(*is_theirs)))
            # Read only now: the locked raters cannot answer meanwhile.
            busy = {*transaction.session.scalars(query.distinct())}
            idle = [rater for rater in raters if rater.id not in busy]
            if not idle:
                raise WorkspaceError(f"{row.name}: all who sit there have answered something, or have finished.")
            for rater in idle:
                rater.released = transaction.moment
            transaction.note(row, Action.RELEASED, f"{row.name}, {counted(len(idle), 'place')} without answers")
            return len(idle)

    def add_ratings(self, campaign_id: str, ratings: Ratings) -> int:
        """Add answers from elsewhere to a campaign, at free places; return the number of answers.

        A rater who joins continues at a place where answers are missing. Raise ``WorkspaceError`` if a rater has one of
        the places, ``ValueError`` for answers to another plan or other texts.
        """
        with self.reading() as transaction:
            row = transaction.find(CampaignRow, campaign_id, Right.EDIT)
            of = transaction.session.get_one(SetRow, row.test_set_id)
            version = find_version(transaction.session, of, row.number)
            plan, sizes = campaign_plan(row), stored_place_sizes(row)
            blobs = read_blobs(transaction.session, version)
        if ratings.plan != plan:
            raise WorkspaceError(f"{row.name}: these are ratings of another campaign; its plan is not the same.")
        checked = Ratings(plan, load_test_set(of.name, version, blobs), ratings.places)
        with self.writing() as transaction:
            row = transaction.change(lambda: transaction.find(CampaignRow, campaign_id, Right.EDIT))
            is_there = RaterRow.campaign_id == row.id, RaterRow.released.is_(None)
            rater_names: dict[int, str] = dict(
                transaction.session.execute(select(RaterRow.place, RaterRow.name).where(*is_there)).all()
            )
            for place_ratings in checked.places:
                place = place_ratings.place
                if place in rater_names:
                    raise WorkspaceError(f"{row.name}: {rater_names[place]} sits on place {place + 1}.")
                whole = transaction.moment if len(place_ratings.answers) == sizes[place] else None
                name = check_kept_name(clean_name(place_ratings.rater) or f"Rater {place + 1}")
                seat_holder = SeatHolder(place, name, transaction.moment, whole, None)
                rater = add_row(transaction.session, seat_holder.row(row, transaction.moment))
                transaction.session.add_all(
                    new_rating(rater, answer, transaction.moment) for answer in place_ratings.answers
                )
            transaction.note(row, Action.RATED)
            return checked.n_answers

    def ratings(self, campaign_id: str) -> Ratings:
        """Return all answers of a campaign; a place answered by several raters in turn has all their names.

        Raise ``DamagedError`` unless everything is exactly what was kept.
        """
        with self.reading() as transaction:
            row = transaction.find(CampaignRow, campaign_id)
            of = transaction.session.get_one(SetRow, row.test_set_id)
            version, plan = find_version(transaction.session, of, row.number), campaign_plan(row)
            blobs, rows_by_place = read_blobs(transaction.session, version), answers_by_place(transaction.session, row)
            raters_query = select(RaterRow.id, RaterRow.place, RaterRow.name).where(RaterRow.campaign_id == row.id)
            answered = {rating_row.rater_id for of_place in rows_by_place.values() for rating_row in of_place.values()}
            names: dict[int, list[str]] = {}
            for id_, place, name in transaction.session.execute(raters_query.order_by(RaterRow.id)):
                if id_ in answered:
                    names.setdefault(place, []).append(name)
        test_set = load_test_set(of.name, version, blobs)
        dealer = Dealer(plan, test_set)
        answers_of_places = {
            place: place_answers(plan, dealer.items(place), rows_by_place[place]) for place in sorted(rows_by_place)
        }
        places = (PlaceRatings(place, ", ".join(names[place]), answers) for place, answers in answers_of_places.items())
        return Ratings(plan, test_set, tuple(places))


ADVICE = "Restore a backup: bleuscope restore FILE --replace."
MAX_VALUE = 8_000
"""Highest number of characters in an answer's JSON: about 150 marked errors."""
AnswersByPlace = dict[int, dict[int, RatingRow]]
"""Place -> number of an item -> row of its last answer."""


@dataclass(frozen=True)
class CampaignTexts:
    """The texts that people write about a campaign, checked, and the campaign's times."""

    name: str
    note: str
    created: datetime
    changed: datetime


@dataclass(frozen=True)
class SeatHolder:
    """A rater of an archived or copied campaign."""

    place: int
    name: str
    joined: datetime
    finished: datetime | None
    released: datetime | None

    def row(self, campaign: CampaignRow, moment: datetime) -> RaterRow:
        """Return the rater as a row of this campaign, with an unknown secret; an unfinished place is released."""
        released = moment if self.released is None and self.finished is None else self.released
        values = {**vars(self), "released": released}
        return RaterRow(campaign_id=campaign.id, key=key_of_token(new_token()), **values)


def new_row(of: SetRow, number: int, plan: CampaignPlan, sizes: Sequence[int], texts: CampaignTexts) -> CampaignRow:
    """Return a campaign's row for a version of a test set, with a new token and a new code."""
    token, code = new_token(), new_code()
    about: dict[str, Any] = {"project_id": of.project_id, "test_set_id": of.id, "number": number, "n_items": sum(sizes)}
    about |= {"token": token, "key": key_of_token(token), "code": code, "code_key": key_of_token(normalize_code(code))}
    about |= {"plan": json.dumps(plan.to_json()), "sizes": json.dumps([*sizes])}
    return CampaignRow(**vars(texts), **about)


def count_items_by_place(dealer: Dealer) -> list[int]:
    """Return the number of items of each place."""
    return [len(dealer.items(place)) for place in range(dealer.plan.n_places)]


def campaign_plan(row: CampaignRow) -> CampaignPlan:
    return CampaignPlan.from_json(json.loads(row.plan))


def stored_place_sizes(row: CampaignRow) -> tuple[int, ...]:
    return tuple(json.loads(row.sizes))


def campaign_rows_of(session: Session, project: ProjectRow) -> Sequence[CampaignRow]:
    """Return the campaigns of a project, in the order of their making, except campaigns on deleted test sets."""
    of_project = select(CampaignRow).join(SetRow, SetRow.id == CampaignRow.test_set_id)
    of_project = of_project.where(CampaignRow.project_id == project.id, CampaignRow.deleted.is_(None))
    return session.scalars(of_project.where(SetRow.deleted.is_(None)).order_by(CampaignRow.id)).all()


def as_campaigns(transaction: Transaction, rows: Sequence[CampaignRow]) -> list[Campaign]:
    """Return the campaigns of rows of one project, in their order, by few queries for all."""
    if not rows:
        return []
    project = transaction.project_of(rows[0])
    may_invite = transaction.right_on(project) >= Right.EDIT
    of_rows = SetRow.id.in_({row.test_set_id for row in rows})
    sets: dict[int, str] = dict(transaction.session.execute(select(SetRow.id, SetRow.public_id).where(of_rows)).all())
    raters = _raters(transaction.session, rows)
    secrets = {} if may_invite else {"token": "", "code": ""}
    campaigns = []
    for row in rows:
        about = {
            "test_set": sets[row.test_set_id],
            "plan": campaign_plan(row),
            "sizes": stored_place_sizes(row),
            **secrets,
        }
        campaigns.append(build_record(Campaign, row, project_id=project.public_id, raters=raters[row.id], **about))
    return campaigns


def _raters(session: Session, rows: Sequence[CampaignRow]) -> dict[int, tuple[Rater, ...]]:
    """Return campaign id -> raters who have its places, or had them last."""
    ids = [row.id for row in rows]
    last: dict[tuple[int, int], RaterRow] = {}
    before: dict[tuple[int, int], list[str]] = {}
    ids_with_answers = {
        *session.scalars(select(RatingRow.rater_id).join(RaterRow).where(RaterRow.campaign_id.in_(ids)).distinct())
    }
    for rater in session.scalars(select(RaterRow).where(RaterRow.campaign_id.in_(ids)).order_by(RaterRow.id)):
        place_key = rater.campaign_id, rater.place
        if place_key in last and last[place_key].id in ids_with_answers:
            before.setdefault(place_key, []).append(last[place_key].name)
        last[place_key] = rater
    place = RaterRow.campaign_id, RaterRow.place
    counts = select(*place, func.count(RatingRow.item.distinct()), func.max(RatingRow.at)).group_by(*place)
    counts = counts.join(RatingRow, RatingRow.rater_id == RaterRow.id).where(RaterRow.campaign_id.in_(ids))
    progress_of_place = {(of, at): (n_done, answered) for of, at, n_done, answered in session.execute(counts)}
    raters_by_campaign: dict[int, list[Rater]] = {id_: [] for id_ in ids}
    sizes = {row.id: stored_place_sizes(row) for row in rows}
    for (of, at), rater in sorted(last.items()):
        n_done, answered = progress_of_place.get((of, at), (0, None))
        work = {"n_done": n_done, "n_items": sizes[of][at], "answered": answered}
        raters_by_campaign[of].append(build_record(Rater, rater, **work, before=tuple(before.get((of, at), ()))))
    return {of: tuple(raters) for of, raters in raters_by_campaign.items()}


def answers_by_place(session: Session, campaign: CampaignRow, *conditions: ColumnElement[bool]) -> AnswersByPlace:
    """Return the answers of a campaign; where two raters have had a place, the later answer counts."""
    rows_by_place: AnswersByPlace = {}
    rows = select(RaterRow.place, RatingRow).join(RatingRow, RatingRow.rater_id == RaterRow.id)
    rows = rows.where(RaterRow.campaign_id == campaign.id, *conditions).order_by(RaterRow.id, RatingRow.item)
    for place, row in session.execute(rows):
        rows_by_place.setdefault(place, {})[row.item] = row
    return rows_by_place


def answer_json(value: Value) -> str:
    """Return an answer as JSON text; raise ``WorkspaceError`` if it is too long."""
    text = json.dumps(to_json(value))
    if len(text) > MAX_VALUE:
        raise WorkspaceError(f"There are too many marks in one answer, {len(text):,} characters; mark fewer errors.")
    return text


def new_rating(rater: RaterRow, answer: Answer, moment: datetime) -> RatingRow:
    seconds = None if math.isnan(answer.seconds) else answer.seconds
    return RatingRow(rater_id=rater.id, item=answer.item, value=answer_json(answer.value), seconds=seconds, at=moment)


def forget_earlier(session: Session, rater: RaterRow, item: int) -> None:
    """Delete the answers of a place's earlier raters to an item, so that no item has two answers."""
    is_theirs = RaterRow.campaign_id == rater.campaign_id, RaterRow.place == rater.place, RaterRow.id < rater.id
    earlier = select(RaterRow.id).where(*is_theirs)
    statement = delete(RatingRow).where(RatingRow.item == item, RatingRow.rater_id.in_(earlier))
    session.execute(statement, execution_options={"synchronize_session": False})


def place_answers(
    plan: CampaignPlan, items: Sequence[Item], rating_rows: Mapping[int, RatingRow]
) -> tuple[Answer, ...]:
    """Return the answers to the items of a place, by number; raise ``DamagedError`` for a row that is no answer."""

    def read(number: int, row: RatingRow) -> Answer:
        value = check_answer(plan.protocol, items[number], json.loads(row.value), plan.categories)
        return Answer(number, value, math.nan if row.seconds is None else row.seconds)

    try:
        return tuple(starmap(read, sorted(rating_rows.items())))
    except (ValueError, IndexError) as error:
        raise DamagedError(f"What is kept of a rating is no answer to its item: {error} {ADVICE}") from None
