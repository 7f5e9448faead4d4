"""The example of a plug-in, built and installed without a network into a folder of its own, on command and page.

Nothing of it is named in BLEUscope. Beside it stands a package whose every entry point is broken.
"""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cases import as_one_test

ROOT = Path(__file__).parents[1]
EXAMPLE = ROOT / "examples" / "plugin"
BROKEN = """[bleuscope.metrics]
missing = nowhere_at_all:Metric
bleu = bleuscope_example.metric:SharedWordsF1
misnamed = bleuscope_example.metric:SharedWordsF1
[bleuscope.checks]
no_check = bleuscope_example.check:CAPITALS
[bleuscope.formats]
no_format = bleuscope_example.metric:SharedWordsF1
"""
REFERENCE = 'msgid ""\nmsgstr "x"\n\nmsgid "Open the file"\nmsgstr "Die Datei öffnen"\n\nmsgid "Stop"\nmsgstr "Halt"\n'
OUTPUT = REFERENCE.replace('"Die Datei', '"die datei').replace('"Halt"', '"HALT JETZT"')
FAILING = """
from dataclasses import dataclass
import numpy as np
from bleuscope.scoring import Metric
from bleuscope.scoring.checks.check import Check

print("imported")


@dataclass(frozen=True)
class Failing(Metric):
    name = "failing"
    label = "Failing"
    package = "failing-3.0"
    statistic_names = ("words", "letters")

    def _statistics(self, columns, references, on_progress=None):
        found = [np.array([[bool(text), len(text)] for text in column.to_pylist()], float) for column in columns]
        return WRONG if len(columns[0]) > 2 else found

    def _score(self, statistics):
        return None if len(statistics) == 4 else np.where(statistics[..., 0] > 0, 50.0, np.nan)


@dataclass(frozen=True)
class FailingCheck(Check):
    name = "failing_check"
    kinds = {"kind": "minor"}
    finds = "Nothing."
    errs = "Always."

    def _find(self, texts, on_progress):
        found = ()
        return WRONG


def fail(error):
    raise error
"""
WRONG_RESULTS = {
    'fail(RuntimeError("at \\x1b[31m100"))': "RuntimeError: at  [31m100",
    "fail(SystemExit(0))": "SystemExit: 0",
    "None": "found None",
    "[rows[:1] for rows in found]": "found [(1, 2)]",
}
"""What a plug-in does -> what the command says of its metric."""
FAILING_ENTRIES = """[bleuscope.metrics]
failing = failing:Failing
[bleuscope.checks]
failing_check = failing:FailingCheck
"""
WORKER = """
from scoring import METRICS, TestSet
from concurrent.futures import ProcessPoolExecutor
import multiprocessing
if __name__ == "__main__":
    metric = METRICS["wordf1"](case_sensitive=False)
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as pool:
        rows = pool.submit(metric.statistics, ["A b"], [["a c"]]).result()
    print(rows.tolist(), metric.signature)
"""
COMMAND = """
import runpy, sys
sys.argv[0] = "cli.py"
try:
    runpy.run_path("cli.py", run_name="__main__")
except SystemExit:
    print(*sys.modules, file=sys.stderr)
"""
PAGES = """
from streamlit.testing.v1 import AppTest
from scoring import METRICS
from tests.pages.steps import ran, ran_until
from ui.data import upload
from ui.store import cache, waiting
waiting.PATIENCE_SECONDS = 120
METRICS["wordf1"]
cache.engine().now(cache.compilation_task())
def visit(page, **parameters):
    at = AppTest.from_file("ui/shell.py", default_timeout=120)
    for name, value in parameters.items():
        at.query_params[name] = value
    return ran(at.switch_page(f"../pages/{page}.py").run())
at = visit("overview", set="inflection-hr-sl", wordf1_case="false")
print("widget", [(box.label, box.value) for box in at.checkbox if box.key == "wordf1_case"]
      + [(box.label, box.value) for box in at.toggle if box.key == "wordf1_case"])
said = [str(frame.value) for frame in at.dataframe]
print("overview", any("Word-F1" in text for text in said) or "Word-F1" in str([m.value for m in at.markdown]))
from ui.context import findings
result = cache.engine().now(findings.checks_task(cache.open_test_set("inflection-hr-sl")))
print("check", "shouting" in {rates.check for rates in result.rates})
draft = upload.read_files([("system.a.po", open(FILE, "rb").read())], None, 1, lambda share: None)
print("format", [(column.name, column.format, len(column)) for column in draft.columns])
at = visit("data")
print("faults", [code.value for code in at.code if "is left out" in code.value])
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A folder with the example, as pip installs it."""
    place = tmp_path_factory.mktemp("plugin")
    source = shutil.copytree(EXAMPLE, place / "source", ignore=shutil.ignore_patterns("__pycache__"))
    options = ["--no-deps", "--no-build-isolation", "--no-index", "--disable-pip-version-check", "--quiet"]
    pip = [sys.executable, "-m", "pip", "install", *options, "--target", str(place / "site"), str(source)]
    subprocess.run(pip, check=True, capture_output=True, text=True)
    (place / "reference.po").write_text(REFERENCE)
    (place / "system.a.po").write_text(OUTPUT)
    for number, wrong in enumerate(WRONG_RESULTS):
        failing = place / f"failing{number}" / "failing-3.0.dist-info"
        failing.mkdir(parents=True)
        (failing / "METADATA").write_text("Name: failing\nVersion: 3.0\n")
        (failing / "entry_points.txt").write_text(FAILING_ENTRIES)
        (failing.parent / "failing.py").write_text(FAILING.replace("WRONG", wrong))
    broken = place / "broken" / "broken-2.0.dist-info"
    broken.mkdir(parents=True)
    (broken / "METADATA").write_text("Name: broken\nVersion: 2.0\n")
    (broken / "entry_points.txt").write_text(BROKEN)
    return place


