"""Read tables with a header row, TSV and CSV, and make columns of any kind of table."""

import csv
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from ...counting.progress import Progress, no_progress, progress_of_part
from ...output.numbers import counted
from ...text.naming import clean_name
from ..columns import Column, Notice, Role
from ..containers.growing import GrowingColumns
from ..containers.pieces import contains
from ..errors import FormatError
from ..limits import MEGABYTE, FileLimits, check_cells, check_columns, check_line, check_segments
from ..names import guess_header
from ..plain_text.notices import is_text_header, notice_segments
from ..plain_text.text import DecodedText, split_lines
from ..score_names import names_a_score
from .ids import add_row_ids
from .written_numbers import notice_numbers

Cells = tuple[list[str], list[pa.StringArray], list[Notice]]
"""Header, one array a column, and notices."""

BLOCK = MEGABYTE
"""Number of bytes of rows that are kept as Python's strings."""
LINES_TOLD = 1_000
"""Number of lines between two reports of progress."""
READ_UNQUOTED = "Fields are wrapped in quotation marks as in CSV; read without them."
HEADER_ADVICE = "The first row must name the columns (source, reference, system ...)."
CSV_ADVICE = 'A field that holds the separator, a line break or a " must stand in "..." with every " inside doubled.'

_STATED_DELIMITER = re.compile(rb'"?sep=(?P<sign>[,;|:\t])"?\n', re.IGNORECASE)

csv.field_size_limit(2**31 - 1)  # no file has more bytes; what a row may have, ``_Lines`` checks by ``FileLimits``


def read_tsv(file: str, text: DecodedText, limits: FileLimits, on_progress: Progress = no_progress) -> list[Column]:
    """Return the tab-separated columns, without unquoting: quotation marks are text, as in MT's TSV files.

    The file is only read as quoted, with a notice, if rows would else have unequal length and quoting as in CSV gives a
    proper table. A first line that says that tabs separate the columns is no row. Raises
    ``FormatError`` with the line of the first ragged row.
    """
    stated = _STATED_DELIMITER.match(text.data)
    is_stated = stated is not None and stated["sign"] == b"\t"
    data = text.data[stated.end() :] if stated and is_stated else text.data
    with _one_line_later() if is_stated else nullcontext():
        header, cells, notices = _plain_or_quoted(file, data, limits, progress_of_part(on_progress, 0, 2))
    if is_stated:
        notices.append(
            Notice("delimiter", "The columns are separated by tabs, as the first line says; it is no row.", 1)
        )
    notices = [*text.notices, *notices]
    return table_columns(file, "TSV", header, cells, notices, limits, progress_of_part(on_progress, 1, 2))


def _plain_or_quoted(file: str, data: bytes, limits: FileLimits, on_progress: Progress) -> Cells:
    try:
        return split_cells(file, data, "\t", limits, on_progress)
    except FormatError:
        quoted = _try_parse(file, data, limits, on_progress) if b'"' in data else None
        if quoted is None:
            raise
        header, cells, notices = quoted
        return header, cells, [*notices, Notice("quoted", READ_UNQUOTED, 1)]


def read_csv(file: str, text: DecodedText, limits: FileLimits, on_progress: Progress = no_progress) -> list[Column]:
    """Return the comma-separated columns, quoted as in RFC 4180; semicolons or tabs if the header has more of these.

    A first line such as ``sep=;``, which tells Excel the separator, is no row. Raises ``FormatError`` with the
    line for ragged rows and for misplaced or unclosed quotation marks.
    """
    stated = _STATED_DELIMITER.match(text.data)
    data = text.data[stated.end() :] if stated else text.data
    delimiter = stated["sign"].decode() if stated else guess_delimiter(data, limits)
    parse = split_quoted if b'"' in data else split_cells
    with _one_line_later() if stated else nullcontext():
        header, cells, notices = parse(file, data, delimiter, limits, progress_of_part(on_progress, 0, 2))
        if delimiter != ",":
            name = {";": "semicolons", "\t": "tabs"}.get(delimiter, repr(delimiter))
            reason = " as the first line says, which is no row" if stated else ""
            notices.append(Notice("delimiter", f"The columns are separated by {name}{reason}.", 1))
        notices = [*text.notices, *notices]
        return table_columns(file, "CSV", header, cells, notices, limits, progress_of_part(on_progress, 1, 2))


@contextmanager
def _one_line_later() -> Iterator[None]:
    """Add one to the lines of errors, because the file's first line was not read with the others."""
    try:
        yield
    except FormatError as error:
        if error.line is not None:
            error.line += 1
        raise


