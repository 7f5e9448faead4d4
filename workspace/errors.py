"""What can go wrong with what is kept, as one sentence that a person can act on."""


class WorkspaceError(ValueError):
    """What is asked for is not there, cannot be done, or the database does not let us."""


class UnavailableError(WorkspaceError):
    """The database cannot be reached, or has no room or no time for it now."""


class NoPlaceError(UnavailableError):
    """The folder or the file of the database cannot be written, or not be opened."""


class DamagedError(WorkspaceError):
    """A version of a test set whose columns are not what was once kept."""


class NoSeatError(WorkspaceError):
    """A rater's secret, a campaign's token or a code, also of a class, that leads nowhere."""


class ForbiddenError(WorkspaceError):
    """What is asked for may be read by who asks, but not this; it says which right it takes."""
