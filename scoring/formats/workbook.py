"""XLSX workbooks: the first sheet that is not empty, its first row the header, cells as people see them."""

import re
import warnings
import zipfile
from collections import Counter
from collections.abc import Iterator
from datetime import date, datetime, time, timedelta
from io import BytesIO

import openpyxl
import pyarrow as pa
from openpyxl.cell import Cell, MergedCell
from openpyxl.utils import get_column_letter
from openpyxl.worksheet._read_only import ReadOnlyWorksheet

from .columns import Column, Notice, clean_name, counted
from .errors import FormatError, TooLargeError
from .limits import ADVICE, MEGABYTE, Budget, Limits, check_columns, check_segments, megabytes
from .tables import HEADER_ADVICE, blank_rows, table_columns

Row = tuple[Cell | MergedCell, ...]

LARGE_PARTS = re.compile(r"xl/(worksheets/|sharedStrings\.xml|media/)")
SMALL_PART = 20 * MEGABYTE
"""Parts other than sheets and strings are held in memory whole, so they may not be larger."""

_DOCTYPE = re.compile(rb"<!(?:DOCTYPE|ENTITY)")
# What an XML parser takes for UTF-16, where a document type would not be found.
_UTF16 = re.compile(rb"\xff\xfe|\xfe\xff|\0|[<\s]\0")
_FORMULA = re.compile(rb"<(?:\w+:)?f[\s/>]")
_ESCAPE = re.compile(r"_x([0-9A-Fa-f]{4})_")
SEEN = {
    "numbers": "{} a number; read as Excel's General format shows it (1, 0.5), not as the sheet does.",
    "dates": "{} a date or a time; read in ISO form (2024-12-31).",
    "cell-errors": "{} an Excel error such as #N/A; read as that text.",
    "truth-values": "{} TRUE or FALSE; read as that word.",
}


def read_workbook(file: str, data: bytes, budget: Budget) -> list[Column]:
    """Columns of the first sheet that is not empty.

    Cells become text: 1.0 is ``1``, dates are ISO, both with a notice; formulas are read by the value
    that was stored with them. Raises ``FormatError`` for a workbook that cannot be read, formulas
    without a stored value, and cells beyond the header; ``TooLargeError`` before memory fills.
    """
    try:
        has_formulas = _check_parts(file, data, budget)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # openpyxl warns of styles and extensions, which hold no text
            return _read(file, data, has_formulas, budget.limits)
    except FormatError:
        raise
    except Exception as error:  # zipfile and openpyxl raise anything at all for a damaged workbook
        found = f"a workbook that cannot be read ({type(error).__name__})"
        advice = "Open it in a spreadsheet program and save it again."
        raise FormatError(file, found, advice=advice) from error


def _check_parts(file: str, data: bytes, budget: Budget) -> bool:
    """Unpacks every part once and keeps none: sizes, and no document type. True where there are formulas."""
    limit, before, formulas = budget.limits.file_bytes, budget.used, False
    with zipfile.ZipFile(BytesIO(data)) as archive:
        for info in archive.infolist():
            tail, size = b"", 0
            with archive.open(info) as stream:
                for chunk in budget.chunks(file, stream):
                    size += len(chunk)
                    _check_part(file, info.filename, size, tail + chunk)
                    formulas = formulas or bool(_FORMULA.search(tail + chunk))
                    tail = chunk[-16:]
                    if budget.used - before > limit:
                        expected = f"at most {megabytes(limit)} once unpacked"
                        raise TooLargeError(file, "more", expected, advice=ADVICE)
    return formulas


def _check_part(file: str, name: str, size: int, piece: bytes) -> None:
    if size > SMALL_PART and not LARGE_PARTS.match(name):
        found = f"more in {clean_name(name)}"
        raise TooLargeError(file, found, f"at most {megabytes(SMALL_PART)} in a part that holds no cells")
    is_first = size == len(piece)
    if (is_first and _UTF16.match(piece)) or _DOCTYPE.search(piece):
        found = f"a document type or UTF-16 in {clean_name(name)}"
        raise FormatError(file, found, "plain XML without entities", advice="Save the workbook again.")


