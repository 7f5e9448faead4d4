"""The cookie by which a browser is known again: its name, and the secret in it."""

import re
from collections.abc import Mapping
from secrets import token_urlsafe

import streamlit as st

from ui import state

COOKIE = "bleuscope"
BYTES = 32
"""A secret has 256 random bits."""
SECRET = re.compile(r"[\w-]{43}", re.ASCII)
"""So many in base64."""
THIS_HOST, ENCRYPTED = "__Host-", "__Secure-"
"""Browsers take a name with such a prefix over https only, and with the first one from this very host only: then
nobody who has another name of the same domain can give a browser a secret that they know."""
OWN_SECRET = "own_secret"
"""The session's key for the secret of a browser that keeps no cookies: its work is there until the page is closed."""


def cookie_path() -> str:
    """Where on its host the server is: cookies for it are sent nowhere else."""
    return f"/{st.get_option('server.baseUrlPath').strip('/')}"


def cookie_name(path: str, is_encrypted: bool) -> str:
    """What the cookie of a server there is called. Two servers in folders of one host have two."""
    name = "-".join([COOKIE, *filter(None, path.split("/"))])
    return f"{THIS_HOST if path == '/' else ENCRYPTED}{name}" if is_encrypted else name


def is_secret(text: str) -> bool:
    """Whether it can be one that the server gave to a browser."""
    return SECRET.fullmatch(text) is not None


def new_secret() -> str:
    return token_urlsafe(BYTES)


def secret() -> str:
    """The browser's own; where it keeps no cookies, this page's."""
    cookies, path = _cookies(), cookie_path()
    for is_encrypted in (True, False):
        if is_secret(found := cookies.get(cookie_name(path, is_encrypted), "")):
            return found
    if state.current(OWN_SECRET) is None:
        state.offer(OWN_SECRET, new_secret())
    return state.current(OWN_SECRET)


def _cookies() -> Mapping[str, str]:
    """Those with which the page has connected."""
    return st.context.cookies


def keeps_cookies() -> bool:
    """Whether the browser will be known again."""
    return secret() != state.current(OWN_SECRET)
