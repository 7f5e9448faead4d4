"""The example in each public docstring of the API runs, and prints what it says."""

import doctest
import inspect
import sys
import types

import pytest

import bleuscope
from tests.cases import as_one_test

NAMES = [name for name in bleuscope.__all__ if name not in ("METRICS", "Metric", "TestSet")]
"""Without what is no part of the API's own rooms."""


def documented() -> dict[str, object]:
    """Name -> each public class and function, and each public method of these classes; the package itself."""
    found: dict[str, object] = {"bleuscope": bleuscope}
    for name in NAMES:
        value = getattr(bleuscope, name)
        found[name] = value
        if inspect.isclass(value):
            methods = {key: of for key, of in vars(value).items() if isinstance(of, types.FunctionType)}
            found |= {f"{name}.{key}": of for key, of in methods.items() if key[0] != "_"}
    return found


def finder() -> list[doctest.DocTest]:
    modules = [value for name, value in sys.modules.items() if name.startswith("bleuscope.scoring.api.")]
    parser = doctest.DocTestFinder(exclude_empty=True)
    return [test for module in [bleuscope, *modules] for test in parser.find(module) if test.examples]


def test_every_public_docstring_has_an_example():
    assert [name for name, value in documented().items() if ">>> " not in (inspect.getdoc(value) or "")] == []


@as_one_test
@pytest.mark.parametrize("example", finder() if documented() else [], ids=lambda example: example.name)
def test_examples_print_what_they_say(example, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
    said: list[str] = []
    runner.run(example, out=said.append)
    assert not runner.failures, "".join(said)
