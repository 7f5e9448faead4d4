"""Campaigns, their raters and answers as rows of the tables, and told as records."""

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import ColumnElement, delete, func, select
from sqlalchemy.orm import Session

from scoring.rating import Answer, CampaignPlan, Dealer, Item, Value, check_answer, to_json

from ..storage.records import Campaign, Rater
from ..storage.rows import told_of_thing
from ..tables.errors import DamagedError, WorkspaceError
from ..tables.rights import Right
from ..tables.schema import CampaignRow, ProjectRow, RaterRow, RatingRow, SetRow
from ..tables.tokens import code_of, key_of_token, new_code, new_token
from ..tables.transaction import Transaction

ADVICE = "Restore a backup: bleuscope restore FILE --replace."
MOST_VALUE = 8_000
"""Characters of an answer as JSON: some 150 marked errors."""
AnswersByPlace = dict[int, dict[int, RatingRow]]
"""Place -> number of an item -> what was last said of it."""


@dataclass(frozen=True)
class CampaignTexts:
    """What people write about a campaign, checked, and its times."""

    name: str
    note: str
    created: datetime
    changed: datetime


@dataclass(frozen=True)
class SeatHolder:
    """Who sat on a place of a campaign elsewhere."""

    place: int
    name: str
    joined: datetime
    finished: datetime | None
    released: datetime | None

    def row(self, campaign: CampaignRow, moment: datetime) -> RaterRow:
        """Return the seat as a row of this campaign. Nobody has its secret: another rater may take a place that is
        not finished.
        """
        released = moment if self.released is None and self.finished is None else self.released
        return RaterRow(
            campaign_id=campaign.id,
            place=self.place,
            name=self.name,
            key=key_of_token(new_token()),
            joined=self.joined,
            finished=self.finished,
            released=released,
        )


def new_row(of: SetRow, number: int, plan: CampaignPlan, sizes: Sequence[int], titled: CampaignTexts) -> CampaignRow:
    """A campaign about a version of a test set, with a new token and a new code."""
    token, code = new_token(), new_code()
    return CampaignRow(
        **vars(titled),
        project_id=of.project_id,
        test_set_id=of.id,
        number=number,
        plan=json.dumps(plan.to_json()),
        sizes=json.dumps([*sizes]),
        n_items=sum(sizes),
        token=token,
        key=key_of_token(token),
        code=code,
        code_key=key_of_token(code_of(code)),
    )


def sizes_of(dealer: Dealer) -> list[int]:
    """How many items each place has."""
    return [len(dealer.items(place)) for place in range(dealer.plan.n_places)]


def campaign_plan(row: CampaignRow) -> CampaignPlan:
    return CampaignPlan.from_json(json.loads(row.plan))


def sizes_in(row: CampaignRow) -> tuple[int, ...]:
    return tuple(json.loads(row.sizes))


def campaign_rows_of(session: Session, project: ProjectRow) -> Sequence[CampaignRow]:
    """Campaigns of a project, in the order in which they came, without those of deleted test sets."""
    of_project = select(CampaignRow).join(SetRow, SetRow.id == CampaignRow.test_set_id)
    of_project = of_project.where(CampaignRow.project_id == project.id, CampaignRow.deleted.is_(None))
    return session.scalars(of_project.where(SetRow.deleted.is_(None)).order_by(CampaignRow.id)).all()


def as_campaigns(asked: Transaction, rows: Sequence[CampaignRow]) -> list[Campaign]:
    """Campaigns of one project, in their order, by few queries for all."""
    if not rows:
        return []
    project = asked.project_of(rows[0])
    may_invite = asked.right_on(project) >= Right.EDIT
    of_rows = SetRow.id.in_({row.test_set_id for row in rows})
    sets: dict[int, str] = dict(asked.session.execute(select(SetRow.id, SetRow.public_id).where(of_rows)).all())
    raters = _raters(asked.session, rows)
    return [
        Campaign(
            *told_of_thing(row),
            project_id=project.public_id,
            test_set=sets[row.test_set_id],
            number=row.number,
            plan=campaign_plan(row),
            sizes=sizes_in(row),
            token=row.token if may_invite else "",
            code=row.code if may_invite else "",
            closed=row.closed,
            raters=raters[row.id],
        )
        for row in rows
    ]


