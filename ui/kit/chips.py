"""Chips: what is not as usual, each taken off by a click."""

from collections.abc import Callable

import streamlit as st


def draw_chip(key: str, said: str, take_off: Callable[[], None], help: str = "Click to take this off.") -> None:
    """``said`` is Markdown; ``take_off`` is a callback."""
    st.button(
        said,
        key=f"chip-{key}",
        icon=":material/close:",
        icon_position="right",
        help=help,
        on_click=take_off,
    )
