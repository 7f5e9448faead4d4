"""Commands that write a file: killed, they leave the old one or the new one; odd places they refuse and leave alone."""

import os

import pytest

import scoring.output.replacing
from tools.kills.commands import LIVE, WRITERS
from tools.kills.file_rounds import FileRounds
from tools.kills.rounds import LostChangeError
from tools.kills.targets import KINDS
from workspace import Workspace, WorkspaceError
from workspace.storage.backup import back_up
from workspace.storage.place import url_of_file

LINES = ["Ja.", "Nein, danke & <b>gern</b>.", "Sehr 'gut' so."]


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    return FileRounds(tmp_path_factory.mktemp("written"), LINES)


@pytest.mark.quick_cases(2)
@pytest.mark.parametrize(("number", "name"), [*enumerate(["score -o", "backup", "--write-sample", "project export"])])
def test_a_killed_command_leaves_the_old_file_or_the_new_one(files, number, name):
    files.round(2 * number + 1, name)


@pytest.mark.one_case_in(2)
@pytest.mark.quick_cases(1)
@pytest.mark.parametrize("kind", KINDS)
def test_odd_places_are_refused_and_harmed_by_no_command(files, kind):
    for name in WRITERS:
        if name != "report -o" or kind == "a pipe":  # it writes as score does, and takes long where it may write
            files.odd_targets(name, kind)


def in_place(path, data):
    path.write_bytes(data)


@pytest.mark.parametrize("kind", ["the workspace", "a link to the workspace", "a link to nothing"])
def test_the_rounds_notice_a_command_that_writes_wherever_it_is_told(tmp_path, monkeypatch, kind):
    made = FileRounds(tmp_path, LINES)
    monkeypatch.setattr("scoring.cli.program.write_file", in_place)
    monkeypatch.setattr("scoring.cli.main.target_file", lambda path: path)
    with pytest.raises((LostChangeError, WorkspaceError)):
        made.odd_targets("score -o", kind)


@pytest.fixture
def kept(local):
    local.create("project")
    return local


@pytest.mark.parametrize("ending", ["", "-wal", "-shm", "-journal"])
def test_a_backup_over_another_workspace_is_refused(kept, tmp_path, ending):
    """Nor over this one's files, whatever SQLite makes of them."""
    with Workspace(url_of_file(tmp_path / "other" / "live.sqlite")) as other:
        other.create("theirs")
        for of in (other, kept):
            path = of.database.file.with_name(f"{of.database.file.name}{ending}")
            with pytest.raises(WorkspaceError, match=r"is the workspace itself|is a database in use"):
                back_up(kept.database, path, replaces=True)
        assert [one.name for one in other.projects()] == ["theirs"]
    assert [one.name for one in kept.projects()] == ["project"]


def test_a_backup_through_a_link_keeps_the_link(kept, tmp_path):
    file, link = tmp_path / "file", tmp_path / "link"
    back_up(kept.database, file)
    link.symlink_to("file")
    before = file.stat().st_ino
    back_up(kept.database, link, replaces=True)
    assert link.is_symlink()
    assert file.stat().st_ino != before


def test_the_lock_beside_a_file_is_a_lock_or_is_left_alone(files):
    name = "--write-sample"
    target = files.target(name)
    lock = target.with_name(f".{target.name}.lock")
    for make in (lambda: lock.write_bytes(b"mine"), lambda: os.mkfifo(lock), lambda: lock.symlink_to(LIVE)):
        make()
        before = lock.lstat().st_ino
        code, said = WRITERS[name].run(files.folder, target, 0)
        assert (code, lock.lstat().st_ino) == (2, before)
        assert "expected an empty file that is a lock" in said
        lock.unlink()


def test_no_room_on_the_disk_is_said_and_the_old_file_stays(files, monkeypatch):
    name = "score -o"
    target = files.target(name)
    target.write_bytes(before := b"what was there before")

    def full(unfinished, target):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(scoring.output.replacing, "put_in_place", full)
    code, said = WRITERS[name].run(files.folder, target, 1)
    assert code == 2
    assert f"{target}: No space left on device; it was not written, and what was there before is as it was." in said
    assert target.read_bytes() == before
