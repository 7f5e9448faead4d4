"""Who may import whom, and what no file may do: docs/architecture.md, held to by the syntax trees. Nothing is run."""

import ast
import re
import subprocess
import sys
from collections.abc import Collection, Container, Iterator, Mapping
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
FOLDERS = ("door", "scoring", "workspace", "ui", "pages", "benchmarks", "tests", "tools")
PURE_UI = tuple(
    f"ui/{name}.py"
    for name in (
        "compare/charts",
        "compare/outputs",
        "compare/summary",
        "compare/tables",
        "documents/charts",
        "documents/scored",
        "documents/tables",
        "documents/words",
        "errata/errata",
        "errata/erratum",
        "errors/marking",
        "errors/tables",
        "kit/budget",
        "kit/charts",
        "kit/columns",
        "kit/differences",
        "kit/filters",
        "kit/glossary",
        "kit/ranking",
        "kit/texts",
        "meteor/drawn",
        "ngrams/highlight",
        "overview/charts",
        "overview/tables",
        "segments/listing",
        "overview/words",
        "significance/charts",
        "significance/pair_words",
        "significance/tables",
        "significance/testing",
        "significance/sentences",
        "smoothing/charts",
        "smoothing/formulas",
        "smoothing/methods",
        "store/samples",
        "tbleu/charts",
        "tbleu/tables",
        "tbleu/view",
        "ter/charts",
        "ter/tables",
        "ter/view",
    )
)
STARTS_STREAMLIT = {
    "app.py": {"streamlit.config", "streamlit.net_util", "streamlit.url_util.make_url_path"},
    "cli.py": {"streamlit.web.cli.main_run"},
}
SHARED_FOLDERS = ("drawing", "kit", "store")
"""Of ui/. Every other folder there is a feature: a page, or a metric's views."""
FRAME = ("ui/shell.py", "ui/sidebar.py", "ui/views.py")
"""The files beside ui's folders that put features together. The others there are shared ground as well."""
LESSONS = tuple(path.relative_to(ROOT).as_posix() for path in sorted((ROOT / "ui/learn/lessons").glob("*.py")))


def files(*folders: str) -> list[str]:
    """Every Python file of these folders (by default all, and those at the root), relative to the root."""
    paths = [path for folder in folders or FOLDERS for path in sorted((ROOT / folder).rglob("*.py"))]
    return ([] if folders else ["app.py", "cli.py"]) + [path.relative_to(ROOT).as_posix() for path in paths]


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
    allowed = {"streamlit"} if path == "benchmarks/visitor.py" else set()  # it speaks as Streamlit's client does
    assert imported_packages(path) & {"streamlit", "plotly", "altair", "ui", "pages", "app", "tests"} <= allowed


@pytest.mark.parametrize("path", SHIPPED)
def test_nothing_shipped_imports_tooling(path):
    assert not imported_packages(path) & {"benchmarks", "tests", "tools"}


@pytest.mark.parametrize("path", files("scoring"))
def test_scoring_knows_nothing_of_what_is_kept(path):
    assert not imported_packages(path) & {"workspace", "sqlalchemy", "alembic"}


@pytest.mark.parametrize("path", files("workspace"))
def test_what_is_kept_knows_nothing_of_a_dashboard(path):
    assert not imported_packages(path) & {"streamlit", "plotly", "altair", "ui", "pages", "app", "door", "tests"}


@pytest.mark.parametrize("path", files("door", "ui", "pages"))
def test_only_the_workspace_speaks_to_the_database(path):
    assert not imported_packages(path) & {"sqlalchemy", "alembic", "psycopg", "sqlite3"}


@pytest.mark.parametrize("path", files("ui"))
def test_ui_imports_no_page(path):
    assert not imported_packages(path) & {"pages", "app"}


SEES_EVERYTHING = {
    "app.py": "opens it",
    "pages/administration.py": "for administrators",
    "ui/account/taking.py": "hands a browser's projects over to an account",
    "ui/desk/seats.py": "asks for raters, who need no right but the secret of their place",
    "ui/projects/opening.py": "asks whether a link opens anything before somebody is kept as a person",
    "ui/shell.py": "says where nothing is kept for long",
    "ui/store/database.py": "opens it",
    "ui/store/kept.py": "gives each their own",
    "ui/store/monitoring.py": "counts",
    "ui/store/sessions.py": "knows whose pages are open",
}
"""Who may use the workspace without ``as_``, which lets do all, and what for; and ui/administration."""


