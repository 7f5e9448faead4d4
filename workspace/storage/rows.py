"""Rows of the tables, told as records."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import TypeVar

from sqlalchemy import ColumnElement, ScalarSelect, func, select
from sqlalchemy.orm import Session

from ..tables.errors import WorkspaceError
from ..tables.rights import Right
from ..tables.schema import (
    EventRow,
    LinkRow,
    MemberRow,
    NamedRow,
    PersonRow,
    ProjectPart,
    ProjectRow,
    SetRow,
    VersionRow,
    ViewRow,
)
from ..tables.transaction import KINDS, Transaction, none_of
from ..versions.changes import Changes
from ..versions.manifest import JUDGMENTS, REFERENCE, SYSTEM, Manifest
from .records import (
    ACCOUNT,
    VISITOR,
    DeletedRecord,
    Event,
    KeptSet,
    Person,
    Project,
    ProjectMember,
    SavedView,
    ShareLink,
    Version,
)

HeldRow = TypeVar("HeldRow", bound=ProjectPart)


def of_project(session: Session, kind: type[HeldRow], project: ProjectRow) -> Sequence[HeldRow]:
    """What a project has of a kind, in the order in which it came."""
    there = select(kind).where(kind.project_id == project.id, kind.deleted.is_(None))
    return session.scalars(there.order_by(kind.id)).all()


def as_project(asked: Transaction, row: ProjectRow) -> Project:
    return as_projects(asked, ProjectRow.id == row.id)[0]


def as_projects(asked: Transaction, *which: ColumnElement[bool]) -> list[Project]:
    """Those that who asks may read, the one that was changed last first, by one query."""
    wanted = asked.readable(ProjectRow, *_told_of_project()).where(*which)
    found = asked.run(wanted.order_by(ProjectRow.changed.desc(), ProjectRow.id.desc()))
    return [_project(*told) for told in found]


def set_in_project(asked: Transaction, set_id: str) -> tuple[KeptSet, Project]:
    """A test set and its project, by one query; errors as of ``Transaction.find``."""
    numbers = select(func.max(VersionRow.number)).where(VersionRow.test_set_id == SetRow.id)
    is_newest = VersionRow.number == numbers.correlate(SetRow).scalar_subquery()
    wanted = asked.readable(SetRow, VersionRow, ProjectRow, *_told_of_project())
    wanted = wanted.join(SetRow, SetRow.project_id == ProjectRow.id)
    wanted = wanted.join(VersionRow, (VersionRow.test_set_id == SetRow.id) & is_newest)
    is_there = SetRow.deleted.is_(None), ProjectRow.deleted.is_(None)
    found = asked.run(wanted.where(SetRow.public_id == set_id, *is_there)).one_or_none()
    if found is None:
        raise none_of(SetRow, set_id)
    row, version, project, *told = found
    return _set(row, project.public_id, version), _project(project, *told)


def _told_of_project() -> tuple[ScalarSelect[int], ScalarSelect[str]]:
    """How many test sets a project has, and its owner's name."""
    is_there = SetRow.project_id == ProjectRow.id, SetRow.deleted.is_(None)
    n_sets = select(func.count()).select_from(SetRow).where(*is_there).correlate(ProjectRow).scalar_subquery()
    owners = select(PersonRow.name).join(MemberRow, MemberRow.person_id == PersonRow.id)
    owners = owners.where(MemberRow.project_id == ProjectRow.id, MemberRow.right == Right.OWN)
    return n_sets, owners.order_by(MemberRow.id).limit(1).correlate(ProjectRow).scalar_subquery()


def _project(row: ProjectRow, n_sets: int, owner: str | None, right: int) -> Project:
    return Project(
        *told_of_thing(row), archived=row.archived, n_test_sets=n_sets, right=Right(right), owner=owner or ""
    )


def as_set(session: Session, row: SetRow) -> KeptSet:
    return as_sets(session, [row])[0]


def as_sets(session: Session, rows: Sequence[SetRow]) -> list[KeptSet]:
    """In their order, by two queries for all."""
    newest = newest_of_each(session, [row.id for row in rows])
    of_rows = ProjectRow.id.in_({row.project_id for row in rows})
    projects: dict[int, str] = dict(session.execute(select(ProjectRow.id, ProjectRow.public_id).where(of_rows)).all())
    return [_set(row, projects[row.project_id], newest[row.id]) for row in rows]


