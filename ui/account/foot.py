"""The foot of the sidebar: whose work this is, and the way in or out."""

import streamlit as st

from server.identity.access import ALONE, access
from ui.account import signing
from ui.store import people


def draw_account_foot() -> None:
    """In sight however long the sidebar is. Nothing where the server is used alone."""
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
            signing.draw_sign_in_buttons()


def draw_account(signed_in: people.Login) -> None:
    """Its name, or its own address where it has none, beside the way out."""
    with st.container(horizontal=True, horizontal_alignment="distribute", vertical_alignment="center", gap="small"):
        with st.container(gap=None, key="account-name"):
            for said in [signed_in.name, signed_in.email]:
                if said:
                    st.text(said)
            if not signed_in.name and not signed_in.email:
                st.text("An account without a name")
        st.button("Sign out", on_click=signing.sign_out)
