"""The same examples and the same names every time, and nothing left behind in the project's folder."""

import gc
import logging
import os
import re
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from hypothesis import settings
from hypothesis.configuration import set_hypothesis_home_dir

from tests.cases import one_in

set_hypothesis_home_dir(Path(sys.prefix) / "hypothesis")  # what it caches of our code, inside .venv
settings.register_profile("bleuscope", derandomize=True, database=None, deadline=None, max_examples=20)
settings.register_profile("fast", settings.get_profile("bleuscope"), max_examples=6)
settings.register_profile("twice", settings.get_profile("bleuscope"), max_examples=12)
settings.load_profile("bleuscope")


MEMORY, MIN_MEMORY = "/dev/shm", 4 << 30
"""The file system that is in memory, and the bytes that must be free there."""


def write_in_memory() -> None:
    """What tests write, and is gone after them, waits for no disk: in memory, if there is room and programs may run."""
    if "TMPDIR" in os.environ or not os.path.isdir(MEMORY):
        return
    about = os.statvfs(MEMORY)
    if about.f_bavail * about.f_frsize >= MIN_MEMORY and not about.f_flag & os.ST_NOEXEC:
        os.environ["TMPDIR"] = tempfile.tempdir = MEMORY


write_in_memory()
gc.disable()  # a third of the time that it takes to import and collect


def pytest_xdist_auto_num_workers() -> int:
    """As many as there are processors: a browser keeps one busy, and each worker collects all tests."""
    return min(os.cpu_count() or 1, 4)


MARKING = re.compile("exhaustive|quick_cases|each_value_as_one_test")
"""What marks tests as exhaustive."""


@cache
def may_be_exhaustive(path: Path) -> bool:
    """Whether a file of tests, or a `conftest.py` in a folder around it, marks any test so."""
    folders = path.parents[: path.parents.index(Path(__file__).parent)]
    files = [path, *(folder / "conftest.py" for folder in folders)]
    return any(MARKING.search(file.read_text(encoding="utf-8")) for file in files if file.exists())


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leaves out files without an exhaustive test where only these run: half of all, which each worker would import."""
    only_exhaustive = config.getoption("markexpr") == "exhaustive" and collection_path.name.startswith("test_")
    return True if only_exhaustive and collection_path.is_file() and not may_be_exhaustive(collection_path) else None


BEGIN = ("test_wheel.py", "test_architecture.py")
"""The files with the longest tests, and with what one worker is to read once: so that no worker still has one of them
when the others are done."""


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Marks as exhaustive the cases of a function that its mark `quick_cases` does not count.

    Of those that have the mark `one_case_in` most are left out, unless `EVERY_CASE` is set.
    """
    items.sort(key=lambda item: BEGIN.index(item.path.name) if item.path.name in BEGIN else len(BEGIN))
    for number, found in cases_marked("quick_cases", items):
        quick = {at * len(found) // number for at in range(number)}
        for at, item in enumerate(found):
            if at not in quick:
                item.add_marker(pytest.mark.exhaustive)
    lost = {item.path for item in items if item.get_closest_marker("exhaustive") and not may_be_exhaustive(item.path)}
    if lost:
        raise pytest.UsageError(f"`make test-all` would leave these out; MARKING must find their marks: {lost}")
    left_out: set[pytest.Item] = set()
    for number, found in cases_marked("one_case_in", items):
        exhaustive = [item for item in found if item.get_closest_marker("exhaustive")]
        left_out.update(item for at, item in enumerate(exhaustive) if at % one_in(number))
    config.hook.pytest_deselected(items=[item for item in items if item in left_out])
    items[:] = [item for item in items if item not in left_out]


def cases_marked(name: str, items: list[pytest.Item]) -> Iterator[tuple[int, list[pytest.Item]]]:
    """For each function with that mark its number, and the function's cases in order."""
    cases = defaultdict(list)
    for item in items:
        if mark := item.get_closest_marker(name):
            cases[item.nodeid.partition("[")[0], *mark.args].append(item)
    return ((number, found) for (_, number), found in cases.items())


def pytest_collection_finish() -> None:
    """What was imported and collected lives to the end: nothing looks through it for garbage."""
    gc.collect()
    gc.freeze()
    gc.enable()
    gc.set_threshold(20_000)  # a page alone makes tens of thousands of objects


def pytest_make_parametrize_id(val: object, argname: str) -> str | None:
    """Archives hold the time of day; their tests have the same names in every process."""
    return argname if isinstance(val, bytes) else None


@pytest.fixture(autouse=True)
def main_module():
    """Streamlit makes a page that it runs the main module, and processes that later tests start would run it again."""
    before = sys.modules["__main__"]
    yield
    sys.modules["__main__"] = before


@pytest.fixture(autouse=True, scope="session")
def _another_workspace(tmp_path_factory):
    """No test, and no program that one starts, writes into the workspace of whoever runs the tests."""
    file = tmp_path_factory.mktemp("workspace") / "workspace.sqlite"
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("BLEUSCOPE_DATABASE_URL", f"sqlite:///{file}")
        yield


@pytest.fixture
def powered(monkeypatch):
    """No test cuts the power: nothing waits until what is kept is on the disk."""
    from workspace.storage import database  # which most tests do not need, and takes long

    pragmas = tuple(pragma.replace("synchronous = FULL", "synchronous = OFF") for pragma in database._PRAGMAS)
    assert pragmas != database._PRAGMAS
    monkeypatch.setattr(database, "_PRAGMAS", pragmas)


@pytest.fixture(scope="module")
def quiet_sacrebleu():
    """It warns of every sentence score without effective order, and of text that ends in " ."."""
    logger = logging.getLogger("sacrebleu")
    level = logger.level
    logger.setLevel(logging.ERROR)
    yield
    logger.setLevel(level)
