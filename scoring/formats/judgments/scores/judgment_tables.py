"""Read tables of judgments: tab-separated without quoting, or with quotation marks as in CSV."""

import csv
import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from ....counting.arrays import Ints
from ....counting.progress import Progress, no_progress
from ....text.texts import as_mask
from ...columns import Notice
from ...errors import FormatError
from ...limits import FileLimits, check_pairs
from ...plain_text.notices import DOUBLED, QUOTED
from ...plain_text.text import DecodedText
from ...tables.delimited_tables import READ_UNQUOTED, Cells, guess_delimiter, split_cells, split_quoted

SEPARATORS = "\t,;"
_PAIR_HEADERS = ("lp", "langpair", "languagepair", "langs", "languages")
"""Headers of columns with pairs of languages, without marks and in small letters."""
_LANGUAGES = ("srclang", "sourcelang", "sourcelanguage"), ("trglang", "tgtlang", "targetlang", "targetlanguage")
"""Headers of columns with the source and target language, without marks and in small letters."""
_PAIR = r"\A[A-Za-z]{2,3}(?:_[A-Za-z]{2,4})*-[A-Za-z]{2,3}(?:_[A-Za-z]{2,4})*\z"
DOCUMENTS = ("doc", "document", "docname", "documentname", "docid", "documentid")
"""Headers of columns with documents, without marks and in small letters; earlier headers here are preferred."""


@dataclass(frozen=True, eq=False)
class JudgmentTable:
    """A table: its header and one array a column."""

    header: list[str]
    cells: list[pa.StringArray]
    lines: Ints
    """Line on which each row begins, (n_rows,), if no cell has a line break."""
    notices: tuple[Notice, ...] = ()

    def column(self, name: str) -> pa.StringArray:
        return self.cells[self.header.index(name)]

    def at(self, rows: Ints) -> "JudgmentTable":
        """Return the table with these rows only."""
        places = pa.array(rows)
        return JudgmentTable(self.header, [cells.take(places) for cells in self.cells], self.lines[rows], self.notices)


def read_table(file: str, text: DecodedText, limits: FileLimits, on_progress: Progress = no_progress) -> JudgmentTable:
    """Return the cells of a table with a header.

    Quotation marks are text in a table separated by tabs, unless the whole table is quoted as in CSV. The last cell of
    the header is a comment if it begins with ``#`` and no row has such a cell. Raises ``FormatError`` with the line of
    a row that is not as wide as the header.
    """
    delimiter = guess_delimiter(text.data, limits)
    data, comments = _remove_header_comment(text.data, delimiter.encode(), limits)
    header, cells, notices = split_table(file, data, delimiter, limits, on_progress)
    if not len(cells[0]):
        raise FormatError(file, "only a header", "rows below it", 1)
    names = [name.strip() for name in header]
    return JudgmentTable(names, cells, np.arange(2, len(cells[0]) + 2, dtype=np.int64), (*comments, *notices))


def letters_of_header(header: str) -> str:
    return re.sub(r"[\W_]+", "", header).lower()


def languages_of_rows(file: str, table: JudgmentTable, limits: FileLimits) -> tuple[list[str], tuple[str, ...]]:
    """Return the pair of languages of each row, such as ``en-de``, and the headers of the columns that state them.

    The pair is empty if the table states no language. Raises ``TooLargeError`` for too many pairs.
    """
    headers = {letters_of_header(name): name for name in reversed(table.header)}
    nothing = [""] * len(table.lines)
    for name in _PAIR_HEADERS:
        cells = pc.utf8_trim_whitespace(table.column(headers[name])) if name in headers else None
        if cells is not None and as_mask(pc.match_substring_regex(cells, _PAIR)).all():
            check_pairs(file, len(cells.unique()), limits, 1)
            return cells.to_pylist(), (headers[name],)
    used = [next((headers[name] for name in names if name in headers), None) for names in _LANGUAGES]
    source, target = (nothing if name is None else table.column(name).to_pylist() for name in used)
    pairs = zip(map(str.strip, source), map(str.strip, target), strict=True)
    languages = [f"{first}-{second}" if second else "" for first, second in pairs]
    check_pairs(file, len(set(languages)), limits, 1)
    return languages, tuple(name for name in used if name is not None) if any(languages) else ()


