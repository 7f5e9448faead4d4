"""Whether the database answers, how much it holds and how long its statements take, for the server's monitoring."""

from collections.abc import Callable
from dataclasses import dataclass
from time import perf_counter
from typing import Any

from sqlalchemy import event, func, select

from .tables.schema import ProjectRow, SetRow
from .workspace import Workspace

_BEGAN = "bleuscope_began"


@dataclass(frozen=True)
class Holdings:
    """Number of projects and of test sets that are not deleted."""

    projects: int
    test_sets: int


def check_workspace(workspace: Workspace) -> None:
    """Check that the database answers; raise ``WorkspaceError`` if it does not."""
    with workspace.database.reading() as session:
        session.execute(select(1))


def holdings(workspace: Workspace) -> Holdings:
    """Return the number of projects and test sets that all people together have, without deleted ones."""
    with workspace.database.reading() as session:
        projects = select(func.count()).select_from(ProjectRow).where(ProjectRow.deleted.is_(None))
        sets = projects.join(SetRow, SetRow.project_id == ProjectRow.id).where(SetRow.deleted.is_(None))
        return Holdings(session.scalar(projects) or 0, session.scalar(sets) or 0)


def report_statement_times(workspace: Workspace, tell: Callable[[float], None]) -> None:
    """Call ``tell`` with the seconds that each statement took in the database."""

    def begin(connection: Any, cursor: Any, statement: str, parameters: Any, context: Any, executemany: bool) -> None:
        connection.info[_BEGAN] = perf_counter()

    def end(connection: Any, cursor: Any, statement: str, parameters: Any, context: Any, executemany: bool) -> None:
        tell(perf_counter() - connection.info.pop(_BEGAN))

    for engine in workspace.database.engines:
        event.listen(engine, "before_cursor_execute", begin)
        event.listen(engine, "after_cursor_execute", end)
