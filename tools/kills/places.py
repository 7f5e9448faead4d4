"""The databases to which killed processes write: SQLite files, or databases of a temporary PostgreSQL server."""

import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Protocol

from sqlalchemy import URL, MetaData, create_engine, func, insert, select, text
from sqlalchemy.pool import NullPool

from tools.database import Postgres, execute
from workspace import Workspace
from workspace.storage.database import create_workspace_engine, migrate
from workspace.storage.place import url_of_file
from workspace.tables.schema import BlobRow, UseRow

REST_SECONDS = 60
OTHERS = text(
    "SELECT count(*) FROM pg_stat_activity"
    " WHERE datname = current_database() AND backend_type = 'client backend' AND pid <> pg_backend_pid()"
)


class Place(Protocol):
    """A place that gives one new database after another."""

    server: Postgres | None
    """Server that can be killed, too; None for SQLite."""

    def new(self) -> URL:
        """Return the address of a new database without tables."""

    def earlier(self, path: Path) -> URL:
        """Return the address of a new database of an earlier version; ``path`` has its SQL, and the version as name."""

    def come_to_rest(self, url: URL) -> None:
        """Wait until nothing is done any more for the killed processes."""


class Files:
    """SQLite databases in a folder."""

    server: Postgres | None = None

    def __init__(self, folder: Path) -> None:
        self._folder, self._number = folder, 0

    def new(self) -> URL:
        self._number += 1
        return url_of_file(self._folder / f"{self._number}.sqlite")

    def earlier(self, path: Path) -> URL:
        url = self.new()
        with closing(sqlite3.connect(str(url.database))) as connection:
            connection.executescript(path.read_text(encoding="utf-8"))
        return url

    def come_to_rest(self, url: URL) -> None:
        """Return at once, because a killed process does nothing more."""


class Databases:
    """Databases of a server, which are removed with it."""

    def __init__(self, server: Postgres, name: str) -> None:
        """Set the server; ``name`` comes before the databases' numbers."""
        self.server: Postgres | None = server
        self._url, self._name, self._number = server.url, name, 0

    def new(self) -> URL:
        self._number += 1
        execute(self._url, f"CREATE DATABASE {self._name}_{self._number}")
        return self._url.set(database=f"{self._name}_{self._number}")

    def earlier(self, path: Path) -> URL:
        """Return the address of a database of an earlier version, with rows copied from SQLite into its tables."""
        url, engines = self.new(), [create_engine("sqlite://")]
        engines.append(create_workspace_engine(url))
        with engines[0].begin() as of, engines[1].begin() as to:
            driver = of.connection.driver_connection
            if not isinstance(driver, sqlite3.Connection):
                raise TypeError(f"Expected a connection of sqlite3; found {type(driver).__name__}.")
            driver.executescript(path.read_text(encoding="utf-8"))
            migrate(to, path.stem)
            tables = MetaData()
            tables.reflect(to)
            for table in tables.sorted_tables:
                rows = of.execute(select(table)).mappings().all()
                if rows and table.name != "alembic_version":
                    to.execute(insert(table), [dict(row) for row in rows])
        for engine in engines:
            engine.dispose()
        return url

    def come_to_rest(self, url: URL) -> None:
        """Wait until the server has finished what clients sent before they were killed."""
        deadline = time.monotonic() + REST_SECONDS
        engine = create_engine(url, isolation_level="AUTOCOMMIT", poolclass=NullPool)
        with engine.connect() as connection:
            while connection.scalar(OTHERS):
                if time.monotonic() > deadline:
                    raise RuntimeError(f"PostgreSQL works for killed clients longer than {REST_SECONDS} s.")
                time.sleep(0.01)


def faults(kept: Workspace) -> Iterator[str]:
    """Yield the faults of a database with any content: damage, and columns that no version uses."""
    if kept.database.url.get_backend_name() == "sqlite":
        with closing(sqlite3.connect(str(kept.database.url.database))) as connection:
            for check, right in {"integrity_check": [("ok",)], "foreign_key_check": []}.items():
                found = connection.execute(f"PRAGMA {check}").fetchall()
                if found != right:
                    yield f"{check}: {found}"
    with kept.database.reading() as session:
        unused = select(func.count()).select_from(BlobRow).where(BlobRow.id.not_in(select(UseRow.blob_id)))
        if number := session.scalar(unused):
            yield f"{number} columns that no version has"
