"""A bar on a terminal for a part of a command that takes long."""

import os
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from time import monotonic

from ..counting.progress import Progress, no_progress
from .program import before_error_line, error_lock, terminal_width
from .verbosity import is_quiet, timed

PATIENCE = 2.0
"""Seconds after which a part that is still running gets a bar."""
REDRAWN_EVERY = 0.5
"""Seconds from one drawing of the bar to the next."""
WIDEST_BAR = 60
"""Largest number of characters of the bar."""
_CLEAR_LINE = "\r\x1b[K"


class ProgressBar:
    """The bar of one part, drawn by a thread of its own, also while a kernel runs that reports no share."""

    def __init__(self, part: str) -> None:
        self.part = part
        self._begin = monotonic()
        self._share = 0.0
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._draw_until_end, daemon=True)
        self._thread.start()

    def __call__(self, share: float) -> None:
        """Take the share of the part that is done, from 0 to 1; any thread may call this."""
        self._share = max(self._share, share)

    def close(self) -> None:
        """Remove the bar from the terminal."""
        self._ended.set()
        self._thread.join()

    def _draw_until_end(self) -> None:
        if self._ended.wait(PATIENCE):
            return
        before_error_line.append(_clear)
        try:
            while True:
                seconds, width = monotonic() - self._begin, terminal_width(sys.stderr)
                _write(_CLEAR_LINE + bar_line(self.part, self._share, seconds, width))
                if self._ended.wait(REDRAWN_EVERY):
                    return
        finally:
            before_error_line.remove(_clear)
            _clear()


def bar_line(part: str, share: float, seconds: float, width: int) -> str:
    """Return the text of a bar after some seconds, at most ``width`` characters wide; a share of 0 is unknown.

    >>> bar_line("tests", 0.25, 61, 60)
    'tests:  25 % [######-----------------] 1:01, about 3:03 left'
    >>> bar_line("tests", 0, 61, 60)
    'tests: 1:01'
    """
    if not share:
        return f"{part}: {_clock(seconds)}"[:width]
    before = f"{part}: {100 * share:3.0f} % ["
    after = f"] {_clock(seconds)}, about {_clock(seconds * (1 - share) / share)} left"
    room = min(width - len(before) - len(after), WIDEST_BAR)
    filled = round(room * share)
    return f"{before}{'#' * filled}{'-' * (room - filled)}{after}"[:width]


@contextmanager
def show_progress(part: str) -> Iterator[Progress]:
    """Yield a function to which a part of a command reports its share, which a bar on a terminal shows.

    A verbose command also writes the seconds that the part took.
    """
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
    """Return whether a bar on standard error can be seen."""
    return not is_quiet() and sys.stderr.isatty() and os.environ.get("TERM") != "dumb"


def _clock(seconds: float) -> str:
    minutes, seconds = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


def _clear() -> None:
    _write(_CLEAR_LINE)


def _write(text: str) -> None:
    with error_lock, suppress(OSError, ValueError):  # where nobody can see it, nothing is lost
        sys.stderr.write(text)
        sys.stderr.flush()
