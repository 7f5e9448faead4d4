"""What visitors press, from their browsers to the end of its callbacks: none is lost, however fast messages come.

Streamlit 1.67 drops what is pressed in a part of a page that has moved since, or whose page waits for something. And a
message about the whole page stops the run of the one before it, also where that has not begun, or is in the middle of
a callback: buttons that it brought were pressed for nothing.
"""

from collections import defaultdict
from collections.abc import Callable
from dataclasses import replace
from functools import wraps
from threading import RLock
from typing import Any

import streamlit as st

scripts: Any = st.runtime.scriptrunner_utils.script_requests  # type: ignore[attr-defined]


class Unheard:
    """What one runner was asked for and has not begun to hear."""

    def __init__(self) -> None:
        self.lock = RLock()
        self.states: Any = None
        """the values of widgets of the request that was taken, until its callbacks begin"""
        self.is_hearing = False
        """whether callbacks are under way, which nothing ends"""
        self.is_late = False
        """whether these are those of earlier messages, after which the whole page is drawn anyway"""


_handed_on: defaultdict[str, list[Any]] = defaultdict(list)
"""Session -> the values of widgets of messages whose runs were stopped before their callbacks began, in order."""


def _of(requests: Any) -> Unheard:
    """What belongs to a runner's requests."""
    found: Unheard = requests.__dict__.setdefault("unheard", Unheard())
    return found


def lose_none() -> None:
    """For the start of the server."""
    hear_to_the_end()
    hand_on()
    draw_what_has_moved()
    take_no_values_from_timers()


def take_no_values_from_timers() -> None:
    """A fragment that runs again by itself changes no widget: what its message says of them may be older than a press.

    The browser sends all values that it has, also those that the server has set anew and the page does not show yet.
    """
    requests: Any = scripts.ScriptRequests
    request = requests._request_rerun_locked

    def request_without_values(self: Any, asked: Any) -> bool:
        return bool(request(self, replace(asked, widget_states=None) if asked.is_auto_rerun else asked))

    requests._request_rerun_locked = request_without_values


def hear_to_the_end() -> None:
    """Callbacks that have begun end by themselves; then the run may be stopped. What was handed on comes first."""
    requests: Any = scripts.ScriptRequests
    state: Any = st.runtime.scriptrunner.script_runner.SafeSessionState
    ready, in_between, ask = (
        requests.on_scriptrunner_ready,
        requests.on_scriptrunner_yield,
        requests.request_rerun_batch,
    )
    will_rerun = state.on_script_will_rerun

    def taken(unheard: Unheard, request: Any) -> Any:
        if request is not None and request.type == scripts.ScriptRequestType.RERUN:
            unheard.states = request.rerun_data.widget_states
        return request

    def take_when_ready(self: Any) -> Any:
        with _of(self).lock:
            return taken(_of(self), ready(self))

    def take_in_between(self: Any) -> Any:
        if _of(self).is_hearing:
            return None
        with _of(self).lock:
            return taken(_of(self), in_between(self))

    def ask_unless_late(self: Any, batch: Any) -> bool:
        return True if _of(self).is_late else bool(ask(self, batch))

    @wraps(will_rerun)
    def hear(self: Any, *given: Any, **named: Any) -> None:
        context = st.runtime.scriptrunner.get_script_run_ctx()
        own = context.script_requests if context else None
        if context is None or own is None:
            will_rerun(self, *given, **named)
            return
        with self._lock:  # the session's: until it is free, a later message may still take what this one brings
            hear_in_turn(self, _of(own), own, context.session_id, lambda: will_rerun(self, *given, **named))

    def error_of(self: Any, states: Any) -> Exception | None:
        """The error of a callback, which must not take the presses after it along."""
        try:
            will_rerun(self, states)
        except Exception as error:
            return error
        return None

    def hear_in_turn(self: Any, unheard: Unheard, own: Any, session: str, hear_own: Callable[[], None]) -> None:
        with unheard.lock:
            if own._state == scripts.ScriptRequestType.STOP:
                self._yield_callback()  # ends the run: what it brought was handed on
            unheard.states, unheard.is_hearing = None, True
        try:
            unheard.is_late = True
            errors = [error for states in _handed_on.pop(session, []) if (error := error_of(self, states))]
            unheard.is_late = False
            hear_own()
            if errors:
                raise errors[0]
        finally:
            unheard.is_late = unheard.is_hearing = False

    requests.on_scriptrunner_ready = take_when_ready
    requests.on_scriptrunner_yield = take_in_between
    requests.request_rerun_batch = ask_unless_late
    state.on_script_will_rerun = hear


def hand_on() -> None:
    """What a message has brought whose run is stopped before its callbacks begin is heard by the next run."""
    session: Any = st.runtime.app_session.AppSession
    ended = st.runtime.app_session.AppSessionState.SHUTDOWN_REQUESTED
    request, end = session.request_rerun, session.shutdown

    @wraps(request)
    def request_after_unheard(self: Any, asked: Any) -> None:
        if asked and not asked.fragment_id and self._scriptrunner is not None and self._state != ended:
            _handed_on[self.id] += filter(_has_press, stop_and_take(self._scriptrunner._requests))
        request(self, asked)

    def stop_and_take(requests: Any) -> list[Any]:
        unheard = _of(requests)
        with unheard.lock, requests._lock:
            waits = requests._state == scripts.ScriptRequestType.RERUN
            found = [unheard.states, requests._rerun_data.widget_states if waits else None]
            unheard.states, requests._state = None, scripts.ScriptRequestType.STOP
        return found

    @wraps(end)
    def end_and_forget(self: Any) -> None:
        _handed_on.pop(self.id, None)
        end(self)

    session.request_rerun = request_after_unheard
    session.shutdown = end_and_forget


def _has_press(states: Any) -> bool:
    """Whether a button was pressed; all other values come again with the next message."""
    return states is not None and any(map(scripts._has_active_trigger_value, states.widgets))


def draw_what_has_moved() -> None:
    """What comes from a part of a page that is there no more runs the whole page."""
    session: Any = st.runtime.app_session.AppSession
    runner: Any = st.runtime.scriptrunner.script_runner.ScriptRunner
    request, run_script = session.request_rerun, runner._run_script

    @wraps(request)
    def request_with_page(self: Any, asked: Any) -> None:
        if asked and asked.fragment_id and not asked.is_auto_rerun and not self.has_fragment(asked.fragment_id):
            whole = type(asked)()
            whole.CopyFrom(asked)
            whole.fragment_id = ""
            asked = whole
        request(self, asked)

    @wraps(run_script)
    def run_with_page(self: Any, asked: Any) -> None:
        has_press = asked.widget_states is not None or not asked.is_auto_rerun  # it may wait with what asks by itself
        if has_press and not all(map(self._fragment_storage.contains, asked.fragment_id_queue)):
            asked = replace(asked, fragment_id_queue=[], is_fragment_scoped_rerun=False)
        run_script(self, asked)

    session.request_rerun = request_with_page
    runner._run_script = run_with_page
