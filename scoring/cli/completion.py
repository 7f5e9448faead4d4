"""Scripts with which a shell completes commands, options and their values, written by shtab from the parsers."""

import argparse
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .shared.arguments import Commands

SHELLS = ("bash", "zsh", "fish")
FILES = ("FILE", "FILE|DIR", "LISTS", "NAME=FILE", "NEW", "OLD", "REF", "SRC", "SYS")
"""Names of arguments that are files, as the help shows them."""
FOLDERS = ("DIR",)


def completion_script(parser: argparse.ArgumentParser, shell: str) -> str:
    """Return the completion script of a shell, for all commands of the parser."""
    import shtab  # no other command needs it

    for action in _actions(parser):
        if isinstance(action, argparse._SubParsersAction):
            for listed in action._choices_actions:  # shtab shows the description, which is long
                action.choices[listed.dest].description = listed.help
            continue
        values = map(str, action.choices or _suggested_values(action))  # shtab takes a mapping for commands
        action.choices = [value.replace(":", r"\:") if shell == "zsh" else value for value in values] or None
        if action.metavar in FILES:
            action.complete = shtab.FILE
        elif action.metavar in FOLDERS:
            action.complete = shtab.DIRECTORY
    return str(shtab.complete(parser, shell)).removesuffix("\n")


def suggest(action: argparse.Action, values: Iterable[str]) -> None:
    """Let shells offer these values of an argument, which may also have others."""
    vars(action)["suggested"] = tuple(values)


def _suggested_values(action: argparse.Action) -> tuple[str, ...]:
    values: tuple[str, ...] = vars(action).get("suggested", ())
    return values


def find_commands_action(parser: argparse.ArgumentParser) -> "Commands":
    """Return the argparse action to which the commands of a parser are added."""
    (commands,) = (action for action in parser._actions if isinstance(action, argparse._SubParsersAction))
    return commands


def _actions(parser: argparse.ArgumentParser) -> list[Any]:
    """Return every argument of a parser and of its commands."""
    actions: list[Any] = []
    for action in parser._actions:
        actions.append(action)
        if isinstance(action, argparse._SubParsersAction):
            for command in action.choices.values():
                actions += _actions(command)
    return actions
