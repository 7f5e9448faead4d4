"""The types: a column of text as it was read, its role, and what was noticed about it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from types import NoneType

import pyarrow as pa

from ..text.languages import StatedLanguage
from ..validation import as_list, check_known, expect

EMPTY_REPAIR = "Treat empty segments as missing"
PUT_IN = "put-in-lines"
"""Kind of the notice on empty lines that were put in where a file lacked a line."""
TABLES = frozenset(["TSV", "CSV", "XLSX"])
NAMED = TABLES | {"JSONL"}
"""Formats whose columns a header or keys name."""
SUBTITLES = frozenset(["SRT", "WebVTT"])
LINES = frozenset(["text", *SUBTITLES])
"""Formats with one text a file, which is called as the file is."""
TRANSLATION_FILES = frozenset(["XLIFF", "TMX", "PO"])
"""Formats of translation tools, which have a source and its translation in each unit."""


class Role(StrEnum):
    """What a column is to a test set."""

    SOURCE = "source"
    REFERENCE = "reference"
    POST_EDIT = "post-edit"
    """A system's output as people corrected it; called as that system."""
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


class TableCells:
    """Cells of every column of one table, by the column's name; by them the rows of two tables are compared."""

    def __init__(self, columns: Mapping[str, pa.StringArray]) -> None:
        self.columns = dict(columns)

    def take(self, rows: pa.Array) -> "TableCells":
        """Return the same columns with these rows."""
        return TableCells({name: cells.take(rows) for name, cells in self.columns.items()})


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
    """text, TSV, CSV, XLSX, JSONL, NIST, WMT, documents, campaign, SRT, WebVTT, XLIFF, TMX or PO."""
    keys: pa.StringArray | None = None
    """``document / segment id`` of each segment in the formats that state them, in tables also the id alone; lines
    columns up by id. Only those of tables may repeat."""
    stated: bool = False
    """True where the format or the user's mapping says the role, so that nothing is left to guess."""
    language: StatedLanguage | None = None
    """What the file says within, of formats that do."""
    domains: pa.StringArray | None = None
    """Domain of each segment, in the formats that state them."""
    table: TableCells | None = None
    """All cells of the table, or of the JSON objects, that has the column; of a translation file the source, of
    subtitles times and numbers of cues."""
    key_column: str = ""
    """The column from which the keys are, where its header does not say that it has ids."""
    codes: pa.StringArray | None = None
    """Inline codes of each text of a translation file, a line each: place, spaces, label; None where it has none."""
    is_final: bool | None = None
    """Whether a translation file says that all texts are done, or that none is; None where it says neither."""

    def __post_init__(self) -> None:
        expect(self.file, str, "file")
        expect(self.name, str, "name")
        expect(self.segments, pa.StringArray, f"segments of {self.name}")
        expect(self.keys, (pa.StringArray, NoneType), f"keys of {self.name}")
        expect(self.table, (TableCells, NoneType), f"table of {self.name}")
        expect(self.language, (StatedLanguage, NoneType), f"language of {self.name}")
        expect(self.codes, (pa.StringArray, NoneType), f"codes of {self.name}")
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
        """Return the column with further notices before its own."""
        return replace(self, notices=(*notices, *self.notices))


def put_in_lines(column: Column) -> tuple[int, ...]:
    """Return the numbers of the empty lines that were put into a column where its file lacked a line, from 1."""
    return tuple(line for notice in column.notices if notice.kind == PUT_IN for line in notice.lines)


def all_columns(columns: Sequence[Column]) -> list[Column]:
    """Return the columns as a list; ``ValueError`` for anything else."""
    columns = as_list(columns, "columns")
    for column in columns:
        expect(column, Column, "column")
    return columns
