"""The database: opened, brought to this program's schema, and read and written in transactions."""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from time import monotonic, sleep
from typing import Any

from sqlalchemy import URL, Connection, Engine, create_engine, event, text
from sqlalchemy.exc import DBAPIError, IntegrityError, NoSuchModuleError, OperationalError
from sqlalchemy.orm import Session
from sqlalchemy.pool import ConnectionPoolEntry, NullPool

from .errors import NoPlaceError, UnavailableError, WorkspaceError
from .migrate import is_current, migrate
from .place import file_of

BUSY_SECONDS = 30
"""How long one process waits for another one to have written."""
_WRITES = "bleuscope_writes"
_NO_PLACE = {sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY}
_PRAGMAS = (
    "PRAGMA synchronous = FULL",
    "PRAGMA secure_delete = ON",
    "PRAGMA trusted_schema = OFF",
)


class Database:
    """One database with this program's schema.

    ``WorkspaceError`` where it cannot be opened, or was written by a newer version of the program.
    """

    def __init__(self, url: URL) -> None:
        self.url = url
        with in_words():
            _make_file(url)
            _bring_up_to_date(url)
            self._engine = engine_of(url)
            self._writer = self._engine.execution_options(**{_WRITES: True})
            is_server = file_of(url) is None
            self._reader = (
                self._engine.execution_options(isolation_level="REPEATABLE READ") if is_server else self._engine
            )

    @contextmanager
    def reading(self) -> Iterator[Session]:
        """One transaction that sees everything as it was at its beginning."""
        with in_words(), Session(self._reader) as session:
            yield session

    @contextmanager
    def writing(self) -> Iterator[Session]:
        """One transaction: all of it is confirmed at the end, or nothing where anything is raised."""
        with in_words(), Session(self._writer) as session, session.begin():
            yield session

    @property
    def engine(self) -> Engine:
        """All statements go through it."""
        return self._engine

    def give_back_room(self) -> None:
        """Makes SQLite's file as small as what it holds, also the log beside it; a server does that itself."""
        if file_of(self.url) is None:
            return
        with in_words(), closing(self._engine.raw_connection()) as connection:
            driver = connection.driver_connection
            if isinstance(driver, sqlite3.Connection):  # whose execute would give back one page only
                driver.executescript("PRAGMA incremental_vacuum; PRAGMA wal_checkpoint(TRUNCATE)")

    def n_bytes(self) -> int:
        """What it takes on the disk."""
        file = file_of(self.url)
        if file is not None:
            files = [file.with_name(f"{file.name}{ending}") for ending in ("", "-wal", "-shm")]
            return sum(one.stat().st_size for one in files if one.exists())
        with self.reading() as session:
            return session.scalar(text("SELECT pg_database_size(current_database())")) or 0

    def close(self) -> None:
        self._engine.dispose()


def engine_of(url: URL, has_foreign_keys: bool = True) -> Engine:
    """An engine whose SQLite connections begin transactions when they are told to, and keep what they confirmed."""
    if file_of(url) is None:
        return create_engine(url, pool_pre_ping=True)
    arguments = {"timeout": BUSY_SECONDS, "isolation_level": None, "check_same_thread": False}
    engine = create_engine(url, connect_args=arguments, poolclass=None if has_foreign_keys else NullPool)

    @event.listens_for(engine, "connect")
    def on_connect(connection: sqlite3.Connection, record: ConnectionPoolEntry) -> None:
        for pragma in (*_PRAGMAS, f"PRAGMA foreign_keys = {int(has_foreign_keys)}"):
            connection.execute(pragma)
        _use_log(connection)

    @event.listens_for(engine, "begin")
    def on_begin(connection: Connection) -> None:
        writes = connection.get_execution_options().get(_WRITES, False)
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")

    return engine


def _use_log(connection: sqlite3.Connection) -> None:
    """Lets readers and a writer of SQLite work at once, by a log (WAL), and a new file shrink; the file remembers it.

    While another process does the same, SQLite says at once that the file is locked: it waits only elsewhere.
    """
    deadline = monotonic() + BUSY_SECONDS
    while True:
        try:
            if connection.execute("PRAGMA journal_mode").fetchone() != ("wal",):
                connection.execute("PRAGMA auto_vacuum = INCREMENTAL")
                connection.execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError:
            if monotonic() > deadline:
                raise
            sleep(0.01)


def _make_file(url: URL) -> None:
    """Of SQLite, for its owner alone, where it is not there.

    One that is there is not opened: whoever closes it drops all locks of this process on it, also those of other
    connections, and another process would then take away the log to which these write.
    """
    path = file_of(url)
    if path is None:
        return
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with suppress(FileExistsError):
            os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
    except OSError as error:
        raise NoPlaceError(f"The workspace cannot be kept in {error.filename}: {error.strerror}.") from error


def _bring_up_to_date(url: URL) -> None:
    """Makes the tables, or changes those of an earlier version."""
    engine = engine_of(url, has_foreign_keys=False)  # SQLite changes a table by making another one: nothing cascades
    try:
        with engine.connect() as connection:
            if is_current(connection):
                return
        with engine.execution_options(**{_WRITES: True}).begin() as connection:
            migrate(connection)
    finally:
        engine.dispose()


@contextmanager
def in_words() -> Iterator[None]:
    """What the database refuses, as ``WorkspaceError``."""
    try:
        yield
    except OperationalError as error:
        has_no_place = getattr(error.orig, "sqlite_errorcode", 0) & 0xFF in _NO_PLACE
        raise (NoPlaceError if has_no_place else UnavailableError)(_advice(error.orig)) from error
    except IntegrityError as error:
        raise WorkspaceError("Somebody else changed or removed this at the same moment; try again.") from error
    except DBAPIError as error:
        if isinstance(error.orig, sqlite3.DatabaseError) and type(error.orig) is sqlite3.DatabaseError:
            raise UnavailableError(_advice(error.orig)) from error
        raise
    except NoSuchModuleError as error:
        raise WorkspaceError(f"The database cannot be used: {error}") from error


def _advice(error: Any) -> str:
    said = " ".join(str(error).split())
    if "locked" in said:
        return f"Another process has been writing for {BUSY_SECONDS} seconds; try again when it is done."
    if "full" in said or "space" in said:
        return f"There is no room for the workspace ({said}); nothing was changed. Make room, then try again."
    if "not a database" in said or "malformed" in said:
        return f"The file of the workspace is damaged ({said}); restore a backup: bleuscope restore FILE --replace."
    return f"The database cannot be used: {said}."


def path_of(url: URL) -> Path:
    """The file; ``WorkspaceError`` for a database on a server."""
    path = file_of(url)
    if path is None:
        raise WorkspaceError(
            "This workspace is in PostgreSQL, whose own tools make backups while it runs: pg_dump --format=custom"
            " --file=FILE DATABASE, and pg_restore --clean --if-exists --dbname=DATABASE FILE."
        )
    return path
