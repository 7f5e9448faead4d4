"""One transaction for one person, which finds only what the person may read and changes only what they may change.

A right says what a person may do with a project; an action is an entry of the project's trail.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import IntEnum, StrEnum
from functools import cache, cached_property
from typing import Any, Generic, TypeVar

from sqlalchemy import (
    ColumnElement,
    Result,
    Select,
    String,
    Subquery,
    bindparam,
    exists,
    func,
    literal,
    or_,
    select,
    union_all,
)
from sqlalchemy.orm import Session

from .errors import ForbiddenError, WorkspaceError
from .schema import (
    Base,
    CampaignRow,
    EventRow,
    LinkRow,
    MemberRow,
    Moment,
    NamedRow,
    OpeningRow,
    PersonRow,
    ProjectPart,
    ProjectRow,
    SetRow,
    ViewRow,
)
from .trails import moment_text, new_salt, trail_digest, words_digest

KINDS: dict[type[NamedRow], str] = {ProjectRow: "project", SetRow: "test set", ViewRow: "view", CampaignRow: "campaign"}
ANY_KIND = "project, test set, view or campaign"
Row = TypeVar("Row", bound=NamedRow)
NewRow = TypeVar("NewRow", bound=Base)
AnyRow = TypeVar("AnyRow", bound=NamedRow | LinkRow)


class Right(IntEnum):
    """Right on a project; each right includes the ones before it."""

    READ = 1
    EDIT = 2
    OWN = 3

    def __str__(self) -> str:
        return self.name.lower()

    def check(self, needed: "Right") -> None:
        """Raise ``ForbiddenError`` unless this right includes the needed one."""
        if self < needed:
            raise ForbiddenError(f"You may {self} this project; this takes the right to {needed} it. Ask its owner.")


class Action(StrEnum):
    """Action of a person on a project, as the project's trail records it with the name of the thing."""

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
    CHOSEN = "chosen"
    DEFINED = "glossary kept"
    UNDEFINED = "glossary removed"
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


GROWING = {
    *(Action.CREATED, Action.IMPORTED, Action.COPIED, Action.ADDED, Action.REVISED, Action.SAVED, Action.STARTED),
    Action.DEFINED,
}
"""Actions after which a project takes more room."""


WHO, AT = "who", "at"
"""Parameters of statements: the person's id and the time."""


def link_is_open(moment: ColumnElement[datetime] | datetime) -> ColumnElement[bool]:
    """Return the condition that a link gives its right at this time."""
    return LinkRow.taken_back.is_(None) & or_(LinkRow.expires.is_(None), LinkRow.expires > moment)


def is_known_owner(project_id: int) -> ColumnElement[bool]:
    """Return the condition that a member owns the project and is a known person."""
    return (MemberRow.project_id == project_id) & (MemberRow.right == Right.OWN) & MemberRow.person_id.is_not(None)


def has_accepted(member: type[MemberRow]) -> ColumnElement[bool]:
    """Return the condition that a member has done something in the project since they got their right.

    A granted ownership counts only from then on, so that nobody is given a project, and the room it takes, unasked.
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
"""Query for ``project_id`` and ``right`` of the projects on which ``WHO`` has a right ``AT`` a time.

