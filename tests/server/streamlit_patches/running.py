"""Sessions that run scripts in this process, and what became of what a browser asked of them.

Each function below returns what happened, so that one test can hold it against Streamlit as it is, and one against the
patches.
"""

import asyncio
import sys
import threading
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pkgutil import resolve_name
from typing import Any, TypeVar

from streamlit.proto.ClientState_pb2 import ClientState
from streamlit.proto.WidgetStates_pb2 import WidgetState, WidgetStates
from streamlit.runtime.app_session import AppSession
from streamlit.runtime.fragment import MemoryFragmentStorage
from streamlit.runtime.memory_uploaded_file_manager import MemoryUploadedFileManager
from streamlit.runtime.pages_manager import PagesManager
from streamlit.runtime.script_data import ScriptData
from streamlit.runtime.scriptrunner.script_cache import ScriptCache
from streamlit.runtime.scriptrunner.script_runner import ScriptRunner
from streamlit.runtime.scriptrunner_utils.script_requests import RerunData
from streamlit.runtime.state import SessionState

from server.streamlit_patches import PATCHES
from tests.threads import SECONDS, until

Result = TypeVar("Result")


def run_in_thread(coroutine: Coroutine[Any, Any, Result]) -> Result:
    """Return what it gives, from a loop of its own: Playwright may have one running in this thread."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, coroutine).result()


def restore_streamlit_after(monkeypatch):
    """Lets a test put back all that patches replace."""
    for name in {name for patch in PATCHES for name in patch.names}:
        owner_name, _, attribute = name.rpartition(".")
        owner = resolve_name(f"streamlit.{owner_name}")
        if callable(found := getattr(owner, attribute, None)):
            monkeypatch.setattr(owner, attribute, found)


def begun_session(tmp_path, script):
    """A browser's session after a run of this script."""
    path = tmp_path / "page.py"
    path.write_text(script, encoding="utf-8")
    session = AppSession(ScriptData(str(path), False), MemoryUploadedFileManager("/files"), ScriptCache(), None, {})
    session.request_rerun(ClientState())
    assert ends(session._scriptrunner._script_thread)
    return session


def ends(thread):
    thread.join(SECONDS)
    return not thread.is_alive()


def run_ends(session):
    """Whether the run that is under way does."""
    return ends(session._scriptrunner._script_thread)


def widget_id(session, key):
    return session.session_state._key_id_mapper.get_id_from_key(key)


