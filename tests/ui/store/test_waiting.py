"""Results that come late: drawn when they are there, with progress until then; what is said when they fail."""

import threading
from types import SimpleNamespace

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from scoring.counting.limits import Limit, TooLong
from server.engine.jobs import WISH_SECONDS
from server.engine.tasks import JobCancelled, JobStopped, Task
from ui.store import cache

SECONDS = 20


@pytest.fixture
def slow(monkeypatch):
    """Two tasks in an engine of their own: one is quick, the other tells 0.5 until it may go on."""
    slow = SimpleNamespace(may_go_on=threading.Event(), told=threading.Event(), clock=0.0, result=2)
    slow.engine = cache.new_engine(lambda: slow.clock)
    monkeypatch.setattr(cache, "engine", lambda: slow.engine)

    def compute(tell):
        tell(0.5)
        slow.told.set()
        while not slow.may_go_on.wait(0.01):
            tell(0.5)
        if isinstance(slow.result, Exception):
            raise slow.result
        return slow.result

    slow.tasks = {"one": Task(cache.PAIRS, "one", lambda tell: 1), "two": Task(cache.TESTS, "two", compute)}
    slow.engine.now(slow.tasks["one"])
    yield slow
    slow.may_go_on.set()


def ways_to_wait(tasks):
    import streamlit as st

    from ui.store import waiting

    waiting.when_ready("ready", list(tasks.values()), lambda *found: st.write(f"all {found}"), "Waiting for both.")
    waiting.draw_partial_results("filled", tasks, lambda found: st.write(f"so far {found}"))


def filled_once_all_are_there(tasks):
    import streamlit as st

    from ui.store import waiting

    waiting.draw_partial_results(
        "filled", tasks, lambda found: st.write(f"all {found}"), draw_meanwhile=lambda: st.write("not all are there")
    )


def with_cancel(tasks):
    import streamlit as st

    from ui.store import waiting

    with waiting.cancelling_places("long", "other"):
        if st.toggle("shown", value=True, key="shown"):
            st.write(f"found {waiting.result_or_progress('long', tasks['two'], 'Doing it.')}")


def visit(script, slow):
    return ran(AppTest.from_function(script, args=(slow.tasks,)).run())


def ran(at):
    assert not at.exception
    return at


def said(at):
    return [text.value for text in at.markdown]


def progress(at):
    return [(bar.proto.value, bar.proto.text) for bar in at.get("progress")]


def button(at, label):
    return next((found for found in at.button if found.label == label), None)


def test_something_else_may_be_drawn_until_all_is_there(slow):
    assert said(visit(filled_once_all_are_there, slow)) == ["not all are there"]
    slow.may_go_on.set()
    slow.engine.now(slow.tasks["two"])
    assert said(visit(filled_once_all_are_there, slow)) == ["all {'one': 1, 'two': 2}"]


def test_what_is_there_is_drawn(slow):
    slow.may_go_on.set()
    slow.engine.now(slow.tasks["two"])
    at = visit(ways_to_wait, slow)
    assert said(at) == ["all (1, 2)", "so far {'one': 1, 'two': 2}"]
    assert not progress(at)


@pytest.mark.exhaustive
def test_what_is_on_its_way_is_waited_for(slow):
    slow.engine.later(slow.tasks["two"])
    assert slow.told.wait(SECONDS)
    at = visit(ways_to_wait, slow)
    assert said(at) == ["so far {'one': 1, 'two': None}"]
    assert progress(at) == [
        (75, "Waiting for both."),
        (75, "Computed 1 of 2 columns. The rest of the page is ready."),
    ]
    assert not at.button


@pytest.mark.exhaustive
@pytest.mark.parametrize("script", [ways_to_wait, with_cancel])
def test_work_that_failed_is_said_and_not_drawn(slow, script):
    slow.result = ValueError("secret")
    slow.may_go_on.set()
    at = visit(script, slow)
    while progress(at):
        ran(at.run())
    assert at.error
    assert all("could not be computed" in error.value and "secret" not in error.value for error in at.error)
    assert not [text for text in said(at) if "2" in text]


@pytest.mark.exhaustive
def test_what_a_test_set_is_too_long_for_is_said_beside_all_else(slow):
    limit = Limit("TER", "words", 9, lambda column: np.array([10]))
    slow.result = TooLong(limit, "system A", 4, 10)
    at = visit(ways_to_wait, slow)
    slow.may_go_on.set()
    while not at.warning:
        ran(at.run())
    said = "TER: segment 5 of system A has 10 words; at most 9 can be taken. Split the segment, or leave TER out."
    assert [warning.value for warning in at.warning] == [said, said]
    assert not at.error
    assert [text.value for text in at.markdown] == ["so far {'one': 1, 'two': None}"]


def test_work_that_an_administrator_has_stopped_says_so_and_does_not_begin_again(slow):
    slow.result = JobStopped()
    at = visit(ways_to_wait, slow)
    slow.may_go_on.set()
    while not at.warning:
        ran(at.run())
    assert {warning.value for warning in at.warning} == {str(JobStopped())}
    assert not at.error
    assert [text.value for text in at.markdown] == ["so far {'one': 1, 'two': None}"]


@pytest.mark.exhaustive
def test_what_is_wanted_is_told_how_far_it_is_and_can_be_cancelled(slow):
    at = visit(with_cancel, slow)
    assert slow.told.wait(SECONDS)
    ran(at.run())
    assert progress(at) == [(50, "Doing it.")]
    (job,) = slow.engine._jobs.values()
    ran(button(at, "Cancel").click().run())
    assert isinstance(job.future.exception(SECONDS), JobCancelled)
    ran(at.run())
    assert at.info[0].value.startswith("Cancelled.")
    assert (progress(at), said(at)) == ([], ["found None"])
    assert not slow.engine._jobs, "it does not begin by itself"
    slow.may_go_on.set()
    slow.engine.now(slow.tasks["two"])
    ran(button(at, "Run again").click().run())
    assert (said(at), at.info.len) == (["found 2"], 0)


def test_the_place_of_a_finished_computation_is_emptied_at_once(slow):
    """What is drawn next would else stand among the old progress and its button until the page has been drawn."""
    slow.may_go_on.set()
    slow.engine.now(slow.tasks["two"])
    at = visit(with_cancel, slow)
    assert [element.type for element in at.main][1:] == ["toggle", "empty", "markdown"]


@pytest.mark.exhaustive
def test_what_waits_for_its_turn_says_so(slow):
    busy = [Task(cache.TESTS, number, lambda tell: slow.may_go_on.wait(SECONDS)) for number in range(2)]
    for task in busy:
        slow.engine.later(task)
    at = visit(with_cancel, slow)
    assert progress(at) == [(0, "Waiting for its turn: Doing it.")]


def test_what_the_page_shows_no_more_is_given_up(slow):
    at = visit(with_cancel, slow)
    assert slow.told.wait(SECONDS)
    (job,) = slow.engine._jobs.values()
    ran(at.toggle(key="shown").set_value(False).run())
    assert isinstance(job.future.exception(SECONDS), JobCancelled)


@pytest.mark.exhaustive
def test_a_page_in_sight_keeps_what_it_waits_for(slow):
    at = visit(ways_to_wait, slow)
    assert slow.told.wait(SECONDS)
    (job,) = slow.engine._jobs.values()
    for _ in range(3):
        slow.clock += WISH_SECONDS
        ran(at.run())
    assert not job.future.done()
    slow.clock += WISH_SECONDS + 1
    assert isinstance(job.future.exception(SECONDS), JobCancelled), "nobody is there any more"
