"""Opens the database, reads and writes it in transactions, and updates its tables by Alembic."""

import logging
import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from contextvars import ContextVar
from pathlib import Path
from threading import Lock
from time import monotonic, sleep
from typing import Any, TypeVar

from alembic import command
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import URL, Connection, Engine, create_engine, event, text
from sqlalchemy.exc import DBAPIError, IntegrityError, NoSuchModuleError, OperationalError
from sqlalchemy.exc import TimeoutError as NoConnection
from sqlalchemy.orm import Session
from sqlalchemy.orm.exc import ObjectDeletedError, StaleDataError
from sqlalchemy.pool import ConnectionPoolEntry, NullPool

from ..tables.errors import (
    DamagedFileError,
    NoPlaceError,
    NoRoomError,
    NoWorkspaceError,
    UnavailableError,
    WorkspaceError,
)
from ..tables.schema import Base
from . import checkpoints, place
from .damage import STRUCTURE, find_damage_in_file, has_other_tables, is_damage, was_database
from .place import all_sqlite_files, sqlite_file
from .revisions import config, known_revisions

Result = TypeVar("Result")
LOG = logging.getLogger(__name__)
BUSY_SECONDS = 30
"""Longest wait, in seconds, for another process to finish writing."""
CONNECTIONS = 30
"""Highest number of connections for reading, and for writing: readers never wait for a writer's connection."""
BACKUP_OF_SERVER = (
    "The workspace is in PostgreSQL, whose own tools make backups while it runs: pg_dump --format=custom --file=FILE"
    " DATABASE, and pg_restore --clean --if-exists --dbname=DATABASE FILE."
)
GIVE_BACK_SECONDS = 1
"""Longest wait, in seconds, for making the file smaller; a later call does it otherwise."""
_TRY_LATER = "The database cannot be used now; try again later. The log says why."
_KEPT_OPEN = 5
_POSTGRESQL = {"connect_timeout": 10, "keepalives_idle": 30, "tcp_user_timeout": 1000 * BUSY_SECONDS}
"""Settings of libpq, unless the address sets them: times after which an unreachable server is given up."""
_SILENT: dict[str, Any] = {"hide_parameters": True}
"""Option that keeps parameters of statements, which are secrets and people's texts, out of error messages."""
_WRITES = "bleuscope_writes"
_NO_PLACE = {sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY}
_IN_USE = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}
_NO_ROOM = {sqlite3.SQLITE_IOERR_WRITE, sqlite3.SQLITE_IOERR_SHMSIZE, sqlite3.SQLITE_IOERR_SHMMAP}
"""SQLite's error codes where a quota or a limit of a file's size is reached."""
_SPARING: ContextVar[bool] = ContextVar("sparing", default=False)
"""Whether to write as little as possible."""
_IS_SPARING = "bleuscope_sparing"
_STEP_PAGES = 64
"""Number of pages of SQLite's file that are given back in one step when the disk has no room."""
_PRAGMAS = "synchronous = FULL", "secure_delete = ON", "trusted_schema = OFF"


