"""Progress of work that takes long."""

from collections.abc import Callable

Progress = Callable[[float], object]
"""Function that is called with the share of the work that is done, above 0 up to 1; it cancels the work by raising."""


def no_progress(share: float) -> None:
    """Do nothing; the default where a caller does not follow the progress."""


def progress_between(on_progress: Progress, low: float, high: float) -> Progress:
    """Return the progress function of a part of the work that begins and ends at these shares of the whole."""
    if on_progress is no_progress:
        return no_progress
    return lambda share: on_progress(low * (1 - share) + high * share)


def progress_of_part(on_progress: Progress, n_finished: int, parts: int) -> Progress:
    """Return the progress function of one of several equal parts after ``n_finished`` finished parts."""
    return lambda share: on_progress((n_finished + share) / parts)
