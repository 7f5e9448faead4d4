"""Rows of the tables: found by public ids, and told as records."""

from collections.abc import Callable, Sequence
from datetime import timedelta
from typing import TypeVar

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from .changes import Changes
from .errors import WorkspaceError
from .manifest import JUDGMENTS, REFERENCE, SYSTEM, Manifest
from .records import Deleted, KeptSet, Project, Version, View
from .schema import Held, ProjectRow, SetRow, Thing, VersionRow, ViewRow

KINDS: dict[type[Thing], str] = {ProjectRow: "project", SetRow: "test set", ViewRow: "view"}
Row = TypeVar("Row", bound=Thing)
HeldRow = TypeVar("HeldRow", bound=Held)


def row_of(session: Session, kind: type[Row], public_id: str) -> Row:
    """The row of that id; ``WorkspaceError`` where there is none, or it was deleted, or its project was."""
    row = session.scalar(select(kind).where(kind.public_id == public_id, kind.deleted.is_(None)))
    if row is None or project_of(session, row).deleted is not None:
        raise WorkspaceError(f"There is no {KINDS[kind]} {public_id!r}; it may have been deleted.")
    return row


def any_row(session: Session, public_id: str, is_deleted: bool | None = False) -> Thing:
    """The project, test set or view of that id that is deleted or is not; None is either, whatever its project is.

    ``WorkspaceError`` where there is none, and for what is in a deleted project.
    """
    for kind in KINDS:
        row = session.scalar(select(kind).where(kind.public_id == public_id))
        if row is not None and is_deleted in (None, row.deleted is not None):
            project = project_of(session, row)
            if is_deleted is None or project is row or project.deleted is None:
                return row
            raise WorkspaceError(f"The project {project.name!r}, of which this was, is deleted; undo that first.")
    what = "deleted project, test set or view" if is_deleted else "project, test set or view"
    raise WorkspaceError(f"There is no {what} {public_id!r}; what is deleted is gone after a time.")


def project_of(session: Session, row: Thing) -> ProjectRow:
    """That in which it is; of a project itself."""
    if isinstance(row, Held):
        return session.get_one(ProjectRow, row.project_id)
    if isinstance(row, ProjectRow):
        return row
    raise TypeError(f"Expected a project, or what is in one; found {type(row).__name__}.")


def locked(session: Session, find: Callable[[], Row]) -> Row:
    """What is found once nobody else can change what is in its project, until this transaction ends."""
    project_id = project_of(session, find()).id
    session.execute(select(ProjectRow.id).where(ProjectRow.id == project_id).with_for_update())
    session.expire_all()
    return find()


def of_project(session: Session, kind: type[HeldRow], project: ProjectRow) -> Sequence[HeldRow]:
    """What a project has of a kind, in the order in which it came."""
    there = select(kind).where(kind.project_id == project.id, kind.deleted.is_(None))
    return session.scalars(there.order_by(kind.id)).all()


def as_project(session: Session, row: ProjectRow) -> Project:
    held = select(func.count()).where(SetRow.project_id == row.id, SetRow.deleted.is_(None))
    n_sets = session.scalar(held.select_from(SetRow)) or 0
    return Project(row.public_id, row.name, row.note, row.created, row.changed, row.archived, n_sets)


def as_set(session: Session, row: SetRow) -> KeptSet:
    newest = newest_of(session, row)
    project = session.get_one(ProjectRow, row.project_id).public_id
    version = as_version(newest)
    return KeptSet(row.public_id, row.name, row.note, row.created, row.changed, project, version, newest.number)


def as_view(session: Session, row: ViewRow) -> View:
    project = session.get_one(ProjectRow, row.project_id).public_id
    return View(row.public_id, row.name, row.note, row.created, row.changed, project, row.address)


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


def as_deleted(row: Thing, kept_for: timedelta) -> Deleted:
    moment = row.deleted or row.changed
    return Deleted(KINDS[type(row)], row.public_id, row.name, moment, moment + kept_for)


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
