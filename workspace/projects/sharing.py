"""Rights to read, edit or own a project, given by name or by a link."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import delete, false, or_, select

from scoring.validation import expect

from ..people.people import claim_grants
from ..storage.open_database import OpenDatabase
from ..storage.records import Event, Project, ProjectMember, ShareLink, as_event, as_link, as_member, as_project
from ..tables.errors import WorkspaceError
from ..tables.schema import EventRow, LinkRow, MemberRow, OpeningRow, PersonRow, ProjectRow
from ..tables.texts import check_kept_name, key_of_token, new_token, normalize_email
from ..tables.transaction import Action, Right, Transaction, add_row, has_accepted, is_known_owner, link_is_open


class ProjectRights(OpenDatabase):
    """The rights on projects, and the trails of what people did to projects."""

    def members(self, project_id: str) -> list[ProjectMember]:
        """Return the members of a project, in the order in which they got their rights; takes the right to edit."""
        with self.reading() as transaction:
            project = transaction.find(ProjectRow, project_id, Right.EDIT)
            return [as_member(row, person) for row, person in _members(transaction, project)]

    def grant(self, project_id: str, email: str, right: Right) -> ProjectMember:
        """Grant the person with this e-mail address a right on a project, in the place of their earlier one.

        If nobody has signed in with the address yet, the person gets the right once they do.
        """
        address, right = normalize_email(email), _right(right)
        with self.writing() as transaction:
            project = transaction.lock(lambda: transaction.find(ProjectRow, project_id, Right.OWN))
            members = _members_with_address(transaction, project, address)
            if right < Right.OWN:
                _check_owner_stays(transaction, project, members)
            for row in members:
                row.since = row.since if row.right == right else transaction.moment
                row.right = right
            if not members:
                transaction.session.add(
                    MemberRow(
                        project_id=project.id, person_id=None, email=address, right=right, since=transaction.moment
                    )
                )
            transaction.note(project, Action.SHARED, f"{address}: {right}")
        claim_grants(self.database, address)
        with self.reading() as transaction:
            members = _members_with_address(transaction, transaction.find(ProjectRow, project_id, Right.OWN), address)
            if not members:
                raise WorkspaceError(f"Somebody else took the right of {address} back at the same moment.")
            row = members[0]
            person = None if row.person_id is None else transaction.session.get(PersonRow, row.person_id)
            return as_member(row, person)

    def take_right(self, project_id: str, member_id: str) -> None:
        """Take back a member's right; links that they opened still work for them."""
        with self.writing() as transaction:
            project = transaction.lock(lambda: transaction.find(ProjectRow, project_id, Right.OWN))
            matches = [(row, person) for row, person in _members(transaction, project) if row.public_id == member_id]
            if not matches:
                raise WorkspaceError(f"There is no member {member_id!r} of this project.")
            ((row, person),) = matches
            _check_owner_stays(transaction, project, [row])
            transaction.session.delete(row)
            transaction.note(project, Action.UNSHARED, as_member(row, person).name)

    def leave(self, project_id: str) -> None:
        """Remove the person's own right on a project, also their rights by links."""
        with self.writing() as transaction:
            project = transaction.lock(lambda: transaction.find(ProjectRow, project_id))
            if transaction.person is None:
                raise WorkspaceError("The server's administrator has every project and cannot leave one.")
            me = MemberRow.person_id == transaction.person.id
            of_project = select(MemberRow).where(MemberRow.project_id == project.id, me)
            members = transaction.session.scalars(of_project).all()
            _check_owner_stays(transaction, project, members)
            if members:  # leaving a link's project is not noted: it can be repeated without end
                transaction.note(project, Action.LEFT)
            for row in members:
                transaction.session.delete(row)
            links = select(LinkRow.id).where(LinkRow.project_id == project.id)
            is_mine = OpeningRow.link_id.in_(links) & (OpeningRow.person_id == transaction.person.id)
            transaction.session.execute(delete(OpeningRow).where(is_mine))

    def links(self, project_id: str) -> list[ShareLink]:
        """Return the links of a project, also ended ones, in the order of their making; takes the right to own."""
        with self.reading() as transaction:
            project = transaction.find(ProjectRow, project_id, Right.OWN)
            of_project = select(LinkRow).where(LinkRow.project_id == project.id).order_by(LinkRow.id)
            return [as_link(row, transaction.moment) for row in transaction.session.scalars(of_project)]

    def make_link(self, project_id: str, name: str, right: Right, expires: datetime | None = None) -> ShareLink:
        """Make a link that lets everybody who has it read or edit a project; return the link.

        The link works until it is taken back, or until ``expires``, if that is given.
        """
        name, right = check_kept_name(name), _right(right)
        if right == Right.OWN:
            raise WorkspaceError("A link lets people read or edit a project; ownership is given to one person by name.")
        with self.writing() as transaction:
            if expires is not None and (expires.tzinfo is None or expires <= transaction.moment):
                raise WorkspaceError(
                    "A link expires at a time to come; this one is past, or does not say its time zone."
                )
            project = transaction.lock(lambda: transaction.find(ProjectRow, project_id, Right.OWN))
            token = new_token()
            about: dict[str, Any] = {"name": name, "right": right, "created": transaction.moment, "expires": expires}
            new = LinkRow(project_id=project.id, token=token, key=key_of_token(token), **about)
            row = add_row(transaction.session, new)
            transaction.note(row, Action.LINKED)
            return as_link(row, transaction.moment)

    def take_back(self, link_id: str) -> None:
        """End a link, also for all who have opened it."""
        with self.writing() as transaction:
            row = transaction.lock(lambda: transaction.find_link(link_id, Right.OWN))
            if row.taken_back is None:
                row.taken_back = transaction.moment
                transaction.note(row, Action.UNLINKED)

    def open_link(self, token: str) -> Project:
        """Open a link for the person and return its project, which they may use as long as the link is open.

        Raise the same ``WorkspaceError`` for a link that never existed, that expired and that was taken back.
        """
        with self.reading() as transaction:
            row = _open_link_of(transaction, token)
            if transaction.person is None or _has_opened(transaction, row):
                return as_project(transaction, transaction.project_of(row))
        with self.writing() as transaction:
            row = transaction.lock(lambda: _open_link_of(transaction, token))
            if transaction.person is not None and not _has_opened(transaction, row):
                transaction.session.add(OpeningRow(link_id=row.id, person_id=transaction.person.id))
                if not _is_opening_in_trail(transaction, row):
                    transaction.note(row, Action.OPENED)
            return as_project(transaction, transaction.project_of(row))

    def events(self, project_id: str, limit: int | None = 200) -> list[Event]:
        """Return the entries of a project's trail, the latest first, at most ``limit``; takes the right to edit."""
        with self.reading() as transaction:
            project = transaction.find(ProjectRow, project_id, Right.EDIT)
            query = select(EventRow, PersonRow).outerjoin(PersonRow, PersonRow.id == EventRow.person_id)
            query = query.where(EventRow.project_id == project.id).order_by(EventRow.id.desc()).limit(limit)
            return [as_event(row, person) for row, person in transaction.session.execute(query)]


