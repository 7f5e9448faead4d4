"""How work that takes long says how far it is."""

from collections.abc import Callable

Progress = Callable[[float], object]
"""Takes the share that is done, above 0 to 1, again and again; what it raises ends the work, and so cancels it."""


def no_progress(share: float) -> None:
    """For callers that do not ask how far the work is."""


def part(on_progress: Progress, done: int, parts: int) -> Progress:
    """The progress of one of several equal parts, after so many that are done, as progress of the whole."""
    return lambda share: on_progress((done + share) / parts)
