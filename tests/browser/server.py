"""The application, served to tests in a process of its own."""

import http.client
import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from email.message import Message
from pathlib import Path
from types import MappingProxyType

import pytest

from tests.browser.steps import WAIT_SECONDS

ROOT = Path(__file__).parents[2]
PARTS = (
    "app.py",
    ".streamlit",
    "bleuscope",
    "course",
    "pages",
    "rating",
    "sample_data",
    "scoring",
    "server",
    "ui",
    "workspace",
)
PUBLIC = "bleu.example.org"
"""A name of this machine that only the browser knows."""
OTHERS = ("STREAMLIT_", "BLEUSCOPE_", "XDG_")
"""How settings of whoever runs the tests begin."""


@dataclass(frozen=True)
class Server:
    """A running `streamlit run app.py`."""

    port: int
    log_path: Path
    address: str = "127.0.0.1"
    process_id: int = 0

    @property
    def url(self) -> str:
        return f"http://{f'[{self.address}]' if ':' in self.address else self.address}:{self.port}"

    @property
    def log(self) -> str:
        return self.log_path.read_text(encoding="utf-8", errors="replace")

    def get(self, path: str, **headers: str) -> tuple[int, Message]:
        """Status and headers of the response to a GET; header names are given with `_` for `-`."""
        status, found, _ = self.read(path, **headers)
        return status, found

    def read(self, path: str, **headers: str) -> tuple[int, Message, str]:
        """The text of the response too, unless it opens a connection for more."""
        connection = http.client.HTTPConnection(self.address, self.port, timeout=WAIT_SECONDS)
        with closing(connection):
            named = {name.replace("_", "-"): value for name, value in headers.items()}
            connection.request("GET", path, headers=named)
            with connection.getresponse() as response:
                text = "" if response.status == 101 else response.read().decode(errors="replace")
                return response.status, response.headers, text

    def answers(self) -> bool:
        try:
            return self.get("/")[0] in (200, 404)  # the latter where all is in a folder
        except (OSError, http.client.HTTPException):
            return False

    def is_healthy(self) -> bool:
        return self.answers() and self.get("/_stcore/health")[0] == 200


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


def copy_project(folder: Path, *without: str) -> None:
    """What is served, without the files and folders of these patterns; code that was compiled stays so."""
    for part in PARTS:
        if (ROOT / part).is_file():
            shutil.copy(ROOT / part, folder)
        else:
            shutil.copytree(ROOT / part, folder / part, ignore=shutil.ignore_patterns(*without))


WITHOUT_COMPILING = """
import runpy, scoring
scoring.warm_up = lambda: None
runpy.run_module("streamlit", run_name="__main__", alter_sys=True)
"""
"""A server that few pages are asked of: loading every kernel costs it more than they do."""

SERVES = "BLEUscope is at "
"""What the server says last: it answers a little earlier."""

BLEU_ALONE = """

def warm_up() -> None:
    from .bleu import BLEU

    BLEU().warm_up()
"""


def warm_up_bleu_alone(folder: Path) -> None:
    """In a copy of the project, which then compiles no kernels but those that its first page needs."""
    with (folder / "scoring" / "__init__.py").open("a", encoding="utf-8") as module:
        module.write(BLEU_ALONE)


@contextmanager
def serve(
    home: Path,
    *options: str,
    folder: Path = ROOT,
    before: Sequence[str] = (),
    variables: Mapping[str, str] = MappingProxyType({}),
    port: int = 0,
    compiles: bool = False,
) -> Iterator[Server]:
    """`streamlit run app.py`, with a home of its own so that no user's settings reach it.

    ``before`` are words in front of the command, ``variables`` some of its environment; ``port`` is a free one unless
    it is given. Where it ``compiles``, all kernels are loaded at the start, as when a user runs it; else as pages ask.
    """
    address = next((option.partition("=")[2] for option in options if option.startswith("--server.address=")), "")
    at = {"": "127.0.0.1", "0.0.0.0": "127.0.0.1", "::": "::1"}.get(address, address)
    server = Server(port or free_port(), home / "server.log", at)
    inherited = {name: value for name, value in os.environ.items() if not name.startswith(OTHERS)}
    streamlit = ("-m", "streamlit") if compiles else ("-c", WITHOUT_COMPILING)
    command = [sys.executable, *streamlit, "run", "app.py", "--server.port", str(server.port), *options]
    with server.log_path.open("wb") as log:
        process = subprocess.Popen(
            [*before, *command],
            cwd=folder,
            env={**inherited, "HOME": str(home), "PYTHONUNBUFFERED": "1", **variables},
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=subprocess.STDOUT,
        )
    try:
        wait_until(lambda: server.answers() and SERVES in server.log, process, server.log_path)
        yield replace(server, process_id=process.pid)
    finally:
        process.terminate()
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
    assert "Traceback" not in server.log, server.log