class Database:
    """One database with this program's tables.

    Raise ``WorkspaceError`` if it cannot be opened, or was written by a newer version of the program.
    """

    def __init__(self, url: URL) -> None:
        self.url = url
        self.file = sqlite_file(url)
        """SQLite's file; None if the database is in PostgreSQL."""
        self._copies_log = Lock()
        with database_errors_in_words(url):
            if self.file is not None:
                _make_file(self.file)
                if has_other_tables(self.file):  # another program's database must not get our tables
                    raise _no_workspace(self.file, "a database of another program")
            self.is_new = self.with_little_room(lambda: _bring_up_to_date(url))
            """Whether there was no database at this address before."""
            self._inode = _file_inode(self.file)
            self._writer = create_workspace_engine(url).execution_options(**{_WRITES: True})
            self._reader = create_workspace_engine(url)
            if self.file is None:
                self._reader = self._reader.execution_options(isolation_level="REPEATABLE READ")
        self.keep_reserve()

    @contextmanager
    def reading(self) -> Iterator[Session]:
        """Open a transaction that sees the whole database as it was at its beginning."""
        self._check_file()
        with database_errors_in_words(self.url), Session(self._reader) as session:
            yield session

    @contextmanager
    def writing(self) -> Iterator[Session]:
        """Open a transaction for writing, which is committed as a whole at the end, or undone if an error is raised."""
        self._check_file()
        with database_errors_in_words(self.url), Session(self._writer) as session, session.begin():
            yield session
        self._copy_long_log()

    def _check_file(self) -> None:
        """Raise ``UnavailableError`` if SQLite's file is gone, or is not the file of the start.

        Open connections would write into the old file, where nobody finds the changes, and new connections into the new
        one.
        """
        if self.file is not None and _file_inode(self.file) != self._inode:
            why = f"{self.file}: was removed or replaced while this program used it; start the program again."
            LOG.warning("%s", why)
            raise UnavailableError(_TRY_LATER, why)

    def _copy_long_log(self) -> None:
        """Copy SQLite's log into the file if it is long and no connection does so by itself.

        The method neither waits nor raises an error, because the change is committed already; the next change tries
        again.
        """
        if self.file is None or not checkpoints.GUARDS_CHECKPOINTS or not self._copies_log.acquire(blocking=False):
            return
        try:
            if all_sqlite_files(self.url)[1].stat().st_size >= checkpoints.LOG_BYTES:
                with self._two_connections(0) as both:
                    checkpoints.copy_log(*both)
        except (OSError, sqlite3.Error, DBAPIError, NoConnection) as error:
            LOG.debug("The log of the workspace stays long for now: %s", error)
        finally:
            self._copies_log.release()

    @contextmanager
    def _two_connections(self, seconds: int) -> Iterator[tuple[Any, Any]]:
        """Yield SQLite's connections for writing and reading; the first waits at most ``seconds`` for other writers."""
        with closing(self._writer.raw_connection()) as writing, closing(self._reader.raw_connection()) as reading:
            writer: Any = writing.driver_connection
            writer.execute(f"PRAGMA busy_timeout = {1000 * seconds}")
            try:
                yield writer, reading.driver_connection
            finally:
                writer.execute(f"PRAGMA busy_timeout = {1000 * BUSY_SECONDS}")

    @property
    def new_note(self) -> str:
        """A sentence for the operator if the workspace was created just now, otherwise empty.

        After a mistake in the address, it explains why the workspace is empty.
        """
        return f"A new, empty workspace is at {self.file or self.url.render_as_string()}." if self.is_new else ""

    @property
    def engines(self) -> tuple[Engine, Engine]:
        """The engines for reading and writing; all statements go through one of them."""
        return self._reader, self._writer

    def with_little_room(self, act: Callable[[], Result]) -> Result:
        """Call ``act``, which needs little room or frees some; if the disk is full, free the reserve and try again.

        The second call writes less: deleted data are not overwritten in SQLite's file before the file shrinks.
        """
        try:
            with database_errors_in_words(self.url):
                return act()
        except NoRoomError:
            if self.file is None:
                raise
            place.release_reserve(self.file)
            before = _SPARING.set(True)
            try:
                with database_errors_in_words(self.url):
                    return act()
            finally:
                _SPARING.reset(before)

    def keep_reserve(self) -> None:
        """Keep a reserve of room on the disk for SQLite, for the next time that the disk is full."""
        if self.file is not None:
            place.keep_reserve(self.file)

    def give_back_room(self) -> None:
        """Shrink SQLite's file and its log to what they contain, unless others use the database.

        PostgreSQL does so by itself.
        """
        if self.file is None:
            return
        try:
            self._check_file()
            with database_errors_in_words(self.url), self._two_connections(GIVE_BACK_SECONDS) as both:
                _shrink(*both)
        except (sqlite3.OperationalError, WorkspaceError) as error:
            LOG.info("The workspace keeps its size for now: %s", error)
        self.keep_reserve()

    def n_bytes(self) -> int:
        """Return the number of bytes that the database takes on the disk."""
        if self.file is not None:
            return sum(one.stat().st_size for one in all_sqlite_files(self.url) if one.exists())
        with self.reading() as session:
            return session.scalar(text("SELECT pg_database_size(current_database())")) or 0

    def close(self) -> None:
        for engine in (self._reader, self._writer):
            engine.dispose()
        self.keep_reserve()


