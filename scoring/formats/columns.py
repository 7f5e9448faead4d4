"""The types: a column of text as it was read, its role, and what was noticed about it."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from types import NoneType

import pyarrow as pa

from ..checks import as_list, check_known, expect
from ..languages import StatedLanguage

NAME_LENGTH = 100
FILE_LENGTH = 200
EMPTY_REPAIR = "Treat empty segments as missing"

# Controls, and the directional marks with which a name can disguise itself.
_UNPRINTABLE = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]+")
_SURROGATE = re.compile(r"[\ud800-\udfff]")
_FIRST_BYTE, _LAST_BYTE = 0xDC80, 0xDCFF
"""Lone surrogates in which Python keeps the bytes of a file's name that are no UTF-8."""


class Role(StrEnum):
    """What a column is to a test set."""

    SOURCE = "source"
    REFERENCE = "reference"
    SYSTEM = "system"
    NOTES = "notes"
    TAGS = "tags"
    IGNORE = "ignore"


@dataclass(frozen=True)
class Notice:
    """Something that was noticed and never silently repaired."""

    kind: str
    """A stable word for it, such as ``bom`` or ``non-nfc``."""
    message: str
    """One plain sentence with the count and where."""
    count: int
    lines: tuple[int, ...] = ()
    """The first few segments, 1-based (in plain text: lines)."""
    repair: str | None = None
    """The label of the repair that ``repair(column, kind)`` applies; None where none is offered."""


@dataclass(frozen=True)
class Column:
    """One column of text as it was read. ``dataclasses.replace`` changes its name and its role.

    Raises ``ValueError`` for what is no text, no role or no notice.
    Turning empty segments into missing ones is only offered while the role is REFERENCE.
    """

    file: str
    """The file's name as the user gave it; inside a zip ``a.zip/folder/b.txt``."""
    name: str
    role: Role
    segments: pa.StringArray
    """Null = missing."""
    notices: tuple[Notice, ...] = ()
    format: str = "text"
    """text, TSV, CSV, XLSX, JSONL, NIST, WMT, documents or campaign."""
    keys: pa.StringArray | None = None
    """``document / segment id`` of each segment in the formats that state them; lines columns up by id."""
    stated: bool = False
    """True where the format or the user's mapping says the role, so that nothing is left to guess."""
    language: StatedLanguage | None = None
    """What the file says within, of formats that do."""
    domains: pa.StringArray | None = None
    """Domain of each segment, in the formats that state them."""

    def __post_init__(self) -> None:
        expect(self.file, str, "file")
        expect(self.name, str, "name")
        expect(self.segments, pa.StringArray, f"segments of {self.name}")
        expect(self.keys, (pa.StringArray, NoneType), f"keys of {self.name}")
        expect(self.language, (StatedLanguage, NoneType), f"language of {self.name}")
        expect(self.domains, (pa.StringArray, NoneType), f"domains of {self.name}")
        check_known(self.role, [*Role], "role")
        for notice in as_list(self.notices, "notices"):
            expect(notice, Notice, "notice")
        object.__setattr__(self, "role", Role(self.role))
        offered = EMPTY_REPAIR if self.role is Role.REFERENCE else None
        notices = (replace(n, repair=offered) if n.kind == "empty-segments" else n for n in self.notices)
        object.__setattr__(self, "notices", tuple(notices))

    def __len__(self) -> int:
        return len(self.segments)

    def told(self, *notices: Notice) -> "Column":
        """The column with further notices before its own."""
        return replace(self, notices=(*notices, *self.notices))


def all_columns(columns: Sequence[Column]) -> list[Column]:
    """The columns as a list; ``ValueError`` for anything else."""
    columns = as_list(columns, "columns")
    for column in columns:
        expect(column, Column, "column")
    return columns


def clean_name(name: str) -> str:
    """The name as given except for control characters, at most ``NAME_LENGTH`` long, never blank."""
    expect(name, str, "name")
    return without_controls(name)[:NAME_LENGTH].rstrip() or "unnamed"


def without_controls(text: str) -> str:
    """The text with spaces for control characters, none at its ends, and bytes that are no UTF-8 as ``\\xe9``."""
    return _UNPRINTABLE.sub(" ", _SURROGATE.sub(_escaped, text)).strip()


def _escaped(match: re.Match[str]) -> str:
    code = ord(match[0])
    return f"\\x{code - 0xDC00:02x}" if _FIRST_BYTE <= code <= _LAST_BYTE else f"\\u{code:04x}"


def clean_file(file: str) -> str:
    """A file's name as it is shown: like ``clean_name``, but it is the end that stays if it is long."""
    expect(file, str, "file")
    file = without_controls(file) or "unnamed"
    return file if len(file) <= FILE_LENGTH else "\N{HORIZONTAL ELLIPSIS}" + file[1 - FILE_LENGTH :]


def counted(count: int, one: str, many: str | None = None) -> str:
    """``1 segment``, ``1,200 segments``."""
    return f"{count:,} {one if count == 1 else many or one + 's'}"
