"""A temporary PostgreSQL server for tests and benchmarks, on 127.0.0.1, which is removed at the end."""

import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import MappingProxyType
from typing import Any

from sqlalchemy import URL, create_engine, text
from sqlalchemy.exc import OperationalError
from sqlalchemy.pool import NullPool

START_SECONDS = 60
USER = "tester"
UNSYNCED: Mapping[str, str] = MappingProxyType({"fsync": "off"})
"""Settings without syncing to the disk, which is safe if processes are killed, but not in a power cut."""
MAKE = ("-U", USER, "--auth=trust", "--no-sync", "-E", "UTF8", "--locale=C")


class Postgres:
    """A server with a folder of its own, which can be killed and started again on the same data."""

    def __init__(
        self,
        programs: Path,
        folder: Path,
        settings: Mapping[str, str] = UNSYNCED,
        variables: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        """Prepare a server in ``folder``; ``programs`` is the folder with initdb and postgres.

        Data of an earlier server may be in ``folder / "data"``. ``variables`` are added to the environment of the
        server.
        """
        self._programs, self._folder, self._settings, self._variables = programs, folder, settings, variables
        self._options: dict[str, Any] = {"cwd": folder, "stdout": subprocess.DEVNULL, **_server_user(folder)}
        self._process: subprocess.Popen[bytes] | None = None
        with socket.create_server(("127.0.0.1", 0)) as probe:
            port = probe.getsockname()[1]
        self.url = URL.create("postgresql+psycopg", USER, host="127.0.0.1", port=port, database="postgres")
        if not (folder / "data").exists():
            make = [str(programs / "initdb"), "-D", str(folder / "data"), *MAKE]
            subprocess.run(make, check=True, stderr=subprocess.DEVNULL, **self._options)

    def start(self) -> None:
        """Start the server and wait until it answers; raise ``RuntimeError`` with its log if it does not.

        After ``kill``, it refuses to start until all its processes have ended.
        """
        deadline = time.monotonic() + START_SECONDS
        while True:
            if self._process is None or self._process.poll() is not None:
                self._process = self._begin()
            try:
                return execute(self.url, "SELECT 1")
            except OperationalError:
                if time.monotonic() > deadline:
                    raise RuntimeError(f"PostgreSQL did not start:\n{self._log.read_text()}") from None
            time.sleep(0.05)

    def kill(self) -> None:
        """Kill the server's first process by SIGKILL; its other processes then end by themselves."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        self._end(signal.SIGINT)

    @property
    def _log(self) -> Path:
        return self._folder / "log.txt"

    def _begin(self) -> "subprocess.Popen[bytes]":
        settings = {
            "listen_addresses": "127.0.0.1",
            "port": self.url.port,
            "unix_socket_directories": "",
            "dynamic_shared_memory_type": "mmap",  # in its folder: elsewhere a killed server would leave it behind
            **self._settings,
        }
        start = [str(self._programs / "postgres"), "-D", str(self._folder / "data")]
        start += [f"--{name}={value}" for name, value in settings.items()]
        with self._log.open("ab") as log:
            return subprocess.Popen(start, stderr=log, env={**os.environ, **self._variables}, **self._options)

    def _end(self, how: signal.Signals) -> None:
        if self._process is not None:
            self._process.send_signal(how)
            self._process.wait()


@contextmanager
def run_server(programs: Path) -> Iterator[Postgres]:
    """Yield a running server, which is removed at the end with all its data."""
    folder = Path(tempfile.mkdtemp(prefix="bleuscope-postgres-"))
    try:
        server = Postgres(programs, folder)
        try:
            server.start()
            yield server
        finally:
            server.stop()
    finally:
        shutil.rmtree(folder)


def execute(url: URL, statement: str) -> None:
    """Run one statement, which is committed at once."""
    engine = create_engine(url, isolation_level="AUTOCOMMIT", poolclass=NullPool)
    with engine.connect() as connection:
        connection.execute(text(statement))


def _server_user(folder: Path) -> dict[str, Any]:
    """Return the user as whom the server runs, who gets the folder: PostgreSQL refuses to run as root."""
    if os.geteuid() != 0:
        return {}
    names = [user.pw_name for user in pwd.getpwall()]
    user = pwd.getpwnam("postgres" if "postgres" in names else "nobody")
    for path in (folder, *folder.rglob("*")):
        os.chown(path, user.pw_uid, user.pw_gid, follow_symlinks=False)
    return {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}
