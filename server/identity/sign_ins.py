"""Browsers on their way to a provider to sign in, the page that each left, and sign-ins that have failed.

This process keeps them for a while, and no other knows them: without them a sign-in leads to the start page.
"""

import threading
from collections.abc import Callable
from dataclasses import dataclass
from time import monotonic
from urllib.parse import urlsplit

from server.memory.bounded_cache import LatestEntries

SECONDS = 15 * 60
MAX_SIGN_INS = 10_000


@dataclass(frozen=True)
class SignInAttempt:
    """A browser's way to a provider and back."""

    page: str
    """path and query of the page to which the browser returns"""
    since: float
    has_failed: bool = False


class SignIns:
    """The sign-ins in progress, by the browser's secret."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._attempts = LatestEntries[str, SignInAttempt](MAX_SIGN_INS)
        self._lock = threading.Lock()

    def begin(self, secret: str, address: str) -> None:
        """Record that the browser leaves the page with this full address to sign in."""
        parts = urlsplit(address)
        page = parts.path + (f"?{parts.query}" if parts.query else "")
        self._note(secret, SignInAttempt(page, self._clock()))

    def end(self, secret: str, has_failed: bool) -> str | None:
        """Record the browser's return, and return the page that it left to sign in, or None if that is unknown.

        A page is a path on this host: ``//name`` would be another host.
        """
        attempt = self._take(secret)
        if has_failed:
            self._note(secret, SignInAttempt("", self._clock(), has_failed=True))
        page = "" if attempt is None else attempt.page
        return page if page.startswith("/") and not page.startswith(("//", "/\\")) else None

    def has_failed(self, secret: str) -> bool:
        """Return whether the browser's last sign-in has failed; True only at the first call."""
        with self._lock:
            attempt = self._attempts.get(secret)
        if attempt is None or not attempt.has_failed:
            return False
        return self._take(secret) is not None

    def _note(self, secret: str, attempt: SignInAttempt) -> None:
        with self._lock:
            self._attempts[secret] = attempt

    def _take(self, secret: str) -> SignInAttempt | None:
        with self._lock:
            attempt = self._attempts.pop(secret, None)
        return attempt if attempt is not None and self._clock() - attempt.since <= SECONDS else None


sign_ins = SignIns()
"""Sign-ins of this server."""
