"""Who may see the pages: where one must sign in, nobody else; and a session is one person's only."""

from functools import partial

import streamlit as st

from server.identity.access import SIGN_IN, access
from ui.account import signing
from ui.session import state
from ui.store import people

WHOSE = "whose"
"""The session's key for whose it is; what a session holds is one person's, and nobody else sees it."""
ENDED = "ended"
"""For whether its person's signing in is over, and nobody has said yet to go on without."""

LOOK_SECONDS = 60
"""Seconds between two looks of an open page at whether its person is still signed in."""


def may_see_pages() -> bool:
    """Return whether the pages may be drawn; where not, it is said why, and how to sign in. To be asked before all
    else.
    """
    if signing.has_left():
        st.write("You are signed out.")
        return False
    if state.widget_value(WHOSE, people.known_by()) != people.known_by():
        signing.forget_session()
        state.set_widget_value(ENDED, people.was_over())
    state.set_widget_value(WHOSE, people.known_by())
    if state.widget_value(ENDED):
        say_over()
        return False
    if access().mode == SIGN_IN and people.login() is None:
        draw_sign_in_page()
        return False
    if people.login() is not None:
        st.fragment(look_again, run_every=LOOK_SECONDS)()
    return True


def look_again() -> None:
    """Hide what a page shows that nobody touches, once signing in is over."""
    if people.login() is None:
        st.rerun()


def draw_sign_in_page() -> None:
    """The page before all others where one must sign in."""
    with st.container(key="gate"):
        st.title("Sign in", anchor=False)
        st.write("Which machine translation is better, where, why, and can you trust the number?")
        if people.was_over():
            st.info(
                f"You were signed in for {hours_in_words(access().signed_in_hours)} or have signed out: sign in again."
            )
        else:
            st.write("You see your own projects here, and projects that others share with you.")
        signing.draw_sign_in_buttons("primary")


def say_over() -> None:
    """Instead of the page of somebody who was signed in."""
    with st.container(key="gate"):
        st.title("You are signed out", anchor=False)
        hours = hours_in_words(access().signed_in_hours)
        st.write(
            f"Signing in counts for {hours}, or until you sign out in another tab. Your projects are kept: sign in"
            " again to see them."
        )
        signing.draw_sign_in_buttons("primary")
        if access().mode != SIGN_IN:
            st.button("Go on without", key="without", on_click=partial(state.set_widget_value, ENDED, False))


def hours_in_words(hours: int) -> str:
    """In days where that is plainer."""
    if hours % 24 == 0:
        return "a day" if hours == 24 else f"{hours // 24} days"
    return "an hour" if hours == 1 else f"{hours} hours"
