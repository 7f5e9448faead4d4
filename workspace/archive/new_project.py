"""A whole project from elsewhere on its way into the database."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy.orm import Session

from scoring.rating import CampaignPlan

from ..campaigns.campaign_rows import CampaignTexts, SeatHolder, new_row
from ..storage.records import Project
from ..storage.rows import as_project
from ..tables.rights import Action
from ..tables.schema import ProjectRow, RatingRow, SetRow, ViewRow
from ..tables.texts import moved
from ..versions.versions import PreparedVersion, store
from ..workspace import Workspace


@dataclass(frozen=True)
class NewSet:
    """A test set; its name and note were checked."""

    name: str
    note: str
    created: datetime
    versions: Sequence[tuple[PreparedVersion, datetime]]
    """each with the time at which it was made, the first one first"""
    id: str = ""
    """Id by which views name it."""


@dataclass(frozen=True)
class NewView:
    """A view, of which all was checked."""

    name: str
    note: str
    address: str
    created: datetime


@dataclass(frozen=True)
class NewAnswer:
    """An answer, which was checked to be one to its item."""

    item: int
    value: str
    """JSON"""
    seconds: float | None
    at: datetime


@dataclass(frozen=True)
class NewCampaign:
    """A campaign, of which all was checked."""

    name: str
    note: str
    created: datetime
    test_set: str
    """the id by which views name it, too"""
    number: int
    """Number of the version."""
    plan: CampaignPlan
    sizes: Sequence[int]
    """how many items each place has"""
    closed: datetime | None
    raters: Sequence[tuple[SeatHolder, Sequence[NewAnswer]]]


@dataclass(frozen=True)
class NewProject:
    """A project; its name and note were checked."""

    name: str
    note: str
    created: datetime
    sets: Sequence[NewSet]
    views: Sequence[NewView]
    campaigns: Sequence[NewCampaign] = ()


def bring_in(workspace: Workspace, new: NewProject) -> Project:
    """The project, which keeps its times, in one transaction."""
    for one in new.sets:
        for prepared, _ in one.versions:
            prepared.pack()
    sizes: dict[str, int] = {}
    for one in new.sets:
        for prepared, _ in one.versions:
            sizes |= prepared.sizes
    workspace.expect_room(None, sum(sizes.values()))
    with workspace.writing() as asked:
        session, project = asked.session, asked.new_project(new.name, new.note, new.created, Action.IMPORTED)
        sets = {one.id: _add_set(session, project, one) for one in new.sets}
        ids = {id_: row.public_id for id_, row in sets.items()}
        for view in new.views:
            told = {**vars(view), "address": moved(view.address, ids)}
            session.add(ViewRow(**told, changed=view.created, project_id=project.id))
        for campaign in new.campaigns:
            _add_campaign(session, sets[campaign.test_set], campaign, asked.moment)
        session.flush()
        return as_project(asked, project)


def _add_set(session: Session, project: ProjectRow, new: NewSet) -> SetRow:
    changed = new.versions[-1][1]
    row = SetRow(name=new.name, note=new.note, created=new.created, changed=changed, project_id=project.id)
    session.add(row)
    session.flush()
    before = None
    for prepared, moment in new.versions:
        before = store(session, project, row, before, prepared, moment)
    return row


def _add_campaign(session: Session, of: SetRow, new: NewCampaign, moment: datetime) -> None:
    row = new_row(of, new.number, new.plan, new.sizes, CampaignTexts(new.name, new.note, new.created, new.created))
    row.closed = new.closed
    session.add(row)
    session.flush()
    last = {(sat.place, answer.item): answer for sat, answers in new.raters for answer in answers}
    for sat, answers in new.raters:
        rater = sat.row(row, moment)
        session.add(rater)
        session.flush()
        counting = [answer for answer in answers if last[sat.place, answer.item] is answer]
        session.add_all(RatingRow(rater_id=rater.id, **vars(answer)) for answer in counting)