@pytest.mark.parametrize("path", ["app.py", *files("door", "ui", "pages")])
def test_few_see_everything_that_is_kept(path):
    """All others ask kept.mine(), which has what the visitor may see."""
    called = {ast.unparse(node.func) for node in nodes(path) if isinstance(node, ast.Call)}
    sees = "kept.everything" in called or (path.startswith("ui/store/") and "everything" in called)
    assert "Workspace" not in called or path == "ui/store/database.py"
    assert sees == (path in SEES_EVERYTHING) or path.startswith("ui/administration/")


def shared_ground() -> list[str]:
    """Files of ui that every feature may use."""
    beside = [path for path in files("ui") if path.count("/") == 1]
    return [path for path in files(*(f"ui/{folder}" for folder in SHARED_FOLDERS)) + beside if path not in FRAME]


@cache
def features() -> frozenset[str]:
    """As packages."""
    folders = {path.split("/")[1] for path in files("ui") if path.count("/") > 1}
    return frozenset(f"ui.{folder}" for folder in folders.difference(SHARED_FOLDERS))


def test_there_are_features_and_shared_ground():
    assert {"ui.significance", "ui.tbleu", "ui.learn"} <= features()
    assert {"ui/context.py", "ui/kit/reader.py", "ui/store/cache.py"} <= set(shared_ground())


@pytest.mark.parametrize("path", shared_ground())
def test_shared_ground_imports_no_feature(path):
    imported = {".".join(name.split(".")[:2]) for name in imports(path)}
    assert not imported & features()


def feature_of(path: str) -> str | None:
    """The package of the feature that a file of ui is part of; None for shared ground and the frame."""
    package = ".".join(path.split("/")[:2])
    return package if package in features() else None


def door(feature: str) -> set[str]:
    """The names that others may use of a feature: ``__all__`` of its ``__init__.py``; none without that file."""
    path = f"{feature.replace('.', '/')}/__init__.py"
    if not (ROOT / path).exists():
        return set()
    assigned = [node for node in nodes(path) if isinstance(node, ast.Assign)]
    (names,) = [ast.literal_eval(node.value) for node in assigned if ast.unparse(node.targets[0]) == "__all__"]
    return set(names)


def taken(path: str, feature: str) -> set[str]:
    """What a file uses of a feature: what it imports from it, or reaches as <folder>.<name> where it imports that.

    Empty where the feature is imported in any other way, so that its use cannot be followed.
    """
    found = {name.removeprefix(f"{feature}.") for name in imports(path) if name.startswith(f"{feature}.")}
    if feature in imports(path):
        folder = feature.removeprefix("ui.")
        attributes = [node for node in nodes(path) if isinstance(node, ast.Attribute)]
        found |= {node.attr for node in attributes if ast.unparse(node.value) == folder}
    return found


def used_by_features() -> list[tuple[str, str, frozenset[str]]]:
    """File, other feature, and what the file uses of it, for all files of features."""
    found = []
    for path in filter(feature_of, files("ui")):
        imported = {".".join(name.split(".")[:2]) for name in imports(path)} & features()
        found += [(path, other, frozenset(taken(path, other))) for other in sorted(imported - {feature_of(path)})]
    return found


@pytest.mark.parametrize(("path", "other", "names"), used_by_features())
def test_a_feature_enters_another_through_its_door(path, other, names):
    assert names, f"write 'from {other} import <name>', or 'from ui import' the folder"
    assert names <= door(other), f"{path} may use of {other} what its __init__.py names in __all__"


@pytest.mark.parametrize("feature", sorted(name for name in features() if door(name)))
def test_a_door_names_what_other_features_use(feature):
    assert door(feature) == {name for _, other, names in used_by_features() if other == feature for name in names}


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("from ui.ter import said, Output", {"said", "Output"}),
        ("from ui import ter\nter.said(ter.view)", {"said", "view"}),
        ("from ui.ter import view\nview.said()", {"view"}),
        ("from ui.ter.view import said", {"view.said"}),
        ("import ui.ter.view", {"view"}),
        ("from ui.ter import *", {"*"}),
        ("from ui import ter as other\nother.view.said()", set()),
        ("import ui.ter\nui.ter.view.said()", set()),
    ],
)
def test_ways_around_a_door_are_seen(tmp_path, code, expected):
    path = tmp_path / "lesson.py"
    path.write_text(code, encoding="utf-8")
    assert taken(str(path), "ui.ter") == expected


