"""Who may import whom, and what no file may do: docs/architecture.md, held to by the syntax trees. Nothing is run."""

import ast
import re
import subprocess
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Container, Iterator, Mapping
from fnmatch import fnmatch
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
import streamlit

ROOT = Path(__file__).parents[1]
PRODUCT = ("app.py", "bleuscope", "cli.py", "course", "pages", "rating", "scoring", "server", "ui", "workspace")
FOLDERS = (*filter(lambda name: "." not in name, PRODUCT), "benchmarks", "tests", "tools")
STOREYS = (
    ("bleuscope",),
    ("server", "server.streamlit_patches", "server.http"),
    ("scoring", "scoring.text", "scoring.counting", "scoring.judgments", "scoring.plugins"),
    (
        "scoring.output",
        "scoring.bleu",
        "scoring.ter",
        "scoring.tbleu",
        "scoring.meteor",
        "scoring.segment_means",
        "scoring.realignment",
    ),
    ("scoring.formats",),
    ("scoring.significance",),
    (
        "scoring.analysis",
        "scoring.agreement",
        "scoring.checks",
        "scoring.choosing",
        "scoring.doctor",
        "scoring.model_judges",
    ),
    ("scoring.lab", "scoring.contracts"),
    ("scoring.studies",),
    ("scoring.lab.watching", "scoring.report", "scoring.rating"),
    ("scoring.api",),
    ("scoring.cli",),
    ("workspace.tables",),
    ("workspace.versions",),
    ("workspace.storage",),
    ("workspace.people",),
    ("workspace.campaigns",),
    ("workspace.projects",),
    ("workspace",),
    ("workspace.archive",),
    ("workspace.cli",),
    ("server.memory",),
    ("server.engine", "server.identity"),
    ("ui.session",),
    ("ui.store",),
    ("ui.context",),
    ("ui.kit", "ui.drawing"),
    ("ui",),
    ("course",),
    ("rating",),
    ("ui.shell", "ui.sidebar", "ui.views"),
    ("pages",),
    ("app", "cli"),
)
"""Rooms, from the ground up: a file imports its own storey and those beneath it.

A file belongs to the longest name here that begins its own. The folders of ``ui`` that are not named here are features:
a page, or a metric's views.
"""
DOORS = {"scoring", "scoring.__main__"}
"""Modules that lead to a whole package."""
OTHER_FEATURES = {"course", "rating"}
"""Besides the folders of ui."""
PLAIN_UI = ("*charts.py", "*tables.py", "*_html.py", "*_sentences.py", "*/view.py", "*/formulas.py", "*/highlight.py")
"""Files of pages that make figures, tables and HTML of results: they know no Streamlit."""
MAX_FILES = 14
"""In a folder, besides its ``__init__.py``."""
ONE_A_FILE = {"pages": "a screen", "course/lessons": "a lesson", "scoring/studies": "a question"}
"""Folders that may have more -> what each of their files is."""
WITHOUT_INIT = {"pages", "sample_data", "workspace/storage/migrations", "workspace/storage/migrations/versions"}
"""Folders from which nothing is imported by name."""
DASHBOARD = ("streamlit", "plotly", "altair")
LESSONS = tuple(path.relative_to(ROOT).as_posix() for path in sorted((ROOT / "course/lessons").rglob("*.py")))


@cache
def files(*folders: str) -> tuple[str, ...]:
    """Every Python file of these folders (by default all, and those at the root), relative to the root."""
    paths = [path for folder in folders or FOLDERS for path in sorted((ROOT / folder).rglob("*.py"))]
    beside = () if folders else ("app.py", "cli.py")
    return (*beside, *(path.relative_to(ROOT).as_posix() for path in paths))


SHIPPED = [path for path in files() if not path.startswith(("benchmarks/", "tests/", "tools/"))]
SERVED = ("course", "pages", "rating", "ui")
"""What pages are made of."""
PAGES = [path for path in files(*SERVED) if not path.startswith("ui/store/")]
"""The same without what keeps and computes for them."""


