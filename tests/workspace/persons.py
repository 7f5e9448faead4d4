"""Who asks for what is kept, and at what time."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from threading import Barrier

import pytest
from sqlalchemy import delete, func, insert, select

from workspace import Workspace, WorkspaceError
from workspace.tables.schema import Base

START = datetime(2026, 1, 31, 12, tzinfo=UTC)


class Clock:
    """A time that a test sets."""

    def __init__(self) -> None:
        self.time = START

    def __call__(self) -> datetime:
        return self.time


def signed_in(kept: Workspace, name: str) -> Workspace:
    """The workspace of an account of this name."""
    return kept.as_(kept.sign_in("https://p.example", name, name, f"{name}@example.org").id)


def said(act: Callable[[], object]) -> WorkspaceError:
    """The error that it ends with."""
    with pytest.raises(WorkspaceError) as found:
        act()
    return found.value


def at_once(*acts: Callable[[], object]) -> list[object]:
    """What each gives, or the ``WorkspaceError`` that it raised, all begun at one moment."""
    barrier = Barrier(len(acts))

    def run(act: Callable[[], object]) -> object:
        barrier.wait()
        try:
            return act()
        except WorkspaceError as error:
            return error

    with ThreadPoolExecutor(len(acts)) as pool:
        return [*pool.map(run, acts)]


def count(kept: Workspace, table: type[Base]) -> int:
    """Rows of a table."""
    with kept.database.reading() as session:
        return session.scalar(select(func.count()).select_from(table)) or 0


def everything_kept(kept: Workspace) -> list[list[tuple[object, ...]]]:
    """Every row of every table."""
    with kept.database.reading() as session:
        tables = Base.metadata.sorted_tables
        return [sorted(map(tuple, session.execute(select(table))), key=repr) for table in tables]


def restorer(kept: Workspace) -> Callable[[], None]:
    """Makes every row of every table what it is now: a tenth of the time of making it all once more."""
    tables = Base.metadata.sorted_tables
    with kept.database.reading() as session:
        rows = [[row._asdict() for row in session.execute(select(table))] for table in tables]

    def restore() -> None:
        with kept.database.writing() as session:
            for table in reversed(tables):
                session.execute(delete(table))
            for table, there in zip(tables, rows, strict=True):
                if there:
                    session.execute(insert(table), there)

    return restore
