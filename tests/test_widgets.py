"""Results that come late: drawn when they are there, and what is said when they fail."""

from streamlit.testing.v1 import AppTest


def page(pending, failing):
    from concurrent.futures import Future

    import streamlit as st

    from ui import widgets

    futures = [Future(), Future()]
    futures[0].set_result(1)
    if failing:
        futures[1].set_exception(ValueError("secret"))
    elif not pending:
        futures[1].set_result(2)
    widgets.when_ready(futures, lambda: st.write("whole"), "Waiting for both.")
    widgets.fill_in(lambda: st.write(f"so far {[widgets.result(future) for future in futures]}"), futures)


def said(pending: bool, failing: bool) -> tuple[list[str], list[str]]:
    at = AppTest.from_function(page, args=(pending, failing)).run()
    assert not at.exception
    return [text.value for text in at.markdown], [error.value for error in at.error]


def test_what_is_there_is_drawn():
    assert said(pending=False, failing=False) == (["whole", "so far [1, 2]"], [])


def test_what_is_on_its_way_is_waited_for():
    assert said(pending=True, failing=False) == (["so far [1, None]"], [])


def test_work_that_failed_is_said_and_not_drawn():
    texts, errors = said(pending=False, failing=True)
    assert texts == []
    assert len(errors) == 2
    assert all("could not be computed" in error and "secret" not in error for error in errors)
