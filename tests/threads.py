"""Waiting for what other threads do."""

import threading
from collections.abc import Callable

SECONDS = 20
"""After which a test gives up."""


def until(condition: Callable[[], object]) -> None:
    """Waits until it is so."""
    for _ in range(100 * SECONDS):
        if condition():
            return
        threading.Event().wait(0.01)
    raise AssertionError("waited in vain")