def _right(right: Right) -> Right:
    expect(right, Right, "right")
    return right


def _members(transaction: Transaction, project: ProjectRow) -> list[tuple[MemberRow, PersonRow | None]]:
    query = select(MemberRow, PersonRow).outerjoin(PersonRow, PersonRow.id == MemberRow.person_id)
    of_project = query.where(MemberRow.project_id == project.id).order_by(MemberRow.id)
    return [(row, person) for row, person in transaction.session.execute(of_project)]


def _members_with_address(transaction: Transaction, project: ProjectRow, address: str) -> Sequence[MemberRow]:
    """Return a project's members who have this e-mail address, or to whose address the right was granted."""
    is_so = or_(MemberRow.email == address, PersonRow.email == address)
    query = select(MemberRow).outerjoin(PersonRow, PersonRow.id == MemberRow.person_id)
    return transaction.session.scalars(
        query.where(MemberRow.project_id == project.id, is_so).order_by(MemberRow.id)
    ).all()


def _check_owner_stays(transaction: Transaction, project: ProjectRow, leaving: Sequence[MemberRow]) -> None:
    """Raise ``WorkspaceError`` if the last owner of a project is among ``leaving``; the project must be locked."""
    if all(row.right < Right.OWN or row.person_id is None for row in leaving):
        return
    others = is_known_owner(project.id) & MemberRow.id.not_in([row.id for row in leaving])
    is_asking = false() if transaction.person is None else MemberRow.person_id == transaction.person.id
    is_theirs = others & or_(has_accepted(MemberRow), is_asking)
    if transaction.session.scalar(select(MemberRow.id).where(is_theirs).limit(1)) is None:
        raise WorkspaceError(
            "A project keeps an owner, and this is the last one: give ownership to somebody who has signed in first;"
            " it is theirs once they have changed something in it, such as its note. Or delete the project."
        )


def _open_link_of(transaction: Transaction, token: str) -> LinkRow:
    """Return the open link of a token; raise ``WorkspaceError`` if there is none."""
    query = select(LinkRow).join(ProjectRow, ProjectRow.id == LinkRow.project_id)
    query = query.where(
        LinkRow.key == key_of_token(token), link_is_open(transaction.moment), ProjectRow.deleted.is_(None)
    )
    row = transaction.session.scalar(query)
    if row is None:
        raise WorkspaceError("This link leads nowhere (any more); ask the person who gave it to you for another one.")
    return row


def _has_opened(transaction: Transaction, row: LinkRow) -> bool:
    return (
        transaction.person is not None
        and transaction.session.get(OpeningRow, (row.id, transaction.person.id)) is not None
    )


def _is_opening_in_trail(transaction: Transaction, row: LinkRow) -> bool:
    """Return whether the trail already says that the person opened this link, so that repeats do not fill the trail."""
    of_project = (EventRow.project_id == row.project_id) & (EventRow.action == Action.OPENED)
    is_mine = EventRow.person_id == transaction.person.id if transaction.person is not None else false()
    return (
        transaction.session.scalar(select(EventRow.id).where(of_project, is_mine, EventRow.what == row.name).limit(1))
        is not None
    )
