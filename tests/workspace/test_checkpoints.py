"""SQLite's checkpoints: a version that can lose changes at one makes none while anybody writes."""

import ast
import sqlite3
from contextlib import closing, nullcontext
from pathlib import Path

import pytest
from sqlalchemy import text

import workspace
from tools.faults.sqlite_disk import library
from tools.faults.wal_reset import interrupt_checkpoint
from workspace import Workspace
from workspace.storage import checkpoints
from workspace.storage.place import url_of_file

needs_library = pytest.mark.skipif(library() is None, reason="Python has a SQLite of its own, which nothing can reach")
HAS_BUG = checkpoints.has_wal_reset_bug()
SOURCES = Path(workspace.__file__).parent


@pytest.mark.parametrize(
    ("version", "has_bug"),
    [
        ((3, 7, 0), True),
        ((3, 40, 1), True),
        ((3, 44, 5), True),
        ((3, 44, 6), False),
        ((3, 45, 0), True),
        ((3, 50, 6), True),
        ((3, 50, 7), False),
        ((3, 51, 2), True),
        ((3, 51, 3), False),
        ((3, 53, 0), False),
        ((4, 0, 0), False),
    ],
)
def test_versions_with_the_bug(version, has_bug):
    """See https://sqlite.org/wal.html#walresetbug."""
    assert checkpoints.has_wal_reset_bug(version) is has_bug


@needs_library
def test_sqlite_loses_changes_or_not_as_its_version_says(tmp_path):
    found = interrupt_checkpoint(tmp_path / "lines.sqlite")
    assert found.was_interrupted
    assert found.has_loss is HAS_BUG


@needs_library
def test_nobody_writes_during_a_checkpoint_of_ours(tmp_path):
    found = interrupt_checkpoint(tmp_path / "lines.sqlite", checkpoints.copy_log)
    assert not found.was_interrupted
    assert not found.has_loss


@needs_library
@pytest.mark.skipif(not HAS_BUG, reason="this SQLite loses nothing")
def test_without_the_lock_for_writing_changes_are_lost(tmp_path, monkeypatch):
    monkeypatch.setattr(checkpoints, "_lock_for_writing", nullcontext)
    assert interrupt_checkpoint(tmp_path / "lines.sqlite", checkpoints.copy_log).has_loss


@needs_library
def test_emptying_the_log_loses_nothing_either(tmp_path, monkeypatch):
    monkeypatch.setattr(checkpoints, "GUARDS_CHECKPOINTS", True)
    found = interrupt_checkpoint(tmp_path / "lines.sqlite", checkpoints.empty_log)
    assert (found.was_interrupted, found.has_loss) == (False, False)


@pytest.mark.parametrize("guards", [True, False])
def test_a_log_is_empty_once_it_was_emptied(tmp_path, monkeypatch, guards):
    monkeypatch.setattr(checkpoints, "GUARDS_CHECKPOINTS", guards)
    path = tmp_path / "workspace.sqlite"
    with Workspace(url_of_file(path)) as kept:
        kept.create("News", "only in this note " * 500)
        log = tmp_path / "workspace.sqlite-wal"
        assert b"only in this note" in log.read_bytes()
        kept.database.give_back_room()
        assert b"only in this note" not in log.read_bytes()
        assert b"only in this note" in path.read_bytes()


@pytest.mark.exhaustive
def test_a_long_log_is_copied_after_a_change(tmp_path, monkeypatch):
    monkeypatch.setattr(checkpoints, "GUARDS_CHECKPOINTS", True)
    monkeypatch.setattr(checkpoints, "LOG_BYTES", 100_000)
    path = tmp_path / "workspace.sqlite"
    with Workspace(url_of_file(path)) as kept, Workspace(url_of_file(path)) as other:
        sizes = []
        for number in range(60):
            (kept if number % 2 else other).create(f"project {number}", "a note " * 1000)
            sizes.append((tmp_path / "workspace.sqlite-wal").stat().st_size)
        assert max(sizes) < 300_000, "the log begins anew after each checkpoint"
        assert path.stat().st_size > 300_000
        assert len(kept.projects()) == 60


def test_a_checkpoint_waits_for_nobody_who_writes(tmp_path, monkeypatch):
    monkeypatch.setattr(checkpoints, "GUARDS_CHECKPOINTS", True)
    monkeypatch.setattr(checkpoints, "LOG_BYTES", 1)
    path = tmp_path / "workspace.sqlite"
    with Workspace(url_of_file(path)) as kept, closing(sqlite3.connect(path, isolation_level=None)) as other:
        kept.create("News")
        size = path.stat().st_size
        other.execute("BEGIN IMMEDIATE")
        kept.database._copy_long_log()
        assert path.stat().st_size == size
        other.execute("ROLLBACK")
        kept.create("More")
        assert {one.name for one in kept.projects()} == {"News", "More"}


@pytest.mark.parametrize("error", [sqlite3.DatabaseError("no"), OSError("no")])
def test_a_change_is_confirmed_though_the_log_cannot_be_copied(tmp_path, monkeypatch, error):
    monkeypatch.setattr(checkpoints, "GUARDS_CHECKPOINTS", True)
    monkeypatch.setattr(checkpoints, "LOG_BYTES", 1)

    def fail(writer, reader):
        raise error

    monkeypatch.setattr(checkpoints, "copy_log", fail)
    with Workspace(url_of_file(tmp_path / "workspace.sqlite")) as kept:
        kept.create("News")
        kept.create("More")
        assert {one.name for one in kept.projects()} == {"News", "More"}


@pytest.mark.parametrize(("guards", "pages"), [(True, 0), (False, 1000)])
def test_connections_make_checkpoints_by_themselves_only_with_a_sound_sqlite(tmp_path, monkeypatch, guards, pages):
    monkeypatch.setattr(checkpoints, "GUARDS_CHECKPOINTS", guards)
    with Workspace(url_of_file(tmp_path / "workspace.sqlite")) as kept:
        for opened in (kept.database.reading, kept.database.writing):
            with opened() as session:
                assert session.scalar(text("PRAGMA wal_autocheckpoint")) == pages


@pytest.mark.exhaustive
def test_every_connection_that_writes_is_set_up():
    """One that only reads (``mode=ro``) makes no checkpoint."""
    for path in SOURCES.rglob("*.py"):
        source = path.read_text(encoding="utf-8")
        assert "wal_checkpoint" not in source or path.name == "checkpoints.py", path
        for function in ast.walk(ast.parse(source)):
            if isinstance(function, ast.FunctionDef) and "sqlite3.connect(" in (body := ast.unparse(function)):
                assert "mode=ro" in body or "set_up_checkpoints(" in body, f"{path}: {function.name}"


def test_the_log_says_which_sqlite_is_in_use(monkeypatch):
    monkeypatch.setattr(checkpoints, "GUARDS_CHECKPOINTS", True)
    assert "The workspace is safe: BLEUscope makes checkpoints only while nobody writes" in checkpoints.sqlite_note()
    monkeypatch.setattr(checkpoints, "GUARDS_CHECKPOINTS", False)
    assert checkpoints.sqlite_note() == f"The workspace uses SQLite {sqlite3.sqlite_version}."
