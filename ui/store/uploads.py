"""The decision whether a file may be uploaded, by what its visitor keeps already and by the room on the server."""

from collections.abc import Callable

from server.engine.metrics import UPLOADS_REFUSED
from server.memory.bounded_cache import LatestEntries
from server.memory.limits import MIN_BYTES, OverLimit
from server.memory.shelf import visitor_session_id
from server.streamlit_patches.script_runs import is_session_active
from ui.session import state
from ui.store import cache

EMPTIED = "{}_emptied"
"""The session's key for the number of times a file uploader was emptied."""
REMEMBERED = 1000
"""Most sessions whose last refusal is remembered."""
_refusals = LatestEntries[str, str](REMEMBERED)


def uploader_key(name: str) -> str:
    """Return the key of a file uploader; it changes when the uploader is emptied: the browser then drops its files."""
    emptied = state.widget_value(EMPTIED.format(name), 0)
    return f"{name}-{emptied}" if emptied else name


def empty_uploader(name: str) -> None:
    """Empty a file uploader; a callback."""
    key = EMPTIED.format(name)
    state.set_widget_value(key, state.widget_value(key, 0) + 1)


class Upload:
    """A file on its way. Nothing of other visitors is dropped for it before all of it has arrived.

    The file of an unknown session counts for nothing: Streamlit refuses it.
    """

    def __init__(self, session: str, n_bytes: int) -> None:
        self._session = session
        self._announced_bytes = max(n_bytes, MIN_BYTES)
        self._arrived = 0
        self._files = cache.shelf().files

    def begin(self) -> str | None:
        """Count the announced size; return why the visitor may not keep so much more, or None."""
        if not is_session_active(self._session):
            self._announced_bytes = 0
            return None
        reason = _refusal(self._session, lambda: cache.shelf().check(self._session, self._announced_bytes))
        self._files.coming[self._session] += self._announced_bytes
        return reason

    def arrive(self, n_bytes: int) -> str | None:
        """Make room for the bytes that have arrived; return why there is no room, or None."""
        if not self._announced_bytes:
            return None
        self._files.coming[self._session] -= self._announced_bytes
        self._announced_bytes = 0
        reason = _refusal(self._session, lambda: cache.shelf().make_room(self._session, n_bytes))
        if reason is None:
            self._arrived = n_bytes
            self._files.arrived[self._session] += n_bytes
        return reason

    def end(self) -> None:
        """Count the file no longer as on its way: Streamlit has it, or it was refused."""
        for counts, n_bytes in ((self._files.coming, self._announced_bytes), (self._files.arrived, self._arrived)):
            counts[self._session] -= n_bytes
            if not counts[self._session]:
                del counts[self._session]


def last_refusal(visitor: str) -> str | None:
    """Return, only once, why the visitor's last upload was refused: the browser shows no more of it than its number."""
    return _refusals.pop(visitor_session_id(visitor), None)


def _refusal(session: str, ask: Callable[[], None]) -> str | None:
    """Run ``ask``; return why it refused, and keep this for ``last_refusal``; None if it did not."""
    try:
        ask()
    except OverLimit as error:
        UPLOADS_REFUSED.inc()
        _refusals[session] = str(error)
        return str(error)
    return None
