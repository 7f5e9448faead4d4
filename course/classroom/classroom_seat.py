"""Which class this browser is in, as its session knows it: its code is in the address."""

from typing import Final

from ui.session import state
from workspace import Lecture

CODE: Final = "class"
"""The code's name in the address."""
FOUND: Final = "class_found"
"""The session's key for the code that was looked up last, as it was typed, and the class that it led to."""


def known() -> Lecture | None:
    """Return the class of the code in the address, as it was when it was looked up last; None before it was, or for
    none.
    """
    typed, found = state.widget_value(FOUND, ("", None))
    lecture: Lecture | None = found
    return lecture if typed and typed == state.address_value(CODE) else None


def note_class(lecture: Lecture) -> None:
    """Under the code in the address."""
    state.set_widget_value(FOUND, (state.address_value(CODE), lecture))


def attended() -> str:
    """The code of the class that the visitor is a student of; empty for who is in none, or leads it."""
    lecture = known()
    return "" if lecture is None or lecture.is_led else lecture.code