def modules() -> dict[str, str]:
    """Dotted name -> file, of scoring, workspace, ui and pages; a package's __init__.py is the module of its name."""
    found = files("scoring", "workspace", "ui", "pages")
    return {path.removesuffix(".py").removesuffix("/__init__").replace("/", "."): path for path in found}


def imported_modules(path: str, known: Container[str]) -> set[str]:
    """Those of the known modules that a file names in an import, anywhere in it.

    That Python runs the packages above a module first is left out: they know their parts, and not the other way round.
    """
    named = {name if name in known else name.rpartition(".")[0] for name in imports(path)}
    return {name for name in named if name in known}


def circle(graph: Mapping[str, Collection[str]]) -> list[str]:
    """Modules each of which imports the next one, the last one the first; none where there is no circle."""
    done: set[str] = set()

    def walk(name: str, way: list[str]) -> list[str]:
        if name in way:
            return way[way.index(name) :]
        if name not in done:
            for other in sorted(graph[name]):
                if found := walk(other, [*way, name]):
                    return found
        done.add(name)
        return []

    return next((found for name in sorted(graph) if (found := walk(name, []))), [])


@pytest.mark.parametrize(
    ("graph", "expected"),
    [
        ({"a": "b", "b": "c", "c": ""}, []),
        ({"a": "bc", "b": "d", "c": "d", "d": ""}, []),
        ({"a": "b", "b": "cd", "c": "", "d": "b"}, ["b", "d"]),
        ({"a": "a"}, ["a"]),
    ],
)
def test_a_circle_is_found(graph, expected):
    assert circle(graph) == expected


def test_imports_are_those_of_the_code():
    """Absolute and relative ones, of modules, of names in them, and of what a package gives."""
    known = modules()
    assert imported_modules("ui/store/jobs.py", known) == {
        "ui.store.bounded",
        "ui.store.limits",
        "ui.store.metrics",
        "ui.store.runs",
        "ui.store.tasks",
    }
    assert imported_modules("ui/tbleu/jobs.py", known) >= {"ui.tbleu.tables", "ui.store.cache", "scoring"}
    assert imported_modules("scoring/tbleu/tbleu.py", known) >= {"scoring.bleu", "scoring.tbleu.alignment"}
    assert imported_modules("scoring/__init__.py", known) >= {"scoring.bleu", "scoring.metric"}


def test_no_module_imports_itself_over_others():
    known = modules()
    assert not circle({name: imported_modules(path, known) for name, path in known.items()})


@pytest.mark.parametrize("path", PURE_UI + LESSONS)
def test_pure_views_import_no_streamlit(path):
    assert "streamlit" not in imported_packages(path)


@pytest.mark.parametrize("path", files())
def test_nobody_imports_the_door_or_a_page(path):
    assert not imported_packages(path) & {"app", "pages"}
    assert path == "app.py" or path not in SHIPPED or "door" not in imported_packages(path)


@pytest.mark.parametrize("path", files("door"))
def test_what_stands_before_the_application_knows_nothing_of_it(path):
    assert not imported_packages(path) & {"scoring", "ui", "streamlit"}


@pytest.mark.parametrize("path", SHIPPED)
def test_one_file_each_for_state_and_caches(path):
    names = streamlit_names(path)
    if path != "ui/state.py":
        assert not names & {"session_state", "query_params"}, "ask ui/state.py"
    assert not names & {"cache_data", "cache_resource"}, "any client may clear them: see ui/store/cache.py"


@pytest.mark.parametrize("path", [path for path in files("ui", "pages") if not path.startswith("ui/store/")])
def test_work_and_results_are_the_stores(path):
    """Nobody else starts threads; lessons, which are small and know no store, may keep a few results."""
    assert not imported_packages(path) & {"asyncio", "concurrent", "multiprocessing", "queue", "threading"}
    kept = {name for name in imports(path) if name in ("functools.cache", "functools.lru_cache")}
    assert kept <= ({"functools.lru_cache"} if path in LESSONS else set()), "make it a task of ui/store/jobs.py"
    for call in (node for node in nodes(path) if isinstance(node, ast.Call)):
        if isinstance(call.func, ast.Name) and call.func.id == "lru_cache":
            assert [word.arg for word in call.keywords if ast.unparse(word.value) != "None"] == ["maxsize"]


