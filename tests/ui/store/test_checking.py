"""The check of all that a server keeps: what it says, that it runs once at a time, and when the daily one begins."""

import logging
import threading
from datetime import datetime

import pytest

from tests.threads import SECONDS
from tests.workspace.made import everything
from ui.store import checking, kept
from workspace import Workspace
from workspace.storage.place import url_of_file


@pytest.fixture
def served(tmp_path, monkeypatch):
    with Workspace(url_of_file(tmp_path / "workspace.sqlite")) as workspace:
        workspace.add(workspace.create("News").id, everything())
        monkeypatch.setattr(kept, "server_workspace", lambda: workspace)
        yield workspace


def harm(workspace):
    with workspace.writing() as asked:
        asked.session.connection().exec_driver_sql("UPDATE blob SET data = x'00' WHERE id = 1")


def test_what_a_check_found_is_kept_and_logged(served, caplog):
    check = checking.WorkspaceCheck()
    assert check.last is None
    with caplog.at_level(logging.INFO):
        assert check.run()
    assert check.last.is_whole
    assert check.last.sentence == "Nothing kept is damaged. All texts of 1 version of test sets were read."
    assert caplog.records[-1].getMessage() == check.last.sentence
    harm(served)
    with caplog.at_level(logging.INFO):
        assert check.run()
    assert not check.last.is_whole
    assert "of everything, version 1); restore a backup" in check.last.sentence
    assert (caplog.records[-1].levelname, caplog.records[-1].getMessage()) == ("ERROR", check.last.sentence)


def test_a_changed_trail_is_an_outcome_of_its_own(served):
    check = checking.WorkspaceCheck()
    with served.writing() as asked:
        asked.session.connection().exec_driver_sql("UPDATE event SET what = 'else' WHERE id = 1")
    assert check.run()
    assert not check.last.is_whole
    assert "nothing is damaged, but an entry was changed, removed or put in" in check.last.sentence


def test_one_check_runs_at_a_time(served, monkeypatch):
    check, begun, goes_on = checking.WorkspaceCheck(), threading.Event(), threading.Event()
    usual = checking.check_kept_texts

    def wait(url):
        begun.set()
        assert goes_on.wait(SECONDS)
        return usual(url)

    monkeypatch.setattr(checking, "check_kept_texts", wait)
    other = threading.Thread(target=check.run)
    other.start()
    assert begun.wait(SECONDS)
    assert not check.run()
    goes_on.set()
    other.join(SECONDS)
    assert check.last.is_whole
    assert check.run()


@pytest.mark.parametrize(("text", "hour"), [("", 3), ("0", 0), (" 23 ", 23), ("off", None), ("OFF", None)])
def test_the_hour_of_the_daily_check(text, hour):
    assert checking.check_hour({checking.VARIABLE: text}) == hour


@pytest.mark.parametrize("text", ["24", "-1", "3.5", "never", "²", "003"])
def test_what_is_no_hour_is_refused(text):
    with pytest.raises(ValueError, match="BLEUSCOPE_CHECK_HOUR: expected an hour from 0 to 23, or off; found"):
        checking.check_hour({checking.VARIABLE: text})


@pytest.mark.parametrize(
    ("now", "seconds"),
    [
        (datetime(2026, 11, 27, 2, 30), 1800),
        (datetime(2026, 11, 27, 3, 0), 24 * 3600),
        (datetime(2026, 11, 30, 23, 0), 4 * 3600),
    ],
)
def test_the_next_daily_check(now, seconds):
    assert checking.seconds_until(3, now, 0) == seconds
    assert checking.seconds_until(3, now, 59.5) == seconds + 59.5


def started(monkeypatch):
    """Names of the threads that the daily check would start; none of them runs."""
    names = []
    monkeypatch.setattr(threading.Thread, "start", lambda thread: names.append(thread.name))
    checking.check_daily()
    return names


def test_a_server_checks_daily_unless_it_is_told_not_to(served, monkeypatch):
    assert started(monkeypatch) == ["daily check"]
    monkeypatch.setenv(checking.VARIABLE, "off")
    assert started(monkeypatch) == []


def test_the_daily_check_waits_and_then_checks(served, monkeypatch, caplog):
    """The first check fails, and the third wait ends the thread."""
    waited = []

    def wait(event, seconds):
        waited.append(seconds)
        if len(waited) == 3:
            raise SystemExit

    check = checking.WorkspaceCheck()
    results = iter([OSError("the disk is gone")])
    usual = checking.check_kept_texts

    def fail_once(url):
        if error := next(results, None):
            raise error
        return usual(url)

    monkeypatch.setattr(checking, "check_kept_texts", fail_once)
    monkeypatch.setattr(checking, "CHECK", check)
    run = {}
    monkeypatch.setattr(threading.Thread, "start", lambda thread: run.update(target=thread._target))
    checking.check_daily()
    monkeypatch.setattr(threading.Event, "wait", wait)
    with pytest.raises(SystemExit):
        run["target"]()
    assert check.last.is_whole
    assert "The daily check of all that is kept has failed." in caplog.messages
    assert all(0 < seconds <= 25 * 3600 for seconds in waited)