def _read(file: str, data: bytes, has_formulas: bool, limits: Limits) -> list[Column]:
    book = openpyxl.load_workbook(BytesIO(data), read_only=True, data_only=True, keep_links=False)
    sheets = [sheet for sheet in book.worksheets if _has_text(sheet, limits)]
    if not sheets:
        raise FormatError(file, "no sheet with anything in it", "a header and rows below it")
    notices = []
    if len(sheets) > 1:
        others = ", ".join(clean_name(sheet.title) for sheet in sheets[1:6])
        message = f"The sheet {clean_name(sheets[0].title)} was read; not read: {others}."
        notices.append(Notice("sheets", message, len(sheets) - 1))
    if has_formulas:
        notices += _check_formulas(file, data, sheets[0].title, limits)
    seen: list[Counter[str]] = [Counter() for _ in range(limits.columns)]
    header, rows = _rows_of_text(file, _cell_rows(file, sheets[0], limits), seen)
    if rows and not any(rows[-1]):
        count = next((n for n, row in enumerate(reversed(rows)) if any(row)), len(rows))
        rows = rows[: len(rows) - count]
        notices.append(blank_rows(count))
    cells = [pa.array([row[n] for row in rows], pa.string()) for n in range(len(header))]
    columns = table_columns(file, "XLSX", header, cells, notices, limits)
    return [_with_seen(column, counter) for column, counter in zip(columns, seen, strict=False)]


def _rows_of_text(file: str, cell_rows: Iterator[Row], seen: list[Counter[str]]) -> tuple[list[str], list[list[str]]]:
    """The header without blank cells at its end, and rows of text of the same length."""
    header = [_as_text(cell, Counter()) for cell in next(cell_rows, ())]
    while header and not header[-1].strip():
        header.pop()
    if not header:
        raise FormatError(file, "an empty one", "a header", 1, HEADER_ADVICE)
    rows = []
    for number, cells in enumerate(cell_rows, 2):
        row = [_as_text(cell, counter) for cell, counter in zip(cells, seen, strict=False)]
        beyond = next((n for n in range(len(header), len(row)) if row[n].strip()), None)
        if beyond is not None:
            found = f"a value in column {get_column_letter(beyond + 1)}"
            raise FormatError(file, found, "only columns that the header names", number, "Name it or delete it.")
        rows.append(row[: len(header)] + [""] * (len(header) - len(row)))
    return header, rows


def _cell_rows(file: str, sheet: ReadOnlyWorksheet, limits: Limits) -> Iterator[Row]:
    """Rows of cells; the size that the sheet declares is not trusted."""
    sheet.reset_dimensions()
    total = 0
    for number, row in enumerate(sheet.rows):
        check_segments(file, number, limits)
        total += len(row)
        if total > limits.workbook_cells:
            raise TooLargeError(file, "more", f"at most {limits.workbook_cells:,} cells", advice=ADVICE)
        check_columns(file, len(row), limits)
        yield row


def _has_text(sheet: ReadOnlyWorksheet, limits: Limits) -> bool:
    return any(cell.value is not None for row in _cell_rows("", sheet, limits) for cell in row)


def _check_formulas(file: str, data: bytes, title: str, limits: Limits) -> list[Notice]:
    """Formulas that have no stored value would read as empty cells: an error; the others a notice."""
    values = openpyxl.load_workbook(BytesIO(data), read_only=True, data_only=True, keep_links=False)[title]
    formulas = openpyxl.load_workbook(BytesIO(data), read_only=True, keep_links=False)[title]
    count = 0
    rows = zip(_cell_rows(file, values, limits), _cell_rows(file, formulas, limits), strict=True)
    for number, (value_row, formula_row) in enumerate(rows, 1):
        for column, (value, formula) in enumerate(zip(value_row, formula_row, strict=True), 1):
            if formula.data_type != "f":
                continue
            count += 1
            if value.value is None:
                where = f"a formula without one in column {get_column_letter(column)}"
                advice = "Open the workbook in a spreadsheet program, let it calculate, and save it."
                raise FormatError(file, where, "formulas with their stored values", number, advice)
    message = f"{counted(count, 'cell is a formula', 'cells are formulas')}; read by the value stored in the file."
    return [Notice("formulas", message, count)] if count else []


def _as_text(cell: Cell | MergedCell, seen: Counter[str]) -> str:
    """What a person sees in the cell, counting in ``seen`` what is not text."""
    value = cell.value
    if value is None:
        return ""
    if cell.data_type == "e":
        seen["cell-errors"] += 1
        return str(value)
    if isinstance(value, str):
        return _ESCAPE.sub(lambda match: chr(int(match[1], 16)), value) if "_x" in value else value
    if isinstance(value, bool):
        seen["truth-values"] += 1
        return str(value).upper()
    if isinstance(value, date | datetime | time | timedelta):
        seen["dates"] += 1
        return _iso(value)
    seen["numbers"] += 1
    return f"{value:.15g}" if isinstance(value, float) else str(value)


def _iso(value: date | time | timedelta) -> str:
    if isinstance(value, datetime) and value.time() == time():
        return value.date().isoformat()
    return str(value) if isinstance(value, timedelta) else value.isoformat()


def _with_seen(column: Column, seen: Counter[str]) -> Column:
    notices = (Notice(k, SEEN[k].format(counted(n, "cell holds", "cells hold")), n) for k, n in seen.items())
    return column.told(*notices)
