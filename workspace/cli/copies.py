"""``backup`` and ``restore``: all that is kept, in one file."""

import argparse
from pathlib import Path

from scoring.cli.commands.arguments import Commands
from scoring.cli.notes import write_note

from ..storage.backup import back_up, restore_into
from ..storage.place import usual_url
from ..workspace import Workspace

REPLACE = "a file that is there is replaced"


def add(commands: Commands) -> None:
    about = "Copies all that is kept into one file, as it is at one moment, also while others work with it."
    command = commands.add_parser("backup", help="one file of all that is kept", description=about, allow_abbrev=False)
    command.add_argument("file", type=Path, metavar="FILE")
    command.add_argument("--replace", action="store_true", help=REPLACE)
    command.set_defaults(run=_back_up)
    about = "Takes all that is kept from a backup, at once or not at all. Nothing is left of what was there before."
    command = commands.add_parser("restore", help="takes it from there", description=about, allow_abbrev=False)
    command.add_argument("file", type=Path, metavar="FILE")
    command.add_argument("--replace", action="store_true", help="all projects that are there are replaced")
    command.set_defaults(run_on_file=_restore)


def _back_up(workspace: Workspace, options: argparse.Namespace) -> str:
    back_up(workspace.database, options.file, options.replace)
    return f"All that is kept is in {options.file}."


def _restore(options: argparse.Namespace) -> str:
    """The workspace is not opened before, for it may be damaged."""
    found = restore_into(usual_url(), options.file, options.replace)
    if not found.is_sealed:
        write_note(
            f"{options.file} has no digest of all of it, as backups by earlier versions: columns, lists and the form of"
            " all else were checked, but a letter of a name or a note that has become another one is not found."
        )
    if found.damaged is not None:
        write_note(f"The damaged workspace is in {found.damaged} now. A server that runs must be started again.")
    return f"The workspace is as it was in {options.file}."
