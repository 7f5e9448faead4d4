"""One item a screen, drawn by a component of its own, and what its rater says of it."""

from pathlib import Path
from typing import Any

import streamlit as st

from rating.desk import screens, seats
from ui.kit.browser import scripts
from ui.session import state

KEY = "desk-rating"


def draw_item(sitting: seats.Sitting) -> None:
    data = screens.screen(sitting.desk, sitting.item)
    mine = {"seat": sitting.name, "visit": sitting.visit, "heard": sitting.heard}
    of_last = {"remark": sitting.remark, "isOver": sitting.is_over}
    _component(key=KEY, data=data | mine | of_last, on_said_change=take_message)


def take_message() -> None:
    """For callbacks, and at the beginning of a run: a callback is ended halfway when another message comes."""
    there = seats.sitting()
    if there is None:
        return
    message = seats.Message.of(state.widget_value(KEY, {}).get("said"), there)
    if message is not None:
        seats.handle_message(message)


SCRIPTS = ("marking", "scales", "rating")
"""Files of the component's code, one after another."""
_component: Any = st.components.v2.component(
    "bleuscope_rating",
    css=Path(__file__).with_suffix(".css").read_text(encoding="utf-8"),
    js=scripts.join_scripts(scripts.TYPED_INTO, *(Path(__file__).with_name(f"{name}.js") for name in SCRIPTS)),
    isolate_styles=False,  # in a shadow tree not every browser tells what is selected
)