def _raters(session: Session, rows: Sequence[CampaignRow]) -> dict[int, tuple[Rater, ...]]:
    """Campaign -> who sits on its places, or sat there last."""
    ids = [row.id for row in rows]
    last: dict[tuple[int, int], RaterRow] = {}
    before: dict[tuple[int, int], list[str]] = {}
    said = {*session.scalars(select(RatingRow.rater_id).join(RaterRow).where(RaterRow.campaign_id.in_(ids)).distinct())}
    for rater in session.scalars(select(RaterRow).where(RaterRow.campaign_id.in_(ids)).order_by(RaterRow.id)):
        sat = rater.campaign_id, rater.place
        if sat in last and last[sat].id in said:
            before.setdefault(sat, []).append(last[sat].name)
        last[sat] = rater
    place = RaterRow.campaign_id, RaterRow.place
    counts = select(*place, func.count(RatingRow.item.distinct()), func.max(RatingRow.at)).group_by(*place)
    counts = counts.join(RatingRow, RatingRow.rater_id == RaterRow.id).where(RaterRow.campaign_id.in_(ids))
    done = {(of, at): (n_done, answered) for of, at, n_done, answered in session.execute(counts)}
    found: dict[int, list[Rater]] = {id_: [] for id_ in ids}
    sizes = {row.id: sizes_in(row) for row in rows}
    for (of, at), rater in sorted(last.items()):
        n_done, answered = done.get((of, at), (0, None))
        times = rater.joined, rater.finished, rater.released, answered
        found[of].append(Rater(at, rater.name, n_done, sizes[of][at], *times, tuple(before.get((of, at), ()))))
    return {of: tuple(raters) for of, raters in found.items()}


def said_in(session: Session, campaign: CampaignRow, *which: ColumnElement[bool]) -> AnswersByPlace:
    """What was said in a campaign; where two have sat on a place, the later one counts."""
    found: AnswersByPlace = {}
    rows = select(RaterRow.place, RatingRow).join(RatingRow, RatingRow.rater_id == RaterRow.id)
    rows = rows.where(RaterRow.campaign_id == campaign.id, *which).order_by(RaterRow.id, RatingRow.item)
    for place, row in session.execute(rows):
        found.setdefault(place, {})[row.item] = row
    return found


def as_kept(value: Value) -> str:
    """An answer as it is kept; ``WorkspaceError`` for one that is too long."""
    text = json.dumps(to_json(value))
    if len(text) > MOST_VALUE:
        raise WorkspaceError(f"There are too many marks in one answer, {len(text):,} characters; mark fewer errors.")
    return text


def new_rating(rater: RaterRow, answer: Answer, moment: datetime) -> RatingRow:
    seconds = None if math.isnan(answer.seconds) else answer.seconds
    return RatingRow(rater_id=rater.id, item=answer.item, value=as_kept(answer.value), seconds=seconds, at=moment)


def forget_earlier(session: Session, rater: RaterRow, item: int) -> None:
    """What those who sat on this place before said of an item: so a campaign never has more answers than items."""
    is_theirs = RaterRow.campaign_id == rater.campaign_id, RaterRow.place == rater.place, RaterRow.id < rater.id
    earlier = select(RaterRow.id).where(*is_theirs)
    gone = delete(RatingRow).where(RatingRow.item == item, RatingRow.rater_id.in_(earlier))
    session.execute(gone, execution_options={"synchronize_session": False})


def place_answers(plan: CampaignPlan, asked: Sequence[Item], said: Mapping[int, RatingRow]) -> tuple[Answer, ...]:
    """The answers of a place whose items these are, by number; ``DamagedError`` for what is no answer to its item."""
    try:
        return tuple(
            Answer(
                number,
                check_answer(plan.protocol, asked[number], json.loads(row.value)),
                math.nan if row.seconds is None else row.seconds,
            )
            for number, row in sorted(said.items())
        )
    except (ValueError, IndexError) as error:
        raise DamagedError(f"What is kept of a rating is no answer to its item: {error} {ADVICE}") from None
