"""Builds the commands of ``project`` and ``campaign``, and finds what a user means by an id or a name."""

import argparse
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from scoring.cli.program import Parser
from scoring.cli.shared.arguments import Commands
from scoring.cli.verbosity import add_verbosity
from scoring.text.suggestions import did_you_mean

from ..tables.errors import WorkspaceError
from ..tables.transaction import ANY_KIND
from ..workspace import Workspace
from .showing import FORMATS, TABLE

Run = Callable[[Workspace, argparse.Namespace], str]
Command = Callable[..., argparse.ArgumentParser]
"""Function that adds a command from its name, a short description, its action and its ``ARGUMENTS``."""
BY_NAME = "its id, its name, or PROJECT/NAME"
ARGUMENTS: dict[str, dict[str, Any]] = {
    "PROJECT": {"dest": "target"},
    "THING": {"dest": "target", "help": f"a {ANY_KIND}: {BY_NAME}"},
    "CAMPAIGN": {"dest": "target", "help": BY_NAME},
    "NAME": {"dest": "name"},
    "FILE": {"dest": "file", "type": Path},
    "EMAIL": {"dest": "email", "help": "with which they sign in"},
}
"""Positional arguments of the commands."""
REPLACE = "a file that is there is replaced"


def command_group(commands: Commands, name: str, about: str, description: str) -> Command:
    """Add a command with subcommands, and return the function that adds a subcommand."""
    parser = commands.add_parser(name, help=about, description=description, allow_abbrev=False)
    inner: Commands = parser.add_subparsers(required=True, metavar="COMMAND", parser_class=Parser)

    def command(name: str, about: str, run: Run, *arguments: str) -> argparse.ArgumentParser:
        subparser = inner.add_parser(
            name, help=about, description=f"{about[0].upper()}{about[1:]}.", allow_abbrev=False
        )
        subparser.set_defaults(run=run)
        add_verbosity(subparser)
        for metavar in arguments:
            subparser.add_argument(metavar=metavar, **ARGUMENTS[metavar])
        return subparser

    return command


def add_format(*parsers: argparse.ArgumentParser) -> None:
    """Add the option ``--format`` to commands, for tables or JSON."""
    for parser in parsers:
        parser.add_argument("--format", choices=FORMATS, default=TABLE, help="default: table")


PROJECT, SET, VIEW, CAMPAIGN = "project", "test set", "view", "campaign"


@dataclass(frozen=True)
class KeptTarget:
    """A project, test set, view or campaign that a user can name."""

    kind: str
    id: str
    name: str
    path: str
    """Path ``project/name`` of a thing in a project."""


def find_kept(workspace: Workspace, text: str, *kinds: str) -> KeptTarget:
    """Return the thing of these kinds, or of any kind, that has this id, this ``project/name`` or this name.

    Raise ``WorkspaceError`` if there is none, or several have the name.
    """
    wanted_kinds = kinds or (PROJECT, SET, VIEW, CAMPAIGN)
    targets = [target for target in _all_targets(workspace) if target.kind in wanted_kinds]
    for attribute in ("id", "path", "name"):
        matches = [target for target in targets if getattr(target, attribute) == text]
        if len(matches) > 1:
            listed = ", ".join(f"{one.kind} {one.id}" for one in matches[:10])
            raise WorkspaceError(f"Several are called {text!r}; say which by its id: {listed}.")
        if matches:
            return matches[0]
    kind_names = " or ".join(kinds) if kinds else ANY_KIND
    listing = "campaign" if kinds == (CAMPAIGN,) else "project"
    hint = did_you_mean(text, (name for target in targets for name in (target.name, target.path)))
    raise WorkspaceError(f"There is no {kind_names} {text!r}{hint}; bleuscope {listing} list tells what there is.")


def find_deleted(workspace: Workspace, text: str) -> str:
    """Return the id of the deleted thing with this id or name, the latest of several; errors are ``find_kept``'s."""
    deleted = workspace.deleted()
    for one in deleted:
        if text in (one.id, one.name):
            return one.id
    hint = did_you_mean(text, (one.name for one in deleted))
    raise WorkspaceError(
        f"Nothing that was deleted is called {text!r}{hint}; bleuscope project list --deleted tells more."
    )


def _all_targets(workspace: Workspace) -> Iterator[KeptTarget]:
    for project in [*workspace.projects(), *workspace.projects(archived=True)]:
        yield KeptTarget(PROJECT, project.id, project.name, project.name)
        for one in workspace.test_sets(project.id):
            yield KeptTarget(SET, one.id, one.name, f"{project.name}/{one.name}")
        for view in workspace.views(project.id):
            yield KeptTarget(VIEW, view.id, view.name, f"{project.name}/{view.name}")
        for campaign in workspace.campaigns(project.id):
            yield KeptTarget(CAMPAIGN, campaign.id, campaign.name, f"{project.name}/{campaign.name}")
