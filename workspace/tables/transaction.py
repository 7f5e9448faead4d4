"""One transaction for one person: what it finds they may read, and what it changes they may change.

Who may do what with a project is a right; what is noted of their use is an action.
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
Found = TypeVar("Found", bound=NamedRow | LinkRow)


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
"""Parameters of statements: the person's id, and the moment."""


def link_is_open(moment: ColumnElement[datetime] | datetime) -> ColumnElement[bool]:
    """Return whether a link gives its right at this moment."""
    return LinkRow.taken_back.is_(None) & or_(LinkRow.expires.is_(None), LinkRow.expires > moment)


def is_known_owner(project_id: int) -> ColumnElement[bool]:
    """Return whether a member owns a project, and is a person."""
    return (MemberRow.project_id == project_id) & (MemberRow.right == Right.OWN) & MemberRow.person_id.is_not(None)


def has_accepted(member: type[MemberRow]) -> ColumnElement[bool]:
    """Return whether a member has done something in the project since they got their right.

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


class Transaction:
    """A transaction on behalf of a person, or, without one, of the server's operator, who may do all."""

    def __init__(self, session: Session, person_id: str | None, moment: datetime) -> None:
        self.session = session
        self.person_id = person_id
        self.moment = moment
        self.grown: set[int] = set()
        """projects that take more room than before"""

    @cached_property
    def person(self) -> PersonRow | None:
        """Who asks; ``WorkspaceError`` for a person who is not known any more."""
        return None if self.person_id is None else person_of(self.session, self.person_id)

    def readable(self, *what: Any) -> Select[Any]:
        """``what`` in the projects that the person may read, deleted ones, too; their right comes after it.

        To be run by ``run``.
        """
        return _readable(self.person_id is None, *what)

    def run(self, statement: Select[Any], **parameters: object) -> Result[*tuple[Any, ...]]:
        """Return a statement that asks for rights."""
        return self.session.execute(statement, {WHO: self.person_id, AT: self.moment, **parameters})

    def find(self, kind: type[Row], public_id: str, right: Right = Right.READ) -> Row:
        """Return the row of that id.

        ``WorkspaceError``, just the same one, where there is none, it or what it is in was deleted, or the person may
        not read it; ``ForbiddenError`` where they may, but have not the right that is needed.
        """
        found = self._looked_up(kind, public_id)
        if found is None or found.row.deleted is not None or self._gone(found) is not None:
            raise none_of(kind, public_id)
        found.right.check(right)
        return found.row

    def find_any(
        self,
        public_id: str,
        is_deleted: bool | None = False,
        right: Right = Right.READ,
        of_project: Right | None = None,
    ) -> NamedRow:
        """Return the thing of that id, of any kind, deleted or not.

        A project may take another right than what is in it. Errors as of ``find``, and a ``WorkspaceError`` for what
        is in something deleted.
        """
        for kind in KINDS:
            found = self._looked_up(kind, public_id)
            if found is not None and is_deleted in (None, found.row.deleted is not None):
                row, gone = found.row, self._gone(found)
                found.right.check(right if of_project is None or found.project is not row else of_project)
                if is_deleted is None or gone is None:
                    return row
                of = f"{KINDS[type(gone)]} {gone.name!r}"
                raise WorkspaceError(f"The {of} that this belonged to is deleted; undo that first.")
        what = f"deleted {ANY_KIND}" if is_deleted else ANY_KIND
        raise WorkspaceError(f"There is no {what} {public_id!r}; what is deleted is gone after a time.")

    def right_on(self, project: ProjectRow) -> Right:
        """Return the person's right on a project that they may read."""
        found = self._looked_up(ProjectRow, project.public_id)
        return Right.READ if found is None else found.right

    def find_link(self, public_id: str, right: Right) -> LinkRow:
        """Return the link of that id; errors as of ``find``."""
        found = self._looked_up(LinkRow, public_id)
        if found is None or found.project.deleted is not None:
            raise WorkspaceError(f"There is no link {public_id!r}; its project may have been deleted.")
        found.right.check(right)
        return found.row

    def deleted(self, kind: type[Row]) -> Sequence[tuple[Row, Right]]:
        """Return what was deleted and the person can bring back; their right."""
        deleted = _held(self.person_id is None, kind).where(kind.deleted.is_not(None))
        needed = Right.OWN if kind is ProjectRow else Right.EDIT
        return [(row, Right(right)) for row, _, right in self.run(deleted) if right >= needed]

    def project_of(self, row: NamedRow | LinkRow) -> ProjectRow:
        """That in which it is; of a project itself."""
        if isinstance(row, ProjectPart | LinkRow):
            return self.session.get_one(ProjectRow, row.project_id)
        if isinstance(row, ProjectRow):
            return row
        raise TypeError(f"Expected a project, or what is in one; found {type(row).__name__}.")

    def lock(self, find: Callable[[], Found]) -> Found:
        """Return what is found once nobody else can change what is in its project, or the rights on it, until the end."""
        project_id = self.project_of(find()).id
        self.session.execute(select(ProjectRow.id).where(ProjectRow.id == project_id).with_for_update())
        self.session.expire_all()
        return find()

    def lock_all(self, project_ids: Iterable[int]) -> Sequence[ProjectRow]:
        """Projects that nobody else can change until the end; always in one order, so that no two wait for another."""
        wanted = select(ProjectRow).where(ProjectRow.id.in_([*project_ids])).order_by(ProjectRow.id)
        return self.session.scalars(wanted.with_for_update().execution_options(populate_existing=True)).all()

    def change(self, find: Callable[[], Row]) -> Row:
        """Return what is found, locked, with this moment as the time at which it and its project changed."""
        row = self.lock(find)
        row.changed = self.project_of(row).changed = self.moment
        return row

    def new_project(self, name: str, note: str, created: datetime, action: Action) -> ProjectRow:
        """Return a project that the person owns; name and note were checked."""
        row = add_row(self.session, ProjectRow(name=name, note=note, created=created, changed=self.moment))
        if self.person is not None:
            whose, moment = self.person.id, self.moment
            self.session.add(MemberRow(project_id=row.id, person_id=whose, email=None, right=Right.OWN, since=moment))
        self.note(row, action)
        return row

    def note(self, row: NamedRow | LinkRow, action: Action, what: str | None = None) -> None:
        """Keeps who did what, to the thing of this name, else to ``row``; its project is locked, or new."""
        project, person_id = self.project_of(row), None if self.person is None else self.person.id
        what = row.name if what is None else what
        if action in GROWING:
            self.grown.add(project.id)
        salt = new_salt()
        words = words_digest(salt, what)
        project.trail = digest = trail_digest(project.trail, moment_text(self.moment), action, words)
        entry = EventRow(
            project_id=project.id,
            person_id=person_id,
            who="",
            at=self.moment,
            action=action,
            what=what,
            digest=digest,
            salt=salt,
            words=words,
        )
        self.session.add(entry)

    def _looked_up(self, kind: type[Found], public_id: str) -> "_LookedUp[Found] | None":
        lookup = _lookup(self.person_id is None, kind)  # type: ignore[arg-type]
        found = self.run(lookup, public_id=public_id).one_or_none()
        return None if found is None else _LookedUp(found[0], found[1], Right(found[2]))

    def _gone(self, found: "_LookedUp[Found]") -> NamedRow | None:
        """Return what is deleted of that in which it is: its project, or the test set of a campaign."""
        if found.project.deleted is not None:
            return None if found.project is found.row else found.project
        of = self.session.get_one(SetRow, found.row.test_set_id) if isinstance(found.row, CampaignRow) else None
        return None if of is None or of.deleted is None else of


