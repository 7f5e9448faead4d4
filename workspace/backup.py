"""The whole database as one file, while others work with it; and back."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from sqlalchemy import select

from .database import BUSY_SECONDS, Database, path_of
from .errors import WorkspaceError
from .migrate import known_revisions
from .replacing import replacing
from .schema import ProjectRow

_TABLE = "SELECT count(*) FROM sqlite_schema WHERE name = 'alembic_version'"
_FOREIGN = "SELECT count(*) FROM sqlite_schema WHERE type IN ('trigger', 'view')"


def back_up(database: Database, path: Path, replaces: bool = False) -> None:
    """Copies the database, as it is at one moment, into a file.

    ``WorkspaceError`` for one in PostgreSQL, and where the file is there and is not to be replaced.
    """
    source = path_of(database.url)
    with replacing(path, replaces) as unfinished, _opened(source) as live, _opened(unfinished) as copy:
        live.backup(copy)
        copy.execute("PRAGMA journal_mode = DELETE")  # one file, with nothing beside it


def restore(database: Database, path: Path, replaces: bool = False) -> None:
    """Puts what a backup holds in the place of all that the database holds, in one transaction.

    ``WorkspaceError`` for a file that is no backup, is damaged or of a newer version, for a database in PostgreSQL, and
    for one that holds projects where these are not to be replaced: then nothing has changed.
    """
    target = path_of(database.url)
    if path.exists() and target.exists() and path.samefile(target):
        raise WorkspaceError(f"{path}: is the workspace itself; name a backup.")
    with _checked(path) as backup:
        if not replaces and _holds_projects(database):
            raise WorkspaceError(
                f"The workspace {target} holds projects, and all of them would be replaced by those of the backup."
                " Make a backup of it first, then add --replace."
            )
        with _opened(target) as live:
            backup.backup(live)
    Database(database.url).close()  # a backup of an earlier version gets the tables of this one


def _holds_projects(database: Database) -> bool:
    with database.reading() as session:
        return session.scalar(select(ProjectRow.id).limit(1)) is not None


@contextmanager
def _checked(path: Path) -> Iterator[sqlite3.Connection]:
    """A backup that this program can read."""
    if not path.is_file():
        raise WorkspaceError(f"{path}: there is no such file.")
    refused = WorkspaceError(f"{path}: is no backup of a workspace, or is damaged; nothing was changed.")
    with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as backup:
        try:
            backup.execute("PRAGMA trusted_schema = OFF")
            is_ours = backup.execute(_TABLE).fetchone() == (1,) and backup.execute(_FOREIGN).fetchone() == (0,)
            if not is_ours or backup.execute("PRAGMA integrity_check").fetchall() != [("ok",)]:
                raise refused
            _check_version(path, backup)
        except sqlite3.DatabaseError:
            raise refused from None
        yield backup


def _check_version(path: Path, backup: sqlite3.Connection) -> None:
    found = {revision for (revision,) in backup.execute("SELECT version_num FROM alembic_version")}
    if not found <= known_revisions():
        raise WorkspaceError(f"{path}: was written by a newer version of BLEUscope; use that version.")


@contextmanager
def _opened(path: Path) -> Iterator[sqlite3.Connection]:
    with closing(sqlite3.connect(path, timeout=BUSY_SECONDS)) as connection:
        try:
            yield connection
        except sqlite3.DatabaseError as error:
            raise WorkspaceError(f"{path}: {error}; nothing was changed.") from error
