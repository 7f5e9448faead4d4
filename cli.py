"""The command `bleuscope`: every command of `python -m scoring`, the workspace's commands, and `serve`.

Modules are imported only when a command needs them, so that Ctrl+C works early.
"""

from __future__ import annotations

import os
import sys

from bleuscope.exit_codes import BAD_INPUT, INTERRUPTED

TYPE_CHECKING = False  # importing it from typing takes time
if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Mapping, Sequence
    from types import ModuleType

    from bleuscope.scoring import TestSet
    from bleuscope.scoring.cli.shared.arguments import Commands

SERVES = "serves the dashboard, at http://127.0.0.1:8501"
COMPLETES = "the script by which bash, zsh or fish completes what is typed"
KEEPS = {
    "project": "test sets that are kept, with what changed; as plain files and back",
    "campaign": "ratings that people give, and how far they are",
    "backup": "copies all that is kept into one file",
    "restore": "takes all that is kept from such a copy",
    "check-workspace": "whether all that is kept, or such a copy, is damaged",
}
"""Commands of the workspace and their descriptions."""
ELSEWHERE = {"serve": SERVES, "completion": COMPLETES, **KEEPS}
"""Commands that `python -m scoring` does not have, and their descriptions."""
LOG_LEVELS: tuple[list[str], ...] = (["--logger.level=error"], [], ["--logger.level=debug"])
"""Streamlit's log options for a `serve` that is quiet, normal, or verbose."""
ANOTHER_PLACE = "--port and --address" if __package__ else "make run PORT=N, or --port and --address,"


def main() -> int:
    """Run the typed command and return its exit code."""
    # The module signal takes time, in which Ctrl+C would print a traceback.
    import _signal as signal  # type: ignore[import-not-found]

    if signal.getsignal(signal.SIGINT) != signal.SIG_IGN:
        signal.signal(signal.SIGINT, lambda *_: os._exit(INTERRUPTED))  # until `carry_out` is there
    exit_code: int = own("scoring.cli.process").carry_out(run_command)
    return exit_code


def run_command() -> int:
    """Run the typed command and return its exit code; raise ``KeyboardInterrupt`` if it is interrupted."""
    arguments = sys.argv[1:]
    command = next(iter(arguments), "")
    sys.modules["scoring"] = own("scoring")  # its name in the workspace and on pages
    try:
        if command == "serve":
            exit_code: int = own("scoring.cli.program").run("bleuscope", lambda: serve_application(arguments[1:]))
            return exit_code
        own("scoring.cli.start").begin()
        if command == "completion":
            completed: int = own("scoring.cli.program").run("bleuscope", lambda: print_completion(arguments[1:]))
            return completed
        if command in KEEPS:
            return own("workspace.cli.main").main(arguments, prog="bleuscope")
        main_of_scoring = own("scoring.cli.main").main
        return main_of_scoring(arguments, prog="bleuscope", elsewhere=ELSEWHERE, find_project=find_project)
    except ModuleNotFoundError as error:
        print(f"bleuscope: {missing_requirement(str(error.name), f'the command {command}')}", file=sys.stderr)
        return BAD_INPUT


def find_project(name: str) -> Mapping[str, Callable[[], TestSet]]:
    """Return name -> reader of each test set of a kept project; raise ``ValueError`` if there is no such project.

    The same error is raised if packages that the workspace needs are missing.
    """
    try:
        readers: Mapping[str, Callable[[], TestSet]] = own("workspace.cli.kept_sets").find_kept_sets(name)
    except ModuleNotFoundError as error:
        raise ValueError(missing_requirement(str(error.name), "looking for a project")) from None
    return readers


def print_completion(arguments: Sequence[str]) -> None:
    """Print the completion script for a shell; raise ``ValueError`` for an unknown shell."""
    program, completion = own("scoring.cli.program"), own("scoring.cli.completion")
    parser = program.Parser(prog="bleuscope completion", description=f"Prints {COMPLETES}.", allow_abbrev=False)
    parser.add_argument(
        "shell", choices=completion.SHELLS, help='bash: eval "$(bleuscope completion bash)" in ~/.bashrc'
    )
    shell = parser.parse_args(arguments).shell
    everything = own("scoring.cli.main").parser_of_all("bleuscope", {})
    commands = completion.find_commands_action(everything)
    add_workspace_commands(commands)
    commands.add_parser("completion", help=COMPLETES).add_argument("shell", choices=completion.SHELLS)
    add_serve_arguments(commands.add_parser("serve", help=SERVES))
    program.write(completion.completion_script(everything, shell), None)


def add_workspace_commands(commands: Commands) -> None:
    """Add the workspace's commands to a parser, without their arguments if the extra `app` is not installed."""
    try:
        add_commands = own("workspace.cli.main").add_commands
    except ModuleNotFoundError:
        for name, help_ in KEEPS.items():
            commands.add_parser(name, help=help_)
    else:
        add_commands(commands)


