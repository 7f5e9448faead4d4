"""What outlives the server: projects with test sets, their versions, and views, in a database.

``Workspace`` is all that others need; ``archive`` writes a project as plain files and reads it again, ``backup`` copies
the database. It imports scoring, and nothing of a dashboard.
"""

from .changes import Changes, Names
from .errors import DamagedError, ForbiddenError, NoPlaceError, UnavailableError, WorkspaceError
from .quotas import Quotas
from .records import Deleted, Event, KeptSet, Link, Member, Person, PersonUse, Project, Recent, Version, View
from .rights import Action, Right
from .workspace import KEPT_FOR, Workspace

__all__ = [
    "KEPT_FOR",
    "Action",
    "Changes",
    "DamagedError",
    "Deleted",
    "Event",
    "ForbiddenError",
    "KeptSet",
    "Link",
    "Member",
    "Names",
    "NoPlaceError",
    "Person",
    "PersonUse",
    "Project",
    "Quotas",
    "Recent",
    "Right",
    "UnavailableError",
    "Version",
    "View",
    "Workspace",
    "WorkspaceError",
]
