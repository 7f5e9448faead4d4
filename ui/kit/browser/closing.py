"""The menu closes itself where it covers the page."""

from pathlib import Path
from typing import Any

import streamlit as st

KEY = "closing"


def announce_page(page: str) -> None:
    """Tells the browser which page is shown."""
    with st.container(key=KEY):  # out of sight, as style.css has it
        _component(key=f"{KEY}-page", data={"page": page})


_component: Any = st.components.v2.component(
    "bleuscope_closing", js=Path(__file__).with_suffix(".js").read_text(encoding="utf-8")
)
