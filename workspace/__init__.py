"""What outlives the server: projects with test sets, their versions, views and campaigns of rating, in a database.

``Workspace`` is all that others need; ``archive`` writes a project as plain files and reads it again, ``backup`` copies
the database. It imports scoring, and nothing of a dashboard.
"""

from .blind import BlindCampaign, Desk, Line, Question, Seat
from .changes import Changes, Names
from .errors import DamagedError, ForbiddenError, NoPlaceError, NoSeatError, UnavailableError, WorkspaceError
from .lectures import Lecture, Stage
from .quotas import Quotas
from .records import (
    Campaign,
    Deleted,
    Event,
    KeptSet,
    Link,
    Member,
    Person,
    PersonUse,
    Project,
    Rater,
    Recent,
    Version,
    View,
)
from .rights import Action, Right
from .workspace import KEPT_FOR, Workspace

__all__ = [
    "KEPT_FOR",
    "Action",
    "BlindCampaign",
    "Campaign",
    "Changes",
    "DamagedError",
    "Deleted",
    "Desk",
    "Event",
    "ForbiddenError",
    "KeptSet",
    "Lecture",
    "Line",
    "Link",
    "Member",
    "Names",
    "NoPlaceError",
    "NoSeatError",
    "Person",
    "PersonUse",
    "Project",
    "Question",
    "Quotas",
    "Rater",
    "Recent",
    "Right",
    "Seat",
    "Stage",
    "UnavailableError",
    "Version",
    "View",
    "Workspace",
    "WorkspaceError",
]
