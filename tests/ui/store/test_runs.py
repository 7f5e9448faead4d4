"""Runs of a session share the lock of its state, those of others have their own; and work lets all of them go first."""

import asyncio
import os
import sys
import threading
from contextlib import closing, contextmanager

import pytest
from streamlit.runtime.fragment import MemoryFragmentStorage
from streamlit.runtime.memory_uploaded_file_manager import MemoryUploadedFileManager
from streamlit.runtime.pages_manager import PagesManager
from streamlit.runtime.scriptrunner.script_cache import ScriptCache
from streamlit.runtime.scriptrunner.script_runner import ScriptRunner
from streamlit.runtime.scriptrunner_utils.script_requests import RerunData
from streamlit.runtime.state import SessionState

from tests.threads import SECONDS, until
from ui.store import runs
from ui.store.runs import Runs


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


# --- work in the background lets them go first ---


class Clock:
    """Time that passes when a test says so."""

    now = 0.0

    def __call__(self):
        return self.now


def in_thread(act):
    thread = threading.Thread(target=act)
    thread.start()
    return thread


@contextmanager
def in_another(run):
    """A run in a thread of its own, under way meanwhile."""
    begun, may_end = threading.Event(), threading.Event()

    def act():
        with run():
            begun.set()
            assert may_end.wait(SECONDS)

    thread = in_thread(act)
    assert begun.wait(SECONDS)
    try:
        yield
    finally:
        may_end.set()
        assert ends(thread)


def ends(thread):
    thread.join(SECONDS)
    return not thread.is_alive()


def test_work_pauses_while_runs_are_under_way():
    found = Runs(Clock(), most_pause=SECONDS)
    assert ends(in_thread(found.go_first))
    with found.run():
        with in_another(found.run):
            work = in_thread(found.go_first)
            until(lambda: found.paused)
        assert found.paused, "one run is still under way"
    assert ends(work)
    assert not found.paused


def test_a_pause_has_an_end_and_then_work_goes_on_as_long():
    clock = Clock()
    found = Runs(clock, most_pause=0.01)
    with found.run():
        assert ends(in_thread(found.go_first)), "a pause is over though the run is not"
        found._most_pause = SECONDS
        assert ends(in_thread(found.go_first)), "none right after"
        clock.now += SECONDS
        work = in_thread(found.go_first)
        until(lambda: found.paused)
    assert ends(work)


def test_a_run_that_waits_for_work_does_not_hold_it_up_nor_does_its_own():
    found = Runs(Clock(), most_pause=SECONDS)
    with found.run():
        found.go_first()
        with found.waiting():
            assert ends(in_thread(found.go_first))
        work = in_thread(found.go_first)
        until(lambda: found.paused)
    assert ends(work)


def test_a_run_that_fails_is_over():
    found = Runs(Clock(), most_pause=SECONDS)
    with pytest.raises(ValueError, match="failed"), found.run():
        raise ValueError("failed")
    assert ends(in_thread(found.go_first))


def test_each_run_of_a_script_is_announced(monkeypatch):
    under_way = []
    monkeypatch.setattr(ScriptRunner, "_run_script", lambda *given: under_way.append((given[1:], runs.runs._under_way)))
    runs.announce()
    ScriptRunner._run_script(None, "what is asked")
    assert under_way == [(("what is asked",), 1)]
    assert runs.runs._under_way == 0


@pytest.mark.skipif(sys.platform != "linux", reason="threads have priorities of their own under Linux")
def test_threads_that_stand_behind_do_so_once():
    found = []

    def twice():
        for _ in range(2):
            runs.stand_behind()
            found.append(os.getpriority(os.PRIO_PROCESS, threading.get_native_id()))

    usual = os.getpriority(os.PRIO_PROCESS, os.getpid())
    assert ends(in_thread(twice))
    assert found == [min(usual + runs.BEHIND, runs.NICEST)] * 2
    assert os.getpriority(os.PRIO_PROCESS, threading.get_native_id()) == usual
