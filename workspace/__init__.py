"""The workspace: projects with test sets, their versions, views and rating campaigns, kept in a database.

Other packages need only ``Workspace``. ``archive`` writes a project as plain files and reads it again, and ``backup``
copies the database. The package imports scoring, and nothing of a dashboard.
"""

from .campaigns.seats import BlindCampaign as BlindCampaign
from .campaigns.seats import BlindSegment as BlindSegment
from .campaigns.seats import Desk as Desk
from .campaigns.seats import RatingQuestion as RatingQuestion
from .campaigns.seats import Seat as Seat
from .lectures import ANSWERED_BOTH as ANSWERED_BOTH
from .lectures import Lecture as Lecture
from .lectures import Stage as Stage
from .projects.glossaries import KeptGlossary as KeptGlossary
from .storage.records import Campaign as Campaign
from .storage.records import DeletedRecord as DeletedRecord
from .storage.records import Event as Event
from .storage.records import KeptSet as KeptSet
from .storage.records import Person as Person
from .storage.records import PersonUse as PersonUse
from .storage.records import Project as Project
from .storage.records import ProjectMember as ProjectMember
from .storage.records import Rater as Rater
from .storage.records import RecentUse as RecentUse
from .storage.records import SavedView as SavedView
from .storage.records import SeenVerdict as SeenVerdict
from .storage.records import ShareLink as ShareLink
from .storage.records import Version as Version
from .storage.room import Quotas as Quotas
from .tables.errors import DamagedError as DamagedError
from .tables.errors import ForbiddenError as ForbiddenError
from .tables.errors import NoPlaceError as NoPlaceError
from .tables.errors import NoSeatError as NoSeatError
from .tables.errors import UnavailableError as UnavailableError
from .tables.errors import WorkspaceError as WorkspaceError
from .tables.transaction import Action as Action
from .tables.transaction import Right as Right
from .versions.changes import Changes as Changes
from .versions.changes import NameChanges as NameChanges
from .workspace import KEPT_FOR as KEPT_FOR
from .workspace import Workspace as Workspace
