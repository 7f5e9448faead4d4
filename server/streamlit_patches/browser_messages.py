"""Which messages of a visitor's browser are heard. Streamlit has others, for developers, and takes them from anybody.

Those say which files of the program's folder were changed, empty caches that all visitors share, and write files.
"""

from functools import wraps
from typing import Any

HEARD = {"rerun_script", "stop_script", "file_urls_request", "app_heartbeat", "backend_operation_request"}
"""Kinds of Streamlit 1.67's BackMsg."""
OPERATIONS = {"deferred_file", "dataframe_chunk"}
"""What a backend_operation_request may ask for: a download that is made now, and more rows of a table."""


def hear_visitors_only(session: Any) -> None:
    """For the start of the server. ``session`` is Streamlit's AppSession."""
    handle = session.handle_backmsg

    @wraps(handle)
    def handle_heard(self: Any, message: Any) -> None:
        if is_heard(message):
            handle(self, message)

    session.handle_backmsg = handle_heard


def is_heard(message: Any) -> bool:
    kind = message.WhichOneof("type")
    if kind == "backend_operation_request":
        return message.backend_operation_request.WhichOneof("payload") in OPERATIONS
    return kind in HEARD
