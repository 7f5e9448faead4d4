"""Read JSON Lines, or one array: objects of texts, flat or nested."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

import pyarrow as pa

from ...counting.progress import Progress, no_progress, progress_of_part
from ...text.naming import clean_name
from ..columns import Column, Notice, Role
from ..containers.growing import GrowingColumns
from ..errors import FormatError
from ..limits import MEGABYTE, FileLimits, check_cells, check_columns
from ..names import guess_header
from ..plain_text.notices import is_text_header, notice_segments
from ..plain_text.text import DecodedText
from ..tables.delimited_tables import number_notices
from ..tables.ids import add_row_ids
from .json_fields import Fields, Key, holds_references, left_out_of, text_under_key
from .json_rows import ADVICE, JsonPlace, JsonRow, json_rows, shown_key

BLOCK = 4 * MEGABYTE
"""Number of characters of objects that are kept as Python's objects at once."""


def read_jsonl_columns(
    file: str, text: DecodedText, limits: FileLimits, on_progress: Progress = no_progress
) -> list[Column]:
    """Return columns of one JSON object a line, or of an array of objects.

    Flat objects: every key is a column, its role guessed as from a table's header. Nested objects: ``references`` is a
    list (shorter lists are missing references), or an object of name -> text; ``systems`` is an object of name -> text.

    null is a missing reference or number, and an error under other keys unless it is null in every line; NaN is a
    missing number. Numbers are read as text. Keys with other lists and objects, such as ``metadata``, with true and
    false, or with nulls alone, and blank lines at the end are left out with a notice; a blank line inside is an error,
    since it may be a segment that got lost. Raises ``FormatError`` with line and key.
    """
    rows, notices = json_rows(file, text, limits)
    return columns_of_rows(file, rows, (*text.notices, *notices), limits, on_progress)


def columns_of_rows(
    file: str, rows: Iterable[JsonRow], noticed: Sequence[Notice], limits: FileLimits, on_progress: Progress
) -> list[Column]:
    """Return the columns of objects, as ``read_jsonl_columns`` does; ``noticed`` has the notices of the file."""
    table, left_out = _table(file, rows, limits, progress_of_part(on_progress, 0, 2))
    columns = add_row_ids(
        [
            _column(file, key, segments, progress_of_part(progress_of_part(on_progress, 1, 2), number, len(table)))
            for number, (key, segments) in enumerate(table.items())
        ]
    )
    return [columns[0].with_notices(*noticed, *left_out), *columns[1:]]


def _table(
    file: str, objects: Iterable[JsonRow], limits: FileLimits, on_progress: Progress
) -> tuple[dict[Key, pa.StringArray], Sequence[Notice]]:
    """Return all columns of text as they first appear, references together, and notices of what is left out."""
    table: GrowingColumns[Key] = GrowingColumns(file, limits)
    fields = Fields()
    rows: list[dict[Key, str | None]] = []
    size = 0
    for place, value, characters, share in objects:
        row = dict(_flat(place, value, fields, limits))
        fields.compare(place, row)
        check_columns(file, len(fields.keys), limits, place.line)
        check_cells(file, len(fields.keys) * (table.n_rows + len(rows) + 1), limits)
        rows.append(row)
        size += characters
        if size >= BLOCK:
            _append(table, rows, fields)
            rows, size = [], 0
            on_progress(share)
    _append(table, rows, fields)
    on_progress(1)
    left_out = fields.resolve()
    columns = {key: segments for key, segments in table.columns().items() if key not in fields.left_out}
    if not columns:
        raise FormatError(file, "no column of text" + left_out_of(left_out), "at least one text", 1, ADVICE)
    groups = list(dict.fromkeys(group for group, _ in columns))
    return {key: columns[key] for key in sorted(columns, key=lambda key: groups.index(key[0]))}, left_out


def _append(table: GrowingColumns[Key], rows: Sequence[Mapping[Key, str | None]], fields: Fields) -> None:
    if rows:
        table.append({key: [row.get(key) for row in rows] for key in fields.keys}, len(rows))


def _flat(
    place: JsonPlace, row: Mapping[str, object], fields: Fields, limits: FileLimits
) -> Iterator[tuple[Key, str | None]]:
    """Yield the key and the text of each value of one row."""
    check_columns(place.file, sum(map(_width, row.items())), limits, place.line)
    names: set[str] = set()
    for key, value in row.items():
        if holds_references(value, key):
            fields.add_several(key)
            for name, one in _named_references(value):
                if name in names:
                    raise place.error(f"a second reference {clean_name(name)} under {shown_key(key)}", "each name once")
                names.add(name)
                yield ("references", name), text_under_key(place, f"{key} {name}", one, may_miss=True)
        elif key == "systems" and isinstance(value, dict):
            for name, one in value.items():
                yield ("systems", name), text_under_key(place, name, one)
        else:
            yield ("", key), fields.value_text(place, key, value)


def _named_references(values: list[object] | dict[str, object]) -> Iterable[tuple[str, object]]:
    """Return the references with their names, or numbers from 1."""
    return ((str(number), one) for number, one in enumerate(values, 1)) if isinstance(values, list) else values.items()


def _width(item: tuple[str, object]) -> int:
    """Return the number of columns that a value becomes."""
    key, value = item
    is_several = holds_references(value, key) or (key == "systems" and isinstance(value, dict))
    return len(value) if is_several and isinstance(value, list | dict) else 1


def _column(file: str, key: Key, segments: pa.StringArray, on_progress: Progress) -> Column:
    group, name = key
    is_text = group != "" or is_text_header(name)
    notices = notice_segments(segments, "JSONL", on_progress, is_text=is_text)
    if group == "references":
        name = f"reference {name}" if name.isdecimal() else clean_name(name)
        return Column(file, name, Role.REFERENCE, segments, notices, "JSONL", stated=True)
    if group == "systems":
        return Column(file, clean_name(name), Role.SYSTEM, segments, notices, "JSONL", stated=True)
    notices += number_notices(name, segments)
    return Column(file, clean_name(name), guess_header(name).role, segments, notices, "JSONL")