def offences(paths: Collection[str], found: Callable[[str], Any]) -> dict[str, Any]:
    """What is found in each of these files, where something is.

    A rule is one test over all files, and what it finds is its message: a test a file takes longer than its files do.
    """
    assert len(paths) > 0
    return {path: bad for path in paths if (bad := found(path))}


@cache
def nodes(path: str) -> list[ast.AST]:
    return list(ast.walk(ast.parse((ROOT / path).read_text(encoding="utf-8"), path)))


@cache
def imports(path: str) -> tuple[str, ...]:
    """Dotted names of all that a file imports, relative imports made absolute."""
    return tuple(_imports(path))


def _imports(path: str) -> Iterator[str]:
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


def importing(paths: Collection[str], *packages: str) -> dict[str, set[str]]:
    """What each file imports of these packages, where it does."""
    return offences(paths, lambda path: imported_packages(path) & {*packages})


def test_what_is_used_without_a_dashboard_knows_none():
    shown = ("app.py", "cli.py", "server/", "tests/", *(f"{folder}/" for folder in SERVED))
    alone = [path for path in files() if not path.startswith(shown)]
    assert importing(alone, *DASHBOARD) == {
        "benchmarks/visitor.py": {"streamlit"}
    }  # it speaks as Streamlit's client does


def test_nothing_shipped_imports_tooling():
    assert not importing(SHIPPED, "benchmarks", "tests", "tools")


def module_of(path: str) -> str:
    return path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


@cache
def room_of(module: str) -> str:
    """The longest name of a room that begins the module's."""
    rooms = [room for storey in STOREYS for room in storey if f"{module}.".startswith(f"{room}.")]
    return max(rooms, key=len)


def storey_of(module: str) -> int:
    room = room_of(module)
    (storey,) = [number for number, rooms in enumerate(STOREYS) if room in rooms]
    return storey


def imports_from_above(path: str) -> set[str]:
    """What a file imports of storeys above its own."""
    module, known = module_of(path), modules()
    if module in DOORS:
        return set()
    return {name for name in imported_modules(path, known) - DOORS if storey_of(name) > storey_of(module)}


def test_no_file_imports_from_above():
    assert not offences(SHIPPED, imports_from_above)


def test_every_room_has_files():
    assert {room_of(module) for module in modules()} == {room for storey in STOREYS for room in storey}


def test_storeys_are_those_of_the_table():
    rooms = {
        "scoring.metric": "scoring",
        "scoring.ter.shifts": "scoring.ter",
        "scoring.studies.pair": "scoring.studies",
        "ui.kit.part": "ui.kit",
        "ui.ter.view": "ui",
        "ui.shell": "ui.shell",
        "pages.ter": "pages",
    }
    assert {module: room_of(module) for module in rooms} == rooms
    assert [*map(storey_of, rooms)] == sorted({*map(storey_of, rooms)})


def test_no_folder_is_crowded():
    """A reader of a folder sees its files at one glance."""
    loose = Counter(path.rpartition("/")[0] for path in SHIPPED if not path.endswith("__init__.py"))
    assert {folder for folder, count in loose.items() if count > MAX_FILES} == ONE_A_FILE.keys()


def test_every_folder_says_what_it_is_for():
    folders = {path.rpartition("/")[0] for path in SHIPPED if path.count("/")} - WITHOUT_INIT
    without = {folder for folder in folders if not (ROOT / folder / "__init__.py").exists()}
    assert not without
    silent = {
        folder for folder in folders if not ast.get_docstring(ast.parse((ROOT / folder / "__init__.py").read_text()))
    }
    assert not silent


def test_dask_and_storages_are_reached_from_one_place_each():
    """Both are optional and need not be installed."""
    assert importing(SHIPPED, "dask", "distributed").keys() <= {*files("scoring/lab/engine")}
    assert importing(SHIPPED, "fsspec").keys() == {"scoring/lab/shards/places.py"}


def test_only_the_workspace_speaks_to_the_database():
    assert not importing(
        [path for path in SHIPPED if not path.startswith("workspace/")], "sqlalchemy", "alembic", "psycopg", "sqlite3"
    )


