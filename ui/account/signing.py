"""The ways in and out: a button for each provider, and one that leaves nothing behind."""

from functools import partial
from typing import Literal

import streamlit as st

from server.identity.access import CALLBACK, DEFAULT, access
from server.identity.sign_ins import sign_ins
from ui.account import leaving
from ui.session import state
from ui.store import people

LEAVING = "leaving"
"""The session's key for whether it has signed out: the browser goes elsewhere."""


def draw_sign_in_buttons(kind: Literal["primary", "secondary"] = "secondary", key: str = "sign-in") -> None:
    """A button for each provider. Under another name of the server than the one to which it leads back, that one.

    ``key`` tells it from others on the same page.
    """
    if sign_ins.has_failed(people.secret()):
        st.warning("Signing in failed. Try again; if it fails again, whoever runs this server finds why in its log.")
    if state.origin() != access().origin:
        st.link_button(f"Sign in at {access().host}", access().redirect_uri.removesuffix(CALLBACK), type=kind)
        st.caption("Signing in works only under that name of this server.")
        return
    for provider in access().providers:
        st.button(
            sign_in_label(provider), key=f"{key}-{provider}", type=kind, on_click=partial(begin_sign_in, provider)
        )


def can_begin() -> bool:
    """Whether nobody is signed in, and somebody could."""
    return bool(access().providers) and people.login() is None


def offer_here(why: str) -> None:
    """On a page, besides the sidebar's offer."""
    st.write(why)
    draw_sign_in_buttons("primary", "sign-in-here")


def offer_if_shared() -> None:
    """Where an address leads to nothing that this visitor may see: it may be shared with who they are elsewhere.

    So it is said of everything that is not there: it tells nobody what others have.
    """
    if can_begin():
        offer_here("If it was shared with your e-mail address, sign in: you come back to this page.")


def sign_in_label(provider: str) -> str:
    """What the button of a provider says; their names are needed only where there are several."""
    if len(access().providers) == 1 or provider == DEFAULT:
        return "Sign in"
    return f"Sign in with {provider if provider != provider.lower() else provider.title()}"


def begin_sign_in(provider: str) -> None:
    """For callbacks: the browser goes to the provider, and comes back to this page."""
    sign_ins.begin(people.secret(), state.page_address())
    st.login(provider)


def sign_out() -> None:
    """For callbacks: signs out. The run that follows does it, for another message may end a callback halfway."""
    state.set_widget_value(LEAVING, True)


def has_left() -> bool:
    """Whether this session signs out: then nothing is left of it.

    It is signed out in all tabs of this browser, and at the provider where it offers that: the browser goes there.
    """
    if not state.widget_value(LEAVING):
        return False
    found = people.login()
    if found is not None:
        people.end(found)
    leaving.forget_session()
    state.set_widget_value(LEAVING, True)
    st.logout()
    return True
