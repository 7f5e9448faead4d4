"""The files that a command reads: ``-`` is standard input, ``FILE#FIELD`` one field or column of a file."""

import errno
import shutil
import sys
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from ..formats.names import find_field
from ..output.replacing import STDOUT
from ..text.naming import clean_file, clean_name

STDIN = STDOUT
"""The file argument that means standard input; as the file to write it means standard output."""
STDIN_NAME = "standard input"


@dataclass(frozen=True)
class InputFile:
    """A file to read, and the name of the field that is read from it."""

    path: str
    field: str | None = None
    """Name, number or path of the field; None for the whole file."""

    @property
    def is_stdin(self) -> bool:
        """Whether the file is standard input."""
        return self.path == STDIN

    @property
    def name(self) -> str:
        """Name of the file; its ending tells the file's format."""
        return STDIN_NAME if self.is_stdin else self.path

    @property
    def full_name(self) -> str:
        """Name of the file, with its field if there is one."""
        return self.name if self.field is None else f"{self.name}#{self.field}"

    @property
    def shown(self) -> str:
        """Name of the file and its field, as messages show them."""
        return clean_file(self.name) + ("" if self.field is None else f"#{clean_name(self.field)}")

    @contextmanager
    def opened(self) -> Iterator[BinaryIO]:
        """Open the file for reading with ``seek``; a pipe is copied into a temporary file first.

        Encodings are recognized by looking. Raises ``OSError`` for a file that cannot be opened.
        """
        with ExitStack() as stack:
            stream = _stdin() if self.is_stdin else stack.enter_context(Path(self.path).open("rb"))
            if self.is_stdin or not stream.seekable():  # a shell may have read the first lines of standard input
                copy = stack.enter_context(tempfile.TemporaryFile())
                shutil.copyfileobj(stream, copy)
                copy.seek(0)
                stream = copy
            yield stream

    @contextmanager
    def as_path(self) -> Iterator[Path]:
        """Yield a path of the file; standard input is copied into a temporary folder first."""
        if not self.is_stdin:
            yield Path(self.path)
            return
        with self.opened() as stream, tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / STDIN_NAME
            with path.open("wb") as copy:
                shutil.copyfileobj(stream, copy)
            yield path


def input_file(text: str) -> InputFile:
    """Return the file that an argument names; if a file with ``#`` in its name exists, the argument names that file."""
    if text.startswith(f"{STDIN}#") and not Path(text).exists():
        return InputFile(STDIN, text[len(STDIN) + 1 :] or None)
    return InputFile(*find_field(text))


def check_stdin_once(arguments: Iterable[str]) -> None:
    """Raise ``ValueError`` where several arguments name standard input."""
    count = sum(input_file(text).is_stdin for text in arguments)
    if count > 1:
        raise ValueError(f"{STDIN}: expected standard input once, found it {count} times; name files for the others.")


def _stdin() -> BinaryIO:
    if sys.stdin is None:
        raise OSError(errno.EBADF, "is closed; redirect a file into it.", STDIN_NAME)
    return sys.stdin.buffer