def documents_of_numbers(table: JudgmentTable, segments: Ints) -> tuple[str, list[str] | None]:
    """Return the header of the column of documents, and each row's document; "" and None if documents do not matter.

    Segments are numbered in documents if two documents have a segment with the same number; else throughout.
    """
    headers = {letters_of_header(name): name for name in reversed(table.header)}
    header = next((headers[name] for name in DOCUMENTS if name in headers), None)
    if header is None:
        return "", None
    documents: list[str] = pc.utf8_trim_whitespace(table.column(header)).to_pylist()
    numbered = set(zip(segments.tolist(), documents, strict=True))
    is_in_documents = len(numbered) > len({number for number, _ in numbered})
    return (header, documents) if is_in_documents else ("", None)


def split_table(file: str, data: bytes, delimiter: str, limits: FileLimits, on_progress: Progress) -> Cells:
    """Return the header, the cells between delimiters, and notices; quotation marks are read as in ``read_table``."""
    if b'"' not in data:
        return split_cells(file, data, delimiter, limits, on_progress)
    if delimiter == "\t":
        return _split_tabs(file, data, limits, on_progress)
    return split_quoted(file, data, delimiter, limits, on_progress)


def split_rows(rows: Sequence[str], delimiter: str) -> list[list[str]]:
    """Return the cells of a file's first rows, quoted as in CSV unless separated by tabs; empty for malformed CSV."""
    if delimiter == "\t":
        return [row.split(delimiter) for row in rows]
    try:
        return list(csv.reader(rows, delimiter=delimiter))
    except csv.Error:
        return []


def _remove_header_comment(data: bytes, delimiter: bytes, limits: FileLimits) -> tuple[bytes, list[Notice]]:
    """Return the table without the comment at the end of its header, and a notice of the comment."""
    header, _, below = data[: 2 * limits.longest_line].partition(b"\n")
    before, separator, last = header.rpartition(delimiter)
    if not separator or not is_comment(last.decode("utf-8", "ignore")):
        return data, []
    if below.split(b"\n", 1)[0].count(delimiter) != before.count(delimiter):
        return data, []
    message = "The last cell of the header begins with #: a comment, which no row has a cell for; left out."
    return before + data[len(header) :], [Notice("comment", message, 1, (1,))]


def is_comment(cell: str) -> bool:
    """Return whether the last cell of a header is a comment."""
    return cell.strip(' "\r').startswith("#")


def _split_tabs(file: str, data: bytes, limits: FileLimits, on_progress: Progress) -> Cells:
    """Return tab-separated cells as written, or without CSV's quotation marks if the whole table has them."""
    try:
        header, cells, notices = split_cells(file, data, "\t", limits, on_progress)
    except FormatError as ragged:
        try:
            header, cells, notices = split_quoted(file, data, "\t", limits, on_progress)
        except FormatError:
            raise ragged from None
        return header, cells, [*notices, Notice("quoted", READ_UNQUOTED, 1)]
    if not _is_quoted(cells):
        return header, cells, notices
    header, cells, notices = split_quoted(file, data, "\t", limits, on_progress)
    return header, cells, [*notices, Notice("quoted", READ_UNQUOTED, 1)]


def _is_quoted(columns: Sequence[pa.StringArray]) -> bool:
    """Return whether every cell with a quotation mark is wrapped in two, and some cell has doubled ones inside."""
    is_doubled = False
    for column in columns:
        marked = column.filter(pc.match_substring(column, '"'))
        if not as_mask(pc.match_substring_regex(marked, QUOTED)).all():
            return False
        is_doubled = is_doubled or bool(as_mask(pc.match_substring_regex(marked, DOUBLED)).any())
    return is_doubled
