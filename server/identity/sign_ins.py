"""Who is on the way to a provider to sign in, from which page, and whose way there has failed.

It is known for a while, and by this process alone: without it signing in leads to the start.
"""

import threading
from collections.abc import Callable
from dataclasses import dataclass
from time import monotonic
from urllib.parse import urlsplit

from server.memory.bounded_cache import LatestEntries

SECONDS = 15 * 60
MOST = 10_000


@dataclass(frozen=True)
class Way:
    """How a browser went to sign in."""

    page: str
    """the path and query to which it comes back"""
    since: float
    has_failed: bool = False


class SignIns:
    """Ways by the browser's secret."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._ways = LatestEntries[str, Way](MOST)
        self._lock = threading.Lock()

    def begin(self, secret: str, address: str) -> None:
        """The browser leaves the page of this full address, to sign in."""
        parts = urlsplit(address)
        page = parts.path + (f"?{parts.query}" if parts.query else "")
        self._note(secret, Way(page, self._clock()))

    def end(self, secret: str, has_failed: bool) -> str | None:
        """It is back from the provider: its page, where one is known.

        A page is a path on this host: ``//name`` would be another host.
        """
        way = self._take(secret)
        if has_failed:
            self._note(secret, Way("", self._clock(), has_failed=True))
        page = "" if way is None else way.page
        return page if page.startswith("/") and not page.startswith(("//", "/\\")) else None

    def has_failed(self, secret: str) -> bool:
        """Return whether its last way there has failed; told once."""
        with self._lock:
            way = self._ways.get(secret)
        if way is None or not way.has_failed:
            return False
        return self._take(secret) is not None

    def _note(self, secret: str, way: Way) -> None:
        with self._lock:
            self._ways[secret] = way

    def _take(self, secret: str) -> Way | None:
        with self._lock:
            way = self._ways.pop(secret, None)
        return way if way is not None and self._clock() - way.since <= SECONDS else None


sign_ins = SignIns()
"""Those of this server."""