def equal_set(session: Session, project: ProjectRow, name: str, identity: str) -> SetRow | None:
    """A test set of a project that has this name, and whose newest version is the same."""
    there = [row for row in of_project(session, SetRow, project) if row.name == name]
    newest = newest_of_each(session, [row.id for row in there])
    return next((row for row in there if newest[row.id].identity == identity), None)


def _set(row: SetRow, project_id: str, newest: VersionRow) -> KeptSet:
    return KeptSet(*told_of_thing(row), project_id=project_id, newest=as_version(newest), n_versions=newest.number)


def as_view(session: Session, row: ViewRow) -> SavedView:
    project = session.get_one(ProjectRow, row.project_id).public_id
    return SavedView(*told_of_thing(row), project_id=project, address=row.address)


def as_version(row: VersionRow) -> Version:
    manifest = Manifest.of_json(row.manifest)
    systems, references, judgments = (
        tuple(entry.name for entry in manifest.of(*roles)) for roles in ((SYSTEM,), (REFERENCE,), (*JUDGMENTS,))
    )
    return Version(
        row.number,
        row.identity,
        row.fingerprint,
        row.created,
        manifest.n_segments,
        systems,
        references,
        judgments,
        Changes.of_json(row.changes),
    )


def as_deleted(row: NamedRow, right: Right, kept_for: timedelta) -> DeletedRecord:
    moment = row.deleted or row.changed
    return DeletedRecord(KINDS[type(row)], row.public_id, row.name, moment, moment + kept_for, right)


def as_person(row: PersonRow) -> Person:
    kind = ACCOUNT if row.kind == ACCOUNT else VISITOR
    return Person(row.public_id, kind, row.name, row.email, row.created, row.seen)


def as_member(row: MemberRow, person: PersonRow | None) -> ProjectMember:
    name, email = (person.name, person.email) if person is not None else (row.email or "", row.email or "")
    return ProjectMember(row.public_id, name, email, Right(row.right), row.since, person is not None)


def as_link(row: LinkRow, moment: datetime) -> ShareLink:
    ends = [end for end in (row.expires, row.taken_back) if end is not None]
    return ShareLink(
        id=row.public_id,
        name=row.name,
        right=Right(row.right),
        token=row.token,
        created=row.created,
        expires=row.expires,
        taken_back=row.taken_back,
        is_open=all(end > moment for end in ends),
    )


def as_event(row: EventRow, person: PersonRow | None) -> Event:
    return Event(row.at, row.who if person is None else person.name, row.action, row.what)


def newest_of_each(session: Session, set_ids: Sequence[int]) -> dict[int, VersionRow]:
    """Test set -> its newest version."""
    last = select(VersionRow.test_set_id, func.max(VersionRow.number).label("number"))
    last_of = last.where(VersionRow.test_set_id.in_(set_ids)).group_by(VersionRow.test_set_id).subquery()
    is_last = (VersionRow.test_set_id == last_of.c.test_set_id) & (VersionRow.number == last_of.c.number)
    return {row.test_set_id: row for row in session.scalars(select(VersionRow).join(last_of, is_last))}


def newest_of(session: Session, row: SetRow) -> VersionRow:
    of_set = select(VersionRow).where(VersionRow.test_set_id == row.id)
    return session.scalars(of_set.order_by(VersionRow.number.desc()).limit(1)).one()


def version_of(session: Session, row: SetRow, number: int | None) -> VersionRow:
    """That of a number, or the newest one; ``WorkspaceError`` where there is no such version."""
    if number is None:
        return newest_of(session, row)
    found = session.scalar(select(VersionRow).where(VersionRow.test_set_id == row.id, VersionRow.number == number))
    if found is None:
        last = newest_of(session, row).number
        raise WorkspaceError(f"{row.name}: there is no version {number}; there are 1 to {last}.")
    return found


def told_of_thing(row: NamedRow) -> tuple[str, str, str, datetime, datetime]:
    return row.public_id, row.name, row.note, row.created, row.changed
