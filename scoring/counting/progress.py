"""How work that takes long says how far it is."""

from collections.abc import Callable

Progress = Callable[[float], object]
"""Called again and again with the share that is done, above 0 up to 1. It cancels the work by raising an exception."""


def no_progress(share: float) -> None:
    """For callers that do not ask how far the work is."""


def progress_between(on_progress: Progress, low: float, high: float) -> Progress:
    """Return the progress of a part of the work, which begins and ends at these shares of the whole."""
    if on_progress is no_progress:
        return no_progress
    return lambda share: on_progress(low * (1 - share) + high * share)


def progress_of_part(on_progress: Progress, done: int, parts: int) -> Progress:
    """Return the progress of one of several equal parts, after the done ones, as progress of the whole."""
    return lambda share: on_progress((done + share) / parts)
