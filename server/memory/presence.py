"""Whether a visitor still has a page open."""

from collections.abc import Callable, Iterable
from time import monotonic

from server.streamlit_patches.script_runs import is_session_active

APART = ":"
"""Stands in a visitor's id between their session's id, which is known to the server, and the rest."""
GRACE_SECONDS = 120
"""For how long a visitor whose connection broke counts as one who stays: so long Streamlit keeps their session."""


def session_of(visitor: str) -> str:
    """The session's id in a visitor's, or the same where it is one."""
    return visitor.partition(APART)[0]


def is_here(visitor: str) -> bool:
    """Whether their browser is connected; always where no server runs."""
    return is_session_active(session_of(visitor))


class Presence:
    """Who stays, though their connection may break for ``GRACE_SECONDS``. It has to look often."""

    def __init__(self, is_here: Callable[[str], bool] = is_here, clock: Callable[[], float] = monotonic) -> None:
        self._is_here = is_here
        self._clock = clock
        self._seen: dict[str, float] = {}  # session -> when it was here, or when it was first missed

    def look(self, visitors: Iterable[str]) -> None:
        """Notes which of them are here, and forgets all others."""
        now, before = self._clock(), self._seen
        sessions = set(map(session_of, visitors))
        self._seen = {who: now if self._is_here(who) else before.get(who, now) for who in sessions}

    def stays(self, visitor: str) -> bool:
        """Also of one who was never looked at."""
        now = self._clock()
        return self._is_here(visitor) or now - self._seen.get(session_of(visitor), now) <= GRACE_SECONDS
