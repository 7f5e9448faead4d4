"""The tab Read."""

import streamlit as st

from ui.context import Context
from ui.store.kept import Found


def draw(context: Context, found: Found) -> None:
    st.text("to come")
