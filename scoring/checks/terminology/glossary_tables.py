"""Terms in a table with tabs, commas or semicolons between the columns.

The columns are source, target, more targets, forbidden, case and note.
"""

import csv
import io
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ...formats.errors import FormatError
from ...formats.limits import FileLimits, check_columns, check_line
from ...formats.tables.delimited_tables import CSV_ADVICE, guess_delimiter
from ...output.numbers import counted
from ...text.languages import Language, find_language
from ...text.naming import clean_name
from .glossary import MAX_TERMS, Glossary, GlossaryTerm

BETWEEN_FORMS = "|"
"""Separator of several forms in one cell."""
HEADER = "source, target, more targets, forbidden, case, note"
SOURCE, TARGET, OTHER_TARGETS, FORBIDDEN, CASE, NOTE = HEADER.split(", ")
_NAMES = {
    **dict.fromkeys(("source", "src", "source term", "term"), SOURCE),
    **dict.fromkeys(("target", "tgt", "trg", "target term", "translation"), TARGET),
    **dict.fromkeys(("more targets", "more target", "targets", "other targets", "synonyms", "variants"), OTHER_TARGETS),
    **dict.fromkeys(("forbidden", "forbidden target", "forbidden targets", "do not use", "deprecated"), FORBIDDEN),
    **dict.fromkeys(("case", "case sensitive", "casesensitive"), CASE),
    **dict.fromkeys(("note", "notes", "comment", "comments", "description", "definition"), NOTE),
}
"""Column that each word of a header names; words are in small letters, without digits at their ends."""
_YES = ("yes", "true", "1", "x", "case sensitive", "sensitive")
_NO = ("", "no", "false", "0", "case insensitive", "insensitive")
_ADVICE = f"The first row may name the columns: {HEADER}. Several forms in a cell have {BETWEEN_FORMS} between them."


def read_term_table(
    file: str, data: bytes, languages: tuple[Language | None, Language | None], limits: FileLimits
) -> Glossary:
    """Read a glossary from a table; raise ``FormatError`` with the line of a wrong term.

    The header has names of columns, or languages: then the columns of ``languages``, or else the first two, are read.
    Without a header there are two columns.
    """
    rows = _rows(file, data, limits)
    line, first = next(rows, (1, ["", ""]))
    check_columns(file, len(first), limits, line)
    columns = _find_term_columns(first, languages)
    if columns is None:
        if len(first) != 2:
            actual = f"{counted(len(first), 'column')} without a header that is known"
            raise FormatError(file, actual, "a source and a target in each row", line, _ADVICE)
        columns, rows = _TermColumns(0, (1,)), _and_before(line, first, rows)
    terms: list[GlossaryTerm] = []
    for line, cells in rows:
        if len(cells) > len(first):
            raise FormatError(file, f"{len(cells):,}", f"at most {counted(len(first), 'column')}", line, _ADVICE)
        if any(cell.strip() for cell in cells):
            terms.append(_glossary_term(file, line, cells, columns))
        if len(terms) > MAX_TERMS:
            raise FormatError(file, "more", f"at most {MAX_TERMS:,} terms", line)
    if not terms:
        raise FormatError(file, "none", "at least one term", 1, _ADVICE)
    return Glossary.joined(file, terms)


def is_header_of_terms(line: str, may_be_usual: bool = False) -> bool:
    """Return whether the first row of a table is a glossary's header, with a column that other tables do not have.

    With ``may_be_usual`` a source and a target, or two languages, are enough.
    """
    cells = re.split(r"[\t;,]", line.strip())
    kinds = {_column_kind(cell) or (TARGET if find_language(cell) else "") for cell in cells}
    if "" in kinds or _find_term_columns(cells, (None, None)) is None:
        return False
    return may_be_usual or ({SOURCE, TARGET} <= kinds and bool({OTHER_TARGETS, FORBIDDEN, CASE} & kinds))


