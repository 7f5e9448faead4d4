"""Backups: copies the whole database into one file, while others work with it, and restores it.

A backup's seal, the digest of all its bytes, is after its last page and shows any changed byte. SQLite reads as many
pages as the header counts, so that the seal after them does no harm.
"""

import os
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import Enum
from hashlib import blake2b
from pathlib import Path
from secrets import token_hex

from sqlalchemy import URL, select

from scoring.output.numbers import counted
from scoring.output.replacing import DATABASE_FILES, put_in_place

from ..tables.errors import RESTORE, DamagedFileError, WorkspaceError
from ..tables.schema import ProjectRow
from .checkpoints import set_up_checkpoints
from .damage import STRUCTURE, column_names_by_table, find_damage, is_damage
from .database import BUSY_SECONDS, Database, is_no_room, require_sqlite_file
from .place import all_sqlite_files, replacing_outside_workspace, sqlite_file
from .revisions import known_revisions
from .server_damage import check_database_content
from .trail_check import check_trails

_TABLE = "SELECT count(*) FROM sqlite_schema WHERE name = 'alembic_version'"
_UNREADABLE = {sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_BUSY, sqlite3.SQLITE_NOMEM}
"""SQLite's error codes for a file that cannot be read now, which does not mean that it is damaged."""
_UNWRITTEN = {sqlite3.SQLITE_IOERR_FSYNC, sqlite3.SQLITE_IOERR_DIR_FSYNC, sqlite3.SQLITE_IOERR_TRUNCATE}
"""SQLite's error codes for a disk that does not confirm what was written."""
_FOREIGN = "SELECT count(*) FROM sqlite_schema WHERE type IN ('trigger', 'view')"


@dataclass(frozen=True)
class RestoredBackup:
    """Facts about a restored backup."""

    is_sealed: bool
    """Whether the backup's seal, a digest of all its bytes, was right; backups by earlier versions have none."""
    damaged: Path | None = None
    """Path of the damaged workspace that the backup replaced; None if there was none."""


@dataclass(frozen=True)
class WholeWorkspace:
    """Facts about a workspace, or a backup, in which no damage was found."""

    path: Path | None
    """Path of the checked file; None for a workspace on a server."""
    n_versions: int
    """Number of versions of test sets, whose texts were all read."""
    is_sealed: bool
    """Whether the file is a backup with a seal, and the seal is right."""

    @property
    def sentence(self) -> str:
        """Sentence on what was read, without a full stop."""
        return f"All texts of {counted(self.n_versions, 'version')} of test sets were read"


class _State(Enum):
    """State of the workspace before a backup is restored."""

    EMPTY = "holds nothing"
    FULL = "holds projects, and all of them would be replaced by those of the backup. Make a backup of it first, then"
    DAMAGED = "is damaged. To put the backup in its place"


def back_up(database: Database, path: Path, replaces: bool = False) -> None:
    """Copy the database, as it is at one moment, into a file with a seal.

    Raise ``WorkspaceError`` for a database in PostgreSQL, for an existing file unless ``replaces``, and for a damaged
    database; then the file is unchanged.
    """
    source = require_sqlite_file(database.url)
    with replacing_outside_workspace(database.url, path, replaces) as unfinished:
        with _open_connection(source) as live, _open_connection(unfinished, source, path) as copy:
            live.backup(copy)
            copy.execute("PRAGMA journal_mode = DELETE")  # one file, with nothing next to it
            if damage := find_damage(copy):
                raise DamagedFileError(source, damage)
        seal(unfinished)


def restore_into(url: URL, path: Path, replaces: bool = False) -> RestoredBackup:
    """Replace all that the database holds by a backup, in one transaction, also if the database is damaged.

    Raise ``WorkspaceError`` for a file that is no backup, is damaged or by a newer version, for a database in
    PostgreSQL, and, unless ``replaces``, for a database that holds projects; then nothing has changed.
    """
    target = require_sqlite_file(url)
    if any(own.exists() and path.exists() and path.samefile(own) for own in all_sqlite_files(url)):
        raise WorkspaceError(f"{path}: is the workspace itself; name a backup.")
    with _open_checked(path) as backup:
        state = _database_state(url)
        if state is not _State.EMPTY and not replaces:
            raise WorkspaceError(f"The workspace {target} {state.value} add --replace.")
        if state is _State.DAMAGED:
            damaged = _replace_file(all_sqlite_files(url)[0], backup)
        else:
            damaged = None
            with _open_connection(target) as live:
                backup.copy_into(live)
    Database(url).close()  # a backup of an earlier version gets the tables of this one
    return RestoredBackup(backup.is_sealed, damaged)


