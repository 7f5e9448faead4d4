"""The cookie by which a browser is known again: its name, and the secret in it."""

import re
from collections.abc import Mapping
from secrets import token_urlsafe

import streamlit as st

from ui.session import state

COOKIE = "bleuscope"
"""Browsers call it as server/http/cookies.py says."""
BYTES = 32
"""A secret has 256 random bits."""
SECRET = re.compile(r"[\w-]{43}", re.ASCII)
"""So many in base64."""
OWN_SECRET = "own_secret"
"""The session's key for the secret of a browser that keeps no cookies: its work is there until the page is closed."""


def is_secret(text: str) -> bool:
    """Whether it can be one that the server gave to a browser."""
    return SECRET.fullmatch(text) is not None


def new_secret() -> str:
    return token_urlsafe(BYTES)


def secret() -> str:
    """The browser's own; where it keeps no cookies, this page's."""
    if is_secret(found := _cookies().get(COOKIE, "")):
        return found
    if state.widget_value(OWN_SECRET) is None:
        state.set_widget_value(OWN_SECRET, new_secret())
    return state.widget_value(OWN_SECRET)


def _cookies() -> Mapping[str, str]:
    """Those with which the page has connected."""
    return st.context.cookies


def keeps_cookies() -> bool:
    """Whether the browser will be known again."""
    return secret() != state.widget_value(OWN_SECRET)