THROUGH_STUDIES: Mapping[str, Mapping[str, str]] = {
    "scoring.agreement": {},
    "scoring.analysis": {},
    "scoring.choosing": {"course/lessons/l14_oracle.py": "makes the choices of its example by hand"},
    "scoring.significance": {
        "course/lessons/l11_significance.py": "draws the shuffles of its example one by one",
    },
}
"""Packages that pages ask through ``scoring.studies`` -> the files that may import them, and what for."""


def imported_of(path: str, package: str) -> set[str]:
    """What a file imports of a package."""
    return {name for name in imports(path) if name == package or name.startswith(f"{package}.")}


@pytest.mark.parametrize("package", THROUGH_STUDIES)
def test_pages_ask_through_studies(package):
    found = offences(files(*SERVED), lambda path: imported_of(path, package))
    assert found.keys() == THROUGH_STUDIES[package].keys(), f"ask a study of scoring.studies: {found}"


SEES_EVERYTHING = {
    "pages/administration.py": "for administrators",
    "ui/account/signing.py": "hands a browser's projects over to an account",
    "rating/desk/seats.py": "asks for raters, who need no right but the secret of their place",
    "course/classroom/classroom.py": "asks for classes, which need no right but their code",
    "ui/projects/opening.py": "asks whether a link opens anything before somebody is kept as a person",
    "ui/store/checking.py": "reads all of it to find damage",
    "ui/store/kept.py": "opens it, and gives each their own",
    "ui/store/monitoring.py": "counts, and knows whose pages are open",
}
"""Who may use the workspace without ``as_``, which lets do all, and what for; and ui/administration."""


def called(path: str) -> set[str]:
    """What is called in a file, as it is written there."""
    return {ast.unparse(node.func) for node in nodes(path) if isinstance(node, ast.Call)}


def test_few_see_everything_that_is_kept():
    """All others ask kept.visitor_workspace(), which has what the visitor may see."""
    served = ["app.py", *files("server", *SERVED)]
    opened = offences(served, lambda path: called(path) & {"Workspace"})
    assert opened.keys() == {"ui/store/kept.py"}
    seeing = offences(files("ui/store"), lambda path: called(path) & {"server_workspace"})
    seeing |= offences(served, lambda path: called(path) & {"kept.server_workspace"})
    assert {path for path in seeing if not path.startswith("ui/administration/")} == SEES_EVERYTHING.keys()


@cache
def features() -> frozenset[str]:
    """As packages."""
    folders = {".".join(path.split("/")[:2]) for path in files("ui") if path.count("/") > 1}
    return frozenset({folder for folder in folders if room_of(folder) == "ui"} | OTHER_FEATURES)


def test_there_are_features():
    assert {"ui.significance", "ui.tbleu", "course"} <= features()
    assert not {"ui.kit", "ui.store", "ui.session"} & features()


def imported_features(path: str) -> set[str]:
    return {feature for name in imports(path) if (feature := feature_of(name.replace(".", "/")))}


def feature_of(path: str) -> str | None:
    """The package of the feature that a file is part of; None for all others."""
    return next((name for name in features() if f"{path.replace('/', '.')}.".startswith(f"{name}.")), None)


def door(feature: str) -> set[str]:
    """The names that others may use of a feature: ``__all__`` of its ``__init__.py``; none without that file."""
    path = f"{feature.replace('.', '/')}/__init__.py"
    if not (ROOT / path).exists():
        return set()
    assigned = [node for node in nodes(path) if isinstance(node, ast.Assign)]
    named = [ast.literal_eval(node.value) for node in assigned if ast.unparse(node.targets[0]) == "__all__"]
    return set().union(*named)


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


@cache
def used_by_features() -> list[tuple[str, str, frozenset[str]]]:
    """File, other feature, and what the file uses of it, for all files of features."""
    found = []
    for path in filter(feature_of, files(*SERVED)):
        others = sorted(imported_features(path) - {feature_of(path)})
        found += [(path, other, frozenset(taken(path, other))) for other in others]
    return found


def test_a_feature_enters_another_through_its_door():
    for path, other, names in used_by_features():
        assert names, f"in {path} write 'from {other} import <name>', or 'from ui import' the folder"
        assert names <= door(other), f"{path} may use of {other} what its __init__.py names in __all__"


