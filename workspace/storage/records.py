"""Records of projects, test sets, versions and campaigns, made from rows of the tables, without the texts."""

import json
import re
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, fields
from datetime import datetime, timedelta
from typing import Any, Literal, TypeVar, cast

from sqlalchemy import ColumnElement, ScalarSelect, func, select
from sqlalchemy.orm import Session

from scoring.rating import CampaignPlan
from scoring.text.naming import NAME_LENGTH

from ..tables.errors import WorkspaceError
from ..tables.schema import (
    Base,
    EventRow,
    LinkRow,
    MemberRow,
    NamedRow,
    PersonRow,
    ProjectPart,
    ProjectRow,
    SetRow,
    VersionRow,
    ViewRow,
)
from ..tables.transaction import KINDS, Right, Transaction, not_found_error
from ..versions.changes import Changes
from ..versions.manifest import JUDGMENTS, REFERENCE, SYSTEM, Manifest


@dataclass(frozen=True)
class NamedRecord:
    """Fields that all records with a name have."""

    id: str
    """Id of 32 hexadecimal digits that nobody can guess."""
    name: str
    note: str
    created: datetime
    changed: datetime


@dataclass(frozen=True)
class Project(NamedRecord):
    """A project: it contains test sets, views and campaigns."""

    archived: datetime | None
    """Time at which the project was archived; None if it is not archived."""
    n_test_sets: int
    right: Right
    """The person's right on the project."""
    owner: str
    """Name of the first person who owns the project; empty if nobody but the server's operator does."""


@dataclass(frozen=True)
class Version:
    """One state of a test set; a version never changes."""

    number: int
    """Number of the version, from 1."""
    identity: str
    fingerprint: str
    created: datetime
    n_segments: int
    systems: tuple[str, ...]
    references: tuple[str, ...]
    judgments: tuple[str, ...]
    """Names of the scores, errors and preferences."""
    changes: Changes
    """Changes since the version before."""


@dataclass(frozen=True)
class KeptSet(NamedRecord):
    """A test set in a project."""

    project_id: str
    metrics: str
    """Metrics chosen for the test set, as an address has them; empty for the usual ones."""
    baseline: str
    """Name of the baseline chosen for the test set, which the newest version need not have; empty for none."""
    ignored: str
    """Rules by which findings of checks are ignored, as an address has them; empty for none."""
    kept_faults: str
    """Findings of the doctor that are kept as faults of systems, as an address has them; empty for none."""
    glossary: str
    """Name of the glossary file that is kept with the test set; empty for none."""
    glossary_checksum: str
    """Checksum of the glossary file, which differs for another file of the same name; empty for none."""
    newest: Version
    n_versions: int


@dataclass(frozen=True)
class SavedView(NamedRecord):
    """An address of the dashboard, with a name."""

    project_id: str
    address: str


@dataclass(frozen=True)
class Rater:
    """A rater who has a place of a campaign, or had it last."""

    place: int
    """Number of the place, from 0."""
    name: str
    n_done: int
    """Number of items of the place that have an answer, also from earlier raters."""
    n_items: int
    joined: datetime
    finished: datetime | None
    released: datetime | None
    """Time since which another rater may take the place; None if the rater has it."""
    answered: datetime | None
    """Time of the last answer of the place; None without one."""
    before: tuple[str, ...] = ()
    """Names of earlier raters of the place whose answers count."""

    @property
    def names(self) -> str:
        """Names of all raters whose answers count at this place, the rater last."""
        return ", ".join((*self.before, self.name))

    @property
    def is_rating(self) -> bool:
        """Whether the rater has the place and has not finished."""
        return self.finished is None and self.released is None

    @property
    def is_idle(self) -> bool:
        """Whether the rater has the place and has not answered anything so far."""
        return self.is_rating and (self.answered is None or self.answered < self.joined)


