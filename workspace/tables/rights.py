"""Who may do what with a project: rights, and what is noted of their use."""

from datetime import datetime
from enum import IntEnum, StrEnum

from sqlalchemy import ColumnElement, String, Subquery, bindparam, exists, func, or_, select, union_all

from .errors import ForbiddenError
from .schema import EventRow, LinkRow, MemberRow, Moment, OpeningRow, PersonRow


class Right(IntEnum):
    """On a project; each holds those before it."""

    READ = 1
    EDIT = 2
    OWN = 3

    def __str__(self) -> str:
        return self.name.lower()

    def check(self, needed: "Right") -> None:
        """``ForbiddenError`` unless this is enough."""
        if self < needed:
            raise ForbiddenError(f"You may {self} this project; this takes the right to {needed} it. Ask its owner.")


class Action(StrEnum):
    """What is noted of what people do to a project; each goes with the name of a thing."""

    CREATED = "created"
    IMPORTED = "imported"
    COPIED = "copied"
    RENAMED = "renamed"
    ANNOTATED = "annotated"
    ARCHIVED = "archived"
    UNARCHIVED = "unarchived"
    ADDED = "added"
    REVISED = "revised"
    SAVED = "saved"
    DELETED = "deleted"
    REMOVED = "deleted for good"
    UNDONE = "brought back"
    SHARED = "shared"
    UNSHARED = "unshared"
    LEFT = "left"
    LINKED = "linked"
    UNLINKED = "unlinked"
    OPENED = "opened"
    TAKEN_OVER = "taken over"
    STARTED = "started"
    CLOSED = "closed"
    REOPENED = "opened again"
    RELEASED = "released"
    RATED = "rated"


GROWING = {Action.CREATED, Action.IMPORTED, Action.COPIED, Action.ADDED, Action.REVISED, Action.SAVED, Action.STARTED}
"""Actions after which a project takes more room."""


WHO, AT = "who", "at"
"""Parameters of statements: the id of who asks, and the moment."""


def link_is_open(moment: ColumnElement[datetime] | datetime) -> ColumnElement[bool]:
    """Whether a link gives its right at this moment."""
    return LinkRow.taken_back.is_(None) & or_(LinkRow.expires.is_(None), LinkRow.expires > moment)


def is_known_owner(project_id: int) -> ColumnElement[bool]:
    """Whether a member owns a project, and is a person."""
    return (MemberRow.project_id == project_id) & (MemberRow.right == Right.OWN) & MemberRow.person_id.is_not(None)


def has_accepted(member: type[MemberRow]) -> ColumnElement[bool]:
    """Whether a member has done something in the project since they got their right.

    Only then an ownership that was given is theirs: nobody gets a project, and what it takes of their room, unasked.
    """
    is_theirs = EventRow.project_id == member.project_id, EventRow.person_id == member.person_id
    is_change = EventRow.action.not_in([Action.OPENED, Action.LEFT])
    return exists().where(*is_theirs, is_change, EventRow.at >= member.since)


def _rights() -> Subquery:
    is_theirs = PersonRow.public_id == bindparam(WHO, type_=String)
    granted = select(MemberRow.project_id, MemberRow.right).join(PersonRow, PersonRow.id == MemberRow.person_id)
    opened = (
        select(LinkRow.project_id, LinkRow.right)
        .join(OpeningRow, OpeningRow.link_id == LinkRow.id)
        .join(PersonRow, PersonRow.id == OpeningRow.person_id)
        .where(link_is_open(bindparam(AT, type_=Moment)))
    )
    each = union_all(granted.where(is_theirs), opened.where(is_theirs)).subquery()
    return select(each.c.project_id, func.max(each.c.right).label("right")).group_by(each.c.project_id).subquery()


RIGHTS = _rights()
"""``project_id`` and ``right`` of all projects on which ``WHO`` has one ``AT`` a moment, granted or by an open link."""
