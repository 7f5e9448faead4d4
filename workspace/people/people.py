"""Persons: known again by what a provider says of them, or by the secret of their browser; and rights that come to an
account from elsewhere: from an e-mail address, or from a visitor.
"""

import json
from contextlib import suppress
from datetime import timedelta
from hashlib import sha256

from sqlalchemy import delete, func, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from scoring.text.naming import clean_name
from scoring.validation import expect

from ..storage.database import Database
from ..storage.open_database import OpenDatabase
from ..storage.records import ACCOUNT, VISITOR, Person, PersonUse, as_person
from ..storage.room import check_room_of, forget_person, owned, stored
from ..tables.errors import ForbiddenError, NoRoomError, WorkspaceError
from ..tables.schema import EventRow, MemberRow, OpeningRow, PersonRow, ProjectRow, RecentRow
from ..tables.texts import email_of
from ..tables.transaction import Action, Transaction, person_of

SEEN_EVERY = timedelta(hours=1)
"""Precision with which it is kept when somebody was last seen."""
NAMELESS = "somebody without a name"
"""Never their e-mail address, because the people with whom they share something see the name."""


class People(OpenDatabase):
    """Who there is. Only the server's operator may ask, for no person has the right to."""

    def sign_in(self, issuer: str, subject: str, name: str, email: str) -> Person:
        """Return the account that a provider knows under this subject, made at the first time.

        ``email``: only one that the provider has verified, else empty.
        """
        address = ""
        with suppress(WorkspaceError):  # a provider that says something odd keeps nobody out
            address = email_of(email)
        called = name.strip() or NAMELESS
        person = self._met(ACCOUNT, person_key(ACCOUNT, issuer, subject), clean_name(called), address)
        claim_grants(self.database, address)
        return person

    def visitor(self, secret: str, make: bool = False) -> Person | None:
        """The visitor whose browser has this secret; None where nothing was kept for them, unless one is to be made."""
        key = person_key(VISITOR, secret)
        with self.reading() as asked:
            is_known = row_of_key(asked.session, key) is not None
        return self._met(VISITOR, key, f"Visitor {key[:4]}", "") if make or is_known else None

    def person(self, person_id: str) -> Person:
        """Return the one of that id."""
        self._check_server()
        with self.reading() as asked:
            return as_person(person_of(asked.session, person_id))

    def people(self) -> list[PersonUse]:
        """Return all persons, the one seen last first, and what they own, by few queries."""
        self._check_server()
        with self.reading() as asked:
            whose = owned().subquery()
            kept = stored()
            sizes = select(whose.c.person_id, func.sum(kept.c.n_bytes)).join(
                kept, kept.c.project_id == whose.c.project_id
            )
            n_bytes: dict[int, int] = dict(asked.session.execute(sizes.group_by(whose.c.person_id)).all())
            there = select(whose.c.person_id, func.count()).join(ProjectRow, ProjectRow.id == whose.c.project_id)
            there = there.where(ProjectRow.deleted.is_(None)).group_by(whose.c.person_id)
            n_projects: dict[int, int] = dict(asked.session.execute(there).all())
            persons = asked.session.scalars(select(PersonRow).order_by(PersonRow.seen.desc(), PersonRow.id.desc()))
            return [
                PersonUse(as_person(row), n_projects.get(row.id, 0), int(n_bytes.get(row.id, 0))) for row in persons
            ]

    def forget_person(self, person_id: str) -> None:
        """Removes a person for good, and all projects that nobody else owns."""
        self._check_server()

        def act() -> None:
            with self.writing() as asked:
                forget_person(asked, person_of(asked.session, person_id))

        self.database.with_little_room(act)
        self.database.give_back_room()

    def take_over(self, visitor_id: str, account_id: str) -> int:
        """Makes what a visitor owns, may read, opened, used and did an account's; how many projects it were.

        ``WorkspaceError`` where that is more than is kept for one account; the visitor keeps it then.
        """
        self._check_server()
        with self.writing() as asked:
            visitor, account = (person_of(asked.session, id_) for id_ in (visitor_id, account_id))
            if (visitor.kind, account.kind) != (VISITOR, ACCOUNT):
                raise WorkspaceError("Only an account takes over what is a visitor's.")
            n_projects = hand_over(Transaction(asked.session, account_id, asked.moment), visitor, account)
            check_room_of(asked, self.quotas, account)
            return n_projects

    def _met(self, kind: str, key: str, name: str, email: str) -> Person:
        """Return the person, as they are called now and seen at this moment; written down only where that is news."""
        self._check_server()
        with self.reading() as asked:
            row = row_of_key(asked.session, key)
            if row is not None and (row.name, row.email) == (name, email) and asked.moment - row.seen < SEEN_EVERY:
                return as_person(row)
            known = None if row is None else as_person(row)
        try:
            with self.writing() as asked:
                row = row_of_key(asked.session, key) or _made(asked, kind, key)
                row.name, row.email, row.seen = name, email, asked.moment
                asked.session.flush()
                return as_person(row)
        except NoRoomError:
            if known is None:
                raise
            return known  # who is known goes on without a note of it, to delete something

    def _check_server(self) -> None:
        if self.person_id is not None:
            raise ForbiddenError("Only the server's administrator may ask for persons.")