@dataclass(frozen=True)
class Campaign(NamedRecord):
    """A rating campaign on one version of a test set."""

    project_id: str
    test_set: str
    """Id of the test set."""
    number: int
    """Number of the test set's version."""
    plan: CampaignPlan
    sizes: tuple[int, ...]
    """Number of items of each place."""
    token: str
    """Token that lets everybody who has it take a place, as the code does; both empty for people who may only read."""
    code: str
    closed: datetime | None
    """Time since which no answers are taken; None while they are."""
    raters: tuple[Rater, ...]
    """Raters of the places that are taken, in their order."""

    @property
    def n_items(self) -> int:
        return sum(self.sizes)

    @property
    def n_done(self) -> int:
        return sum(rater.n_done for rater in self.raters)

    @property
    def answered(self) -> datetime | None:
        """Time of the last answer, None without one; results computed from the ratings are valid until it changes."""
        return max((rater.answered for rater in self.raters if rater.answered is not None), default=None)


@dataclass(frozen=True)
class DeletedRecord:
    """A deleted project, test set, view or campaign that can still be brought back."""

    kind: str
    """Kind of the deleted thing: project, test set, view or campaign."""
    id: str
    name: str
    deleted: datetime
    gone: datetime
    """Time at which it is removed for good."""
    right: Right
    """The person's right on its project; removing it for good takes ``OWN``."""


ACCOUNT: Literal["account"] = "account"
VISITOR: Literal["visitor"] = "visitor"


@dataclass(frozen=True)
class Person:
    """A person: an account that has signed in, or a visitor, whose browser has a secret."""

    id: str
    kind: Literal["account", "visitor"]
    name: str
    email: str
    """Verified e-mail address; empty for none."""
    created: datetime
    seen: datetime
    """Time of the last visit, with a precision of an hour."""


@dataclass(frozen=True)
class PersonUse:
    """Number and size of a person's projects; a project with several owners counts for the first of them."""

    person: Person
    n_projects: int
    """Number of projects that are not deleted."""
    n_bytes: int


@dataclass(frozen=True)
class ProjectMember:
    """A person, or an e-mail address, with a right on a project."""

    id: str
    """Id of the right, not of the person."""
    name: str
    email: str
    right: Right
    since: datetime
    is_known: bool
    """Whether the member is a person, not only an address with which nobody has signed in yet."""


@dataclass(frozen=True)
class ShareLink:
    """A link that gives everybody who has its token a right on a project."""

    id: str
    name: str
    right: Right
    token: str
    created: datetime
    expires: datetime | None
    taken_back: datetime | None
    is_open: bool
    """Whether the link has neither expired nor been taken back."""


@dataclass(frozen=True)
class Event:
    """Entry of a project's trail."""

    at: datetime
    who: str
    """Name of the person; empty for the server's operator."""
    action: str
    """Name of the ``Action``."""
    what: str
    """Name of the thing that was changed."""
    digest: str = ""
    """Digest of this entry and all entries before it, without the names of the people who acted."""


@dataclass(frozen=True)
class SeenVerdict:
    """The verdict on a version of a test set that a person saw last."""

    number: int
    """Number of the version."""
    said: str
    """Sentence on which system leads, and how certain that is."""
    is_doubtful: bool
    """Whether something made the comparison doubtful."""

    def to_json(self) -> str:
        return json.dumps(asdict(self))

    @classmethod
    def of_json(cls, text: str, newest: int) -> "SeenVerdict | None":
        """Return the verdict of a JSON text; None for empty text, and for a verdict on an older version."""
        verdict = cls(**json.loads(text)) if text else None
        return verdict if verdict is not None and verdict.number == newest else None


@dataclass(frozen=True)
class RecentUse:
    """Last use of a test set by a person."""

    test_set: KeptSet
    project: Project
    seen: datetime
    verdict: SeenVerdict | None = None
    """Verdict on the newest version; None if the person has not seen it."""


HeldRow = TypeVar("HeldRow", bound=ProjectPart)
Record = TypeVar("Record")