def test_a_door_names_what_other_features_use():
    used = defaultdict(set)
    for _, other, names in used_by_features():
        used[other] |= names
    assert used == {feature: door(feature) for feature in features() if door(feature)}


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
    """Dotted name -> file, of the product; a package's __init__.py is the module of its name."""
    return {module_of(path): path for path in SHIPPED}


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
    assert imported_modules("server/engine/jobs.py", known) == {
        "server.memory.bounded_cache",
        "server.memory.limits",
        "server.engine.metrics",
        "server.engine.runs",
        "server.engine.tasks",
    }
    assert imported_modules("ui/tbleu/jobs.py", known) >= {"ui.tbleu.gain_tables", "ui.store.cache", "scoring"}
    assert imported_modules("scoring/tbleu/tbleu.py", known) >= {"scoring.bleu", "scoring.tbleu.alignment"}


def test_no_module_imports_itself_over_others():
    known = modules()
    assert not circle({name: imported_modules(path, known) for name, path in known.items()})


def test_figures_and_tables_draw_nothing():
    """They are data of which pages draw; of Streamlit they know no more than how a column is written."""
    plain = [path for path in files(*SERVED) if any(fnmatch(path, pattern) for pattern in PLAIN_UI)]
    assert not offences([*plain, *LESSONS], lambda path: streamlit_names(path) - {"column_config"})


def test_one_file_each_for_state_and_caches():
    state = offences(SHIPPED, lambda path: streamlit_names(path) & {"session_state", "query_params"})
    assert state.keys() == {"ui/session/state.py"}, "ask ui/session/state.py"
    cached = offences(SHIPPED, lambda path: streamlit_names(path) & {"cache_data", "cache_resource"})
    assert not cached, "any client may clear them: see ui/store/cache.py"


def unlimited_caches(path: str) -> list[str]:
    """Every lru_cache(...) that does not say how much it keeps."""
    found = [node for node in nodes(path) if isinstance(node, ast.Call) and ast.unparse(node.func) == "lru_cache"]
    sizes = [[word.arg for word in call.keywords if ast.unparse(word.value) != "None"] for call in found]
    return [ast.unparse(call) for call, said in zip(found, sizes, strict=True) if said != ["maxsize"]]


def test_work_and_results_are_the_stores():
    """Nobody else starts threads; lessons and the quiz, which are small and know no store, may keep a few results."""
    assert not importing(PAGES, "asyncio", "concurrent", "multiprocessing", "queue", "threading")
    kept = offences(PAGES, lambda path: {*imports(path)} & {"functools.cache", "functools.lru_cache"})
    elsewhere = {
        path: names
        for path, names in kept.items()
        if not path.startswith(("course/lessons/", "course/quiz/")) or "functools.cache" in names
    }
    assert not elsewhere, "make it a task of server/engine/jobs.py"
    assert not offences(PAGES, unlimited_caches)


CHANGING = {
    *("create", "rename", "annotate", "archive", "delete", "undo", "add", "add_outputs", "revise", "save_view", "copy"),
    *("grant", "take_right", "leave", "make_link", "take_back", "open_link", "take_over", "forget_person", "keep"),
    *("keep_in_project", "keep_as_version"),
}
"""Methods that change what is kept."""
KEPT = re.compile(r"kept\.(visitor_workspace|server_workspace)\(.*\)|kept|workspace|everything")
SAYING = {
    "changes.change",
    "changes.make_once",
    "changes.change_callback",
    "persons.require_administrator",
    "require_administrator",
}
"""What makes a change in a callback, called or as a decorator, and says so if it cannot be made."""
SAID_BESIDE = {"ui/data/keeping.py", "ui/data/whole_campaign.py"}
"""Files that say it elsewhere, beside what was dropped."""


def calls(node: ast.AST) -> list[ast.Call]:
    return [found for found in ast.walk(node) if isinstance(found, ast.Call)]


