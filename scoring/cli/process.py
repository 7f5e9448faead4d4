"""Start and end of a process that runs one command, and its standard streams."""

import atexit
import os
import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from types import FrameType
from typing import NoReturn

from bleuscope.exit_codes import INTERRUPTED

_STREAMS = {0: os.O_RDONLY, 1: os.O_WRONLY, 2: os.O_WRONLY}
"""Flags with which the descriptors of standard input, output and error are opened."""


def carry_out(command: Callable[[], int]) -> int:
    """Run the command of this process and return its exit code.

    Ctrl+C ends the process without a traceback. While modules are imported, and after the command, it ends the process
    at once, because other code could catch or print an exception there.
    """
    end_on_interrupt()
    _fill_closed_descriptors()
    try:
        return command()
    except KeyboardInterrupt:
        return INTERRUPTED
    finally:
        end_on_interrupt()


def end_on_interrupt() -> None:
    """Let Ctrl+C end the process at once, unless it is ignored, as it is in the background of a shell."""
    if signal.getsignal(signal.SIGINT) != signal.SIG_IGN:
        signal.signal(signal.SIGINT, _end)


def raise_on_interrupt() -> None:
    """Let Ctrl+C raise ``KeyboardInterrupt``, as usual, so that what is open is closed."""
    if signal.getsignal(signal.SIGINT) == _end:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def end_without_threads(exit_code: int) -> NoReturn:
    """End the process without its other threads: Python's own end crashes if one of them compiles code."""
    atexit._run_exitfuncs()
    for stream in filter(None, (sys.stdout, sys.stderr)):
        with suppress(OSError, ValueError):  # closed, or nobody reads it
            stream.flush()
    os._exit(exit_code)


def _end(number: int, frame: FrameType | None) -> NoReturn:
    os._exit(INTERRUPTED)


def _fill_closed_descriptors() -> None:
    """Open the null device for each standard stream that is closed, or a file opened next would take its place.

    ``sys.stdout`` stays None, which says that there is no output.
    """
    for descriptor, flags in _STREAMS.items():
        try:
            os.fstat(descriptor)
        except OSError:
            os.open(os.devnull, flags)
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115 - as long as the process
