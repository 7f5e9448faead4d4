"""ui/store/presses.py: what is pressed is heard, however fast messages come and wherever parts of a page have gone."""

import asyncio
import threading
import time
from unittest.mock import MagicMock

import pytest
from streamlit.proto.ClientState_pb2 import ClientState
from streamlit.proto.WidgetStates_pb2 import WidgetState, WidgetStates
from streamlit.runtime import Runtime
from streamlit.runtime.app_session import AppSession
from streamlit.runtime.memory_uploaded_file_manager import MemoryUploadedFileManager
from streamlit.runtime.script_data import ScriptData
from streamlit.runtime.scriptrunner import script_runner
from streamlit.runtime.scriptrunner.script_cache import ScriptCache
from streamlit.runtime.scriptrunner.script_runner import ScriptRunner
from streamlit.runtime.scriptrunner_utils.script_requests import ScriptRequests

from server.streamlit_patches import button_presses as presses
from tests.threads import SECONDS, until
from ui.store import runs

PATCHED = {
    AppSession: ("request_rerun", "shutdown"),
    ScriptRunner: ("__init__", "_run_script"),
    ScriptRequests: ("on_scriptrunner_ready", "on_scriptrunner_yield", "request_rerun_batch", "_request_rerun_locked"),
    script_runner.SafeSessionState: ("on_script_will_rerun",),
}


@pytest.fixture(autouse=True)
def patched(monkeypatch):
    for of, names in PATCHED.items():
        for name in names:
            monkeypatch.setattr(of, name, getattr(of, name))  # so that it is put back
    monkeypatch.setattr(Runtime, "_instance", MagicMock(spec=Runtime))
    runs.share_locks()
    presses.lose_none()
    yield
    assert not presses._handed_on


def begun_session(script):
    """Of a browser, after a run of this script."""
    session = AppSession(ScriptData(script, False), MemoryUploadedFileManager("/files"), ScriptCache(), None, {})
    session.request_rerun(ClientState())
    assert ends(session._scriptrunner._script_thread)
    return session


def ends(thread):
    thread.join(SECONDS)
    return not thread.is_alive()


BUTTONS = """
import time
import streamlit as st
from server.streamlit_patches import button_presses as presses


def count(name):
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


@pytest.mark.parametrize("length", [1, 100])
@pytest.mark.parametrize("is_slow", [False, True])
@pytest.mark.parametrize("pause", [0, 0.002, 0.02])
def test_each_press_of_a_button_counts_once_and_in_order(monkeypatch, tmp_path, length, is_slow, pause):
    """Messages come before a run has begun, in the middle of a callback, and while the page is drawn."""
    gate = threading.Event()
    monkeypatch.setattr(presses, "gate", gate, raising=False)
    monkeypatch.setattr(presses, "length", length, raising=False)
    monkeypatch.setattr(presses, "wrong", None, raising=False)
    script = tmp_path / "page.py"
    script.write_text(BUTTONS, encoding="utf-8")
    pressed = "abacabba"

    async def run():
        session = begun_session(str(script))
        values = session.session_state
        identities = {name: values._key_id_mapper.get_id_from_key(name) for name in [*"abc", "one"]}
        if not is_slow:
            gate.set()
        for place, name in enumerate(pressed):
            button = WidgetState(id=identities[name], trigger_value=True)
            choice = WidgetState(id=identities["one"], string_value="two" if place % 2 else "one")
            session.request_rerun(ClientState(widget_states=WidgetStates(widgets=[button, choice])))
            time.sleep(pause)
        gate.set()
        until(lambda: len(values["counted"]) == len(pressed))
        assert ends(session._scriptrunner._script_thread)
        assert "".join(values["counted"]) == pressed
        assert values["one"] == "two", "what was chosen last"
        assert values["drawn"] >= 2
        session.shutdown()

    asyncio.run(run())


def test_an_error_of_one_press_does_not_take_others_along(monkeypatch, tmp_path):
    gate = threading.Event()
    for name, value in {"gate": gate, "length": 1, "wrong": "a"}.items():
        monkeypatch.setattr(presses, name, value, raising=False)
    script = tmp_path / "page.py"
    script.write_text(BUTTONS, encoding="utf-8")

    async def run():
        session = begun_session(str(script))
        values = session.session_state
        for name in "cab":
            button = WidgetState(id=values._key_id_mapper.get_id_from_key(name), trigger_value=True)
            session.request_rerun(ClientState(widget_states=WidgetStates(widgets=[button])))
            if name == "c":  # in whose callback the others come
                until(lambda: presses._of(session._scriptrunner._requests).is_hearing)
        gate.set()
        assert ends(session._scriptrunner._script_thread)
        assert sorted(values["counted"]) == ["b", "c"]
        session.shutdown()

    asyncio.run(run())


def test_what_nobody_will_hear_is_forgotten(tmp_path, monkeypatch):
    presses._handed_on["gone"].append(WidgetStates())
    session = MagicMock(id="gone")
    monkeypatch.setattr(presses, "_handed_on", presses._handed_on)
    AppSession.shutdown(session)
    assert "gone" not in presses._handed_on


def test_a_message_after_the_end_of_a_session_leaves_nothing(tmp_path):
    script = tmp_path / "page.py"
    script.write_text("")

    async def run():
        session = begun_session(str(script))
        session.shutdown()
        session.request_rerun(ClientState())
        assert session.id not in presses._handed_on

    asyncio.run(run())


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


@pytest.mark.parametrize("is_known", [False, True])
def test_a_press_in_a_part_that_stands_elsewhere_since_is_taken(monkeypatch, tmp_path, is_known):
    """The server may know the part when the press comes, and no more when its turn has come."""
    script = tmp_path / "page.py"
    script.write_text(PARTS, encoding="utf-8")

    async def run():
        session = begun_session(str(script))
        values = session.session_state
        (before,) = session._fragment_storage._fragments
        widget = values._key_id_mapper.get_id_from_key("pressed")
        values["is_lower"] = True
        session.request_rerun(ClientState())
        assert ends(session._scriptrunner._script_thread)
        assert not session.has_fragment(before)
        session.request_rerun(ClientState(fragment_id=before, is_auto_rerun=True))
        assert values["drawn"] == 2, "what asks by itself draws no whole page"
        if is_known:
            monkeypatch.setattr(session, "has_fragment", lambda fragment_id: True)
        states = WidgetStates(widgets=[WidgetState(id=widget, bool_value=True)])
        session.request_rerun(ClientState(widget_states=states, fragment_id=before))
        assert ends(session._scriptrunner._script_thread)
        assert (values["counted"], values["pressed"], values["drawn"]) == (1, True, 3)
        session.shutdown()

    asyncio.run(run())


def test_a_part_that_runs_again_by_itself_changes_no_widget(tmp_path):
    script = tmp_path / "page.py"
    script.write_text(PARTS, encoding="utf-8")

    async def run():
        session = begun_session(str(script))
        values = session.session_state
        (fragment,) = session._fragment_storage._fragments
        pressed = WidgetState(id=values._key_id_mapper.get_id_from_key("pressed"), bool_value=True)
        message = ClientState(widget_states=WidgetStates(widgets=[pressed]), fragment_id=fragment, is_auto_rerun=True)
        session.request_rerun(message)
        assert ends(session._scriptrunner._script_thread)
        assert "counted" not in values
        assert not values["pressed"]
        session.shutdown()

    asyncio.run(run())
