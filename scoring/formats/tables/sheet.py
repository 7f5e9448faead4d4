"""Read one sheet of a workbook as rows of text, with at most a few rows in memory as Python's strings."""

import re
from collections import Counter
from datetime import date, datetime, time, timedelta

import pyarrow as pa
from openpyxl.utils import column_index_from_string, get_column_letter
from openpyxl.utils.datetime import from_excel, from_ISO8601

from ..containers.growing import BLOCK, GrowingColumns
from ..errors import FormatError
from ..limits import MEGABYTE, FileLimits, check_columns, check_growing_segment, check_segments, check_text
from .delimited_tables import HEADER_ADVICE
from .package import WorkbookContents

TEXT = MEGABYTE
"""Number of characters of rows that are kept as Python's strings."""
DIGITS = "0123456789"
MAX_CELLS_NAMED = 5
"""Maximum number of cells that one notice names."""
_ESCAPE = re.compile(r"_x([0-9A-Fa-f]{4})_")
Value = str | int | float | bool | date | time | timedelta | None


class CellReader:
    """A reader of a sheet's elements that calls ``on_cell`` for every cell, ``on_row`` after the last cell of a row."""

    def __init__(self, file: str, contents: WorkbookContents, limits: FileLimits) -> None:
        self.file, self.contents, self.limits = file, contents, limits
        self.has_text = False
        """Whether any cell has a value, even an empty string."""
        self.row = self.column = 0
        """Row and column of the cell that is being read, from 1."""
        self._in_row = False
        self._cell: dict[str, str] | None = None
        self._inside: list[str] = []
        """Elements within a cell that are open."""
        self._pieces: list[str] = []
        self._characters = 0
        """Number of characters of the cell's pieces."""
        self._elements: set[str] = set()
        """Names of the cell's elements, such as a formula."""

    def on_start(self, name: str, attributes: dict[str, str]) -> None:
        if self._cell is not None:
            self._inside.append(name)
            self._elements.add(name)
        elif name == "c" and self._in_row:
            self._start_cell(attributes)
        elif name == "row":
            self._in_row = True
            number = attributes.get("r")
            self.row = self.row + 1 if number is None else _row_number(number)
            self.column = 0

    def on_text(self, text: str) -> None:
        if self._inside == ["v"] or (self._inside and self._inside[-1] == "t" and "rPh" not in self._inside):
            self._pieces.append(text)
            self._characters += len(text)
            check_growing_segment(self.file, self._characters, self.limits, self.row)

    def on_end(self, name: str) -> None:
        if self._inside:
            self._inside.pop()
        elif self._cell is not None:
            self._end_cell(self._cell)
            self._cell = None
        elif name == "row":
            self._in_row = False
            self.on_row()

    def on_cell(self, value: Value, kind: str, is_formula: bool) -> None:
        """Take a cell's value and its type: ``s`` text, ``n`` number, ``b`` truth value, ``d`` date, ``e`` error."""

    def on_row(self) -> None:
        """Take note of the end of a row."""

    def _start_cell(self, attributes: dict[str, str]) -> None:
        self._cell = attributes
        self._elements = set()
        coordinate = attributes.get("r")
        self.column = column_index_from_string(coordinate.rstrip(DIGITS)) if coordinate else self.column + 1

    def _end_cell(self, cell: dict[str, str]) -> None:
        if not self._elements:
            self.on_cell(None, "n", False)
            return
        kind = cell.get("t", "n")
        text = "".join(self._pieces)
        self._pieces.clear()
        self._characters = 0
        value: Value = text or None
        if kind == "inlineStr":
            value, kind = (text, "s") if "is" in self._elements else (None, "s")
        elif value is not None:
            value, kind = self._value(text, kind, int(cell.get("s") or 0))
        self.has_text = self.has_text or value is not None
        self.on_cell(value, kind, "f" in self._elements)

    def _value(self, text: str, kind: str, style: int) -> tuple[Value, str]:
        if kind == "s":
            return self.contents.strings[int(text)], "s"
        if kind == "b":
            return bool(int(text)), "b"
        if kind == "d":
            return from_ISO8601(text), "d"  # type: ignore[no-untyped-call]
        if kind != "n":
            return text, kind
        number = float(text) if "." in text or "E" in text or "e" in text else int(text)
        if not self.contents.formats.is_date(style):
            return number, "n"
        try:
            return from_excel(number, self.contents.epoch, self.contents.formats.is_duration(style)), "d"
        except (OverflowError, ValueError):
            return "#VALUE!", "e"


