"""Visitors of the pages, as Streamlit runs them without a browser."""

import importlib.util
import shutil
import threading
from collections.abc import Iterator, Mapping
from functools import cache as cached
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from unittest.mock import MagicMock

import pytest
import streamlit as st
from streamlit.components.v2 import manifest_scanner
from streamlit.runtime import Runtime
from streamlit.runtime.scriptrunner.script_cache import ScriptCache
from streamlit.runtime.scriptrunner_utils import script_run_context
from streamlit.runtime.state.safe_session_state import SafeSessionState
from streamlit.testing.v1 import AppTest, app_test, local_script_runner
from streamlit.testing.v1.local_script_runner import LocalScriptRunner

from scoring.studies import comparison
from scoring.studies import pair as pair_study
from server.engine.tasks import JobCancelled
from server.identity import access
from tests.pages.people import AT, PROVIDER, SIGNED_IN
from tests.pages.steps import SHELL, WAIT_SECONDS, go, project
from ui.kit import part
from ui.session import state
from ui.store import cache, kept, monitoring, people, waiting
from workspace import Workspace
from workspace.storage.place import url_of_file

FOLDER = Path(__file__).parent
WORK = {
    "all_pairs": (comparison, "compare_with_intervals"),
    "evidence": (pair_study, "run"),
    "verdicts": (comparison, "settle_pairs"),
}
"""What ``hold`` can hold: its module and its function."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.path.parent == FOLDER:
            item.add_marker(pytest.mark.page)


@pytest.fixture(scope="session", autouse=True)
def nothing_twice() -> Iterator[None]:
    """AppTest, at each run, would search all installed packages for components and compile the page and its frame
    again, make another stand-in for the server, and ask every millisecond whether the run is over; Streamlit copies
    all of a session's state for each widget that it draws, a quarter of a short run, and hashes all
    that it would send.
    """
    runtime = MagicMock(spec=Runtime)
    runtime.is_active_session = lambda session_id: True
    with pytest.MonkeyPatch.context() as patch:
        search = manifest_scanner.scan_component_manifests
        patch.setattr(manifest_scanner, "scan_component_manifests", cached(search))
        scripts = ScriptCache()
        patch.setattr(app_test, "ScriptCache", lambda: scripts)
        patch.setattr(app_test, "MagicMock", lambda spec: runtime)
        patch.setattr(local_script_runner, "ScriptCache", lambda: scripts)
        patch.setattr(local_script_runner, "require_widgets_deltas", until_over)
        patch.setattr(SafeSessionState, "filtered_state", property(Looked))
        patch.setattr(script_run_context, "populate_hash_if_needed", lambda message: None)
        yield


class Looked(Mapping[str, object]):
    """``SafeSessionState.filtered_state``: what has a name in a session, looked up and not copied."""

    def __init__(self, session: SafeSessionState) -> None:
        self._session = session

    def __getitem__(self, key: str) -> object:
        return self._session._state[key]

    def __contains__(self, key: object) -> bool:
        return key in self._session._state

    def __iter__(self) -> Iterator[str]:
        return iter(self._session._state.filtered_state)

    def __len__(self) -> int:
        return len(self._session._state.filtered_state)


def until_over(runner: LocalScriptRunner, timeout: float) -> None:
    """Waits for the run; ends it where it takes longer."""
    thread = runner._script_thread
    assert thread is not None
    thread.join(timeout)
    if thread.is_alive():
        runner.request_stop()
        raise RuntimeError(f"The page was not drawn within {timeout} seconds.")


@pytest.fixture(scope="session", autouse=True)
def compiled() -> None:
    """No page says that it waits for kernels."""
    cache.engine().now(cache.compilation_task())


@pytest.fixture(autouse=True)
def forgotten() -> Iterator[None]:
    """What a test has put on the shelf leaves it: all tests of a process are one visitor there, and may keep few.

    And its visitors leave: at each visit the server looks who is still there. What it has kept
    goes, too: Matrix would count each test set of every test before.
    """
    before = set(cache.shelf().of(""))
    yield
    monitoring.sessions.cache_clear()
    for identity in set(cache.shelf().of("")) - before:
        cache.shelf().drop("", identity)
    empty_projects(kept.server_workspace())


def empty_projects(workspace: Workspace) -> None:
    """Deletes all projects but that of the tests, in which nothing is left; what was computed there stays known."""
    lasting = project() if project.cache_info().currsize else ""
    gone = [found.id for found in workspace.projects() if found.id != lasting]
    gone += [found.id for found in workspace.test_sets(lasting)] if lasting else []
    for id_ in gone:
        workspace.delete(id_, for_good=True)
    if gone:
        kept.forget_lookups()


find_package = cached(importlib.util.find_spec)


@pytest.fixture(autouse=True)
def packages_found_once(monkeypatch):
    """The sidebar asks at each run, a twentieth of it, which tokenizers' packages are installed."""
    monkeypatch.setattr(importlib.util, "find_spec", find_package)


