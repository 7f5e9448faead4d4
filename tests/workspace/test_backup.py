"""A backup is the whole workspace at one moment, and comes back whole or not at all."""

import sqlite3

import pytest

from tests.workspace.made import added, everything
from tools.kills.model import State, read_content
from tools.kills.places import faults
from tools.kills.rounds import Process
from tools.kills.writer import DONE, READY, write
from workspace import Workspace, WorkspaceError
from workspace.storage.backup import back_up, restore_into
from workspace.storage.place import url_of_file


@pytest.fixture
def kept(tmp_path):
    with Workspace(url_of_file(tmp_path / "workspace.sqlite")) as opened:
        yield opened


@pytest.fixture
def backup(kept, tmp_path):
    """Of a workspace with one set, to which an output was added afterwards."""
    saved = kept.add(kept.create("project").id, everything())
    back_up(kept.database, tmp_path / "backup")
    kept.add_outputs(saved.id, [added("later")])
    return tmp_path / "backup"


def versions(kept):
    return [one.n_versions for project in kept.projects() for one in kept.test_sets(project.id)]


@pytest.mark.exhaustive
def test_a_backup_comes_back_where_it_is_told_to_replace(kept, backup):
    with pytest.raises(WorkspaceError, match="holds projects, and all of them would be replaced"):
        restore_into(kept.database.url, backup)
    assert versions(kept) == [2]
    restore_into(kept.database.url, backup, replaces=True)
    assert versions(kept) == [1]
    (saved,) = kept.test_sets(kept.projects()[0].id)
    assert kept.read(saved.id) == everything()


def test_an_empty_workspace_takes_it_unasked(backup, tmp_path):
    with Workspace(url_of_file(tmp_path / "other" / "workspace.sqlite")) as other:
        restore_into(other.database.url, backup)
        assert versions(other) == [1]


def test_a_backup_is_one_file_for_its_owner_and_replaces_none_unasked(kept, backup):
    assert [path.name for path in backup.parent.glob("*backup*")] == ["backup"]
    assert backup.stat().st_mode & 0o777 == 0o600
    before = backup.read_bytes()
    with pytest.raises(WorkspaceError, match="is there already"):
        back_up(kept.database, backup)
    assert backup.read_bytes() == before
    back_up(kept.database, backup, replaces=True)
    assert backup.read_bytes() != before


@pytest.mark.exhaustive
def test_a_backup_while_another_process_writes_is_whole(kept, tmp_path):
    url = kept.database.url.render_as_string()
    writing = Process(write, url, tmp_path, "one", State(), ["Ja.", "Nein, danke."], 0)
    writing.until(READY)
    try:
        for number in range(3):
            writing.until(DONE)
            back_up(kept.database, tmp_path / f"{number}")
    finally:
        writing.kill()
    for number in range(3):
        with Workspace(url_of_file(tmp_path / f"{number}")) as copy:
            assert [*faults(copy)] == []
            assert read_content(copy)  # every version is read


def harmed(path, how):
    """A file that is no good backup."""
    data = path.read_bytes()
    if how == "text":
        return b"my notes"
    if how == "empty":
        return b""
    if how == "cut off":
        return data[: len(data) // 2]
    changed = sqlite3.connect(path)
    changed.execute(
        {
            "newer": "UPDATE alembic_version SET version_num = 'v9999'",
            "trigger": "CREATE TRIGGER evil AFTER INSERT ON project BEGIN DELETE FROM project; END",
            "another database": "DROP TABLE alembic_version",
        }[how]
    )
    changed.commit()
    changed.close()
    return path.read_bytes()


@pytest.mark.quick_cases(2)
@pytest.mark.parametrize("how", ["text", "empty", "cut off", "trigger", "another database", "newer"])
def test_what_is_no_good_backup_is_refused_and_changes_nothing(kept, backup, how):
    backup.write_bytes(harmed(backup, how))
    expected = "written by a newer version" if how == "newer" else "is no backup of a workspace, or is damaged"
    with pytest.raises(WorkspaceError, match=expected):
        restore_into(kept.database.url, backup, replaces=True)
    assert versions(kept) == [2]


def test_a_backup_that_is_not_there_and_the_workspace_itself_are_told(kept, tmp_path):
    with pytest.raises(WorkspaceError, match="there is no such file"):
        restore_into(kept.database.url, tmp_path / "none")
    with pytest.raises(WorkspaceError, match="is the workspace itself"):
        restore_into(kept.database.url, tmp_path / "workspace.sqlite", replaces=True)


@pytest.mark.exhaustive
def test_postgresql_has_its_own_backups(server, tmp_path):
    with Workspace(server.set(database="usual")) as kept:
        for act, of in ((back_up, kept.database), (restore_into, kept.database.url)):
            with pytest.raises(WorkspaceError, match="pg_dump --format=custom"):
                act(of, tmp_path / "backup")