def new_runner(session_id, state, loop):
    cache = ScriptCache()
    return ScriptRunner(
        session_id,
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


def locks():
    """The locks of two runners of one session, and of one of another session."""
    with closing(asyncio.new_event_loop()) as loop:
        state = SessionState()
        runners = [new_runner("one", state, loop), new_runner("one", state, loop)]
        runners.append(new_runner("two", SessionState(), loop))
    return [runner._session_state._lock for runner in runners]


FRAGMENT = """
import streamlit as st

st.fragment(lambda: st.text("a part"), run_every=1)()
st.text("the end")
"""


def messages_of_two_runs(tmp_path):
    """To a browser: of a run, and of one of its fragment that is asked for before any of that is sent."""

    async def run():
        session = begun_session(tmp_path, FRAGMENT)
        (part,) = session._fragment_storage._fragments
        session.request_rerun(ClientState(fragment_id=part, is_auto_rerun=True))
        assert run_ends(session)
        while session._scriptrunner:
            await asyncio.sleep(0)
        said = session.flush_browser_queue()
        session.shutdown()
        return said

    return run_in_thread(run())


CHOICE = """
import streamlit as st

if st.session_state.get("choice") == "two":
    st.session_state["choice"] = "three"
st.selectbox("One of them", ["one", "two", "three"], key="choice", on_change=lambda: st.session_state.update(chosen=1))
st.fragment(lambda: st.text(st.session_state["choice"]), run_every=1)()
"""


def choice_after_auto_rerun(tmp_path):
    """What is chosen, and whether that was a change, after a fragment has asked by itself with an older choice."""

    async def run():
        session = begun_session(tmp_path, CHOICE)
        values, widget = session.session_state, widget_id(session, "choice")
        held = WidgetStates(widgets=[WidgetState(id=widget, string_value="two")])
        session.request_rerun(ClientState(widget_states=held))
        assert run_ends(session)
        assert (values["choice"], values["chosen"]) == ("three", 1)
        del values["chosen"]
        (part,) = session._fragment_storage._fragments
        session.request_rerun(ClientState(widget_states=held, fragment_id=part, is_auto_rerun=True))
        assert run_ends(session)
        found = values["choice"], "chosen" in values
        session.shutdown()
        return found

    return run_in_thread(run())


PARAMETERS = """
import streamlit as st

st.session_state.seen = str(st.query_params.get_all("a"))
"""


def repeated_parameter(tmp_path):
    """The values that a run has of a parameter which the browser's address repeats."""

    async def run():
        session = begun_session(tmp_path, PARAMETERS)
        session.request_rerun(ClientState(query_string="a=1&a=2&b=3&a=1"))
        assert run_ends(session)
        seen = session.session_state["seen"]
        session.shutdown()
        return seen

    return run_in_thread(run())


IMPORT_PATH = """
import sys

from tests.server.streamlit_patches import running

running.import_path[:] = sys.path
"""
import_path: list[str] = []


def changes_import_path(tmp_path):
    """Whether a run does."""

    async def run():
        begun_session(tmp_path, IMPORT_PATH).shutdown()
        return import_path != sys.path

    return run_in_thread(run())


BUTTONS = """
import time
import streamlit as st
from tests.server.streamlit_patches.running import presses


def count(name):
    presses.began.append(name)
    if name == presses.wrong:
        raise ValueError(name)
    counted = list(st.session_state["counted"])
    presses.gate.wait(30)
    st.session_state["counted"] = [*counted, name]


st.session_state.setdefault("counted", [])
for name in "abc":
    st.button(name, key=name, on_click=count, args=name)
st.selectbox("One", ["one", "two"], key="one")
for number in range(presses.length):
    st.text(number)
    time.sleep(0.001)
st.session_state["drawn"] = st.session_state.get("drawn", 0) + 1
"""


class Presses:
    """What the page of buttons does."""

    def __init__(self, length=1, wrong=None):
        self.length = length
        """texts on the page, each of which takes a millisecond"""
        self.wrong = wrong
        """the button whose callback fails"""
        self.gate = threading.Event()
        """until this is set, no callback ends"""
        self.began = []
        """buttons whose callbacks have begun"""


presses = Presses()


def press(session, name, *others):
    """Sends what a browser sends when a button was pressed, besides other widgets' states."""
    states = [WidgetState(id=widget_id(session, name), trigger_value=True), *others]
    session.request_rerun(ClientState(widget_states=WidgetStates(widgets=states)))


def counted_in_callback(monkeypatch, tmp_path):
    """The buttons that count, of two: the second is pressed in the middle of the first one's callback."""
    monkeypatch.setattr(sys.modules[__name__], "presses", Presses())

    async def run():
        session = begun_session(tmp_path, BUTTONS)
        press(session, "a")
        first = session._scriptrunner._script_thread
        until(lambda: presses.began)
        press(session, "b")
        presses.gate.set()
        assert ends(first)
        assert run_ends(session)
        counted = session.session_state["counted"]
        session.shutdown()
        return counted

    return run_in_thread(run())


def counted_before_callbacks(monkeypatch, tmp_path):
    """The same where the second is pressed before the first one's callback has begun."""
    monkeypatch.setattr(sys.modules[__name__], "presses", Presses())
    presses.gate.set()
    may_run, run_script = threading.Event(), ScriptRunner._run_script

    def run_late(self, request):
        assert may_run.wait(SECONDS)
        run_script(self, request)

    async def run():
        may_run.set()
        session = begun_session(tmp_path, BUTTONS)
        may_run.clear()
        press(session, "a")
        first = session._scriptrunner._script_thread
        press(session, "b")
        may_run.set()
        assert ends(first)
        assert run_ends(session)
        counted = session.session_state["counted"]
        session.shutdown()
        return counted

    monkeypatch.setattr(ScriptRunner, "_run_script", run_late)
    return run_in_thread(run())


PARTS = """
import streamlit as st


def part():
    st.checkbox("pressed", key="pressed", on_change=lambda: st.session_state.update(counted=1))


st.session_state["drawn"] = st.session_state.get("drawn", 0) + 1
with st.container(key=st.session_state.get("place", "one")):
    if st.session_state.get("is_lower"):
        st.text("above")
    st.fragment(part)()
"""


def values_after_press_in_lost_fragment(tmp_path, is_known=False):
    """What the session holds after a press in a fragment that has moved; the server may know it till its turn comes."""

    async def run():
        session = begun_session(tmp_path, PARTS)
        values = session.session_state
        (before,) = session._fragment_storage._fragments
        values["is_lower"] = True
        session.request_rerun(ClientState())
        assert run_ends(session)
        assert not session.has_fragment(before)
        session.request_rerun(ClientState(fragment_id=before, is_auto_rerun=True))
        assert values["drawn"] == 2, "what asks by itself draws no whole page"
        if is_known:
            session.has_fragment = lambda fragment_id: True
        states = WidgetStates(widgets=[WidgetState(id=widget_id(session, "pressed"), bool_value=True)])
        session.request_rerun(ClientState(widget_states=states, fragment_id=before))
        assert run_ends(session)
        found = {name: values[name] for name in ("counted", "pressed", "drawn") if name in values}
        session.shutdown()
        return found

    return run_in_thread(run())