class TableReader(CellReader):
    """A reader of a sheet as columns: its first row is the header, blank rows at its end are left out."""

    def __init__(self, file: str, contents: WorkbookContents, limits: FileLimits) -> None:
        super().__init__(file, contents, limits)
        self.header: list[str] | None = None
        self.counts_by_column: list[Counter[str]] = []
        """Number of cells of each kind that is not text, for each column."""
        self.n_rows = 0
        """Number of rows below the header up to the last one in the file, blank or not."""
        self.n_formulas = 0
        self._cells: dict[int, str] = {}
        self._rows: list[list[str]] = []
        self._table: GrowingColumns[int] = GrowingColumns(file, limits)
        self._n_stored = self._waiting = 0
        """Number of characters of all rows, and of rows that are not in the table yet."""
        self._bare_formula: tuple[int, int] | None = None
        self.errors: dict[int, list[str]] = {}
        """First few cells of each column, by its place, that hold an Excel error: ``C2 #N/A``."""
        self.merged: list[str] = []
        """First few ranges of merged cells: ``B3:B4``."""
        self.n_merged = 0
        self.hidden_rows: list[str] = []
        """Numbers of the first few hidden rows below the header that are not empty."""
        self.n_hidden_rows = 0
        self._is_hidden_row = False
        self._hidden_columns: list[tuple[int, int]] = []
        """First and last column of each hidden range, from 1."""

    def is_hidden(self, place: int) -> bool:
        """Return whether the column at this place, from 0, is hidden."""
        return any(first <= place + 1 <= last for first, last in self._hidden_columns)

    @property
    def n_blank(self) -> int:
        """Number of blank rows at the end."""
        return self.n_rows - self._n_kept

    @property
    def _n_kept(self) -> int:
        return self._table.n_rows + len(self._rows)

    def on_start(self, name: str, attributes: dict[str, str]) -> None:
        if name == "mergeCell" and self._cell is None:
            self.n_merged += 1
            self.merged += [attributes.get("ref", "?")] if len(self.merged) < MAX_CELLS_NAMED else []
        elif name == "row":
            self._is_hidden_row = _is_on(attributes, "hidden")
        elif name == "col" and _is_on(attributes, "hidden"):
            self._hidden_columns.append((int(attributes["min"]), int(attributes["max"])))
        super().on_start(name, attributes)

    def on_cell(self, value: Value, kind: str, is_formula: bool) -> None:
        check_columns(self.file, self.column, self.limits)
        if value is None and not is_formula:
            self._cells[self.column - 1] = ""
            return
        self.n_formulas += is_formula
        if is_formula and value is None and self._bare_formula is None:
            self._bare_formula = self.row, self.column
        counts = (
            self.counts_by_column[self.column - 1]
            if self.row > 1 and self.column <= len(self.counts_by_column)
            else Counter()
        )
        self._cells[self.column - 1] = _cell_text(value, kind, counts)
        errors = self.errors.setdefault(self.column - 1, []) if kind == "e" else None
        if errors is not None and len(errors) < MAX_CELLS_NAMED:
            errors.append(f"{get_column_letter(self.column)}{self.row:,} {value}")

    def on_row(self) -> None:
        cells, self._cells = self._cells, {}
        if self.row - 1 <= self.n_rows and self.header is not None:
            return  # a row that is out of order
        check_segments(self.file, self.row - 1, self.limits)
        if self.header is None:
            self.header = _header(cells) if self.row == 1 else []
            self.counts_by_column = [Counter() for _ in self.header]
        if self.row == 1:
            return
        self.n_rows = self.row - 1
        if any(cells.values()):
            self._add(cells, self.header)
            if self._is_hidden_row:
                self.n_hidden_rows += 1
                self.hidden_rows += [f"{self.row:,}"] if len(self.hidden_rows) < MAX_CELLS_NAMED else []

    def _add(self, cells: dict[int, str], header: list[str]) -> None:
        beyond = next((n for n in sorted(cells) if n >= len(header) and cells[n].strip()), None)
        if header and beyond is not None:
            actual = f"a value in column {get_column_letter(beyond + 1)}"
            raise FormatError(
                self.file, actual, "only columns that the header names", self.row, "Name it or delete it."
            )
        row = [cells.get(n, "") for n in range(len(header))]
        if not any(row):
            return
        gap = self.n_rows - 1 - self._n_kept
        if gap:
            self._flush()
            self._table.append(dict.fromkeys(range(len(header)), [""] * gap), gap)
        self._rows.append(row)
        size = sum(map(len, row))
        self._n_stored += size
        self._waiting += size
        check_text(self.file, self._n_stored, self.limits)
        if self._waiting >= TEXT or len(self._rows) * len(header) >= BLOCK:
            self._flush()

    def _flush(self) -> None:
        self._table.append(dict(enumerate(zip(*self._rows, strict=True))), len(self._rows))
        self._rows, self._waiting = [], 0

    def table(self) -> tuple[list[str], list[pa.StringArray]]:
        """Return the header and its columns; raise ``FormatError`` without a header, or for formulas without value."""
        if self._bare_formula is not None:
            row, column = self._bare_formula
            actual = f"a formula without one in column {get_column_letter(column)}"
            advice = "Open the workbook in a spreadsheet program, let it calculate, and save it."
            raise FormatError(self.file, actual, "formulas with their stored values", row, advice)
        if not self.header:
            raise FormatError(self.file, "an empty one", "a header", 1, HEADER_ADVICE)
        self._flush()
        columns = self._table.columns()
        return self.header, [columns.get(n, pa.array([], pa.string())) for n in range(len(self.header))]


