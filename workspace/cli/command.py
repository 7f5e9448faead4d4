"""How the commands of ``project`` and ``campaign`` are made."""

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import Any

from scoring.cli.commands.arguments import Commands
from scoring.cli.program import Parser

from ..tables.transaction import ANY_KIND
from ..workspace import Workspace
from .showing import FORMATS, TABLE

Run = Callable[[Workspace, argparse.Namespace], str]
Command = Callable[..., argparse.ArgumentParser]
"""Makes the parser of a command: from its name, what it is, what it does, and its ``ARGUMENTS``."""
BY_NAME = "its id, its name, or PROJECT/NAME"
ARGUMENTS: dict[str, dict[str, Any]] = {
    "PROJECT": {"dest": "target"},
    "THING": {"dest": "target", "help": f"a {ANY_KIND}: {BY_NAME}"},
    "CAMPAIGN": {"dest": "target", "help": BY_NAME},
    "NAME": {"dest": "name"},
    "FILE": {"dest": "file", "type": Path},
    "EMAIL": {"dest": "email", "help": "with which they sign in"},
}
"""What stands on a command line without a name before it."""
REPLACE = "a file that is there is replaced"


def command_group(commands: Commands, name: str, about: str, description: str) -> Command:
    """Add a command that has commands of its own; what is returned adds these."""
    parser = commands.add_parser(name, help=about, description=description, allow_abbrev=False)
    inner: Commands = parser.add_subparsers(required=True, metavar="COMMAND", parser_class=Parser)

    def command(name: str, about: str, run: Run, *arguments: str) -> argparse.ArgumentParser:
        made = inner.add_parser(name, help=about, description=f"{about[0].upper()}{about[1:]}.", allow_abbrev=False)
        made.set_defaults(run=run)
        for metavar in arguments:
            made.add_argument(metavar=metavar, **ARGUMENTS[metavar])
        return made

    return command


def add_format(*parsers: argparse.ArgumentParser) -> None:
    """Let commands print tables or JSON."""
    for parser in parsers:
        parser.add_argument("--format", choices=FORMATS, default=TABLE, help="default: table")
