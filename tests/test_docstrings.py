"""Docstrings of the product: a function's begins with a verb, and each example prints what it says."""

import ast
import doctest
import re
from importlib import import_module
from pathlib import Path

import pytest

from tests.cases import as_one_test
from tests.product import ROOT, product_files

NO_VERBS = re.compile(
    r"A|After|All|Also|An|And|As|At|Before|Both|But|By|Each|Every|For|From|Here|How|If|In|It|Its|More|Most|No|None|Nothing"
    r"|Of|On|One|Only|Or|Same|Such|That|The|Their|There|These|They|This|Those|To|Two|Until|What|When|Where|Whether|Which"
    r"|While|Who|Whose|Why|With|Without"
)
"""First words of fragments, which say nothing to those who have not read the code."""
PROPERTIES = {"property", "cached_property", "setter"}
PACKAGES = ("course", "rating", "scoring", "server", "ui", "workspace")
"""Whose modules can be imported one by one: pages and programs begin their work at once."""


def test_the_docstring_of_a_function_begins_with_a_verb():
    """In the imperative, without an s at its end; properties are called as things are, and rules are read by users."""
    found = []
    for path in product_files():
        if path.name.endswith("_contract.py"):
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"), str(path))):
            if not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) or is_property(node):
                continue
            first, *_ = (ast.get_docstring(node) or "Say").split()
            if NO_VERBS.fullmatch(first) or not re.fullmatch(r"[A-Z][a-z]*([^s]|ss),?", first):
                found.append(f"{path.relative_to(ROOT)}:{node.lineno} {node.name}: {first}")
    assert found == []


def is_property(function):
    names = (getattr(decorator, "attr", getattr(decorator, "id", "")) for decorator in function.decorator_list)
    return not PROPERTIES.isdisjoint(names)


def with_examples() -> list[str]:
    paths = [path for path in product_files() if ">>> " in path.read_text(encoding="utf-8")]
    names = (path.relative_to(ROOT).with_suffix("").parts for path in paths)
    return [".".join(parts).removesuffix(".__init__") for parts in names if parts[0] in PACKAGES]


@as_one_test
@pytest.mark.parametrize("name", with_examples())
def test_examples_print_what_they_say(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    said: list[str] = []
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
    for example in doctest.DocTestFinder(exclude_empty=True).find(import_module(name)):
        runner.run(example, out=said.append)
    assert not runner.failures, "".join(said)