def rows_in_project(session: Session, kind: type[HeldRow], project: ProjectRow) -> Sequence[HeldRow]:
    """Return the rows of a kind in a project that are not deleted, in the order in which they were added."""
    query = select(kind).where(kind.project_id == project.id, kind.deleted.is_(None))
    return session.scalars(query.order_by(kind.id)).all()


def as_project(transaction: Transaction, row: ProjectRow) -> Project:
    return readable_projects(transaction, ProjectRow.id == row.id)[0]


def readable_projects(transaction: Transaction, *conditions: ColumnElement[bool]) -> list[Project]:
    """Return the projects that the asking person may read, the last changed first, by one query."""
    query = transaction.readable(ProjectRow, *_project_columns()).where(*conditions)
    rows = transaction.run(query.order_by(ProjectRow.changed.desc(), ProjectRow.id.desc()))
    return [_project(*row) for row in rows]


def set_in_project(transaction: Transaction, set_id: str) -> tuple[KeptSet, Project]:
    """Return a test set and its project, by one query; raise the errors of ``Transaction.find``."""
    numbers = select(func.max(VersionRow.number)).where(VersionRow.test_set_id == SetRow.id)
    is_newest = VersionRow.number == numbers.correlate(SetRow).scalar_subquery()
    query = transaction.readable(SetRow, VersionRow, ProjectRow, *_project_columns())
    query = query.join(SetRow, SetRow.project_id == ProjectRow.id)
    query = query.join(VersionRow, (VersionRow.test_set_id == SetRow.id) & is_newest)
    is_there = SetRow.deleted.is_(None), ProjectRow.deleted.is_(None)
    result_row = transaction.run(query.where(SetRow.public_id == set_id, *is_there)).one_or_none()
    if result_row is None:
        raise not_found_error(SetRow, set_id)
    row, version, project, *project_facts = result_row
    return _as_kept_set(row, project.public_id, version), _project(project, *project_facts)


def _project_columns() -> tuple[ScalarSelect[int], ScalarSelect[str]]:
    """Return the queries for the number of a project's test sets and for its owner's name."""
    is_there = SetRow.project_id == ProjectRow.id, SetRow.deleted.is_(None)
    n_sets = select(func.count()).select_from(SetRow).where(*is_there).correlate(ProjectRow).scalar_subquery()
    owners = select(PersonRow.name).join(MemberRow, MemberRow.person_id == PersonRow.id)
    owners = owners.where(MemberRow.project_id == ProjectRow.id, MemberRow.right == Right.OWN)
    return n_sets, owners.order_by(MemberRow.id).limit(1).correlate(ProjectRow).scalar_subquery()


def _project(row: ProjectRow, n_sets: int, owner: str | None, right: int) -> Project:
    return build_record(Project, row, n_test_sets=n_sets, right=Right(right), owner=owner or "")


def as_kept_set(session: Session, row: SetRow) -> KeptSet:
    return as_kept_sets(session, [row])[0]


def as_kept_sets(session: Session, rows: Sequence[SetRow]) -> list[KeptSet]:
    """Return the test sets of rows, in their order, by two queries for all."""
    newest = newest_of_each(session, [row.id for row in rows])
    of_rows = ProjectRow.id.in_({row.project_id for row in rows})
    projects: dict[int, str] = dict(session.execute(select(ProjectRow.id, ProjectRow.public_id).where(of_rows)).all())
    return [_as_kept_set(row, projects[row.project_id], newest[row.id]) for row in rows]


def equal_set(session: Session, project: ProjectRow, name: str, identity: str) -> SetRow | None:
    """Return a project's test set with this name, also numbered, and this newest identity; None if there is none."""
    is_name = re.compile(rf"{re.escape(name)}(?: \(\d+\))?").fullmatch
    rows = [row for row in rows_in_project(session, SetRow, project) if is_name(row.name)]
    newest = newest_of_each(session, [row.id for row in rows])
    return next((row for row in rows if newest[row.id].identity == identity), None)


