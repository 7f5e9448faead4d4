"""The runs of pages' scripts: those of a session change its state one at a time, and all go before other work.

Streamlit 1.67 starts a new run before the old one has stopped, and gives each a lock of its own for the state that both
change: now and then one reads what the other is changing, and fails. And what a run has said is no longer heard once
another one has begun: a part of a page that asks again and again, and does so right after a run, would never ask again.
A part that asks again and again sends along all that the browser holds, which may be older than what has been set here
since. And each run puts its script's folder among those where Python looks for modules, and takes it away: who imports
in another thread meanwhile skips a folder, and does not find what is there.
"""

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import replace
from threading import Condition, RLock, get_native_id, local
from time import monotonic
from typing import Any
from weakref import WeakSet, WeakValueDictionary

import streamlit as st

from ui.store.metrics import RUN_SECONDS

_locks: "WeakValueDictionary[str, RLock]" = WeakValueDictionary()
"""Session -> the lock of all its runs, as long as there is one."""


def share_locks() -> None:
    """For the start of the server."""
    runner = st.runtime.scriptrunner.script_runner.ScriptRunner
    begin = runner.__init__

    def begin_with_the_sessions_lock(self: Any, *given: Any, **named: Any) -> None:
        begin(self, *given, **named)
        state = self._session_state
        object.__setattr__(state, "_lock", _locks.setdefault(self._session_id, state._lock))

    runner.__init__ = begin_with_the_sessions_lock  # type: ignore[method-assign]


_followed: "WeakSet[Any]" = WeakSet()
"""Runners that had ended by themselves when the next one began; others are stopped, and have nothing more to say."""


def hear_out() -> None:
    """For the start of the server: all that a run has said before it ended is sent, also when the next one has begun.

    The next one's messages come after it: a runner hands over its last one before it takes no more requests.
    """
    session = st.runtime.app_session.AppSession
    create, handle = session._create_scriptrunner, session._handle_scriptrunner_event_on_event_loop
    shutdown = st.runtime.scriptrunner.script_runner.ScriptRunnerEvent.SHUTDOWN

    def create_and_note(self: Any, asked: Any) -> None:
        if self._scriptrunner is not None:
            _followed.add(self._scriptrunner)
        create(self, asked)

    def handle_late(self: Any, sender: Any, event: Any, *given: Any) -> None:
        if sender not in _followed or event == shutdown:
            handle(self, sender, event, *given)
            return
        newest, self._scriptrunner = self._scriptrunner, sender
        try:
            handle(self, sender, event, *given)
        finally:
            self._scriptrunner = newest

    session._create_scriptrunner = create_and_note  # type: ignore[method-assign, assignment]
    session._handle_scriptrunner_event_on_event_loop = handle_late  # type: ignore[method-assign, assignment]


def choose_nothing_by_the_clock() -> None:
    """For the start of the server: what asks by itself, as a part of a page does every second, brings no values."""
    requests = st.runtime.scriptrunner.script_runner.ScriptRequests
    request = requests.request_rerun

    def request_without_values(self: Any, asked: Any) -> bool:
        return request(self, replace(asked, widget_states=None) if asked.is_auto_rerun else asked)

    requests.request_rerun = request_without_values  # type: ignore[method-assign, assignment]


def import_from_the_same_folders() -> None:
    """For the start of the server: runs leave ``sys.path`` as it is; pages import nothing from their own folder."""
    st.runtime.scriptrunner.script_runner.modified_sys_path = nullcontext  # type: ignore[assignment, misc]


MOST_PAUSE_SECONDS = 0.25
"""How long work in the background pauses at most for the runs of pages, and how long it then goes on at least."""
BEHIND = 5
"""How much nicer its threads are than the server's others, as ``nice`` counts."""
NICEST = 19
START = "start"
"""The page at the address without a name."""


class Here(local):
    """What a thread is doing."""

    is_run = False


class Runs:
    """Which runs are under way, for work in the background that lets them go first.

    No pause is longer than ``most_pause`` seconds, and one that was so long is followed by as long a time without any:
    whatever runs there are, the work keeps half of its time.
    """

    def __init__(self, clock: Callable[[], float] = monotonic, most_pause: float = MOST_PAUSE_SECONDS) -> None:
        self._clock = clock
        self._most_pause = most_pause
        self._changed = Condition()
        self._here = Here()
        self._under_way = 0
        self._went_on = -most_pause
        """when work last went on although runs were under way"""
        self.paused = 0
        """how many threads pause"""

    @contextmanager
    def run(self) -> Iterator[None]:
        """Around a run, in its thread."""
        self._here.is_run = True
        self._count(1)
        try:
            yield
        finally:
            self._count(-1)
            self._here.is_run = False

    @contextmanager
    def waiting(self) -> Iterator[None]:
        """Around what waits for work in the background: a run that does so does not hold it up."""
        runs = int(self._here.is_run)
        self._count(-runs)
        try:
            yield
        finally:
            self._count(runs)

    def go_first(self) -> None:
        """For work, several times a second: pauses while runs are under way, but for a run's own work."""
        with self._changed:
            if self._here.is_run or not self._under_way or self._clock() - self._went_on < self._most_pause:
                return
            self.paused += 1
            if not self._changed.wait_for(lambda: not self._under_way, self._most_pause):
                self._went_on = self._clock()
            self.paused -= 1

    def _count(self, more: int) -> None:
        with self._changed:
            self._under_way += more
            if not self._under_way:
                self._changed.notify_all()


runs = Runs()
"""Those of this server."""


def announce() -> None:
    """For the start of the server: each run of a script, or of a part of it, is one of ``runs``, and is timed."""
    runner = st.runtime.scriptrunner.script_runner.ScriptRunner
    run_script = runner._run_script

    def run_announced(self: Any, *given: Any, **named: Any) -> None:
        began = monotonic()
        with runs.run():
            run_script(self, *given, **named)
        RUN_SECONDS.labels(page_of(self)).observe(monotonic() - began)

    runner._run_script = run_announced  # type: ignore[method-assign]


def page_of(runner: Any) -> str:
    """The name of the page that it has run; empty where there was none: a run can end before it knows the pages."""
    pages = getattr(runner, "_pages_manager", None)
    found = pages and pages.get_pages().get(pages.current_page_script_hash)
    return (found["url_pathname"] or START) if found and "url_pathname" in found else ""


def stand_behind() -> None:
    """This thread gets what the server's others leave of the processor's time, where threads can: under Linux."""
    if sys.platform == "linux":
        nice = min(os.getpriority(os.PRIO_PROCESS, os.getpid()) + BEHIND, NICEST)
        os.setpriority(os.PRIO_PROCESS, get_native_id(), nice)
