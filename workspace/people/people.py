"""Persons, who are recognized by their sign-in provider or by their browser's secret, and rights that move to them.

Rights come to an account from an e-mail address, or from a visitor.
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
from ..storage.room import check_room_of, forget_person, owner_query, stored_bytes_query
from ..tables.errors import ForbiddenError, NoRoomError, WorkspaceError
from ..tables.schema import EventRow, MemberRow, OpeningRow, PersonRow, ProjectRow, RecentRow
from ..tables.texts import normalize_email
from ..tables.transaction import Action, Transaction, find_person

SEEN_EVERY = timedelta(hours=1)
"""Precision of the time at which a person was last seen."""
NAMELESS = "somebody without a name"
"""Name of a person without one; their e-mail address is not shown, because people with whom they share see the name."""


class People(OpenDatabase):
    """Persons; only the server's operator may list, change or forget them."""

    def sign_in(self, issuer: str, subject: str, name: str, email: str) -> Person:
        """Return the account of a provider's subject, created when the person first signs in.

        ``email`` is an address that the provider has verified, else empty.
        """
        address = ""
        with suppress(WorkspaceError):  # an odd address from the provider keeps nobody out
            address = normalize_email(email)
        shown_name = name.strip() or NAMELESS
        person = self._record_visit(ACCOUNT, person_key(ACCOUNT, issuer, subject), clean_name(shown_name), address)
        claim_grants(self.database, address)
        return person

    def visitor(self, secret: str, make: bool = False) -> Person | None:
        """Return the visitor whose browser has this secret; create a missing one if ``make``, otherwise return None."""
        key = person_key(VISITOR, secret)
        with self.reading() as transaction:
            is_known = row_of_key(transaction.session, key) is not None
        return self._record_visit(VISITOR, key, f"Visitor {key[:4]}", "") if make or is_known else None

    def person(self, person_id: str) -> Person:
        """Return the person of this id."""
        self._check_server()
        with self.reading() as transaction:
            return as_person(find_person(transaction.session, person_id))

    def people(self) -> list[PersonUse]:
        """Return all persons, the last seen first, with the number and bytes of their projects, by few queries."""
        self._check_server()
        with self.reading() as transaction:
            owners = owner_query().subquery()
            stored_bytes = stored_bytes_query()
            sizes = select(owners.c.person_id, func.sum(stored_bytes.c.n_bytes)).join(
                stored_bytes, stored_bytes.c.project_id == owners.c.project_id
            )
            n_bytes: dict[int, int] = dict(transaction.session.execute(sizes.group_by(owners.c.person_id)).all())
            query = select(owners.c.person_id, func.count()).join(ProjectRow, ProjectRow.id == owners.c.project_id)
            query = query.where(ProjectRow.deleted.is_(None)).group_by(owners.c.person_id)
            n_projects: dict[int, int] = dict(transaction.session.execute(query).all())
            persons = transaction.session.scalars(
                select(PersonRow).order_by(PersonRow.seen.desc(), PersonRow.id.desc())
            )
            return [
                PersonUse(as_person(row), n_projects.get(row.id, 0), int(n_bytes.get(row.id, 0))) for row in persons
            ]

    def forget_person(self, person_id: str) -> None:
        """Remove a person for good, with all projects that nobody else owns."""
        self._check_server()

        def act() -> None:
            with self.writing() as transaction:
                forget_person(transaction, find_person(transaction.session, person_id))

        self.database.with_little_room(act)
        self.database.give_back_room()

    def take_over(self, visitor_id: str, account_id: str) -> int:
        """Move what a visitor owns, may read, opened, used and did to an account; return the number of projects.

        Raise ``WorkspaceError`` if an account may not keep that much; the visitor keeps everything then.
        """
        self._check_server()
        with self.writing() as transaction:
            visitor, account = (find_person(transaction.session, id_) for id_ in (visitor_id, account_id))
            if (visitor.kind, account.kind) != (VISITOR, ACCOUNT):
                raise WorkspaceError("Only an account takes over what is a visitor's.")
            n_projects = hand_over(Transaction(transaction.session, account_id, transaction.moment), visitor, account)
            check_room_of(transaction, self.quotas, account)
            return n_projects

    def _record_visit(self, kind: str, key: str, name: str, email: str) -> Person:
        """Return the person with this name and address, seen now; write to the database only if that is a change."""
        self._check_server()
        with self.reading() as transaction:
            row = row_of_key(transaction.session, key)
            if (
                row is not None
                and (row.name, row.email) == (name, email)
                and transaction.moment - row.seen < SEEN_EVERY
            ):
                return as_person(row)
            known_person = None if row is None else as_person(row)
        try:
            with self.writing() as transaction:
                row = row_of_key(transaction.session, key) or _add_person(transaction, kind, key)
                row.name, row.email, row.seen = name, email, transaction.moment
                transaction.session.flush()
                return as_person(row)
        except NoRoomError:
            if known_person is None:
                raise
            return known_person  # a known person may go on without an update, to delete something

    def _check_server(self) -> None:
        if self.person_id is not None:
            raise ForbiddenError("Only the server's administrator may ask for persons.")