def create_workspace_engine(url: URL, has_foreign_keys: bool = True) -> Engine:
    """Return an engine whose SQLite connections begin transactions explicitly, and keep all that they committed."""
    pool: dict[str, Any] = {"poolclass": NullPool}
    if has_foreign_keys:
        pool = {"pool_size": _KEPT_OPEN, "max_overflow": CONNECTIONS - _KEPT_OPEN, "pool_timeout": BUSY_SECONDS}
    if sqlite_file(url) is None:
        settings = {name: value for name, value in _POSTGRESQL.items() if name not in url.query}
        engine = create_engine(url, connect_args=settings, pool_pre_ping=True, **_SILENT, **pool)
        event.listen(engine, "connect", _set_lock_timeout)
        return engine
    arguments = {"timeout": BUSY_SECONDS, "isolation_level": None, "check_same_thread": False}
    engine = create_engine(url, connect_args=arguments, **_SILENT, **pool)

    @event.listens_for(engine, "connect")
    def on_connect(connection: sqlite3.Connection, record: ConnectionPoolEntry) -> None:
        for pragma in (*_PRAGMAS, f"foreign_keys = {int(has_foreign_keys)}"):
            connection.execute(f"PRAGMA {pragma}")
        checkpoints.set_up_checkpoints(connection)
        _use_log(connection)

    event.listen(engine, "begin", _begin)
    return engine


def _set_lock_timeout(connection: Any, record: ConnectionPoolEntry) -> None:
    connection.execute(f"SET lock_timeout = '{BUSY_SECONDS}s'")
    connection.commit()


def _begin(connection: Connection) -> None:
    """Begin a SQLite transaction, with the lock for writing if the connection writes."""
    writes = connection.get_execution_options().get(_WRITES, False)
    if writes:
        _set_sparing(connection)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def _set_sparing(connection: Connection) -> None:
    """Set whether this connection overwrites what it deletes, or only frees the pages, which writes hardly anything."""
    is_sparing = _SPARING.get()
    driver = connection.connection.driver_connection
    if isinstance(driver, sqlite3.Connection) and connection.info.get(_IS_SPARING, False) != is_sparing:
        driver.execute(f"PRAGMA secure_delete = {'FAST' if is_sparing else 'ON'}").fetchall()
        driver.execute(f"PRAGMA temp_store = {'MEMORY' if is_sparing else 'DEFAULT'}")
        connection.info[_IS_SPARING] = is_sparing


def _shrink(writer: sqlite3.Connection, reader: sqlite3.Connection) -> None:
    """Give free pages back to the disk; if the disk has no room, in small steps, each with a short log."""
    try:
        writer.executescript("PRAGMA incremental_vacuum")  # ``execute`` would give back one page only
        checkpoints.empty_log(writer, reader)
    except sqlite3.OperationalError as error:
        if not is_no_room(error):
            raise

        def free_pages() -> int:
            return int(writer.execute("PRAGMA freelist_count").fetchone()[0])

        free = free_pages() + 1
        while free and free > (free := free_pages()):
            checkpoints.empty_log(writer, reader)
            writer.executescript(f"PRAGMA incremental_vacuum({_STEP_PAGES})")
        checkpoints.empty_log(writer, reader)


def is_no_room(error: BaseException | None) -> bool:
    """Return whether SQLite or PostgreSQL could not write because the disk is full or a limit is reached."""
    message = str(error)
    return "full" in message or "space" in message or getattr(error, "sqlite_errorcode", 0) in _NO_ROOM


def _use_log(connection: sqlite3.Connection) -> None:
    """Turn on SQLite's log (WAL), so that readers and a writer can work at once, and let a new file shrink.

    The file remembers both. While another process does the same, SQLite reports a locked file at once instead of
    waiting; the function then tries again, for at most ``BUSY_SECONDS``.
    """
    deadline = monotonic() + BUSY_SECONDS
    while True:
        try:
            if connection.execute("PRAGMA journal_mode").fetchone() != ("wal",):
                connection.execute("PRAGMA auto_vacuum = INCREMENTAL")
                connection.execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF not in _IN_USE or monotonic() > deadline:
                raise
            sleep(0.01)


def _make_file(path: Path) -> None:
    """Create the file of a SQLite database if it does not exist, for its owner alone.

    An existing file is not opened: closing it would drop all locks that this process has on it, also through other
    connections, and another process would then remove the log to which these connections write.
    """
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with suppress(FileExistsError):
            os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
    except OSError as error:
        raise NoPlaceError(f"The workspace cannot be kept in {error.filename}: {error.strerror}.") from error
    if not path.is_file():  # SQLite would wait for a pipe
        raise NoPlaceError(f"The workspace cannot be kept in {path}: it is no regular file.")


def _file_inode(file: Path | None) -> int | None:
    """Return the inode, by which SQLite distinguishes a file from another in its place; None if there is no file."""
    try:
        return None if file is None else file.stat().st_ino
    except FileNotFoundError:
        return None


