"""Sizes and rows that pages share."""

from typing import Any

import streamlit as st

SHORT_TABLE, TABLE_HEIGHT, TALL_TABLE = 213, 248, 318
"""px of tables that scroll, of 5, 6 and 8 rows."""
HALF = 440
"""px of what stands beside its like where both fit."""


def controls(name: str) -> Any:
    """A row, above what is shown, of what chooses it: each label stands beside its box. ``name`` is its own."""
    return st.container(horizontal=True, key=f"controls-{name}")


def side_by_side() -> tuple[Any, Any]:
    """Two places, one above the other where both do not fit."""
    with st.container(horizontal=True, gap="medium"):
        return st.container(width=HALF), st.container(width="stretch")
