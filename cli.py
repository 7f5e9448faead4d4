"""The command `bleuscope`: every command of `python -m scoring`, and `serve`, which runs the dashboard.

Where it is installed this file is the `__init__.py` of the package `bleuscope`, and app.py, door, scoring, ui and pages
lie beside it (see pyproject.toml); in the project's folder it is a script. Nothing else is imported before a command
asks for it, so that `from bleuscope.scoring import BLEU` brings in no more than scoring.
"""

import argparse
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from itertools import pairwise
from pathlib import Path
from types import ModuleType
from typing import NoReturn

FOLDER = Path(__file__).resolve().parent
SERVES = "serves the dashboard, at http://127.0.0.1:8501"
KEEPS = {
    "project": "test sets that are kept, with what changed; as plain files and back",
    "campaign": "ratings that people give, and how far they are",
    "backup": "copies all that is kept into one file",
    "restore": "takes all that is kept from such a copy",
}
"""Commands of the workspace."""
ANOTHER_PLACE = "--port and --address" if __package__ else "make run PORT=N, or --port and --address,"
BAD_INPUT = 2
INTERRUPTED = 130


def main() -> int:
    """Runs the command that was typed and gives its exit code."""
    arguments = sys.argv[1:]
    try:
        if arguments[:1] == ["serve"]:
            return serve(arguments[1:])
        own("scoring.cli.start").begin()
        if arguments[:1] and arguments[0] in KEEPS:
            if __package__:
                use_scoring_as_installed()
            return own("workspace.cli.main").main(arguments, prog="bleuscope")
        return own("scoring.cli.main").main(arguments, prog="bleuscope", elsewhere={"serve": SERVES, **KEEPS})
    except ModuleNotFoundError as error:
        return complain(f"the Python package {error.name} is missing; install BLEUscope again with all that it needs.")
    except KeyboardInterrupt:
        return INTERRUPTED


def own(module: str) -> ModuleType:
    """A module of this project, as it is called where this file is installed, or in the project's folder."""
    return import_module(f".{module}" if __package__ else module, __package__)


def serve(arguments: Sequence[str]) -> int:
    """Does in this process what `streamlit run app.py` does, until it is stopped."""
    options, others = parse(arguments)
    if __package__:
        find_requirements()
        use_scoring_as_installed()
    import click
    from streamlit.web.cli import main_run

    settings = [f"--server.port={options.port}", f"--server.address={options.address}"]
    settings += [f"--server.allowedHosts={name}" for name in options.allowed_host]
    try:
        with main_run.make_context("bleuscope serve", [*settings, *others, str(FOLDER / "app.py")]) as context:
            if problem := why_not(options.address, options.port):
                return complain(f"{problem}; {ANOTHER_PLACE} choose another place.")
            main_run.invoke(context)
    except click.ClickException as error:
        return complain(error.format_message())
    return 0


def parse(arguments: Sequence[str]) -> tuple[argparse.Namespace, list[str]]:
    """The options of `serve`, and those that Streamlit is to read."""
    parser = Parser(
        prog="bleuscope serve",
        description=f"This command {SERVES}, until Ctrl+C.",
        epilog="Any other option goes to Streamlit, such as --server.baseUrlPath=bleuscope.",
        allow_abbrev=False,
    )
    add = parser.add_argument
    usual = os.environ.get  # Streamlit's variables: what they say is looked at before Streamlit starts
    add(
        "--port",
        "--server.port",
        type=port,
        default=usual("STREAMLIT_SERVER_PORT", "8501"),
        metavar="N",
        help="default 8501",
    )
    add(
        "--address",
        "--server.address",
        default=usual("STREAMLIT_SERVER_ADDRESS", "127.0.0.1"),
        metavar="A",
        help="default 127.0.0.1, which only this machine reaches; 0.0.0.0 for a network, with --allowed-host",
    )
    add(
        "--allowed-host",
        "--server.allowedHosts",
        action="append",
        default=usual("STREAMLIT_SERVER_ALLOWED_HOSTS", "").split(),
        metavar="NAME",
        help="a name or address, besides this machine's own, under which visitors find it; can be given several times",
    )
    options, others = parser.parse_known_args(arguments)
    for before, argument in pairwise(["", *others]):
        if not argument.startswith("--") and (not before.startswith("--") or "=" in before):
            parser.error(f"unrecognized arguments: {argument}")
    return options, others


class Parser(argparse.ArgumentParser):
    """Says in one line what is wrong."""

    def error(self, message: str) -> NoReturn:
        self.exit(BAD_INPUT, f"bleuscope: {message}; {self.prog} -h tells more.\n")


def port(text: str) -> int:
    if not text.isdecimal() or not 0 < int(text) < 2**16:
        raise argparse.ArgumentTypeError(f"expected 1 to {2**16 - 1}, found {text}")
    return int(text)


def why_not(address: str, port: int) -> str | None:
    """What keeps a server from listening there; None if nothing does."""
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
    """Raises ``ModuleNotFoundError`` for what is not installed: Streamlit would meet it when it already serves."""
    import re
    from importlib import metadata

    for requirement in metadata.requires(__name__) or []:
        name, _, condition = requirement.partition(";")
        if not condition:
            metadata.distribution(re.split(r"[^\w.-]", name)[0])


def use_scoring_as_installed() -> None:
    """Lets others import as `scoring` what is installed as `bleuscope.scoring`: the same modules, not a second copy.

    Numba keeps each compiled kernel with the name of its module, and could not load it under another name.
    """
    from pkgutil import walk_packages

    scoring = import_module(".scoring", __name__)
    sys.modules["scoring"] = scoring
    for module in walk_packages(scoring.__path__, f"{scoring.__name__}."):
        sys.modules[module.name.removeprefix(f"{__name__}.")] = import_module(module.name)


def complain(message: str) -> int:
    print(f"bleuscope: {message}", file=sys.stderr)
    return BAD_INPUT


if __name__ == "__main__":
    sys.exit(main())
