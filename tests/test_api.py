"""`import bleuscope`: what it gives, how it is typed, and that a project that uses it passes mypy --strict."""

import ast
import os
import subprocess
import sys
from pathlib import Path

import pytest

import bleuscope
from scoring import METRICS, api
from scoring.metric import VERSION

ROOT = Path(__file__).parents[1]
SHIPPED = ("bleuscope", "scoring", "server")
"""Folders that a program which imports the API reads types of; the last is beneath the rooms that `scoring` names."""
PROJECT = '''
"""A project that uses the API as its users do."""

from pathlib import Path

import bleuscope as bs
import numpy as np
import numpy.typing as npt


def evaluate(references: list[str], base: list[str], new: npt.NDArray[np.str_]) -> str | None:
    scores = bs.score([references, references], base, metrics=["bleu", bs.METRICS["chrf"](word_order=2)])
    bleu: bs.MetricScore = scores["bleu"]
    numbers: tuple[float, float, tuple[float, ...]] = bleu.score, bleu.brevity_penalty, bleu.precisions
    low, high = bleu.interval
    worst = int(np.argmin(bleu.segments))
    comparison = bs.compare(references, {"base": base, "new": new}, source=Path("source.txt"), seed=1)
    verdict: bs.PairVerdict = comparison.verdict
    segment = comparison.segments(by="difference")[0]
    assert segment.outputs["new"] and numbers and low <= high and worst >= 0
    written: Path = comparison.report("out.html")
    table = comparison["chrf"].scores["new"]
    again = bs.compare(bs.read("set.tsv"), metrics="ter")
    assert written and table and again.to_dict() and bs.__version__
    return verdict.better if verdict.state == "clear" else None
'''


def stub_names(path: Path) -> list[str]:
    body = ast.parse(path.read_text(encoding="utf-8")).body
    imports = [node for node in body if isinstance(node, ast.ImportFrom) and node.level]
    declared = [ast.unparse(node.target) for node in body if isinstance(node, ast.AnnAssign)]
    names = {*declared, *(alias.name for node in imports for alias in node.names)}
    return sorted(name for name in names if not name.startswith("__"))


def test_the_stub_names_what_the_package_gives():
    assert sorted(bleuscope.__all__) == stub_names(ROOT / "bleuscope" / "__init__.pyi") == sorted(api.__all__)
    for name in bleuscope.__all__:
        assert getattr(bleuscope, name) is getattr(api, name)


def test_its_names_are_listed():
    assert {"compare", "score", "read", "METRICS", "__version__"} <= {*dir(bleuscope)}
    assert bleuscope.__version__ == VERSION
    assert bleuscope.METRICS is METRICS
    with pytest.raises(AttributeError, match="module 'bleuscope' has no attribute 'nothing'"):
        _ = bleuscope.nothing


def test_it_says_that_it_is_typed():
    assert (ROOT / "bleuscope" / "py.typed").exists()


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    """A folder in which the package lies as an installation puts it there."""
    folder = tmp_path_factory.mktemp("installed")
    package = folder / "bleuscope"
    package.mkdir()
    for path in (ROOT / "bleuscope").iterdir():
        if path.is_file():
            (package / path.name).symlink_to(path)
    for name in SHIPPED[1:]:
        (package / name).symlink_to(ROOT / name)
    return folder


@pytest.mark.exhaustive
def test_it_works_where_it_is_installed(installed, tmp_path):
    program = "import bleuscope as bs; print(bs.score(['a b c d'], ['a b c d'], 'ter')['ter'].score, *bs.METRICS)"
    command = [sys.executable, "-P", "-c", program]
    environment = os.environ | {"PYTHONPATH": str(installed)}
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
    assert done.stdout.split() == ["0.0", *METRICS], done.stderr


@pytest.mark.exhaustive
def test_a_project_that_uses_it_passes_strict_mypy(installed, tmp_path):
    project = tmp_path / "project.py"
    project.write_text(PROJECT)
    options = ["--strict", "--follow-imports=silent", "--config-file=", f"--cache-dir={tmp_path}"]
    environment = os.environ | {"MYPYPATH": str(installed)}
    wrong = project.with_name("wrong.py")
    wrong.write_text(f"{PROJECT}\n\nbs.compare([], {{}}, trial=3)\nbs.score([], []).bleu\n")
    command = [sys.executable, "-m", "mypy", *options, "--no-pretty", str(project), str(wrong)]
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
    *errors, last = [line for line in done.stdout.splitlines() if ": note: " not in line]
    assert last == "Found 2 errors in 1 file (checked 2 source files)", done.stdout
    assert [error.partition(":")[0] for error in errors] == ["wrong.py"] * 2
    assert 'Unexpected keyword argument "trial"' in errors[0]
    assert '"MetricScores" has no attribute "bleu"' in errors[1]
