"""Who has a page open, for those who administer the server: since when, and when they last did anything."""

import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import cache

from server.memory.presence import is_here
from ui.session import state
from ui.store import kept, people
from workspace import WorkspaceError


@dataclass(frozen=True)
class Session:
    """A page that is open in a browser."""

    visitor: str
    """its id for the stores that all sessions share"""
    person: str
    """the id of whose it is; empty where they have kept nothing, and where the server knows no persons"""
    since: datetime
    last: datetime
    """when its script last ran"""


class Sessions:
    """Those that are open. One that was closed is forgotten when the next one comes, or when somebody asks."""

    def __init__(
        self,
        is_here: Callable[[str], bool] = is_here,
        clock: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        self._is_here = is_here
        self._clock = clock
        self._known: dict[str, Session] = {}
        self._lock = threading.Lock()

    def note(self, visitor: str, person: str) -> None:
        """At each run of a visitor's script."""
        now = self._clock()
        with self._lock:
            known = self._known.get(visitor)
            if known is None:
                self._forget_closed()
                known = Session(visitor, person, now, now)
            self._known[visitor] = replace(known, person=person, last=now)

    def here(self) -> list[Session]:
        """Those that are open, in the order in which they came."""
        with self._lock:
            self._forget_closed()
            return list(self._known.values())

    def _forget_closed(self) -> None:
        self._known = {visitor: known for visitor, known in self._known.items() if self._is_here(visitor)}


@cache
def sessions() -> Sessions:
    """Those of this server."""
    return Sessions()


def note_session() -> None:
    """For the shell, at each run. Whose page it is is looked up once, and again after somebody else has signed in."""
    known, person = state.widget_value(people.PERSON, ("", people.NOBODY))
    if known != people.known_by():
        with suppress(WorkspaceError):  # the page says it where it matters
            person = people.person(kept.server_workspace()) or people.NOBODY
    sessions().note(state.visitor(), person)
