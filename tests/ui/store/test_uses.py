"""Notes of what is used: made in the background, one after another, and lost rather than waited for."""

import threading

from tests.threads import SECONDS
from ui.store import kept
from ui.store.kept import UseNoteQueue
from workspace import WorkspaceError


def test_nobody_waits_for_a_note():
    notes, may_go_on, made = UseNoteQueue(), threading.Event(), []

    def slowly():
        may_go_on.wait(SECONDS)
        made.append("first")

    notes.note(slowly)
    notes.note(lambda: made.append("second"))
    assert made == []
    may_go_on.set()
    notes.wait()
    assert made == ["first", "second"]


def test_one_that_fails_is_lost_and_the_next_is_made():
    def refuse():
        raise WorkspaceError("There is no room.")

    notes, made = UseNoteQueue(), []
    notes.note(refuse)
    notes.note(lambda: made.append("next"))
    notes.wait()
    assert made == ["next"]


def test_what_would_wait_for_too_long_is_lost(monkeypatch):
    monkeypatch.setattr(kept, "MAX_WAITING", 1)
    notes, may_go_on, began, made = UseNoteQueue(), threading.Event(), threading.Event(), []

    def slowly():
        began.set()
        may_go_on.wait(SECONDS)

    notes.note(slowly)
    began.wait(SECONDS)
    for number in range(5):
        notes.note(lambda number=number: made.append(number))
    may_go_on.set()
    notes.wait()
    assert made == [0]
