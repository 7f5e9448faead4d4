"""A backup of which a bit has changed is not restored, and a damaged workspace says so and can be restored over."""

import os
import random
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

import workspace.storage.backup
import workspace.storage.damage
from tests.workspace.made import added, everything
from workspace import Right, UnavailableError, Workspace, WorkspaceError
from workspace.cli.main import main
from workspace.storage.backup import LENGTH, back_up, check_kept_texts, is_sealed, restore_into, seal
from workspace.storage.damage import find_damage_in_file
from workspace.storage.place import VARIABLE, url_of_file
from workspace.tables.errors import DamagedFileError
from workspace.tables.texts import new_token

FLIPS = 60
EARLIER = Path(__file__).parent / "earlier"
VERSIONS = sorted(path.stem for path in EARLIER.glob("*.sql"))


@pytest.fixture(scope="module")
def written(tmp_path_factory):
    """The bytes of a workspace and of its backup: projects, a set of two versions, a view, a link."""
    folder = tmp_path_factory.mktemp("damage")
    with Workspace(url_of_file(folder / "live.sqlite")) as kept:
        project = kept.create("News", "a note")
        saved = kept.add(project.id, everything())
        kept.add_outputs(saved.id, [added("later")])
        kept.save_view(project.id, "/segments?page=1", "view")
        kept.make_link(project.id, "link", Right.READ)
        back_up(kept.database, folder / "backup")
    return (folder / "live.sqlite").read_bytes(), (folder / "backup").read_bytes()


@pytest.fixture
def kept(local):
    local.create("sound")
    return local


def flipped(data, at, bit):
    changed = bytearray(data)
    changed[at] ^= 1 << bit
    return bytes(changed)


def without_seal(backup):
    """As an earlier version wrote it."""
    return backup[:-LENGTH]


@pytest.mark.exhaustive
def test_a_backup_with_any_changed_bit_is_refused_and_changes_nothing(kept, written, tmp_path):
    draw, backup, path = random.Random(1), written[1], tmp_path / "backup"
    places = [*(draw.randrange(len(backup)) for _ in range(FLIPS)), *range(len(backup) - LENGTH, len(backup), 7)]
    for at in places:
        path.write_bytes(flipped(backup, at, draw.randrange(8)))
        with pytest.raises(WorkspaceError, match=r"is damaged|newer version"):
            restore_into(kept.database.url, path, replaces=True)
    assert [one.name for one in kept.projects()] == ["sound"]
    path.write_bytes(backup)
    assert restore_into(kept.database.url, path, replaces=True).is_sealed
    assert [one.name for one in kept.projects()] == ["News"]


def test_more_or_less_than_a_backup_is_refused(kept, written, tmp_path):
    backup, path = written[1], tmp_path / "backup"
    for data in (backup + b"x", backup[:-1], backup[:-4096], backup + bytes(4096), backup[LENGTH:]):
        path.write_bytes(data)
        with pytest.raises(WorkspaceError, match="is no backup of a workspace, or is damaged"):
            restore_into(kept.database.url, path, replaces=True)


def test_an_earlier_backup_is_restored_and_what_was_not_checked_is_said(kept, written, tmp_path, monkeypatch, capsys):
    path = tmp_path / "backup"
    path.write_bytes(without_seal(written[1]))
    monkeypatch.setenv(VARIABLE, f"sqlite:///{kept.database.file}")
    kept.close()
    assert main(["restore", str(path), "--replace"]) == 0
    assert f"{path} has no digest of all of it, as backups by earlier versions" in capsys.readouterr().err
    assert [one.name for one in kept.projects()] == ["News"]


