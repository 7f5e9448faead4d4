"""Work in the background lets all runs go first."""

import threading
from contextlib import contextmanager

import pytest

from server.engine import runs
from server.engine.metrics import RUN_SECONDS
from server.engine.runs import Runs
from tests.threads import SECONDS, until


class Clock:
    """Time that passes when a test says so."""

    now = 0.0

    def __call__(self):
        return self.now


def in_thread(act):
    thread = threading.Thread(target=act)
    thread.start()
    return thread


@contextmanager
def in_another(run):
    """A run in a thread of its own, under way meanwhile."""
    begun, may_end = threading.Event(), threading.Event()

    def act():
        with run():
            begun.set()
            assert may_end.wait(SECONDS)

    thread = in_thread(act)
    assert begun.wait(SECONDS)
    try:
        yield
    finally:
        may_end.set()
        assert ends(thread)


def ends(thread):
    thread.join(SECONDS)
    return not thread.is_alive()


def test_work_pauses_while_runs_are_under_way():
    found = Runs(Clock(), most_pause=SECONDS)
    assert ends(in_thread(found.go_first))
    with found.run():
        with in_another(found.run):
            work = in_thread(found.go_first)
            until(lambda: found.paused)
        assert found.paused, "one run is still under way"
    assert ends(work)
    assert not found.paused


def test_a_pause_has_an_end_and_then_work_goes_on_as_long():
    clock = Clock()
    found = Runs(clock, most_pause=0.01)
    with found.run():
        assert ends(in_thread(found.go_first)), "a pause is over though the run is not"
        found._most_pause = SECONDS
        assert ends(in_thread(found.go_first)), "none right after"
        clock.now += SECONDS
        work = in_thread(found.go_first)
        until(lambda: found.paused)
    assert ends(work)


def test_a_run_that_waits_for_work_does_not_hold_it_up_nor_does_its_own():
    found = Runs(Clock(), most_pause=SECONDS)
    with found.run():
        found.go_first()
        with found.waiting():
            assert ends(in_thread(found.go_first))
        work = in_thread(found.go_first)
        until(lambda: found.paused)
    assert ends(work)


def test_a_run_that_fails_is_over():
    found = Runs(Clock(), most_pause=SECONDS)
    with pytest.raises(ValueError, match="failed"), found.run():
        raise ValueError("failed")
    assert ends(in_thread(found.go_first))


def test_each_run_of_a_script_is_one_and_is_timed_under_its_page():
    before = RUN_SECONDS.labels("ter")._sum.get()
    with runs.timed_run(lambda: "ter"):
        assert runs.runs._under_way == 1
    assert runs.runs._under_way == 0
    assert RUN_SECONDS.labels("ter")._sum.get() > before
