"""The bar of a part that takes long: on a terminal alone, and gone when the part ends, however it ends."""

import io
import os
import pty
import re
import select
import subprocess
import sys
import time
from argparse import Namespace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.cli import progress_bar
from scoring.cli.notes import write_note
from scoring.cli.progress_bar import bar_line, show_progress
from scoring.cli.verbosity import QUIET, apply_verbosity
from scoring.counting.progress import no_progress

ROOT = Path(__file__).parents[3]
CLEAR = "\r\x1b[K"


class Terminal(io.StringIO):
    def isatty(self):
        return True


def on_terminal(monkeypatch):
    """From now on standard error is a terminal, on which bars are drawn at once; pytest sets it anew after setup."""
    monkeypatch.setattr(progress_bar, "PATIENCE", 0.0)
    monkeypatch.setattr(progress_bar, "REDRAWN_EVERY", 0.01)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(sys, "stderr", Terminal())
    return sys.stderr


def wait_for(stream, text):
    end = time.monotonic() + 10
    while text not in stream.getvalue():
        assert time.monotonic() < end, stream.getvalue()
        time.sleep(0.005)


def seen(stream):
    """The lines that stay on a terminal on which this is written."""
    return [line.rpartition(CLEAR)[2] for line in stream.getvalue().split("\n")]


def test_a_bar_is_drawn_and_taken_away(monkeypatch):
    terminal = on_terminal(monkeypatch)
    with show_progress("tests") as on_progress:
        wait_for(terminal, f"{CLEAR}tests: 0:00")
        on_progress(0.5)
        wait_for(terminal, "tests:  50 % [")
        on_progress(0.25)  # another thread's, a moment late
        on_progress(1.0)
        wait_for(terminal, "tests: 100 % [")
    assert seen(terminal) == [""]
    assert not re.search(r"\x1b\[\d*m", terminal.getvalue())  # no colours, whatever NO_COLOR says


def fail(terminal):
    with show_progress("tests"):
        wait_for(terminal, "tests:")
        raise ValueError("wrong")


def test_a_bar_is_taken_away_after_an_error(monkeypatch):
    terminal = on_terminal(monkeypatch)
    with pytest.raises(ValueError, match="wrong"):
        fail(terminal)
    assert seen(terminal) == [""]


def test_a_note_stands_on_a_line_of_its_own(monkeypatch):
    terminal = on_terminal(monkeypatch)
    with show_progress("tests") as on_progress:
        on_progress(0.5)
        wait_for(terminal, "50 %")
        write_note("odd")
    assert seen(terminal) == ["note: odd", ""]


@pytest.mark.parametrize("why", ["no terminal", "dumb", "quiet"])
def test_nothing_is_drawn_where_nobody_sees_it(monkeypatch, why):
    on_terminal(monkeypatch)
    if why == "no terminal":
        monkeypatch.setattr(sys, "stderr", io.StringIO())
    if why == "dumb":
        monkeypatch.setenv("TERM", "dumb")
    quiet = Namespace(verbosity=QUIET) if why == "quiet" else Namespace()
    with apply_verbosity(quiet), show_progress("tests") as on_progress:
        assert on_progress is no_progress
    assert sys.stderr.getvalue() == ""


def test_what_is_soon_done_gets_no_bar(monkeypatch):
    terminal = on_terminal(monkeypatch)
    monkeypatch.setattr(progress_bar, "PATIENCE", 60.0)
    with show_progress("tests") as on_progress:
        on_progress(0.5)
    assert terminal.getvalue() == ""


@given(st.floats(0, 1), st.floats(0, 1e6), st.integers(1, 300))
def test_a_bar_fits_the_terminal(share, seconds, width):
    assert len(bar_line("scores", share, seconds, width)) <= width


PROGRAM = """
import signal, sys, time
signal.signal(signal.SIGINT, signal.default_int_handler)  # it is ignored where tests run in the background of a shell
from scoring.cli import progress_bar
from scoring.cli.program import run
progress_bar.PATIENCE = 0.1
def act():
    with progress_bar.show_progress("tests") as on_progress:
        on_progress(0.5)
        print("ready", flush=True)
        time.sleep(30)
sys.exit(run("bleuscope", act))
"""


@pytest.mark.exhaustive
def test_ctrl_c_on_a_terminal_leaves_nothing_behind():
    ours, theirs = pty.openpty()
    command = [sys.executable, "-c", PROGRAM]
    variables = {**os.environ, "TERM": "xterm"}
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=theirs, env=variables) as process:
        os.close(theirs)
        assert process.stdout.readline() == b"ready\n"
        told = b""
        while b"50 %" not in told:
            assert select.select([ours], [], [], 10)[0]
            told += os.read(ours, 4096)
        process.send_signal(2)
        assert process.wait(10) == 130
        while select.select([ours], [], [], 0)[0]:
            try:
                told += os.read(ours, 4096)
            except OSError:  # the terminal is closed, all was read
                break
    os.close(ours)
    assert told.endswith(CLEAR.encode())
    assert b"Traceback" not in told