CHANGING = {
    *("create", "rename", "annotate", "archive", "delete", "undo", "add", "add_outputs", "revise", "save_view", "copy"),
    *("grant", "take_right", "leave", "make_link", "take_back", "open_link", "take_over", "forget_person", "keep"),
}
"""Methods that change what is kept."""
KEPT = re.compile(r"kept\.(mine|everything)\(.*\)|kept|workspace|everything")
SAYING = {"changes.change", "changes.make_once", "said.do"}
"""What makes a change in a callback, and says so if it cannot be made."""
SAID_BESIDE = {"ui/data/keeping.py"}
"""Files that say it elsewhere, beside what was dropped."""


def calls(node: ast.AST) -> list[ast.Call]:
    return [found for found in ast.walk(node) if isinstance(found, ast.Call)]


def unsaid_changes(path: str) -> set[str]:
    """Changes of what is kept that no function makes which is given to one of SAYING, or which such a one calls."""
    functions = {node.name: node for node in nodes(path) if isinstance(node, ast.FunctionDef)}
    given = [node for node in nodes(path) if isinstance(node, ast.Call) and ast.unparse(node.func) in SAYING]
    inside = [node for call in given for argument in call.args for node in ast.walk(argument)]
    said = {node.id for node in inside if isinstance(node, ast.Name)} & functions.keys()
    makers = [node for node in nodes(path) if isinstance(node, ast.FunctionDef) and node.name in said]
    helping = {ast.unparse(call.func) for maker in makers for call in calls(maker)} & functions.keys()
    makers += [functions[name] for name in helping]
    allowed = {call for maker in makers for call in calls(maker)}
    others = [node for node in nodes(path) if isinstance(node, ast.Call) and node not in allowed]
    called = [(call.func, call) for call in others if isinstance(call.func, ast.Attribute)]
    return {ast.unparse(call) for to, call in called if to.attr in CHANGING and KEPT.fullmatch(ast.unparse(to.value))}


@pytest.mark.parametrize("path", [path for path in files("ui", "pages") if not path.startswith("ui/store/")])
def test_a_change_that_cannot_be_made_is_said(path):
    """Streamlit shows an error of a callback as a fault of the application."""
    assert path in SAID_BESIDE or not unsaid_changes(path), "make it by ui/kit/changes.py"


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("def press():\n    kept.mine().rename(1, 2)", {"kept.mine().rename(1, 2)"}),
        ("def press():\n    def make():\n        kept.mine().rename(1, 2)\n    changes.change(make)", set()),
        ("def f(x):\n    kept.mine(make=True).create(x)\ndef press():\n    changes.change(partial(f, 1))", set()),
        ("def press():\n    names.add(1)", set()),
    ],
)
def test_an_unsaid_change_is_found(tmp_path, code, expected):
    path = tmp_path / "press.py"
    path.write_text(code, encoding="utf-8")
    assert unsaid_changes(str(path)) == expected


@pytest.mark.parametrize("path", SHIPPED)
def test_streamlit_is_always_called_st(path):
    """The checks above read st.<name>: so nothing may be imported out of it under a name of its own."""
    taken = {name for name in imports(path) if name.startswith("streamlit.")}
    assert taken <= STARTS_STREAMLIT.get(path, set())
    aliases = [alias for node in nodes(path) if isinstance(node, ast.Import) for alias in node.names]
    assert {alias.asname for alias in aliases if alias.name == "streamlit"} <= {"st"}


# --- kernels ---

KERNELS = "scoring/kernels.py"


def kernels(path: str) -> list[ast.FunctionDef]:
    """The functions of a file that are decorated with ``kernel``."""
    functions = [node for node in nodes(path) if isinstance(node, ast.FunctionDef)]
    return [function for function in functions if "kernel" in map(ast.unparse, function.decorator_list)]


def test_there_are_kernels():
    assert len([path for path in files("scoring") if kernels(path)]) > 3


@pytest.mark.parametrize("path", [path for path in SHIPPED if path != KERNELS])
def test_one_decorator_compiles(path):
    assert "numba" not in imported_packages(path), f"decorate it with the kernel of {KERNELS}"


@pytest.mark.parametrize("path", files("scoring"))
def test_what_is_compiled_into_a_kernel_is_of_its_own_file(path):
    """Another file's kernel or constant would be kept in the cache as it was, for the cache looks at one file only."""
    own = [node for node in nodes(path) if isinstance(node, ast.ImportFrom) and node.level]
    imported = {alias.asname or alias.name for node in own for alias in node.names}
    for kernel in kernels(path):
        named = {node.id for line in kernel.body for node in ast.walk(line) if isinstance(node, ast.Name)}
        assert not named & imported, f"in {kernel.name}: pass it, or move the kernel"


