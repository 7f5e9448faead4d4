"""A failure to sign in is one line, without what the provider said."""

import json
import logging
import sys

import pytest

from server.http import logs
from server.streamlit_patches import application

SECRET = "mallory@example.org"


@pytest.fixture
def said(monkeypatch):
    """``said(message, *arguments, error=...)``: the line that the log gets; None where it gets none."""
    monkeypatch.delenv(logs.DETAILS, raising=False)
    logger = logging.Logger(application.SIGN_IN_LOGGER)  # not the one that the tests share
    logger.addFilter(application.put_on_one_line)

    def said(message, *arguments, error=None):
        try:
            raise error or ValueError
        except Exception:
            trace = sys.exc_info() if error else None
        record = logging.LogRecord(application.SIGN_IN_LOGGER, logging.WARNING, __file__, 1, message, arguments, trace)
        return logs.JsonFormatter().format(record) if logger.filter(record) else None

    return said


@pytest.mark.parametrize("arguments", [(), ("default",)])
def test_an_errors_type_is_said_and_its_message_is_not(said, arguments):
    line = said("OAuth token exchange failed%s" % (" for %s." if arguments else "."), *arguments, error=OSError(SECRET))
    assert SECRET not in line
    assert set(json.loads(line)) == {"time", "level", "logger", "event"}  # and no frames
    assert "OSError" in json.loads(line)["event"]
    assert json.loads(line)["event"].startswith("OAuth token exchange failed")


def test_details_are_for_who_asks_for_them(said, monkeypatch):
    monkeypatch.setenv(logs.DETAILS, "1")
    event = json.loads(said("failed for %s.", "default", error=OSError(f"{SECRET}\nand\nmore")))["event"]
    assert event == f"failed for default. OSError: {SECRET} and more"


def test_a_message_that_is_no_template_is_none(said):
    assert json.loads(said("100% of it failed", error=OSError(SECRET)))["event"].startswith("100% of it failed OSError")


def test_what_is_usual_is_not_said(said):
    assert said(f"{application.USUAL}; this often indicates a stale one") is None
