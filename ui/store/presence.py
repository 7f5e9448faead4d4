"""Whether a visitor still has a page open."""

import streamlit as st

APART = ":"
"""Stands in a visitor's id between their session's id, which is known to the server, and the rest."""


def is_here(visitor: str) -> bool:
    """Whether their browser is connected; always where no server runs."""
    return not st.runtime.exists() or st.runtime.get_instance().is_active_session(visitor.partition(APART)[0])
