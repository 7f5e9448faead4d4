"""A public name of the product means one thing: read from the syntax trees, nothing is run."""

import ast
import re
from collections import defaultdict
from fnmatch import fnmatch
from functools import cache

from tests.product import ROOT, product_files

CONTRACTS = {
    "main": ("*",),
    "add": ("*/cli/*.py",),
    "run": ("scoring/cli/*.py", "scoring/studies/*.py"),
    "ask": ("course/lessons/l*.py",),
    "compute": ("course/lessons/l*.py",),
    "tile_views": ("course/lessons/l*.py",),
    "upgrade": ("workspace/storage/migrations/versions/*.py",),
}
"""Function -> the files that may each have one, because whoever calls it takes any of these files for the others.

Programs and pages have ``main``, commands ``add`` their arguments and ``run``, studies ``run``, lessons fill the fields
of ``Lesson`` of these names, and Alembic calls a migration's ``upgrade``.
"""

OF_TEXTS_AND_OF_STATISTICS = {"compare": {"scoring/api/systems.py", "scoring/significance/comparisons.py"}}
"""What `import bleuscope` does with texts, and `scoring.significance` with their statistics: one thing at two doors."""

PARTICIPLES = re.compile(
    r"[A-Z][a-z]+(?<!e)ed|Beside|Brought|Chosen|Drawn|Found|Freed|Given|Held|Kept|Left|Lost|Made|Own|Read|Sat|Said|Seen|Shown"
    r"|Sent|Swept|Taken|Told|Who|Written"
)
"""Class names that say what happened to a thing, and not what it is."""

SAYS_NOTHING = {
    *("asked", "come", "drawn", "found", "given", "gone", "got", "held", "kept", "known", "made", "meant", "mine"),
    *("named", "ours", "said", "seen", "taken", "theirs", "there", "told", "written"),
}
"""Words that no variable, parameter, field, constant or function is called: they say what happened, and not to what."""
KEPT_NAMES = {
    "scoring/analysis/bucket_scores.py": {"found"},
    "scoring/formats/errors.py": {"found"},
    "scoring/meteor/matching.py": {"there"},
    "scoring/metric.py": {"_written"},
    "scoring/options.py": {"written"},
    "scoring/testset.py": {"named"},
    "workspace/lectures.py": {"ASKED"},
    "workspace/people/people.py": {"seen"},
    "workspace/storage/migrations/versions/v0001.py": {"_named"},
    "workspace/storage/records.py": {"gone", "said", "seen"},
    "workspace/tables/schema.py": {"seen"},
}
"""Names that plug-ins, stored data and messages have, and two sides of a pair of texts, here and there."""


@cache
def public_definitions() -> tuple[tuple[str, str, bool], ...]:
    """Name, file and whether it is a class, of every public class and function at the top of a file, once a file."""
    kinds = (ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    found: set[tuple[str, str, bool]] = set()
    for path in product_files():
        body = ast.parse(path.read_text(encoding="utf-8"), str(path)).body
        public = [node for node in body if isinstance(node, kinds) and node.name[0] != "_"]
        file = path.relative_to(ROOT).as_posix()
        found |= {(node.name, file, isinstance(node, ast.ClassDef)) for node in public}
    return tuple(sorted(found))


def fills_a_contract(name: str, path: str) -> bool:
    return any(fnmatch(path, pattern) for pattern in CONTRACTS.get(name, ()))


def test_a_public_name_means_one_thing():
    files = defaultdict(list)
    for name, path, _ in public_definitions():
        if not fills_a_contract(name, path):
            files[name].append(path)
    twice = {name: {*paths} for name, paths in files.items() if len(paths) > 1}
    assert twice == OF_TEXTS_AND_OF_STATISTICS


def test_a_class_is_called_what_it_is():
    found = {name: path for name, path, is_class in public_definitions() if is_class and PARTICIPLES.fullmatch(name)}
    assert found == {}


def bound_name(node: ast.AST) -> str:
    """The name that a node binds; empty for other nodes."""
    if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
        return node.name
    if isinstance(node, ast.arg):
        return node.arg
    if isinstance(node, ast.Name | ast.Attribute) and isinstance(node.ctx, ast.Store):
        return node.id if isinstance(node, ast.Name) else node.attr
    return ""


def test_names_say_what_they_hold():
    found = defaultdict(set)
    for path in product_files():
        for name in map(bound_name, ast.walk(ast.parse(path.read_text(encoding="utf-8"), str(path)))):
            if name.strip("_").lower() in SAYS_NOTHING:
                found[path.relative_to(ROOT).as_posix()].add(name)
    assert found == KEPT_NAMES


def test_every_contract_is_filled():
    """By two files at least: a name that one file alone has needs no exception."""
    filled = defaultdict(set)
    for name, path, _ in public_definitions():
        if fills_a_contract(name, path):
            filled[name].add(path)
    assert all(len(filled[name]) > 1 for name in CONTRACTS), filled


def test_no_package_gives_a_name_that_one_of_its_modules_has():
    """Python sets the module under that name once it is imported, in place of what the package gives."""
    found = {}
    for init in [*(ROOT / "scoring").rglob("__init__.py"), *(ROOT / "scoring").rglob("__init__.pyi")]:
        imports = [
            node for node in ast.parse(init.read_text(encoding="utf-8")).body if isinstance(node, ast.ImportFrom)
        ]
        given = {alias.asname or alias.name for node in imports if node.module for alias in node.names} - {"lazily"}
        modules = {path.stem for path in init.parent.glob("*.py")} | {
            path.parent.name for path in init.parent.glob("*/__init__.py")
        }
        found[init.parent.name] = given & modules
    assert not {package: names for package, names in found.items() if names}
