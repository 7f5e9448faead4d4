"""Things and persons that are really removed, row by row from what holds nothing."""

from sqlalchemy import delete, select, update

from ..tables.rights import Right, is_known_owner
from ..tables.schema import EventRow, MemberRow, NamedRow, PersonRow, ProjectRow, SetRow
from ..tables.transaction import Transaction
from ..versions.versions import drop_unused

GONE = "somebody who is gone"
"""Whom events name once the person is forgotten."""


def remove_row(asked: Transaction, row: NamedRow) -> None:
    """With the columns that nothing has any more; the project is locked."""
    session, project = asked.session, asked.project_of(row)
    session.flush()
    if isinstance(row, ProjectRow):
        session.execute(delete(SetRow).where(SetRow.project_id == row.id))
    session.execute(delete(type(row)).where(type(row).id == row.id))
    if project is not row:
        drop_unused(session, project)


def forget_person(asked: Transaction, person: PersonRow) -> None:
    """A person, and the projects that nobody else owns."""
    session, person_id = asked.session, person.id
    of_person = select(MemberRow.project_id).where(MemberRow.person_id == person_id, MemberRow.right == Right.OWN)
    for project in asked.lock_all(session.scalars(of_person).all()):
        others = is_known_owner(project.id) & (MemberRow.person_id != person_id)
        if session.scalar(select(MemberRow.id).where(others).limit(1)) is None:
            remove_row(asked, project)
    session.execute(update(EventRow).where(EventRow.person_id == person_id).values(person_id=None, who=GONE))
    session.execute(delete(PersonRow).where(PersonRow.id == person_id))