def check_kept_texts(url: URL, path: Path | None = None) -> WholeWorkspace:
    """Read the whole workspace, or a backup or workspace in a file, and check it for damage.

    Others may work with it meanwhile: it is read as it is at one moment. Raise ``WorkspaceError`` for a missing file, a
    file of another kind or by a newer version, a server that does not answer, and for damage, which the message names.
    Raise ``ChangedTrailError`` if there is no damage, but a trail was changed.
    """
    checked = path or sqlite_file(url)
    if checked is None:
        return WholeWorkspace(None, check_database_content(url), False)
    with _open_checked(checked, is_thorough=True, refused=_not_whole) as backup:
        check_trails(backup.connection, column_names_by_table(backup.connection), str(checked))
        (n_versions,) = backup.connection.execute("SELECT count(*) FROM version").fetchone()
        return WholeWorkspace(checked, n_versions, backup.is_sealed)


def _not_whole(path: Path, damage: str) -> WorkspaceError:
    return WorkspaceError(f"{path}: is no workspace and no backup of one, or is damaged ({damage}); {RESTORE}")


def _database_state(url: URL) -> _State:
    try:
        with closing(Database(url)) as database, database.reading() as session:
            is_empty = session.scalar(select(ProjectRow.id).limit(1)) is None
    except DamagedFileError:
        return _State.DAMAGED
    if is_empty:
        return _State.EMPTY
    with _open_connection(require_sqlite_file(url)) as live:
        return _State.DAMAGED if find_damage(live) == STRUCTURE else _State.FULL


