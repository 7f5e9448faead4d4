"""Sizes, rows and chips that pages share, and names as lists show them."""

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

import streamlit as st

SHORT_TABLE, TABLE_HEIGHT, TALL_TABLE = 213, 248, 318
"""px of tables that scroll, of 5, 6 and 8 rows."""
HALF = 440
"""px of what is next to its like where both fit."""


def draw_chip(key: str, said: str, take_off: Callable[[], None], help: str = "Click to take this off.") -> None:
    """``said`` is Markdown; ``take_off`` is a callback."""
    st.button(said, f"chip-{key}", help, take_off, icon=":material/close:", icon_position="right")


def told_apart(names: Mapping[str, str]) -> dict[str, str]:
    """By id; equal names get the beginning of the id, for Streamlit goes by the label."""
    common = Counter(names.values())
    return {id_: name if common[name] == 1 else f"{name} · {id_[:8]}" for id_, name in names.items()}


def controls(name: str) -> Any:
    """Return a row, above what is shown, of what chooses it: each label is next to its box. ``name`` is its own."""
    return st.container(horizontal=True, key=f"controls-{name}")


def side_by_side() -> tuple[Any, Any]:
    """Return two places, one above the other where both do not fit."""
    with st.container(horizontal=True, gap="medium"):
        return st.container(width=HALF), st.container(width="stretch")
