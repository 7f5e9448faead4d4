"""The window of the teacher's notes, which follows another window's presentation and has a clock."""

from pathlib import Path
from typing import Any, Final

from course import listing, present
from ui.kit import steps
from ui.session import state

KEY: Final = "notes_window"


def announce_place(name: str, part: str) -> None:
    """Tell the windows of notes the lesson and the stage of this presentation."""
    _component(key=f"{KEY}_presented", data={"is_presented": True, "place": [name, part]})


def follow_presentation(name: str, minutes: int) -> None:
    """Draw the clock and follow the presentation of another window; ``minutes`` is the length of the lesson."""
    place = [name, state.address_value("part")]
    data = {"is_presented": False, "place": place, "minutes": minutes}
    _component(key=KEY, data=data, on_place_change=take_presented_place)


def take_presented_place() -> None:
    """Move to the place of the presentation, ignoring invalid places; a callback."""
    match (state.widget_value(KEY) or {}).get("place"):
        case [str(name), str(part)] if name in listing.PARTS and part in present.presented_parts(name, in_class=True):
            state.choose_lesson(name, part)


_component: Any = steps.component_of_scripts("bleuscope_notes_window", steps.PRESSES, Path(__file__).with_suffix(".js"))