def unsaid_changes(path: str) -> set[str]:
    """Changes of what is kept that no function makes which is given to one of SAYING, or which such a one calls."""
    functions = {node.name: node for node in nodes(path) if isinstance(node, ast.FunctionDef)}
    given = [node for node in nodes(path) if isinstance(node, ast.Call) and ast.unparse(node.func) in SAYING]
    inside = [node for call in given for argument in call.args for node in ast.walk(argument)]
    said = {node.id for node in inside if isinstance(node, ast.Name)} & functions.keys()
    made = [node for node in nodes(path) if isinstance(node, ast.FunctionDef)]
    makers = [node for node in made if node.name in said or {*map(ast.unparse, node.decorator_list)} & SAYING]
    helping = {ast.unparse(call.func) for maker in makers for call in calls(maker)} & functions.keys()
    makers += [functions[name] for name in helping]
    lambdas = [node for node in inside if isinstance(node, ast.Lambda)]
    allowed = {call for maker in [*makers, *lambdas] for call in calls(maker)}
    others = [node for node in nodes(path) if isinstance(node, ast.Call) and node not in allowed]
    called = [(call.func, call) for call in others if isinstance(call.func, ast.Attribute)]
    return {ast.unparse(call) for to, call in called if to.attr in CHANGING and KEPT.fullmatch(ast.unparse(to.value))}


def test_a_change_that_cannot_be_made_is_said():
    """Streamlit shows an error of a callback as a fault of the application."""
    assert offences(PAGES, unsaid_changes).keys() == SAID_BESIDE, "make it by ui/kit/changes.py"


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("def press():\n    kept.visitor_workspace().rename(1, 2)", {"kept.visitor_workspace().rename(1, 2)"}),
        (
            "def press():\n    def make():\n        kept.visitor_workspace().rename(1, 2)\n    changes.change(make)",
            set(),
        ),
        (
            "def f(x):\n    kept.visitor_workspace(make=True).create(x)\n"
            "def press():\n    changes.change(partial(f, 1))",
            set(),
        ),
        ("@changes.change_callback\ndef press():\n    kept.visitor_workspace().rename(1, 2)", set()),
        ("def press():\n    changes.make_once(1, lambda: kept.visitor_workspace().copy(2), str)", set()),
        ("def press():\n    changes.change(kept.visitor_workspace().copy(2))", {"kept.visitor_workspace().copy(2)"}),
        ("@other\ndef press():\n    kept.visitor_workspace().rename(1, 2)", {"kept.visitor_workspace().rename(1, 2)"}),
        ("def press():\n    names.add(1)", set()),
    ],
)
def test_an_unsaid_change_is_found(tmp_path, code, expected):
    path = tmp_path / "press.py"
    path.write_text(code, encoding="utf-8")
    assert unsaid_changes(str(path)) == expected


def names_of_streamlit(path: str) -> set[str | None]:
    """The names under which a file imports it."""
    aliases = [alias for node in nodes(path) if isinstance(node, ast.Import) for alias in node.names]
    return {alias.asname for alias in aliases if alias.name == "streamlit"}


def test_streamlit_is_always_called_st():
    """The checks above read st.<name>: so nothing may be imported out of it under a name of its own."""
    parts = offences(SHIPPED, lambda path: {name for name in imports(path) if name.startswith("streamlit.")})
    assert parts.keys() <= {*PATCHES}
    assert not offences(SHIPPED, lambda path: names_of_streamlit(path) - {"st"})


# --- private parts of Streamlit ---

PATCHES = files("server/streamlit_patches")
PUBLIC_MODULES = {"column_config", "components", "errors"}
"""Those of Streamlit's modules of which public functions take or raise something."""
PRIVATE_MODULES = {
    path.stem
    for path in Path(streamlit.__path__[0]).iterdir()
    if isinstance(getattr(streamlit, path.stem, streamlit), ModuleType) and path.stem not in PUBLIC_MODULES
}
OTHERS_PRIVATE = {"server/http/stopping.py": {"os._exit", "_captured_signals"}, "cli.py": {"os._exit"}}
"""Private names that are not Streamlit's: how a process ends, and what uvicorn has heard before it served."""
REFLECTING = {"getattr", "setattr", "hasattr", "delattr", "import_module", "importlib.import_module", "__import__"}


