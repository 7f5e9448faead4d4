"""Uploaded files, which Streamlit holds in memory by session and file id; none if no server runs."""

import re
from collections.abc import Collection
from typing import Any

import streamlit as st

from server.streamlit_patches.private_names import UnsupportedStreamlit, calls


def check_upload_routes(address: re.Pattern[str], method: str) -> None:
    """Raise ``UnsupportedStreamlit`` unless Streamlit takes uploads only by ``method`` at addresses like ``address``.

    The first group of the pattern is the session's id. At any other address files would escape the limits of uploads.
    """
    from streamlit.web.server.starlette.starlette_routes import create_upload_routes

    unasked: Any = None
    routes: Any = create_upload_routes(unasked, unasked, None)
    sends = {(route.path, name) for route in routes for name in route.methods - {"DELETE", "HEAD", "OPTIONS"}}
    upload_routes = {(match[1], name) for path, name in sends if (match := address.search(path)) is not None}
    if len(sends) != 1 or upload_routes != {("{session_id}", method)}:
        expected = f"{method} to addresses like {address.pattern}"
        description = ", ".join(sorted(f"{name} to {path}" for path, name in sends)) or "nothing"
        raise UnsupportedStreamlit(f"uploads were expected as {expected}, and this version takes {description}")
    if not calls("web.server.starlette.starlette_app.App._create_runtime", "MemoryUploadedFileManager"):
        raise UnsupportedStreamlit("this version holds uploads elsewhere than in a MemoryUploadedFileManager")


def sessions_with_files() -> list[str]:
    """Return the ids of the sessions that have files."""
    return list(_manager().file_storage)


def file_ids(session_id: str) -> list[str]:
    """Return the ids of a session's files."""
    return list(_manager().file_storage.get(session_id, ()))


def file_sizes(session_id: str, ids: Collection[str]) -> list[int]:
    """Return the sizes in bytes of a session's files with these ids; ids of removed files are skipped."""
    return [len(file.data) for file in _manager().get_files(session_id, list(ids))]


def total_size() -> tuple[int, int]:
    """Return the bytes of all files of all sessions together, and the number of the files."""
    manager = _manager()
    return manager._total_bytes, manager._file_count


def remove_files(session_id: str, ids: Collection[str]) -> None:
    """Remove these files of a session."""
    for file_id in ids:
        _manager().remove_file(session_id, file_id)


def remove_session_files(session_id: str) -> None:
    """Remove all files of a session."""
    _manager().remove_session_files(session_id)


def _manager() -> Any:
    """Return Streamlit's store of uploaded files, or an empty store if no server runs or in tests of pages."""
    manager = st.runtime.get_instance().uploaded_file_mgr if st.runtime.exists() else None
    expected = st.runtime.memory_uploaded_file_manager.MemoryUploadedFileManager
    return manager if isinstance(manager, expected) else expected("")
