"""Tables with a header row: TSV and CSV; and what every kind of table shares."""

import csv
import io
from collections.abc import Sequence

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from .columns import Column, Notice, Role, clean_name, counted
from .errors import FormatError
from .limits import Limits, check_columns, check_segments
from .names import guess_header
from .notices import notice_segments
from .text import Decoded, split_lines

Cells = tuple[list[str], list[pa.StringArray], list[Notice]]
"""The header, one array a column, and what was noticed."""

HEADER_ADVICE = "The first row must name the columns (source, reference, system ...)."
CSV_ADVICE = 'A field that holds the separator, a line break or a " must stand in "..." with every " inside doubled.'


def read_tsv(file: str, text: Decoded, limits: Limits) -> list[Column]:
    """Tab-separated columns, taken as they stand: quotation marks are text, as MT's TSV files have it.

    Only where that gives rows of unequal length and quoting as in CSV gives a proper table is the
    file read as quoted, with a notice. Raises ``FormatError`` with the line of the first ragged row.
    """
    try:
        header, cells, notices = _split(file, text.data, "\t", limits)
    except FormatError:
        if b'"' not in text.data:
            raise
        quoted = _try_parse(file, text.data, limits)
        if quoted is None:
            raise
        header, cells, notices = quoted
        message = "Fields are wrapped in quotation marks as in CSV; read without them."
        notices.append(Notice("quoted", message, 1))
    return table_columns(file, "TSV", header, cells, [*text.notices, *notices], limits)


def read_csv(file: str, text: Decoded, limits: Limits) -> list[Column]:
    """Comma-separated columns (semicolons or tabs where the header has more of these), quoted as in RFC 4180.

    Raises ``FormatError`` with the line for ragged rows and for misplaced or unclosed quotation marks.
    """
    delimiter = _delimiter(text.data)
    parse = _parse if b'"' in text.data else _split
    header, cells, notices = parse(file, text.data, delimiter, limits)
    if delimiter != ",":
        name = {";": "semicolons", "\t": "tabs"}[delimiter]
        notices.append(Notice("delimiter", f"The columns are separated by {name}.", 1))
    return table_columns(file, "CSV", header, cells, [*text.notices, *notices], limits)


def table_columns(
    file: str,
    format: str,
    header: Sequence[str],
    cells: Sequence[pa.StringArray],
    notices: Sequence[Notice],
    limits: Limits,
) -> list[Column]:
    """Columns with the names and the roles that the header gives them.

    The file's notices go to the first column. Raises ``FormatError`` for a header that is empty, has
    a name twice, or has no rows below it.
    """
    check_columns(file, len(header), limits)
    names = [name.strip() for name in header]
    _check_header(file, names)
    if not len(cells[0]):
        raise FormatError(file, "only a header", "rows below it", 1, HEADER_ADVICE)
    columns = [
        _table_column(file, format, n, name, cell) for n, (name, cell) in enumerate(zip(names, cells, strict=True), 1)
    ]
    return [columns[0].told(*notices, *_looks_like_data(names)), *columns[1:]]


def ragged(file: str, line: int, found: int, expected: int, advice: str) -> FormatError:
    """The error for a row whose number of cells is not the header's."""
    return FormatError(file, f"{found:,}", f"{counted(expected, 'column')} as in the header", line=line, advice=advice)


def blank_rows(count: int) -> Notice:
    """The notice for blank rows after the last row of a table, which are no segments."""
    what = "blank row after the last one is" if count == 1 else "blank rows after the last one are"
    return Notice("blank-rows", f"{count:,} {what} not counted as segments.", count)


def _table_column(file: str, format: str, number: int, name: str, cells: pa.StringArray) -> Column:
    found = notice_segments(cells, format)
    if not name:
        message = f"Column {number:,} has no name in the header, so it is left out."
        unnamed = Notice("unnamed", message, 1)
        return Column(file, f"column {number}", Role.IGNORE, cells, (unnamed, *found), format, stated=True)
    return Column(file, clean_name(name), guess_header(name).role, cells, found, format)