def _replace_file(target: Path, backup: "CheckedBackup") -> Path:
    """Put a backup in the place of a file to which SQLite cannot write any more; return the old file's new path."""
    damaged = target.with_name(f"{target.name}.damaged-{datetime.now(UTC):%Y%m%dT%H%M%S}")
    unfinished = target.with_name(f".{target.name}.{token_hex(4)}")
    os.close(os.open(unfinished, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    try:
        with _open_connection(unfinished, target) as copy:
            backup.copy_into(copy)
        try:
            _set_aside(target, damaged)
            put_in_place(unfinished, target)
        except OSError as error:
            _take_back(target, damaged)
            raise WorkspaceError(f"{target}: cannot be replaced: {error.strerror}; nothing was changed.") from error
    finally:
        with suppress(OSError):
            unfinished.unlink(missing_ok=True)
    return damaged


def _set_aside(target: Path, damaged: Path) -> None:
    """Keep a file also under another name, and move its logs there, as SQLite would read them into the new file."""
    try:
        os.link(target, damaged)
    except OSError:  # some disks have no links
        shutil.copy2(target, damaged)
    for ending in DATABASE_FILES:
        if (log := _path_with_ending(target, ending)).exists():
            log.replace(_path_with_ending(damaged, ending))


def _take_back(target: Path, damaged: Path) -> None:
    """Undo ``_set_aside``, as far as the disk allows it."""
    with suppress(OSError):
        for ending in DATABASE_FILES:
            if (log := _path_with_ending(damaged, ending)).exists():
                log.replace(_path_with_ending(target, ending))
        damaged.unlink(missing_ok=True)


def _path_with_ending(file: Path, ending: str) -> Path:
    return file.with_name(f"{file.name}{ending}")


@dataclass(frozen=True)
class CheckedBackup:
    """A backup that this program can read, in which nothing is damaged."""

    path: Path
    connection: sqlite3.Connection
    stamp: tuple[int, ...]
    """State of the file before it was checked."""
    is_sealed: bool
    """Whether the backup has a seal."""

    def copy_into(self, target: sqlite3.Connection) -> None:
        """Copy the backup in one transaction; raise ``WorkspaceError`` if its file has changed since it was checked."""
        (n_pages,) = self.connection.execute("PRAGMA page_count").fetchone()

        def check(status: int, n_left: int, n_pages: int) -> None:
            if n_left and _file_stamp(self.path) != self.stamp:  # the last page ends the transaction
                raise WorkspaceError(f"{self.path}: changed while it was read; nothing was changed. Try again.")

        self.connection.backup(target, pages=max(n_pages - 1, 1), progress=check)


def _file_stamp(path: Path) -> tuple[int, ...]:
    status = path.stat()
    return status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns


def _no_backup(path: Path, damage: str) -> WorkspaceError:
    return WorkspaceError(f"{path}: is no backup of a workspace, or is damaged ({damage}); nothing was changed.")


Refused = Callable[[Path, str], WorkspaceError]
"""Function from a file and the damage in it to the error that names both."""


@contextmanager
def _open_checked(path: Path, is_thorough: bool = False, refused: Refused = _no_backup) -> Iterator[CheckedBackup]:
    """Open a file after checking it for damage; put every version together if ``is_thorough`` or there is no seal."""
    if not path.is_file():
        raise WorkspaceError(f"{path}: there is no such file.")
    stamp = _file_stamp(path)
    with _reading(path, refused) as backup:
        backup.execute("PRAGMA trusted_schema = OFF")
        if is_thorough:
            backup.execute("BEGIN")  # reads the database as it is at one moment
        if backup.execute(_TABLE).fetchone() != (1,) or backup.execute(_FOREIGN).fetchone() != (0,):
            raise refused(path, "it has other tables")
        revisions = {revision for (revision,) in backup.execute("SELECT version_num FROM alembic_version")}
        if not revisions <= known_revisions():
            raise WorkspaceError(f"{path}: was written by a newer version of BLEUscope; use that version.")
        sealed = is_sealed(path)
        if sealed is False:
            raise refused(path, "it is not what was once written")
        if damage := find_damage(backup, is_thorough=is_thorough or sealed is None):
            raise refused(path, damage)
        yield CheckedBackup(path, backup, stamp, sealed is True)


@contextmanager
def _reading(path: Path, refused: Refused) -> Iterator[sqlite3.Connection]:
    """Open a connection to a backup that does not change it."""
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as backup:
            yield backup
    except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
        if getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT) & 0xFF in _UNREADABLE:
            raise WorkspaceError(f"{path}: cannot be read: {error}; nothing was changed.") from error
        raise refused(path, STRUCTURE) from None


@contextmanager
def _open_connection(
    path: Path, shown_path: Path | None = None, shown_target: Path | None = None
) -> Iterator[sqlite3.Connection]:
    """Open a connection to a database file; errors name ``shown_path`` and ``shown_target`` instead, where given."""
    try:
        with closing(sqlite3.connect(path, timeout=BUSY_SECONDS)) as connection:
            set_up_checkpoints(connection)
            yield connection
    except sqlite3.DatabaseError as error:
        if is_damage(error):
            raise DamagedFileError(shown_path or path, STRUCTURE) from error
        target = shown_target or shown_path or path
        if is_no_room(error):
            raise WorkspaceError(
                f"{target}: cannot be written: the disk is full, or a limit of a file's size or a"
                " quota is reached; nothing was changed."
            ) from error
        failed = target if getattr(error, "sqlite_errorcode", 0) in _UNWRITTEN else shown_path or path
        raise WorkspaceError(f"{failed}: {error}; nothing was changed.") from error


TITLE = b"\nBLEUscope backup "
DIGEST_BYTES = 32
LENGTH = len(TITLE) + 2 * DIGEST_BYTES + 1
MIN_PAGE = 512
"""Smallest size of a database's page, in bytes: every database is a multiple of it, and a seal is shorter."""
_BLOCK = 1 << 20
_IS_IN_USE = b"\2\2"
"""Bytes at 18 in the header of a database that was opened as a workspace; backups have other bytes."""


def seal(path: Path) -> None:
    """Append a seal, the digest of all bytes, to a file."""
    with path.open("r+b") as file:
        size = file.seek(0, 2)
        file.write(_compute_seal(path, size))


def is_sealed(path: Path) -> bool | None:
    """Return whether no bit of a backup has changed; None if it has no seal.

    Backups by earlier versions have no seal. The same is returned for a backup that was opened as a workspace, because
    that changes it.
    """
    size = path.stat().st_size
    if size % MIN_PAGE == 0:
        return None
    with path.open("rb") as file:
        head = file.read(20)
        if head.endswith(_IS_IN_USE):
            return None
        file.seek(max(size - LENGTH, 0))
        return file.read() == _compute_seal(path, size - LENGTH)


def _compute_seal(path: Path, size: int) -> bytes:
    """Return the seal of the first ``size`` bytes of a file."""
    digest = blake2b(digest_size=DIGEST_BYTES)
    with path.open("rb") as file:
        while size > 0 and (block := file.read(min(_BLOCK, size))):
            digest.update(block)
            size -= len(block)
    return TITLE + digest.hexdigest().encode() + b"\n"