def free_set_name(session: Session, project: ProjectRow, name: str) -> str:
    """Return the name, or, if a test set of the project has it, the name with the first free number from 2."""
    taken_names = {row.name for row in rows_in_project(session, SetRow, project)}
    ends = ("", *(f" ({number})" for number in range(2, len(taken_names) + 2)))
    return next(free for free in (f"{name[: NAME_LENGTH - len(end)]}{end}" for end in ends) if free not in taken_names)


def _as_kept_set(row: SetRow, project_id: str, newest: VersionRow) -> KeptSet:
    return build_record(KeptSet, row, project_id=project_id, newest=as_version(newest), n_versions=newest.number)


def as_view(session: Session, row: ViewRow) -> SavedView:
    return build_record(SavedView, row, project_id=session.get_one(ProjectRow, row.project_id).public_id)


def as_version(row: VersionRow) -> Version:
    manifest = Manifest.of_json(row.manifest)
    kinds = {"systems": (SYSTEM,), "references": (REFERENCE,), "judgments": (*JUDGMENTS,)}
    names = {kind: tuple(entry.name for entry in manifest.of(*roles)) for kind, roles in kinds.items()}
    return build_record(Version, row, n_segments=manifest.n_segments, **names, changes=Changes.of_json(row.changes))


def as_deleted_record(row: NamedRow, right: Right, kept_for: timedelta) -> DeletedRecord:
    moment = row.deleted or row.changed
    return DeletedRecord(KINDS[type(row)], row.public_id, row.name, moment, moment + kept_for, right)


def as_person(row: PersonRow) -> Person:
    return build_record(Person, row)


def as_member(row: MemberRow, person: PersonRow | None) -> ProjectMember:
    name, email = (person.name, person.email) if person is not None else (row.email or "", row.email or "")
    return ProjectMember(row.public_id, name, email, Right(row.right), row.since, person is not None)


def as_link(row: LinkRow, moment: datetime) -> ShareLink:
    is_open = all(end is None or end > moment for end in (row.expires, row.taken_back))
    return build_record(ShareLink, row, right=Right(row.right), is_open=is_open)


def as_event(row: EventRow, person: PersonRow | None) -> Event:
    return Event(row.at, row.who if person is None else person.name, row.action, row.what, row.digest)


def newest_of_each(session: Session, set_ids: Sequence[int]) -> dict[int, VersionRow]:
    """Return test set -> its newest version, by the rows' ids."""
    last = select(VersionRow.test_set_id, func.max(VersionRow.number).label("number"))
    last_of = last.where(VersionRow.test_set_id.in_(set_ids)).group_by(VersionRow.test_set_id).subquery()
    is_last = (VersionRow.test_set_id == last_of.c.test_set_id) & (VersionRow.number == last_of.c.number)
    return {row.test_set_id: row for row in session.scalars(select(VersionRow).join(last_of, is_last))}


def newest_version(session: Session, row: SetRow) -> VersionRow:
    of_set = select(VersionRow).where(VersionRow.test_set_id == row.id)
    return session.scalars(of_set.order_by(VersionRow.number.desc()).limit(1)).one()


def find_version(session: Session, row: SetRow, number: int | None) -> VersionRow:
    """Return the version of this number, or the newest one; raise ``WorkspaceError`` if there is no such version."""
    if number is None:
        return newest_version(session, row)
    version = session.scalar(select(VersionRow).where(VersionRow.test_set_id == row.id, VersionRow.number == number))
    if version is None:
        last = newest_version(session, row).number
        raise WorkspaceError(f"{row.name}: there is no version {number}; there are 1 to {last}.")
    return version


def build_record(kind: Callable[..., Record], row: Base, **computed: object) -> Record:
    """Return a record with the row's values of the same names, or the ``computed`` values instead of them."""
    names = {one.name for one in fields(cast(Any, kind))} - {*computed}
    return kind(**{name: getattr(row, "public_id" if name == "id" else name) for name in names}, **computed)
