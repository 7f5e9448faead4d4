"""A bar on a terminal for a part of a command that takes long."""

import os
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic
from typing import Any

from ..counting.progress import Progress, no_progress
from .program import before_error_line
from .verbosity import is_quiet, timed

PATIENCE = 2.0
"""Seconds after which a part that goes on gets a bar."""
REDRAWN_EVERY = 0.5
"""Seconds."""
SHARE_KNOWN = "{desc}: {percentage:3.0f} %|{bar}| {elapsed}, {remaining} left"
SHARE_UNKNOWN = "{desc}: {elapsed}"


class ProgressBar:
    """The bar of one part, drawn by a thread of its own, also while a kernel runs that tells no share."""

    def __init__(self, part: str) -> None:
        self.part = part
        self._begin = monotonic()
        self._share = 0.0
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._draw_until_end, daemon=True)
        self._thread.start()

    def __call__(self, share: float) -> None:
        """Take the share that is done, from 0 to 1, from any thread."""
        self._share = max(self._share, share)

    def close(self) -> None:
        """Take the bar off the terminal."""
        self._ended.set()
        self._thread.join()

    def _draw_until_end(self) -> None:
        if self._ended.wait(PATIENCE):
            return
        bar = _bar_of_tqdm(self.part, self._begin)
        before_error_line.append(bar.clear)
        try:
            while not self._ended.wait(REDRAWN_EVERY):
                bar.n = self._share
                bar.bar_format = SHARE_KNOWN if self._share else SHARE_UNKNOWN
                bar.refresh()
        finally:
            before_error_line.remove(bar.clear)
            bar.close()


@contextmanager
def progress_of(part: str) -> Iterator[Progress]:
    """Give a part of a command what it tells its share; it has a bar on a terminal, and its seconds if verbose."""
    with timed(part):
        if not _is_drawn():
            yield no_progress
            return
        bar = ProgressBar(part)
        try:
            yield bar
        finally:
            bar.close()


def _is_drawn() -> bool:
    """Whether somebody sees a bar on standard error."""
    return not is_quiet() and sys.stderr.isatty() and os.environ.get("TERM") != "dumb"


def _bar_of_tqdm(part: str, begin: float) -> Any:
    """A bar without colours, and without tqdm's own thread and lock of several processes."""
    from tqdm import tqdm

    tqdm.monitor_interval = 0
    tqdm.set_lock(threading.RLock())
    bar = tqdm(total=1.0, desc=part, leave=False, file=sys.stderr, bar_format=SHARE_UNKNOWN, dynamic_ncols=True)
    bar.start_t -= monotonic() - begin
    return bar
