"""What can go wrong with what is kept, as one sentence that a person can act on."""

from collections.abc import Sequence
from pathlib import Path

RESTORE = "restore a backup: bleuscope restore FILE --replace."
"""What to do about damage; FILE is the backup."""


class WorkspaceError(ValueError):
    """What is asked for is not there, cannot be done, or the database does not let us."""


class UnavailableError(WorkspaceError):
    """The database cannot be reached, or has no room or no time for it now. Visitors read what it says, too."""

    def __init__(self, message: str, for_operator: str = "") -> None:
        """``for_operator`` also says where the database is, and why."""
        super().__init__(message)
        self.for_operator = for_operator or message
        """Message for who runs the server."""


class NoPlaceError(UnavailableError):
    """The folder or the file of the database cannot be written, or not be opened."""


class NoRoomError(UnavailableError):
    """The disk has no room for what is to be kept."""


class DamagedFileError(UnavailableError):
    """The file of the database is damaged."""

    def __init__(self, file: Path, what: str) -> None:
        """``what`` is damaged, with names of what people keep: only who runs the server reads them."""
        self.file, self.what = file, what
        damage = "file of the workspace is damaged"
        super().__init__(f"The {damage}; {RESTORE}", f"{file}: the {damage} ({what}); {RESTORE}")


class NoWorkspaceError(UnavailableError):
    """The file never was a workspace, and is left as it is."""

    def __init__(self, file: Path, what: str) -> None:
        """``what`` the file is instead."""
        super().__init__(
            f"The file of the workspace is {what}.",
            f"{file}: is no workspace but {what}; it was not changed. Name another file, or move this one away.",
        )


class DamagedError(WorkspaceError):
    """A version of a test set whose columns are not what was once kept."""


class ChangedTrailError(WorkspaceError):
    """Trails that are not as they were written; nothing is damaged."""

    def __init__(self, where: str, names: Sequence[str]) -> None:
        """``names`` are those of the projects, and ``where`` is what holds them."""
        trails = "trail" if len(names) == 1 else "trails"
        super().__init__(
            f"{where}: nothing is damaged, but an entry was changed, removed or put in afterwards in the {trails} of"
            f" {', '.join(names)}. Backups are made as before."
        )


class NoSeatError(WorkspaceError):
    """A rater's secret, a campaign's token or a code, also of a class, that leads nowhere."""


class ForbiddenError(WorkspaceError):
    """The person may read the thing, but not do this; the message says which right it takes."""
