"""Patches that lose no button press, even if messages come fast or a part of the page has moved."""

import importlib
from collections import defaultdict
from collections.abc import Callable
from dataclasses import replace
from functools import wraps
from threading import RLock
from typing import Any

import streamlit as st


class PendingWidgetStates:
    """The widget states that one script runner has taken from its requests and not yet given to callbacks."""

    def __init__(self) -> None:
        self.lock = RLock()
        self.states: Any = None
        """widget states of the request that was taken, until its callbacks begin"""
        self.runs_callbacks = False
        """whether callbacks are running, which must not be interrupted"""
        self.replays_earlier_states = False
        """whether the running callbacks belong to earlier messages, after which the whole page is drawn anyway"""


_carried_states: defaultdict[str, list[Any]] = defaultdict(list)
"""Session -> widget states of messages whose runs were stopped before their callbacks began, in order."""


def _script_requests() -> Any:
    """Return Streamlit's module of requests to script runners."""
    return importlib.import_module("streamlit.runtime.scriptrunner_utils.script_requests")


def pending_states(requests: Any) -> PendingWidgetStates:
    """Return the pending widget states that belong to a runner's requests."""
    states: PendingWidgetStates = vars(requests).setdefault("pending_widget_states", PendingWidgetStates())
    return states


def finish_callbacks() -> None:
    """Let callbacks that have begun end before their run is stopped; run callbacks of carried states first."""
    script_requests = _script_requests()
    requests, request_type = script_requests.ScriptRequests, script_requests.ScriptRequestType
    state: Any = st.runtime.scriptrunner.script_runner.SafeSessionState
    ready, in_between, ask = (
        requests.on_scriptrunner_ready,
        requests.on_scriptrunner_yield,
        requests.request_rerun_batch,
    )
    will_rerun = state.on_script_will_rerun

    def note_taken(pending: PendingWidgetStates, request: Any) -> Any:
        if request is not None and request.type == request_type.RERUN:
            pending.states = request.rerun_data.widget_states
        return request

    def take_when_ready(self: Any) -> Any:
        with pending_states(self).lock:
            return note_taken(pending_states(self), ready(self))

    def take_in_between(self: Any) -> Any:
        if pending_states(self).runs_callbacks:
            return None
        with pending_states(self).lock:
            return note_taken(pending_states(self), in_between(self))

    def ask_unless_replaying(self: Any, batch: Any) -> bool:
        return True if pending_states(self).replays_earlier_states else bool(ask(self, batch))

    @wraps(will_rerun)
    def run_callbacks(self: Any, *args: Any, **kwargs: Any) -> None:
        context = st.runtime.scriptrunner.get_script_run_ctx()
        own = context.script_requests if context else None
        if context is None or own is None:
            will_rerun(self, *args, **kwargs)
            return
        with self._lock:  # the session's lock: until it is free, a later message may still take these presses
            run_in_order(self, pending_states(own), own, context.session_id, lambda: will_rerun(self, *args, **kwargs))

    def callback_error(self: Any, states: Any) -> Exception | None:
        """Run the callbacks of carried widget states; return an error instead of losing later presses, or None."""
        try:
            will_rerun(self, states)
        except Exception as error:
            return error
        return None

    def run_in_order(
        self: Any, pending: PendingWidgetStates, own: Any, session: str, run_own: Callable[[], None]
    ) -> None:
        with pending.lock:
            if own._state == request_type.STOP:
                self._yield_callback()  # ends the run: its presses were carried to the next run
            pending.states, pending.runs_callbacks = None, True
        try:
            pending.replays_earlier_states = True
            errors = [error for states in _carried_states.pop(session, []) if (error := callback_error(self, states))]
            pending.replays_earlier_states = False
            run_own()
            if errors:
                raise errors[0]
        finally:
            pending.replays_earlier_states = pending.runs_callbacks = False

    requests.on_scriptrunner_ready = take_when_ready
    requests.on_scriptrunner_yield = take_in_between
    requests.request_rerun_batch = ask_unless_replaying
    state.on_script_will_rerun = run_callbacks


def carry_presses_to_next_run() -> None:
    """Give the button presses of a message whose run is stopped before its callbacks to the next run."""
    session: Any = st.runtime.app_session.AppSession
    ended = st.runtime.app_session.AppSessionState.SHUTDOWN_REQUESTED
    request_rerun, shutdown = session.request_rerun, session.shutdown
    request_type = _script_requests().ScriptRequestType

    @wraps(request_rerun)
    def request_after_carrying(self: Any, message: Any) -> None:
        if message and not message.fragment_id and self._scriptrunner is not None and self._state != ended:
            _carried_states[self.id] += filter(_has_press, stop_and_take(self._scriptrunner._requests))
        request_rerun(self, message)

    def stop_and_take(requests: Any) -> list[Any]:
        pending = pending_states(requests)
        with pending.lock, requests._lock:
            waits = requests._state == request_type.RERUN
            states = [pending.states, requests._rerun_data.widget_states if waits else None]
            pending.states, requests._state = None, request_type.STOP
        return states

    @wraps(shutdown)
    def shut_down_and_forget(self: Any) -> None:
        _carried_states.pop(self.id, None)
        shutdown(self)

    session.request_rerun = request_after_carrying
    session.shutdown = shut_down_and_forget


def _has_press(states: Any) -> bool:
    """Return whether widget states include a button press; all other values come again with the next message."""
    is_pressed = _script_requests()._has_active_trigger_value
    return states is not None and any(map(is_pressed, states.widgets))


def rerun_page_for_lost_fragment() -> None:
    """Run the whole page for a message from a fragment that has moved or gone."""
    session: Any = st.runtime.app_session.AppSession
    runner: Any = st.runtime.scriptrunner.script_runner.ScriptRunner
    request_rerun, run_script = session.request_rerun, runner._run_script

    @wraps(request_rerun)
    def request_page(self: Any, message: Any) -> None:
        is_press = message and message.fragment_id and not message.is_auto_rerun
        if is_press and not self.has_fragment(message.fragment_id):
            whole = type(message)()
            whole.CopyFrom(message)
            whole.fragment_id = ""
            message = whole
        request_rerun(self, message)

    @wraps(run_script)
    def run_page(self: Any, request: Any) -> None:
        # A request with a press may be merged with one of a fragment that reruns by itself.
        has_press = request.widget_states is not None or not request.is_auto_rerun
        if has_press and not all(map(self._fragment_storage.contains, request.fragment_id_queue)):
            request = replace(request, fragment_id_queue=[], is_fragment_scoped_rerun=False)
        run_script(self, request)

    session.request_rerun = request_page
    runner._run_script = run_page
