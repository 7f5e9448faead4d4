"""The test sets that outlive the server, as the visitor may see and change them, and their keys in addresses.

The database is opened at the server's start and tidied while it runs. Uses of test sets are noted in the background.
"""

import logging
import math
import os
import re
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from queue import Full, Queue
from tempfile import TemporaryDirectory
from threading import Thread
from time import monotonic

from scoring import TestSet
from server.memory.bounded_cache import LatestEntries
from server.memory.limits import limits
from ui.session import state
from ui.store import people
from workspace import NoPlaceError, Project, Quotas, Right, SeenVerdict, UnavailableError, Workspace, WorkspaceError
from workspace.storage.checkpoints import sqlite_note
from workspace.storage.place import FILE, VARIABLE, sqlite_file, url_of_file

KEY = re.compile(r"([0-9a-f]{32})(?:\.([1-9]\d{0,5}))?", re.ASCII)
"""Pattern of a test set's key: its id, which means its newest version, and optionally the number of a version."""
FRESH_SECONDS = 5
"""Seconds for which a visitor's rights are remembered; another process may change them."""
MAX_KNOWN_VERSIONS = 5000
MAX_RECENT = 8
"""Most test sets of earlier visits that the sidebar offers."""
USUAL_NAME = "My test sets"
"""Name of the project that the first upload makes."""


@dataclass(frozen=True)
class KeptVersion:
    """A version of a test set that a visitor may read."""

    id: str
    project_id: str
    name: str
    number: int
    """Number of the version, from 1."""
    newest: int
    """Number of the newest version."""
    right: Right
    """Right of the visitor on the set's project."""
    new_systems: tuple[str, ...]
    """Names of the systems that the newest version brought to an existing set, or replaced."""
    newest_identity: str
    """Identity of the newest version's content: after a backup was restored, its number may mean another version."""
    metrics: str
    """Metrics that the project keeps for the set, as the address has them."""
    baseline: str
    """Name of the baseline that the project keeps for the set."""
    ignored: str
    """Rules by which the project ignores findings of checks, as the address has them."""
    kept_faults: str
    """Findings of the doctor that the project keeps as faults of systems, as the address has them."""
    glossary: str
    """Name of the glossary's file that is kept with the set; empty for none."""
    glossary_checksum: str
    """Checksum of the glossary's file, which tells it from another file of this name."""

    @property
    def may_change(self) -> bool:
        """Whether the visitor may add a version to the test set."""
        return self.number == self.newest and self.right >= Right.EDIT

    @property
    def display_name(self) -> str:
        """Name of the test set; for an older version, with the version's number."""
        return self.name if self.number == self.newest else f"{self.name}, version {self.number}"

    @property
    def place(self) -> tuple[str, int, str]:
        """Key of the version, which no other version has."""
        return self.id, self.number, self.newest_identity


_kept_versions = LatestEntries[tuple[str, str], tuple[KeptVersion, float]](MAX_KNOWN_VERSIONS)
"""Visitor and key -> the version that was found, and when."""
_recent = LatestEntries[str, tuple[dict[str, str], float]](MAX_KNOWN_VERSIONS)
"""Visitor -> the keys and names of the test sets used last, and when these were found."""
_lock = threading.Lock()


def visitor_workspace(make: bool = False) -> Workspace:
    """Return the workspace as the visitor may see and change it.

    ``make`` registers a new visitor, because something is to be kept now.
    """
    person = people.person(server_workspace(), make=make)
    return server_workspace() if person is None else server_workspace().as_(person)


