"""Who has a page open."""

from datetime import UTC, datetime, timedelta

from ui.store.monitoring import Session, Sessions

BEGINNING = datetime(2026, 3, 1, tzinfo=UTC)


def test_it_is_known_whose_each_open_page_is_and_when_it_was_last_used():
    gone, times = set(), iter(BEGINNING + timedelta(minutes=minute) for minute in range(10))
    sessions = Sessions(lambda visitor: visitor not in gone, lambda: next(times))
    sessions.note("a", "")
    sessions.note("b", "bob")
    sessions.note("a", "ana")
    assert sessions.here() == [
        Session("a", "ana", BEGINNING, BEGINNING + timedelta(minutes=2)),
        Session("b", "bob", BEGINNING + timedelta(minutes=1), BEGINNING + timedelta(minutes=1)),
    ]
    gone.add("a")
    assert [session.visitor for session in sessions.here()] == ["b"]


def test_what_was_closed_is_forgotten_when_the_next_one_comes():
    gone = set()
    sessions = Sessions(lambda visitor: visitor not in gone)
    sessions.note("a", "ana")
    gone.add("a")
    sessions.note("b", "bob")
    gone.clear()
    assert [session.visitor for session in sessions.here()] == ["b"]
