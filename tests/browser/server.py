"""The application, served to tests in a process of its own."""

import http.client
import os
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from email.message import Message
from pathlib import Path

import pytest

from tests.browser.steps import WAIT_SECONDS

ROOT = Path(__file__).parents[2]


@dataclass(frozen=True)
class Server:
    """A running `streamlit run app.py`."""

    port: int
    log_path: Path

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def log(self) -> str:
        return self.log_path.read_text(encoding="utf-8", errors="replace")

    def get(self, path: str, **headers: str) -> tuple[int, Message]:
        """Status and headers of the response to a GET; header names are given with `_` for `-`."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=WAIT_SECONDS)
        with closing(connection):
            named = {name.replace("_", "-"): value for name, value in headers.items()}
            connection.request("GET", path, headers=named)
            with connection.getresponse() as response:
                return response.status, response.headers

    def is_healthy(self) -> bool:
        try:
            return self.get("/_stcore/health")[0] == 200
        except (OSError, http.client.HTTPException):
            return False


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def wait_until(condition: Callable[[], bool], process: subprocess.Popen, log_path: Path) -> None:
    deadline = time.monotonic() + WAIT_SECONDS
    while not condition():
        if process.poll() is not None or time.monotonic() > deadline:
            state = "stopped" if process.poll() is not None else f"not ready after {WAIT_SECONDS} s"
            pytest.fail(f"The server is {state}:\n{log_path.read_text()}", pytrace=False)
        time.sleep(0.1)


@contextmanager
def serve(home: Path) -> Iterator[Server]:
    """`streamlit run app.py` on a free port, with a home of its own so that no user's settings reach it."""
    server = Server(free_port(), home / "server.log")
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("STREAMLIT_")}
    command = [sys.executable, "-m", "streamlit", "run", "app.py", "--server.port", str(server.port)]
    with server.log_path.open("wb") as log:
        process = subprocess.Popen(
            command,
            cwd=ROOT,
            env={**inherited, "HOME": str(home), "PYTHONUNBUFFERED": "1"},
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=subprocess.STDOUT,
        )
    try:
        wait_until(server.is_healthy, process, server.log_path)
        yield server
    finally:
        process.terminate()
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
    assert "Traceback" not in server.log, server.log
