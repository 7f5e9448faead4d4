"""Messages of browsers: only those are handled that pages send, and none of those for developers."""

from functools import wraps
from typing import Any

import streamlit as st

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
