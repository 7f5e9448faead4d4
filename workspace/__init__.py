"""What outlives the server: projects with test sets, their versions, and views, in a database.

``Workspace`` is all that others need; ``archive`` writes a project as plain files and reads it again, ``backup`` copies
the database. It imports scoring, and nothing of a dashboard.
"""

from .changes import Changes, Names
from .errors import DamagedError, WorkspaceError
from .records import Deleted, KeptSet, Project, Version, View
from .workspace import KEPT_FOR, Workspace

__all__ = [
    "KEPT_FOR",
    "Changes",
    "DamagedError",
    "Deleted",
    "KeptSet",
    "Names",
    "Project",
    "Version",
    "View",
    "Workspace",
    "WorkspaceError",
]
