"""The served application: Streamlit's options, its page for browsers, and no look-up of the machine's address."""

from typing import Any

import streamlit as st

INLINE_SCRIPT_HASH = "'sha256-THxz9J9+wf7rhwR2YkXJoSZ13UCmYyC+3lNDv2+8ugA='"
"""The one inline script in Streamlit's index.html, as a Content-Security-Policy allows it."""


def block_address_lookup() -> None:
    """Let Streamlit ask no outside service for this machine's address."""
    st.net_util.get_external_ip = lambda: None


def get_option(name: str) -> Any:
    """Return the value of an option, also of a hidden one; ``RuntimeError`` if Streamlit has no such option."""
    return st.config.get_option(name)


def set_option(name: str, value: object) -> None:
    """Set an option of the server, which ``st.set_option`` refuses."""
    st.config.set_option(name, value)


def where_defined(name: str) -> str:
    """Return where an option was set: ``<default>``, a file, the environment or the command line."""
    return st.config.get_where_defined(name)
