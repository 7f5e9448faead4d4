"""The log's lines: for people or machines, from whoever logs, and never with a user's text."""

import json
import logging
import os
import subprocess
import sys
from pathlib import Path

import pytest

from server.http import logs

ROOT = Path(__file__).parents[3]
SECRET = "the cat sat on the mat"


def failed(message=SECRET):
    """An error that another one led to, as a record has it."""
    try:
        try:
            raise KeyError(message)
        except KeyError as error:
            raise ValueError(f"found {message}") from error
    except ValueError:
        return sys.exc_info()


def record(name, message, *arguments, error=None):
    return logging.LogRecord(name, logging.WARNING, __file__, 1, message, arguments, error)


@pytest.fixture(autouse=True)
def usual(monkeypatch):
    monkeypatch.delenv(logs.DETAILS, raising=False)
    monkeypatch.delenv(logs.VARIABLE, raising=False)


def test_a_line_for_machines():
    said = json.loads(logs.JsonFormatter().format(record("ui.store.memory", "dropped %s", "12 MB")))
    assert said.pop("time").endswith("+00:00")
    assert said == {"level": "warning", "logger": "ui.store.memory", "event": "dropped 12 MB"}


def test_a_line_for_machines_can_be_read_by_people():
    assert "found …" in logs.JsonFormatter().format(record("streamlit", "found %s", SECRET))


def test_a_line_for_people():
    line = logs.TextFormatter().format(record("server.http.uploads", "No room: %s.", "disk full"))
    time, _, said = line.partition(" ")
    assert time.endswith("+00:00")
    assert said == "WARNING server.http.uploads: No room: disk full."


@pytest.mark.parametrize("formatter", [logs.JsonFormatter, logs.TextFormatter])
def test_errors_say_where_and_of_what_type_and_not_what(formatter):
    line = formatter().format(record("server.engine.jobs", "A job failed.", error=failed()))
    assert SECRET not in line.replace("message=SECRET", "")
    for part in ("Traceback (most recent call last)", "test_logs.py", "in failed", "ValueError", "KeyError"):
        assert part in line
    assert line.index("KeyError") < line.rindex("ValueError")


def test_an_error_of_a_class_of_ours_is_named_with_its_module():
    class OddError(Exception):
        pass

    said = json.loads(logs.JsonFormatter().format(record("ui", "failed", error=(OddError, OddError(SECRET), None))))
    assert said["error"] == f"{__name__}.{OddError.__qualname__}"
    assert said["traceback"].endswith(said["error"])


@pytest.mark.parametrize(
    ("message", "arguments", "expected"),
    [
        (
            "Error during authentication: %s. Description: %s",
            (SECRET, None),
            "Error during authentication: …. Description: …",
        ),
        ("%d bytes received, of %s", (7, 8), "7 bytes received, of 8"),
        ("Name %(name)s", ({"name": SECRET},), "Name …"),
        ("no arguments, 100%", (), "no arguments, 100%"),
        ("%x", (SECRET,), "%x"),
        (ValueError(SECRET), (), "ValueError"),
        (f"Task exception was never retrieved\nfuture: <{SECRET}>", (), "Task exception was never retrieved"),
    ],
)
def test_what_others_put_into_their_messages_is_left_out(message, arguments, expected):
    found = record("streamlit.web.server", message, *arguments)
    assert logs.message(found) == expected


def test_whoever_runs_it_may_ask_for_all(monkeypatch):
    monkeypatch.setenv(logs.DETAILS, "1")
    assert SECRET in logs.TextFormatter().format(record("ui", "A job failed.", error=failed()))
    assert SECRET in logs.TextFormatter().format(record("streamlit", "found %s", SECRET))
    monkeypatch.setenv(logs.DETAILS, "0")
    assert SECRET not in logs.TextFormatter().format(record("streamlit", "found %s", SECRET))


def test_a_kind_of_log_that_there_is_not(monkeypatch):
    monkeypatch.setenv(logs.VARIABLE, "xml")
    with pytest.raises(ValueError, match="BLEUSCOPE_LOGS: expected text or json; found 'xml'"):
        logs.is_json()


PROGRAM = f"""
import asyncio, gc, logging, threading, warnings
import streamlit as st
from server.http import logs
from server.streamlit_patches import application

early = st.logger.get_logger("streamlit.early")
logs.set_up()
application.hand_records_to_root_logger()
for name in ("streamlit.early", "streamlit.later"):
    st.logger.get_logger(name).warning("found %s", "{SECRET}")
    st.logger.get_logger(name).info("not worth a line")
logging.getLogger("uvicorn.access").info("GET /?q={SECRET}")
warnings.warn("{SECRET}")

def fail():
    raise ValueError("{SECRET}")

thread = threading.Thread(target=fail)
thread.start()
thread.join()

async def forget():
    task = asyncio.get_running_loop().create_task(asyncio.to_thread(fail))
    await asyncio.wait([task])  # which takes no notice of the error
    del task
    gc.collect()

asyncio.run(forget())
logs.write_line("It is there.")
fail()
"""


def run(**variables):
    environment = {**os.environ, "PYTHONPATH": str(ROOT), **variables}
    return subprocess.run(
        [sys.executable, "-c", PROGRAM], env=environment, cwd=ROOT, capture_output=True, text=True, check=False
    )


def test_all_that_a_process_says_is_an_object_a_line():
    done = run(BLEUSCOPE_LOGS="json")
    lines = [json.loads(line) for line in done.stderr.strip().split("\n")]
    assert (done.returncode, done.stdout) == (1, "")
    assert SECRET not in done.stderr
    assert [(line["logger"], line["event"].partition(" in ")[0]) for line in lines] == [
        ("streamlit.early", "found …"),
        ("streamlit.later", "found …"),
        ("server.http.logs", "UserWarning"),
        ("server.http.logs", "An error that nobody caught."),
        ("asyncio", "Task exception was never retrieved"),
        ("server.http.logs", "It is there."),
        ("server.http.logs", "An error that nobody caught."),
    ]
    assert [line["error"] for line in lines if "error" in line] == ["ValueError"] * 3


def test_without_it_there_are_lines_for_people():
    done = run()
    assert done.stdout == "It is there.\n"
    assert SECRET not in done.stderr
    assert done.stderr.count("Traceback (most recent call last)") == 3
    assert "WARNING streamlit.early: found …" in done.stderr
