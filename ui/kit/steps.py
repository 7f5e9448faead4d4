"""Buttons, keys and clicks that are never lost, and the scripts of components.

Streamlit keeps only one press of st.button while a script runs. Here each press has a number, and the page sends all
presses that the server has not confirmed yet, until a run of the script does.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Literal

import streamlit as st

from ui.session import state

TYPED_INTO = Path(__file__).with_name("typed_into.js")
PRESSES = Path(__file__).with_name("presses.js")
Move = Literal["first", "back", "on", "last"]
CLOSING = "closing"


def key_listener_script(file: str) -> str:
    """Return the .js file next to a Python file, with shared code for keys that are pressed anywhere on the page."""
    return join_scripts(TYPED_INTO, PRESSES, Path(file).with_suffix(".js"))


def component_of_scripts(name: str, *scripts: Path, style: str = "", **options: Any) -> Any:
    """Return the component of these scripts, one after another; ``style`` is a Python file whose style is next to it.

    ``name`` is unique among all components.
    """
    css = Path(style).with_suffix(".css").read_text(encoding="utf-8") if style else None
    return st.components.v2.component(name, css=css, js=join_scripts(*scripts), **options)


def join_scripts(*parts: Path) -> str:
    """Return one script made of several; each may use the definitions of the ones before it."""
    return "\n".join(part.read_text(encoding="utf-8") for part in parts)


@dataclass(frozen=True)
class Step:
    """A button, and the key that does the same, if there is one."""

    name: str
    label: str
    move: Move
    key: str = ""
    """Key of the keyboard, as a browser's KeyboardEvent.key names it; letters are small. Empty for none."""
    shown: str = ""
    """Key as the button's label shows it."""
    also: tuple[str, ...] = ()
    """Further keys, which the button's label does not show."""


Heard = Mapping[str, int]
"""Key of the steps -> number of the press, which the state notes together with a new place."""
Place = Callable[[], int]
Go = Callable[[int, Heard], object]
Then = Callable[[], object]
Choose = Callable[..., object]


def draw_steps(
    key: str, steps: Sequence[Step], length: int, place: Place, go: Go, quiet: bool = False, then: Then = lambda: None
) -> None:
    """Draw the buttons in a row; ``quiet`` ones look like links.

    ``place`` returns the visitor's place, from 0 to ``length - 1``; ``go`` takes the place to which presses lead. Both
    are called when presses arrive, before the run of the script that answers them; or in that run, because Streamlit
    ends a callback halfway when another message comes. ``then`` is called only at the end of the callback.
    """

    def take() -> bool:
        last = state.last_handled_press(key)
        new = [(number, move) for number, move in state.widget_value(key, {}).get("presses", ()) if number > last]
        if new:
            here, heard = place(), {key: new[-1][0]}
            to = place_after_moves(here, length, [move for _, move in new])
            state.note_presses(heard) if to == here else go(to, heard)
        return bool(new)

    def handle_press() -> None:
        take()
        then()

    if take():
        st.rerun()
    position = {"length": length, "place": place(), "heard": state.last_handled_press(key)}
    data = {"name": key, "steps": [asdict(step) for step in steps], "quiet": quiet, **position}
    _component(key=key, data=data, width="content", on_presses_change=handle_press)


def is_pressed_since(key: str, number: int) -> bool:
    """Return whether the message that is being handled holds presses after press ``number``.

    Values of other widgets in such a message may be older than the page that the server has drawn: a callback that
    leads to another place ignores them.
    """
    return any(later > number for later, _ in state.widget_value(key, {}).get("presses", ()))


def place_after_moves(place: int, length: int, moves: Sequence[Move]) -> int:
    """Return the place to which moves lead, one after another; none leads beyond an end."""
    for move in moves:
        to: dict[Move, int] = {"first": 0, "back": place - 1, "on": place + 1, "last": length - 1}
        place = min(max(to[move], 0), length - 1)
    return place


_component = component_of_scripts(
    "bleuscope_steps", TYPED_INTO, PRESSES, Path(__file__).with_suffix(".js"), style=__file__
)


def component(file: str, name: str) -> Any:
    """Return the component of a Python file; its .js and .css are next to it, and the shared scripts come first.

    ``name`` is unique among all components.
    """
    return component_of_scripts(
        name, PRESSES, Path(__file__).with_name("choosing.js"), Path(file).with_suffix(".js"), style=file
    )


def draw_choosing_component(
    chooser: Any, key: str, data: Mapping[str, Any], choose: Choose, then: Then = lambda: None, tells: bool = True
) -> None:
    """Draw a component of ``component`` under this key.

    The component gets the number of the last press that was handled, unless another one on the page gets it
    (``tells``). ``choose`` takes the numbers that say what was clicked, and the press to note. It is called before the
    run of the script that answers the click; or in that run, because Streamlit ends a callback halfway when another
    message comes. ``then`` is called only at the end of the callback.
    """

    def take() -> bool:
        press, *chosen = state.widget_value(key, {}).get("chosen") or (0,)
        is_new: bool = press > state.last_handled_press(key)
        if is_new:
            choose(*chosen, {key: press})
        return is_new

    def chose() -> None:
        take()
        then()

    if take():
        st.rerun()
    heard = {"heard": state.last_handled_press(key)} if tells else {}
    chooser(key=key, data={**data, **heard}, on_chosen_change=chose)


def announce_page(page: str) -> None:
    """Tell the browser which page is shown."""
    with st.container(key=CLOSING):  # out of sight, as style.css has it
        _closing(key=f"{CLOSING}-page", data={"page": page})


_closing = component_of_scripts(
    "bleuscope_closing", Path(__file__).with_name("page_switch.js"), Path(__file__).with_name("closing.js")
)
