"""The Parquet file: rows are appended, and there is never half of it."""

import errno
import os
import signal
import subprocess
import sys
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from scoring.formats import FormatError
from scoring.formats.tables.history import KEY, SCHEMA
from scoring.lab.watching import ScoreRecord
from scoring.output.exclusive_write import unfinished_path
from scoring.output.replacing import UnwritableError
from tests.scoring.lab.watching.made import LIMITS, row

ROOT = Path(__file__).parents[4]


@pytest.fixture
def path(tmp_path):
    return tmp_path / "scores.parquet"


def test_append_after_append_keeps_rows_and_schema(path):
    record = ScoreRecord(path, LIMITS)
    record.append([row("a", 10.0), row("b", None)])
    record.append([row("c", 30.0, step=3)])
    ScoreRecord(path, LIMITS).append([row("d", 40.0)])
    table = pq.read_table(path)
    assert table.schema.equals(SCHEMA)
    assert KEY in table.schema.metadata
    assert table.to_pylist() == [row("a", 10.0), row("b", None), row("c", 30.0, step=3), row("d", 40.0)]


def test_rows_of_another_watch_stay(path):
    one, two = ScoreRecord(path, LIMITS), ScoreRecord(path, LIMITS)
    one.append([row("a", 10.0)])
    two.append([row("b", 20.0)])
    one.append([row("c", 30.0)])
    assert pq.read_table(path)["name"].to_pylist() == ["a", "b", "c"]


def test_the_file_that_cannot_be_written_is_named(path, monkeypatch):
    """As by a limit of a file's size, of which pyarrow says no name."""

    def refuse(*_, **__):
        raise OSError(errno.EFBIG, "File too large")

    record = ScoreRecord(path, LIMITS)
    monkeypatch.setattr(pq, "write_table", refuse)
    with pytest.raises(UnwritableError, match="File too large") as refused:
        record.append([row("a", 10.0)])
    assert refused.value.filename == str(path)
    assert not list(path.parent.iterdir())


KILLED = """
import os, pathlib, signal, sys
from scoring.lab.watching import ScoreRecord
from tests.scoring.lab.watching.made import LIMITS, row
of, name, path = sys.argv[1:]
setattr({"os": os, "Path": pathlib.Path}[of], name, lambda *_: os.kill(os.getpid(), signal.SIGKILL))
ScoreRecord(pathlib.Path(path), LIMITS).append([row("b", 20.0)])
"""


@pytest.mark.exhaustive
@pytest.mark.parametrize("at", [("os", "fsync"), ("Path", "replace")], ids=["written", "flushed"])
def test_killed_while_it_writes_it_leaves_the_old_file(path, at):
    ScoreRecord(path, LIMITS).append([row("a", 10.0)])
    before = path.read_bytes()
    done = subprocess.run([sys.executable, "-c", KILLED, *at, path], cwd=ROOT, check=False)
    assert done.returncode == -signal.SIGKILL
    assert path.read_bytes() == before
    assert unfinished_path(path).exists()
    ScoreRecord(path, LIMITS).append([row("b", 20.0)])
    assert pq.read_table(path)["name"].to_pylist() == ["a", "b"]
    assert [file.name for file in path.parent.iterdir()] == [path.name]


def test_a_disk_without_room_leaves_the_old_file(path, monkeypatch):
    record = ScoreRecord(path, LIMITS)
    record.append([row("a", 10.0)])
    before = path.read_bytes()

    def full(_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space"):
        record.append([row("b", 20.0)])
    assert path.read_bytes() == before
    assert [file.name for file in path.parent.iterdir()] == [path.name]


@pytest.mark.parametrize("kind", ["other", "text", "cut"])
def test_a_file_of_something_else_is_refused(path, kind):
    if kind == "other":
        pq.write_table(pa.table({"name": ["a"]}), path)
    elif kind == "text":
        path.write_text("a b c\n")
    else:
        ScoreRecord(path, LIMITS).append([row("a", 10.0)])
        path.write_bytes(path.read_bytes()[:-20])
    with pytest.raises(FormatError, match="expected scores over time by bleuscope score --watch, found something else"):
        ScoreRecord(path, LIMITS)