The right is the highest of a grant and of all open links.
"""


class Transaction:
    """A transaction for a person, or, without one, for the server's operator, who may do everything."""

    def __init__(self, session: Session, person_id: str | None, moment: datetime) -> None:
        self.session = session
        self.person_id = person_id
        self.moment = moment
        self.grown: set[int] = set()
        """Ids of projects that take more room than before."""

    @cached_property
    def person(self) -> PersonRow | None:
        """The person who asks, None for the operator; ``WorkspaceError`` for a person who is not known any more."""
        return None if self.person_id is None else find_person(self.session, self.person_id)

    def readable(self, *columns: Any) -> Select[Any]:
        """Return the query for ``columns`` and the person's right, in all projects that they may read, deleted or not.

        To be run by ``run``.
        """
        return _readable(self.person_id is None, *columns)

    def run(self, statement: Select[Any], **parameters: object) -> Result[*tuple[Any, ...]]:
        """Run a statement that uses rights and return its result."""
        return self.session.execute(statement, {WHO: self.person_id, AT: self.moment, **parameters})

    def find(self, kind: type[Row], public_id: str, right: Right = Right.READ) -> Row:
        """Return the row of this kind and id.

        Raise the same ``WorkspaceError`` where the row does not exist, it or its project or test set was deleted, or
        the person may not read it. Raise ``ForbiddenError`` where they may read it, but do not have the right that is
        needed.
        """
        match = self._looked_up(kind, public_id)
        if match is None or match.row.deleted is not None or self._deleted_parent(match) is not None:
            raise not_found_error(kind, public_id)
        match.right.check(right)
        return match.row

    def find_any(
        self,
        public_id: str,
        is_deleted: bool | None = False,
        right: Right = Right.READ,
        of_project: Right | None = None,
    ) -> NamedRow:
        """Return the row of this id, of any kind; ``is_deleted`` says whether it is deleted, None for either.

        ``of_project`` is the right needed where the row is a project itself. Raise the errors of ``find``, and a
        ``WorkspaceError`` for a row in something deleted.
        """
        for kind in KINDS:
            match = self._looked_up(kind, public_id)
            if match is not None and is_deleted in (None, match.row.deleted is not None):
                row, deleted_parent = match.row, self._deleted_parent(match)
                match.right.check(right if of_project is None or match.project is not row else of_project)
                if is_deleted is None or deleted_parent is None:
                    return row
                of = f"{KINDS[type(deleted_parent)]} {deleted_parent.name!r}"
                raise WorkspaceError(f"The {of} that this belonged to is deleted; undo that first.")
        kind_name = f"deleted {ANY_KIND}" if is_deleted else ANY_KIND
        raise WorkspaceError(f"There is no {kind_name} {public_id!r}; what is deleted is gone after a time.")

    def right_on(self, project: ProjectRow) -> Right:
        """Return the person's right on a project that they may read."""
        match = self._looked_up(ProjectRow, project.public_id)
        return Right.READ if match is None else match.right

    def find_link(self, public_id: str, right: Right) -> LinkRow:
        """Return the link of this id; raise the errors of ``find``."""
        match = self._looked_up(LinkRow, public_id)
        if match is None or match.project.deleted is not None:
            raise WorkspaceError(f"There is no link {public_id!r}; its project may have been deleted.")
        match.right.check(right)
        return match.row

    def deleted(self, kind: type[Row]) -> Sequence[tuple[Row, Right]]:
        """Return the deleted rows of a kind that the person can bring back, each with their right."""
        deleted = _rows_with_rights(self.person_id is None, kind).where(kind.deleted.is_not(None))
        needed = Right.OWN if kind is ProjectRow else Right.EDIT
        return [(row, Right(right)) for row, _, right in self.run(deleted) if right >= needed]

    def project_of(self, row: NamedRow | LinkRow) -> ProjectRow:
        """Return the project that a row belongs to; a project's own row for a project."""
        if isinstance(row, ProjectPart | LinkRow):
            return self.session.get_one(ProjectRow, row.project_id)
        if isinstance(row, ProjectRow):
            return row
        raise TypeError(f"Expected a project, or what is in one; found {type(row).__name__}.")

    def lock(self, find: Callable[[], AnyRow]) -> AnyRow:
        """Lock the project of what ``find`` returns, with its parts and rights, until the end, and find it again."""
        project_id = self.project_of(find()).id
        self.session.execute(select(ProjectRow.id).where(ProjectRow.id == project_id).with_for_update())
        self.session.expire_all()
        return find()

    def lock_all(self, project_ids: Iterable[int]) -> Sequence[ProjectRow]:
        """Lock projects until the end and return them, always in one order, so that no two transactions block."""
        query = select(ProjectRow).where(ProjectRow.id.in_([*project_ids])).order_by(ProjectRow.id)
        return self.session.scalars(query.with_for_update().execution_options(populate_existing=True)).all()

    def change(self, find: Callable[[], Row]) -> Row:
        """Lock what ``find`` returns, and set the time at which it and its project changed; return it."""
        row = self.lock(find)
        row.changed = self.project_of(row).changed = self.moment
        return row

    def new_project(self, name: str, note: str, created: datetime, action: Action) -> ProjectRow:
        """Add a project that the person owns and return it; its name and note must be checked."""
        row = add_row(self.session, ProjectRow(name=name, note=note, created=created, changed=self.moment))
        if self.person is not None:
            owner_id, moment = self.person.id, self.moment
            self.session.add(
                MemberRow(project_id=row.id, person_id=owner_id, email=None, right=Right.OWN, since=moment)
            )
        self.note(row, action)
        return row

    def note(self, row: NamedRow | LinkRow, action: Action, entry_text: str | None = None) -> None:
        """Add an entry to the trail of a row's project, which must be locked or new.

        ``entry_text`` is the name in the entry, otherwise the row's name.
        """
        project, person_id = self.project_of(row), None if self.person is None else self.person.id
        entry_text = row.name if entry_text is None else entry_text
        if action in GROWING:
            self.grown.add(project.id)
        salt = new_salt()
        words = words_digest(salt, entry_text)
        project.trail = digest = trail_digest(project.trail, moment_text(self.moment), action, words)
        entry = EventRow(
            project_id=project.id,
            person_id=person_id,
            who="",
            at=self.moment,
            action=action,
            what=entry_text,
            digest=digest,
            salt=salt,
            words=words,
        )
        self.session.add(entry)

    def _looked_up(self, kind: type[AnyRow], public_id: str) -> "_RowWithRight[AnyRow] | None":
        lookup = _lookup(self.person_id is None, kind)  # type: ignore[arg-type]
        result_row = self.run(lookup, public_id=public_id).one_or_none()
        return None if result_row is None else _RowWithRight(result_row[0], result_row[1], Right(result_row[2]))

    def _deleted_parent(self, match: "_RowWithRight[AnyRow]") -> NamedRow | None:
        """Return the deleted project that a row belongs to, or a campaign's deleted test set; None if there is none."""
        if match.project.deleted is not None:
            return None if match.project is match.row else match.project
        of = self.session.get_one(SetRow, match.row.test_set_id) if isinstance(match.row, CampaignRow) else None
        return None if of is None or of.deleted is None else of