def run(folder, *arguments, broken=False, within=ROOT, extra=()):
    path = [folder / "site", *[folder / "broken"] * broken, *extra, ROOT]
    environment = os.environ | {
        "PYTHONPATH": os.pathsep.join(map(str, path)),
        "XDG_DATA_HOME": str(folder / "data"),
        "COLUMNS": "200",
    }
    command = [sys.executable, *arguments]
    return subprocess.run(command, cwd=within, env=environment, capture_output=True, text=True, check=False)


def command(folder, *arguments, broken=False):
    return run(folder, "cli.py", *arguments, broken=broken)


def texts(folder):
    return str(folder / "reference.po"), "-i", str(folder / "system.a.po")


@pytest.mark.exhaustive
def test_the_metric_is_in_the_commands_with_its_option_and_its_version(folder):
    found = command(folder, "score", *texts(folder), "-m", "wordf1", "--wordf1-ignore-case")
    assert (found.returncode, found.stderr) == (0, "")
    # 4 words of 3 + 2 in the output and 3 + 1 in the reference are shared.
    assert found.stdout.split() == [
        "system", "Word-F1", "--------", "---------", "a", "88.89",
        "Word-F1:", "nrefs:1|cased:no|plugin:bleuscope-example-1.0.0|version:BLEUscope-0.1.0",
    ]  # fmt: skip
    cased = command(folder, "score", *texts(folder), "-m", "wordf1")
    assert "22.22" in cased.stdout
    assert "--wordf1-ignore-case" in command(folder, "score", "-h").stdout
    other = command(
        folder, "significance", *texts(folder), str(folder / "system.a.po"), "-m", "wordf1", "--trials", "100"
    )
    assert "Word-F1" in other.stdout


@pytest.mark.exhaustive
def test_a_field_of_the_format_is_chosen(folder):
    reference, flag, output = texts(folder)
    scores = [
        command(folder, "score", reference, flag, f"{output}{field}", "-m", "wordf1", "-b").stdout
        for field in ("", "#a", "#2", "#msgid")
    ]
    assert scores[0] == scores[1] == scores[2] != scores[3]
    wrong = command(folder, "score", reference, flag, f"{output}#nothing")
    assert "found the columns msgid, a" in wrong.stderr


@pytest.mark.exhaustive
def test_the_check_is_in_the_command(folder):
    source = str(folder / "reference.po")
    found = command(folder, "check", *texts(folder), "--source", source, "--checks", "shouting", "--format", "tsv")
    assert (found.returncode, found.stderr) == (0, "")
    rows = [line.split("\t") for line in found.stdout.splitlines()]
    assert rows[1][:8] == ["shouting", "capital letters", "minor", "system", "a", "1", "2", "0.5"]
    assert rows[2][3:6] == ["reference", "reference 1", "0"]


@pytest.mark.exhaustive
def test_other_processes_get_the_metric(folder):
    script = folder / "worker.py"
    script.write_text(WORKER)
    found = run(folder, str(script))
    assert found.stdout.split("] ")[0] == "[[2.0, 2.0, 1.0]"[:-1] + "]", found.stderr


