"""Sign-in and sign-out: a button for each provider, the foot of the sidebar, and taking over a browser's projects."""

from functools import partial
from typing import Literal

import streamlit as st

from scoring.output.numbers import counted
from server.identity.access import ALONE, CALLBACK, DEFAULT, access
from server.identity.sign_ins import sign_ins
from server.memory.shelf import visitor_session_id
from server.streamlit_patches import application
from ui.kit import changes
from ui.session import state
from ui.store import cache, kept, people

LEAVING = "leaving"
"""Session key: whether the session is signing out and the browser is leaving."""
TO_TAKE = "to_take"
"""Session key: the number of the browser's own projects that the account may take over."""


def forget_session() -> None:
    """Drop everything of the session: its jobs, files, drafts, downloads and state."""
    visitor = state.visitor()
    cache.engine().forget(visitor)
    for key in list(cache.shelf().of(visitor)):
        cache.shelf().drop(visitor, key)
    cache.shelf().files.drop(visitor_session_id(visitor))
    application.drop_session_files(visitor_session_id(visitor))
    state.forget_all()


def draw_sign_in_buttons(kind: Literal["primary", "secondary"] = "secondary", key: str = "sign-in") -> None:
    """Draw a sign-in button for each provider; under another name of the server, a link to the right name.

    ``key`` distinguishes the buttons from others on the same page.
    """
    if sign_ins.has_failed(people.secret()):
        st.warning("Signing in failed. Try again; if it fails again, the administrator finds the reason in the log.")
    if state.origin() != access().origin:
        st.link_button(f"Sign in at {access().host}", access().redirect_uri.removesuffix(CALLBACK), type=kind)
        st.caption("Signing in works only under that name of this server.")
        return
    for provider in access().providers:
        st.button(
            sign_in_label(provider), key=f"{key}-{provider}", type=kind, on_click=partial(begin_sign_in, provider)
        )


def can_begin() -> bool:
    """Return whether nobody is signed in here and sign-in is possible."""
    return bool(access().providers) and people.login() is None


def offer_here(why: str) -> None:
    """Draw a reason to sign in and the buttons on a page, in addition to the sidebar's."""
    st.write(why)
    draw_sign_in_buttons("primary", "sign-in-here")


def offer_if_shared() -> None:
    """Offer the sign-in at an address that shows this visitor nothing, since it may be shared with their account.

    The offer is the same for every address that shows nothing, so it reveals nothing of other people's projects.
    """
    if can_begin():
        offer_here("If it was shared with your e-mail address, sign in: you come back to this page.")


def sign_in_label(provider: str) -> str:
    """Return the label of a provider's button; it names the provider only if there are several."""
    if len(access().providers) == 1 or provider == DEFAULT:
        return "Sign in"
    return f"Sign in with {provider if provider != provider.lower() else provider.title()}"


def begin_sign_in(provider: str) -> None:
    """Send the browser to the provider, from which it comes back to this page."""
    sign_ins.begin(people.secret(), state.page_address())
    st.login(provider)


def sign_out() -> None:
    """Mark the session to sign out in the next run, because another message may interrupt a callback."""
    state.set_widget_value(LEAVING, True)


def has_left() -> bool:
    """Sign the session out and drop its contents if it was asked to; return whether it was.

    The browser is signed out in all its tabs, and leaves for the provider, if the provider offers a sign-out.
    """
    if not state.widget_value(LEAVING):
        return False
    login = people.login()
    if login is not None:
        people.end(login)
    forget_session()
    state.set_widget_value(LEAVING, True)
    st.logout()
    return True


def draw_take_over() -> None:
    """Offer to take over the projects of the browser's private space, if it has any; counted once a session."""
    if people.login() is None:
        return
    if state.widget_value(TO_TAKE) is None:
        # Count the projects in the browser's private space.
        visitor = people.browsers_own(kept.server_workspace())
        state.set_widget_value(TO_TAKE, (len(kept.server_workspace().as_(visitor).projects()) if visitor else 0))
    n_projects = state.widget_value(TO_TAKE)
    if not n_projects:
        return
    projects = counted(n_projects, "project")
    with st.container(horizontal=True, vertical_alignment="center", border=True, key="taking"):
        st.markdown(f"Before you signed in you kept **{projects}** in this browser. Your account does not have it yet.")
        st.button("Take over", type="primary", on_click=take_over_projects, help="On every device where you sign in.")


@changes.change_callback
def take_over_projects() -> str:
    """Give the browser's projects to the account; return the message."""
    everything = kept.server_workspace()
    visitor, account = people.browsers_own(everything), people.person(everything, make=True)
    n_projects = everything.take_over(visitor, account) if visitor and account else 0
    state.set_widget_value(TO_TAKE, 0)
    return f"Your account has {counted(n_projects, 'project')} more."


def draw_account_foot() -> None:
    """Draw the visitor's or account's foot of the sidebar, always visible; nothing in the mode ``alone``."""
    if access().mode == ALONE:
        return
    with st.container(key="account", gap="xsmall"):
        signed_in = people.login()
        if signed_in is None:
            draw_visitor()
        else:
            draw_account(signed_in)


def draw_visitor() -> None:
    with st.container(horizontal=True, horizontal_alignment="distribute", vertical_alignment="center", gap="small"):
        with st.container(key="account-said"):
            if people.keeps_cookies():
                st.caption("Your work is kept in this browser's private space.")
            else:
                st.caption("This browser keeps no cookies: your work is out of reach once this page is closed.")
        if access().providers:
            draw_sign_in_buttons()


def draw_account(signed_in: people.Login) -> None:
    """Draw the name and address of the signed-in account and the button to sign out."""
    with st.container(horizontal=True, horizontal_alignment="distribute", vertical_alignment="center", gap="small"):
        with st.container(gap=None, key="account-name"):
            for line in [signed_in.name, signed_in.email]:
                if line:
                    st.text(line)
            if not signed_in.name and not signed_in.email:
                st.text("An account without a name")
        st.button("Sign out", on_click=sign_out)
