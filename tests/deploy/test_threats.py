"""Threats and their tests: each promise names tests that there are, and SECURITY.md says what reporters look for."""

import ast
import re
from functools import cache

from tests.deployed import ROOT

THREATS = (ROOT / "docs" / "threats.md").read_text(encoding="utf-8")
TEST = re.compile(r"`(tests/[\w/]+\.py)::(test_\w+)`")


def promises():
    """The rows of the table: who, what is promised, and the tests."""
    rows = [line.strip("|").split("|") for line in THREATS.split("\n") if line.startswith("| ")]
    return [[cell.strip() for cell in row] for row in rows[1:]]


@cache
def functions_in(path):
    found = ast.parse((ROOT / path).read_text(encoding="utf-8"))
    return {one.name for one in ast.walk(found) if isinstance(one, ast.FunctionDef)}


def test_each_promise_has_a_test_that_there_is():
    assert len(promises()) > 10
    for who, promise, tests in promises():
        named = TEST.findall(tests)
        assert named, promise
        assert len(named) == tests.count("::"), f"{promise}: a name that is no test"
        for path, name in named:
            assert name in functions_in(path), f"{who}: {path} has no {name}"


def test_each_attacker_is_promised_something():
    """Each attacker of the list is in the table under the same name."""
    named = re.findall(r"^- \*\*(A\w* )?(.+?)\*\*", THREATS.partition("## Who may attack")[2], re.MULTILINE)
    said = " ".join(who for who, _, _ in promises())
    assert [name for _, name in named if name.lower() not in said] == []


def test_who_reports_a_vulnerability_knows_where_and_when_there_is_an_answer():
    text = (ROOT / "SECURITY.md").read_text(encoding="utf-8")
    assert "## Supported versions" in text
    assert "Report a vulnerability" in text
    assert re.search(r"answer within \d+ days", text)
