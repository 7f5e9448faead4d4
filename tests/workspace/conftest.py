"""Workspaces on SQLite and on a real PostgreSQL, each test with a database of its own; never the user's."""

import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from secrets import token_hex
from shutil import copy
from types import ModuleType

import pytest
from sqlalchemy import URL

import workspace.storage.place
from tests.workspace.persons import Clock
from tools import apt, postgres
from tools.database import Postgres, execute, run_server
from workspace import Workspace
from workspace.storage.place import url_of_file
from workspace.tables.schema import Base

FOLDER = Path(__file__).parent

ON_BOTH = {"test_keep.py", "test_processes.py", "test_projects.py", "test_waiting.py"}
"""Files whose tests `make test` runs on PostgreSQL too."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        parameters = getattr(item, "callspec", None)
        is_on_postgresql = parameters is not None and "postgresql" in parameters.id.split("-")
        if item.path.parent == FOLDER and is_on_postgresql and item.path.name not in ON_BOTH:
            item.add_marker(pytest.mark.exhaustive)


@pytest.fixture(autouse=True)
def nobody_s_own_folder(monkeypatch, powered):
    """A test that would write into the user's data folder fails."""

    def refuse(*_: object, **__: object) -> Path:
        raise AssertionError("A test asked for the user's own data folder.")

    monkeypatch.setattr(workspace.storage.place, "user_data_path", refuse)
    monkeypatch.delenv(workspace.storage.place.VARIABLE, raising=False)


@pytest.fixture(autouse=True)
def plain_main(monkeypatch):
    """Processes that tests start run the main module first, which tests of pages leave as a script that is gone."""
    monkeypatch.setitem(sys.modules, "__main__", ModuleType("__main__"))


@pytest.fixture(scope="session")
def own_server() -> Iterator[Postgres]:
    """A PostgreSQL on 127.0.0.1 with a database ``usual`` that has our tables; gone at the end with all it wrote."""
    programs = postgres.find()
    if programs is None:
        (pytest.fail if apt.IN_CI else pytest.skip)("no PostgreSQL found; see tools/postgres.py")
    with run_server(programs) as running:
        execute(running.url, "CREATE DATABASE usual")
        Workspace(running.url.set(database="usual")).close()
        yield running


@pytest.fixture(scope="session")
def server(own_server) -> URL:
    """The address of its first database."""
    return own_server.url


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


@pytest.fixture(scope="session")
def usual_file(tmp_path_factory) -> Path:
    """An SQLite file with our tables and nothing in them: to copy it takes a quarter of the time of making them."""
    file: Path = tmp_path_factory.mktemp("usual") / "workspace.sqlite"
    Workspace(url_of_file(file)).close()
    return file


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request, tmp_path) -> URL:
    """The address of a database that holds nothing."""
    if request.param == "sqlite":
        return url_of_file(Path(shutil.copy(request.getfixturevalue("usual_file"), tmp_path)))
    found = request.getfixturevalue("server").set(database="usual")
    execute(found, "; ".join(f"DELETE FROM {table.name}" for table in reversed(Base.metadata.sorted_tables)))
    return found


@pytest.fixture(scope="session")
def tables(tmp_path_factory) -> Path:
    """A file of SQLite with our tables, and nothing in them."""
    path = tmp_path_factory.mktemp("tables") / "workspace.sqlite"
    Workspace(url_of_file(path)).close()
    return path


@pytest.fixture
def local(tables, tmp_path) -> Iterator[Workspace]:
    """A workspace without projects in a file, for what is the same on both databases."""
    with Workspace(url_of_file(Path(copy(tables, tmp_path)))) as opened:
        yield opened


@pytest.fixture
def clock() -> Clock:
    """The time of ``kept``, which a test sets."""
    return Clock()


@pytest.fixture
def kept(url, clock) -> Iterator[Workspace]:
    """A workspace without projects."""
    with Workspace(url, clock) as opened:
        yield opened
