"""Runs of a session share the lock of its state, and all that they say is heard; work lets all runs go first."""

import asyncio
import os
import sys
import threading
from contextlib import closing, contextmanager
from unittest.mock import MagicMock

import pytest
from streamlit.proto.ClientState_pb2 import ClientState
from streamlit.proto.WidgetStates_pb2 import WidgetState, WidgetStates
from streamlit.runtime import Runtime
from streamlit.runtime.app_session import AppSession
from streamlit.runtime.fragment import MemoryFragmentStorage
from streamlit.runtime.memory_uploaded_file_manager import MemoryUploadedFileManager
from streamlit.runtime.pages_manager import PagesManager
from streamlit.runtime.script_data import ScriptData
from streamlit.runtime.scriptrunner import script_runner
from streamlit.runtime.scriptrunner.script_cache import ScriptCache
from streamlit.runtime.scriptrunner.script_runner import ScriptRunner
from streamlit.runtime.scriptrunner_utils.script_requests import RerunData, ScriptRequests
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


SCRIPT = """
import streamlit as st

st.fragment(lambda: st.text("a part"), run_every=1)()
st.text("the end")
"""


def test_what_a_run_has_said_is_heard_although_a_part_of_the_page_is_asked_for_right_after_it(monkeypatch, tmp_path):
    for name in ("_create_scriptrunner", "_handle_scriptrunner_event_on_event_loop"):
        monkeypatch.setattr(AppSession, name, getattr(AppSession, name))  # so that it is put back
    monkeypatch.setattr(Runtime, "_instance", MagicMock(spec=Runtime))
    script = tmp_path / "page.py"
    script.write_text(SCRIPT, encoding="utf-8")
    runs.hear_out()
    said = asyncio.run(said_by(str(script)))
    assert [message.auto_rerun.interval for message in said if message.HasField("auto_rerun")] == [1]
    drawn = [message.delta.new_element.text.body for message in said if message.delta.HasField("new_element")]
    assert drawn == ["the end", "a part"], "the part is sent as it is drawn last"
    begun = [len(message.metadata.run.fragment_ids) for message in said if message.HasField("new_session")]
    assert begun == [0, 1]


async def said_by(script):
    """To a browser: by a run of the script, and by one of its part that is asked for before any of that is heard."""
    session = begun_session(script)
    (part,) = session._fragment_storage._fragments
    session.request_rerun(ClientState(fragment_id=part, is_auto_rerun=True))
    assert ends(session._scriptrunner._script_thread)
    while session._scriptrunner:
        await asyncio.sleep(0)
    said = session.flush_browser_queue()
    session.shutdown()
    return said


def begun_session(script):
    """Of a browser, after a run of this script."""
    session = AppSession(ScriptData(script, False), MemoryUploadedFileManager("/files"), ScriptCache(), None, {})
    session.request_rerun(ClientState())
    assert ends(session._scriptrunner._script_thread)
    return session


CHOICE = """
import streamlit as st

if st.session_state.get("choice") == "two":
    st.session_state["choice"] = "three"
st.selectbox("One of them", ["one", "two", "three"], key="choice", on_change=lambda: st.session_state.update(chosen=1))
st.fragment(lambda: st.text(st.session_state["choice"]), run_every=1)()
"""


def test_what_asks_by_itself_brings_no_values_along(monkeypatch, tmp_path):
    """The browser has what it has chosen, and asks before it is told that something else has been set since."""
    monkeypatch.setattr(ScriptRequests, "request_rerun", ScriptRequests.request_rerun)  # so that it is put back
    monkeypatch.setattr(Runtime, "_instance", MagicMock(spec=Runtime))
    script = tmp_path / "page.py"
    script.write_text(CHOICE, encoding="utf-8")
    runs.choose_nothing_by_the_clock()

    def held(session):
        """By the browser, which has chosen the second."""
        widget = session.session_state._key_id_mapper.get_id_from_key("choice")
        return WidgetStates(widgets=[WidgetState(id=widget, string_value="two")])

    async def run():
        session = begun_session(str(script))
        values = session.session_state
        session.request_rerun(ClientState(widget_states=held(session)))
        assert ends(session._scriptrunner._script_thread)
        assert (values["choice"], values["chosen"]) == ("three", 1)
        del values["chosen"]
        (part,) = session._fragment_storage._fragments
        session.request_rerun(ClientState(widget_states=held(session), fragment_id=part, is_auto_rerun=True))
        assert ends(session._scriptrunner._script_thread)
        assert (values["choice"], "chosen" in values) == ("three", False)
        session.shutdown()

    asyncio.run(run())


def test_runs_leave_the_folders_alone_in_which_python_looks_for_modules(monkeypatch, tmp_path):
    monkeypatch.setattr(script_runner, "modified_sys_path", script_runner.modified_sys_path)  # so that it is put back
    monkeypatch.setattr(Runtime, "_instance", MagicMock(spec=Runtime))
    monkeypatch.setattr(runs, "found", [], raising=False)
    script = tmp_path / "page.py"
    script.write_text("import sys\nfrom ui.store import runs\nruns.found.append(list(sys.path))\n", encoding="utf-8")
    runs.import_from_the_same_folders()

    async def run():
        begun_session(str(script)).shutdown()

    asyncio.run(run())
    assert runs.found == [sys.path]


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
@pytest.mark.parametrize(
    ("info", "expected"),
    [
        ({"script_path": "app.py", "page_script_hash": "h"}, ""),
        ({"url_pathname": "", "page_script_hash": "h"}, "start"),
        ({"url_pathname": "ter", "page_script_hash": "h"}, "ter"),
        (None, ""),
    ],
)
def test_a_run_is_counted_under_its_page_and_under_none_before_the_pages_are_known(info, expected):
    pages = MagicMock(current_page_script_hash="h")
    pages.get_pages.return_value = {"h": info} if info else {}
    assert runs.page_of(MagicMock(_pages_manager=pages)) == expected


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
