"""What is known of kept things, without what they hold."""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from scoring.rating import CampaignPlan

from ..tables.rights import Right
from ..versions.changes import Changes


@dataclass(frozen=True)
class NamedRecord:
    """What all have that people name."""

    id: str
    """32 hexadecimal digits that nobody can guess"""
    name: str
    note: str
    created: datetime
    changed: datetime


@dataclass(frozen=True)
class Project(NamedRecord):
    """A room for test sets, views and campaigns."""

    archived: datetime | None
    """since when it is put aside; None while it is not"""
    n_test_sets: int
    right: Right
    """Right of who asks."""
    owner: str
    """the name of the first of those who own it; empty where nobody does but the server's operator"""


@dataclass(frozen=True)
class Version:
    """What a test set held from one change to the next; it never changes itself."""

    number: int
    """Number of the version, from 1."""
    identity: str
    fingerprint: str
    created: datetime
    n_segments: int
    systems: tuple[str, ...]
    references: tuple[str, ...]
    judgments: tuple[str, ...]
    """names of scores, errors and preferences"""
    changes: Changes
    """against the version before"""


@dataclass(frozen=True)
class KeptSet(NamedRecord):
    """A test set in a project."""

    project_id: str
    newest: Version
    n_versions: int


@dataclass(frozen=True)
class SavedView(NamedRecord):
    """An address of the dashboard, with a name."""

    project_id: str
    address: str


@dataclass(frozen=True)
class Rater:
    """Who sits on a place of a campaign, or sat there last."""

    place: int
    """from 0"""
    name: str
    n_done: int
    """items of the place that have an answer, also of who sat there before"""
    n_items: int
    joined: datetime
    finished: datetime | None
    released: datetime | None
    """since when another rater may take the place"""
    answered: datetime | None
    """Time of the last answer of the place."""
    before: tuple[str, ...] = ()
    """the names of those who sat there before and whose answers count"""

    @property
    def names(self) -> str:
        """Name of the rater; where the answers of several count as one rater's, the name of the last."""
        return ", ".join((*self.before, self.name))

    @property
    def is_rating(self) -> bool:
        """Whether they sit there, and have not finished."""
        return self.finished is None and self.released is None

    @property
    def is_idle(self) -> bool:
        """Whether they sit there, and have answered nothing so far."""
        return self.is_rating and (self.answered is None or self.answered < self.joined)


@dataclass(frozen=True)
class Campaign(NamedRecord):
    """A task of rating, about one version of a test set."""

    project_id: str
    test_set: str
    """its id"""
    number: int
    """Number of the version."""
    plan: CampaignPlan
    sizes: tuple[int, ...]
    """how many items each place has"""
    token: str
    """lets everybody who has it take a place, as the code does; both are empty for who may only read the project"""
    code: str
    closed: datetime | None
    """since when no answers are taken; None while they are"""
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
        """When the last answer came: what was computed of the ratings is right as long as that stays."""
        return max((rater.answered for rater in self.raters if rater.answered is not None), default=None)


@dataclass(frozen=True)
class DeletedRecord:
    """What was deleted, and can still come back."""

    kind: str
    """project, test set, view or campaign"""
    id: str
    name: str
    deleted: datetime
    gone: datetime
    """Time when it is really deleted."""
    right: Right
    """Right of who asks on its project; to delete it for good takes OWN."""


ACCOUNT: Literal["account"] = "account"
VISITOR: Literal["visitor"] = "visitor"


@dataclass(frozen=True)
class Person:
    """Whose things are: an account that has signed in, or a visitor, whom a browser knows by a secret."""

    id: str
    kind: Literal["account", "visitor"]
    name: str
    email: str
    """verified; empty where there is none"""
    created: datetime
    seen: datetime
    """Time of the last visit, to an hour."""


@dataclass(frozen=True)
class PersonUse:
    """What a person owns; a project that several own counts for the first of them."""

    person: Person
    n_projects: int
    """Number of projects that are not deleted."""
    n_bytes: int


@dataclass(frozen=True)
class ProjectMember:
    """Who has a right on a project."""

    id: str
    """Id of this right, not of the person."""
    name: str
    email: str
    right: Right
    since: datetime
    is_known: bool
    """whether it is a person; else it is an address with which nobody has signed in yet"""


@dataclass(frozen=True)
class ShareLink:
    """What gives everybody who has its token a right on a project."""

    id: str
    name: str
    right: Right
    token: str
    created: datetime
    expires: datetime | None
    taken_back: datetime | None
    is_open: bool
    """neither expired nor taken back"""


@dataclass(frozen=True)
class Event:
    """What was done to a project."""

    at: datetime
    who: str
    """the person's name; empty for the server's operator"""
    action: str
    """one of ``Action``"""
    what: str
    """the name of the thing"""


@dataclass(frozen=True)
class RecentUse:
    """What somebody used."""

    test_set: KeptSet
    project: Project
    seen: datetime
