"""The one door through which data frames get onto a page."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Literal

import pandas as pd
import streamlit as st
from pandas.io.formats.style import Styler

from ui.kit import glossary
from ui.kit.tables import columns

ROW_HEIGHT = 35
"""px of a table's row, also of its head."""


def draw_grid(
    frame: pd.DataFrame,
    formats: Mapping[str, Any] = MappingProxyType({}),
    style: Callable[[pd.DataFrame], pd.DataFrame | Styler] = lambda frame: frame,
    **options: Any,
) -> Any:
    """Draws a table, as high as its rows unless ``options``, those of ``st.dataframe``, give another height.

    ``formats`` are columns' configurations; ``style`` gives the table with some cells already written or marked.
    """
    cleaned = columns.without_negative_zeros(frame, formats)
    explained = {str(name): said for name in frame if (said := glossary.help_for(str(name))) is not None}
    helped = dict(formats) | {name: _with_help(formats.get(name), said) for name, said in explained.items()}
    options = {"height": "content"} | options
    return st.dataframe(style(cleaned), hide_index=True, column_config=helped, **options)


def _with_help(configured: Any, said: str) -> Any:
    """A column's configuration with this help, unless it has one of its own."""
    configured = configured or st.column_config.Column()
    return configured if configured.get("help") else {**configured, "help": said}


def table_height(frame: pd.DataFrame, most: int) -> int | Literal["content"]:
    """A table is as high as its rows, and scrolls above ``most`` px."""
    return most if ROW_HEIGHT * (len(frame) + 1) > most else "content"
