"""Stops the server at once if it gets a signal while it is still starting, since nobody is served yet."""

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from threading import current_thread, main_thread
from types import FrameType
from typing import NoReturn

SIGNALS = (signal.SIGINT, signal.SIGTERM)
BY_SIGNAL = 128
"""Number that a shell adds to a signal's number for the exit code of a process that the signal ended."""


@contextmanager
def end_process_on_signals() -> Iterator[None]:
    """Let SIGINT and SIGTERM end the process at once within the context, even a signal received before it.

    The server itself would first complete its start, which compiles code and may take a minute.
    """
    if current_thread() is not main_thread():  # only the main thread receives signals
        yield
        return
    before = {number: signal.getsignal(number) for number in SIGNALS}
    server = getattr(before[signal.SIGTERM], "__self__", None)  # uvicorn's server, whose method the handler is
    if getattr(server, "should_exit", False):
        _end(getattr(server, "_captured_signals", SIGNALS)[-1])
    for number in SIGNALS:
        signal.signal(number, _end)
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _end(number: int, frame: FrameType | None = None) -> NoReturn:
    """End the process as the signal would by default; after Ctrl+C with the exit code that a shell reports."""
    if number == signal.SIGTERM:
        signal.signal(number, signal.SIG_DFL)
        signal.raise_signal(number)
    os._exit(BY_SIGNAL + number)
