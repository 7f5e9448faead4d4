"""The runs of pages' scripts, which go before work in the background."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Condition, local
from time import monotonic

from server.engine.metrics import RUN_SECONDS

MOST_PAUSE_SECONDS = 0.25
"""How long work in the background pauses at most for the runs of pages, and how long it then goes on at least."""


class Here(local):
    """What a thread is doing."""

    is_run = False


class Runs:
    """Which runs are under way, for work in the background that lets them go first.

    No pause is longer than ``most_pause`` seconds, and one that was so long is followed by as long a time without any:
    for any number of runs, the work keeps half of its time.
    """

    def __init__(self, clock: Callable[[], float] = monotonic, most_pause: float = MOST_PAUSE_SECONDS) -> None:
        self._clock = clock
        self._most_pause = most_pause
        self._changed = Condition()
        self._here = Here()
        self._under_way = 0
        self._went_on = -most_pause
        """when work last went on although runs were under way"""
        self.paused = 0
        """how many threads pause"""

    @contextmanager
    def run(self) -> Iterator[None]:
        """Around a run, in its thread."""
        self._here.is_run = True
        self._count(1)
        try:
            yield
        finally:
            self._count(-1)
            self._here.is_run = False

    @contextmanager
    def waiting(self) -> Iterator[None]:
        """Around what waits for work in the background: a run that does so does not hold it up."""
        runs = int(self._here.is_run)
        self._count(-runs)
        try:
            yield
        finally:
            self._count(runs)

    def go_first(self) -> None:
        """Pauses work while runs are under way, except a run's own work; called several times a second."""
        with self._changed:
            if self._here.is_run or not self._under_way or self._clock() - self._went_on < self._most_pause:
                return
            self.paused += 1
            if not self._changed.wait_for(lambda: not self._under_way, self._most_pause):
                self._went_on = self._clock()
            self.paused -= 1

    def _count(self, more: int) -> None:
        with self._changed:
            self._under_way += more
            if not self._under_way:
                self._changed.notify_all()


runs = Runs()
"""Those of this server."""


@contextmanager
def announced(page_name: Callable[[], str]) -> Iterator[None]:
    """Around each run of a script, or of a part of it: it is one of ``runs``, and is timed under its page's name."""
    began = monotonic()
    with runs.run():
        yield
    RUN_SECONDS.labels(page_name()).observe(monotonic() - began)
