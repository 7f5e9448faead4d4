"""Addresses of files that pages offer, such as downloads: each session has its own, which nobody can guess."""

from collections.abc import Callable
from contextvars import ContextVar
from functools import wraps
from hashlib import blake2b
from secrets import token_bytes
from typing import Any

import streamlit as st

_KEY = token_bytes(64)
"""Secret key of this process."""
_file_owner: ContextVar[str | None] = ContextVar("file_owner", default=None)
"""Session for which a file is made outside of a run of its page."""


def secret_file_id(data: bytes, mimetype: str, filename: str | None = None) -> str:
    """Return an id that is the same for the same file of a session, so that it is kept once while it is shown."""
    session = _file_owner.get() or st.runtime.media_file_manager._get_session_id()
    digest = blake2b(repr((session, mimetype, filename, len(data))).encode(), key=_KEY, digest_size=32)
    digest.update(data)
    return digest.hexdigest()


def make_download_addresses_secret() -> None:
    """Make the addresses of files from this process's key, the session and all of the content."""
    storage: Any = st.runtime.memory_media_file_storage
    storage._calculate_file_id = secret_file_id
    manager: Any = st.runtime.media_file_manager.MediaFileManager
    manager.execute_deferred = _for_its_session(manager.execute_deferred)


def _for_its_session(execute: Callable[..., str]) -> Callable[..., str]:
    """Return ``execute`` with the session known: a file that is made on request is made in a thread without one."""

    @wraps(execute)
    def execute_deferred(self: Any, file_id: str) -> str:
        entry = self._deferred_callables.get(file_id)
        token = _file_owner.set(entry["session_id"] if entry is not None else None)
        try:
            return execute(self, file_id)
        finally:
            _file_owner.reset(token)

    return execute_deferred
