"""What a browser kept before its visitor signed in: the account may take it over."""

import streamlit as st

from scoring.output.numbers import counted
from ui.kit import changes
from ui.session import state
from ui.store import kept, people

TO_TAKE = "to_take"
"""The session's key for how many projects of the browser's own the account may take over."""


def draw_take_over() -> None:
    """For pages on which somebody looks for their work: nothing unless such work is there. Looked up once a session."""
    if people.login() is None:
        return
    if state.widget_value(TO_TAKE) is None:
        state.set_widget_value(TO_TAKE, n_of_browser())
    n_projects = state.widget_value(TO_TAKE)
    if not n_projects:
        return
    what = counted(n_projects, "project")
    with st.container(horizontal=True, vertical_alignment="center", border=True, key="taking"):
        st.markdown(f"Before you signed in you kept **{what}** in this browser. Your account does not have it yet.")
        st.button("Take over", type="primary", on_click=take_over_projects, help="On every device where you sign in.")


def n_of_browser() -> int:
    """How many projects the browser's private space has."""
    visitor = people.browsers_own(kept.server_workspace())
    return len(kept.server_workspace().as_(visitor).projects()) if visitor else 0


def take_over_projects() -> None:
    """For callbacks: the browser's projects become the account's."""

    def make() -> str:
        everything = kept.server_workspace()
        visitor, account = people.browsers_own(everything), people.person(everything, make=True)
        n_projects = everything.take_over(visitor, account) if visitor and account else 0
        state.set_widget_value(TO_TAKE, 0)
        return f"Your account has {counted(n_projects, 'project')} more."

    changes.change(make)