@dataclass(frozen=True)
class _LookedUp(Generic[Found]):
    """A row, its project, and the right on it."""

    row: Found
    project: ProjectRow
    right: Right


def _readable(is_server: bool, *what: Any) -> Select[Any]:
    if is_server:
        return select(*what, literal(int(Right.OWN)).label("right")).select_from(ProjectRow)
    return select(*what, RIGHTS.c.right).select_from(ProjectRow).join(RIGHTS, RIGHTS.c.project_id == ProjectRow.id)


def _held(is_server: bool, kind: type[NamedRow | LinkRow]) -> Select[Any]:
    """Return what of a kind is in projects, or these, and the projects."""
    statement = _readable(is_server, kind, ProjectRow)
    if issubclass(kind, ProjectPart | LinkRow):
        return statement.join(kind, kind.project_id == ProjectRow.id)
    return statement


@cache
def _lookup(is_server: bool, kind: type[NamedRow | LinkRow]) -> Select[Any]:
    """Made once, for this is what everything begins with."""
    return _held(is_server, kind).where(kind.public_id == bindparam("public_id"))


def add_row(session: Session, row: NewRow) -> NewRow:
    """Return the row, which has an id now."""
    session.add(row)
    session.flush()
    return row


def none_of(kind: type[NamedRow], public_id: str) -> WorkspaceError:
    """Return what is said alike of what is not there, was deleted, and may not be read."""
    return WorkspaceError(f"There is no {KINDS[kind]} {public_id!r}; it may have been deleted.")


def person_of(session: Session, public_id: str) -> PersonRow:
    """``WorkspaceError`` where there is none of that id."""
    row = session.scalar(select(PersonRow).where(PersonRow.public_id == public_id))
    if row is None:
        raise WorkspaceError(f"There is no person {public_id!r} any more; sign in again, or reload the page.")
    return row
