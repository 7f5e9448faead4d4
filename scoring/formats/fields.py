"""Choose one column of a file by its name or its number behind a ``#``: ``table.tsv#mt``, ``table.tsv#2``."""

from collections.abc import Sequence
from dataclasses import replace

from ..output.numbers import counted
from ..text.naming import clean_name
from ..text.suggestions import did_you_mean
from .columns import Column, Notice, Role
from .errors import FormatError
from .plain_text.notices import OF_CELLS, OF_TEXT

MAX_NAMES_SHOWN = 10


def format_file_field(file: str, field: str | None) -> str:
    """Return a file's name as messages show it, with the field that is read from it."""
    return file if field is None else f"{file}#{clean_name(field)}"


def choose_column(file: str, field: str, columns: Sequence[Column]) -> list[Column]:
    """Return the column with this name, or else with this number from 1, with the notices about the whole file.

    Raises ``FormatError``, which lists the file's columns, if no column fits.
    """
    if all(column.format == "text" for column in columns) and len(columns) == 1:
        raise no_columns(file, field)
    chosen = _find_column(field, columns)
    if chosen is None:
        raise FormatError(
            format_file_field(file, field), _columns_phrase(field, columns), f"a column {clean_name(field)}"
        )
    of_file: tuple[Notice, ...] = ()
    if chosen is not columns[0]:
        of_file = tuple(notice for notice in columns[0].notices if notice.kind not in OF_TEXT | OF_CELLS)
    return [replace(chosen.with_notices(*of_file), file=format_file_field(file, field), role=Role.SYSTEM, stated=True)]


def no_columns(file: str, field: str) -> FormatError:
    """Return the error for a field that is asked of plain text."""
    actual = "plain text, which has no columns"
    return FormatError(format_file_field(file, field), actual, f"a file with a column {clean_name(field)}")


def _find_column(field: str, columns: Sequence[Column]) -> Column | None:
    name = clean_name(field.strip())
    for column in columns:
        if column.name == name:
            return column
    is_number = name.isascii() and name.isdecimal() and 1 <= int(name) <= len(columns)
    return columns[int(name) - 1] if is_number else None


def _columns_phrase(field: str, columns: Sequence[Column]) -> str:
    names = [column.name for column in columns]
    rest = f" and {counted(len(names) - MAX_NAMES_SHOWN, 'other')}" if len(names) > MAX_NAMES_SHOWN else ""
    return f"the columns {', '.join(names[:MAX_NAMES_SHOWN])}{rest}{did_you_mean(field, names)}"