def table_columns(
    file: str,
    format: str,
    header: Sequence[str],
    cells: Sequence[pa.StringArray],
    notices: Sequence[Notice],
    limits: FileLimits,
    on_progress: Progress = no_progress,
) -> list[Column]:
    """Return the columns with the names and the roles that the header gives them.

    The file's notices go to the first column. Raises ``FormatError`` for a header that is empty, has
    a name twice, or has no rows below it.
    """
    check_columns(file, len(header), limits)
    names = [name.strip() for name in header]
    _check_header(file, names)
    if not len(cells[0]):
        raise FormatError(file, "only a header", "rows below it", 1, HEADER_ADVICE)
    columns = add_row_ids(
        [
            _table_column(file, format, n, name, cell, progress_of_part(on_progress, n - 1, len(names)))
            for n, (name, cell) in enumerate(zip(names, cells, strict=True), 1)
        ]
    )
    return [columns[0].with_notices(*notices, *_looks_like_data(names)), *columns[1:]]


def ragged_row_error(file: str, line: int, n_cells: int, expected: int, advice: str) -> FormatError:
    """Return the error for a row with another number of cells than the header."""
    return FormatError(
        file, f"{n_cells:,}", f"{counted(expected, 'column')} as in the header", line=line, advice=advice
    )


def blank_rows(count: int) -> Notice:
    """Return the notice for blank rows after the last row of a table, which are no segments."""
    subject = "blank row after the last one is" if count == 1 else "blank rows after the last one are"
    return Notice("blank-rows", f"{count:,} {subject} not counted as segments.", count)


def _table_column(
    file: str, format: str, number: int, name: str, cells: pa.StringArray, on_progress: Progress
) -> Column:
    notices = notice_segments(cells, format, on_progress, is_text=is_text_header(name)) + number_notices(name, cells)
    if not name:
        message = f"Column {number:,} has no name in the header, so it is left out."
        unnamed = Notice("unnamed", message, 1)
        return Column(file, f"column {number}", Role.IGNORE, cells, (unnamed, *notices), format, stated=True)
    return Column(file, clean_name(name), guess_header(name).role, cells, notices, format)


def number_notices(name: str, cells: pa.StringArray) -> tuple[Notice, ...]:
    """Return the notices on how the numbers of a column are written, unless its header names a text."""
    is_score = guess_header(name).stated_role is None or names_a_score(name)
    return notice_numbers(cells) if is_score else ()


def _check_header(file: str, names: list[str]) -> None:
    if not any(names):
        raise FormatError(file, "an empty one", "a header", 1, HEADER_ADVICE)
    for name, count in Counter(names).items():
        if name and count > 1:
            actual = f"{clean_name(name)!r} {count} times"
            raise FormatError(file, actual, "a different name for each column", 1, "Rename all but one.")


def _looks_like_data(names: list[str]) -> list[Notice]:
    """Return a notice if no cell of the header is a word for a role and some cell reads like a sentence; else empty."""
    if any(guess_header(name).stated_role for name in names) or all(len(name.split(None, 3)) < 4 for name in names):
        return []
    return [Notice("header", "The first row was read as the header, but it looks like text.", 1, (1,))]


def split_cells(file: str, data: bytes, delimiter: str, limits: FileLimits, on_progress: Progress) -> Cells:
    """Return the header and the cells between delimiters, without quoting, of a whole file at once, and notices."""
    _check_header_line(file, data, limits)
    lines = split_lines(file, data, limits)
    on_progress(1 / 4)
    width = lines[0].as_py().count(delimiter) + 1
    check_columns(file, width, limits)
    notices: list[Notice] = []
    if width > 1:
        lines, notices = _without_blank_end(lines)
    counts = pc.count_substring(lines, delimiter).to_numpy() + 1
    on_progress(2 / 4)
    if (counts != width).any():
        row = int(np.argmax(counts != width))
        advice = f"Look for a missing or an extra {'tab' if delimiter == chr(9) else repr(delimiter)}."
        raise ragged_row_error(file, row + 1, int(counts[row]), width, advice)
    check_cells(file, (len(lines) - 1) * width, limits)
    flat = pc.split_pattern(lines, delimiter).flatten()
    on_progress(3 / 4)
    columns = [flat.take(pa.array(np.arange(first, len(flat), width))) for first in range(width)]
    on_progress(4 / 4)
    return [column[0].as_py() for column in columns], [column[1:] for column in columns], notices