def missing_requirement(package: str, feature: str) -> str:
    """Return the message on what to install for a feature that needs a missing package."""
    extras = own("scoring.extras")
    if extra := extras.find_extra(package):
        message: str = extras.missing_message(feature, package, extra)
        return message
    return f"the Python package {package} is missing; install BLEUscope again with all that it needs."


def own(module: str) -> ModuleType:
    """Return a module of this project."""
    from importlib import import_module

    return import_module(f"bleuscope.{module}")


def serve_application(arguments: Sequence[str]) -> None:
    """Run the dashboard in this process, as `streamlit run app.py` does; raise ``ValueError`` for bad input."""
    options, others = parse_serve_arguments(arguments)
    if __package__:
        find_requirements()
    if sys.stdout is None:  # the log has its messages anyway
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115 - as long as the process
    from importlib.metadata import entry_points

    import click

    programs = tuple(entry_points(group="console_scripts", name="streamlit"))
    if not programs:
        raise ModuleNotFoundError(name="streamlit")
    streamlit_run = programs[0].load().commands["run"]
    settings = [f"--server.port={options.port}", f"--server.address={options.address}"]
    settings += [f"--server.allowedHosts={name}" for name in options.allowed_host]
    settings += LOG_LEVELS[options.verbosity]
    app = os.path.join(os.path.dirname(os.path.abspath(__file__)), "app.py")
    try:
        with streamlit_run.make_context("bleuscope serve", [*settings, *others, app]) as context:
            if problem := port_problem(options.address, options.port):
                raise ValueError(f"{problem}; {ANOTHER_PLACE} choose another place.")
            process = own("scoring.cli.process")
            process.raise_on_interrupt()
            try:
                streamlit_run.invoke(context)
            except KeyboardInterrupt:
                process.end_without_threads(INTERRUPTED)
    except click.NoSuchOption as error:
        hint = options.parser.similar_option(error.option_name)
        raise ValueError(f"{error.format_message().removesuffix('.')}{hint}.") from None
    except click.ClickException as error:
        raise ValueError(error.format_message()) from None


def parse_serve_arguments(arguments: Sequence[str]) -> tuple[argparse.Namespace, list[str]]:
    """Return the options of `serve`, and the other arguments, which are Streamlit's."""
    from itertools import pairwise

    parser = own("scoring.cli.program").Parser(
        prog="bleuscope serve",
        description=f"This command {SERVES}, until Ctrl+C.",
        epilog="Any other option goes to Streamlit, such as --server.baseUrlPath=bleuscope.",
        allow_abbrev=False,
    )
    add_serve_arguments(parser)
    options, others = parser.parse_known_args(arguments)
    for before, argument in pairwise(["", *others]):
        if not argument.startswith("--") and (not before.startswith("--") or "=" in before):
            parser.error(f"unrecognized arguments: {argument}")
    return options, others


def add_serve_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of `serve` that are not only Streamlit's."""
    own("scoring.cli.verbosity").add_verbosity(parser, "only errors in the log", "every detail in the log")
    add = parser.add_argument
    usual = os.environ.get  # Streamlit's variables: what they say is looked at before Streamlit starts
    default = usual("STREAMLIT_SERVER_PORT", "8501")
    add("--port", "--server.port", type=port, default=default, metavar="N", help="default 8501")
    default = usual("STREAMLIT_SERVER_ADDRESS", "127.0.0.1")
    about = "default 127.0.0.1, which only this machine reaches; 0.0.0.0 for a network, with --allowed-host"
    add("--address", "--server.address", default=default, metavar="A", help=about)
    names = usual("STREAMLIT_SERVER_ALLOWED_HOSTS", "").split()
    about = "a name or address, besides this machine's own, under which visitors find it; can be given several times"
    add("--allowed-host", "--server.allowedHosts", action="append", default=names, metavar="NAME", help=about)


def port(text: str) -> int:
    from argparse import ArgumentTypeError

    if not text.isdecimal() or not 0 < int(text) < 2**16:
        raise ArgumentTypeError(f"expected 1 to {2**16 - 1}, found {text}")
    return int(text)


def port_problem(address: str, port: int) -> str | None:
    """Return the reason why a server cannot listen at this address and port; None if it can."""
    import socket

    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    try:
        socket.create_server((address, port), family=family).close()
    except OSError as error:
        problem = str(error.strerror).partition(" (")[0]
        host = f"[{address}]" if ":" in address else address
        return f"cannot serve at {host}:{port}: {problem}"
    return None


def find_requirements() -> None:
    """Raise ``ModuleNotFoundError`` for a missing package, which Streamlit would find only once it serves."""
    import re
    from importlib import metadata

    core = [requirement for requirement in metadata.requires("bleuscope") or [] if ";" not in requirement]
    names = [re.split(r"[^\w.-]", requirement)[0] for requirement in core]
    for name in (*names, *own("scoring.extras").APP.packages):
        metadata.distribution(name)


if __name__ == "__main__":
    sys.exit(main())
