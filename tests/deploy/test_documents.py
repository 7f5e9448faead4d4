"""docs/deploy.md has every setting and every metric that there is, and none that there is not."""

import ast
import re
from collections.abc import Iterator

import pytest
from prometheus_client import Metric

from server.engine.metrics import REGISTRY
from server.memory.limits import ServerLimits, setting_name
from tests.deployed import ROOT
from ui.store import monitoring

DOCUMENT = (ROOT / "docs" / "deploy.md").read_text(encoding="utf-8")
SETTING = re.compile(r"BLEUSCOPE_[A-Z_]*[A-Z]")
TABLE = re.compile(r"^\| `BLEUSCOPE_\w+` \|.*\n(?!\|---)", re.MULTILINE)
"""A row of a table of settings; a table of one setting's values has it in its heading."""
SHIPPED = ("app.py", "bleuscope", "cli.py", "course", "pages", "rating", "scoring", "server", "ui", "workspace")


def section(title: str) -> str:
    found: str = re.split(r"^## ", DOCUMENT.split(f"\n## {title}\n")[1], flags=re.MULTILINE)[0]
    return found


def texts() -> Iterator[str]:
    """Every text in the files that name a setting; the others, most of all, need not be parsed."""
    for part in SHIPPED:
        path = ROOT / part
        for file in [path] if path.is_file() else path.rglob("*.py"):
            code = file.read_text(encoding="utf-8")
            for node in ast.walk(ast.parse(code)) if SETTING.search(code) else ():
                if isinstance(node, ast.Constant) and isinstance(node.value, str):
                    yield node.value


@pytest.mark.exhaustive
def test_every_setting_is_in_the_one_table():
    rows = re.findall(r"^\| `(BLEUSCOPE_\w+)` \|", section("Every setting"), re.MULTILINE)
    in_code = {text for text in texts() if SETTING.fullmatch(text)}
    assert len(in_code) > 5
    assert sorted(rows) == sorted(in_code | {setting_name(limit) for limit in ServerLimits.__dataclass_fields__})


def test_no_other_document_has_a_table_of_them():
    others = [path for path in (ROOT / "docs").glob("*.md") if path.name != "deploy.md"]
    assert not [path.name for path in others if TABLE.search(path.read_text(encoding="utf-8"))]


def test_what_files_and_documents_name_is_a_setting():
    known = set(re.findall(r"`(BLEUSCOPE_\w+)` \|", section("Every setting")))
    files = ["Dockerfile", "compose.yaml", *(f"deploy/{path.name}" for path in (ROOT / "deploy").iterdir())]
    files += ["README.md", *(f"docs/{path.name}" for path in (ROOT / "docs").glob("*.md"))]
    named = {name for file in files for name in SETTING.findall((ROOT / file).read_text(encoding="utf-8"))}
    assert named <= known


def of(metric: Metric) -> str:
    return f"{metric.name}_total" if metric.type == "counter" else metric.name


def test_every_metric_is_documented():
    there = {of(metric) for found in (REGISTRY, monitoring.CurrentStateCollector()) for metric in found.collect()}
    told = re.findall(r"`(bleuscope_\w+)`", section("To see whether it is well"))
    assert set(told) == {name for name in there if name.startswith("bleuscope_")}