HARM = {
    "notes of everything, version 1": "UPDATE blob SET data = CAST(data || x'00' AS BLOB) WHERE id = 2",
    "a column of everything, version 2": "UPDATE blob SET digest = substr(digest, 2) || 'x'"
    " WHERE id = (SELECT max(id) FROM blob)",
    "the list of columns of everything, version 1": "UPDATE version SET manifest = replace(manifest, 'sysA', 'sysX')",
    "the columns of everything, version 2": "DELETE FROM use WHERE version_id = 2 AND blob_id = 3",
    "what changed in everything, version 1": "UPDATE version SET changes = '{}'",
    "everything, version 1": "UPDATE version SET identity = substr(identity, 2) || 'x'",
    "what belongs together in its tables": "UPDATE view SET project_id = 99",
    "a created in the table project": "UPDATE project SET created = '2026-11-26 14:77:00.000000'",
    "a public_id in the table project": "UPDATE project SET public_id = 'x' || substr(public_id, 2)",
    "a token in the table link": f"UPDATE link SET token = '{new_token()}'",
    "a name in the table project": "UPDATE project SET name = CAST(x'4eff77' AS TEXT)",
    "its structure": "ALTER TABLE view RENAME COLUMN note TO nose",
}


@pytest.mark.parametrize("what", HARM)
def test_what_is_damaged_in_an_earlier_backup_is_found_and_named(kept, written, tmp_path, what):
    path = tmp_path / "backup"
    path.write_bytes(without_seal(written[1]))
    with closing(sqlite3.connect(path)) as harmed:
        harmed.execute(HARM[what])
        harmed.commit()
    expected = "its structure" if what == "a name in the table project" else what  # SQLite cannot even read it
    with pytest.raises(WorkspaceError, match=rf"is damaged \({expected}\); nothing was changed"):
        restore_into(kept.database.url, path, replaces=True)
    assert [one.name for one in kept.projects()] == ["sound"]


def earlier(path, version, change=""):
    """A file as that version wrote it, and ``change``."""
    with closing(sqlite3.connect(path)) as made:
        made.executescript((EARLIER / f"{version}.sql").read_text(encoding="utf-8"))
        made.executescript(change)
        made.commit()


@pytest.mark.exhaustive
@pytest.mark.parametrize("has_seal", [False, True])
@pytest.mark.parametrize("version", VERSIONS)
def test_a_backup_of_an_earlier_version_is_restored_and_migrated(kept, tmp_path, version, has_seal):
    path = tmp_path / "backup"
    earlier(path, version)
    if has_seal:
        seal(path)
    assert restore_into(kept.database.url, path, replaces=True).is_sealed is has_seal
    assert kept.projects()[0].name != "sound"
    assert find_damage_in_file(kept.database.file) is None


@pytest.mark.parametrize("harm", ["RENAME COLUMN note TO nose", "DROP COLUMN note"])
def test_damage_of_a_backup_of_an_earlier_version_is_found(kept, tmp_path, harm):
    path = tmp_path / "backup"
    earlier(path, VERSIONS[2], f"ALTER TABLE view {harm};")
    with pytest.raises(WorkspaceError, match=r"is damaged \(its structure\); nothing was changed"):
        restore_into(kept.database.url, path, replaces=True)
    assert [one.name for one in kept.projects()] == ["sound"]


def test_a_workspace_of_a_newer_version_is_not_called_damaged(written, tmp_path, monkeypatch, capsys):
    """A user who reads that it is damaged would restore an old backup over it."""
    path = tmp_path / "live.sqlite"
    path.write_bytes(written[0])
    with closing(sqlite3.connect(path)) as newer:
        newer.execute("UPDATE alembic_version SET version_num = 'v9999'")
        newer.execute("ALTER TABLE view ADD COLUMN colour TEXT")
        newer.commit()
    monkeypatch.setenv(VARIABLE, f"sqlite:///{path}")
    assert main(["project", "list"]) == 2
    said = capsys.readouterr().err
    assert "was written by a newer version of BLEUscope" in said
    assert "damaged" not in said


COMMANDS = (
    ["project", "list"],
    ["project", "show", "News"],
    ["project", "show", "everything"],
    ["project", "trail", "News"],
    ["project", "note", "News", "other"],
    ["campaign", "list"],
)


