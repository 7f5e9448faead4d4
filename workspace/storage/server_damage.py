"""Whether what a PostgreSQL server keeps is what was once kept. The server checks its own structure, but no content."""

from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from typing import Any

from sqlalchemy import URL, Connection, inspect

from ..tables.errors import WorkspaceError
from .damage import VERSION_TABLE, faults_of_content
from .database import database_errors_in_words, engine_of
from .revisions import known_revisions
from .trail_check import check_trails

_READ = {"isolation_level": "REPEATABLE READ", "stream_results": True, "max_row_buffer": 10}
"""All is seen as it is at one moment, and few rows are in memory."""


def check_database_content(url: URL) -> int:
    """Read all that a server keeps, and return the number of versions of test sets.

    ``WorkspaceError`` if it cannot be reached, has tables of a newer version, or anything is damaged: it says what.
    ``ChangedTrailError`` where nothing is, and a trail is not as it was written.
    """
    with database_errors_in_words(url), _connected(url) as connection:
        found = inspect(connection)
        columns = {table: {column["name"] for column in found.get_columns(table)} for table in found.get_table_names()}
        if VERSION_TABLE not in columns:
            raise WorkspaceError("The database has no workspace: its tables are made by the first start.")
        with closing(_ServerRows(connection)) as rows:
            revisions = {revision for (revision,) in rows.execute(f"SELECT version_num FROM {VERSION_TABLE}")}
            if not revisions <= known_revisions():
                raise WorkspaceError("The database was written by a newer version of BLEUscope; use that version.")
            if what := next(faults_of_content(rows, columns, revisions, is_thorough=True), None):
                raise WorkspaceError(f"The database is damaged ({what}); restore a backup by pg_restore.")
            check_trails(rows, columns, "The database")
            return int(rows.execute("SELECT count(*) FROM version").fetchone()[0])


@contextmanager
def _connected(url: URL) -> Iterator[Connection]:
    engine = engine_of(url)
    try:
        with engine.connect().execution_options(**_READ) as connection:
            yield connection
    finally:
        engine.dispose()


class _ServerRows:
    """Runs statements that are written for SQLite."""

    def __init__(self, connection: Connection) -> None:
        self._connection, self._open = connection, list[Any]()

    def execute(self, sql: str, parameters: Sequence[Any] = ()) -> Any:
        found = self._connection.exec_driver_sql(sql.replace("?", "%s"), tuple(parameters))
        self._open = [one for one in self._open if not one.closed] + [found]
        return found

    def close(self) -> None:
        """Close what was not read to its end."""
        for one in self._open:
            one.close()
