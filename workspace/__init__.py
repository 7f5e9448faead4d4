"""What outlives the server: projects with test sets, their versions, views and campaigns of rating, in a database.

``Workspace`` is all that others need; ``archive`` writes a project as plain files and reads it again, ``backup`` copies
the database. It imports scoring, and nothing of a dashboard.
"""

from .blind import BlindCampaign, BlindSegment, Desk, RatingQuestion, Seat
from .changes import Changes, NameChanges
from .errors import DamagedError, ForbiddenError, NoPlaceError, NoSeatError, UnavailableError, WorkspaceError
from .lectures import Lecture, Stage
from .quotas import Quotas
from .records import (
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
from .rights import Action, Right
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
