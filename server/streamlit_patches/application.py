"""The served application: options and theme, messages of browsers, and no look-up of the machine's address."""

from functools import cache, wraps
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


def cache_theme() -> None:
    """Read the options of the theme once and not at each run."""
    app_session: Any = st.runtime.app_session
    read, theme_message = app_session._populate_theme_msg, app_session.CustomThemeConfig

    @cache
    def theme_of(section: str) -> Any:
        found = theme_message()
        read(found, section)
        return found

    def fill(message: Any, section: str = "theme") -> None:
        if theme_of(section).ByteSize():  # else the message is to stay without this part
            message.MergeFrom(theme_of(section))

    app_session._populate_theme_msg = fill


PAGE_MESSAGES = {"rerun_script", "stop_script", "file_urls_request", "app_heartbeat", "backend_operation_request"}
"""Kinds of Streamlit's BackMsg that pages send."""
PAGE_OPERATIONS = {"deferred_file", "dataframe_chunk"}
"""What a backend_operation_request may ask for: a download that is made now, and more rows of a table."""


def refuse_developer_messages() -> None:
    """Drop messages that say which files changed, empty caches that all visitors share, or write files."""
    session: Any = st.runtime.app_session.AppSession
    handle = session.handle_backmsg

    @wraps(handle)
    def handle_page_messages(self: Any, message: Any) -> None:
        if is_sent_by_pages(message):
            handle(self, message)

    session.handle_backmsg = handle_page_messages


def is_sent_by_pages(message: Any) -> bool:
    """Return whether pages send messages of this kind."""
    kind = message.WhichOneof("type")
    if kind == "backend_operation_request":
        return message.backend_operation_request.WhichOneof("payload") in PAGE_OPERATIONS
    return kind in PAGE_MESSAGES
