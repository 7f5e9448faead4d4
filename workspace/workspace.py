"""The workspace: projects with their test sets and views, each change one transaction."""

from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import partial
from types import TracebackType

from sqlalchemy import URL, delete, exists, or_, select
from sqlalchemy.orm import Session

from scoring import System, TestSet

from . import rows
from .database import Database
from .errors import WorkspaceError
from .place import usual_url
from .records import Deleted, KeptSet, Project, Version, View
from .rows import KINDS, Row, any_row, locked, of_project, project_of, row_of
from .schema import ProjectRow, SetRow, Thing, VersionRow, ViewRow
from .scheme import scheme
from .texts import address_of, name_of, note_of
from .versions import Prepared, blobs_of, drop_unused, known_of, opened, store, told_anew

KEPT_FOR = timedelta(days=30)
"""How long what is deleted can come back."""
TRIES = 20
"""To add to a test set that others add to at the same moment."""


def now() -> datetime:
    return datetime.now(UTC)


class Workspace:
    """What is kept in one database; without an address, in the usual one.

    Things are named by their ids. Every method raises ``WorkspaceError`` for what is not there, and where the database
    does not let it; then nothing has changed. What returns is confirmed: it is on the disk.
    """

    def __init__(self, url: URL | None = None, clock: Callable[[], datetime] = now) -> None:
        self.database = Database(usual_url() if url is None else url)
        self._clock = clock
        self.purge()

    def __enter__(self) -> "Workspace":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        self.database.close()

    # --- projects, and what they all have ---

    def create(self, name: str, note: str = "") -> Project:
        """A new project."""
        moment = self._clock()
        with self.database.writing() as session:
            row = ProjectRow(name=name_of(name), note=note_of(note), created=moment, changed=moment)
            session.add(row)
            session.flush()
            return rows.as_project(session, row)

    def projects(self, archived: bool = False) -> list[Project]:
        """Those that are not archived, or those that are; the one that was changed last comes first."""
        with self.database.reading() as session:
            is_asked = ProjectRow.archived.is_not(None) if archived else ProjectRow.archived.is_(None)
            wanted = select(ProjectRow).where(ProjectRow.deleted.is_(None), is_asked)
            found = session.scalars(wanted.order_by(ProjectRow.changed.desc(), ProjectRow.id.desc()))
            return [rows.as_project(session, row) for row in found]

    def project(self, project_id: str) -> Project:
        with self.database.reading() as session:
            return rows.as_project(session, row_of(session, ProjectRow, project_id))

    def rename(self, id_: str, name: str) -> None:
        """A project, test set or view."""
        with self.database.writing() as session:
            self._changing(session, lambda: any_row(session, id_)).name = name_of(name)

    def annotate(self, id_: str, note: str) -> None:
        """Another note of a project, test set or view; an empty one takes it away."""
        with self.database.writing() as session:
            self._changing(session, lambda: any_row(session, id_)).note = note_of(note)

    def archive(self, project_id: str, archived: bool = True) -> None:
        """Puts a project aside, or takes it back."""
        with self.database.writing() as session:
            row = self._changing(session, lambda: row_of(session, ProjectRow, project_id))
            row.archived = self._clock() if archived else None

    def delete(self, id_: str, for_good: bool = False) -> None:
        """A project, test set or view: nobody sees it any more, and after ``KEPT_FOR`` it is gone.

        ``for_good``: it is gone now, also where it was deleted before.
        """
        with self.database.writing() as session:
            row = self._changing(session, lambda: any_row(session, id_, None if for_good else False))
            if for_good:
                self._remove(session, row)
            else:
                row.deleted = self._clock()
        if for_good:
            self.database.give_back_room()
        self.purge()

    def undo(self, id_: str) -> str:
        """Brings back what was deleted; its name."""
        with self.database.writing() as session:
            row = self._changing(session, lambda: any_row(session, id_, is_deleted=True))
            row.deleted = None
            return row.name

    def deleted(self) -> list[Deleted]:
        """What can come back, the latest first."""
        with self.database.reading() as session:
            found = [row for kind in KINDS for row in session.scalars(select(kind).where(kind.deleted.is_not(None)))]
            told = [rows.as_deleted(row, KEPT_FOR) for row in found]
        return sorted(told, key=lambda one: one.deleted, reverse=True)

    def purge(self) -> None:
        """Really removes what was deleted longer ago than ``KEPT_FOR``."""
        limit = self._clock() - KEPT_FOR
        with self.database.reading() as session:
            is_any = session.scalar(select(or_(*(exists().where(kind.deleted <= limit) for kind in KINDS))))
        if not is_any:
            return
        with self.database.writing() as session:
            for kind in KINDS:
                for id_ in session.scalars(select(kind.public_id).where(kind.deleted <= limit)).all():
                    with suppress(WorkspaceError):  # another process may have been faster
                        self._remove(session, locked(session, partial(any_row, session, id_, None)))
        self.database.give_back_room()

    # --- test sets ---

    def add(self, project_id: str, test_set: TestSet, name: str | None = None, note: str = "") -> KeptSet:
        """A test set in a project, under its own name unless another one is given."""
        name, note = name_of(test_set.name if name is None else name), note_of(note)
        prepared = self._prepared(project_id, test_set)
        moment = self._clock()
        with self.database.writing() as session:
            project = self._changing(session, lambda: row_of(session, ProjectRow, project_id))
            row = SetRow(name=name, note=note, created=moment, changed=moment, project_id=project.id)
            session.add(row)
            session.flush()
            store(session, project, row, None, prepared, moment)
            return rows.as_set(session, row)

    def add_outputs(self, set_id: str, systems: Iterable[System]) -> Version:
        """A new version of a test set with these outputs beside those that it has.

        ``ValueError`` for a name that it has, and for another number of segments.
        """
        added = tuple(systems)
        if not added:
            raise WorkspaceError("Expected at least one output to add; found none.")
        return self.revise(set_id, lambda test_set: replace(test_set, systems=(*test_set.systems, *added)))

    def revise(self, set_id: str, change: Callable[[TestSet], TestSet]) -> Version:
        """A new version of a test set: what ``change`` makes of the newest one, of whoever was last to add one.

        Where that is the same, there is none, and the newest one is given.
        """
        for _ in range(TRIES):
            with self.database.reading() as session:
                row = row_of(session, SetRow, set_id)
                before, name = rows.newest_of(session, row), row.name
                project_id = project_of(session, row).public_id
                blobs = blobs_of(session, before)
            base = opened(name, before, blobs)
            after = change(base)
            if after.identity == base.identity:
                return rows.as_version(before)
            version = self._follow(set_id, before, self._prepared(project_id, after))
            if version is not None:
                return version
        raise WorkspaceError("Others keep adding to this test set; try again.")

    def test_sets(self, project_id: str) -> list[KeptSet]:
        """Those of a project, in the order in which they came."""
        with self.database.reading() as session:
            found = of_project(session, SetRow, row_of(session, ProjectRow, project_id))
            return [rows.as_set(session, row) for row in found]

    def test_set(self, set_id: str) -> KeptSet:
        with self.database.reading() as session:
            return rows.as_set(session, row_of(session, SetRow, set_id))

    def versions(self, set_id: str) -> list[Version]:
        """Those of a test set, the first one first."""
        with self.database.reading() as session:
            row = row_of(session, SetRow, set_id)
            of_set = select(VersionRow).where(VersionRow.test_set_id == row.id)
            return [rows.as_version(version) for version in session.scalars(of_set.order_by(VersionRow.number))]

    def read(self, set_id: str, number: int | None = None) -> TestSet:
        """The test set of a version, or of the newest; ``DamagedError`` unless it is just what was kept."""
        with self.database.reading() as session:
            row = row_of(session, SetRow, set_id)
            version, name = rows.version_of(session, row, number), row.name
            blobs = blobs_of(session, version)
        test_set = opened(name, version, blobs)
        if version.scheme != scheme():
            with self.database.writing() as session:
                told_anew(session, version, test_set)
        return test_set

    # --- views ---

    def save_view(self, project_id: str, address: str, name: str, note: str = "") -> View:
        """An address of the dashboard under a name."""
        moment = self._clock()
        given = {"name": name_of(name), "note": note_of(note), "address": address_of(address)}
        with self.database.writing() as session:
            project = self._changing(session, lambda: row_of(session, ProjectRow, project_id))
            row = ViewRow(**given, created=moment, changed=moment, project_id=project.id)
            session.add(row)
            session.flush()
            return rows.as_view(session, row)

    def views(self, project_id: str) -> list[View]:
        """Those of a project, in the order in which they were saved."""
        with self.database.reading() as session:
            found = of_project(session, ViewRow, row_of(session, ProjectRow, project_id))
            return [rows.as_view(session, row) for row in found]

    def view(self, view_id: str) -> View:
        with self.database.reading() as session:
            return rows.as_view(session, row_of(session, ViewRow, view_id))

    # --- within a transaction ---

    def _changing(self, session: Session, find: Callable[[], Row]) -> Row:
        """What is found, with its project locked, and this moment as the time at which both changed."""
        row = locked(session, find)
        row.changed = project_of(session, row).changed = self._clock()
        return row

    def _prepared(self, project_id: str, test_set: TestSet) -> Prepared:
        prepared = Prepared(test_set)
        with self.database.reading() as session:
            known = known_of(session, row_of(session, ProjectRow, project_id), prepared.digests)
        prepared.pack(known)
        return prepared

    def _follow(self, set_id: str, before: VersionRow, prepared: Prepared) -> Version | None:
        """The version after ``before``; None where another one came between."""
        with self.database.writing() as session:
            row = self._changing(session, lambda: row_of(session, SetRow, set_id))
            if rows.newest_of(session, row).number != before.number:
                session.rollback()
                return None
            project = project_of(session, row)
            return rows.as_version(store(session, project, row, before, prepared, self._clock()))

    @staticmethod
    def _remove(session: Session, row: Thing) -> None:
        """Row by row from what holds nothing, and the columns that nothing has any more; the project is locked."""
        project = project_of(session, row)
        if isinstance(row, ProjectRow):
            session.execute(delete(SetRow).where(SetRow.project_id == row.id))
        session.execute(delete(type(row)).where(type(row).id == row.id))
        if project is not row:
            drop_unused(session, project)