def _check_header_line(file: str, data: bytes, limits: FileLimits) -> None:
    """Raise ``TooLargeError`` for a header above the longest line, because the header is split as a whole."""
    end = data.find(b"\n", 0, limits.longest_line + 1)
    if end < 0:
        check_line(file, len(data), limits, 1)


def _without_blank_end(lines: pa.StringArray) -> tuple[pa.StringArray, list[Notice]]:
    filled = np.flatnonzero(pc.binary_length(lines).to_numpy())
    end = int(filled[-1]) + 1 if len(filled) else 0
    return lines[: max(end, 1)], [blank_rows(len(lines) - end)] if 0 < end < len(lines) else []


def _try_parse(file: str, data: bytes, limits: FileLimits, on_progress: Progress) -> Cells | None:
    try:
        return split_quoted(file, data, "\t", limits, on_progress)
    except FormatError:
        return None


class _Lines:
    """An iterator of a file's lines for the csv module, which takes as many lines as a row has."""

    def __init__(self, file: str, data: bytes, stand_in: str | None, limits: FileLimits, on_progress: Progress) -> None:
        self.file, self.data, self.stand_in = file, data, stand_in
        self.limits, self.on_progress = limits, on_progress
        self.number = 0
        self.row_bytes = 0
        """Number of bytes of the row that is being read; the row's reader resets it."""

    def __iter__(self) -> Iterator[str]:
        start = 0
        while start < len(self.data):
            stop = self.data.find(b"\n", start, start + self.limits.longest_line) + 1
            self.number += 1
            if not stop:
                check_line(self.file, len(self.data) - start, self.limits, self.number)
                stop = len(self.data)
            self.row_bytes += stop - start
            check_line(self.file, self.row_bytes, self.limits, self.number)
            line = self.data[start:stop].decode()
            yield line.replace("\r", self.stand_in) if self.stand_in else line
            start = stop
            if self.number % LINES_TOLD == 0:
                self.on_progress(start / len(self.data))


def split_quoted(file: str, data: bytes, delimiter: str, limits: FileLimits, on_progress: Progress) -> Cells:
    """Return the header and the cells by RFC 4180, and notices; quoted fields may hold delimiters and line breaks."""
    stand_in = _cr_replacement(file, data)
    lines = _Lines(file, data, stand_in, limits, on_progress)
    reader = csv.reader(lines, delimiter=delimiter, strict=True)
    table: GrowingColumns[int] = GrowingColumns(file, limits)
    header: list[str] = []
    rows: list[list[str]] = []
    blank = size = 0
    try:
        for row in reader:
            size += lines.row_bytes
            lines.row_bytes = 0
            row = row or [""]
            if row == [""] and len(header) > 1:
                blank += 1
                continue
            if not header:
                check_columns(file, len(row), limits)
                header = row
                continue
            if blank or len(row) != len(header):
                line = reader.line_num - (1 if blank else 0)
                raise ragged_row_error(file, line, 1 if blank else len(row), len(header), CSV_ADVICE)
            rows.append(row)
            check_segments(file, table.n_rows + len(rows), limits)
            if size >= BLOCK:
                table.append(dict(enumerate(zip(*rows, strict=True))), len(rows))
                rows, size = [], 0
    except csv.Error as error:
        raise FormatError(file, str(error), "a proper CSV row", reader.line_num, CSV_ADVICE) from None
    table.append(dict(enumerate(zip(*rows, strict=True))) or dict.fromkeys(range(len(header)), ()), len(rows))
    columns = list(table.columns().values())
    if stand_in:
        columns = [pc.replace_substring(column, stand_in, "\r") for column in columns]
        header = [name.replace(stand_in, "\r") for name in header]
    return header, columns, [blank_rows(blank)] if blank else []


def _cr_replacement(file: str, data: bytes) -> str | None:
    """Return an unused character to replace lone CRs, at which the csv module would end a row; None without any CR."""
    if not contains(data, b"\r"):
        return None
    unused = next((chr(code) for code in range(0xFDD0, 0xFDF0) if not contains(data, chr(code).encode())), None)
    if unused is None:
        raise FormatError(file, "lone carriage returns (CR)", "lines that end in LF or CR LF")
    return unused


def guess_delimiter(data: bytes, limits: FileLimits) -> str:
    """Return the most frequent separator in the header, outside quotation marks; the comma if there is none."""
    header = data[: limits.longest_line].split(b"\n", 1)[0].decode("utf-8", "ignore")
    outside = "".join(header.split('"')[::2])
    return max(",;\t", key=outside.count)
