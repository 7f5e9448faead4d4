"""Kinds of errors and systems as a table of squares, the darker the more; a click on one leads to its segments."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import streamlit as st

from ui import state
from ui.kit.steps import Heard

KEY = "heat"


def draw(payload: Mapping[str, Any], choose: Callable[[int, int, Heard], object]) -> None:
    """Draws the squares as ``tables.cells`` gives them.

    ``choose`` takes the row and the column that are clicked, and what to note with them; it is called before the run
    that answers the click, or in it.
    """

    def take() -> bool:
        press, row, column = state.current(KEY, {}).get("chosen") or (0, 0, 0)
        is_there = 0 <= row < len(payload["rows"]) and 0 <= column < len(payload["systems"])
        if press <= state.heard(KEY) or not is_there:
            return False
        choose(row, column, {KEY: press})
        return True

    if take():
        st.rerun()
    _table(key=KEY, data=payload, on_chosen_change=take)


def _code(ending: str) -> str:
    return Path(__file__).with_suffix(ending).read_text(encoding="utf-8")


_table: Any = st.components.v2.component("bleuscope_errors", css=_code(".css"), js=_code(".js"))
