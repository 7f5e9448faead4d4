"""A lesson's example as the visitor has it: what is typed, chosen, counted, or made of its tiles."""

from collections.abc import Callable, Mapping
from typing import Any, Final

import streamlit as st

from ui import state
from ui.drawing import tiles
from ui.drawing.tiles import Made
from ui.learn.lessons import LESSONS, parts

KEPT: Final = "session"
"""What is set stays while other pages are visited."""
CHARACTERS = 4_000
LINE_HEIGHT = 20
"""px of a text area's line; its label and what is around the lines take PADDING."""
PADDING = 56
TILES = "tiles"
"""What the tiles' key ends in, in place of a field's name."""


def edit(name: str, lesson: parts.Lesson) -> tuple[parts.Values, Mapping[str, Made]]:
    """The example as the visitor has it, and what has been made of its tiles.

    Going back to the lesson's begins all its widgets anew.
    """
    made = tiles.made(key_of(name, TILES))
    values = {
        field.name: written(field, made)
        if isinstance(field, parts.Words)
        else DRAWN[type(field)](field, key_of(name, field.name))
        for field in lesson.fields
    }
    if values != lesson.example:
        st.button("Back to the example", key="back-to-example", type="tertiary", on_click=begin_anew, args=(name,))
    return values, made


def key_of(name: str, which: str) -> str:
    """Of a lesson's field, or of its tiles."""
    version = f"lesson_{name}"
    return f"{version}_{state.current(version, 0)}_{which}"


def begin_anew(name: str) -> None:
    """For callbacks: the next widgets have other keys, for a browser keeps what stands in those that it has."""
    state.forget([key_of(name, field.name) for field in LESSONS[name].fields])
    tiles.forget(key_of(name, TILES))
    version = f"lesson_{name}"
    state.offer(version, state.current(version, 0) + 1)


def written(field: parts.Words, made: Mapping[str, Made]) -> str:
    """What stands in a field's rows, one a line."""
    lines = zip(field.rows, field.default.split("\n"), strict=True)
    return "\n".join(made[row].text if row in made else line for row, line in lines)


def edit_text(field: parts.Text, key: str) -> str:
    if field.rows == 1:
        return st.text_input(field.label, field.default, max_chars=CHARACTERS, key=key, persist_state=KEPT)
    height = PADDING + LINE_HEIGHT * field.rows
    return st.text_area(field.label, field.default, height=height, max_chars=CHARACTERS, key=key, persist_state=KEPT)


def choose(field: parts.Choice, key: str) -> str:
    return st.segmented_control(
        field.label, field.options, default=field.default, required=True, key=key, persist_state=KEPT
    )


def slide(field: parts.Slider, key: str) -> float:
    return st.slider(field.label, field.least, field.most, field.default, field.step, key=key, persist_state=KEPT)


def count(field: parts.Clicks, key: str) -> int:
    """How often the visitor has clicked, each button weighed."""
    reached = state.current(key, field.default)
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        for number, (label, step) in enumerate(field.steps.items()):
            st.button(
                label,
                key=f"{field.name}-{number}",
                disabled=reached >= field.most,
                on_click=state.offer,
                args=(key, min(reached + step, field.most)),
            )
        st.markdown(f"**{reached:,}** {field.label}")
    return reached


DRAWN: dict[type[parts.Field], Callable[[Any, str], Any]] = {
    parts.Text: edit_text,
    parts.Choice: choose,
    parts.Slider: slide,
    parts.Clicks: count,
}
