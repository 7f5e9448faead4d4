"""The watch over the server's memory: above a limit it drops what can be computed or uploaded again, and logs this."""

import ctypes
import logging
import math
import threading
from collections import deque
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import psutil
import pyarrow as pa

from scoring.formats.limits import MEGABYTE
from server.memory.limits import limits, setting_name
from server.memory.shelf import Presence, Shelf
from ui.store import cache

LOG = logging.getLogger(__name__)
WATCH_SECONDS = 2
GROWN_BYTES = 200 * MEGABYTE
"""Number of bytes by which memory must grow before freed memory is handed back."""
SHARE = 0.75
"""Limit as a share of the machine's memory, where no limit is set."""
CONTAINER = Path("/sys/fs/cgroup/memory.max")
"""File in which Linux says how much memory a container has."""
MAX_NOTES = 20
DROPPED: "deque[tuple[datetime, str]]" = deque(maxlen=MAX_NOTES)
"""Moments at which something was dropped, and what was dropped, the latest last."""
Shrink = Callable[[], str | None]
"""A function that drops something and returns in words what it was; None where nothing is left."""


def watch() -> None:
    """Watch memory every ``WATCH_SECONDS``, in a thread that ends with the server."""
    limit = limit_bytes()
    freed = MemoryReleaser(used_bytes, give_back)

    def look() -> None:
        while True:
            drop_left(cache.shelf(), cache.presence())
            keep_below(limit, used_bytes, shrink_results, shrink_uploads, cache.shelf().total)
            freed.look()
            threading.Event().wait(WATCH_SECONDS)

    threading.Thread(target=look, daemon=True, name="memory watch").start()


def drop_left(shelf: Shelf, presence: Presence) -> None:
    """Drop the uploaded files of sessions that have left; Streamlit itself does this only when somebody comes."""
    presence.look(shelf.holders())
    for session in shelf.files.holdings():
        if not presence.is_present(session):
            shelf.files.drop(session)


def keep_below(
    limit: int, used: Callable[[], int], shrink_results: Shrink, shrink_uploads: Shrink, upload_bytes: Callable[[], int]
) -> list[str]:
    """Drop results, then uploads, one after another, until ``used`` is below the limit; return what was dropped.

    Uploads are dropped only as long as it helps: without all of them less than the limit would be used, and the last
    drop made ``used`` smaller.
    """
    dropped: list[str] = []
    while used() > limit and (item := shrink_results()) is not None:
        dropped.append(item)
        give_back()
    before = math.inf
    while limit < (now := used()) < before and now - upload_bytes() <= limit and (item := shrink_uploads()) is not None:
        dropped.append(item)
        give_back()
        before = now
    if dropped:
        DROPPED.append((datetime.now(UTC), "; ".join(dropped)))
        LOG.warning(
            "The server used more than %s MB of memory (%s): dropped %s.",
            f"{limit // MEGABYTE:,}",
            setting_name("memory_bytes"),
            "; ".join(dropped),
        )
    return dropped


class MemoryReleaser:
    """The release of freed memory to the operating system, whenever use has grown.

    ``look`` does it if over ``GROWN_BYTES`` more are used than at the lowest moment since the last release.
    """

    def __init__(self, used: Callable[[], int], give_back: Callable[[], None]) -> None:
        self._used = used
        self._give_back = give_back
        self._least = used()

    def look(self) -> None:
        if self._used() > self._least + GROWN_BYTES:
            self._give_back()
            self._least = self._used()
        self._least = min(self._least, self._used())


def shrink_results() -> str | None:
    """Drop half of the kept results, those unused for longest; return what was dropped, in words, or None."""
    n_bytes = cache.engine().shrink()
    return None if n_bytes is None else f"{n_bytes / MEGABYTE:,.0f} MB of results, to be computed again when asked for"


def shrink_uploads() -> str | None:
    """Drop what one page holds, a closed page's first, then the largest; return it in words, or None."""
    return (
        None
        if cache.shelf().shrink() is None
        else "a test set that is open, to be read again, or a file, of which its page says so"
    )


def limit_bytes() -> int:
    """Return the number of bytes above which something is dropped."""
    return limits().memory_bytes or int(SHARE * machine_bytes())


def used_bytes() -> int:
    """Return the number of bytes that this process has in memory now."""
    return psutil.Process().memory_info().rss


def machine_bytes() -> int:
    """Return the number of bytes of memory of the machine, or of the container."""
    text = CONTAINER.read_text().strip() if CONTAINER.exists() else ""
    total = psutil.virtual_memory().total
    return min(total, int(text)) if text.isdigit() else total


def give_back() -> None:
    """Hand the memory that Python and Arrow have freed back to the operating system."""
    pa.default_memory_pool().release_unused()
    if hasattr(ctypes.CDLL(None), "malloc_trim"):  # only glibc has it
        ctypes.CDLL(None).malloc_trim(0)