def _bring_up_to_date(url: URL) -> bool:
    """Create the tables, or update an earlier version's tables; return whether there were none."""
    # SQLite changes a table by making another one: nothing may cascade.
    engine = create_workspace_engine(url, has_foreign_keys=False)
    try:
        with engine.connect() as connection:
            if is_current(connection):
                return False
        with engine.execution_options(**{_WRITES: True}).begin() as connection:
            return migrate(connection)
    finally:
        engine.dispose()


@contextmanager
def database_errors_in_words(url: URL) -> Iterator[None]:
    """Turn errors of the database at this address into ``WorkspaceError``."""
    try:
        yield
    except WorkspaceError:
        raise
    except OperationalError as error:
        raise _error_in_words(error.orig, url) from error
    except (IntegrityError, StaleDataError, ObjectDeletedError) as error:
        raise WorkspaceError("Somebody else changed or removed this at the same moment; try again.") from error
    except NoConnection as error:
        raise UnavailableError("Too many work with the database at this moment; try again in a minute.") from error
    except NoSuchModuleError as error:
        raise WorkspaceError(f"The database cannot be used: {error}") from error
    except Exception as error:
        original = error.orig if isinstance(error, DBAPIError) else error
        if type(original) in (sqlite3.DatabaseError, sqlite3.OperationalError):
            raise _error_in_words(original, url) from error
        file = sqlite_file(url)
        if file is not None and (damage := find_damage_in_file(file)):
            raise _log_damage(file, damage, error) from error
        raise


def _error_in_words(error: BaseException | None, url: URL) -> UnavailableError:
    message, code = " ".join(str(error).split()), getattr(error, "sqlite_errorcode", 0)
    file = sqlite_file(url)
    if "locked" in message or "lock timeout" in message:
        return UnavailableError(f"Another one has been writing for {BUSY_SECONDS} seconds; try again later.")
    if is_no_room(error):
        LOG.warning("There is no room for the workspace: %s", message)
        room = " is no room for the workspace; nothing was changed. Make room, then try again."
        return NoRoomError(f"There{room}", f"{file}: there{room}" if file else "")
    if file is None or not isinstance(error, sqlite3.Error):  # its text has the server address
        LOG.warning("The database cannot be used: %s", message)
        return UnavailableError(_TRY_LATER, f"The database cannot be used: {message.rstrip('.?')}.")
    if "not a database" in message and not was_database(file):
        return _no_workspace(file, "another kind of file")
    if "not a database" in message:
        return _log_damage(file, message, error)
    if damage := STRUCTURE if is_damage(error) else find_damage_in_file(file):
        return _log_damage(file, damage, error)
    has_no_place = code & 0xFF in _NO_PLACE
    return (NoPlaceError if has_no_place else UnavailableError)(f"The database cannot be used: {message}.")


def _no_workspace(file: Path, kind: str) -> NoWorkspaceError:
    error = NoWorkspaceError(file, kind)
    LOG.warning("%s", error.for_operator)
    return error


def _log_damage(file: Path, damage: str, error: BaseException) -> DamagedFileError:
    """Log a damaged file and return its error; ``error`` may contain people's texts, so it is only for the log."""
    LOG.warning("%s: the file of the workspace is damaged (%s): %s", file, damage, error)
    return DamagedFileError(file, damage)


def require_sqlite_file(url: URL) -> Path:
    """Return the database's file; raise ``WorkspaceError`` for a database on a server."""
    path = sqlite_file(url)
    if path is None:
        raise WorkspaceError(BACKUP_OF_SERVER)
    return path


_LOCK = 0x424C4555
"""Number of the PostgreSQL lock that every migrating process takes."""


def is_current(connection: Connection) -> bool:
    """Return whether the tables are this program's; raise ``WorkspaceError`` if a newer version made them."""
    revisions = MigrationContext.configure(connection).get_current_heads()
    if not known_revisions().issuperset(revisions):
        raise WorkspaceError(
            "This workspace was written by a newer version of BLEUscope, which changed its tables; use that version."
        )
    return set(revisions) == set(ScriptDirectory.from_config(config()).get_heads())


def migrate(connection: Connection, revision: str = "head") -> bool:
    """Update the tables to a revision, in the transaction of this connection, which keeps all others out.

    Return whether there were no tables before.
    """
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _LOCK})
    is_current(connection)  # another process may have been faster, and newer
    is_new = not MigrationContext.configure(connection).get_current_heads()
    configuration = config()
    configuration.attributes.update(connection=connection, metadata=Base.metadata)
    command.upgrade(configuration, revision)
    return is_new