def person_key(kind: str, *texts: str) -> str:
    """Return the digest by which a person is recognized; nobody who reads the database can act as that person."""
    for text in texts:
        expect(text, str, kind)
    return sha256(json.dumps([kind, *texts]).encode()).hexdigest()


def row_of_key(session: Session, key: str) -> PersonRow | None:
    return session.scalar(select(PersonRow).where(PersonRow.key == key))


def _add_person(transaction: Transaction, kind: str, key: str) -> PersonRow:
    """Add a person and return them; if another process adds the same person at this moment, return that row."""
    moment = transaction.moment
    with suppress(IntegrityError), transaction.session.begin_nested():
        transaction.session.add(PersonRow(kind=kind, key=key, name="", email="", created=moment, seen=moment))
    return transaction.session.scalars(select(PersonRow).where(PersonRow.key == key)).one()


def claim_grants(database: Database, email: str) -> None:
    """Give all rights granted to an address to the account that was last seen with it, if there is one.

    To be called after the grant, or the sign-in, is committed: then one of the two sees the other.
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
            _give_right(session, row, person)


def hand_over(transaction: Transaction, visitor: PersonRow, account: PersonRow) -> int:
    """Move all of a visitor's projects to the asking account and delete the visitor; return the number of projects."""
    session = transaction.session
    query = select(MemberRow).where(MemberRow.person_id == visitor.id)
    projects = transaction.lock_all([row.project_id for row in session.scalars(query)])
    for row in session.scalars(query.execution_options(populate_existing=True)).all():
        _give_right(session, row, account)
    for table, column in ((OpeningRow, OpeningRow.link_id), (RecentRow, RecentRow.test_set_id)):
        has = select(column).where(table.person_id == account.id)
        is_new = (table.person_id == visitor.id) & column.not_in(has)
        session.execute(update(table).where(is_new).values(person_id=account.id))
    session.execute(update(EventRow).where(EventRow.person_id == visitor.id).values(person_id=account.id))
    for project in projects:
        transaction.note(project, Action.TAKEN_OVER, visitor.name)
    session.flush()
    session.execute(delete(PersonRow).where(PersonRow.id == visitor.id))
    return len(projects)


def _give_right(session: Session, row: MemberRow, person: PersonRow) -> None:
    """Give a member's right to a person; where they have a right on the project already, keep the higher one."""
    of_person = (MemberRow.project_id == row.project_id) & (MemberRow.person_id == person.id)
    present_row = session.scalar(select(MemberRow).where(of_person))
    if present_row is None:
        row.person_id, row.email = person.id, None
    else:
        present_row.right = max(present_row.right, row.right)
        session.delete(row)
