"""The foot of the sidebar: whose work this is, and the way in or out."""

import streamlit as st

from scoring.formats.columns import counted
from ui import state
from ui.account import signing
from ui.kit import changes
from ui.store import kept, people
from ui.store.access import ALONE, access

TO_TAKE = "to_take"
"""The session's key for how many projects of the browser's own the account may take over."""


def draw(stands_below_others: bool) -> None:
    """Nothing where the server is used alone."""
    if access().mode == ALONE:
        return
    if stands_below_others:
        st.divider()
    with st.container(key="account", gap="xsmall"):
        signed_in = people.login()
        if signed_in is None:
            draw_visitor()
        else:
            draw_account(signed_in)


def draw_visitor() -> None:
    if people.keeps_cookies():
        st.caption("Your work is kept in this browser's private space.")
    else:
        st.caption("This browser keeps no cookies: your work is out of reach once this page is closed.")
    if access().providers:
        signing.offer()


def draw_account(signed_in: people.Login) -> None:
    st.caption("Signed in")
    st.text(signed_in.name or signed_in.email or "An account without a name")
    if signed_in.email and signed_in.email != signed_in.name:
        st.text(signed_in.email)
    offer_to_take_over()
    st.button("Sign out", on_click=signing.leave)


def offer_to_take_over() -> None:
    """Where there are projects from before signing in; looked up once a session."""
    if state.current(TO_TAKE) is None:
        state.offer(TO_TAKE, n_of_browser())
    n_projects = state.current(TO_TAKE)
    if n_projects:
        what = counted(n_projects, "project")
        st.caption(f"From before you signed in this browser's private space has {what}.")
        st.button("Take over", on_click=take_over, help="They become your account's, on every device.")


def n_of_browser() -> int:
    """How many projects the browser's private space has."""
    visitor = people.browsers_own(kept.everything())
    return len(kept.everything().as_(visitor).projects()) if visitor else 0


def take_over() -> None:
    """For callbacks: the browser's projects become the account's."""

    def make() -> str:
        everything = kept.everything()
        visitor, account = people.browsers_own(everything), people.person(everything, make=True)
        n_projects = everything.take_over(visitor, account) if visitor and account else 0
        state.offer(TO_TAKE, 0)
        return f"Your account has {counted(n_projects, 'project')} more."

    changes.change(make)
