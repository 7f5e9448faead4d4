"""What an administrator does; it is said where all changes are."""

from collections.abc import Callable

from ui.kit import changes
from ui.store import people


def do_as_administrator(make: Callable[[], str]) -> None:
    """For callbacks: does what gives a sentence, if the person who pressed is an administrator still."""
    if people.is_administrator():
        changes.change(make)
