"""Sizes, rows and chips that pages share, and names as lists show them."""

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

import streamlit as st

SHORT_TABLE, TABLE_HEIGHT, TALL_TABLE = 213, 248, 318
"""Heights in px of tables that scroll, with 5, 6 and 8 rows."""
HALF = 440
"""Width in px of the first of two parts side by side."""


def draw_chip(key: str, label: str, take_off: Callable[[], None], help: str = "Click to take this off.") -> None:
    """Draw a chip that ``take_off``, a callback, removes when it is clicked; ``label`` is its label in Markdown."""
    st.button(label, f"chip-{key}", help, take_off, icon=":material/close:", icon_position="right")


def labels_by_id(names: Mapping[str, str]) -> dict[str, str]:
    """Return distinct names by id: equal ones get the beginning of the id, because Streamlit goes by the label."""
    common = Counter(names.values())
    return {id_: name if common[name] == 1 else f"{name} · {id_[:8]}" for id_, name in names.items()}


def controls(name: str) -> Any:
    """Return a row for controls above a result, with each label next to its box; ``name`` makes its key unique."""
    return st.container(horizontal=True, key=f"controls-{name}")


def side_by_side() -> tuple[Any, Any]:
    """Return two places side by side; one is above the other if both do not fit."""
    with st.container(horizontal=True, gap="medium"):
        return st.container(width=HALF), st.container(width="stretch")
