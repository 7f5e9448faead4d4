"""Runs of page scripts, which go before work in the background."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Condition, local
from time import monotonic

from server.engine.metrics import RUN_SECONDS

MAX_PAUSE_SECONDS = 0.25
"""Longest pause of work in the background for page runs, and shortest time that it then continues, in seconds."""


class RunThreadState(local):
    """The state of one thread: whether it is a page run."""

    is_run = False


class Runs:
    """The page runs in progress, which work in the background lets go first.

    No pause is longer than ``most_pause`` seconds, and after a pause of that length no other begins for the same time:
    the work keeps half of its time, for any number of runs.
    """

    def __init__(self, clock: Callable[[], float] = monotonic, most_pause: float = MAX_PAUSE_SECONDS) -> None:
        self._clock = clock
        self._most_pause = most_pause
        self._changed = Condition()
        self._thread = RunThreadState()
        self._under_way = 0
        self._went_on = -most_pause
        """clock time at which work last continued although runs were in progress"""
        self.paused = 0
        """number of threads that pause"""

    @contextmanager
    def run(self) -> Iterator[None]:
        """Mark the context as a page run in its thread."""
        self._thread.is_run = True
        self._count(1)
        try:
            yield
        finally:
            self._count(-1)
            self._thread.is_run = False

    @contextmanager
    def waiting(self) -> Iterator[None]:
        """Do not count the thread's run while it waits for background work, so that it does not delay that work."""
        runs = int(self._thread.is_run)
        self._count(-runs)
        try:
            yield
        finally:
            self._count(runs)

    def go_first(self) -> None:
        """Pause work in the background while page runs are in progress; called several times a second.

        The work of a run's own thread does not pause.
        """
        with self._changed:
            if self._thread.is_run or not self._under_way or self._clock() - self._went_on < self._most_pause:
                return
            self.paused += 1
            if not self._changed.wait_for(lambda: not self._under_way, self._most_pause):
                self._went_on = self._clock()
            self.paused -= 1

    def _count(self, change: int) -> None:
        with self._changed:
            self._under_way += change
            if not self._under_way:
                self._changed.notify_all()


runs = Runs()
"""Page runs of this server."""


@contextmanager
def timed_run(page_name: Callable[[], str]) -> Iterator[None]:
    """Count the context as one of ``runs``, and record its seconds under the page's name."""
    began = monotonic()
    with runs.run():
        yield
    RUN_SECONDS.labels(page_name()).observe(monotonic() - began)
