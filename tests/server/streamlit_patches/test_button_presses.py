"""What is pressed is heard, however fast messages come and wherever parts of a page have gone."""

import time
from unittest.mock import MagicMock

import pytest
from streamlit.proto.ClientState_pb2 import ClientState
from streamlit.proto.WidgetStates_pb2 import WidgetState, WidgetStates
from streamlit.runtime.app_session import AppSession

from server.streamlit_patches import button_presses, script_runs
from tests.server.streamlit_patches import running
from tests.server.streamlit_patches.running import BUTTONS, Presses, begun_session, press, run_ends, widget_id
from tests.threads import until


@pytest.fixture(autouse=True)
def patched(restored, runtime):
    script_runs.share_session_lock()
    button_presses.finish_callbacks()
    button_presses.carry_presses_to_next_run()
    button_presses.rerun_page_for_lost_fragment()
    yield
    assert not button_presses._carried_states


@pytest.mark.exhaustive
@pytest.mark.parametrize("length", [1, 100])
@pytest.mark.parametrize("is_slow", [False, True])
@pytest.mark.parametrize("pause", [0, 0.002, 0.02])
def test_each_press_of_a_button_counts_once_and_in_order(monkeypatch, tmp_path, length, is_slow, pause):
    """Messages come before a run has begun, in the middle of a callback, and while the page is drawn."""
    monkeypatch.setattr(running, "presses", Presses(length))
    pressed = "abacabba"

    async def run():
        session = begun_session(tmp_path, BUTTONS)
        values = session.session_state
        if not is_slow:
            running.presses.gate.set()
        for place, name in enumerate(pressed):
            choice = WidgetState(id=widget_id(session, "one"), string_value="two" if place % 2 else "one")
            press(session, name, choice)
            time.sleep(pause)
        running.presses.gate.set()
        until(lambda: len(values["counted"]) == len(pressed))
        assert run_ends(session)
        assert "".join(values["counted"]) == pressed
        assert values["one"] == "two", "what was chosen last"
        assert values["drawn"] >= 2
        session.shutdown()

    running.run_in_thread(run())


@pytest.mark.parametrize("counted", [running.counted_in_callback, running.counted_before_callbacks])
def test_a_press_after_another_one_takes_it_away_at_no_time(monkeypatch, tmp_path, counted):
    assert counted(monkeypatch, tmp_path) == ["a", "b"]


def test_an_error_of_one_press_does_not_take_others_along(monkeypatch, tmp_path):
    monkeypatch.setattr(running, "presses", Presses(wrong="a"))

    async def run():
        session = begun_session(tmp_path, BUTTONS)
        for name in "cab":
            press(session, name)
            if name == "c":  # in whose callback the others come
                until(lambda: running.presses.began)
        running.presses.gate.set()
        assert run_ends(session)
        assert sorted(session.session_state["counted"]) == ["b", "c"]
        session.shutdown()

    running.run_in_thread(run())


def test_presses_of_a_session_that_has_ended_are_forgotten():
    button_presses._carried_states["gone"].append(WidgetStates())
    AppSession.shutdown(MagicMock(id="gone"))
    assert "gone" not in button_presses._carried_states


def test_a_message_after_the_end_of_a_session_leaves_nothing(tmp_path):
    async def run():
        session = begun_session(tmp_path, "")
        session.shutdown()
        session.request_rerun(ClientState())
        assert session.id not in button_presses._carried_states

    running.run_in_thread(run())


@pytest.mark.parametrize("is_known", [False, True])
def test_a_press_in_a_part_that_stands_elsewhere_since_is_taken(tmp_path, is_known):
    """The server may know the part when the press comes, and no more when its turn has come."""
    found = running.values_after_press_in_lost_fragment(tmp_path, is_known)
    assert found == {"counted": 1, "pressed": True, "drawn": 3}
