"""What a session leaves behind when it is another person's from now on: nothing."""

from server.memory.presence import session_of
from ui.session import state
from ui.store import cache


def forget_session() -> None:
    """What the session has chosen and written, its files and drafts, and its wishes for results."""
    visitor = state.visitor()
    cache.engine().forget(visitor)
    for key in list(cache.shelf().of(visitor)):
        cache.shelf().drop(visitor, key)
    cache.shelf().files.drop(session_of(visitor))
    state.forget_all()
