"""The commands of the workspace, which use the same database as the dashboard."""

import argparse
import logging
import os
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from scoring.cli.input_files import InputFile
from scoring.cli.notes import write_note
from scoring.cli.program import Parser, check_stdout, run, write
from scoring.cli.shared.arguments import Commands
from scoring.cli.verbosity import add_verbosity, apply_verbosity

from ..storage.backup import back_up, check_kept_texts, restore_into
from ..storage.damage import STRUCTURE, find_damage_in_file
from ..storage.place import VARIABLE, sqlite_file, usual_url
from ..tables.errors import DamagedError, DamagedFileError, NoRoomError, UnavailableError, WorkspaceError
from ..workspace import Workspace
from . import campaign, project
from .command import REPLACE
from .showing import JSON, TABLE, replace_control_characters

_NO_LOG = logging.NullHandler()
"""Handler that keeps log lines off stderr, where Python would print them without any handler."""
LETTERS = (
    "Columns, lists and the form of all else were checked, but a letter of a name or a note that has become another one"
    " is not found."
)
"""Note on the changes that a check cannot find in a file without a seal."""
DESCRIPTION = "Test sets that are kept, in one database for the command line and the dashboard."


def main(arguments: Sequence[str] | None = None, prog: str = "bleuscope") -> int:
    """Run one command and return its exit code: 2, with one line on stderr, for any bad input."""

    logging.getLogger().addHandler(_NO_LOG)

    def act() -> None:
        options = build_parser(prog).parse_args(arguments)
        check_stdout()
        with apply_verbosity(options):
            output = _done_in_words(options)
            is_json = getattr(options, "format", TABLE) == JSON
            write(output if is_json else replace_control_characters(output), None)

    return run(prog, act)


def _done_in_words(options: argparse.Namespace) -> str:
    """Run a command as ``_run_on_workspace`` does, and add the database's place and its damaged file to the errors."""
    try:
        return _run_on_workspace(options)
    except UnavailableError as error:
        raise WorkspaceError(error.for_operator) from error
    except DamagedError as error:
        raise WorkspaceError(f"{sqlite_file(usual_url()) or 'The workspace'}: {error}") from error
    except WorkspaceError as error:
        file = None if hasattr(options, "run_on_file") else sqlite_file(usual_url())
        if file is not None and file.exists() and find_damage_in_file(file) == STRUCTURE:
            raise WorkspaceError(DamagedFileError(file, STRUCTURE).for_operator) from error
        raise


def _run_on_workspace(options: argparse.Namespace) -> str:
    """Run a command on the workspace and return the text to print."""
    if run_on_file := getattr(options, "run_on_file", None):
        return str(run_on_file(options))
    with Workspace() as workspace:
        if VARIABLE in os.environ and workspace.database.new_note:
            write_note(workspace.database.new_note)
        with suppress(NoRoomError):  # what was deleted stays until there is room
            workspace.purge()
        return str(options.run(workspace, options))


def build_parser(prog: str) -> argparse.ArgumentParser:
    """Return the parser of all commands.

    Each command sets ``run``, a function of the workspace and the options, or ``run_on_file``, a function of the
    options alone.
    """
    parser = Parser(prog=prog, description=DESCRIPTION, allow_abbrev=False)
    add_commands(parser.add_subparsers(required=True, metavar="COMMAND", parser_class=Parser))
    return parser


def add_commands(commands: Commands) -> None:
    """Add all commands of the workspace."""
    project.add(commands)
    campaign.add(commands)
    about = "Copies all that is kept into one file, as it is at one moment, also while others work with it."
    backup = commands.add_parser("backup", help="one file of all that is kept", description=about, allow_abbrev=False)
    backup.set_defaults(run=_back_up)
    about = "Takes all that is kept from a backup, at once or not at all. Nothing is left of what was there before."
    restore = commands.add_parser("restore", help="takes it from there", description=about, allow_abbrev=False)
    restore.set_defaults(run_on_file=_restore)
    about = (
        "Reads all that is kept, also while others work with it, and says what is damaged: the file, what belongs"
        " together in it, and the texts of every version. Nothing is changed."
    )
    check = commands.add_parser("check-workspace", help="whether it is damaged", description=about, allow_abbrev=False)
    check.set_defaults(run_on_file=_check)
    check.add_argument("file", type=Path, nargs="?", metavar="FILE", help="a backup; without it the workspace")
    add_verbosity(check)
    for command, help_text in ((backup, REPLACE), (restore, "all projects that are there are replaced")):
        command.add_argument("file", type=Path, metavar="FILE")
        command.add_argument("--replace", action="store_true", help=help_text)
        add_verbosity(command)


def _back_up(workspace: Workspace, options: argparse.Namespace) -> str:
    back_up(workspace.database, options.file, options.replace)
    return f"All that is kept is in {options.file}."


def _restore(options: argparse.Namespace) -> str:
    """Restore a backup without opening the workspace first, because it may be damaged; return the message."""
    file = InputFile(str(options.file))
    with file.as_path() as path:
        restored_backup = restore_into(usual_url(), path, options.replace)
    if not restored_backup.is_sealed:
        write_note(f"{file.name} has no digest of all of it, as backups by earlier versions. {LETTERS}")
    if restored_backup.damaged is not None:
        write_note(
            f"The damaged workspace is in {restored_backup.damaged} now. A server that runs must be started again."
        )
    return f"The workspace is as it was in {file.name}."


def _check(options: argparse.Namespace) -> str:
    """Check the workspace or a file without opening it first, because it may be damaged; return the message."""
    result = check_kept_texts(usual_url(), options.file)
    if result.is_sealed:
        return f"Nothing is damaged in {result.path}. {result.sentence}, and no bit of the backup has changed."
    return f"Nothing damaged was found in {result.path or 'the database'}. {result.sentence}. {LETTERS}"
