"""Where the database is, who may read it, and what is said where it cannot be used."""

import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import numpy as np
import pytest
from sqlalchemy import event, text

import workspace.storage.place
from scoring import TestSet
from tests.workspace.made import everything
from workspace import NoPlaceError, Workspace, WorkspaceError
from workspace.cli.main import main
from workspace.storage.backup import back_up
from workspace.storage.place import checked_url, url_of_file, usual_url

ROOT = Path(__file__).parents[2]


@pytest.fixture
def powered():
    """Here the disk is waited for, as it is where people keep something."""


def test_the_usual_place_is_a_file_in_the_user_s_data_folder(monkeypatch, tmp_path):
    monkeypatch.setattr(workspace.storage.place, "user_data_path", lambda *_, **__: tmp_path / "data" / "bleuscope")
    with Workspace() as kept:
        kept.create("project")
    path = tmp_path / "data" / "bleuscope" / "workspace.sqlite"
    assert path.is_file()
    assert (path.stat().st_mode & 0o777, path.parent.stat().st_mode & 0o777) == (0o600, 0o700)


def test_the_variable_names_another_one(monkeypatch, tmp_path):
    monkeypatch.setenv(workspace.storage.place.VARIABLE, f"sqlite:///{tmp_path}/other.sqlite")
    Workspace().close()
    assert (tmp_path / "other.sqlite").is_file()


@pytest.mark.parametrize("scheme", ["postgres", "postgresql", "postgresql+psycopg"])
def test_postgresql_is_spoken_to_by_psycopg(scheme):
    assert checked_url(f"{scheme}://user@host/name").drivername == "postgresql+psycopg"


@pytest.mark.parametrize(
    "given", ["nonsense", "mysql://me:secret@host/x", "sqlite://", "sqlite:///:memory:", "sqlite:///x?mode=memory"]
)
def test_other_addresses_are_refused_without_their_password(monkeypatch, given):
    monkeypatch.setenv(workspace.storage.place.VARIABLE, given)
    with pytest.raises(WorkspaceError, match="BLEUSCOPE_DATABASE_URL: expected") as refused:
        usual_url()
    assert "secret" not in str(refused.value)


def test_a_server_that_does_not_answer_is_told_without_where_it_is(caplog):
    with pytest.raises(WorkspaceError, match="The database cannot be used") as refused:
        Workspace(checked_url("postgresql://me:secret@127.0.0.1:1/none"))
    assert not any(word in str(refused.value) for word in ("secret", "127.0.0.1"))
    assert "127.0.0.1" in caplog.text
    assert "secret" not in caplog.text


@pytest.fixture(params=["text", "text of whole pages", "another database"])
def other_file(request, tmp_path):
    """A file that never was a workspace."""
    path = tmp_path / "notes.txt"
    if request.param == "another database":
        with closing(sqlite3.connect(path)) as connection:
            connection.execute("CREATE TABLE notes (text)")
    else:
        path.write_text("my notes " * (1000 if request.param == "text" else 1024))
    return path


def test_a_file_that_never_was_a_workspace_is_told_and_left_alone(other_file, tmp_path, monkeypatch, capsys):
    before, backup = other_file.read_bytes(), tmp_path / "all.backup"
    with Workspace(url_of_file(tmp_path / "workspace.sqlite")) as kept:
        back_up(kept.database, backup)
    monkeypatch.setenv(workspace.storage.place.VARIABLE, f"sqlite:///{other_file}")
    for command in (["project", "list"], ["restore", str(backup)], ["restore", str(backup), "--replace"]):
        assert main(command) == 2
        err = capsys.readouterr().err
        assert err.startswith(f"bleuscope: {other_file}: is no workspace but a")
        assert err.count("\n") == 1
        assert "damaged" not in err
    assert other_file.read_bytes() == before
    assert not list(tmp_path.glob("*damaged*"))


@pytest.mark.parametrize("make", [os.mkdir, os.mkfifo])
def test_what_is_no_regular_file_is_told_at_once_and_left_alone(tmp_path, monkeypatch, capsys, make):
    path = tmp_path / "workspace.sqlite"
    make(path)
    monkeypatch.setenv(workspace.storage.place.VARIABLE, f"sqlite:///{path}")
    assert main(["project", "list"]) == 2
    assert capsys.readouterr().err == f"bleuscope: The workspace cannot be kept in {path}: it is no regular file.\n"
    assert [*tmp_path.iterdir()] == [path]


@pytest.mark.exhaustive
def test_a_command_says_in_one_line_why_a_server_cannot_be_reached(tmp_path):
    """In a process of its own: what nobody handles, Python's logging prints."""
    environment = os.environ | {workspace.storage.place.VARIABLE: "postgresql://me@127.0.0.1:1/none"}
    run = "import sys; from workspace.cli.main import main; sys.exit(main(['project', 'list']))"
    command = [sys.executable, "-c", run]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False, cwd=ROOT)
    assert done.returncode == 2
    assert done.stderr.startswith("bleuscope: The database cannot be used: ")
    assert "127.0.0.1" in done.stderr
    assert done.stderr.count("\n") == 1


