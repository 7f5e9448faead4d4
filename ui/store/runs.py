"""All runs of a session change its state one at a time.

Streamlit 1.67 starts a new run before the old one has stopped, and gives each a lock of its own for the state that both
change: now and then one reads what the other is changing, and fails.
"""

from threading import RLock
from typing import Any
from weakref import WeakValueDictionary

import streamlit as st

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
