"""The recipes of docs/gate.md: the shell of each is run, with an output that passes and one that fails."""

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml
from lxml import etree

ROOT = Path(__file__).parents[1]
SAMPLE = ROOT / "sample_data" / "news-en-es"
RULES = '[gate]\nrequire = ["chrf not worse by 3", "ter not worse by 2.8"]\n'
FENCE = re.compile(r"^```(yaml|python)\n(.*?)^```", re.MULTILINE | re.DOTALL)
DOCUMENT = (ROOT / "docs" / "gate.md").read_text(encoding="utf-8")
GITHUB, GITLAB, PRE_COMMIT, PYTEST = [text for _, text in FENCE.findall(DOCUMENT)]
OUTPUTS = {"apertium-galician": False, "apertium-catalan": True}
"""System of the sample -> whether its output passes the rules."""
with_one_output = pytest.mark.quick_cases(1)
"""In `make test` only the one that fails: the test of another recipe has both."""


@pytest.fixture(params=OUTPUTS)
def project(request, tmp_path):
    """A folder as the recipes expect it, whose translate.sh gives one of two outputs, and whether it passes."""
    (tmp_path / "test").mkdir()
    for name, sample in {
        "source.en.txt": "source.en.txt",
        "reference.es.txt": "reference.A.es.txt",
        "baseline.es.txt": "system.apertium-direct.es.txt",
    }.items():
        shutil.copy(SAMPLE / sample, tmp_path / "test" / name)
    output = SAMPLE / f"system.{request.param}.es.txt"
    shutil.copy(output, tmp_path / "output.es.txt")
    programs = {
        "translate.sh": f"cat {shlex.quote(str(output))}",
        "bin/bleuscope": f'exec {shlex.join([sys.executable, str(ROOT / "cli.py")])} "$@"',
        "bin/pip": "exit 0",
    }
    (tmp_path / "bin").mkdir()
    for name, script in programs.items():
        (tmp_path / name).write_text(f"#!/bin/sh\n{script}\n")
        (tmp_path / name).chmod(0o700)
    return tmp_path, OUTPUTS[request.param]


def run(folder, *command):
    """What a command ends with, in the folder, with its programs first."""
    variables = os.environ | {
        "PATH": f"{folder / 'bin'}:{os.environ['PATH']}",
        "GITHUB_STEP_SUMMARY": str(folder / "summary.md"),
        "PYTHONPATH": str(ROOT),
    }
    return subprocess.run(command, cwd=folder, env=variables, capture_output=True, text=True, check=False, timeout=300)


def run_steps(folder, steps):
    """The exit code of the first step that fails; as on a build server, after it only those of ``always()`` run."""
    code = 0
    for step, is_always in steps:
        if not code or is_always:
            code = run(folder, "bash", "-eo", "pipefail", "-c", step).returncode or code
    return code


@pytest.mark.exhaustive
def test_github_actions(project):
    folder, passes = project
    steps = yaml.safe_load(GITHUB)["jobs"]["gate"]["steps"]
    runs = [(step["run"], step.get("if") == "always()") for step in steps if "run" in step]
    assert len(runs) == 4
    assert run_steps(folder, runs) == (0 if passes else 1)
    summary = (folder / "summary.md").read_text(encoding="utf-8")
    assert summary.startswith("### ✅ Gate" if passes else "### ❌ Gate")


@with_one_output
def test_a_build_that_fails_before_the_gate_has_no_summary(project):
    folder, _ = project
    (folder / "translate.sh").write_text("#!/bin/sh\nexit 7\n")
    steps = [step["run"] for step in yaml.safe_load(GITHUB)["jobs"]["gate"]["steps"] if "run" in step]
    assert [run(folder, "bash", "-eo", "pipefail", "-c", step).returncode for step in (steps[1], steps[-1])] == [7, 0]
    assert not (folder / "summary.md").exists()


@pytest.mark.exhaustive
@with_one_output
def test_too_little_data_passes_with_the_words_of_the_document(project):
    folder, passes = project
    words = re.search(r"end the command with\s+`([^`]+)`", DOCUMENT)[1]
    command = [step["run"] for step in yaml.safe_load(GITHUB)["jobs"]["gate"]["steps"] if "run" in step][2].rstrip()
    unsure = command.replace("chrf not worse by 3", "bleu not worse by 0.5")
    for written, code in ((unsure, 3 if passes else 1), (f"{unsure} {words}", 0 if passes else 1)):
        assert run(folder, "bash", "-eo", "pipefail", "-c", written).returncode == code


@pytest.mark.one_case_in(2)
@pytest.mark.exhaustive  # tests/test_wheel.py builds and installs the same source
@pytest.mark.parametrize(
    "install", [line for line in re.findall(r"pip install .*", DOCUMENT) if "git+" in line], ids=["github", "gitlab"]
)
def test_what_the_recipes_install_is_an_installable_source(tmp_path, install):
    """With a repository in the place of YOUR-URL, and without a network."""
    (requirement,) = shlex.split(install)[2:]
    repository = tmp_path / "repository"
    for command in (["clone", "--quiet", str(ROOT), str(repository)], ["-C", str(repository), "tag", "v0.1.0"]):
        subprocess.run(["git", *command], check=True)
    source = requirement.replace("https://YOUR-URL", f"file://{repository}")
    assert source != requirement
    options = ["--no-deps", "--no-build-isolation", "--no-index", "--no-compile", "--quiet"]
    pip = [sys.executable, "-m", "pip", "install", *options, "--target", str(tmp_path / "site"), source]
    subprocess.run(pip, check=True)
    assert (tmp_path / "site" / "bleuscope" / "__init__.py").exists()


@pytest.mark.exhaustive
@with_one_output
def test_gitlab(project):
    folder, passes = project
    job = yaml.safe_load(GITLAB)["gate"]
    assert run_steps(folder, [(line, False) for line in job["script"]]) == (0 if passes else 1)
    suites = etree.parse(folder / job["artifacts"]["reports"]["junit"]).getroot()
    assert suites.get("tests") == "2"
    assert (suites.get("failures") == "0") is passes


@pytest.mark.quick_cases(1)
@with_one_output
def test_pre_commit(project):
    """As pre-commit does for a hook of the system: the words of its entry, without a shell."""
    folder, passes = project
    (hook,) = yaml.safe_load(PRE_COMMIT)["repos"][0]["hooks"]
    assert re.search(hook["files"], "output.es.txt")
    (folder / "bleuscope.toml").write_text(RULES)
    assert run(folder, *shlex.split(hook["entry"])).returncode == (0 if passes else 1)


@pytest.mark.exhaustive
@with_one_output
def test_pytest(project):
    folder, passes = project
    (folder / "test_output.py").write_text(PYTEST, encoding="utf-8")
    done = run(folder, sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "test_output.py")
    assert done.returncode == (0 if passes else 1), done.stdout
    assert ("1 passed" if passes else "1 failed") in done.stdout