def person_key(kind: str, *said: str) -> str:
    """Digest by which a person is recognized: reading the database lets nobody become them."""
    for text in said:
        expect(text, str, kind)
    return sha256(json.dumps([kind, *said]).encode()).hexdigest()


def row_of_key(session: Session, key: str) -> PersonRow | None:
    return session.scalar(select(PersonRow).where(PersonRow.key == key))


def _made(asked: Transaction, kind: str, key: str) -> PersonRow:
    """Return a new person, unless another process meets the same one at this moment."""
    moment = asked.moment
    with suppress(IntegrityError), asked.session.begin_nested():
        asked.session.add(PersonRow(kind=kind, key=key, name="", email="", created=moment, seen=moment))
    return asked.session.scalars(select(PersonRow).where(PersonRow.key == key)).one()


def claim_grants(database: Database, email: str) -> None:
    """Gives all that waits for an address to the account that was last seen with it, if there is one.

    To be called after the grant, or the signing in, is confirmed: then one of the two sees the other.
    """
    waiting = select(MemberRow.project_id).where(MemberRow.email == email)
    with database.reading() as session:
        if not email or session.scalar(waiting.limit(1)) is None:
            return
    with database.writing() as session:
        is_theirs = (PersonRow.email == email) & (PersonRow.kind == ACCOUNT)
        person = session.scalar(select(PersonRow).where(is_theirs).order_by(PersonRow.seen.desc()).limit(1))
        if person is None:
            return
        locked = select(ProjectRow.id).where(ProjectRow.id.in_(waiting)).order_by(ProjectRow.id)
        session.execute(locked.with_for_update())
        for row in session.scalars(select(MemberRow).where(MemberRow.email == email)).all():
            _give(session, row, person)


def hand_over(asked: Transaction, visitor: PersonRow, account: PersonRow) -> int:
    """Moves all of a visitor's projects to the asking account and forgets the visitor; returns the number of
    projects."""
    session = asked.session
    theirs = select(MemberRow).where(MemberRow.person_id == visitor.id)
    projects = asked.lock_all([row.project_id for row in session.scalars(theirs)])
    for row in session.scalars(theirs.execution_options(populate_existing=True)).all():
        _give(session, row, account)
    for table, column in ((OpeningRow, OpeningRow.link_id), (RecentRow, RecentRow.test_set_id)):
        has = select(column).where(table.person_id == account.id)
        is_new = (table.person_id == visitor.id) & column.not_in(has)
        session.execute(update(table).where(is_new).values(person_id=account.id))
    session.execute(update(EventRow).where(EventRow.person_id == visitor.id).values(person_id=account.id))
    for project in projects:
        asked.note(project, Action.TAKEN_OVER, visitor.name)
    session.flush()
    session.execute(delete(PersonRow).where(PersonRow.id == visitor.id))
    return len(projects)


def _give(session: Session, row: MemberRow, person: PersonRow) -> None:
    """Makes a right a person's, who may have one on this project before."""
    of_person = (MemberRow.project_id == row.project_id) & (MemberRow.person_id == person.id)
    there = session.scalar(select(MemberRow).where(of_person))
    if there is None:
        row.person_id, row.email = person.id, None
    else:
        there.right = max(there.right, row.right)
        session.delete(row)
