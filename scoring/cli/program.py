"""Functions that every program of commands shares: arguments, exit codes, and one line on stderr for an error."""

import argparse
import errno
import os
import re
import sys
import textwrap
import threading
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any, NoReturn, TextIO

from bleuscope.exit_codes import BAD_INPUT, CLOSED_PIPE, DONE, INTERRUPTED

from ..output.plain_tables import is_plain_table, narrowed_table
from ..output.replacing import UnwritableError, write_file
from ..text.naming import printable_text
from ..text.suggestions import did_you_mean

error_lock = threading.RLock()
"""Lock that is held while something is written on standard error."""
before_error_line: list[Callable[[], object]] = []
"""Functions that clear progress bars, so that the next line on standard error is not appended to a bar."""
LONGEST_WORD = 300
"""Largest number of characters of a word, such as a file's name, that a message shows."""
_MISSING = re.compile("^the following arguments are required|is required$")
"""Pattern of argparse's message that arguments are missing."""
_REFERENCE = re.compile(r"required: .*\bREF\b")
"""Pattern of argparse's message that the reference is missing."""
_OUTPUTS = "-i/--input"
"""Name that argparse gives the option of outputs, which sacreBLEU also reads from standard input without any option."""
_EXAMPLE = "reference.txt -i output.txt"
"""Example of arguments for a command that reads references and outputs, shown in messages; commands may replace it."""
_SYNONYMS = {"compare": "significance", "test": "significance", "evaluate": "score", "validate": "doctor"}
"""Name of a command here, by the name that other tools give it."""
_ADVICE: dict[type[OSError], str] = {
    FileNotFoundError: "; check its name, and in which folder the command runs.",
    IsADirectoryError: "; name the files in it.",
    PermissionError: "; it must be one that you may read.",
    UnwritableError: "; it was not written, and what was there before is as it was.",
}


class Parser(argparse.ArgumentParser):
    """A parser that raises ``ValueError`` for wrong arguments, and proposes a name for an unknown one."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.set_defaults(parser=self)  # the one of the command that was typed

    def parse_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Return the arguments; the error for unknown ones points to the help of the command that was typed."""
        options, unknown = self.parse_known_args(args, namespace)
        if unknown:
            options.parser.error_of_unknown(unknown)
        return options

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Return the arguments and the unknown ones, and remember what was typed."""
        self._typed = list(sys.argv[1:] if args is None else args)
        return super().parse_known_args(args, namespace)

    def error_of_unknown(self, unknown: list[str]) -> NoReturn:
        """Raise ``ValueError`` for arguments that this parser does not know."""
        flags = {flag.partition("=")[0] for flag in unknown if flag.startswith("-")}
        hints = "".join(self.similar_option(flag) for flag in sorted(flags))
        self.error(f"unrecognized arguments: {' '.join(unknown)}{hints}")

    def similar_option(self, flag: str) -> str:
        """Return the proposal of a known option for an unknown one; empty where none is similar."""
        return did_you_mean(flag, self._option_string_actions)

    def error(self, message: str) -> NoReturn:
        if _MISSING.search(message):  # what is missing may be there under a wrong name
            flags = [word.partition("=")[0] for word in self._typed if word.startswith("--") and word != "--"]
            unknown = [flag for flag in flags if flag not in self._option_string_actions]
            message += "".join(f", and {flag} is unknown{self.similar_option(flag)}" for flag in unknown)
            if _REFERENCE.search(message) and {"-i", "--input"} & {*self._typed}:
                message += f"; {self.prog} needs a reference, bleuscope check and bleuscope doctor need none"
            if _OUTPUTS in message:
                example = self.get_default("example") or _EXAMPLE
                message += f"; for example: {self.prog} {example}, where -i - reads an output from standard input"
        raise ValueError(f"{message}; {self.prog} -h tells more.")

    def _parse_optional(self, arg_string: str) -> Any:
        """Return None, for no option, if the argument is a field of standard input, such as ``-#mt``."""
        return None if arg_string.startswith("-#") else super()._parse_optional(arg_string)

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        if action.choices is not None and value not in action.choices:
            names = list(map(str, action.choices))
            synonym = _SYNONYMS.get(str(value))
            hint = f" (did you mean {synonym}?)" if synonym in names else did_you_mean(str(value), names)
            raise argparse.ArgumentError(action, f"invalid choice: {value!r}{hint}; choose from {', '.join(names)}")

    def _print_message(self, message: str, file: Any = None) -> None:
        """Print help or the version as results are printed: with an error where standard output cannot be written."""
        if message and file is not sys.stderr:
            write(message.removesuffix("\n"), None)
        else:
            super()._print_message(message, file)


