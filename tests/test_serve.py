"""`make run`, and what it starts, where a port is in use. tests/test_wheel.py looks at what is installed."""

import os
import shutil
import signal
import socket
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest
import uvicorn

ROOT = Path(__file__).parents[1]
DEFAULT_PORT = 8501


def run(tmp_path, *command, **variables):
    kept = {name: value for name, value in os.environ.items() if not name.startswith("STREAMLIT_")}
    environment = {**kept, "HOME": str(tmp_path), **variables}
    return subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False, timeout=300)


@pytest.mark.exhaustive
@pytest.mark.parametrize(("address", "by_variable"), [("127.0.0.1", False), ("::1", True)])
def test_a_port_in_use_is_named_with_the_way_to_another(tmp_path, address, by_variable):
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    try:
        busy = socket.create_server((address, 0), family=family)
    except OSError as error:
        pytest.skip(f"{address}: {error}")
    with busy:
        port = str(busy.getsockname()[1])
        options = [] if by_variable else ["--server.port", port, "--address", address]
        variables = {"STREAMLIT_SERVER_PORT": port, "STREAMLIT_SERVER_ADDRESS": address} if by_variable else {}
        done = run(tmp_path, sys.executable, "cli.py", "serve", *options, **variables)
    at = f"[{address}]:{port}" if ":" in address else f"{address}:{port}"
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(
        f"bleuscope: cannot serve at {at}: Address already in use; make run PORT=N, or --port"
    )
    assert done.stderr.count("\n") == 1


@pytest.mark.exhaustive
@pytest.mark.parametrize(
    ("command", "said"), [(["cli.py", "serve"], "cannot serve"), (["-m", "streamlit", "run", "app.py"], "")]
)
def test_the_default_port_in_use_is_an_error_too(tmp_path, command, said):
    busy = None
    with suppress(OSError):  # somebody has it
        busy = socket.create_server(("127.0.0.1", DEFAULT_PORT))
    done = run(tmp_path, sys.executable, *command)
    if busy is not None:
        busy.close()
    assert done.returncode
    assert str(DEFAULT_PORT) in done.stderr
    assert "BLEUscope is at" not in done.stdout


@pytest.mark.skipif(shutil.which("make") is None, reason="no make here")
@pytest.mark.parametrize(("words", "expected"), [([], "cli.py serve"), (["PORT=8600"], 'cli.py serve --port="8600"')])
def test_make_hands_the_port_on(tmp_path, words, expected):
    done = run(tmp_path, "make", "--no-print-directory", "--dry-run", "run", *words, MAKEFLAGS="", PORT="")
    assert done.stdout.rstrip().split("\n")[-1].strip().endswith(expected)


@pytest.mark.exhaustive
@pytest.mark.parametrize("command", [["cli.py", "serve"], ["-m", "streamlit", "run", "app.py"]])
def test_a_limit_that_is_none_is_said_in_one_line(tmp_path, command):
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = str(probe.getsockname()[1])
    done = run(tmp_path, sys.executable, *command, "--server.port", port, BLEUSCOPE_VISITOR_MB="abc")
    assert done.returncode
    assert "BLEUSCOPE_VISITOR_MB: expected a whole number, 1 or more; found 'abc'." in done.stderr
    assert "Traceback" not in done.stderr


COMPILES_FOR_EVER = """
import runpy, signal, sys, time
from scoring import BLEU

def warm_up(self):
    print("It compiles.", flush=True)
    while True:
        time.sleep(0.01)

BLEU.warm_up = warm_up
signal.signal(signal.SIGINT, signal.default_int_handler)
runpy.run_path("cli.py", run_name="__main__")
"""
PATIENCE_SECONDS = 60


@pytest.mark.exhaustive
@pytest.mark.parametrize(("number", "code"), [(signal.SIGTERM, -signal.SIGTERM), (signal.SIGINT, 130)])
def test_a_server_that_still_compiles_ends_when_it_is_told_to(tmp_path, number, code):
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = str(probe.getsockname()[1])
    command = [sys.executable, "-c", COMPILES_FOR_EVER, "serve", "--port", port]
    environment = {
        **os.environ,
        "HOME": str(tmp_path),
        "BLEUSCOPE_DATABASE_URL": f"sqlite:///{tmp_path}/workspace.sqlite",
    }
    with (
        (tmp_path / "err.txt").open("w+") as err,
        subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, stderr=err, text=True) as process,
    ):
        assert process.stdout is not None
        try:
            assert process.stdout.readline() == "It compiles.\n"
            process.send_signal(number)
            assert process.wait(PATIENCE_SECONDS) == code
        finally:
            process.kill()
        err.seek(0)
        assert "Traceback" not in err.read()


TOLD_BEFORE = """
import signal, sys
from server.http.stopping import end_process_on_signals

class Server:
    should_exit = True
    _captured_signals = [getattr(signal, sys.argv[1])]

    def handle_exit(self, number, frame):
        pass

signal.signal(signal.SIGTERM, Server().handle_exit)
with end_process_on_signals():
    print("It compiles.")
"""


@pytest.mark.parametrize(("number", "code"), [("SIGTERM", -signal.SIGTERM), ("SIGINT", 130)])
def test_a_server_that_was_told_to_end_before_it_compiles_does_not_begin(tmp_path, number, code):
    done = run(tmp_path, sys.executable, "-c", TOLD_BEFORE, number)
    assert (done.returncode, done.stdout, done.stderr) == (code, "", "")


def test_a_program_that_nobody_told_to_end_compiles(tmp_path):
    program = (
        "from server.http.stopping import end_process_on_signals\n"
        "with end_process_on_signals():\n    print('It compiles.')"
    )
    done = run(tmp_path, sys.executable, "-c", program)
    assert (done.returncode, done.stdout, done.stderr) == (0, "It compiles.\n", "")


def test_uvicorn_remembers_what_it_was_told_as_the_start_expects():
    server = uvicorn.Server(uvicorn.Config("app:app"))
    assert server.should_exit is False
    server.handle_exit(signal.SIGTERM, None)
    assert (server.should_exit, server._captured_signals) == (True, [signal.SIGTERM])


def test_a_server_goes_on_without_a_standard_output(tmp_path):
    """What it would say there, where it is, is not its result; a port in use ends it as always."""
    with socket.create_server(("127.0.0.1", 0)) as busy:
        port = str(busy.getsockname()[1])
        done = run(tmp_path, "bash", "-c", '"$@" >&-', "bash", sys.executable, "cli.py", "serve", "--port", port)
    assert done.returncode == 2
    assert done.stderr.startswith(f"bleuscope: cannot serve at 127.0.0.1:{port}: ")