def _check_header(file: str, names: list[str]) -> None:
    if not any(names):
        raise FormatError(file, "an empty one", "a header", 1, HEADER_ADVICE)
    for name in names:
        if name and names.count(name) > 1:
            found = f"{clean_name(name)!r} {names.count(name)} times"
            raise FormatError(file, found, "a different name for each column", 1, "Rename all but one.")


def _looks_like_data(names: list[str]) -> list[Notice]:
    """A notice where no cell of the header is a word for a role and some cell reads like a sentence."""
    if any(guess_header(name).said for name in names) or all(len(name.split()) < 4 for name in names):
        return []
    return [Notice("header", "The first row was read as the header, but it looks like text.", 1, (1,))]


def _split(file: str, data: bytes, delimiter: str, limits: Limits) -> Cells:
    """Cells between delimiters where nothing is quoted: a whole file at once."""
    lines = split_lines(file, data, limits)
    width = lines[0].as_py().count(delimiter) + 1
    check_columns(file, width, limits)
    notices: list[Notice] = []
    if width > 1:
        lines, notices = _without_blank_end(lines)
    cells = pc.split_pattern(lines, delimiter)
    counts = pc.list_value_length(cells).to_numpy()
    if (counts != width).any():
        row = int(np.argmax(counts != width))
        advice = f"Look for a missing or an extra {'tab' if delimiter == chr(9) else repr(delimiter)}."
        raise ragged(file, row + 1, int(counts[row]), width, advice)
    flat = cells.flatten()
    columns = [flat.take(pa.array(np.arange(first, len(flat), width))) for first in range(width)]
    return [column[0].as_py() for column in columns], [column[1:] for column in columns], notices


def _without_blank_end(lines: pa.StringArray) -> tuple[pa.StringArray, list[Notice]]:
    filled = np.flatnonzero(pc.binary_length(lines).to_numpy())
    end = int(filled[-1]) + 1 if len(filled) else 0
    return lines[: max(end, 1)], [blank_rows(len(lines) - end)] if 0 < end < len(lines) else []


def _try_parse(file: str, data: bytes, limits: Limits) -> Cells | None:
    try:
        return _parse(file, data, "\t", limits)
    except FormatError:
        return None


def _parse(file: str, data: bytes, delimiter: str, limits: Limits) -> Cells:
    """Cells by the rules of RFC 4180; quoted fields may hold delimiters and line breaks."""
    text, stand_in = _hide_lone_cr(file, data.decode())
    # newline="\n": any other value would also end lines at a lone CR
    reader = csv.reader(io.StringIO(text, newline="\n"), delimiter=delimiter, strict=True)
    rows: list[list[str]] = []
    blank = 0
    try:
        for row in reader:
            row = row or [""]
            if row == [""] and rows and len(rows[0]) > 1:
                blank += 1
                continue
            if rows and (blank or len(row) != len(rows[0])):
                line = reader.line_num - (1 if blank else 0)
                raise ragged(file, line, 1 if blank else len(row), len(rows[0]), CSV_ADVICE)
            rows.append(row)
            check_segments(file, len(rows) - 1, limits)
    except csv.Error as error:
        raise FormatError(file, str(error), "a proper CSV row", reader.line_num, CSV_ADVICE) from None
    columns = [pa.array(column, pa.string()) for column in zip(*rows[1:], strict=True)]
    if stand_in:
        columns = [pc.replace_substring(column, stand_in, "\r") for column in columns]
    header = [name.replace(stand_in or "\r", "\r") for name in rows[0]]
    empty = [pa.array([], pa.string()) for _ in header]
    return header, columns or empty, [blank_rows(blank)] if blank else []


def _hide_lone_cr(file: str, text: str) -> tuple[str, str | None]:
    """The csv module ends rows at a lone CR; a character that does not occur stands in for it meanwhile."""
    if "\r" not in text:
        return text, None
    unused = next((chr(code) for code in range(0xFDD0, 0xFDF0) if chr(code) not in text), None)
    if unused is None:
        raise FormatError(file, "lone carriage returns (CR)", "lines that end in LF or CR LF")
    return text.replace("\r", unused), unused


def _delimiter(data: bytes) -> str:
    """The separator that the header has most of, outside quotation marks; the comma where there is none."""
    header = data.split(b"\n", 1)[0].decode()
    outside = "".join(header.split('"')[::2])
    return max(",;\t", key=outside.count)
