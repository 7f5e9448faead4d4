"""Files are written as a whole or not at all, and nothing but a regular file is ever replaced."""

import os
import select
import sqlite3
import stat
import threading
from contextlib import closing

import pytest

from scoring.output.replacing import UnwritableError, clear_unfinished, replacing, target_file, write_file


@pytest.fixture
def database(tmp_path):
    """A database in use: it writes a log."""
    path = tmp_path / "live.sqlite"
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("CREATE TABLE t (x)")
        connection.commit()
        yield path


def test_a_new_file_and_one_that_is_replaced(tmp_path):
    path = tmp_path / "file"
    write_file(path, b"old")
    mask = os.umask(0o022)
    os.umask(mask)
    assert stat.S_IMODE(path.stat().st_mode) == 0o666 & ~mask
    path.chmod(0o640)
    before = path.stat().st_ino
    write_file(path, b"new")
    assert path.read_bytes() == b"new"
    assert path.stat().st_ino != before, "a new file in its place, not the old one written over"
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    assert [one.name for one in tmp_path.iterdir()] == ["file"]


def test_a_file_that_comes_in_pieces_is_whole_or_the_old_one(tmp_path):
    path = tmp_path / "out.txt"
    write_file(path, iter([b"one", b"two"]))
    assert path.read_bytes() == b"onetwo"
    with pytest.raises(ZeroDivisionError):
        write_file(path, (b"x" * (1 // number) for number in (1, 0)))
    assert [*tmp_path.iterdir()] == [path]
    assert path.read_bytes() == b"onetwo"


def test_a_link_stays_and_its_file_is_replaced(tmp_path):
    (tmp_path / "there").mkdir()
    file, link = tmp_path / "there" / "file", tmp_path / "link"
    file.write_bytes(b"old")
    link.symlink_to("there/file")
    write_file(link, b"new")
    assert link.is_symlink()
    assert file.read_bytes() == b"new"
    assert [one.name for one in (tmp_path / "there").iterdir()] == ["file"]


def _fill(unfinished):
    unfinished.write_bytes(b"half")
    raise OSError(28, "No space left on device", str(unfinished))


def test_what_fails_halfway_leaves_the_old_file(tmp_path):
    path = tmp_path / "file"
    path.write_bytes(b"old")
    with pytest.raises(UnwritableError, match="No space left") as refused, replacing(path) as unfinished:
        _fill(unfinished)
    assert refused.value.filename == str(path)
    assert [(one.name, one.read_bytes()) for one in tmp_path.iterdir()] == [("file", b"old")]


def test_a_long_name_can_be_written(tmp_path):
    path = tmp_path / ("\u65e5" * 85)
    write_file(path, b"new")
    assert path.read_bytes() == b"new"


@pytest.mark.parametrize(
    ("made", "said"),
    [
        (lambda path: path.mkdir(), "cannot be written, is a folder"),
        (os.mkfifo, "is no regular file, and would be replaced by one; name another file. It is a pipe."),
        (lambda path: path.symlink_to("nothing"), "is a link to nothing, where there is no file"),
        (lambda path: path.symlink_to("file"), "leads in a circle"),
    ],
)
def test_what_is_no_regular_file_is_not_replaced(tmp_path, made, said):
    path = tmp_path / "file"
    made(path)
    before = path.lstat().st_ino
    for act in (target_file, lambda path: replacing(path).__enter__()):
        with pytest.raises(ValueError, match=said):
            act(path)
    assert path.lstat().st_ino == before
    assert len([*tmp_path.iterdir()]) == 1


@pytest.mark.parametrize(("kind", "said"), [(stat.S_IFBLK, "a device"), (stat.S_IFCHR, "a device")])
def test_devices_are_not_replaced(tmp_path, monkeypatch, kind, said):
    """No device is touched: a file is said to be one."""
    path = tmp_path / "disk"
    path.write_bytes(b"")
    found = os.stat_result((kind | 0o666, *path.stat()[1:]))
    monkeypatch.setattr("scoring.output.replacing._status", lambda path: found)
    with pytest.raises(ValueError, match=f"is no regular file.*It is {said}"):
        target_file(path)
    if kind == stat.S_IFBLK:
        with pytest.raises(ValueError, match="is no regular file"):
            write_file(path, b"a disk would be written over")
    assert path.read_bytes() == b""


def test_a_pipe_is_written_into_and_stays_one(tmp_path):
    pipe, read = tmp_path / "pipe", []
    os.mkfifo(pipe)
    with pytest.raises(ValueError, match="nobody reads from it"):
        write_file(pipe, b"in vain")
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    written = threading.Event()

    def read_all():
        while not (written.is_set() and not select.select([reader], [], [], 0)[0]):
            if select.select([reader], [], [], 0.01)[0]:
                read.append(os.read(reader, 1 << 16))
                if not read[-1] and written.is_set():
                    return

    thread = threading.Thread(target=read_all, daemon=True)
    thread.start()
    write_file(pipe, bytes(10**6))
    written.set()
    thread.join(20)
    os.close(reader)
    assert len(b"".join(read)) == 10**6
    assert pipe.is_fifo()


@pytest.mark.parametrize("ending", ["", "-wal", "-shm", "-journal"])
def test_a_database_in_use_and_its_files_are_not_replaced(database, ending):
    path = database.with_name(f"{database.name}{ending}")
    before = path.read_bytes() if path.exists() else None
    with pytest.raises(ValueError, match="is a database in use"):
        write_file(path, b"gone")
    assert (path.read_bytes() if path.exists() else None) == before


@pytest.mark.parametrize("is_there", [True, False])
def test_nor_is_the_reserve_of_a_workspace(database, is_there):
    reserve = database.with_name("live-reserve")
    if is_there:
        reserve.write_bytes(bytes(10))
    with pytest.raises(ValueError, match="live-reserve: is a database in use, such as the workspace, or belongs to"):
        write_file(reserve, b"gone")
    assert reserve.exists() == is_there
    os.mkfifo(database.with_name("other.fifo"))
    write_file(database.with_name("other-reserve"), b"kept")
    assert database.with_name("other-reserve").read_bytes() == b"kept"


@pytest.mark.parametrize("ending", ["", "-wal"])
def test_nor_under_another_name(database, tmp_path, ending):
    for make, name in ((os.link, "hard"), (os.symlink, "soft")):
        make(database.with_name(f"{database.name}{ending}"), tmp_path / name)
        with pytest.raises(ValueError, match="is a database in use"):
            write_file(tmp_path / name, b"gone")


def test_a_database_that_writes_no_log_is_a_file_like_others(tmp_path):
    """Such as a backup, which the next one replaces."""
    path = tmp_path / "backup"
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE t (x)")
    write_file(path, b"new")
    assert path.read_bytes() == b"new"


def test_what_a_killed_process_left_is_removed_and_nothing_else(tmp_path, database):
    left = tmp_path / "file.unfinished"
    left.write_bytes(b"half")
    clear_unfinished(left)
    assert not left.exists()
    left.symlink_to(database)
    with pytest.raises(ValueError, match=r"file\.unfinished: is a link"):
        clear_unfinished(left)
    left.unlink()
    os.link(database, left)
    with pytest.raises(ValueError, match="is a database in use"):
        clear_unfinished(left)