def test_a_folder_that_cannot_be_made_is_told(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(NoPlaceError, match=r"The workspace cannot be kept in .*file.*: "):
        Workspace(url_of_file(tmp_path / "file" / "folder" / "workspace.sqlite"))


def test_a_file_that_cannot_be_opened_or_written_is_no_place(tmp_path):
    with pytest.raises(NoPlaceError, match="it is no regular file"):
        Workspace(url_of_file(tmp_path))
    with Workspace(url_of_file(tmp_path / "workspace.sqlite")) as kept:
        event.listen(kept.database.engines[1], "begin", lambda of: of.exec_driver_sql("PRAGMA query_only = ON"))
        with pytest.raises(NoPlaceError, match="readonly"):
            kept.create("News")


@pytest.mark.parametrize("spoil", ["UPDATE alembic_version SET version_num = '9999'", "BEGIN IMMEDIATE"])
def test_a_file_that_is_newer_locked_or_damaged_is_not_no_place(tmp_path, monkeypatch, spoil):
    """Whoever went on elsewhere would lose sight of what is in it."""
    monkeypatch.setattr("workspace.storage.database.BUSY_SECONDS", 0)
    path = tmp_path / "workspace.sqlite"
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        if spoil.startswith("UPDATE"):
            Workspace(url_of_file(path)).close()
        other.execute(spoil)
        with pytest.raises(WorkspaceError) as refused:
            Workspace(url_of_file(path))
    assert not isinstance(refused.value, NoPlaceError)
    path.write_bytes(bytes(4096) + path.read_bytes()[4096:])
    with pytest.raises(WorkspaceError, match="damaged") as refused:
        Workspace(url_of_file(path))
    assert not isinstance(refused.value, NoPlaceError)


def test_what_others_hold_is_waited_for_and_then_told(tmp_path, monkeypatch):
    monkeypatch.setattr("workspace.storage.database.BUSY_SECONDS", 0)
    url = url_of_file(tmp_path / "workspace.sqlite")
    with Workspace(url) as kept:
        other = sqlite3.connect(tmp_path / "workspace.sqlite", isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(WorkspaceError, match="Another one has been writing for 0 seconds; try again"):
            kept.create("project")
        assert kept.projects() == []  # reading waits for nobody
        other.close()
        kept.create("project")


def test_a_file_that_another_process_is_making_is_waited_for(tmp_path, monkeypatch):
    """SQLite does not wait by itself where two processes want its log at once: here it never does."""
    monkeypatch.setattr("workspace.storage.database.BUSY_SECONDS", 0)
    monkeypatch.setattr("workspace.storage.database.monotonic", lambda: 0)
    other = sqlite3.connect(tmp_path / "workspace.sqlite", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    other.execute("CREATE TABLE t (i)")
    waited = []

    def sleep(seconds: float) -> None:
        waited.append(seconds)
        other.execute("ROLLBACK")

    monkeypatch.setattr("workspace.storage.database.sleep", sleep)
    Workspace(url_of_file(tmp_path / "workspace.sqlite")).close()
    assert len(waited) == 1
    other.close()


@pytest.mark.exhaustive
def test_a_connection_keeps_what_it_confirms(tmp_path):
    with Workspace(url_of_file(tmp_path / "workspace.sqlite")) as kept, kept.database.reading() as session:
        found = {
            name: session.scalar(text(f"PRAGMA {name}")) for name in ("journal_mode", "synchronous", "foreign_keys")
        }
    assert found == {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1}


def test_what_is_really_deleted_is_no_longer_in_the_file_which_shrinks(tmp_path):
    path = tmp_path / "workspace.sqlite"
    with Workspace(url_of_file(path)) as kept:
        secret = "only in this note " * 500
        project = kept.create("project", secret[:9_000])
        kept.add(project.id, everything())
        assert any(secret[:100].encode() in file.read_bytes() for file in tmp_path.iterdir())
        size = path.stat().st_size + (tmp_path / "workspace.sqlite-wal").stat().st_size
        kept.delete(project.id, for_good=True)
        assert not any(secret[:100].encode() in file.read_bytes() for file in tmp_path.iterdir())
        assert sum(file.stat().st_size for file in tmp_path.glob("*.sqlite*") if "shm" not in file.name) < size


@pytest.mark.parametrize("content", ["s3cret/@:%\n", "s3cret/@:%", "s3cret/@:%\r\nanother line\n"])
def test_the_password_of_a_server_is_in_a_file(monkeypatch, tmp_path, content):
    (tmp_path / "password").write_text(content, newline="")
    monkeypatch.setenv(workspace.storage.place.VARIABLE, "postgresql://user@host/name")
    monkeypatch.setenv(workspace.storage.place.PASSWORD_FILE, str(tmp_path / "password"))
    assert usual_url().password == "s3cret/@:%"
    assert "s3cret" not in repr(usual_url())


def test_a_file_needs_no_password(monkeypatch, tmp_path):
    monkeypatch.setenv(workspace.storage.place.VARIABLE, f"sqlite:///{tmp_path}/other.sqlite")
    monkeypatch.setenv(workspace.storage.place.PASSWORD_FILE, str(tmp_path / "nowhere"))
    assert usual_url().password is None


@pytest.mark.parametrize("content", [None, b"", b"\n", b"\xff\xfe"])
def test_a_password_that_cannot_be_read_is_said_so(monkeypatch, tmp_path, content):
    path = tmp_path / "password"
    if content is not None:
        path.write_bytes(content)
    monkeypatch.setenv(workspace.storage.place.VARIABLE, "postgresql://user@host/name")
    monkeypatch.setenv(workspace.storage.place.PASSWORD_FILE, str(path))
    with pytest.raises(WorkspaceError, match="BLEUSCOPE_DATABASE_PASSWORD_FILE: "):
        usual_url()


@pytest.mark.exhaustive
def test_it_is_known_what_a_database_takes_on_the_disk(kept):
    """At least what it holds that cannot be made smaller."""
    before = kept.database.n_bytes()
    noise = [str(number) for number in np.random.default_rng(7).integers(2**62, size=100_000)]
    kept.add(kept.create("project").id, TestSet.build({"system": noise}, [noise]))
    assert 500_000 < kept.database.n_bytes() - before < 20_000_000
