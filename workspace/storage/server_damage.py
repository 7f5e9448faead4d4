"""Checks the content of a database on a PostgreSQL server for damage; the server checks only its own structure."""

from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from typing import Any

from sqlalchemy import URL, Connection, inspect

from ..tables.errors import WorkspaceError
from .damage import VERSION_TABLE, faults_of_content
from .database import create_workspace_engine, database_errors_in_words
from .revisions import known_revisions
from .trail_check import check_trails

_READ_OPTIONS = {"isolation_level": "REPEATABLE READ", "stream_results": True, "max_row_buffer": 10}
"""Options that read the database as it is at one moment, with few rows in memory."""


def check_database_content(url: URL) -> int:
    """Read the whole database of a server, check it, and return the number of versions of test sets.

    Raise ``WorkspaceError`` if the server cannot be reached, has tables of a newer version, or anything is damaged,
    which the message names. Raise ``ChangedTrailError`` if there is no damage, but a trail was changed.
    """
    with database_errors_in_words(url), _open_connection(url) as connection:
        inspector = inspect(connection)
        columns = {
            table: {column["name"] for column in inspector.get_columns(table)} for table in inspector.get_table_names()
        }
        if VERSION_TABLE not in columns:
            raise WorkspaceError("The database has no workspace: its tables are made by the first start.")
        with closing(_ServerRows(connection)) as rows:
            revisions = {revision for (revision,) in rows.execute(f"SELECT version_num FROM {VERSION_TABLE}")}
            if not revisions <= known_revisions():
                raise WorkspaceError("The database was written by a newer version of BLEUscope; use that version.")
            if damage := next(faults_of_content(rows, columns, revisions, is_thorough=True), None):
                raise WorkspaceError(f"The database is damaged ({damage}); restore a backup by pg_restore.")
            check_trails(rows, columns, "The database")
            return int(rows.execute("SELECT count(*) FROM version").fetchone()[0])


@contextmanager
def _open_connection(url: URL) -> Iterator[Connection]:
    engine = create_workspace_engine(url)
    try:
        with engine.connect().execution_options(**_READ_OPTIONS) as connection:
            yield connection
    finally:
        engine.dispose()


class _ServerRows:
    """PostgreSQL connection that runs statements written for SQLite."""

    def __init__(self, connection: Connection) -> None:
        self._connection, self._open = connection, list[Any]()

    def execute(self, sql: str, parameters: Sequence[Any] = ()) -> Any:
        result = self._connection.exec_driver_sql(sql.replace("?", "%s"), tuple(parameters))
        self._open = [one for one in self._open if not one.closed] + [result]
        return result

    def close(self) -> None:
        """Close the results that were not read to their end."""
        for one in self._open:
            one.close()
