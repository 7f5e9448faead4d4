"""A SQLite checkpoint during which another connection restarts the log; versions with a bug lose changes then.

``python -m tools.faults.wal_reset`` tries it with Python's SQLite, and prints what is lost. See
https://sqlite.org/wal.html#walresetbug. Usually the two coincide only within microseconds; here the checkpoint waits
for the other connection when SQLite unmaps the file.
"""

import sqlite3
import sys
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from tools.faults.sqlite_disk import FORGET, Operation, watch_file_operations

Checkpoint = Callable[[sqlite3.Connection, sqlite3.Connection], None]
"""Function that copies the log; the first connection may write, the second one has not read the log for a while."""
N_BEFORE, N_AFTER = 50, 100
"""Number of rows in the log before the checkpoint, and number of rows written after it."""
_ROW = "x" * 3_000


@dataclass(frozen=True)
class InterruptedCheckpoint:
    """The rows that were committed before, during and after a checkpoint, and the rows that are left."""

    n_confirmed: int
    n_found: int
    """Number of rows that are still there; -1 if the file is damaged."""
    was_interrupted: bool
    """Whether another connection could write during the checkpoint."""

    @property
    def has_loss(self) -> bool:
        return self.n_found != self.n_confirmed


def passive_checkpoint(writer: sqlite3.Connection, reader: sqlite3.Connection) -> None:
    """Make a checkpoint as SQLite does by itself, so that others may write meanwhile."""
    reader.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall()


def interrupt_checkpoint(path: Path, checkpoint: Checkpoint = passive_checkpoint) -> InterruptedCheckpoint:
    """Let another connection write in the middle of a checkpoint right after another one, and count the rows."""
    attempts: list[bool] = []

    def see(operation: Operation) -> None:
        if is_waiting and not attempts and operation.kind == FORGET:
            attempts.append(False)  # ignores the other connection's own operations
            attempts[0] = _can_write(other)

    is_waiting = False
    with (
        watch_file_operations(see),
        closing(_open_connection(path)) as writer,
        closing(_open_connection(path)) as reader,
        closing(_open_connection(path)) as other,
    ):
        writer.execute("CREATE TABLE line (id INTEGER PRIMARY KEY, text)")
        reader.execute("SELECT count(*) FROM line").fetchall()
        for _ in range(N_BEFORE):
            _write(writer)
        writer.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall()
        is_waiting = True
        checkpoint(writer, reader)
        is_waiting = False
        for _ in range(N_AFTER):
            _write(other)
    was_interrupted = attempts == [True]
    return InterruptedCheckpoint(N_BEFORE + was_interrupted + N_AFTER, _count_rows(path), was_interrupted)


def _open_connection(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, timeout=0, isolation_level=None)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA wal_autocheckpoint = 0")
    return connection


def _write(connection: sqlite3.Connection) -> None:
    connection.execute("INSERT INTO line (text) VALUES (?)", (_ROW,))


def _can_write(connection: sqlite3.Connection) -> bool:
    try:
        _write(connection)
    except sqlite3.OperationalError:
        return False
    return True


def _count_rows(path: Path) -> int:
    with closing(sqlite3.connect(path)) as connection:
        try:
            return int(connection.execute("SELECT count(*) FROM line").fetchone()[0])
        except sqlite3.DatabaseError:
            return -1


def main() -> int:
    """Print the rows that a checkpoint has lost; return 1 if there are any, otherwise 0."""
    with TemporaryDirectory() as folder:
        found = interrupt_checkpoint(Path(folder) / "lines.sqlite")
    print(
        f"SQLite {sqlite3.sqlite_version}: {found.n_confirmed} rows were confirmed, "
        + ("the file is damaged." if found.n_found < 0 else f"{found.n_found} are there.")
    )
    return int(found.has_loss)


if __name__ == "__main__":
    sys.exit(main())