@pytest.fixture(autouse=True)
def patient(monkeypatch, powered):
    """Pages wait for what they ask for, however slow the machine is."""
    monkeypatch.setattr(waiting, "PATIENCE_SECONDS", WAIT_SECONDS)


@pytest.fixture(autouse=True)
def whole_pages(monkeypatch):
    """No part of a page is drawn alone: of a page AppTest keeps nothing but what its last run has drawn."""
    monkeypatch.setattr(part, "read_on", lambda: None)


@pytest.fixture
def impatient(patient, monkeypatch):
    """But not for work that is held."""
    monkeypatch.setattr(waiting, "PATIENCE_SECONDS", 0.25)


@pytest.fixture
def visit():
    """``visit("segments", set="textbook")`` is a visitor's first view, at an address with these parameters."""

    def visit(page="overview", **parameters):
        at = AppTest.from_file(SHELL, default_timeout=WAIT_SECONDS)
        for name, value in parameters.items():
            at.query_params[name] = value
        return go(at, page)

    return visit


@pytest.fixture
def clock():
    return SimpleNamespace(now=0.0)


@pytest.fixture
def hold(monkeypatch, clock, impatient):
    """``hold("evidence")``: such work waits until it may go on, in an engine that has no results of other tests.

    Noted is what has begun, and what was given up: its name and its number of trials.
    """
    held = SimpleNamespace(may_go_on=threading.Event(), begun=[], given_up=[])
    engine = cache.new_engine(lambda: clock.now)
    engine.now(cache.compilation_task())
    monkeypatch.setattr(cache, "engine", lambda: engine)

    def hold(*names):
        for name in names:
            module, function = WORK[name]
            monkeypatch.setattr(module, function, partial(wait_then, name, getattr(module, function)))
        return held

    def wait_then(name, compute, request, *rest):
        held.begun.append((name, request.trials))
        try:
            while not held.may_go_on.wait(0.01):
                rest[-1](0.4)
        except JobCancelled:
            held.given_up.append((name, request.trials))
            raise
        return compute(request, *rest)

    yield hold
    held.may_go_on.set()


@pytest.fixture(scope="session")
def empty_workspace(tmp_path_factory):
    """A file with all tables: to make them takes longer than to copy them."""
    file = tmp_path_factory.mktemp("empty") / "workspace.sqlite"
    Workspace(url_of_file(file)).close()
    return file


@pytest.fixture
def with_people(monkeypatch, tmp_path, empty_workspace):
    """A server that knows people: each visit is another browser's, and ``tests.pages.people.sign_in`` signs it in.

    ``with_people("ana@example.org")`` makes whoever has that address administer it.
    """
    file = Path(shutil.copy(empty_workspace, tmp_path))
    workspace = Workspace(url_of_file(file))
    monkeypatch.setattr(kept, "server_workspace", lambda: workspace)
    monkeypatch.setenv(access.ACCESS, access.VISITORS)
    monkeypatch.setattr(access, "auth_section", lambda files: PROVIDER)
    monkeypatch.setattr(type(st.context), "cookies", property(lambda context: {}))
    monkeypatch.setattr(type(st.context), "url", property(lambda context: f"{AT}/projects"))
    monkeypatch.setattr(people, "_login_in_cookie", lambda: state.widget_value(SIGNED_IN))
    forget_all = state.forget_all

    def forget_all_but_who_signed_in():
        said = state.widget_value(SIGNED_IN)
        forget_all()
        state.set_widget_value(SIGNED_IN, said)

    monkeypatch.setattr(state, "forget_all", forget_all_but_who_signed_in)
    access.access.cache_clear()

    def administer(*emails):
        monkeypatch.setenv(access.ADMINISTRATORS, " ".join(emails))
        access.access.cache_clear()
        return workspace

    yield administer
    access.access.cache_clear()
    kept.forget_lookups()
    workspace.close()
