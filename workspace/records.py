"""What is known of kept things, without what they hold."""

from dataclasses import dataclass
from datetime import datetime

from .changes import Changes


@dataclass(frozen=True)
class Thing:
    """What all have that people name."""

    id: str
    """32 hexadecimal digits that nobody can guess"""
    name: str
    note: str
    created: datetime
    changed: datetime


@dataclass(frozen=True)
class Project(Thing):
    """A room for test sets and views."""

    archived: datetime | None
    """since when it is put aside; None while it is not"""
    n_test_sets: int


@dataclass(frozen=True)
class Version:
    """What a test set held from one change to the next; it never changes itself."""

    number: int
    """from 1"""
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
class KeptSet(Thing):
    """A test set in a project."""

    project_id: str
    newest: Version
    n_versions: int


@dataclass(frozen=True)
class View(Thing):
    """An address of the dashboard, with a name."""

    project_id: str
    address: str


@dataclass(frozen=True)
class Deleted:
    """What was deleted, and can still come back."""

    kind: str
    """project, test set or view"""
    id: str
    name: str
    deleted: datetime
    gone: datetime
    """when it is really deleted"""
