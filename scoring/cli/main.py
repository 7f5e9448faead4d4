"""The command line: ``python -m scoring COMMAND REF -i SYS``."""

import argparse
import os
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import NoReturn

from ..metric import VERSION
from .commands import agreement, report, score, significance, smoothing, tbleu_sweep

BAD_INPUT = 2
CLOSED_PIPE = 141  # what a shell reports for a program that SIGPIPE ends
INTERRUPTED = 130
_ADVICE: dict[type[OSError], str] = {
    FileNotFoundError: "; check its name, and in which folder the command runs.",
    IsADirectoryError: "; name the files in it.",
    PermissionError: "; it must be one that you may read.",
}
COMMANDS = (score, smoothing, tbleu_sweep, significance, agreement, report)


def main(
    arguments: Sequence[str] | None = None,
    prog: str = "python -m scoring",
    elsewhere: Mapping[str, str] = MappingProxyType({}),
) -> int:
    """Runs one command and gives its exit code: 2, and one line on stderr, for any bad input.

    ``prog`` is what the user typed to get here. ``elsewhere`` has commands that ``prog`` itself carries out, each
    with what the help says of it.
    """
    try:
        options = _parser(prog, elsewhere).parse_args(arguments)
        _check_output(options)
        written = options.run(options)
        _check_output(options)  # a command may name another file than was asked for
        _write(written, options.output)
    except BrokenPipeError:
        return CLOSED_PIPE
    except KeyboardInterrupt:
        return INTERRUPTED
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        return _complain(prog, f"{where}{error.strerror or error}{_ADVICE.get(type(error), '')}")
    except ValueError as error:
        return _complain(prog, str(error))
    return 0


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        raise ValueError(f"{message}; {self.prog} -h tells more.")


def _parser(prog: str, elsewhere: Mapping[str, str]) -> argparse.ArgumentParser:
    parser = _Parser(prog=prog, description="Scores machine translations.", allow_abbrev=False)
    parser.add_argument("--version", action="version", version=f"BLEUscope {VERSION}")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    for name, help_ in elsewhere.items():
        commands.add_parser(name, help=help_)
    for command in COMMANDS:
        command.add(commands)
    return parser


def _check_output(options: argparse.Namespace) -> None:
    """Before anything is computed: the folder is there, and no input would be overwritten."""
    if options.output is None:
        return
    output = Path(options.output)
    if output.is_dir() or not output.parent.is_dir():
        what = "is a folder" if output.is_dir() else "its folder does not exist"
        raise ValueError(f"{output}: cannot be written, {what}.")
    read = [*options.references, *options.systems, *filter(None, [options.source, getattr(options, "documents", None)])]
    read += [file for files in ("scores", "judgments") for file in getattr(options, files, ())]
    for path in read:
        if output.exists() and Path(path).exists() and output.samefile(path):
            raise ValueError(f"{output}: is one of the files to read; name another one to write.")


def _write(written: str | bytes, output: str | None) -> None:
    if output is not None:
        Path(output).write_bytes(written if isinstance(written, bytes) else f"{written}\n".encode())
        return
    if hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(encoding="utf-8")
    try:
        print(written, flush=True)
    except OSError:
        # The interpreter flushes stdout once more when it ends, and must not meet the same error there.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise


def _complain(prog: str, message: str) -> int:
    name = prog.rpartition(" ")[2]
    print(f"{name}: {' '.join(message.split())}".encode("utf-8", "replace").decode(), file=sys.stderr)
    return BAD_INPUT
