"""A connection that breaks for a moment is no farewell."""

from types import SimpleNamespace

from server.memory.shelf import GRACE_SECONDS, ID_SEPARATOR, Presence


def test_who_was_seen_a_moment_ago_stays():
    here, clock = {f"me{ID_SEPARATOR}1", "me"}, SimpleNamespace(now=0.0)
    presence = Presence(here.__contains__, lambda: clock.now)
    presence.look([f"me{ID_SEPARATOR}1", "never here"])
    assert presence.is_present("me")
    here.clear()
    clock.now = GRACE_SECONDS
    presence.look(["me", "never here"])
    assert presence.is_present("me")
    clock.now += 1
    assert [presence.is_present(who) for who in (f"me{ID_SEPARATOR}1", "never here", "new")] == [False, False, True]
    presence.look([])
    assert presence.is_present("me"), "forgotten"
