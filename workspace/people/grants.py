"""Rights that come to an account from elsewhere: from an e-mail address, or from a visitor."""

from sqlalchemy import delete, select, update
from sqlalchemy.orm import Session

from ..storage.database import Database
from ..storage.records import ACCOUNT
from ..tables.rights import Action
from ..tables.schema import EventRow, MemberRow, OpeningRow, PersonRow, ProjectRow, RecentRow
from ..tables.transaction import Transaction


def claim_grants(database: Database, email: str) -> None:
    """Gives all that waits for an address to the account that was last seen with it, if there is one.

    To be called after whatever was granted, or whoever signed in, is confirmed: then one of the two sees the other.
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
    """Makes all that is a visitor's an account's, who asks, and forgets the visitor; how many projects it were."""
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
