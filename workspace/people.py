"""Persons: known again by what a provider says of them, or by the secret of their browser."""

import json
from contextlib import suppress
from datetime import timedelta
from hashlib import sha256
from typing import Literal, cast

from sqlalchemy import select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from scoring.checks import expect
from scoring.formats.columns import clean_name

from .errors import ForbiddenError, WorkspaceError
from .opened import Opened
from .records import Person
from .schema import PersonRow
from .texts import email_of
from .transaction import Transaction, person_of

ACCOUNT: Literal["account"] = "account"
VISITOR: Literal["visitor"] = "visitor"
SEEN_EVERY = timedelta(hours=1)
"""How exactly it is kept when somebody was last seen."""


class People(Opened):
    """Who there is. Only whoever runs the server may ask, for no person has the right to."""

    def sign_in(self, issuer: str, subject: str, name: str, email: str) -> Person:
        """The account that a provider knows under this subject, made at the first time.

        ``email``: only one that the provider has verified, else empty.
        """
        address = ""
        with suppress(WorkspaceError):  # a provider that says something odd keeps nobody out
            address = email_of(email)
        called = name.strip() or address or "somebody"
        return self._met(ACCOUNT, key_of(ACCOUNT, issuer, subject), clean_name(called), address)

    def visitor(self, secret: str, make: bool = False) -> Person | None:
        """The visitor whose browser has this secret; None where nothing was kept for them, unless one is to be made."""
        key = key_of(VISITOR, secret)
        with self.reading() as asked:
            is_known = row_of_key(asked.session, key) is not None
        return self._met(VISITOR, key, f"Visitor {key[:4]}", "") if make or is_known else None

    def person(self, person_id: str) -> Person:
        """The one of that id."""
        self._check_server()
        with self.reading() as asked:
            return as_person(person_of(asked.session, person_id))

    def _met(self, kind: str, key: str, name: str, email: str) -> Person:
        """The person, as they are called now and seen at this moment; written down only where that is news."""
        self._check_server()
        with self.reading() as asked:
            row = row_of_key(asked.session, key)
            if row is not None and (row.name, row.email) == (name, email) and asked.moment - row.seen < SEEN_EVERY:
                return as_person(row)
        with self.writing() as asked:
            row = row_of_key(asked.session, key) or _made(asked, kind, key)
            row.name, row.email, row.seen = name, email, asked.moment
            asked.session.flush()
            return as_person(row)

    def _check_server(self) -> None:
        if self.person_id is not None:
            raise ForbiddenError("Only whoever runs the server may ask for persons.")


def key_of(kind: str, *said: str) -> str:
    """By which a person is known again: a digest, so that nobody becomes one who reads the database."""
    for text in said:
        expect(text, str, kind)
    return sha256(json.dumps([kind, *said]).encode()).hexdigest()


def row_of_key(session: Session, key: str) -> PersonRow | None:
    return session.scalar(select(PersonRow).where(PersonRow.key == key))


def _made(asked: Transaction, kind: str, key: str) -> PersonRow:
    """A new person, unless another process meets the same one at this moment."""
    moment = asked.moment
    with suppress(IntegrityError), asked.session.begin_nested():
        asked.session.add(PersonRow(kind=kind, key=key, name="", email="", created=moment, seen=moment))
    return asked.session.scalars(select(PersonRow).where(PersonRow.key == key)).one()


def as_person(row: PersonRow) -> Person:
    kind = cast(Literal["account", "visitor"], row.kind)
    return Person(row.public_id, kind, row.name, row.email, row.created, row.seen)
