"""Errors of the workspace, each with one sentence that a person can act on."""

from collections.abc import Sequence
from pathlib import Path

RESTORE = "restore a backup: bleuscope restore FILE --replace."
"""Advice for a damaged workspace; FILE is the backup."""


class WorkspaceError(ValueError):
    """A request that names something unknown, is not possible, or that the database refuses."""


class UnavailableError(WorkspaceError):
    """The database cannot be reached, or has no room or no time for a request now; visitors read the message, too."""

    def __init__(self, message: str, for_operator: str = "") -> None:
        """Set the messages; ``for_operator`` also says where the database is and why it is not available."""
        super().__init__(message)
        self.for_operator = for_operator or message
        """Message for the person who runs the server."""


class NoPlaceError(UnavailableError):
    """The folder or file of the database cannot be opened or written."""


class NoRoomError(UnavailableError):
    """The disk has no room for the data to be kept."""


class DamagedFileError(UnavailableError):
    """The file of the database is damaged."""

    def __init__(self, file: Path, damage: str) -> None:
        """Set the messages; ``damage`` may name people's data, and only the operator reads it."""
        self.file, self.damage = file, damage
        clause = "file of the workspace is damaged"
        super().__init__(f"The {clause}; {RESTORE}", f"{file}: the {clause} ({damage}); {RESTORE}")


class NoWorkspaceError(UnavailableError):
    """The file was never a workspace; it is left unchanged."""

    def __init__(self, file: Path, kind: str) -> None:
        """Set the messages; ``kind`` says what kind of file it is instead."""
        super().__init__(
            f"The file of the workspace is {kind}.",
            f"{file}: is no workspace but {kind}; it was not changed. Name another file, or move this one away.",
        )


class DamagedError(WorkspaceError):
    """A version of a test set whose columns differ from the columns that were kept."""


class ChangedTrailError(WorkspaceError):
    """Trails with entries that were changed later; the database itself is not damaged."""

    def __init__(self, location: str, names: Sequence[str]) -> None:
        """Set the message; ``names`` are the projects' names, and ``location`` names the file or database with them."""
        trails = "trail" if len(names) == 1 else "trails"
        super().__init__(
            f"{location}: nothing is damaged, but an entry was changed, removed or put in afterwards in the {trails} of"
            f" {', '.join(names)}. Backups are made as before."
        )


class NoSeatError(WorkspaceError):
    """A rater's secret, a campaign's token, or a code of a campaign or class, that is not valid."""


class ForbiddenError(WorkspaceError):
    """The person may read the project, but not do this; the message names the right that is needed."""
