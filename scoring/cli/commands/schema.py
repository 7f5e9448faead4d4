"""``schema``: the JSON Schema of a command's output."""

import argparse
from pathlib import Path

from ...text.suggestions import did_you_mean
from ..completion import suggest
from ..shared.arguments import add_file

FOLDER = Path(__file__).parents[1] / "schemas"


def add(command: argparse.ArgumentParser) -> None:
    command.description = "Prints the JSON Schema (2020-12) that a command's output keeps to with --format json."
    command.set_defaults(run=run)
    help_ = "such as score, choose tune or project list"
    words = dict.fromkeys(word for name in commands_with_schema() for word in name.split())
    suggest(command.add_argument("words", nargs="+", metavar="COMMAND", help=help_), words)
    add_file(command.add_argument_group("output"))


def commands_with_schema() -> list[str]:
    """Return the names of the commands that print JSON."""
    return sorted(path.stem.replace("_", " ") for path in FOLDER.glob("*.json"))


def read_schema(name: str) -> str:
    """Return the schema of a command, as it is in its file; raise ``ValueError`` for a command that prints no JSON."""
    command_names = commands_with_schema()
    if name not in command_names:
        hint = did_you_mean(name, command_names)
        raise ValueError(f"schema: no command {name!r} prints JSON; there are {', '.join(command_names)}{hint}.")
    return (FOLDER / f"{name.replace(' ', '_')}.json").read_text(encoding="utf-8").removesuffix("\n")


def run(options: argparse.Namespace) -> str:
    """Return the schema of the command that the arguments name."""
    return read_schema(" ".join(options.words))
