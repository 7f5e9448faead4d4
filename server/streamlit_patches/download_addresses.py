"""Files that pages offer, such as downloads: each session's under addresses of its own, which nobody can guess.

Streamlit 1.67 makes an address of the content alone: who knows a text could ask whether somebody else has it.
"""

from collections.abc import Callable
from contextvars import ContextVar
from functools import wraps
from hashlib import blake2b
from secrets import token_bytes
from typing import Any

import streamlit as st

_KEY = token_bytes(64)
"""This process's own."""
_for_session: ContextVar[str | None] = ContextVar("for_session", default=None)
"""Whose file is being made outside of a run of their page."""


def file_id(data: bytes, mimetype: str, filename: str | None = None) -> str:
    """The same for the same file of a session, so that it is kept once, as long as the session shows it."""
    session = _for_session.get() or st.runtime.media_file_manager._get_session_id()
    digest = blake2b(repr((session, mimetype, filename, len(data))).encode(), key=_KEY, digest_size=32)
    digest.update(data)
    return digest.hexdigest()


def keep_apart() -> None:
    """For the start of the server."""
    st.runtime.memory_media_file_storage._calculate_file_id = file_id
    manager = st.runtime.media_file_manager.MediaFileManager
    manager.execute_deferred = _of_its_session(manager.execute_deferred)  # type: ignore[method-assign]


def _of_its_session(execute: Callable[..., str]) -> Callable[..., str]:
    """A file that is made when somebody asks for it is made in a thread that knows of no session."""

    @wraps(execute)
    def execute_deferred(self: Any, file_id: str) -> str:
        entry = self._deferred_callables.get(file_id)
        token = _for_session.set(entry["session_id"] if entry is not None else None)
        try:
            return execute(self, file_id)
        finally:
            _for_session.reset(token)

    return execute_deferred
