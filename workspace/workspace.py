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
from .projects.copying import Copying
from .projects.glossaries import Glossaries
from .projects.sharing import Sharing
from .projects.using import Using
from .storage import records
from .storage.records import VISITOR, DeletedRecord, KeptSet, Project, SavedView, Version, of_project
from .storage.room import forget_person, remove_row
from .tables.errors import WorkspaceError
from .tables.schema import PersonRow, ProjectRow, SetRow, VersionRow, ViewRow
from .tables.texts import check_address, check_choice, check_kept_name, note_of
from .tables.transaction import KINDS, Action, Right, Transaction, add_row
from .versions.manifest import scheme
from .versions.versions import PreparedVersion, blobs_of, known_of, load_test_set, store, update_fingerprints

KEPT_FOR = timedelta(days=30)
"""Time in which what is deleted can come back."""
TRIES = 20
"""Tries to add to a test set that others add to at the same moment."""


class Workspace(People, Sharing, Using, Copying, Glossaries, Campaigns, Seats, Lectures):
    """What is kept in one database; without an address, in the usual one.

    Things are named by their ids. Every method raises ``WorkspaceError`` for what is not there, and where the database
    does not let it; then nothing has changed. What returns is confirmed: it is on the disk. ``as_`` gives the workspace
    of a person, who meets the same error for what they may not read, and a ``ForbiddenError`` for what they may read,
    but not change so.
    """

    # --- projects, and what they all have ---

    def create(self, name: str, note: str = "") -> Project:
        """Return a new project."""
        with self.writing() as asked:
            row = asked.new_project(check_kept_name(name), note_of(note), asked.moment, Action.CREATED)
            return records.as_project(asked, row)

    def projects(self, archived: bool = False) -> list[Project]:
        """Return the projects that are not archived, or the archived ones; the last changed comes first."""
        is_wanted = ProjectRow.archived.is_not(None) if archived else ProjectRow.archived.is_(None)
        with self.reading() as asked:
            return records.as_projects(asked, ProjectRow.deleted.is_(None), is_wanted)

    def project(self, project_id: str) -> Project:
        with self.reading() as asked:
            return records.as_project(asked, asked.find(ProjectRow, project_id))

    def rename(self, id_: str, name: str) -> None:
        """A project, test set, view or campaign."""
        with self.writing() as asked:
            row = asked.change(lambda: asked.find_any(id_, right=Right.EDIT))
            before, row.name = row.name, check_kept_name(name)
            asked.note(row, Action.RENAMED, f"{before} → {row.name}")

    def annotate(self, id_: str, note: str) -> None:
        """Another note of a project, test set, view or campaign; an empty one takes it away."""
        with self.writing() as asked:
            row = asked.change(lambda: asked.find_any(id_, right=Right.EDIT))
            row.note = note_of(note)
            asked.note(row, Action.ANNOTATED)

    def archive(self, project_id: str, archived: bool = True) -> None:
        """Puts a project aside, or takes it back."""
        with self.writing() as asked:
            row = asked.change(lambda: asked.find(ProjectRow, project_id, Right.EDIT))
            row.archived = asked.moment if archived else None
            asked.note(row, Action.ARCHIVED if archived else Action.UNARCHIVED)

    def delete(self, id_: str, for_good: bool = False) -> None:
        """A project, or what is in one: nobody sees it any more, and after ``KEPT_FOR`` it is gone.

        A campaign is there only as long as its test set is.

        ``for_good``: it is gone now, also where it was deleted before. That, and deleting a project, takes the right
        to own it.
        """
        self.database.with_little_room(lambda: self._delete(id_, for_good))
        if for_good:
            self.database.give_back_room()

    def _delete(self, id_: str, for_good: bool) -> None:
        right, is_deleted = (Right.OWN, None) if for_good else (Right.EDIT, False)
        with self.writing() as asked:
            row = asked.change(lambda: asked.find_any(id_, is_deleted, right, of_project=Right.OWN))
            asked.note(row, Action.REMOVED if for_good else Action.DELETED)
            if for_good:
                remove_row(asked, row)
            else:
                row.deleted = asked.moment

    def undo(self, id_: str) -> str:
        """Brings back what was deleted; its name."""
        with self.writing() as asked:
            row = asked.change(lambda: asked.find_any(id_, True, Right.EDIT, of_project=Right.OWN))
            row.deleted = None
            asked.note(row, Action.UNDONE)
            return row.name

    def deleted(self) -> list[DeletedRecord]:
        """Return what the person can bring back, the latest first."""
        with self.reading() as asked:
            told = [records.as_deleted(*found, KEPT_FOR) for kind in KINDS for found in asked.deleted(kind)]
        return sorted(told, key=lambda one: one.deleted, reverse=True)

    def purge(self) -> None:
        """Really removes what was deleted longer ago than ``KEPT_FOR``, visitors who were away for too long, and
        classes that have ended.

        Each in a transaction of its own, so that others wait for one of them at most. To be called now and then.
        """
        if self.database.with_little_room(self._purge):
            self.database.give_back_room()

    def _purge(self) -> bool:
        """Return whether there was anything to remove."""
        moment = self._clock()
        limit, days = moment - KEPT_FOR, self.quotas.visitor_days
        with self.database.reading() as session:
            things = [
                id_ for kind in KINDS for id_ in session.scalars(select(kind.public_id).where(kind.deleted <= limit))
            ]
            away = [] if days is None else session.scalars(_away(PersonRow.id, moment, days)).all()
        for id_ in things:
            self._purge_thing(id_, limit)
        for person_id in away:
            with self.database.writing() as session:
                is_still = _away(PersonRow, moment, days or 0).where(PersonRow.id == person_id)
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
        """Return a test set in a project, under its own name unless another one is given."""
        name, note = check_kept_name(test_set.name if name is None else name), note_of(note)
        prepared = self._prepared(project_id, test_set)
        with self.writing() as asked:
            project = asked.change(lambda: asked.find(ProjectRow, project_id, Right.EDIT))
            return records.as_set(asked.session, _added(asked, project, name, note, prepared))

    def keep(self, project_id: str | None, test_set: TestSet, new_project: str) -> KeptSet:
        """Return a test set in a project, in a new one of the name ``new_project`` where none is named; all of it or
        nothing.

        Where the project has the same one under the same name, that one is given, and nothing changes; where it has
        another one of the name, the new one's name gets a number, such as "News (2)".
        """
        name, title = check_kept_name(test_set.name), check_kept_name(new_project)
        prepared = PreparedVersion(test_set)
        if project_id is not None:
            with self.reading() as asked:
                project = asked.find(ProjectRow, project_id, Right.EDIT)
                there = records.equal_set(asked.session, project, name, test_set.identity)
                if there is not None:
                    return records.as_set(asked.session, there)
        self._pack(prepared, project_id)
        with self.writing() as asked:
            if project_id is None:
                project = asked.new_project(title, "", asked.moment, Action.CREATED)
            else:
                project = asked.lock(lambda: asked.find(ProjectRow, project_id, Right.EDIT))
            row = records.equal_set(asked.session, project, name, test_set.identity)
            if row is None:
                project.changed = asked.moment
                row = _added(asked, project, records.free_set_name(asked.session, project, name), "", prepared)
            return records.as_set(asked.session, row)

    def add_outputs(self, set_id: str, systems: Iterable[System]) -> Version:
        """Return a new version of a test set, with these outputs added to its own.

        ``ValueError`` for a name that it has, and for another number of segments.
        """
        added = tuple(systems)
        if not added:
            raise WorkspaceError("Expected at least one output to add; found none.")
        return self.revise(set_id, lambda test_set: replace(test_set, systems=(*test_set.systems, *added)))

    def revise(self, set_id: str, change: Callable[[TestSet], TestSet]) -> Version:
        """Return a new version of a test set: what ``change`` makes of the newest one, of the last person to add one.

        Where that is the same, there is none, and the newest one is given.
        """
        for _ in range(TRIES):
            with self.reading() as asked:
                row = asked.find(SetRow, set_id, Right.EDIT)
                before, name = records.newest_of(asked.session, row), row.name
                project_id = asked.project_of(row).public_id
                blobs = blobs_of(asked.session, before)
            base = load_test_set(name, before, blobs)
            after = change(base)
            if after.identity == base.identity:
                return records.as_version(before)
            version = self._follow(set_id, before, self._prepared(project_id, after))
            if version is not None:
                return version
        raise WorkspaceError("Others keep adding to this test set; try again.")

    def keep_choices(self, set_id: str, metrics: str, baseline: str, ignored: str = "", kept_faults: str = "") -> None:
        """Keep what is chosen for a test set, each as an address has it.

        These are its metrics, its baseline, the rules by which findings of checks are ignored, and the doctor's
        findings that are kept as faults of systems. Empty for the usual metrics and for none of the others.
        """
        with self.writing() as asked:
            row = asked.change(lambda: asked.find(SetRow, set_id, Right.EDIT))
            row.metrics, row.baseline = check_choice(metrics), check_choice(baseline)
            row.ignored, row.kept_faults = check_choice(ignored), check_choice(kept_faults)
            asked.note(row, Action.CHOSEN)

    def test_sets(self, project_id: str) -> list[KeptSet]:
        """Return those of a project, in the order in which they came."""
        with self.reading() as asked:
            found = of_project(asked.session, SetRow, asked.find(ProjectRow, project_id))
            return records.as_sets(asked.session, found)

    def test_set(self, set_id: str) -> KeptSet:
        with self.reading() as asked:
            return records.as_set(asked.session, asked.find(SetRow, set_id))

    def found(self, set_id: str) -> tuple[KeptSet, Project]:
        """Return a test set and its project, with the person's right, by one query."""
        with self.reading() as asked:
            return records.set_in_project(asked, set_id)

    def versions(self, set_id: str) -> list[Version]:
        """Return those of a test set, the first one first."""
        with self.reading() as asked:
            row = asked.find(SetRow, set_id)
            of_set = select(VersionRow).where(VersionRow.test_set_id == row.id).order_by(VersionRow.number)
            return [records.as_version(version) for version in asked.session.scalars(of_set)]

    def read(self, set_id: str, number: int | None = None) -> TestSet:
        """Return the test set of a version, or of the newest; ``DamagedError`` unless it is just what was kept."""
        with self.reading() as asked:
            row = asked.find(SetRow, set_id)
            version, name = records.version_of(asked.session, row, number), row.name
            blobs = blobs_of(asked.session, version)
        test_set = load_test_set(name, version, blobs)
        if version.scheme != scheme():
            with self.database.writing() as session:
                update_fingerprints(session, version, test_set)
        return test_set

    # --- views ---

    def save_view(self, project_id: str, address: str, name: str, note: str = "") -> SavedView:
        """Return an address of the dashboard under a name."""
        given = {"name": check_kept_name(name), "note": note_of(note), "address": check_address(address)}
        with self.writing() as asked:
            project = asked.change(lambda: asked.find(ProjectRow, project_id, Right.EDIT))
            new = ViewRow(**given, created=asked.moment, changed=asked.moment, project_id=project.id)
            row = add_row(asked.session, new)
            asked.note(row, Action.SAVED)
            return records.as_view(asked.session, row)

    def views(self, project_id: str) -> list[SavedView]:
        """Return those of a project, in the order in which they were saved."""
        with self.reading() as asked:
            found = of_project(asked.session, ViewRow, asked.find(ProjectRow, project_id))
            return [records.as_view(asked.session, row) for row in found]

    def view(self, view_id: str) -> SavedView:
        with self.reading() as asked:
            return records.as_view(asked.session, asked.find(ViewRow, view_id))

    # --- within a transaction ---

    def _prepared(self, project_id: str, test_set: TestSet) -> PreparedVersion:
        prepared = PreparedVersion(test_set)
        self._pack(prepared, project_id)
        return prepared

    def _pack(self, prepared: PreparedVersion, project_id: str | None) -> None:
        """Compresses the columns that the project, or a new one, does not have."""
        known: dict[str, int] = {}
        if project_id is not None:
            with self.reading() as asked:
                known = known_of(asked.session, asked.find(ProjectRow, project_id, Right.EDIT), prepared.digests)
        prepared.pack(known)
        self.expect_room(project_id, sum(prepared.sizes.values()))

    def _follow(self, set_id: str, before: VersionRow, prepared: PreparedVersion) -> Version | None:
        """Return the version after ``before``; None where another one came between."""
        with self.writing() as asked:
            row = asked.change(lambda: asked.find(SetRow, set_id, Right.EDIT))
            if records.newest_of(asked.session, row).number != before.number:
                asked.session.rollback()
                return None
            version = store(asked.session, asked.project_of(row), row, before, prepared, asked.moment)
            asked.note(row, Action.REVISED, f"{row.name}, version {version.number}")
            return records.as_version(version)


def _away(what: Any, moment: datetime, days: int) -> Select[Any]:
    """Return the query for visitors who were not seen for this number of days."""
    return select(what).where(PersonRow.kind == VISITOR, PersonRow.seen <= moment - timedelta(days=days))


def _added(asked: Transaction, project: ProjectRow, name: str, note: str, prepared: PreparedVersion) -> SetRow:
    """Return a new test set in a project, which is locked."""
    moment = asked.moment
    new = SetRow(name=name, note=note, created=moment, changed=moment, project_id=project.id)
    row = add_row(asked.session, new)
    store(asked.session, project, row, None, prepared, moment)
    asked.note(row, Action.ADDED)
    return row