@pytest.mark.exhaustive
def test_a_damaged_workspace_says_so_in_every_command_and_which_file(written, tmp_path, monkeypatch, capsys):
    """No bit leads to an end that nobody foresaw, nor to a message that does not say what is wrong."""
    draw, live = random.Random(2), written[0]
    monkeypatch.setenv(VARIABLE, f"sqlite:///{tmp_path / 'live.sqlite'}")
    filled = [at for at, byte in enumerate(live) if byte]
    n_said = 0
    for _ in range(FLIPS // 5):
        for path in tmp_path.glob("live.sqlite*"):
            path.unlink()
        (tmp_path / "live.sqlite").write_bytes(flipped(live, draw.choice(filled), draw.randrange(8)))
        for command in (*COMMANDS, ["backup", str(tmp_path / "new"), "--replace"]):
            code = main([*command])
            said = capsys.readouterr().err
            if code:
                n_said += 1
                assert f"{tmp_path / 'live.sqlite'}: " in said, command
                assert "damaged" in said, command
                assert "bleuscope restore FILE --replace" in said, command
    assert n_said


def test_an_index_that_is_damaged_is_said_where_something_is_not_found(written, tmp_path, monkeypatch, capsys):
    """Through it a project that is there is found nowhere."""
    live, path = written[0], tmp_path / "live.sqlite"
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.deserialize(live.replace(b"\2\2", b"\1\1", 1))
        (id_,) = connection.execute("SELECT public_id FROM project").fetchone()
    at = live.rindex(id_.encode()) if live.count(id_.encode()) == 2 else -1
    first = live.index(id_.encode())
    monkeypatch.setenv(VARIABLE, f"sqlite:///{path}")
    said = []
    for place in (first, at):
        for old in tmp_path.glob("live.sqlite*"):
            old.unlink()
        path.write_bytes(flipped(live, place, 0))
        assert main(["project", "show", "News"]) in (0, 2)
        said.append(capsys.readouterr().err)
    assert any(f"{path}: the file of the workspace is damaged (its structure)" in one for one in said)


def test_a_damaged_workspace_is_no_backup_and_the_good_one_stays(written, tmp_path):
    path, backup = tmp_path / "live.sqlite", tmp_path / "backup"
    path.write_bytes(written[0])
    backup.write_bytes(written[1])
    with closing(sqlite3.connect(path)) as harmed:
        harmed.execute(HARM["notes of everything, version 1"])
        harmed.commit()
    with Workspace(url_of_file(path)) as kept, pytest.raises(DamagedFileError) as said:
        back_up(kept.database, backup, replaces=True)
    assert "is damaged (notes of everything, version 1)" in said.value.for_operator
    assert "everything" not in str(said.value), "visitors read it, too"
    assert backup.read_bytes() == written[1]


@pytest.mark.parametrize("how", ["no database", "half of it", "a page"])
def test_a_damaged_workspace_is_restored_over_and_set_aside(written, tmp_path, monkeypatch, capsys, how):
    path, backup = tmp_path / "live.sqlite", tmp_path / "backup"
    live = written[0]
    data = {
        "no database": bytes(4096) + live[4096:],
        "half of it": live[: len(live) // 2],
        "a page": live[:4096] + os.urandom(4096) + live[8192:],
    }[how]
    path.write_bytes(data)
    backup.write_bytes(written[1])
    monkeypatch.setenv(VARIABLE, f"sqlite:///{path}")
    assert main(["restore", str(backup)]) == 2
    assert path.read_bytes() == data
    capsys.readouterr()
    assert main(["restore", str(backup), "--replace"]) == 0
    (aside,) = tmp_path.glob("live.sqlite.damaged-*[0-9]")
    assert f"The damaged workspace is in {aside} now." in capsys.readouterr().err
    assert aside.read_bytes() == data
    with Workspace(url_of_file(path)) as kept:
        (project,) = kept.projects()
        assert kept.read(kept.test_sets(project.id)[0].id, 1) == everything()
    assert find_damage_in_file(path) is None


@pytest.mark.parametrize("step", ["fsync", "replace", "link"])
def test_a_damaged_workspace_stays_where_a_backup_cannot_take_its_place(written, tmp_path, monkeypatch, capsys, step):
    path, backup = tmp_path / "live.sqlite", tmp_path / "backup"
    path.write_bytes(bytes(4096) + written[0][4096:])
    backup.write_bytes(written[1])
    monkeypatch.setenv(VARIABLE, f"sqlite:///{path}")
    usual, state_of, before = getattr(os, step), workspace.storage.backup._database_state, {}

    def look_and_log(url):
        state = state_of(url)
        (tmp_path / "live.sqlite-wal").write_bytes(b"what is not yet in the file")
        before.update({one.name: one.read_bytes() for one in tmp_path.iterdir()})
        return state

    def refuse(*given, **named):
        if step == "replace" and Path(given[1]) != path:
            return usual(*given, **named)
        raise OSError(5, os.strerror(5))

    monkeypatch.setattr(os, step, refuse)
    monkeypatch.setattr(shutil, "copy2", refuse)
    monkeypatch.setattr(workspace.storage.backup, "_database_state", look_and_log)
    assert main(["restore", str(backup), "--replace"]) == 2
    expected = f"bleuscope: {path}: cannot be replaced: Input/output error; nothing was changed.\n"
    assert capsys.readouterr().err == expected
    assert {one.name: one.read_bytes() for one in tmp_path.iterdir()} == before


def test_visitors_are_told_no_path_and_nothing_that_is_kept(written, tmp_path):
    path = tmp_path / "live.sqlite"
    path.write_bytes(written[0].replace(b"CREATE TABLE project", b"CREATE TAXLE p\xffoject"))
    with pytest.raises(UnavailableError, match="is damaged") as said:
        Workspace(url_of_file(path))
    assert str(tmp_path) not in str(said.value)
    assert "CREATE" not in str(said.value)


@pytest.mark.parametrize("how", ["a bit", "another file"])
@pytest.mark.parametrize("is_damaged", [False, True])
def test_a_backup_that_changes_after_it_was_checked_is_not_restored(written, tmp_path, monkeypatch, how, is_damaged):
    """As where another program is still copying it."""
    live, path, checks = tmp_path / "live.sqlite", tmp_path / "backup", workspace.storage.backup.find_damage
    live.write_bytes(bytes(4096) + written[0][4096:] if is_damaged else written[0])
    path.write_bytes(written[1])
    os.utime(path, (0, 0))
    before = live.read_bytes()

    def check_and_change(connection, is_thorough=False):
        found = checks(connection, is_thorough)
        if how == "a bit":
            with path.open("r+b") as changed:
                changed.write(flipped(written[1], 9000, 1))
        else:
            (tmp_path / "new").write_bytes(written[1])
            (tmp_path / "new").replace(path)
        return found

    monkeypatch.setattr(workspace.storage.backup, "find_damage", check_and_change)
    with pytest.raises(WorkspaceError, match="backup: changed while it was read; nothing was changed"):
        restore_into(url_of_file(live), path, replaces=True)
    assert live.read_bytes() == before
    assert not [one.name for one in tmp_path.iterdir() if "damaged" in one.name or one.name.startswith(".")]


def test_a_backup_that_was_opened_as_a_workspace_can_still_be_restored(kept, written, tmp_path):
    path = tmp_path / "backup"
    path.write_bytes(written[1])
    assert is_sealed(path) is True
    with Workspace(url_of_file(path)) as opened:
        opened.create("another")
    assert restore_into(kept.database.url, path, replaces=True).is_sealed is False
    assert {one.name for one in kept.projects()} == {"News", "another"}


@pytest.fixture
def checked(written, tmp_path, monkeypatch, capsys):
    """Puts bytes into the workspace's file, or another, and gives the exit code of the check and what it printed."""
    live = tmp_path / "live.sqlite"
    monkeypatch.setenv(VARIABLE, f"sqlite:///{live}")

    def check(data, name=None):
        path = live if name is None else tmp_path / name
        path.write_bytes(data)
        code = main(["check-workspace", *([] if name is None else [str(path)])])
        assert path.read_bytes() == data
        return code, "".join(capsys.readouterr())

    return check


def test_a_sound_workspace_and_its_backup_are_whole(checked, written):
    code, said = checked(written[0])
    assert (code, "live.sqlite. All texts of 2 versions of test sets were read. Columns" in said) == (0, True)
    code, said = checked(written[1], "backup")
    assert (code, "2 versions of test sets were read, and no bit of the backup has changed." in said) == (0, True)
    assert "a letter of a name" in checked(without_seal(written[1]), "old")[1]


@pytest.mark.parametrize("what", HARM)
def test_the_check_names_what_is_damaged(checked, written, tmp_path, what):
    path = tmp_path / "harmed"
    for number, name in ((0, None), (1, "backup")):
        path.write_bytes(written[number] if name is None else without_seal(written[number]))
        with closing(sqlite3.connect(path)) as connection:
            connection.execute("PRAGMA journal_mode = DELETE")
            connection.executescript(HARM[what])
            connection.commit()
        code, said = checked(path.read_bytes(), name)
        expected = "its structure" if what == "a name in the table project" else what
        assert code == 2
        assert f"or is damaged ({expected}); " in said


def test_the_check_finds_a_changed_bit_of_a_backup_and_a_file_that_is_none(checked, written):
    code, said = checked(flipped(written[1], 9000, 1), "backup")
    assert (code, "is damaged (it is not what was once written); " in said) == (2, True)
    assert checked(b"once upon a time", "tale")[0] == 2
    assert checked(bytes(4096) + written[0][4096:])[0] == 2


def test_there_is_nothing_to_check_in_a_file_that_is_not_there(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv(VARIABLE, f"sqlite:///{tmp_path / 'none.sqlite'}")
    assert main(["check-workspace"]) == 2
    assert "none.sqlite: there is no such file." in capsys.readouterr().err
    assert not (tmp_path / "none.sqlite").exists()


def test_a_workspace_is_checked_while_it_is_in_use(local, monkeypatch, capsys):
    project = local.create("News")
    local.add(project.id, everything())
    monkeypatch.setenv(VARIABLE, f"sqlite:///{local.database.file}")
    assert main(["check-workspace"]) == 0
    assert "All texts of 1 version of test sets" in capsys.readouterr().out
    local.create("more")


def test_the_check_of_a_newer_version_says_so(written, tmp_path, monkeypatch, capsys):
    path = tmp_path / "new.sqlite"
    monkeypatch.setenv(VARIABLE, f"sqlite:///{path}")
    path.write_bytes(written[0])
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("UPDATE alembic_version SET version_num = 'later'")
        connection.commit()
    assert main(["check-workspace", str(path)]) == 2
    assert "was written by a newer version" in capsys.readouterr().err


@pytest.mark.parametrize("version", VERSIONS)
def test_a_workspace_of_an_earlier_version_can_be_checked(tmp_path, version):
    earlier(tmp_path / "old.sqlite", version)
    assert check_kept_texts(url_of_file(tmp_path / "old.sqlite")).is_sealed is False


def test_the_check_sees_one_moment(local, monkeypatch):
    local.create("News")
    checks, seen = workspace.storage.backup.find_damage, []

    def check_while_others_write(connection, is_thorough=False):
        for name in ("one more", "another"):
            seen.append(connection.execute("SELECT count(*) FROM project").fetchone())
            local.create(name)
        return checks(connection, is_thorough)

    monkeypatch.setattr(workspace.storage.backup, "find_damage", check_while_others_write)
    check_kept_texts(local.database.url)
    assert seen == [(1,), (1,)]


def test_damage_of_a_file_in_use_is_looked_for_at_one_moment(local, monkeypatch):
    """What another one writes between two statements is no damage."""
    local.create("News")
    seen = []

    def count_while_others_write(connection):
        for name in ("one more", "another"):
            seen.append(connection.execute("SELECT count(*) FROM project").fetchone())
            local.create(name)

    monkeypatch.setattr(workspace.storage.damage, "find_damage", count_while_others_write)
    find_damage_in_file(local.database.file)
    assert seen == [(1,), (1,)]