def private_streamlit(path: str) -> set[str]:
    """What a file touches of Streamlit that is not public, or that could be.

    Modules of its inside; names of ``st`` that are set; and attributes, also given as text, that begin with an
    underscore, of anything but ``self``, ``cls`` and our own modules.
    """
    ours = {name.rpartition(".")[2] for name in imports(path) if name.partition(".")[0] in ("server", "ui")}
    found = streamlit_names(path) & PRIVATE_MODULES
    for node in nodes(path):
        if isinstance(node, ast.Attribute):
            is_private = re.match(r"_[a-z]", node.attr) and ast.unparse(node.value) not in {"self", "cls"} | ours
            is_set = ast.unparse(node).startswith("st.") and isinstance(node.ctx, ast.Store | ast.Del)
            found |= {ast.unparse(node)} if is_private or is_set else set()
        elif isinstance(node, ast.Call) and ast.unparse(node.func) in REFLECTING:
            given = [part.value for part in node.args if isinstance(part, ast.Constant) and isinstance(part.value, str)]
            found |= {text for text in given if re.match(r"_[a-z]|streamlit\b", text)}
    return found


def test_one_folder_touches_private_streamlit():
    served = [path for path in SHIPPED if not path.startswith(("scoring/", "workspace/")) and path not in PATCHES]
    assert offences(served, private_streamlit) == OTHERS_PRIVATE


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("st.runtime.exists()", {"runtime"}),
        ("st.config.set_option('a', 1)", {"config"}),
        ("st._main.text('a')", {"st._main"}),
        ("st.session_state._state", {"st.session_state._state"}),
        ("st.button = None", {"st.button"}),
        ("runner._pages_manager", {"runner._pages_manager"}),
        ("getattr(runner, '_requests')", {"_requests"}),
        ("importlib.import_module('streamlit.runtime')", {"streamlit.runtime"}),
        ("st.context.cookies\nst.column_config.TextColumn('a')\nst.components.v2.component('a')", set()),
        ("from ui import state\nstate._go()\nself._count()\nrow.__class__", set()),
    ],
)
def test_a_touch_of_private_streamlit_is_found(tmp_path, code, expected):
    path = tmp_path / "page.py"
    path.write_text(code, encoding="utf-8")
    assert private_streamlit(str(path)) == expected


# --- kernels ---

KERNELS, COMPILES = "scoring/counting/kernels.py", "scoring/counting/numba_patches.py"


def kernels(path: str) -> list[ast.FunctionDef]:
    """The functions of a file that are decorated with ``kernel``."""
    functions = [node for node in nodes(path) if isinstance(node, ast.FunctionDef)]
    return [function for function in functions if "kernel" in map(ast.unparse, function.decorator_list)]


def test_there_are_kernels():
    assert len([path for path in files("scoring") if kernels(path)]) > 3


def test_one_decorator_compiles():
    assert importing(SHIPPED, "numba").keys() == {COMPILES}, f"decorate it with the kernel of {KERNELS}"
    private = offences(SHIPPED, lambda path: {name for name in attributes(path) if name.startswith("_numba")})
    assert private == {KERNELS: {"_numba_type_"}}


def imported_into_kernels(path: str) -> dict[str, set[str]]:
    """Kernel -> names in it that the file imports from its neighbours."""
    own = [node for node in nodes(path) if isinstance(node, ast.ImportFrom) and node.level]
    imported = {alias.asname or alias.name for node in own for alias in node.names}
    named = {
        kernel.name: {node.id for line in kernel.body for node in ast.walk(line) if isinstance(node, ast.Name)}
        for kernel in kernels(path)
    }
    return {kernel: names & imported for kernel, names in named.items() if names & imported}


def test_what_is_compiled_into_a_kernel_is_of_its_own_file():
    """Another file's kernel or constant would be kept in the cache as it was, for the cache looks at one file only."""
    assert not offences(files("scoring"), imported_into_kernels), "pass it, or move the kernel"


# --- HTML ---

DOOR = "ui/session/send.py"
STYLES = "scoring/output/markup/html.py"
TAG = re.compile(r"</?[A-Za-z]")
FIGURES = ("charts.py", "figures.py")
"""Plotly has tags of its own, and no Markup."""
WRITES_HTML = files(*SERVED, "scoring/output/markup", "scoring/report")


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


