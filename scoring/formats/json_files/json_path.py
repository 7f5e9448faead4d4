"""Read one field of a JSON file by its path behind a ``#``: ``chat.jsonl#response.choices.0.message.content``."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

import pyarrow as pa

from ...counting.progress import Progress, no_progress, progress_of_part
from ...output.numbers import counted
from ...text.naming import clean_name
from ...text.suggestions import did_you_mean
from ..columns import Column, Notice, Role
from ..containers.growing import GrowingColumns
from ..limits import MEGABYTE, FileLimits, check_segments
from ..plain_text.notices import notice_segments
from ..plain_text.text import DecodedText
from .json_fields import REFERENCES, text_under_key
from .json_rows import JsonPlace, JsonRow, json_rows
from .other_fields import OtherFields

_MAX_FIELDS_SHOWN = 10
"""Maximum number of fields that a message names."""
_BLOCK = 4 * MEGABYTE
MAX_PATHS, MAX_DEPTH = 100, 20
"""Maximum number of paths that are offered, and of steps in each path."""


def read_field(
    file: str, field: str, text: DecodedText, limits: FileLimits, on_progress: Progress = no_progress
) -> list[Column]:
    """Return the field's texts as one column, null if the field is null, with the ids in the same objects.

    Raises ``FormatError`` with the line of an object that lacks the field, or has no text there.
    """
    rows, notices = json_rows(file, text, limits)
    return field_of_rows(file, field, rows, (*text.notices, *notices), limits, on_progress)


def field_of_rows(
    file: str,
    field: str,
    rows: Iterable[JsonRow],
    noticed: Sequence[Notice],
    limits: FileLimits,
    on_progress: Progress = no_progress,
) -> list[Column]:
    """Return the column of one field of objects, as ``read_field`` does; ``noticed`` has the notices of the file."""
    table: GrowingColumns[int] = GrowingColumns(file, limits)
    other_fields, order = OtherFields(limits), _RowOrder()
    texts: list[str | None] = []
    size = 0
    for place, value, characters, share in rows:
        texts.append(text_under_key(place, field, value_at(place, value, field), may_miss=True))
        other_fields.add(value)
        order.add(value)
        check_segments(file, table.n_rows + len(texts), limits)
        size += characters
        if size >= _BLOCK:
            table.append({0: texts}, len(texts))
            texts, size = [], 0
            on_progress(share / 2)
    table.append({0: texts}, len(texts))
    segments, rows_by_id = table.columns()[0], order.rows()
    in_order = segments if rows_by_id is None else segments.take(rows_by_id)
    segment_notices = notice_segments(in_order, "JSONL", progress_of_part(on_progress, 1, 2), is_text=True)
    notices = (*noticed, *order.notices(), *segment_notices)
    column = other_fields.give(Column(file, clean_name(field), Role.SYSTEM, segments, notices, "JSONL", stated=True))
    return [column if rows_by_id is None else _select_rows(column, rows_by_id)]


class _RowOrder:
    """The order of a file's objects as segments: by the number of their document, else as in the file."""

    def __init__(self) -> None:
        self._numbers: list[int] | None = []
        """Numbers under ``doc_id``; None if an object has none."""
        self._n_requests = 0

    def add(self, row: Mapping[str, object]) -> None:
        """Take note of one object."""
        number = row.get("doc_id")
        if isinstance(number, bool) or not isinstance(number, int):
            self._numbers = None
        elif self._numbers is not None:
            self._numbers.append(number)
        self._n_requests += isinstance(row.get("custom_id"), str)

    def rows(self) -> pa.Int64Array | None:
        """Return the rows in the order of their numbers, (n,); None if they are in order, or a number repeats."""
        numbers = self._numbers
        if numbers is None or len({*numbers}) < len(numbers) or numbers == sorted(numbers):
            return None
        return pa.array(sorted(range(len(numbers)), key=numbers.__getitem__), pa.int64())

    def notices(self) -> Iterator[Notice]:
        """Yield a notice of the order of the segments if another order was possible."""
        rows = self.rows()
        if rows is not None:
            yield Notice(
                "row-order", "The objects are in the order of their doc_id, not in that of the file.", len(rows)
            )
        elif self._n_requests:
            message = "The objects are in the order of the file: custom_id does not number segments."
            yield Notice("row-order", message, self._n_requests)


def _select_rows(column: Column, rows: pa.Int64Array) -> Column:
    keys = None if column.keys is None else column.keys.take(rows)
    table = None if column.table is None else column.table.take(rows)
    return replace(column, segments=column.segments.take(rows), keys=keys, table=table)


def text_paths(start: str) -> list[str]:
    """Return the paths to texts inside objects and lists, by the first object of a file.

    Empty if the first object has no such texts, is cut off, or has the form ``{"references": ..., "systems": ...}``.

    >>> text_paths('{"id": 1, "source": "Yes.", "answer": {"choices": [{"text": "Ja."}]}}')
    ['source', 'answer.choices.0.text']
    >>> text_paths('{"source": "Yes.", "target": "Ja."}')
    []
    """
    text = start.lstrip("\ufeff \t\r\n")
    text = text[1:].lstrip() if text.startswith("[") else text
    try:
        value, _ = json.JSONDecoder().raw_decode(text)
    except (ValueError, RecursionError):
        return []
    if not isinstance(value, dict) or any(map(_is_own_form, value, value.values())):
        return []
    paths = [path for path, _ in zip(_paths(value, "", 0), range(MAX_PATHS), strict=False)]
    return paths if any("." in path for path in paths) else []


def _is_own_form(key: str, value: object) -> bool:
    """Return whether ``read_jsonl_columns`` reads the texts inside a value as several columns."""
    return (key in REFERENCES or key == "systems") and isinstance(value, list | dict)


def _paths(value: object, path: str, depth: int) -> Iterator[str]:
    if isinstance(value, str):
        yield path
    elif depth < MAX_DEPTH:
        entries = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
        for name, inner in entries:
            if name != "" and "." not in str(name):  # a dot in a name leads elsewhere
                yield from _paths(inner, f"{path}.{name}" if path else str(name), depth + 1)


def value_at(place: JsonPlace, value: object, field: str) -> object:
    """Return the value under a field; dots lead into objects and lists unless the object has the whole name as key."""
    names = [field] if isinstance(value, dict) and field in value else field.split(".")
    for name in names:
        if isinstance(value, dict) and name in value:
            value = value[name]
        elif isinstance(value, list) and name.isascii() and name.isdecimal() and int(name) < len(value):
            value = value[int(name)]
        else:
            raise place.error(_content_phrase(value, name), f"the field {clean_name(field)}", "Every object needs it.")
    return value


def _content_phrase(value: object, name: str) -> str:
    """Return a text for messages on the content of a value that does not have the name."""
    if isinstance(value, dict):
        return f"the fields {listed_fields([*value])}{did_you_mean(name, value)}"
    if isinstance(value, list) and name.isdecimal():
        return f"a list of {counted(len(value), 'entry', 'entries')}, which are numbered from 0"
    return f"no object to hold {clean_name(name)}"


def listed_fields(names: Sequence[str]) -> str:
    """Return the first few names, and the number of the others, as a text."""
    rest = f" and {counted(len(names) - _MAX_FIELDS_SHOWN, 'other')}" if len(names) > _MAX_FIELDS_SHOWN else ""
    return ", ".join(map(clean_name, names[:_MAX_FIELDS_SHOWN])) + rest
