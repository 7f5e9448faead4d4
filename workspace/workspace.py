"""The workspace: projects with their test sets, views and campaigns, each change one transaction."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import Select, select

from scoring import System, TestSet

from .campaigns.campaigns import Campaigns
from .campaigns.seats import Seats
from .lectures import Lectures
from .people.people import People
from .projects.copying import ProjectCopies
from .projects.glossaries import Glossaries
from .projects.sharing import ProjectRights
from .projects.using import UseHistory
from .storage import records
from .storage.records import VISITOR, DeletedRecord, KeptSet, Project, SavedView, Version, rows_in_project
from .storage.room import forget_person, remove_row
from .tables.errors import WorkspaceError
from .tables.schema import PersonRow, ProjectRow, SetRow, VersionRow, ViewRow
from .tables.texts import check_address, check_choice, check_kept_name, check_note
from .tables.transaction import KINDS, Action, Right, Transaction, add_row
from .versions.manifest import scheme
from .versions.versions import PreparedVersion, load_test_set, read_blobs, store, stored_blob_ids, update_fingerprints

KEPT_FOR = timedelta(days=30)
"""Time for which a deleted project, test set, view or campaign can be brought back."""
TRIES = 20
"""Number of tries to add a version to a test set that other people change at the same moment."""


class Workspace(People, ProjectRights, UseHistory, ProjectCopies, Glossaries, Campaigns, Seats, Lectures):
    """All that is kept in one database; without an address, in the usual one.

    Projects, test sets, views and campaigns are named by their ids. Every method raises ``WorkspaceError`` for an id
    that does not exist, and where the database fails; then nothing has changed. When a method returns, its change is on
    the disk. ``as_`` gives the workspace of one person, who gets the same error for what they may not read, and a
    ``ForbiddenError`` for what they may read, but may not change in this way.
    """

    # --- projects, and what they all have ---

    def create(self, name: str, note: str = "") -> Project:
        """Create a project and return it."""
        with self.writing() as transaction:
            row = transaction.new_project(check_kept_name(name), check_note(note), transaction.moment, Action.CREATED)
            return records.as_project(transaction, row)

    def projects(self, archived: bool = False) -> list[Project]:
        """Return the projects that are not archived, or the archived ones, the last changed first."""
        is_wanted = ProjectRow.archived.is_not(None) if archived else ProjectRow.archived.is_(None)
        with self.reading() as transaction:
            return records.readable_projects(transaction, ProjectRow.deleted.is_(None), is_wanted)

    def project(self, project_id: str) -> Project:
        with self.reading() as transaction:
            return records.as_project(transaction, transaction.find(ProjectRow, project_id))

    def rename(self, id_: str, name: str) -> None:
        """Rename a project, test set, view or campaign."""
        with self.writing() as transaction:
            row = transaction.change(lambda: transaction.find_any(id_, right=Right.EDIT))
            before, row.name = row.name, check_kept_name(name)
            transaction.note(row, Action.RENAMED, f"{before} → {row.name}")

    def annotate(self, id_: str, note: str) -> None:
        """Replace the note of a project, test set, view or campaign; an empty note removes it."""
        with self.writing() as transaction:
            row = transaction.change(lambda: transaction.find_any(id_, right=Right.EDIT))
            row.note = check_note(note)
            transaction.note(row, Action.ANNOTATED)

    def archive(self, project_id: str, archived: bool = True) -> None:
        """Archive a project, or take it out of the archive."""
        with self.writing() as transaction:
            row = transaction.change(lambda: transaction.find(ProjectRow, project_id, Right.EDIT))
            row.archived = transaction.moment if archived else None
            transaction.note(row, Action.ARCHIVED if archived else Action.UNARCHIVED)

    def delete(self, id_: str, for_good: bool = False) -> None:
        """Delete a project, or a test set, view or campaign in it; ``KEPT_FOR`` later it is removed for good.

        Until then, nobody sees it, and ``undo`` brings it back. The campaigns of a deleted test set are not shown
        either.

        With ``for_good``, it is removed at once, also where it was deleted before. Removing for good and deleting a
        project take the right to own the project; other deletions take the right to edit it.
        """
        self.database.with_little_room(lambda: self._delete(id_, for_good))
        if for_good:
            self.database.give_back_room()

    def _delete(self, id_: str, for_good: bool) -> None:
        right, is_deleted = (Right.OWN, None) if for_good else (Right.EDIT, False)
        with self.writing() as transaction:
            row = transaction.change(lambda: transaction.find_any(id_, is_deleted, right, of_project=Right.OWN))
            transaction.note(row, Action.REMOVED if for_good else Action.DELETED)
            if for_good:
                remove_row(transaction, row)
            else:
                row.deleted = transaction.moment

    def undo(self, id_: str) -> str:
        """Bring back a deleted project, test set, view or campaign; return its name."""
        with self.writing() as transaction:
            row = transaction.change(lambda: transaction.find_any(id_, True, Right.EDIT, of_project=Right.OWN))
            row.deleted = None
            transaction.note(row, Action.UNDONE)
            return row.name

    def deleted(self) -> list[DeletedRecord]:
        """Return the deleted things that the person can bring back, from projects to campaigns, the latest first."""
        with self.reading() as transaction:
            deleted_records = [
                records.as_deleted_record(*row_and_right, KEPT_FOR)
                for kind in KINDS
                for row_and_right in transaction.deleted(kind)
            ]
        return sorted(deleted_records, key=lambda one: one.deleted, reverse=True)

    def purge(self) -> None:
        """Remove for good what was deleted longer ago than ``KEPT_FOR``, visitors away for too long, and ended classes.

        Each is removed in a transaction of its own, so that other people wait for one removal at most. To be called now
        and then.
        """
        if self.database.with_little_room(self._purge):
            self.database.give_back_room()

    def _purge(self) -> bool:
        """Remove what ``purge`` removes; return whether anything was removed."""
        moment = self._clock()
        limit, days = moment - KEPT_FOR, self.quotas.visitor_days
        with self.database.reading() as session:
            things = [
                id_ for kind in KINDS for id_ in session.scalars(select(kind.public_id).where(kind.deleted <= limit))
            ]
            away = [] if days is None else session.scalars(_absent_visitors(PersonRow.id, moment, days)).all()
        for id_ in things:
            self._purge_thing(id_, limit)
        for person_id in away:
            with self.database.writing() as session:
                is_still = _absent_visitors(PersonRow, moment, days or 0).where(PersonRow.id == person_id)
                person = session.scalar(is_still.with_for_update(key_share=True))
                if person is not None:
                    forget_person(Transaction(session, None, moment), person)
        return bool(self.drop_lectures() or things or away)

    def _purge_thing(self, id_: str, limit: datetime) -> None:
        with self.database.writing() as session:
            server = Transaction(session, None, self._clock())
            try:
                row = server.lock(lambda: server.find_any(id_, None))
            except WorkspaceError:
                return  # another process has removed it
            if row.deleted is not None and row.deleted <= limit:  # nobody has brought it back meanwhile
                remove_row(server, row)

    # --- test sets ---

    def add(self, project_id: str, test_set: TestSet, name: str | None = None, note: str = "") -> KeptSet:
        """Add a test set to a project and return it; it keeps its own name unless another one is given."""
        name, note = check_kept_name(test_set.name if name is None else name), check_note(note)
        prepared = self._prepared(project_id, test_set)
        with self.writing() as transaction:
            project = transaction.change(lambda: transaction.find(ProjectRow, project_id, Right.EDIT))
            return records.as_kept_set(transaction.session, _add_set(transaction, project, name, note, prepared))

    def keep(self, project_id: str | None, test_set: TestSet, new_project: str) -> KeptSet:
        """Keep a test set in a project and return it; without a project, create one named ``new_project`` for it.

        Either both are kept or neither. Where the project has an equal test set of the same name, return that one and
        change nothing. Where the project has a different test set of that name, the new one's name gets a number, such
        as "News (2)".
        """
        name, title = check_kept_name(test_set.name), check_kept_name(new_project)
        prepared = PreparedVersion(test_set)
        if project_id is not None:
            with self.reading() as transaction:
                project = transaction.find(ProjectRow, project_id, Right.EDIT)
                equal_row = records.equal_set(transaction.session, project, name, test_set.identity)
                if equal_row is not None:
                    return records.as_kept_set(transaction.session, equal_row)
        self._pack(prepared, project_id)
        with self.writing() as transaction:
            if project_id is None:
                project = transaction.new_project(title, "", transaction.moment, Action.CREATED)
            else:
                project = transaction.lock(lambda: transaction.find(ProjectRow, project_id, Right.EDIT))
            row = records.equal_set(transaction.session, project, name, test_set.identity)
            if row is None:
                project.changed = transaction.moment
                row = _add_set(
                    transaction, project, records.free_set_name(transaction.session, project, name), "", prepared
                )
            return records.as_kept_set(transaction.session, row)

    def add_outputs(self, set_id: str, systems: Iterable[System]) -> Version:
        """Add outputs to a test set and return its new version.

        Raise ``ValueError`` for a name that the test set already has, and for another number of segments.
        """
        added = tuple(systems)
        if not added:
            raise WorkspaceError("Expected at least one output to add; found none.")
        return self.revise(set_id, lambda test_set: replace(test_set, systems=(*test_set.systems, *added)))

    def revise(self, set_id: str, change: Callable[[TestSet], TestSet]) -> Version:
        """Apply ``change`` to the newest version of a test set and return the new version.

        Where ``change`` changes nothing, return the newest version and keep no new one. Where somebody else adds a
        version at the same moment, apply ``change`` to that version instead.
        """
        for _ in range(TRIES):
            with self.reading() as transaction:
                row = transaction.find(SetRow, set_id, Right.EDIT)
                before, name = records.newest_version(transaction.session, row), row.name
                project_id = transaction.project_of(row).public_id
                blobs = read_blobs(transaction.session, before)
            base = load_test_set(name, before, blobs)
            after = change(base)
            if after.identity == base.identity:
                return records.as_version(before)
            version = self._store_next_version(set_id, before, self._prepared(project_id, after))
            if version is not None:
                return version
        raise WorkspaceError("Others keep adding to this test set; try again.")

    def keep_choices(self, set_id: str, metrics: str, baseline: str, ignored: str = "", kept_faults: str = "") -> None:
        """Keep the choices made for a test set, each as an address of the dashboard has it.

        They are its metrics, its baseline, the rules by which findings of checks are ignored, and the doctor's findings
        that are kept as faults of systems. Empty text means the usual metrics, no baseline, no rules and no kept
        faults.
        """
        with self.writing() as transaction:
            row = transaction.change(lambda: transaction.find(SetRow, set_id, Right.EDIT))
            row.metrics, row.baseline = check_choice(metrics), check_choice(baseline)
            row.ignored, row.kept_faults = check_choice(ignored), check_choice(kept_faults)
            transaction.note(row, Action.CHOSEN)

    def test_sets(self, project_id: str) -> list[KeptSet]:
        """Return the test sets of a project, in the order in which they were added."""
        with self.reading() as transaction:
            rows = rows_in_project(transaction.session, SetRow, transaction.find(ProjectRow, project_id))
            return records.as_kept_sets(transaction.session, rows)

    def test_set(self, set_id: str) -> KeptSet:
        with self.reading() as transaction:
            return records.as_kept_set(transaction.session, transaction.find(SetRow, set_id))

    def set_and_project(self, set_id: str) -> tuple[KeptSet, Project]:
        """Return a test set and its project, with the person's right, by one query."""
        with self.reading() as transaction:
            return records.set_in_project(transaction, set_id)

    def versions(self, set_id: str) -> list[Version]:
        """Return the versions of a test set, the first one first."""
        with self.reading() as transaction:
            row = transaction.find(SetRow, set_id)
            of_set = select(VersionRow).where(VersionRow.test_set_id == row.id).order_by(VersionRow.number)
            return [records.as_version(version) for version in transaction.session.scalars(of_set)]

    def read(self, set_id: str, number: int | None = None) -> TestSet:
        """Return the test set of a version, or of the newest; raise ``DamagedError`` unless it is what was kept."""
        with self.reading() as transaction:
            row = transaction.find(SetRow, set_id)
            version, name = records.find_version(transaction.session, row, number), row.name
            blobs = read_blobs(transaction.session, version)
        test_set = load_test_set(name, version, blobs)
        if version.scheme != scheme():
            with self.database.writing() as session:
                update_fingerprints(session, version, test_set)
        return test_set

    # --- views ---

    def save_view(self, project_id: str, address: str, name: str, note: str = "") -> SavedView:
        """Save an address of the dashboard under a name and return the view."""
        texts = {"name": check_kept_name(name), "note": check_note(note), "address": check_address(address)}
        with self.writing() as transaction:
            project = transaction.change(lambda: transaction.find(ProjectRow, project_id, Right.EDIT))
            new = ViewRow(**texts, created=transaction.moment, changed=transaction.moment, project_id=project.id)
            row = add_row(transaction.session, new)
            transaction.note(row, Action.SAVED)
            return records.as_view(transaction.session, row)

    def views(self, project_id: str) -> list[SavedView]:
        """Return the views of a project, in the order in which they were saved."""
        with self.reading() as transaction:
            rows = rows_in_project(transaction.session, ViewRow, transaction.find(ProjectRow, project_id))
            return [records.as_view(transaction.session, row) for row in rows]

    def view(self, view_id: str) -> SavedView:
        with self.reading() as transaction:
            return records.as_view(transaction.session, transaction.find(ViewRow, view_id))

    # --- within a transaction ---

    def _prepared(self, project_id: str, test_set: TestSet) -> PreparedVersion:
        prepared = PreparedVersion(test_set)
        self._pack(prepared, project_id)
        return prepared

    def _pack(self, prepared: PreparedVersion, project_id: str | None) -> None:
        """Compress the columns that the project, or a new project, does not have; raise an error without room."""
        blob_ids: dict[str, int] = {}
        if project_id is not None:
            with self.reading() as transaction:
                blob_ids = stored_blob_ids(
                    transaction.session, transaction.find(ProjectRow, project_id, Right.EDIT), prepared.digests
                )
        prepared.pack(blob_ids)
        self.expect_room(project_id, sum(prepared.sizes.values()))

    def _store_next_version(self, set_id: str, before: VersionRow, prepared: PreparedVersion) -> Version | None:
        """Store the version after ``before`` and return it; return None if another version was stored in between."""
        with self.writing() as transaction:
            row = transaction.change(lambda: transaction.find(SetRow, set_id, Right.EDIT))
            if records.newest_version(transaction.session, row).number != before.number:
                transaction.session.rollback()
                return None
            version = store(transaction.session, transaction.project_of(row), row, before, prepared, transaction.moment)
            transaction.note(row, Action.REVISED, f"{row.name}, version {version.number}")
            return records.as_version(version)


def _absent_visitors(column: Any, moment: datetime, days: int) -> Select[Any]:
    """Return the query for visitors who have not been seen for this number of days."""
    return select(column).where(PersonRow.kind == VISITOR, PersonRow.seen <= moment - timedelta(days=days))


def _add_set(transaction: Transaction, project: ProjectRow, name: str, note: str, prepared: PreparedVersion) -> SetRow:
    """Add a test set with its first version to a project, which must be locked; return the test set's row."""
    moment = transaction.moment
    new = SetRow(name=name, note=note, created=moment, changed=moment, project_id=project.id)
    row = add_row(transaction.session, new)
    store(transaction.session, project, row, None, prepared, moment)
    transaction.note(row, Action.ADDED)
    return row
