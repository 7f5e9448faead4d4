"""Where there is no room any more, what is kept can be deleted: for good, later, and by persons at their limit."""

import logging
import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import numpy as np
import pytest

from scoring import TestSet
from workspace import Quotas, UnavailableError, Workspace, WorkspaceError
from workspace.storage.place import MIN_BYTES, VARIABLE, keep_reserve, release_reserve, reserve_path, url_of_file
from workspace.tables.errors import NoRoomError

ROOT = Path(__file__).parents[2]
LIMIT = 512 * 1024
"""Bytes that a file may have: the log of a change may be no larger, as on a disk that is nearly full."""
LIMITED = (
    "import resource, sys; resource.setrlimit(resource.RLIMIT_FSIZE, ({limit},) * 2);"
    " from workspace.cli.main import main; sys.exit(main(sys.argv[1:]))"
)


def texts(seed):
    """Which hardly shrink when they are compressed."""
    letters = np.random.default_rng(seed).integers(97, 123, (4000, 200), np.uint8)
    return [row.tobytes().decode() for row in letters]


@pytest.fixture(scope="module")
def filled(tmp_path_factory):
    path = tmp_path_factory.mktemp("full") / "live.sqlite"
    with Workspace(url_of_file(path)) as kept:
        for number in range(2):
            project = kept.create(f"project {number}")
            kept.add(project.id, TestSet.build({"s": texts(number)}, {"r": texts(9 + number)}, name="set"))
    return path.read_bytes()


@pytest.fixture
def path(filled, tmp_path):
    file = tmp_path / "live.sqlite"
    file.write_bytes(filled)
    return file


def bleuscope(path, *words, limit=LIMIT):
    """The command in a process that may write no longer file than so."""
    command = [sys.executable, "-c", LIMITED.format(limit=limit), *words]
    environment = {**os.environ, VARIABLE: f"sqlite:///{path}"}
    return subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)


def free_pages(path):
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute("PRAGMA freelist_count").fetchone()[0]


@pytest.mark.exhaustive
@pytest.mark.parametrize("what", ["project 0", "project 0/set"])
def test_deleting_for_good_needs_hardly_any_room(path, what):
    assert path.stat().st_size > 4 * LIMIT
    done = bleuscope(path, "project", "delete", what, "--for-good")
    assert (done.returncode, done.stdout) == (0, f"{what} is gone.\n"), done.stderr
    assert free_pages(path) * 4096 > LIMIT
    assert bleuscope(path, "project", "add", "project 1", str(ROOT / "README.md")).returncode == 2
    with Workspace(url_of_file(path)) as kept:
        assert [project.name for project in kept.projects()][-1] == "project 1"
        assert kept.read(kept.test_sets(kept.projects()[-1].id)[0].id).systems[0].segments.to_pylist() == texts(1)


@pytest.mark.exhaustive
def test_what_was_deleted_is_purged_there_too_and_other_commands_go_on(path):
    assert bleuscope(path, "project", "delete", "project 0").returncode == 0
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("UPDATE project SET deleted = '2020-01-01 00:00:00.000000' WHERE deleted IS NOT NULL")
        connection.commit()
    listed = bleuscope(path, "project", "list")
    assert listed.returncode == 0
    assert "project 1" in listed.stdout
    assert free_pages(path) * 4096 > LIMIT


@pytest.mark.exhaustive
def test_a_backup_that_has_no_room_names_the_backup_and_restoring_the_workspace(path, tmp_path):
    before, backup, other = path.read_bytes(), tmp_path / "copy.bak", tmp_path / "other.sqlite"
    refused = bleuscope(path, "backup", str(backup))
    assert (refused.returncode, refused.stdout) == (2, "")
    assert refused.stderr.startswith(f"bleuscope: {backup}: cannot be written: the disk is full, or a limit")
    assert not backup.exists()
    assert bleuscope(path, "backup", str(backup), limit=100 * LIMIT).returncode == 0
    refused = bleuscope(other, "restore", str(backup))
    assert refused.returncode == 2
    assert refused.stderr.startswith(f"bleuscope: {other}: cannot be written: the disk is full, or a limit")
    assert path.read_bytes() == before