def run(prog: str, act: Callable[[], int | None]) -> int:
    """Call ``act`` and return its exit code; write one line on stderr, and return 2, for bad input."""
    try:
        return act() or DONE
    except BrokenPipeError:
        return CLOSED_PIPE
    except KeyboardInterrupt:
        return INTERRUPTED
    except OSError as error:
        if error.errno == errno.ENOENT and _is_folder_gone():
            return _complain(prog, "the folder in which the command runs was deleted; change into one that is there.")
        prefix = f"{error.filename}: " if error.filename else ""
        return _complain(prog, f"{prefix}{error.strerror or error}{_ADVICE.get(type(error), '')}")
    except ValueError as error:
        return _complain(prog, str(error))
    except MemoryError:
        return _complain(prog, "there is not enough memory for this; use fewer systems at once.")


def _is_folder_gone() -> bool:
    """Return whether the working folder was deleted."""
    try:
        os.getcwd()
    except FileNotFoundError:
        return True
    return False


def check_not_read(output: str | Path, read: Iterable[str]) -> None:
    """Raise ``ValueError`` where a file to write is also read, under any name."""
    file = Path(output)
    if not file.exists():
        return
    from .input_files import input_file

    if any(path.exists() and file.samefile(path) for path in (Path(input_file(one).path) for one in read)):
        raise ValueError(f"{file}: is one of the files to read; name another one to write.")


def write(result: str | bytes | Iterable[bytes], output: str | None) -> None:
    """Write a result, whole or in pieces, into a file, or to stdout where ``output`` is None."""
    if output is not None:
        write_file(Path(output), f"{result}\n".encode() if isinstance(result, str) else result)
        return
    check_stdout()
    if hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(encoding="utf-8")
    try:
        if isinstance(result, str):
            print(result, flush=True)
        else:
            sys.stdout.buffer.writelines([result] if isinstance(result, bytes) else result)
            sys.stdout.flush()
    except BrokenPipeError:
        _forget(sys.stdout)
        raise
    except OSError as error:
        _forget(sys.stdout)
        raise OSError(error.errno, error.strerror, "standard output") from None


def check_stdout() -> None:
    """Raise ``OSError`` where standard output is closed."""
    if sys.stdout is None:
        raise OSError(errno.EBADF, "is closed; redirect it to a file.", "standard output")


def write_error_line(line: str) -> None:
    """Write one line to stderr, without control characters; do not raise an error where stderr cannot be written."""
    with error_lock:
        for clear in [*before_error_line]:
            clear()
        try:
            sys.stderr.write(f"{wrap_for_terminal(printable_text(line), sys.stderr)}\n")
            sys.stderr.flush()
        except OSError:
            _forget(sys.stderr)


def wrap_for_terminal(text: str, stream: TextIO) -> str:
    """Return a text with lines that are as long as a terminal is wide at most, if the stream is a terminal."""
    if not stream.isatty():
        return text
    width = terminal_width(stream)
    parts = text.split("\n\n")
    return "\n\n".join((narrowed_table if is_plain_table(part) else _wrapped_lines)(part, width) for part in parts)


def _wrapped_lines(text: str, width: int) -> str:
    """Return the text with lines cut between words; continued lines are indented, and a word too long stays whole.

    >>> print(_wrapped_lines("note: a.txt is empty\\nBLEU: nrefs:1|case:mixed", 16))
    note: a.txt is
      empty
    BLEU:
      nrefs:1|case:mixed
    """
    cut = textwrap.TextWrapper(width, subsequent_indent="  ", break_long_words=False, break_on_hyphens=False).fill
    return "\n".join(line if len(line) <= width else cut(line) for line in text.split("\n"))


def terminal_width(terminal: TextIO) -> int:
    """Return the number of characters that fit into a line without reaching the terminal's edge."""
    columns = 0  # the width that a terminal of unknown width reports
    with suppress(OSError, ValueError):
        columns = os.get_terminal_size(terminal.fileno()).columns
    return (columns or 80) - 1


def _forget(stream: TextIO) -> None:
    """Discard the rest of a stream: at its end the interpreter would flush it again, and fail again."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _complain(prog: str, message: str) -> int:
    write_error_line(f"{prog.rpartition(' ')[2]}: {' '.join(map(_shortened, message.split()))}")
    return BAD_INPUT


def _shortened(word: str) -> str:
    """Return the word with dots for its middle where it is too long."""
    half = LONGEST_WORD // 2
    return word if len(word) <= LONGEST_WORD else f"{word[:half]}\N{HORIZONTAL ELLIPSIS}{word[-half:]}"
