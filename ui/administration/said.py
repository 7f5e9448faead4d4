"""What an administrator does, and what came of it."""

from collections.abc import Callable

import streamlit as st

from ui import state
from ui.store import people
from workspace import WorkspaceError

SAID = "administration_said"
"""The session's key for what the next run of the page says."""


def do(make: Callable[[], str]) -> None:
    """For callbacks: does what gives a sentence, if whoever pressed is an administrator still."""
    if not people.is_administrator():
        return
    try:
        state.offer(SAID, make())
    except WorkspaceError as error:
        state.offer(SAID, str(error))


def draw() -> None:
    """What the last press did, once. It may have people's names in it."""
    said = state.current(SAID)
    state.offer(SAID, None)
    if said:
        with st.container(border=True):
            st.text(said)
