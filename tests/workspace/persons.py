"""Who asks for what is kept, and at what time."""

from collections.abc import Callable
from datetime import UTC, datetime

import pytest

from workspace import Workspace, WorkspaceError

START = datetime(2026, 1, 31, 12, tzinfo=UTC)


class Clock:
    """A time that a test sets."""

    def __init__(self) -> None:
        self.time = START

    def __call__(self) -> datetime:
        return self.time


def signed_in(kept: Workspace, name: str) -> Workspace:
    """The workspace of an account of this name."""
    return kept.as_(kept.sign_in("https://p.example", name, name, f"{name}@example.org").id)


def said(act: Callable[[], object]) -> WorkspaceError:
    """The error that it ends with."""
    with pytest.raises(WorkspaceError) as found:
        act()
    return found.value