def _column_kind(cell: str) -> str:
    """Return the column that a cell of a header names; empty where it names none."""
    name = re.sub(r"[\s_-]+", " ", cell).strip().rstrip("0123456789 ").lower()
    return _NAMES.get(name, "")


@dataclass(frozen=True)
class _TermColumns:
    """The columns of a table of terms, by their contents."""

    source: int
    targets: tuple[int, ...]
    forbidden: tuple[int, ...] = ()
    case: int | None = None
    note: int | None = None


def _find_term_columns(
    header: Sequence[str], languages: tuple[Language | None, Language | None]
) -> _TermColumns | None:
    """Return the columns that the header names; None where the row is not a header."""
    kinds = [*map(_column_kind, header)]
    places = {kind: [place for place, of in enumerate(kinds) if of == kind] for kind in {*kinds}}
    sources, targets = places.get(SOURCE, []), places.get(TARGET, [])
    if not sources or not targets:
        language_columns = _find_language_columns(header, languages)
        if language_columns is None:
            return None
        sources, targets = [language_columns[0]], [language_columns[1]]
    return _TermColumns(
        sources[0],
        (*targets, *places.get(OTHER_TARGETS, [])),
        tuple(places.get(FORBIDDEN, [])),
        next(iter(places.get(CASE, [])), None),
        next(iter(places.get(NOTE, [])), None),
    )


def _find_language_columns(
    header: Sequence[str], languages: tuple[Language | None, Language | None]
) -> tuple[int, int] | None:
    """Return the columns of source and target, if the header names at least two languages, one in the first column."""
    column_of_language: dict[Language, int] = {}
    for place, cell in enumerate(header):
        language = find_language(cell)
        if language is not None:
            column_of_language.setdefault(language, place)
    if len(column_of_language) < 2 or 0 not in column_of_language.values():
        return None
    source, target = languages
    others = [place for language, place in column_of_language.items() if language not in (source, target)]
    chosen = [
        column_of_language[of] if of in column_of_language else others.pop(0) if others else None
        for of in (source, target)
    ]
    return None if None in chosen else (chosen[0], chosen[1])  # type: ignore[return-value]


def _rows(file: str, data: bytes, limits: FileLimits) -> Iterator[tuple[int, list[str]]]:
    """Yield the cells of each row with its line.

    Quotation marks are read as CSV's, except where tabs separate the cells.
    """
    delimiter = guess_delimiter(data, limits)
    if delimiter == "\t" or b'"' not in data:
        for number, line in enumerate(data.split(b"\n"), 1):
            check_line(file, len(line), limits, number)
            yield number, line.decode().split(delimiter)
        return
    reader = csv.reader(io.StringIO(data.decode(), newline=""), delimiter=delimiter, strict=True)
    try:
        for row in reader:
            yield reader.line_num, row
    except csv.Error as error:
        raise FormatError(file, str(error), "a proper CSV row", reader.line_num, CSV_ADVICE) from None


def _and_before(line: int, first: list[str], rows: Iterator[tuple[int, list[str]]]) -> Iterator[tuple[int, list[str]]]:
    yield line, first
    yield from rows


def _glossary_term(file: str, line: int, cells: Sequence[str], columns: _TermColumns) -> GlossaryTerm:
    def cell(place: int | None) -> str:
        return cells[place].strip() if place is not None and place < len(cells) else ""

    def forms(places: Sequence[int]) -> tuple[str, ...]:
        listed = (form.strip() for place in places for form in cell(place).split(BETWEEN_FORMS))
        return tuple(dict.fromkeys(filter(None, listed)))

    case = re.sub(r"[\s_-]+", " ", cell(columns.case)).lower()
    if case not in (*_YES, *_NO):
        raise FormatError(file, repr(clean_name(case)), "yes or no in the column of case", line)
    try:
        source, targets = cell(columns.source), forms(columns.targets)
        return GlossaryTerm(source, targets, forms(columns.forbidden), case in _YES, cell(columns.note))
    except ValueError as error:
        raise FormatError(file, str(error), line=line, advice=_ADVICE) from None
