"""`make run`, and what it starts, where a port is in use. tests/test_wheel.py looks at what is installed."""

import os
import shutil
import socket
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
DEFAULT_PORT = 8501


def run(tmp_path, *command, **variables):
    kept = {name: value for name, value in os.environ.items() if not name.startswith("STREAMLIT_")}
    environment = {**kept, "HOME": str(tmp_path), **variables}
    return subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False, timeout=300)


@pytest.mark.parametrize("address", ["127.0.0.1", "::1"])
@pytest.mark.parametrize("by_variable", [True, False])
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


@pytest.mark.parametrize("command", [["cli.py", "serve"], ["-m", "streamlit", "run", "app.py"]])
def test_a_limit_that_is_none_is_said_in_one_line(tmp_path, command):
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = str(probe.getsockname()[1])
    done = run(tmp_path, sys.executable, *command, "--server.port", port, BLEUSCOPE_VISITOR_MB="abc")
    assert done.returncode
    assert "BLEUSCOPE_VISITOR_MB: expected a whole number, 1 or more; found 'abc'." in done.stderr
    assert "Traceback" not in done.stderr


ASKS = """
from streamlit import net_util
from streamlit.web.server.server_util import is_url_from_allowed_origins

asked = []
net_util.get_internal_ip = lambda: None
net_util.get_external_ip = lambda: asked.append("asked")
assert not is_url_from_allowed_origins("http://elsewhere.example")
print(*asked)
"""


def test_the_function_in_whose_place_app_py_puts_its_own_is_the_one_that_streamlit_asks(tmp_path):
    """Another Streamlit might ask an outside service for this machine's address by another one."""
    done = run(tmp_path, sys.executable, "-c", ASKS)
    assert (done.returncode, done.stdout) == (0, "asked\n"), done.stderr
    assert "net_util.get_external_ip = " in (ROOT / "app.py").read_text(encoding="utf-8")