def calls_html(path: str) -> set[str]:
    """Whose ``html`` a file calls."""
    calls = [node.func for node in nodes(path) if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)]
    return {ast.unparse(call.value) for call in calls if call.attr == "html"}


def test_html_gets_onto_a_page_through_one_door():
    assert offences(SHIPPED, lambda path: calls_html(path) - {"send"}) == {DOOR: {"st"}}, f"give it to {DOOR}"


def test_tables_get_onto_a_page_through_one_door():
    """There numbers that would be written as -0.00 are 0."""
    found = offences(SHIPPED, lambda path: streamlit_names(path) & {"dataframe", "table"})
    assert found.keys() == {"ui/kit/grid.py"}, "give it to ui/kit/grid.py"


def test_files_are_taken_away_through_one_door():
    """There they are made when asked for."""
    found = offences(SHIPPED, lambda path: streamlit_names(path) & {"download_button"})
    assert found.keys() == {"ui/kit/exports.py"}, "give it to ui/kit/exports.py"


SPREADSHEETS = "scoring/formats/tables/spreadsheets.py"
LINK_TEXT = "ui/kit/texts.py"
"""Puts a name, a tab and a text into a link, which no spreadsheet opens."""
TABLE_WRITERS = {"DictWriter", "to_csv", "to_excel", "Workbook", "create_sheet"}
"""What csv, pandas and openpyxl call that which writes tables, besides csv.writer; csv.reader is another."""


def table_writers(path: str) -> list[str]:
    """Uses of what writes tables, and texts that are put together with tabs between values."""
    names = TABLE_WRITERS | ({"writer"} if any(name.partition(".")[0] == "csv" for name in imports(path)) else set())
    found = [ast.unparse(node) for node in nodes(path) if isinstance(node, ast.Attribute) and node.attr in names]
    found += [name for name in imports(path) if name.rpartition(".")[2] in names]
    return found + [ast.unparse(node) for node in nodes(path) if puts_tabs_between(node)]


def puts_tabs_between(node: ast.AST) -> bool:
    if isinstance(node, ast.JoinedStr):
        return any(map(has_tab, node.values)) and any(isinstance(part, ast.FormattedValue) for part in node.values)
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        return node.func.attr in ("join", "format") and has_tab(node.func.value)
    return isinstance(node, ast.BinOp) and (has_tab(node.left) or has_tab(node.right))


def has_tab(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str) and "\t" in node.value


def test_tables_for_spreadsheets_are_written_by_one_file():
    """There a name that a spreadsheet would run as a formula is written as text."""
    found = offences(SHIPPED, table_writers)
    assert found.keys() == {SPREADSHEETS, LINK_TEXT}, f"write it by {SPREADSHEETS}: {found}"


@pytest.mark.parametrize(
    "code",
    [
        "import csv\ncsv.writer(file)",
        "from csv import writer",
        "from csv import DictWriter as Rows",
        "frame.to_csv(file)",
        "from openpyxl import Workbook",
        "import openpyxl\nopenpyxl.Workbook()",
        r"'\t'.join(row)",
        r"f'{name}\t{score}'",
        r"'{}\t{}'.format(name, score)",
        r"name + '\t' + score",
        r"'%s\t%s' % row",
    ],
)
def test_another_writer_of_tables_is_seen(tmp_path, code):
    (tmp_path / "other.py").write_text(code, encoding="utf-8")
    assert table_writers(str(tmp_path / "other.py"))


def markup_under_other_names(path: str) -> list[str]:
    """Imports of markupsafe that are not ``Markup`` as ``Markup``."""
    aliases = [alias for node in nodes(path) if isinstance(node, ast.ImportFrom) for alias in node.names]
    renamed = [alias.asname for alias in aliases if alias.name == "Markup" and alias.asname]
    return [name for name in imports(path) if name.startswith("markupsafe") and name != "markupsafe.Markup"] + renamed


def made_markup(path: str) -> list[str]:
    """Calls of Markup with more than what is written in the code."""
    found = [call for call in markups(path) if call.keywords or not all(map(is_written_out, call.args))]
    return [ast.unparse(call) for call in found]


