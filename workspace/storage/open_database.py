"""A database, opened for the server's operator or for a person."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from copy import copy
from datetime import UTC, datetime
from typing import Self

from sqlalchemy import URL

from scoring.validation import expect

from ..tables.schema import ProjectRow
from ..tables.transaction import Right, Transaction
from .database import Database
from .place import usual_url
from .room import Quotas, check_room, check_room_of


def utc_now() -> datetime:
    return datetime.now(UTC)


class OpenDatabase:
    """One database; without an address, the usual one; ``WorkspaceError`` if it cannot be opened."""

    def __init__(
        self, url: URL | None = None, clock: Callable[[], datetime] = utc_now, quotas: Quotas | None = None
    ) -> None:
        self.database = Database(usual_url() if url is None else url)
        self.quotas = quotas or Quotas()
        self.person_id: str | None = None
        """Id of the person; None for the server's operator, who may do everything."""
        self._clock = clock

    def as_(self, person_id: str) -> Self:
        """Return the database for a person, who reads only what they may, and whose changes are recorded as theirs."""
        expect(person_id, str, "person_id")
        database_of_person = copy(self)
        database_of_person.person_id = person_id
        return database_of_person

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the database for all persons who share it."""
        self.database.close()

    @contextmanager
    def reading(self) -> Iterator[Transaction]:
        """Open a transaction that sees the whole database as it was at its beginning."""
        with self.database.reading() as session:
            yield Transaction(session, self.person_id, self._clock())

    @contextmanager
    def writing(self) -> Iterator[Transaction]:
        """Open a transaction for writing, which is committed as a whole at the end, or undone if an error is raised.

        Raise ``WorkspaceError`` if a person would then keep more than there is room for.
        """
        with self.database.writing() as session:
            transaction = Transaction(session, self.person_id, self._clock())
            yield transaction
            if self.person_id is not None:
                for project_id in transaction.grown:
                    check_room(transaction, self.quotas, project_id)

    def expect_room(self, project_id: str | None, n_bytes: int) -> None:
        """Raise ``WorkspaceError`` if there is no room for this many more bytes in a project, or in a new one.

        To be called before writing, so that nobody waits for a change that is then refused.
        """
        with self.reading() as transaction:
            if transaction.person is None:
                return
            if project_id is None:
                check_room_of(transaction, self.quotas, transaction.person, n_bytes)
            else:
                check_room(transaction, self.quotas, transaction.find(ProjectRow, project_id, Right.EDIT).id, n_bytes)
