"""The files as they were uploaded: Streamlit holds them while their page is open; here they count for the limits."""

from collections import OrderedDict
from typing import Any

import streamlit as st

from ui.store import cache
from ui.store.limits import in_mb, limits, setting_name
from ui.store.presence import APART

REMEMBERED = 1000
"""Of how many sessions the last refusal is known."""
_refusals: OrderedDict[str, str] = OrderedDict()


def why_not(session: str, n_bytes: int) -> str | None:
    """Why this session may not upload so much more; None where it may. The reason is kept for ``last_refusal``.

    Where all files together take more than they may, those of the session that has most are dropped: what was read of
    them stays.
    """
    reason = _reason(session, n_bytes)
    if reason is not None:
        _refusals[session] = reason
        while len(_refusals) > REMEMBERED:
            _refusals.popitem(last=False)
    return reason


def last_refusal(visitor: str) -> str | None:
    """Why an upload of theirs was refused, once: the client shows no more of it than its number."""
    return _refusals.pop(visitor.partition(APART)[0], None)


def _reason(session: str, n_bytes: int) -> str | None:
    raw = _raw_bytes()
    held = raw.get(session, 0) + cache.shelf().held_by_session(session + APART)
    most = limits()
    if held + n_bytes > most.visitor_mb:
        return (
            f"With this upload you would keep {in_mb(held + n_bytes)}; one visitor may keep"
            f" {in_mb(most.visitor_mb)} ({setting_name('visitor_mb')}). Forget files or test sets that you"
            " no longer need (page Data), then try again."
        )
    raw[session] = raw.get(session, 0) + n_bytes
    while sum(raw.values()) > most.uploads_mb:
        largest = max(raw, key=lambda other: raw[other])
        if largest == session:
            return (
                f"The server takes {in_mb(most.uploads_mb)} of files at a time"
                f" ({setting_name('uploads_mb')}), and you have most of them here. Forget them (page Data), then try"
                " again."
            )
        _manager().remove_session_files(largest)
        del raw[largest]
    return None


def _raw_bytes() -> dict[str, int]:
    """Session -> the bytes of its files."""
    stored: dict[str, Any] = _manager().file_storage
    return {session: sum(len(file.data) for file in list(files.values())) for session, files in list(stored.items())}


def _manager() -> Any:
    return st.runtime.get_instance().uploaded_file_mgr