def find_kept_version(key: str) -> KeptVersion | None:
    """Return the version that a key names; None where there is none that this visitor may read.

    Raise ``UnavailableError`` where the database does not answer.
    """
    match = KEY.fullmatch(key)
    if match is None:
        return None
    lookup_key = people.session_person_key(), key
    with _lock:
        kept_version, known_since = _kept_versions.get(lookup_key, (None, 0.0))
    if kept_version is not None and monotonic() - known_since < FRESH_SECONDS:
        return kept_version
    try:
        kept_set, project = visitor_workspace().set_and_project(match[1])
    except UnavailableError:
        raise
    except WorkspaceError:
        return None
    newest, new = kept_set.newest.number, kept_set.newest.changes.new_systems
    number = int(match[2] or newest)
    if number > newest:
        return None
    of_newest = (
        new,
        kept_set.newest.identity,
        kept_set.metrics,
        kept_set.baseline,
        kept_set.ignored,
        kept_set.kept_faults,
    )
    terms = kept_set.glossary, kept_set.glossary_checksum
    kept_version = KeptVersion(
        kept_set.id, project.id, kept_set.name, number, newest, project.right, *of_newest, *terms
    )
    with _lock:
        _kept_versions[lookup_key] = kept_version, monotonic()
    return kept_version


def made_while_allowed(make: Callable[[], bytes]) -> Callable[[], bytes]:
    """Return ``make`` for a file that is fetched later, maybe long after the page was drawn, in any thread.

    It raises ``WorkspaceError`` once signing in is over, or the visitor may not read the test set in use any more.
    """
    signed_in, check_right = people.login(), None
    with suppress(UnavailableError):
        if (kept_version := find_kept_version(state.chosen_set())) is not None:
            check_right = partial(visitor_workspace().test_set, kept_version.id)

    def make_if_allowed() -> bytes:
        if signed_in is not None and people.is_over(signed_in):
            raise WorkspaceError("You are signed out: sign in again, then download it.")
        if check_right is not None:
            check_right()
        return make()

    return make_if_allowed


def recent_names() -> dict[str, str]:
    """Return the keys and names of the visitor's latest test sets, the latest first; none without the database."""
    person_key = people.session_person_key()
    with _lock:
        names, known_since = _recent.get(person_key, ({}, -math.inf))
    if monotonic() - known_since < FRESH_SECONDS:
        return names
    try:
        names = {one.test_set.id: one.test_set.name for one in visitor_workspace().recent(MAX_RECENT)}
    except WorkspaceError:
        return {}
    with _lock:
        _recent[person_key] = names, monotonic()
    return names


def new_systems(key: str) -> tuple[str, ...]:
    """Return the names of the systems that a set's newest version added or replaced.

    Empty for a first version, and where an older version is in use.
    """
    kept_version = find_kept_version(key)
    return () if kept_version is None or kept_version.number < kept_version.newest else kept_version.new_systems


def forget_lookups() -> None:
    """Forget what was found in the database; to be called after a change of names, rights or versions."""
    with _lock:
        _kept_versions.clear()
        _recent.clear()


def read_kept_set(kept_version: KeptVersion, workspace: Workspace) -> TestSet:
    """Return the test set exactly as it was kept; results computed from it belong to its project.

    Can be called in any thread: ``workspace`` is the asking person's.
    """
    return (
        workspace.read(kept_version.id, kept_version.number).named(kept_version.name).owned_by(kept_version.project_id)
    )


def note_use(set_id: str, verdict: SeenVerdict | None = None) -> None:
    """Note in the background that the visitor uses a test set at this moment, and sees this verdict on it."""
    workspace = visitor_workspace()
    uses().note(lambda: workspace.note_use(set_id, verdict))


def projects() -> list[Project]:
    """Return the projects to which the visitor may add, the last changed one first."""
    return [project for project in visitor_workspace().projects() if project.right >= Right.EDIT]


def keep_in_project(test_set: TestSet, project_id: str | None = None, workspace: Workspace | None = None) -> str:
    """Keep a test set in a project, in a new one where none is named; return its key.

    Can be called in any thread if ``workspace``, the asking person's, is given. Raise ``WorkspaceError`` where there
    is no room. A set that is there already under this name is not kept twice.
    """
    workspace = workspace or visitor_workspace(make=True)
    return workspace.keep(project_id, test_set.owned_by(""), USUAL_NAME).id


