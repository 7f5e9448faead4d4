"""The database: opened, brought to this program's schema, and read and written in transactions."""

import logging
import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from time import monotonic, sleep
from typing import Any

from sqlalchemy import URL, Connection, Engine, create_engine, event, text
from sqlalchemy.exc import DBAPIError, IntegrityError, NoSuchModuleError, OperationalError
from sqlalchemy.exc import TimeoutError as NoConnection
from sqlalchemy.orm import Session
from sqlalchemy.orm.exc import ObjectDeletedError, StaleDataError
from sqlalchemy.pool import ConnectionPoolEntry, NullPool

from .errors import NoPlaceError, UnavailableError, WorkspaceError
from .migrate import is_current, migrate
from .place import file_of

LOG = logging.getLogger(__name__)
BUSY_SECONDS = 30
"""How long one waits for another one to have written."""
CONNECTIONS = 30
"""At most, for reading, and as many for writing: those who wait to write keep nobody from reading."""
BACKUP_OF_SERVER = (
    "The workspace is in PostgreSQL, whose own tools make backups while it runs: pg_dump --format=custom --file=FILE"
    " DATABASE, and pg_restore --clean --if-exists --dbname=DATABASE FILE."
)
GIVE_BACK_SECONDS = 1
"""For how long making the file smaller waits for others; the next time does it, too."""
_KEPT_OPEN = 5
_POSTGRESQL = {"connect_timeout": 10, "keepalives_idle": 30, "tcp_user_timeout": 1000 * BUSY_SECONDS}
"""libpq's settings, unless the address has them: after what time a server that is gone is given up."""
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
            is_server = file_of(url) is None
            self._writer = engine_of(url).execution_options(**{_WRITES: True})
            self._reader = engine_of(url)
            if is_server:
                self._reader = self._reader.execution_options(isolation_level="REPEATABLE READ")

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
    def engines(self) -> tuple[Engine, Engine]:
        """All statements go through one of them."""
        return self._reader, self._writer

    def give_back_room(self) -> None:
        """Makes SQLite's file as small as what it holds, also the log beside it, unless others are at work.

        A server does that itself.
        """
        if file_of(self.url) is None:
            return
        try:
            with in_words(), closing(self._writer.raw_connection()) as connection:
                driver = connection.driver_connection
                if isinstance(driver, sqlite3.Connection):  # whose execute would give back one page only
                    driver.execute(f"PRAGMA busy_timeout = {1000 * GIVE_BACK_SECONDS}")
                    try:
                        driver.executescript("PRAGMA incremental_vacuum; PRAGMA wal_checkpoint(TRUNCATE)")
                    finally:
                        driver.execute(f"PRAGMA busy_timeout = {1000 * BUSY_SECONDS}")
        except (sqlite3.OperationalError, WorkspaceError) as error:
            LOG.info("The workspace keeps its size for now: %s", error)

    def n_bytes(self) -> int:
        """What it takes on the disk."""
        file = file_of(self.url)
        if file is not None:
            files = [file.with_name(f"{file.name}{ending}") for ending in ("", "-wal", "-shm")]
            return sum(one.stat().st_size for one in files if one.exists())
        with self.reading() as session:
            return session.scalar(text("SELECT pg_database_size(current_database())")) or 0

    def close(self) -> None:
        for engine in self.engines:
            engine.dispose()


def engine_of(url: URL, has_foreign_keys: bool = True) -> Engine:
    """An engine whose SQLite connections begin transactions when they are told to, and keep what they confirmed."""
    pool: dict[str, Any] = {"poolclass": NullPool}
    if has_foreign_keys:
        pool = {"pool_size": _KEPT_OPEN, "max_overflow": CONNECTIONS - _KEPT_OPEN, "pool_timeout": BUSY_SECONDS}
    if file_of(url) is None:
        return _engine_of_server(url, pool)
    arguments = {"timeout": BUSY_SECONDS, "isolation_level": None, "check_same_thread": False}
    engine = create_engine(url, connect_args=arguments, **pool)

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


def _engine_of_server(url: URL, pool: dict[str, Any]) -> Engine:
    arguments = {name: value for name, value in _POSTGRESQL.items() if name not in url.query}
    engine = create_engine(url, connect_args=arguments, pool_pre_ping=True, **pool)

    @event.listens_for(engine, "connect")
    def on_connect(connection: Any, record: ConnectionPoolEntry) -> None:
        connection.execute(f"SET lock_timeout = '{BUSY_SECONDS}s'")
        connection.commit()

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
        raise _refused(error.orig) from error
    except (IntegrityError, StaleDataError, ObjectDeletedError) as error:
        raise WorkspaceError("Somebody else changed or removed this at the same moment; try again.") from error
    except DBAPIError as error:
        if isinstance(error.orig, sqlite3.DatabaseError) and type(error.orig) is sqlite3.DatabaseError:
            raise _refused(error.orig) from error
        raise
    except NoConnection as error:
        raise UnavailableError("Too many work with the database at this moment; try again in a minute.") from error
    except NoSuchModuleError as error:
        raise WorkspaceError(f"The database cannot be used: {error}") from error


def _refused(error: BaseException | None) -> UnavailableError:
    said = " ".join(str(error).split())
    if "locked" in said or "lock timeout" in said:
        return UnavailableError(f"Another one has been writing for {BUSY_SECONDS} seconds; try again later.")
    if "full" in said or "space" in said:
        LOG.warning("There is no room for the workspace: %s", said)
        return UnavailableError("There is no room for the workspace; nothing was changed. Make room, then try again.")
    if not isinstance(error, sqlite3.Error):  # says where the server is, which is nobody's business but its owner's
        LOG.warning("The database cannot be used: %s", said)
        return UnavailableError("The database cannot be used now; try again later. The log says why.")
    if "not a database" in said or "malformed" in said:
        advice = "restore a backup: bleuscope restore FILE --replace."
        return UnavailableError(f"The file of the workspace is damaged ({said}); {advice}")
    has_no_place = getattr(error, "sqlite_errorcode", 0) & 0xFF in _NO_PLACE
    return (NoPlaceError if has_no_place else UnavailableError)(f"The database cannot be used: {said}.")


def path_of(url: URL) -> Path:
    """The file; ``WorkspaceError`` for a database on a server."""
    path = file_of(url)
    if path is None:
        raise WorkspaceError(BACKUP_OF_SERVER)
    return path
