"""Runs of a session share the lock of its state; those of others have their own."""

import asyncio
from contextlib import closing

from streamlit.runtime.fragment import MemoryFragmentStorage
from streamlit.runtime.memory_uploaded_file_manager import MemoryUploadedFileManager
from streamlit.runtime.pages_manager import PagesManager
from streamlit.runtime.scriptrunner.script_cache import ScriptCache
from streamlit.runtime.scriptrunner.script_runner import ScriptRunner
from streamlit.runtime.scriptrunner_utils.script_requests import RerunData
from streamlit.runtime.state import SessionState

from ui.store import runs


def begun(session, state, loop):
    cache = ScriptCache()
    return ScriptRunner(
        session,
        "app.py",
        state,
        MemoryUploadedFileManager("/files"),
        cache,
        RerunData(),
        {},
        MemoryFragmentStorage(),
        PagesManager("app.py", cache),
        loop,
    )


def test_runs_of_a_session_share_a_lock(monkeypatch):
    monkeypatch.setattr(ScriptRunner, "__init__", ScriptRunner.__init__)  # so that it is put back
    runs.share_locks()
    with closing(asyncio.new_event_loop()) as loop:
        state = SessionState()
        first, second, stranger = (
            begun("one", state, loop),
            begun("one", state, loop),
            begun("two", SessionState(), loop),
        )
    assert first._session_state._lock is second._session_state._lock
    assert first._session_state._lock is not stranger._session_state._lock
    with first._session_state._lock:
        assert first._session_state.filtered_state == {}
