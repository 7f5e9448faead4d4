"""Each operation of SQLite on the disk fails once, and from then on: a change is whole or not there, and is said so.

Kinds of changes are those of `tools/kills`. Afterwards the disk is sound again, and the same process goes on.
"""

import sqlite3
from pathlib import Path

import pytest

import workspace.storage.database
from tests.cases import one_in
from tools.faults.change_rounds import CHANGES, ChangeRounds
from tools.faults.sqlite_disk import (
    DELETE,
    FULL,
    MAP,
    OK,
    OPEN,
    READ,
    SYNC,
    TRUNCATE,
    WRITE,
    FailingDisk,
    library,
    watch_file_operations,
)
from tools.kills.rounds import LostChangeError
from workspace import UnavailableError, Workspace, WorkspaceError
from workspace.storage.place import url_of_file

pytestmark = pytest.mark.skipif(library() is None, reason="Python has a SQLite of its own, which nothing can reach")
WRITES, READS = frozenset({WRITE, SYNC, TRUNCATE, DELETE}), frozenset({READ, OPEN, MAP})
FAULTS = {
    "an error when writing": lambda number: FailingDisk(WRITES, number),
    "a full disk": lambda number: FailingDisk(frozenset({WRITE}), number, FULL, for_good=True),
    "an error when reading": lambda number: FailingDisk(READS, number),
}
EARLIER = Path(__file__).parent / "earlier"
STEP = one_in(60)
"""One operation of so many is tried, because a change has many."""


@pytest.fixture(autouse=True)
def powered():
    """Here the disk is waited for, which can fail."""


@pytest.fixture(scope="module")
def rounds(tmp_path_factory):
    return ChangeRounds(tmp_path_factory.mktemp("failing"))


@pytest.mark.parametrize(("kind", "number"), [("revise", 0), ("revise", 20), ("forget", 40), ("restore", 10)])
def test_a_change_on_a_disk_that_fails_is_whole_or_not_there(rounds, kind, number):
    change = next(one for one in CHANGES if one.kind == kind)
    assert rounds.round(change, FailingDisk(WRITES, number)).has_failed


@pytest.mark.parametrize(("kind", "named"), [("back up", "live.sqlite"), ("restore", "13.backup")])
@pytest.mark.parametrize("number", [0, 1])
def test_a_file_that_cannot_be_read_is_named_and_not_called_damaged(rounds, kind, named, number):
    change = next(one for one in CHANGES if one.kind == kind)
    said = rounds.round(change, FailingDisk(READS, number)).said
    assert f"{named}: " in said
    assert "damaged" not in said
    assert said.endswith("; nothing was changed.")


def test_a_backup_that_the_disk_does_not_confirm_is_named_and_not_the_workspace(rounds):
    change = next(one for one in CHANGES if one.kind == "back up")
    said = rounds.round(change, FailingDisk(frozenset({SYNC}), 0)).said
    assert "100.backup: disk I/O error; nothing was changed." in said


@pytest.mark.one_case_in(4)
@pytest.mark.exhaustive
@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize("change", CHANGES, ids=lambda change: change.kind)
def test_wherever_the_disk_fails_a_change_is_whole_or_not_there(rounds, change, fault):
    number = 0
    while rounds.round(change, FAULTS[fault](number)).has_failed:
        number += STEP
    assert number


@pytest.mark.one_case_in(4)
@pytest.mark.exhaustive
@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize("version", [None, "v0001", "v0004", "v0008"])
def test_wherever_the_disk_fails_a_workspace_can_be_opened_afterwards(rounds, version, fault):
    """Also one of an earlier version, whose tables are changed."""
    number = 0
    while rounds.open_round(FAULTS[fault](number), version and EARLIER / f"{version}.sql").has_failed:
        number += STEP if version else 1


class ForgetfulDisk(FailingDisk):
    """Confirms what is written into SQLite's log, and writes nothing of it."""

    def __call__(self, operation):
        is_in_log = operation.path is not None and operation.path.name.endswith("-wal") and operation.offset
        return (OK, 0) if self.works and is_in_log and operation.kind == WRITE else None


def test_the_rounds_notice_a_disk_that_forgets_what_it_confirms(rounds):
    with pytest.raises((LostChangeError, WorkspaceError, sqlite3.DatabaseError)):
        rounds.round(CHANGES[0], ForgetfulDisk(WRITES, 0))


@pytest.mark.parametrize(("kind", "code"), [(WRITE, FULL), (SYNC, None), (OPEN, None), (READ, None)])
def test_a_new_workspace_that_the_disk_refuses_is_refused_at_once(tmp_path, monkeypatch, kind, code):
    """Only another process is worth waiting for."""

    def never(seconds):
        raise AssertionError("waited for a disk that fails")

    monkeypatch.setattr(workspace.storage.database, "sleep", never)
    with watch_file_operations(FailingDisk(frozenset({kind}), 3, code, for_good=True)), pytest.raises(UnavailableError):
        Workspace(url_of_file(tmp_path / "live.sqlite"))
