"""The check before every page: pages may require a sign-in, and a session belongs to one person only."""

from functools import partial

import streamlit as st

from server.identity.access import SIGN_IN, access
from ui.account import signing
from ui.session import state
from ui.store import people

PERSON_KEY = "whose"
"""Session key of the person to whom the session belongs; nobody else sees what it holds."""
ENDED = "ended"
"""Session key: whether the person's sign-in has expired and they have not chosen to go on without one."""

LOOK_SECONDS = 60
"""Seconds between two checks whether the person at an open page is still signed in."""


def may_see_pages() -> bool:
    """Return whether the page may be drawn; if not, say why and how to sign in. Call this before drawing."""
    if signing.has_left():
        st.write("You are signed out.")
        return False
    if state.widget_value(PERSON_KEY, people.session_person_key()) != people.session_person_key():
        signing.forget_session()
        state.set_widget_value(ENDED, people.was_over())
    state.set_widget_value(PERSON_KEY, people.session_person_key())
    if state.widget_value(ENDED):
        draw_signed_out()
        return False
    if access().mode == SIGN_IN and people.login() is None:
        draw_sign_in_page()
        return False
    if people.login() is not None:
        st.fragment(rerun_if_signed_out, run_every=LOOK_SECONDS)()
    return True


def rerun_if_signed_out() -> None:
    """Rerun the page to hide its contents if its person's sign-in has expired."""
    if people.login() is None:
        st.rerun()


def draw_sign_in_page() -> None:
    """Draw the sign-in page, which comes before all others if visitors must sign in."""
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


def draw_signed_out() -> None:
    """Draw, in place of the page, that the person is signed out."""
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
    """Return a number of hours in words, in days if it is a multiple of 24."""
    if hours % 24 == 0:
        return "a day" if hours == 24 else f"{hours // 24} days"
    return "an hour" if hours == 1 else f"{hours} hours"
