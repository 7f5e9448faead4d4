"""Sessions: the pages that browsers have open, as Streamlit's server knows them."""

from typing import Any

import streamlit as st


def current_session_id() -> str:
    """Return the id of the session whose script runs in this thread, or an empty text."""
    context = st.runtime.scriptrunner.get_script_run_ctx()
    return context.session_id if context else ""


def is_session_active(session_id: str) -> bool:
    """Return whether a session's browser is connected; True where no server runs."""
    return not st.runtime.exists() or st.runtime.get_instance().is_active_session(session_id)


def count_active_sessions() -> int:
    """Return the number of sessions whose browser is connected; 0 where no server runs."""
    return st.runtime.get_instance()._session_mgr.num_active_sessions() if st.runtime.exists() else 0


def session_user(session_id: str) -> dict[str, Any] | None:
    """Return what Streamlit knows of the user who began a session, or None if there is no such session."""
    if not st.runtime.exists():
        return None
    found: Any = st.runtime.get_instance()._session_mgr.get_session_info(session_id)
    return None if found is None else dict(found.session._user_info)
