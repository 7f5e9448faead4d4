"""What ``project`` and ``campaign`` print with ``--format json`` keeps to the schemas."""

import argparse
import json

import pytest
from jsonschema import Draft202012Validator

import workspace.storage.place
from scoring.cli.commands.schema import commands_with_schema, read_schema
from tests.workspace.made import everything
from tests.workspace.raters import answered, plan
from workspace import Right, Workspace
from workspace.cli.main import build_parser, main


@pytest.fixture
def prints(monkeypatch, tmp_path, capsys):
    """Runs a command on a workspace that has one of everything, and checks what it prints."""
    monkeypatch.setenv(workspace.storage.place.VARIABLE, f"sqlite:///{tmp_path}/workspace.sqlite")
    with Workspace() as kept:
        project = kept.create("P")
        saved = kept.add(project.id, everything())
        kept.save_view(project.id, "/segments?metric=bleu", "view")
        kept.grant(project.id, "ada@example.org", Right.EDIT)
        kept.make_link(project.id, "link", Right.READ, None)
        made = kept.make_campaign(
            saved.id, 1, "C", plan(systems=everything().system_names[:2], references=(), segments=(0, 1, 2))
        )
        answered(kept, kept.join(made.token, "Ann"))
        kept.delete(kept.create("gone").id)
        kept.revise(saved.id, lambda test_set: test_set.without_systems(test_set.system_names[-1:]))

    def run(command, *arguments):
        assert main([*command.split(), *arguments, "--format", "json"]) == 0
        found = json.loads(capsys.readouterr().out)
        assert found
        Draft202012Validator(json.loads(read_schema(command))).validate(found)
        return found

    return run


def test_outputs_keep_to_their_schema(prints):
    prints("project list")
    prints("project list", "--deleted")
    names = [prints("project show", "P")[0][kind][0]["id"] for kind in ("test_sets", "views", "campaigns")]
    for name in names:
        prints("project show", name)
    for command in ("people", "links", "trail"):
        prints(f"project {command}", "P")
    prints("campaign list")
    (shown,) = prints("campaign show", "C")
    assert shown["results"]


def test_every_command_that_prints_json_has_a_schema():
    found = set()
    for name, parser in subparsers(build_parser("bleuscope")).items():
        for inner, command in subparsers(parser).items():
            if any("json" in (action.choices or ()) for action in command._actions if action.dest == "format"):
                found.add(f"{name} {inner}")
    assert found == {name for name in commands_with_schema() if name.startswith(("project", "campaign"))}


def subparsers(parser):
    found = [action for action in parser._actions if isinstance(action, argparse._SubParsersAction)]
    return dict(found[0].choices) if found else {}
