"""Names that users chose, without characters that cannot be printed, and names of BLEUscope's own."""

import os
import re
from collections.abc import Sequence
from itertools import takewhile

from ..validation import expect

NAME_LENGTH = 100
FILE_LENGTH = 200

# Control characters, and directional marks, which can make a name look like another one.
_UNPRINTABLE = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]+")
_SURROGATE = re.compile(r"[\ud800-\udfff]")
_FIRST_BYTE, _LAST_BYTE = 0xDC80, 0xDCFF
"""Range of the lone surrogates by which Python keeps the bytes of a file's name that are no UTF-8."""
_SEPARATORS = re.compile(f"[{re.escape(os.sep + (os.altsep or ''))}]")


def path_parts(file: str) -> list[str]:
    """Return the folders of a path and its last part.

    A backslash is part of a name where the system separates by ``/``.
    """
    return _SEPARATORS.split(file)


def without_shared_folders(files: Sequence[str]) -> dict[str, str]:
    """Return each file's name without the folders that all files begin with, by the full name.

    >>> without_shared_folders(["runs/en-de/ref.txt", "runs/en-de/sys/a.txt"])
    {'runs/en-de/ref.txt': 'ref.txt', 'runs/en-de/sys/a.txt': 'sys/a.txt'}
    """
    folders = [path_parts(file)[:-1] for file in files]
    shared = takewhile(lambda names: len(set(names)) == 1, zip(*folders, strict=False))
    length = sum(len(names[0]) + 1 for names in shared)
    return {file: file[length:] for file in files}


def unique_name(labels: Sequence[str], name: str) -> str:
    """Return a name that is none of the labels: ``name``, in as many brackets as are needed."""
    while name in labels:
        name = f"({name})"
    return name


def clean_name(name: str) -> str:
    """Return the name without control characters, at most ``NAME_LENGTH`` long and never blank."""
    expect(name, str, "name")
    return printable_text(name)[:NAME_LENGTH].rstrip() or "unnamed"


def printable_text(text: str) -> str:
    """Return the text with control characters as spaces, trimmed, and with bytes that are no UTF-8 as ``\\xe9``."""
    return _UNPRINTABLE.sub(" ", _SURROGATE.sub(_escape_surrogate, text)).strip()


def _escape_surrogate(match: re.Match[str]) -> str:
    code = ord(match[0])
    return f"\\x{code - 0xDC00:02x}" if _FIRST_BYTE <= code <= _LAST_BYTE else f"\\u{code:04x}"


def clean_file(file: str) -> str:
    """Return a file's name for display: as ``clean_name``, but a long name keeps its end."""
    expect(file, str, "file")
    file = printable_text(file) or "unnamed"
    return file if len(file) <= FILE_LENGTH else "\N{HORIZONTAL ELLIPSIS}" + file[1 - FILE_LENGTH :]
