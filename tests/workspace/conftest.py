"""Workspaces on SQLite and on a real PostgreSQL, each test with a database of its own; never the user's."""

import os
import pwd
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from secrets import token_hex
from types import ModuleType
from typing import Any

import pytest
from sqlalchemy import URL, create_engine, text
from sqlalchemy.pool import NullPool

import workspace.place
from tools import apt, postgres
from workspace import Workspace
from workspace.place import url_of_file

START_SECONDS = 60


@pytest.fixture(autouse=True)
def nobody_s_own_folder(monkeypatch):
    """A test that would write into the user's data folder fails."""

    def refuse(*_: object, **__: object) -> Path:
        raise AssertionError("A test asked for the user's own data folder.")

    monkeypatch.setattr(workspace.place, "user_data_path", refuse)
    monkeypatch.delenv(workspace.place.VARIABLE, raising=False)


@pytest.fixture(autouse=True)
def plain_main(monkeypatch):
    """Processes that tests start run the main module first, which tests of pages leave as a script that is gone."""
    monkeypatch.setitem(sys.modules, "__main__", ModuleType("__main__"))


@pytest.fixture(scope="session")
def server() -> Iterator[URL]:
    """A PostgreSQL on 127.0.0.1 with a database ``usual`` that has our tables; gone at the end with all it wrote."""
    programs = postgres.find()
    if programs is None:
        (pytest.fail if apt.IN_CI else pytest.skip)("no PostgreSQL found; see tools/postgres.py")
    with started(programs) as url:
        execute(url, "CREATE DATABASE usual")
        Workspace(url.set(database="usual")).close()
        yield url


@pytest.fixture(params=["sqlite", "postgresql"])
def empty(request, tmp_path) -> Iterator[URL]:
    """The address of a database without tables."""
    if request.param == "sqlite":
        yield url_of_file(tmp_path / "workspace.sqlite")
        return
    server: URL = request.getfixturevalue("server")
    name = f"test_{token_hex(6)}"
    execute(server, f"CREATE DATABASE {name}")
    yield server.set(database=name)
    execute(server, f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request, tmp_path) -> URL:
    """The address of a database that holds nothing."""
    if request.param == "sqlite":
        return url_of_file(tmp_path / "workspace.sqlite")
    found = request.getfixturevalue("server").set(database="usual")
    execute(found, "TRUNCATE project, person CASCADE")
    return found


@pytest.fixture
def kept(url) -> Iterator[Workspace]:
    """A workspace without projects."""
    with Workspace(url) as opened:
        yield opened


def execute(server: URL, statement: str) -> None:
    engine = create_engine(server, isolation_level="AUTOCOMMIT", poolclass=NullPool)
    with engine.connect() as connection:
        connection.execute(text(statement))


@contextmanager
def started(programs: Path) -> Iterator[URL]:
    """As a user that is not root: PostgreSQL refuses to run as root."""
    folder = Path(tempfile.mkdtemp(prefix="bleuscope-postgres-"))
    who: dict[str, Any] = {}
    if os.geteuid() == 0:
        user = unprivileged()
        os.chown(folder, user.pw_uid, user.pw_gid)
        who = {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = probe.getsockname()[1]
    options = {"cwd": folder, "stdout": subprocess.DEVNULL, **who}
    data = str(folder / "data")
    make = [
        str(programs / "initdb"),
        "-D",
        data,
        "-U",
        "tester",
        "--auth=trust",
        "--no-sync",
        "-E",
        "UTF8",
        "--locale=C",
    ]
    settings = {"listen_addresses": "127.0.0.1", "port": port, "unix_socket_directories": "", "fsync": "off"}
    start = [str(programs / "postgres"), "-D", data, *(f"--{name}={value}" for name, value in settings.items())]
    process = None
    try:
        subprocess.run(make, check=True, stderr=subprocess.DEVNULL, **options)
        with (folder / "log.txt").open("wb") as log:
            process = subprocess.Popen(start, stderr=log, **options)
        url = URL.create("postgresql+psycopg", "tester", host="127.0.0.1", port=port, database="postgres")
        wait_for(url, process, folder / "log.txt")
        yield url
    finally:
        if process is not None:
            process.terminate()
            process.wait()
        shutil.rmtree(folder)


def unprivileged() -> pwd.struct_passwd:
    names = [user.pw_name for user in pwd.getpwall()]
    return pwd.getpwnam("postgres" if "postgres" in names else "nobody")


def wait_for(url: URL, process: subprocess.Popen, log: Path) -> None:
    deadline = time.monotonic() + START_SECONDS
    while True:
        try:
            return execute(url, "SELECT 1")
        except Exception:
            if process.poll() is not None or time.monotonic() > deadline:
                pytest.fail(f"PostgreSQL did not start:\n{log.read_text()}", pytrace=False)
        time.sleep(0.05)