def keep_as_version(
    kept_version: KeptVersion, base: TestSet, added: TestSet, workspace: Workspace | None = None
) -> str:
    """Keep ``added``, made from the newest version ``base``, as a new version of a test set; return the set's key.

    Can be called in any thread if ``workspace`` is given. Raise ``WorkspaceError`` if ``base`` is no longer the newest
    one.
    """

    def change(newest: TestSet) -> TestSet:
        if newest.identity != base.owned_by("").identity:
            raise WorkspaceError(
                f"{kept_version.name}: somebody has added another version meanwhile. Open it and add again."
            )
        return added.owned_by("")

    (workspace or visitor_workspace()).revise(kept_version.id, change)
    forget_lookups()
    return kept_version.id


LOG = logging.getLogger(__name__)
TIDY_SECONDS = 3600


@cache
def server_workspace() -> Workspace:
    """Return the workspace of this server.

    If no database was named and the usual place cannot be written to, it is one that is gone when the server stops. Any
    other ``WorkspaceError`` is raised: what was kept may still be there, and an empty database would hide it.
    """
    server_limits = limits()
    quotas = Quotas(
        server_limits.space_bytes,
        server_limits.private_bytes,
        server_limits.visitors_bytes,
        server_limits.visitor_days or None,
    )
    try:
        return Workspace(quotas=quotas)
    except NoPlaceError as error:
        if os.environ.get(VARIABLE, "").strip():
            raise
        LOG.warning(f"{error} What is kept will be gone when the server stops; {VARIABLE} names another place.")
        return Workspace(url_of_file(Path(_temporary().name) / FILE), quotas=quotas)


def log_database() -> None:
    """Log where a new workspace is, which SQLite is in use, and how its fault is avoided."""
    database = server_workspace().database
    notes = "" if is_gone_with_server() else database.new_note, sqlite_note() if database.file is not None else ""
    if note := " ".join(filter(None, notes)):
        LOG.info(note)


def is_temporary(workspace: Workspace) -> bool:
    """Return whether all that a workspace keeps is gone when the server stops."""
    file = sqlite_file(workspace.database.url)
    return file is not None and bool(_temporary.cache_info().currsize) and file.parent == Path(_temporary().name)


def is_gone_with_server() -> bool:
    """Return whether all that this server keeps is gone when it stops."""
    return is_temporary(server_workspace())


@cache
def _temporary() -> "TemporaryDirectory[str]":
    """Return a folder that is removed when the server stops."""
    return TemporaryDirectory(prefix="bleuscope-")


def tidy() -> None:
    """Remove, now and every hour, what was deleted long enough ago, in a thread that ends with the server."""

    def look() -> None:
        while True:
            try:
                server_workspace().purge()
            except WorkspaceError as error:
                LOG.warning(str(error))
            threading.Event().wait(TIDY_SECONDS)

    threading.Thread(target=look, daemon=True, name="tidy").start()


MAX_WAITING = 1000
"""Most notes that wait; further ones are lost."""


class UseNoteQueue:
    """A queue that makes notes one after another, in a thread that ends with the server."""

    def __init__(self) -> None:
        self._waiting: Queue[Callable[[], None]] = Queue(MAX_WAITING)
        Thread(target=self._make, daemon=True, name="uses").start()

    def note(self, make: Callable[[], None]) -> None:
        """Queue a note and return at once; the note is lost where too many wait."""
        with suppress(Full):
            self._waiting.put_nowait(make)

    def wait(self) -> None:
        """Wait until all notes are made."""
        self._waiting.join()

    def _make(self) -> None:
        while True:
            make = self._waiting.get()
            try:
                make()
            except WorkspaceError as error:
                LOG.info("A use is not noted: %s", error)
            except Exception:
                LOG.exception("A use is not noted.")
            finally:
                self._waiting.task_done()


uses = cache(UseNoteQueue)
"""Return the queue of notes of this server."""
