"""What is known of kept things, without what they hold."""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from .changes import Changes
from .rights import Right


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
    right: Right
    """of who asks"""
    owner: str
    """the name of the first of those who own it; empty where nobody does but whoever runs the server"""


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
    """to an hour"""
