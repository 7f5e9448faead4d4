"""Files that a page still shows in the browser when the server has them no more, such as after it was started anew."""

import streamlit as st

from ui.data import draft as drafts
from ui.session import send, state

SHOWN = "files-shown"
"""The key of a hidden input: what it holds comes back from the browser, also to a session that is new."""
KNOWN = "files_known"
"""The session's key for whether files are lost; nothing before it has heard from the browser."""
LOST = (
    "The files that were dropped here are gone: the server was started anew meanwhile, or this page was away for too"
    " long. Drop them again."
)


def notice() -> None:
    """Says once that files are lost, and until others are dropped."""
    are_here = drafts.current_draft() is not None
    are_lost = state.widget_value(KNOWN)
    if are_lost is not None:
        state.set_widget_value(SHOWN, "yes" if are_here else "")
    with st.sidebar:
        send.hide(SHOWN)
        said = st.text_input("Files that are shown", key=SHOWN)
    if are_lost is None:
        are_lost = bool(said)
    are_lost = are_lost and not are_here
    state.set_widget_value(KNOWN, are_lost)
    if are_lost:
        st.warning(LOST)