# --- HTML ---

DOOR = "ui/kit/send.py"
STYLES = "scoring/markup/html.py"
TAG = re.compile(r"</?[A-Za-z]")
FIGURES = ("charts.py", "figures.py")
"""Plotly has tags of its own, and no Markup."""
WRITES_HTML = files("ui", "pages", "scoring/markup", "scoring/report")


def markups(path: str) -> list[ast.Call]:
    """Every Markup(...)."""
    return [
        node
        for node in nodes(path)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Markup"
    ]


def is_written_out(node: ast.AST) -> bool:
    """A literal, or a choice between literals."""
    if isinstance(node, ast.IfExp):
        return is_written_out(node.body) and is_written_out(node.orelse)
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def annotations(path: str) -> Iterator[ast.AST]:
    for node in nodes(path):
        if isinstance(node, ast.FunctionDef):
            yield from filter(None, [node.returns])
        elif isinstance(node, ast.arg | ast.AnnAssign):
            yield from filter(None, [node.annotation])


@pytest.mark.parametrize("path", SHIPPED)
def test_html_gets_onto_a_page_through_one_door(path):
    calls = [node.func for node in nodes(path) if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)]
    callers = {ast.unparse(call.value) for call in calls if call.attr == "html"}
    assert callers <= ({"st"} if path == DOOR else {"send"}), f"give it to {DOOR}"


@pytest.mark.parametrize("path", SHIPPED)
def test_tables_get_onto_a_page_through_one_door(path):
    """There numbers that would be written as -0.00 are 0."""
    assert not streamlit_names(path) & {"dataframe", "table"} or path == "ui/kit/grid.py", "give it to ui/kit/grid.py"


@pytest.mark.parametrize("path", SHIPPED)
def test_only_what_is_written_in_the_code_is_declared_markup(path):
    """All else gets into it by ``format`` and ``join``, which escape it. One function alone reads a file: a style."""
    assert {name for name in imports(path) if name.startswith("markupsafe")} <= {"markupsafe.Markup"}
    aliases = [alias for node in nodes(path) if isinstance(node, ast.ImportFrom) for alias in node.names]
    assert not [alias.asname for alias in aliases if alias.name == "Markup" and alias.asname]
    found = [call for call in markups(path) if call.keywords or not all(map(is_written_out, call.args))]
    assert len(found) == (path == STYLES), [ast.unparse(call) for call in found]
    checks = [node for node in nodes(path) if isinstance(node, ast.Call) and ast.unparse(node.func) == "isinstance"]
    named = {id(name) for tree in [*annotations(path), *checks] for name in ast.walk(tree)}
    named |= {id(call.func) for call in markups(path)}
    others = [
        node for node in nodes(path) if isinstance(node, ast.Name) and node.id == "Markup" and id(node) not in named
    ]
    assert not others, f"call it, in line {others[0].lineno}"
    assert not [node for node in nodes(path) if isinstance(node, ast.FunctionDef) and node.name == "__html__"]


@pytest.mark.parametrize("path", [path for path in WRITES_HTML if not path.endswith(FIGURES)])
def test_every_tag_stands_in_markup(path):
    """An f-string with a tag in it would take text as it is, and be refused or read as text later."""
    written = {id(part) for call in markups(path) for given in call.args for part in ast.walk(given)}
    written |= {id(node.value) for node in nodes(path) if isinstance(node, ast.Expr)}  # docstrings
    texts = [node for node in nodes(path) if isinstance(node, ast.Constant) and isinstance(node.value, str)]
    assert not [node.value for node in texts if TAG.search(node.value) and id(node) not in written]


@pytest.mark.parametrize("path", SHIPPED)
def test_banned_everywhere(path):
    keywords = {node.arg for node in nodes(path) if isinstance(node, ast.keyword)}
    assert not keywords & {"unsafe_allow_html", "unsafe_allow_javascript"}, "use ui/kit/send.py or a component"
    attributes = {node.attr for node in nodes(path) if isinstance(node, ast.Attribute)}
    assert "splitlines" not in attributes, "breaks a segment at U+2028 and others; split at newlines"
    assert "innerHTML" not in (ROOT / path).read_text(encoding="utf-8"), "use textContent and createElementNS"


@pytest.mark.parametrize("path", files("tests"))
def test_no_test_imports_another(path):
    """What several tests need stands in a conftest or in a file of helpers."""
    assert not [name for name in imports(path) if name.startswith("tests.") and ".test_" in name]
