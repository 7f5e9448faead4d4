"""What every program of commands does: it ends with an exit code, and says in one line on stderr what is wrong."""

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
from ..text.naming import without_controls
from ..text.suggestions import did_you_mean

error_lock = threading.RLock()
"""Held while something is written on standard error."""
before_error_line: list[Callable[[], object]] = []
"""What clears progress bars, to which the next line on standard error would else be appended."""
LONGEST_WORD = 300
"""Characters of one word, such as a file's name, that a message shows."""
_MISSING = re.compile("^the following arguments are required|is required$")
"""How argparse says that there are too few arguments."""
_REFERENCE = re.compile(r"required: .*\bREF\b")
"""How argparse says that there is no reference."""
_OUTPUTS = "-i/--input"
"""How argparse names the option of outputs, which sacreBLEU also reads from standard input without any option."""
_EXAMPLE = "reference.txt -i output.txt"
"""Arguments of a command that reads references and outputs, as a message shows them; a command may have its own."""
_SYNONYMS = {"compare": "significance", "test": "significance", "evaluate": "score", "validate": "doctor"}
"""What other tools call a command -> its name here."""
_ADVICE: dict[type[OSError], str] = {
    FileNotFoundError: "; check its name, and in which folder the command runs.",
    IsADirectoryError: "; name the files in it.",
    PermissionError: "; it must be one that you may read.",
    UnwritableError: "; it was not written, and what was there before is as it was.",
}


class Parser(argparse.ArgumentParser):
    """Raises ``ValueError`` for arguments that are wrong, and proposes a name for one that is unknown."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.set_defaults(parser=self)  # the one of the command that was typed

    def parse_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Return the arguments; the help to read is that of the command that was typed."""
        options, unknown = self.parse_known_args(args, namespace)
        if unknown:
            options.parser.error_of_unknown(unknown)
        return options

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Return the arguments and the unknown ones, and remember what was typed."""
        self._typed = list(sys.argv[1:] if args is None else args)
        return super().parse_known_args(args, namespace)

    def error_of_unknown(self, unknown: list[str]) -> NoReturn:
        """Raise the error for arguments that this parser does not know."""
        flags = {flag.partition("=")[0] for flag in unknown if flag.startswith("-")}
        hints = "".join(self.similar_option(flag) for flag in sorted(flags))
        self.error(f"unrecognized arguments: {' '.join(unknown)}{hints}")

    def similar_option(self, flag: str) -> str:
        """Return a proposal for an option that this parser does not know, or nothing."""
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
        """Return a field of standard input, such as ``-#mt``, is no option."""
        return None if arg_string.startswith("-#") else super()._parse_optional(arg_string)

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        if action.choices is not None and value not in action.choices:
            names = list(map(str, action.choices))
            meant = _SYNONYMS.get(str(value))
            hint = f" (did you mean {meant}?)" if meant in names else did_you_mean(str(value), names)
            raise argparse.ArgumentError(action, f"invalid choice: {value!r}{hint}; choose from {', '.join(names)}")

    def _print_message(self, message: str, file: Any = None) -> None:
        """Print help and the version; as with results, it is an error where they cannot be written."""
        if message and file is not sys.stderr:
            write(message.removesuffix("\n"), None)
        else:
            super()._print_message(message, file)


def run(prog: str, act: Callable[[], int | None]) -> int:
    """Does it and gives the exit code: what it returns, or 2, and one line on stderr, for any bad input."""
    try:
        return act() or DONE
    except BrokenPipeError:
        return CLOSED_PIPE
    except KeyboardInterrupt:
        return INTERRUPTED
    except OSError as error:
        if error.errno == errno.ENOENT and _is_folder_gone():
            return _complain(prog, "the folder in which the command runs was deleted; change into one that is there.")
        where = f"{error.filename}: " if error.filename else ""
        return _complain(prog, f"{where}{error.strerror or error}{_ADVICE.get(type(error), '')}")
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
    """``ValueError`` where a file to write is also read, under any name."""
    file = Path(output)
    if not file.exists():
        return
    from .input_files import input_file

    if any(path.exists() and file.samefile(path) for path in (Path(input_file(one).path) for one in read)):
        raise ValueError(f"{file}: is one of the files to read; name another one to write.")


def write(written: str | bytes | Iterable[bytes], output: str | None) -> None:
    """Into a file, or to stdout, as a whole or in pieces."""
    if output is not None:
        write_file(Path(output), f"{written}\n".encode() if isinstance(written, str) else written)
        return
    check_stdout()
    if hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(encoding="utf-8")
    try:
        if isinstance(written, str):
            print(written, flush=True)
        else:
            sys.stdout.buffer.writelines([written] if isinstance(written, bytes) else written)
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
    """Write one line to stderr, without controls of a terminal; where nobody can read it, the exit code has to do."""
    with error_lock:
        for clear in [*before_error_line]:
            clear()
        try:
            sys.stderr.write(f"{wrap_for_terminal(without_controls(line), sys.stderr)}\n")
            sys.stderr.flush()
        except OSError:
            _forget(sys.stderr)


def wrap_for_terminal(text: str, stream: TextIO) -> str:
    """Return a text with lines of at most a terminal's number of characters, if the stream is one."""
    if not stream.isatty():
        return text
    width = terminal_width(stream)
    parts = text.split("\n\n")
    return "\n\n".join((narrowed_table if is_plain_table(part) else _wrapped_lines)(part, width) for part in parts)


def _wrapped_lines(text: str, width: int) -> str:
    """Cut each line between words; what follows is indented, and a word that is too long stays whole.

    >>> print(_wrapped_lines("note: a.txt is empty\\nBLEU: nrefs:1|case:mixed", 16))
    note: a.txt is
      empty
    BLEU:
      nrefs:1|case:mixed
    """
    cut = textwrap.TextWrapper(width, subsequent_indent="  ", break_long_words=False, break_on_hyphens=False).fill
    return "\n".join(line if len(line) <= width else cut(line) for line in text.split("\n"))


def terminal_width(terminal: TextIO) -> int:
    """Return the characters of a line that can be written without reaching the terminal's edge."""
    columns = 0  # what a terminal says that does not know
    with suppress(OSError, ValueError):
        columns = os.get_terminal_size(terminal.fileno()).columns
    return (columns or 80) - 1


def _forget(stream: TextIO) -> None:
    """Drop what a stream still has: the interpreter flushes it once more when it ends, and would fail once more."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _complain(prog: str, message: str) -> int:
    write_error_line(f"{prog.rpartition(' ')[2]}: {' '.join(map(_shortened, message.split()))}")
    return BAD_INPUT


def _shortened(word: str) -> str:
    """Return the word with dots for its middle where it is too long."""
    half = LONGEST_WORD // 2
    return word if len(word) <= LONGEST_WORD else f"{word[:half]}\N{HORIZONTAL ELLIPSIS}{word[-half:]}"