def _is_on(attributes: dict[str, str], name: str) -> bool:
    return attributes.get(name, "0") in ("1", "true")


def _row_number(text: str) -> int:
    number = float(text) if "." in text else int(text)
    if number < 1 or number != int(number):
        raise ValueError(f"{text} is no number of a row")
    return int(number)


def _header(cells: dict[int, str]) -> list[str]:
    """Return the first row without blank cells at its end."""
    width = max((n + 1 for n, text in cells.items() if text.strip()), default=0)
    return [cells.get(n, "") for n in range(width)]


def _cell_text(value: Value, kind: str, counts: Counter[str]) -> str:
    """Return a cell as a person sees it; count its kind in ``counts`` unless it is text."""
    if value is None:
        return ""
    if kind == "e":
        counts["cell-errors"] += 1
        return str(value)
    if isinstance(value, str):
        return _ESCAPE.sub(lambda match: chr(int(match[1], 16)), value) if "_x" in value else value
    if isinstance(value, bool):
        counts["truth-values"] += 1
        return str(value).upper()
    if isinstance(value, date | datetime | time | timedelta):
        counts["dates"] += 1
        return _iso(value)
    counts["numbers"] += 1
    return f"{value:.15g}" if isinstance(value, float) else str(value)


def _iso(value: date | time | timedelta) -> str:
    if isinstance(value, datetime) and value.time() == time():
        return value.date().isoformat()
    return str(value) if isinstance(value, timedelta) else value.isoformat()
