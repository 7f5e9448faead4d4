"""Files for the host of the code and for tools: workflows, templates, citation, hooks, changelog. None of them is run.

`check-jsonschema` has the hosts' schemas with it. What it cannot know, such as whether a target of make is there, is
looked at here.
"""

import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML

from tests.deployed import ROOT

BIN = Path(sys.executable).parent
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
FORMS = sorted({*(ROOT / ".github" / "ISSUE_TEMPLATE").glob("*.yml")} - {ROOT / ".github/ISSUE_TEMPLATE/config.yml"})
SCHEMAS = {
    "vendor.github-workflows": WORKFLOWS,
    "vendor.github-issue-forms": FORMS,
    "vendor.github-issue-config": [ROOT / ".github" / "ISSUE_TEMPLATE" / "config.yml"],
    "vendor.citation-file-format": [ROOT / "CITATION.cff"],
}
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")
CHANGELOG = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
KINDS = {"Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"}
"""Of changes, as Keep a Changelog 1.1.0 has them."""
PINNED = re.compile(r"[\w.-]+/[\w.-]+@[0-9a-f]{40}")
TRUSTED = {"docs.yml": {"id-token", "pages"}, "release.yml": {"id-token"}}
"""Workflow -> what one of its jobs may write."""


def read_yaml(path: Path) -> Any:
    return YAML(typ="safe").load(path.read_text(encoding="utf-8"))


def jobs() -> list[tuple[str, dict[str, Any]]]:
    """Each job, with the file's name before."""
    return [(path.name, job) for path in WORKFLOWS for job in read_yaml(path)["jobs"].values()]


def steps() -> list[dict[str, Any]]:
    return [step for _, job in jobs() for step in job["steps"]]


@pytest.mark.exhaustive
@pytest.mark.parametrize("schema", SCHEMAS)
def test_files_follow_their_schemas(schema):
    assert SCHEMAS[schema]
    command = [BIN / "check-jsonschema", "--builtin-schema", schema, *SCHEMAS[schema]]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_actions_of_others_are_pinned_and_may_do_little():
    assert all(PINNED.fullmatch(step["uses"]) for step in steps() if "uses" in step)
    for path in WORKFLOWS:
        lines = [line for line in path.read_text(encoding="utf-8").split("\n") if "uses:" in line]
        assert all(re.search(r"@[0-9a-f]{40} # v\d+(\.\d+)+$", line) for line in lines), "the version is a comment"
        assert read_yaml(path)["permissions"] == {"contents": "read"}
    for name, job in jobs():
        assert job["timeout-minutes"] <= 120
        written = {what for what, right in job.get("permissions", {}).items() if right == "write"}
        assert written <= TRUSTED.get(name, set())
    checkouts = [step for step in steps() if step.get("uses", "").startswith("actions/checkout@")]
    assert all(step["with"] == {"persist-credentials": False} for step in checkouts)


def test_the_site_is_built_for_each_change_and_published_from_main_only():
    workflow = read_yaml(ROOT / ".github" / "workflows" / "docs.yml")
    docs, publish = workflow["jobs"]["docs"], workflow["jobs"]["publish"]
    assert workflow["on"] == {"push": {"branches": ["main"]}, "pull_request": None}
    *_, build, upload = docs["steps"]
    assert build == {"run": "make docs"}
    assert upload["with"]["path"] == re.search(r"sphinx-build .* \. (\w+)$", MAKEFILE, re.MULTILINE)[1]
    assert upload["if"] == publish["if"] == "github.event_name == 'push'"
    assert "permissions" not in docs
    assert publish["needs"] == "docs"


def test_no_text_of_others_is_run():
    """An expression in a script is put in before the shell reads it: as a variable it stays one word."""
    assert [step["run"] for step in steps() if "${{" in step.get("run", "")] == []


def test_each_python_that_is_claimed_is_tried():
    heads = "Programming Language :: Python :: 3."
    claimed = [one.rpartition(" ")[2] for one in PROJECT["classifiers"] if one.startswith(heads)]
    assert PROJECT["requires-python"] == f">={claimed[0]}"
    matrices = [job["strategy"]["matrix"] for _, job in jobs() if "python" in job.get("strategy", {}).get("matrix", {})]
    assert [matrix["python"] for matrix in matrices] == [claimed, claimed]
    (extras,) = [matrix["extra"] for matrix in matrices if "extra" in matrix]
    assert extras == ["core", *PROJECT["optional-dependencies"]]


def test_what_the_files_name_is_there():
    scripts = "\n".join(step["run"] for step in steps() if "run" in step)
    container = json.loads((ROOT / ".devcontainer" / "devcontainer.json").read_text(encoding="utf-8"))
    scripts += "\n" + container["postCreateCommand"]
    targets = re.findall(r"^make ([\w./-]+)", scripts, re.MULTILINE)
    assert {"test", "test-next", ".venv/dev.stamp"} <= {*targets}
    known = MAKEFILE.replace("$(VENV)", ".venv")
    assert all(re.search(rf"^{re.escape(target)}:", known, re.MULTILINE) for target in targets)
    files = re.findall(r"(?<!\S)(?:requirements[\w-]*\.txt|tests/[\w/]+\.py|sample_data/[\w-]+|\.ci/run)", scripts)
    assert files
    assert all((ROOT / file).exists() for file in files)
    tools = [
        hook["entry"].split()[0]
        for repo in read_yaml(ROOT / ".pre-commit-config.yaml")["repos"]
        for hook in repo["hooks"]
    ]
    assert all((BIN / Path(tool).name).exists() for tool in tools if tool.startswith(".venv/bin/"))


def test_the_changelog_keeps_its_form():
    versions = re.findall(r"^## (.*)$", CHANGELOG, re.MULTILINE)
    assert versions[0] == "Unreleased"
    assert all(re.fullmatch(r"\d+\.\d+\.\d+ - \d{4}-\d{2}-\d{2}", version) for version in versions[1:])
    for part in re.split(r"^## ", CHANGELOG, flags=re.MULTILINE)[1:]:
        kinds = re.findall(r"^### (.*)$", part, re.MULTILINE)
        assert len(kinds) == len({*kinds})
        assert {*kinds} <= KINDS


def test_the_version_is_in_one_place():
    assert "version" in PROJECT["dynamic"]
    assert "version" not in read_yaml(ROOT / "CITATION.cff")


def test_the_citation_says_what_the_package_says():
    citation = read_yaml(ROOT / "CITATION.cff")
    assert citation["license"] == PROJECT["license"]
    assert citation["authors"] == PROJECT["authors"]
