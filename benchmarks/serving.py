"""The dashboard in a process of its own, for benchmarks of visits."""

import os
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

import psutil
from sqlalchemy import URL

from workspace.storage.place import VARIABLE, url_of_file

ROOT = Path(__file__).parents[1]
START_SECONDS = 120
PAUSE_SECONDS = 0.3
"""Length of a pause, as if somebody looked at one segment."""


@dataclass(frozen=True)
class Server:
    """A running dashboard."""

    address: str
    process: psutil.Process

    def cpu_seconds(self) -> float:
        """Return the processor seconds that the server has used so far, over all cores."""
        times = self.process.cpu_times()
        return float(times.user + times.system)

    def cores_in_use(self) -> float:
        """Return the number of cores in use, on average, during a pause that begins now."""
        before, began = self.cpu_seconds(), time.monotonic()
        time.sleep(PAUSE_SECONDS)
        return (self.cpu_seconds() - before) / (time.monotonic() - began)

    def come_to_rest(self) -> None:
        """Wait until the server computes nothing."""
        while self.cores_in_use() > 0.1:
            pass

    def megabytes(self) -> float:
        """Return the megabytes that the server has in memory now."""
        return float(self.process.memory_info().rss) / 2**20


@contextmanager
def serve(root: Path = ROOT, database: URL | None = None, access: str = "alone") -> Iterator[Server]:
    """Run the dashboard on a free port of 127.0.0.1 until the end of the context.

    ``root`` is the folder with its code. ``database`` is the workspace's address, by default a file that is removed at
    the end. ``access`` is who may use the server, if its code knows people.
    """
    with tempfile.TemporaryDirectory() as folder:
        url = database or url_of_file(Path(folder) / "workspace.sqlite")
        with _started(root, os.environ | _kept_in(url) | {"BLEUSCOPE_ACCESS": access}) as server:
            yield server


def run_command(root: Path, database: URL, *words: str) -> str:
    """Run a command of the program in this folder and return its output; raise ``CalledProcessError`` if it fails."""
    environment = os.environ | _kept_in(database)
    line = [sys.executable, "cli.py", *words]
    return subprocess.run(line, cwd=root, env=environment, stdout=subprocess.PIPE, text=True, check=True).stdout


def _kept_in(database: URL) -> dict[str, str]:
    return {VARIABLE: database.render_as_string(hide_password=False)}


@contextmanager
def _started(root: Path, environment: Mapping[str, str]) -> Iterator[Server]:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    address = f"http://127.0.0.1:{port}"
    command = [sys.executable, "-m", "streamlit", "run", "app.py", "--server.port", str(port)]
    with tempfile.TemporaryFile() as log:
        process = subprocess.Popen(command, cwd=root, env=environment, stdout=log, stderr=log)
        try:
            deadline = time.monotonic() + START_SECONDS
            while not _is_healthy(address):
                if process.poll() is not None or time.monotonic() > deadline:
                    raise RuntimeError(f"The dashboard did not start within {START_SECONDS} s.")
                time.sleep(0.2)
            yield Server(address, psutil.Process(process.pid))
        finally:
            process.terminate()
            process.wait()


def _is_healthy(address: str) -> bool:
    try:
        with urlopen(f"{address}/_stcore/health", timeout=5) as response:
            return response.status == 200
    except (URLError, OSError):
        return False
