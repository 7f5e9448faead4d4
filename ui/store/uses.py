"""Notes in the background which test sets are used: nobody waits for it, and a note may be lost."""

import logging
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from queue import Full, Queue
from threading import Thread

from workspace import WorkspaceError

LOG = logging.getLogger(__name__)
MOST_WAITING = 1000
"""Further notes are lost while so many wait."""


class Uses:
    """Makes notes one after another, in a thread that ends with the server."""

    def __init__(self) -> None:
        self._waiting: Queue[Callable[[], None]] = Queue(MOST_WAITING)
        Thread(target=self._make, daemon=True, name="uses").start()

    def note(self, make: Callable[[], None]) -> None:
        """Returns at once."""
        with suppress(Full):
            self._waiting.put_nowait(make)

    def wait(self) -> None:
        """Until all notes are made."""
        self._waiting.join()

    def _make(self) -> None:
        while True:
            make = self._waiting.get()
            try:
                make()
            except WorkspaceError as error:
                LOG.info("A use is not noted: %s", error)
            except Exception:
                LOG.exception("A use is not noted.")
            finally:
                self._waiting.task_done()


@cache
def uses() -> Uses:
    """Those of this server."""
    return Uses()
