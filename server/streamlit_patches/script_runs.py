"""Open sessions and the runs of their scripts: their shared state, their messages, and a context around each run."""

from collections.abc import Callable
from contextlib import AbstractContextManager, ExitStack, nullcontext
from contextvars import ContextVar
from dataclasses import replace
from threading import RLock
from typing import Any
from weakref import WeakSet, WeakValueDictionary

import streamlit as st

_session_locks: "WeakValueDictionary[str, RLock]" = WeakValueDictionary()
"""Session -> the lock that all its runs share, as long as there is a run."""


def share_session_lock() -> None:
    """Give all runs of a session one lock for the state that they change."""
    runner: Any = st.runtime.scriptrunner.script_runner.ScriptRunner
    begin = runner.__init__

    def begin_with_session_lock(self: Any, *args: Any, **kwargs: Any) -> None:
        begin(self, *args, **kwargs)
        state = self._session_state
        object.__setattr__(state, "_lock", _session_locks.setdefault(self._session_id, state._lock))

    runner.__init__ = begin_with_session_lock


_ended_runners: "WeakSet[Any]" = WeakSet()
"""Runners that had ended by themselves when the next one began; all others are stopped and send nothing more."""


def deliver_late_messages() -> None:
    """Send all messages of a run that has ended, even after the next run has begun.

    The next run's messages come after them: a runner sends its last message before it stops accepting requests.
    """
    session: Any = st.runtime.app_session.AppSession
    create, handle = session._create_scriptrunner, session._handle_scriptrunner_event_on_event_loop
    shutdown = st.runtime.scriptrunner.script_runner.ScriptRunnerEvent.SHUTDOWN

    def create_and_note(self: Any, request: Any) -> None:
        if self._scriptrunner is not None:
            _ended_runners.add(self._scriptrunner)
        create(self, request)

    def handle_late(self: Any, sender: Any, event: Any, *args: Any) -> None:
        if sender not in _ended_runners or event == shutdown:
            handle(self, sender, event, *args)
            return
        newest, self._scriptrunner = self._scriptrunner, sender
        try:
            handle(self, sender, event, *args)
        finally:
            self._scriptrunner = newest

    session._create_scriptrunner = create_and_note
    session._handle_scriptrunner_event_on_event_loop = handle_late


def ignore_values_of_auto_reruns() -> None:
    """Ignore the widget values sent by a fragment that reruns by itself, as with ``run_every``.

    The browser sends all its values, including values that the server has changed and the page does not show yet.
    """
    requests: Any = st.runtime.scriptrunner.script_runner.ScriptRequests
    request_rerun = requests._request_rerun_locked

    def request_without_values(self: Any, request: Any) -> bool:
        return bool(request_rerun(self, replace(request, widget_states=None) if request.is_auto_rerun else request))

    requests._request_rerun_locked = request_without_values


_has_repeated_parameters: ContextVar[bool] = ContextVar("_has_repeated_parameters", default=False)


def drop_repeated_parameters() -> None:
    """Keep each repeated value of a parameter in an address once, at its last place.

    A link to another page adds its own parameters to the parameters that the browser keeps, so some are repeated.
    """
    runner: Any = st.runtime.scriptrunner.script_runner.ScriptRunner
    run_script = runner._run_script

    def run_without_repeated_parameters(self: Any, request: Any) -> None:
        parameters = reversed(request.query_string.split("&"))
        query = "&".join(reversed(dict.fromkeys(parameters)))
        _has_repeated_parameters.set(query != request.query_string)
        run_script(self, replace(request, query_string=query))

    runner._run_script = run_without_repeated_parameters


def has_repeated_parameters() -> bool:
    """Return whether the browser's address has repeated parameters that this run dropped."""
    return _has_repeated_parameters.get()


def keep_import_path() -> None:
    """Stop runs from changing ``sys.path``; pages import nothing from their own folder."""
    script_runner: Any = st.runtime.scriptrunner.script_runner
    script_runner.modified_sys_path = nullcontext


RunContext = Callable[[Callable[[], str]], AbstractContextManager[None]]
"""Context entered around a run; it gets a function that returns the page's name, which is known after the run."""
_run_contexts: list[RunContext] = []


def add_run_context(context: RunContext) -> None:
    """Add a context that is entered around each run from now on."""
    _run_contexts.append(context)


def enter_run_contexts() -> None:
    """Make each run of a script or a fragment enter all contexts that were added."""
    runner: Any = st.runtime.scriptrunner.script_runner.ScriptRunner
    run_script = runner._run_script

    def run_in_contexts(self: Any, *args: Any, **kwargs: Any) -> None:
        with ExitStack() as stack:
            for context in _run_contexts:
                stack.enter_context(context(lambda: page_name(self)))
            run_script(self, *args, **kwargs)

    runner._run_script = run_in_contexts


START = "start"
"""Name of the page at the address without a name."""


def page_name(runner: Any) -> str:
    """Return the name of the page that a runner has run, or an empty text if it ended before it knew the page."""
    pages = getattr(runner, "_pages_manager", None)
    page = pages and pages.get_pages().get(pages.current_page_script_hash)
    return (page["url_pathname"] or START) if page and "url_pathname" in page else ""


def current_session_id() -> str:
    """Return the id of the session whose script runs in this thread, or an empty text."""
    context = st.runtime.scriptrunner.get_script_run_ctx()
    return context.session_id if context else ""


def is_session_active(session_id: str) -> bool:
    """Return whether a session's browser is connected; True if no server runs."""
    return not st.runtime.exists() or st.runtime.get_instance().is_active_session(session_id)


def count_active_sessions() -> int:
    """Return the number of sessions whose browser is connected; 0 if no server runs."""
    return st.runtime.get_instance()._session_mgr.num_active_sessions() if st.runtime.exists() else 0


def session_ids() -> list[str]:
    """Return the ids of all sessions, including sessions that lost their connection a moment ago."""
    if not st.runtime.exists():
        return []
    manager: Any = st.runtime.get_instance()._session_mgr
    return [session_info.session.id for session_info in manager.list_sessions()]


def session_user(session_id: str) -> dict[str, Any] | None:
    """Return Streamlit's information on the user who began a session, or None if there is no such session."""
    if not st.runtime.exists():
        return None
    session_info: Any = st.runtime.get_instance()._session_mgr.get_session_info(session_id)
    return None if session_info is None else dict(session_info.session._user_info)
