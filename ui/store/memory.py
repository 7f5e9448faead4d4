"""Keeps the server below a limit of memory: what can be computed or uploaded again is dropped, and the log says so."""

import ctypes
import logging
import threading
from collections.abc import Callable, Sequence
from pathlib import Path

import psutil
import pyarrow as pa

from ui.store import cache
from ui.store.limits import MEGABYTE, limits, setting_name

LOG = logging.getLogger(__name__)
WATCH_SECONDS = 2
SHARE = 0.75
"""Of the machine's memory, where no limit is set."""
CONTAINER = Path("/sys/fs/cgroup/memory.max")
"""Where Linux says how much memory a container has."""
Shrink = Callable[[], str | None]
"""Drops something and says what it was; None where nothing is left."""


def watch() -> None:
    """Looks every ``WATCH_SECONDS``, in a thread that ends with the server."""
    limit = limits().memory_mb or int(SHARE * machine_bytes())

    def look() -> None:
        while True:
            keep_below(limit, used_bytes, [shrink_results, shrink_uploads])
            threading.Event().wait(WATCH_SECONDS)

    threading.Thread(target=look, daemon=True, name="memory watch").start()


def keep_below(limit: int, used: Callable[[], int], shrink: Sequence[Shrink]) -> list[str]:
    """Drops one thing after another, first all that the first of ``shrink`` has, until ``used`` is below the limit."""
    dropped: list[str] = []
    for drop_one in shrink:
        while used() > limit and (what := drop_one()) is not None:
            dropped.append(what)
            give_back()
    if dropped:
        LOG.warning(
            "The server used more than %s MB of memory (%s): dropped %s.",
            f"{limit // MEGABYTE:,}",
            setting_name("memory_mb"),
            "; ".join(dropped),
        )
    return dropped


def shrink_results() -> str | None:
    """Half of the results that are kept, those first that were used longest ago."""
    n_bytes = cache.engine().shrink()
    return None if n_bytes is None else f"{n_bytes / MEGABYTE:,.0f} MB of results, to be computed again when asked for"


def shrink_uploads() -> str | None:
    """What one visitor uploaded, of those who have left first, and of whoever holds most."""
    return None if cache.shelf().shrink() is None else "an upload of a visitor, who is told so"


def used_bytes() -> int:
    """What this process has in memory now."""
    return psutil.Process().memory_info().rss


def machine_bytes() -> int:
    """All memory of the machine, or of the container."""
    text = CONTAINER.read_text().strip() if CONTAINER.exists() else ""
    total = psutil.virtual_memory().total
    return min(total, int(text)) if text.isdigit() else total


def give_back() -> None:
    """Hands what Python and Arrow have freed back to the operating system."""
    pa.default_memory_pool().release_unused()
    if hasattr(ctypes.CDLL(None), "malloc_trim"):  # only glibc has it
        ctypes.CDLL(None).malloc_trim(0)
