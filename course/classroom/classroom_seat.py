"""The class of this browser as its session knows it; the class's code is in the address."""

from typing import Final

from ui.session import state
from workspace import Lecture

CODE: Final = "class"
"""The code's name in the address."""
FOUND_CLASS_KEY: Final = "class_found"
"""The session's key for the code that was looked up last, as it was typed, and its class."""


def last_known_class() -> Lecture | None:
    """Return the class of the code in the address, as it was when last looked up; None if not looked up yet."""
    lecture: Lecture | None
    typed, lecture = state.widget_value(FOUND_CLASS_KEY, ("", None))
    return lecture if typed and typed == state.address_value(CODE) else None


def note_class(lecture: Lecture) -> None:
    """Store the class as the one of the code in the address."""
    state.set_widget_value(FOUND_CLASS_KEY, (state.address_value(CODE), lecture))


def attended_class_code() -> str:
    """Return the code of the class that the visitor attends as a student; empty for a teacher or without a class."""
    lecture = last_known_class()
    return "" if lecture is None or lecture.is_led else lecture.code
