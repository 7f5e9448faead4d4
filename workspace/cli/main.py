"""The commands of the workspace, on the same database as the dashboard's."""

import argparse
from collections.abc import Sequence

from scoring.cli.commands.arguments import Commands
from scoring.cli.program import Parser, check_stdout, run, write

from ..workspace import Workspace
from . import campaign, copies, project
from .showing import JSON, TABLE, for_terminal

DESCRIPTION = "Test sets that are kept, in one database for the command line and the dashboard."


def main(arguments: Sequence[str] | None = None, prog: str = "bleuscope") -> int:
    """Runs one command and gives its exit code: 2, and one line on stderr, for any bad input."""

    def act() -> None:
        options = parser_of(prog).parse_args(arguments)
        check_stdout()
        with Workspace() as workspace:
            workspace.purge()
            written = options.run(workspace, options)
        is_json = getattr(options, "format", TABLE) == JSON
        write(written if is_json else for_terminal(written), None)

    return run(prog, act)


def parser_of(prog: str) -> argparse.ArgumentParser:
    """Of all commands; each has as ``run`` what it does with the workspace and its options."""
    parser = Parser(prog=prog, description=DESCRIPTION, allow_abbrev=False)
    commands: Commands = parser.add_subparsers(required=True, metavar="COMMAND", parser_class=Parser)
    project.add(commands)
    campaign.add(commands)
    copies.add(commands)
    return parser
