"""Test sets of seconds: opened and kept by the engine, once, while the page says so."""

import threading
from collections.abc import Iterator

import pytest

from tests.pages.steps import address, ran, title, upload
from tests.threads import until
from ui.data import keeping
from ui.store import cache, kept, waiting
from workspace import WorkspaceError

FILES = [("hyp.a.txt", b"one\ntwo\n", "text/plain"), ("ref.txt", b"one\ntwo three\n", "text/plain")]


@pytest.fixture
def said(monkeypatch):
    """What runs said while they waited."""
    found = []
    until_done = waiting.wait_for_result
    monkeypatch.setattr(waiting, "wait_for_result", lambda *of: (found.append(of[2]), until_done(*of))[1])
    return found


@pytest.mark.exhaustive
def test_a_set_is_kept_by_the_engine_and_the_page_says_so(visit, said, monkeypatch):
    threads, keep = [], kept.keep_in_project
    monkeypatch.setattr(
        kept, "keep_in_project", lambda *of: (threads.append(threading.current_thread().name), keep(*of))[1]
    )
    at = upload(visit("data"), FILES)
    ran(at.button(key="use-upload").click().run())
    assert title(at) == "Overview"
    assert threads == ["job worker"]
    assert said[:1] == ["Keeping the test set."]


def test_a_second_press_keeps_nothing_more(visit, monkeypatch):
    at = upload(visit("data"), FILES)
    begin, begun = keeping._begin, []

    def twice(*of):
        begin(*of)
        begun.append(keeping.state.widget_value(keeping.KEEPING))
        begin(*of)
        begun.append(keeping.state.widget_value(keeping.KEEPING))

    monkeypatch.setattr(keeping, "_begin", twice)
    ran(at.button(key="use-upload").click().run())
    assert begun[0] is begun[1]
    found = kept.find_kept_version(address(at, "set"))
    assert [one.id for one in kept.server_workspace().test_sets(found.project_id) if one.name == found.name] == [
        found.id
    ]


def test_what_cannot_be_kept_is_said_and_the_files_are_still_there(visit, monkeypatch):
    def refuse(*of):
        raise WorkspaceError("There is no room.")

    at = upload(visit("data"), FILES)
    monkeypatch.setattr(kept, "keep_in_project", refuse)
    ran(at.button(key="use-upload").click().run())
    assert "There is no room." in [error.value for error in at.error]
    assert at.success, "what was read is still there to be used"


@pytest.fixture
def opened() -> Iterator[str]:
    """The key of a set that nobody has open."""
    made = cache.sample_set("textbook").named("to be opened")
    key = kept.keep_in_project(made)
    yield key
    kept.server_workspace().delete(key, for_good=True)
    kept.forget_lookups()


@pytest.mark.exhaustive
def test_a_set_is_opened_by_the_engine_and_the_page_says_so(visit, said, opened):
    at = visit("overview", set=opened)
    assert title(at) == "Overview"
    assert said == ["Opening the test set."]
    ran(at.run())
    assert said == ["Opening the test set."], "it is open"


def test_those_who_open_a_set_at_once_wait_for_one_reading(opened, monkeypatch):
    read, may_read, n_read = kept.read_kept_set, threading.Event(), []

    def slowly(*of):
        n_read.append(of)
        may_read.wait()
        return read(*of)

    monkeypatch.setattr(kept, "read_kept_set", slowly)
    found = []
    threads = [
        threading.Thread(target=lambda who=who: found.append(cache.open_test_set(opened, f"reader {who}")))
        for who in range(20)
    ]
    for thread in threads:
        thread.start()
    until(lambda: [len(job.needs) for job in cache.engine()._jobs.values() if job.task.key[0] == "opened"] == [20])
    may_read.set()
    for thread in threads:
        thread.join()
    assert len(n_read) == 1
    assert len(found) == 20
    assert {id(one) for one in found} == {id(found[0])}
    for who in range(20):
        cache.shelf().drop(f"reader {who}", kept.find_kept_version(opened).place)
