"""Who may import whom, and what no file may do (see README). Read from the syntax trees: nothing is run."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
FOLDERS = ("scoring", "ui", "pages", "benchmarks", "tests", "tools")
PURE_UI = tuple(
    f"ui/{name}.py"
    for name in (
        "highlight",
        "formulas",
        "methods",
        "charts",
        "edit_tables",
        "ter_view",
        "tolerant",
        "forms",
        "significance",
        "significance_words",
        "significance_charts",
        "compare",
        "differences",
        "compare_charts",
        "compare_tables",
        "playground",
        "errata",
        "samples",
    )
)
LESSONS = tuple(path.relative_to(ROOT).as_posix() for path in sorted((ROOT / "ui" / "lessons").glob("*.py")))


def files(*folders: str) -> list[str]:
    """Every Python file of these folders (all, and app.py, by default), relative to the root."""
    paths = [path for folder in folders or FOLDERS for path in sorted((ROOT / folder).rglob("*.py"))]
    return ([] if folders else ["app.py"]) + [path.relative_to(ROOT).as_posix() for path in paths]


SHIPPED = [path for path in files() if not path.startswith(("benchmarks/", "tests/", "tools/"))]


@cache
def nodes(path: str) -> list[ast.AST]:
    return list(ast.walk(ast.parse((ROOT / path).read_text(encoding="utf-8"), path)))


def imports(path: str) -> Iterator[str]:
    """Dotted names of all that a file imports, relative imports made absolute."""
    package = path.removesuffix(".py").split("/")[:-1]
    for node in nodes(path):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            parents = package[: len(package) - node.level + 1] if node.level else []
            module = [*parents, *(node.module or "").split(".")]
            yield from (".".join(filter(None, [*module, alias.name])) for alias in node.names)


def imported_packages(path: str) -> set[str]:
    return {name.split(".")[0] for name in imports(path)}


def streamlit_names(path: str) -> set[str]:
    """What a file reaches as st.<name>."""
    return {
        node.attr
        for node in nodes(path)
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "st"
    }


def test_importing_scoring_brings_in_no_dashboard():
    check = "import sys, scoring; print(*sorted({'streamlit', 'plotly', 'altair'} & {*sys.modules}))"
    command = [sys.executable, "-c", check]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout.strip()) == (0, ""), done.stderr


@pytest.mark.parametrize("path", files("scoring", "benchmarks", "tools"))
def test_scoring_and_tooling_stand_alone(path):
    assert not imported_packages(path) & {"streamlit", "plotly", "altair", "ui", "pages", "app", "tests"}


@pytest.mark.parametrize("path", SHIPPED)
def test_nothing_shipped_imports_tooling(path):
    assert not imported_packages(path) & {"benchmarks", "tests", "tools"}


@pytest.mark.parametrize("path", files("ui"))
def test_ui_imports_no_page(path):
    assert not imported_packages(path) & {"pages", "app"}


@pytest.mark.parametrize("path", PURE_UI + LESSONS)
def test_pure_views_import_no_streamlit(path):
    assert "streamlit" not in imported_packages(path)


@pytest.mark.parametrize("path", files())
def test_nobody_imports_the_door_or_a_page(path):
    assert not imported_packages(path) & {"app", "pages"}


@pytest.mark.parametrize("path", SHIPPED)
def test_one_file_each_for_state_and_caches(path):
    names = streamlit_names(path)
    if path != "ui/state.py":
        assert not names & {"session_state", "query_params"}, "ask ui/state.py"
    if path != "ui/cache.py":
        assert not names & {"cache_data", "cache_resource"}, "put it into ui/cache.py"


@pytest.mark.parametrize("path", SHIPPED)
def test_streamlit_is_always_called_st(path):
    """The checks above read st.<name>: so nothing may be imported out of it under a name of its own."""
    taken = {name for name in imports(path) if name.startswith("streamlit.")}
    allowed = {"streamlit.config", "streamlit.net_util"} if path == "app.py" else set()
    assert taken <= allowed
    aliases = [alias for node in nodes(path) if isinstance(node, ast.Import) for alias in node.names]
    assert {alias.asname for alias in aliases if alias.name == "streamlit"} <= {"st"}


@pytest.mark.parametrize("path", SHIPPED)
def test_banned_everywhere(path):
    keywords = {node.arg for node in nodes(path) if isinstance(node, ast.keyword)}
    assert not keywords & {"unsafe_allow_html", "unsafe_allow_javascript"}, "use st.html or a component"
    attributes = {node.attr for node in nodes(path) if isinstance(node, ast.Attribute)}
    assert "splitlines" not in attributes, "breaks a segment at U+2028 and others; split at newlines"
    assert "innerHTML" not in (ROOT / path).read_text(encoding="utf-8"), "use textContent and createElementNS"
