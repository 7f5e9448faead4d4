"""The window of the teacher's notes follows what another window of the same browser presents, and has a clock."""

from pathlib import Path
from typing import Any, Final

from course import listing, present
from ui.kit import steps
from ui.session import state

KEY: Final = "notes_window"


def announce_place(name: str, part: str) -> None:
    """Tell the windows of notes at which lesson a page that presents is, and how far that is."""
    _component(key=f"{KEY}_presented", data={"is_presented": True, "place": [name, part]})


def follow_presentation(name: str, minutes: int) -> None:
    """Draw the clock, and go where another window of this browser presents; ``minutes`` is what the lesson takes."""
    place = [name, state.address_value("part")]
    data = {"is_presented": False, "place": place, "minutes": minutes}
    _component(key=KEY, data=data, on_place_change=take_presented_place)


def take_presented_place() -> None:
    """For callbacks. What is no place of a presentation is ignored."""
    match (state.widget_value(KEY) or {}).get("place"):
        case [str(name), str(part)] if name in listing.PARTS and part in present.presented_parts(name, in_class=True):
            state.choose_lesson(name, part)


_component: Any = steps.scripted("bleuscope_notes_window", steps.PRESSES, Path(__file__).with_suffix(".js"))
