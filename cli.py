"""The command `bleuscope`: every command of `python -m scoring`, and `serve`, which runs the dashboard.

Where it is installed this file is the `__init__.py` of the package `bleuscope`, and app.py, scoring and the other
folders lie beside it (see pyproject.toml); in the project's folder it is a script. Nothing else is imported before a
command asks for it, so that `from bleuscope.scoring import BLEU` brings in no more than scoring, and Ctrl+C is heeded
early.
"""

from __future__ import annotations

import os
import sys

TYPE_CHECKING = False  # that of the module typing takes time
if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence
    from importlib.machinery import ModuleSpec
    from types import ModuleType

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
    # The module signal takes time, in which Ctrl+C would print a traceback.
    import _signal as signal  # type: ignore[import-not-found]

    if signal.getsignal(signal.SIGINT) != signal.SIG_IGN:
        signal.signal(signal.SIGINT, lambda *_: os._exit(INTERRUPTED))  # until `carry_out` is there
    exit_code: int = own("scoring.cli.process").carry_out(run_command)
    return exit_code


def run_command() -> int:
    """Does so; ``KeyboardInterrupt`` where it is interrupted."""
    arguments = sys.argv[1:]
    try:
        if arguments[:1] == ["serve"]:
            exit_code: int = own("scoring.cli.program").run("bleuscope", lambda: serve_application(arguments[1:]))
            return exit_code
        own("scoring.cli.start").begin()
        if arguments[:1] and arguments[0] in KEEPS:
            if __package__:
                use_installed_scoring()
            return own("workspace.cli.main").main(arguments, prog="bleuscope")
        return own("scoring.cli.main").main(arguments, prog="bleuscope", elsewhere={"serve": SERVES, **KEEPS})
    except ModuleNotFoundError as error:
        print(
            f"bleuscope: the Python package {error.name} is missing; install BLEUscope again with all that it needs.",
            file=sys.stderr,
        )
        return BAD_INPUT


def own(module: str) -> ModuleType:
    """A module of this project, as it is called where this file is installed, or in the project's folder."""
    from importlib import import_module

    return import_module(f".{module}" if __package__ else module, __package__)


def serve_application(arguments: Sequence[str]) -> None:
    """Does in this process what `streamlit run app.py` does, until it is stopped; ``ValueError`` for bad input."""
    options, others = parse_serve_arguments(arguments)
    if __package__:
        find_requirements()
        use_installed_scoring()
    if sys.stdout is None:  # what it would say there is in the log
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115 - as long as the process
    from importlib.metadata import entry_points

    import click

    programs = tuple(entry_points(group="console_scripts", name="streamlit"))
    if not programs:
        raise ModuleNotFoundError(name="streamlit")
    streamlit_run = programs[0].load().commands["run"]
    settings = [f"--server.port={options.port}", f"--server.address={options.address}"]
    settings += [f"--server.allowedHosts={name}" for name in options.allowed_host]
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
    """The options of `serve`, and those that Streamlit is to read."""
    from itertools import pairwise

    parser = own("scoring.cli.program").Parser(
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


def port(text: str) -> int:
    from argparse import ArgumentTypeError

    if not text.isdecimal() or not 0 < int(text) < 2**16:
        raise ArgumentTypeError(f"expected 1 to {2**16 - 1}, found {text}")
    return int(text)


def port_problem(address: str, port: int) -> str | None:
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


def use_installed_scoring() -> None:
    """Lets others import as `scoring` what is installed as `bleuscope.scoring`: the same modules, not a second copy.

    Numba keeps each compiled kernel with the name of its module, and could not load it under another name.
    """
    if not any(isinstance(finder, InstalledScoring) for finder in sys.meta_path):
        sys.meta_path.insert(0, InstalledScoring())


class InstalledScoring:
    """Python's import of `scoring`, and of any module in it: the installed one, when it is asked for."""

    def find_spec(self, name: str, path: object = None, target: object = None) -> ModuleSpec | None:
        """The module, where it is ours and there is one of that name."""
        if name.partition(".")[0] != "scoring":
            return None
        from importlib.machinery import ModuleSpec
        from importlib.util import find_spec

        if find_spec(f"{__name__}.{name}") is None:
            return None
        return ModuleSpec(name, self)  # type: ignore[arg-type] # it has what the import calls

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        """The installed module; it keeps its own name and specification."""
        module = own(spec.name)
        spec.loader_state = module.__spec__
        return module

    def exec_module(self, module: ModuleType) -> None:
        """Gives the module its own specification back, in whose place Python has just put another one."""
        assert module.__spec__ is not None
        module.__spec__ = module.__spec__.loader_state


if __name__ == "__main__":
    sys.exit(main())
