"""The command `bleuscope`: every command of `python -m scoring`, and `serve`, which runs the dashboard.

It works where it is installed: there this file is the `__init__.py` of the package `bleuscope`, and app.py, scoring, ui
and pages lie beside it (see pyproject.toml). Nothing else is imported before a command asks for it, so that
`from bleuscope.scoring import BLEU` brings in no more than scoring.
"""

import argparse
import re
import socket
import sys
from collections.abc import Sequence
from importlib import import_module, metadata
from itertools import pairwise
from pathlib import Path
from pkgutil import walk_packages
from typing import NoReturn

FOLDER = Path(__file__).resolve().parent
SERVES = "serves the dashboard, at http://127.0.0.1:8501"
BAD_INPUT = 2
INTERRUPTED = 130


def main() -> int:
    """Runs the command that was typed and gives its exit code."""
    arguments = sys.argv[1:]
    try:
        if arguments[:1] == ["serve"]:
            return serve(arguments[1:])
        scoring = import_module(".scoring.cli.main", __name__)
        return scoring.main(arguments, prog="bleuscope", elsewhere={"serve": SERVES})
    except ModuleNotFoundError as error:
        return complain(f"the Python package {error.name} is missing; install BLEUscope again with all that it needs.")
    except RuntimeError as error:
        if "no locator available" not in str(error):
            raise
        return complain("found no folder to keep compiled code in; set NUMBA_CACHE_DIR to one that can be written.")
    except KeyboardInterrupt:
        return INTERRUPTED


def serve(arguments: Sequence[str]) -> int:
    """Does in this process what `streamlit run app.py` does, until it is stopped."""
    options, others = parse(arguments)
    if problem := why_not(options.address or "127.0.0.1", options.port or 0):
        return complain(f"{problem}; --port and --address choose another place.")
    find_requirements()
    import click
    from streamlit.web.cli import main_run

    settings = [] if options.port is None else [f"--server.port={options.port}"]
    if options.address is not None:
        settings.append(f"--server.address={options.address}")
    use_scoring_as_installed()
    try:
        with main_run.make_context("bleuscope serve", [*settings, *others, str(FOLDER / "app.py")]) as context:
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
    add("--port", type=port, metavar="N", help="default 8501, or the next one that is free")
    add("--address", metavar="A", help="default 127.0.0.1, which only this machine reaches; 0.0.0.0 for a network")
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
    number = int(text)
    if not 0 < number < 2**16:
        raise argparse.ArgumentTypeError(f"expected 1 to {2**16 - 1}, found {number}")
    return number


def why_not(address: str, port: int) -> str | None:
    """What keeps a server from listening there; None if nothing does. Port 0 stands for any that is free."""
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    try:
        socket.create_server((address, port), family=family).close()
    except OSError as error:
        problem = str(error.strerror).partition(" (")[0]
        return f"cannot serve at {address}{f':{port}' if port else ''}: {problem}"
    return None


def find_requirements() -> None:
    """Raises ``ModuleNotFoundError`` for what is not installed: Streamlit would meet it when it already serves."""
    for requirement in metadata.requires(__name__) or []:
        name, _, condition = requirement.partition(";")
        if not condition:
            metadata.distribution(re.split(r"[^\w.-]", name)[0])


def use_scoring_as_installed() -> None:
    """Lets app.py import as `scoring` what is installed as `bleuscope.scoring`: the same modules, not a second copy.

    Numba keeps each compiled kernel with the name of its module, and could not load it under another name.
    """
    scoring = import_module(".scoring", __name__)
    sys.modules["scoring"] = scoring
    for module in walk_packages(scoring.__path__, f"{scoring.__name__}."):
        sys.modules[module.name.removeprefix(f"{__name__}.")] = import_module(module.name)


def complain(message: str) -> int:
    print(f"bleuscope: {message}", file=sys.stderr)
    return BAD_INPUT