@dataclass(frozen=True)
class _RowWithRight(Generic[AnyRow]):
    """A row, its project, and the person's right on the project."""

    row: AnyRow
    project: ProjectRow
    right: Right


def _readable(is_server: bool, *columns: Any) -> Select[Any]:
    if is_server:
        return select(*columns, literal(int(Right.OWN)).label("right")).select_from(ProjectRow)
    return select(*columns, RIGHTS.c.right).select_from(ProjectRow).join(RIGHTS, RIGHTS.c.project_id == ProjectRow.id)


def _rows_with_rights(is_server: bool, kind: type[NamedRow | LinkRow]) -> Select[Any]:
    """Return the query for rows of a kind, or for projects, each with its project and the person's right."""
    statement = _readable(is_server, kind, ProjectRow)
    if issubclass(kind, ProjectPart | LinkRow):
        return statement.join(kind, kind.project_id == ProjectRow.id)
    return statement


@cache
def _lookup(is_server: bool, kind: type[NamedRow | LinkRow]) -> Select[Any]:
    """Return the query for a row by its public id, built once, because nearly every request begins with it."""
    return _rows_with_rights(is_server, kind).where(kind.public_id == bindparam("public_id"))


def add_row(session: Session, row: NewRow) -> NewRow:
    """Add a row to the database and return it with its id."""
    session.add(row)
    session.flush()
    return row


def not_found_error(kind: type[NamedRow], public_id: str) -> WorkspaceError:
    """Return the error for a row that does not exist, was deleted or may not be read, in the same words for each."""
    return WorkspaceError(f"There is no {KINDS[kind]} {public_id!r}; it may have been deleted.")


def find_person(session: Session, public_id: str) -> PersonRow:
    """Return the person of this id; raise ``WorkspaceError`` if there is none."""
    row = session.scalar(select(PersonRow).where(PersonRow.public_id == public_id))
    if row is None:
        raise WorkspaceError(f"There is no person {public_id!r} any more; sign in again, or reload the page.")
    return row
