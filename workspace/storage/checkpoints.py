"""Checkpoints: SQLite's log is copied into the file of the database.

SQLite 3.7.0 to 3.51.2 can lose committed changes, or damage the file, if a checkpoint begins while another connection
writes at the log's beginning (https://sqlite.org/wal.html#walresetbug). With these versions, no connection makes
checkpoints by itself. One connection takes the lock for writing, so that no process can write, and another connection
copies the log meanwhile. The last connection that closes makes a checkpoint, too, but only if it has the file to
itself.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

VersionNumber = tuple[int, int, int]
FIRST_SOUND = (3, 51, 3)
"""First version of SQLite without the bug."""
SOUND_BRANCHES = (3, 44, 6), (3, 50, 7)
"""Corrected versions of earlier branches; later versions that differ only in the last number are correct, too."""
LOG_BYTES = 4 << 20
"""Size of the log, in bytes, from which it is copied; SQLite's own limit."""


def has_wal_reset_bug(version: VersionNumber = sqlite3.sqlite_version_info) -> bool:
    """Return whether a version of SQLite, by default the one in use, can lose changes at a checkpoint."""
    return version < FIRST_SOUND and not any(version[:2] == sound[:2] and version >= sound for sound in SOUND_BRANCHES)


GUARDS_CHECKPOINTS = has_wal_reset_bug()
"""Whether checkpoints are made only while nobody writes."""


def sqlite_note() -> str:
    """Return a sentence for the log on the SQLite version in use and what it means for the workspace."""
    if not GUARDS_CHECKPOINTS:
        return f"The workspace uses SQLite {sqlite3.sqlite_version}."
    return (
        "The workspace is safe: BLEUscope makes checkpoints only while nobody writes. It does so because SQLite"
        f" {sqlite3.sqlite_version} can lose changes otherwise (https://sqlite.org/wal.html#walresetbug); SQLite 3.51.3"
        " cannot."
    )


def set_up_checkpoints(connection: sqlite3.Connection) -> None:
    """Turn off a new connection's own checkpoints if they could lose changes.

    After a checkpoint, the next change truncates the log, so that its size tells how much waits to be copied.
    """
    if GUARDS_CHECKPOINTS:
        connection.execute("PRAGMA wal_autocheckpoint = 0")
        connection.execute("PRAGMA journal_size_limit = 0")


def copy_log(writer: sqlite3.Connection, reader: sqlite3.Connection) -> None:
    """Copy the log into the file while nobody writes.

    Raise ``sqlite3.OperationalError`` if another connection writes for longer than ``writer`` waits.
    """
    with _lock_for_writing(writer):
        reader.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall()


def empty_log(writer: sqlite3.Connection, reader: sqlite3.Connection) -> None:
    """Copy the log into the file and empty the log, unless others still read it.

    Raise ``sqlite3.OperationalError`` as ``copy_log`` does.
    """
    if GUARDS_CHECKPOINTS:
        copy_log(writer, reader)
        writer.execute("PRAGMA user_version = 0")  # any change cuts off the log, and this one changes nothing
        copy_log(writer, reader)
    else:
        writer.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()


@contextmanager
def _lock_for_writing(writer: sqlite3.Connection) -> Iterator[None]:
    writer.execute("BEGIN IMMEDIATE")
    try:
        yield
    finally:
        writer.execute("ROLLBACK")