def test_with_room_the_file_shrinks_and_what_was_deleted_is_overwritten(path):
    size = path.stat().st_size
    with Workspace(url_of_file(path)) as kept:
        kept.delete(kept.projects()[0].id, for_good=True)
    assert path.stat().st_size < 0.7 * size
    assert free_pages(path) == 0


def test_the_room_of_the_reserve_is_used_where_there_is_no_other(path, monkeypatch):
    """All writing fails as on a full disk until the reserve is gone."""
    with Workspace(url_of_file(path)) as kept:
        assert reserve_path(path).stat().st_blocks * 512 >= MIN_BYTES
        project, changes = kept.projects()[0].id, type(kept)._delete

        def delete(self, *given):
            if reserve_path(path).exists():
                raise NoRoomError("There is no room.")
            changes(self, *given)

        monkeypatch.setattr(type(kept), "_delete", delete)
        kept.delete(project, for_good=True)
        assert len(kept.projects()) == 1
        assert reserve_path(path).exists(), "there again for the next time"


def test_a_reserve_takes_room_from_nothing(tmp_path, monkeypatch):
    file = tmp_path / "live.sqlite"
    file.write_bytes(bytes(1000))
    monkeypatch.setattr("workspace.storage.place.shutil.disk_usage", lambda _: type("Usage", (), {"free": MIN_BYTES}))
    keep_reserve(file)
    assert not reserve_path(file).exists()
    monkeypatch.undo()
    keep_reserve(file)
    assert reserve_path(file).stat().st_mode & 0o777 == 0o600
    release_reserve(file)
    assert not reserve_path(file).exists()


def test_the_reserve_is_on_the_disk_of_the_database_where_a_link_leads_to_it(tmp_path):
    (tmp_path / "disk").mkdir()
    (tmp_path / "link.sqlite").symlink_to(tmp_path / "disk" / "real.sqlite")
    (tmp_path / "disk" / "real.sqlite").touch()
    Workspace(url_of_file(tmp_path / "link.sqlite")).close()
    assert {one.name for one in tmp_path.iterdir()} == {"disk", "link.sqlite"}
    assert {one.name for one in (tmp_path / "disk").iterdir()} == {"real.sqlite", "real-reserve"}


def test_what_only_has_the_name_of_a_reserve_is_left_alone(tmp_path):
    file = tmp_path / "live.sqlite"
    file.write_bytes(bytes(1000))
    reserve_path(file).write_bytes(b"SQLite format 3")
    for act in (keep_reserve, release_reserve):
        act(file)
        assert reserve_path(file).read_bytes() == b"SQLite format 3"
    reserve_path(file).unlink()
    os.mkfifo(reserve_path(file))
    for act in (keep_reserve, release_reserve):
        act(file)
        assert reserve_path(file).is_fifo()


def test_who_has_reached_a_limit_can_delete(tmp_path):
    with Workspace(url_of_file(tmp_path / "live.sqlite"), quotas=Quotas(50_000, 50_000, 50_000, None)) as kept:
        person = kept.visitor("secret", make=True)
        mine = kept.as_(person.id)
        first = mine.create("first")
        mine.create("second"), mine.create("third")
        with pytest.raises(WorkspaceError, match="There is no room for this"):
            mine.create("fourth")
        mine.delete(first.id)
        mine.delete(first.id, for_good=True)
        assert mine.create("again")


def test_a_known_person_comes_in_where_nothing_can_be_noted(local, monkeypatch, caplog):
    caplog.set_level(logging.CRITICAL)
    person = local.visitor("secret", make=True)
    local._clock = lambda: person.seen.replace(year=person.seen.year + 1)

    def full(self):
        raise NoRoomError("There is no room.")

    monkeypatch.setattr("workspace.storage.open_database.OpenDatabase.writing", full)
    assert local.visitor("secret").id == person.id
    with pytest.raises(UnavailableError, match="no room"):
        local.visitor("new", make=True)