def markup_elsewhere(path: str) -> list[int]:
    """Lines in which Markup is named but not called, annotated or checked, and those of methods ``__html__``."""
    checks = [node for node in nodes(path) if isinstance(node, ast.Call) and ast.unparse(node.func) == "isinstance"]
    named = {id(name) for tree in [*annotations(path), *checks] for name in ast.walk(tree)}
    named |= {id(call.func) for call in markups(path)}
    others = [
        node for node in nodes(path) if isinstance(node, ast.Name) and node.id == "Markup" and id(node) not in named
    ]
    methods = [node for node in nodes(path) if isinstance(node, ast.FunctionDef) and node.name == "__html__"]
    return [node.lineno for node in others] + [node.lineno for node in methods]


def test_only_what_is_written_in_the_code_is_declared_markup():
    """All else gets into it by ``format`` and ``join``, which escape it. One function alone reads a file: a style."""
    assert not offences(SHIPPED, markup_under_other_names)
    assert {path: len(found) for path, found in offences(SHIPPED, made_markup).items()} == {STYLES: 1}
    assert not offences(SHIPPED, markup_elsewhere)


def tags_elsewhere(path: str) -> list[str]:
    """Texts with a tag in them that are not given to Markup."""
    written = {id(part) for call in markups(path) for given in call.args for part in ast.walk(given)}
    written |= {id(node.value) for node in nodes(path) if isinstance(node, ast.Expr)}  # docstrings
    texts = [node for node in nodes(path) if isinstance(node, ast.Constant) and isinstance(node.value, str)]
    return [str(node.value) for node in texts if TAG.search(str(node.value)) and id(node) not in written]


def test_every_tag_stands_in_markup():
    """An f-string with a tag in it would take text as it is, and be refused or read as text later."""
    assert not offences([path for path in WRITES_HTML if not path.endswith(FIGURES)], tags_elsewhere)


def keywords(path: str) -> set[str | None]:
    return {node.arg for node in nodes(path) if isinstance(node, ast.keyword)}


def attributes(path: str) -> set[str]:
    return {node.attr for node in nodes(path) if isinstance(node, ast.Attribute)}


def test_banned_everywhere():
    unsafe = offences(SHIPPED, lambda path: keywords(path) & {"unsafe_allow_html", "unsafe_allow_javascript"})
    assert not unsafe, "use ui/session/send.py or a component"
    split = offences(SHIPPED, lambda path: attributes(path) & {"splitlines"})
    assert not split, "breaks a segment at U+2028 and others; split at newlines"
    inner = offences(SHIPPED, lambda path: "innerHTML" in (ROOT / path).read_text(encoding="utf-8"))
    assert not inner, "use textContent and createElementNS"


def test_pages_draw_the_trials_that_verdicts_rest_on():
    """By fewer trials a letter or a p may say another thing than the verdict next to it."""
    asked_for = offences(PAGES, lambda path: ".verdicts.comparisons" in (ROOT / path).read_text(encoding="utf-8"))
    assert not asked_for, "use .refined"


OF_A_TEST = re.compile(r"^ *(?:from (?:tests|\.)\S* import .*\btest_|(?:from|import) (?:tests\.|\.)\S*\btest_)", re.M)
"""By text: to parse them takes as long as all other rules together."""


def test_no_test_imports_another():
    """What several tests need stands in a conftest or in a file of helpers."""
    assert not offences(files("tests"), lambda path: OF_A_TEST.findall((ROOT / path).read_text(encoding="utf-8")))


@pytest.mark.parametrize(
    ("line", "is_of_a_test"),
    [
        ("from tests.pages.test_data import drop", True),
        ("    from tests.pages import steps, test_data", True),
        ("import tests.pages.test_data as data", True),
        ("from .test_data import drop", True),
        ("from . import test_data", True),
        ("from tests.pages.steps import drop", False),
        ("from scoring import test_sets", False),
    ],
)
def test_an_import_of_a_test_is_seen(line, is_of_a_test):
    assert bool(OF_A_TEST.search(f"import os\n{line}\n")) is is_of_a_test