@pytest.mark.exhaustive
def test_all_three_are_on_the_pages(folder):
    found = run(folder, "-c", PAGES.replace("FILE", repr(str(folder / "system.a.po"))), broken=True)
    assert found.returncode == 0, found.stderr
    said = dict(line.split(" ", 1) for line in found.stdout.splitlines() if " " in line)
    assert said["widget"] == "[('Case counts in Word-F1', False)]"
    assert said["check"] == "True"
    assert said["format"] == "[('msgid', 'PO', 2), ('a', 'PO', 2)]"
    assert said["faults"].count("of the package broken 2.0 is left out") == 5


def test_a_broken_plug_in_is_named_in_one_line_and_harms_nothing(folder):
    found = command(folder, "score", *texts(folder), "-m", "wordf1", broken=True)
    assert found.returncode == 0
    assert "22.22" in found.stdout
    lines = [line for line in found.stderr.splitlines() if "broken" in line]
    expected = [
        "metric bleu of the package broken 2.0 is left out: BLEUscope has a metric of that name",
        "metric misnamed of the package broken 2.0 is left out: it breaks the contract: the metric's name must be",
        "metric missing of the package broken 2.0 is left out: it cannot be imported (ModuleNotFoundError",
        "file format no_format of the package broken 2.0 is left out: it breaks the contract: expected a subclass of",
    ]
    assert len(lines) == len(expected)
    assert all(any(part in line for line in lines) for part in expected)


@pytest.mark.exhaustive
@as_one_test
@pytest.mark.parametrize(("number", "message"), [*enumerate(WRONG_RESULTS.values())])
@pytest.mark.parametrize("asked", [("score", "-m", "failing"), ("check", "--checks", "failing_check")])
def test_a_plug_in_that_fails_while_it_runs_is_named_in_one_line(folder, number, message, asked):
    text = folder / "text.txt"
    text.write_text("a b\nc d\ne f\n")
    kind, what = ("metric", "failing") if asked[0] == "score" else ("check", "failing_check")
    extra = [folder / f"failing{number}"]
    found = run(folder, "cli.py", asked[0], str(text), "-i", str(text), *asked[1:], extra=extra)
    assert (found.returncode, found.stdout) == (2, "")
    printed, line = [line for line in found.stderr.splitlines() if not line.startswith("note: ")]
    assert printed == "imported"
    assert f"The {kind} {what} of the package failing 3.0 failed: " in line
    assert asked[0] == "check" or message in line


def test_a_metric_of_a_plug_in_that_returns_no_scores_is_named(folder):
    script = "import numpy; from bleuscope.scoring import METRICS; METRICS['failing']().score(numpy.ones((4, 2)))"
    found = run(folder, "-c", script, extra=[folder / "failing0"])
    assert "PluginError: The metric failing of the package failing 3.0 failed: ValueError: expected" in found.stderr


def test_a_quiet_command_names_no_broken_plug_in(folder):
    found = run(folder, "cli.py", "score", *texts(folder), "-m", "wordf1", "--quiet", broken=True)
    assert (found.returncode, found.stderr) == (0, "")


@pytest.mark.exhaustive
def test_a_broken_plug_in_is_named_by_the_help_and_a_wrong_name(folder):
    found = command(folder, "score", *texts(folder), "-m", "missing", broken=True)
    assert found.returncode == 2
    assert "invalid choice: 'missing'" in found.stderr
    assert "No module named 'nowhere_at_all'" in found.stderr
    assert "No module named 'nowhere_at_all'" in command(folder, "score", "-h", broken=True).stderr


def test_a_command_of_our_metrics_and_plain_text_looks_for_no_plug_in(folder, tmp_path):
    (tmp_path / "a.txt").write_text("a b c d\n")
    file = str(tmp_path / "a.txt")
    found = run(folder, "-c", COMMAND, "score", file, "-i", file, "--format", "json", broken=True)
    assert {"importlib.metadata", "bleuscope_example"} & {*found.stderr.split()} == set()
    assert "bleuscope.scoring.registry" in found.stderr
    assert "left out" not in found.stderr


def printed_by_document():
    """Command -> what docs/plugins.md says that it prints."""
    text = (ROOT / "docs" / "plugins.md").read_text(encoding="utf-8")
    blocks = re.findall(r"^```text\n\$ bleuscope (.*)\n((?:.*\n)*?)```", text, re.MULTILINE)
    return dict(blocks)


@pytest.mark.exhaustive
@pytest.mark.parametrize("typed", printed_by_document())
def test_the_document_says_what_is_printed(folder, typed):
    found = run(folder, str(ROOT / "cli.py"), *typed.split(), broken="missing" in typed, within=folder)
    assert found.stdout + found.stderr == printed_by_document()[typed]


@pytest.mark.exhaustive
def test_the_examples_own_tests_pass(folder):
    found = run(folder, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-c", os.devnull, str(EXAMPLE / "tests"))
    assert found.returncode == 0, found.stdout
