"""Runs of a session share the lock of its state, all that they say is sent, and each is entered in contexts."""

from contextlib import contextmanager
from unittest.mock import MagicMock

import pytest
from streamlit.proto.ClientState_pb2 import ClientState
from streamlit.proto.WidgetStates_pb2 import WidgetState, WidgetStates
from streamlit.runtime.scriptrunner.script_runner import ScriptRunner

from server.streamlit_patches import script_runs
from tests.server.streamlit_patches import running

pytestmark = pytest.mark.usefixtures("runtime")


def test_runs_of_a_session_share_a_lock():
    script_runs.share_session_lock()
    first, second, stranger = running.locks()
    assert first is second
    assert first is not stranger


def test_what_a_run_has_said_is_sent_although_a_part_of_the_page_is_asked_for_right_after_it(tmp_path):
    script_runs.deliver_late_messages()
    said = running.messages_of_two_runs(tmp_path)
    assert [message.auto_rerun.interval for message in said if message.HasField("auto_rerun")] == [1]
    drawn = [message.delta.new_element.text.body for message in said if message.delta.HasField("new_element")]
    assert drawn == ["the end", "a part"], "the part is sent as it is drawn last"
    begun = [len(message.metadata.run.fragment_ids) for message in said if message.HasField("new_session")]
    assert begun == [0, 1]


def test_what_asks_by_itself_brings_no_values_along(tmp_path):
    """The browser has what it has chosen, and asks before it is told that something else has been set since."""
    script_runs.ignore_values_of_auto_reruns()
    assert running.choice_after_auto_rerun(tmp_path) == ("three", False)


def test_a_part_that_runs_again_by_itself_changes_no_widget(tmp_path):
    script_runs.ignore_values_of_auto_reruns()

    async def run():
        session = running.begun_session(tmp_path, running.PARTS)
        values = session.session_state
        (fragment,) = session._fragment_storage._fragments
        pressed = WidgetState(id=running.widget_id(session, "pressed"), bool_value=True)
        message = ClientState(widget_states=WidgetStates(widgets=[pressed]), fragment_id=fragment, is_auto_rerun=True)
        session.request_rerun(message)
        assert running.run_ends(session)
        assert "counted" not in values
        assert not values["pressed"]
        session.shutdown()

    running.run_in_thread(run())


def test_runs_leave_the_folders_alone_in_which_python_looks_for_modules(tmp_path):
    script_runs.keep_import_path()
    assert not running.changes_import_path(tmp_path)


def test_each_run_is_entered_in_the_contexts_that_were_added(monkeypatch):
    happened = []
    monkeypatch.setattr(script_runs, "_run_contexts", [])
    monkeypatch.setattr(ScriptRunner, "_run_script", lambda runner, request: happened.append(request))

    @contextmanager
    def context(page_name):
        happened.append("before")
        yield
        happened.append(page_name())

    script_runs.add_run_context(context)
    script_runs.enter_run_contexts()
    ScriptRunner._run_script(MagicMock(_pages_manager=None), "the run")
    assert happened == ["before", "the run", ""]


@pytest.mark.parametrize(
    ("info", "expected"),
    [
        ({"script_path": "app.py", "page_script_hash": "h"}, ""),
        ({"url_pathname": "", "page_script_hash": "h"}, "start"),
        ({"url_pathname": "ter", "page_script_hash": "h"}, "ter"),
        (None, ""),
    ],
)
def test_a_run_has_the_name_of_its_page_and_none_before_the_pages_are_known(info, expected):
    pages = MagicMock(current_page_script_hash="h")
    pages.get_pages.return_value = {"h": info} if info else {}
    assert script_runs.page_name(MagicMock(_pages_manager=pages)) == expected
