"""What outlives the server: projects with test sets, their versions, views and campaigns of rating, in a database.

``Workspace`` is all that others need; ``archive`` writes a project as plain files and reads it again, ``backup`` copies
the database. It imports scoring, and nothing of a dashboard.
"""

from .campaigns.blind import BlindCampaign, BlindSegment, Desk, RatingQuestion, Seat
from .lectures import Lecture, Stage
from .storage.records import (
    Campaign,
    DeletedRecord,
    Event,
    KeptSet,
    Person,
    PersonUse,
    Project,
    ProjectMember,
    Rater,
    RecentUse,
    SavedView,
    ShareLink,
    Version,
)
from .storage.room import Quotas
from .tables.errors import DamagedError, ForbiddenError, NoPlaceError, NoSeatError, UnavailableError, WorkspaceError
from .tables.rights import Action, Right
from .versions.changes import Changes, NameChanges
from .workspace import KEPT_FOR, Workspace

__all__ = [
    "KEPT_FOR",
    "Action",
    "BlindCampaign",
    "BlindSegment",
    "Campaign",
    "Changes",
    "DamagedError",
    "DeletedRecord",
    "Desk",
    "Event",
    "ForbiddenError",
    "KeptSet",
    "Lecture",
    "NameChanges",
    "NoPlaceError",
    "NoSeatError",
    "Person",
    "PersonUse",
    "Project",
    "ProjectMember",
    "Quotas",
    "Rater",
    "RatingQuestion",
    "RecentUse",
    "Right",
    "SavedView",
    "Seat",
    "ShareLink",
    "Stage",
    "UnavailableError",
    "Version",
    "Workspace",
    "WorkspaceError",
]
