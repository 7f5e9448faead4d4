"""A whole project from elsewhere on its way into the database."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy.orm import Session

from ..records import Project
from ..rights import Action
from ..rows import as_project
from ..schema import ProjectRow, SetRow, ViewRow
from ..texts import moved
from ..versions import Prepared, store
from ..workspace import Workspace


@dataclass(frozen=True)
class NewSet:
    """A test set; its name and note were checked."""

    name: str
    note: str
    created: datetime
    versions: Sequence[tuple[Prepared, datetime]]
    """each with the time at which it was made, the first one first"""
    id: str = ""
    """by which views name it"""


@dataclass(frozen=True)
class NewView:
    """A view, of which all was checked."""

    name: str
    note: str
    address: str
    created: datetime


@dataclass(frozen=True)
class NewProject:
    """A project; its name and note were checked."""

    name: str
    note: str
    created: datetime
    sets: Sequence[NewSet]
    views: Sequence[NewView]


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
        ids = {one.id: _add_set(session, project, one) for one in new.sets}
        for view in new.views:
            told = {**vars(view), "address": moved(view.address, ids)}
            session.add(ViewRow(**told, changed=view.created, project_id=project.id))
        session.flush()
        return as_project(asked, project)


def _add_set(session: Session, project: ProjectRow, new: NewSet) -> str:
    """The id that it has here."""
    changed = new.versions[-1][1]
    row = SetRow(name=new.name, note=new.note, created=new.created, changed=changed, project_id=project.id)
    session.add(row)
    session.flush()
    before = None
    for prepared, moment in new.versions:
        before = store(session, project, row, before, prepared, moment)
    return row.public_id
