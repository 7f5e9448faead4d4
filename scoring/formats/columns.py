"""Define the types for a column of text: the column, its role, and the notices about it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from types import NoneType

import pyarrow as pa

from ..text.languages import StatedLanguage
from ..validation import as_list, check_known, expect

EMPTY_REPAIR = "Treat empty segments as missing"
PUT_IN = "put-in-lines"
"""Kind of the notice on empty lines that were inserted for lines missing in a file."""
TABLES = frozenset(["TSV", "CSV", "XLSX"])
FORMATS_WITH_COLUMN_NAMES = TABLES | {"JSONL"}
"""Formats in which a header or keys name the columns."""
SUBTITLES = frozenset(["SRT", "WebVTT"])
LINES = frozenset(["text", *SUBTITLES])
"""Formats with one text a file; the text has the file's name."""
TRANSLATION_FILES = frozenset(["XLIFF", "TMX", "PO"])
"""Formats of translation tools, which have a source and its translation in each unit."""


class Role(StrEnum):
    """The role of a column in a test set."""

    SOURCE = "source"
    REFERENCE = "reference"
    POST_EDIT = "post-edit"
    """A system's output as people corrected it; the column has the system's name."""
    SYSTEM = "system"
    NOTES = "notes"
    TAGS = "tags"
    IGNORE = "ignore"


@dataclass(frozen=True)
class Notice:
    """A problem that was noticed and never silently repaired."""

    kind: str
    """A stable word for the kind of notice, such as ``bom`` or ``non-nfc``."""
    message: str
    """One plain sentence with the count and the place."""
    count: int
    lines: tuple[int, ...] = ()
    """The first few segments, 1-based (in plain text: lines)."""
    repair: str | None = None
    """Label of the repair that ``repair(column, kind)`` applies; None if no repair is offered."""


class TableCells:
    """Cells of every column of one table, by the column's name; used to compare the rows of two tables."""

    def __init__(self, columns: Mapping[str, pa.StringArray]) -> None:
        self.columns = dict(columns)

    def take(self, rows: pa.Array) -> "TableCells":
        """Return the same columns with these rows only."""
        return TableCells({name: cells.take(rows) for name, cells in self.columns.items()})


@dataclass(frozen=True)
class Column:
    """One column of text as it was read. ``dataclasses.replace`` changes its name and its role.

    Raises ``ValueError`` if a field has the wrong type, or the role is unknown.
    The repair of empty segments, which makes them missing, is only offered while the role is REFERENCE.
    """

    file: str
    """The file's name as the user gave it; inside a zip ``a.zip/folder/b.txt``."""
    name: str
    role: Role
    segments: pa.StringArray
    """Segments in order; null for a missing one."""
    notices: tuple[Notice, ...] = ()
    format: str = "text"
    """File format: text, TSV, CSV, XLSX, JSONL, NIST, WMT, documents, campaign, SRT, WebVTT, XLIFF, TMX or PO."""
    keys: pa.StringArray | None = None
    """Ids of segments: ``document / segment id`` in the formats that state both, in tables also the id alone.

    Columns are lined up by these ids. Only ids of tables may repeat.
    """
    stated: bool = False
    """Whether the format or the user's mapping states the role, so that nothing is left to guess."""
    language: StatedLanguage | None = None
    """Language that the file states inside it; None if it states none."""
    domains: pa.StringArray | None = None
    """Domain of each segment, in the formats that state them."""
    table: TableCells | None = None
    """All cells of the table, or of the JSON objects, that the column is from. For a translation file: the source; for
    subtitles: times and numbers of cues.
    """
    key_column: str = ""
    """Name of the column that the keys come from, if its header does not say that it has ids."""
    codes: pa.StringArray | None = None
    """Inline codes of each text of a translation file, a line each: place, spaces, label; None for other files."""
    is_final: bool | None = None
    """Whether a translation file states that all texts are done, or that none is; None if it states neither."""

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

    def with_notices(self, *notices: Notice) -> "Column":
        """Return the column with further notices before its own notices."""
        return replace(self, notices=(*notices, *self.notices))


def inserted_lines(column: Column) -> tuple[int, ...]:
    """Return the numbers, from 1, of the empty lines that were inserted for lines missing in a column's file."""
    return tuple(line for notice in column.notices if notice.kind == PUT_IN for line in notice.lines)


def require_columns(columns: Sequence[Column]) -> list[Column]:
    """Return the columns as a list; raise ``ValueError`` for anything else."""
    columns = as_list(columns, "columns")
    for column in columns:
        expect(column, Column, "column")
    return columns
