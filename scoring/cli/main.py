"""The command line: ``python -m scoring COMMAND REF -i SYS``."""

import argparse
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType

from ..metric import VERSION
from .commands import agreement, choose, choose_tune, report, score, significance, smoothing, tbleu_sweep
from .program import Parser, run, write

COMMANDS = (score, smoothing, tbleu_sweep, significance, agreement, choose, choose_tune, report)
TWO_WORDS = (choose_tune.NAME,)
"""Commands that are called so."""


def main(
    arguments: Sequence[str] | None = None,
    prog: str = "python -m scoring",
    elsewhere: Mapping[str, str] = MappingProxyType({}),
) -> int:
    """Runs one command and gives its exit code: 2, and one line on stderr, for any bad input.

    ``prog`` is what the user typed to get here. ``elsewhere`` has commands that ``prog`` itself carries out, each
    with what the help says of it.
    """

    def act() -> None:
        options = _parser(prog, elsewhere).parse_args(_joined(sys.argv[1:] if arguments is None else arguments))
        _check_output(options)
        written = options.run(options)
        _check_output(options)  # a command may name another file than was asked for
        write(written, options.output)

    return run(prog, act)


def _joined(arguments: Sequence[str]) -> list[str]:
    """With a command of two words as one argument."""
    first, rest = " ".join(arguments[:2]), arguments[2:]
    return [first, *rest] if first in TWO_WORDS else [*arguments]


def _parser(prog: str, elsewhere: Mapping[str, str]) -> argparse.ArgumentParser:
    parser = Parser(prog=prog, description="Scores machine translations.", allow_abbrev=False)
    parser.add_argument("--version", action="version", version=f"BLEUscope {VERSION}")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    for name, help_ in elsewhere.items():
        commands.add_parser(name, help=help_)
    for command in COMMANDS:
        command.add(commands)
    return parser


def _check_output(options: argparse.Namespace) -> None:
    """Before anything is computed: the folders are there, and no input would be overwritten."""
    read = [*options.references, *options.systems, *filter(None, [options.source, getattr(options, "documents", None)])]
    read += [file for files in ("scores", "judgments", "held_out") for file in getattr(options, files, ())]
    written = [
        *filter(
            None, [options.output, *(getattr(options, name, None) for name in ("write_statistics", "write_sample"))]
        ),
        *(file for _, file in getattr(options, "write", ())),
    ]
    for place, output in enumerate(map(Path, written)):
        if output.is_dir() or not output.parent.is_dir():
            what = "is a folder" if output.is_dir() else "its folder does not exist"
            raise ValueError(f"{output}: cannot be written, {what}.")
        if any(output.exists() and Path(path).exists() and output.samefile(path) for path in read):
            raise ValueError(f"{output}: is one of the files to read; name another one to write.")
        if output in map(Path, written[:place]):
            raise ValueError(f"{output}: is to be written twice; name another file.")
