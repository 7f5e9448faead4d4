"""One field of a JSON file, named by its path behind a ``#``: ``chat.jsonl#response.choices.0.message.content``."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

import pyarrow as pa

from ...counting.progress import Progress, no_progress, progress_of_part
from ...output.numbers import counted
from ...text.naming import clean_name
from ..columns import Column, Role
from ..containers.growing import GrowingColumns, as_strings
from ..limits import MEGABYTE, FileLimits, check_segments
from ..plain_text.notices import notice_segments
from ..plain_text.text import DecodedText
from ..tables.ids import with_ids
from .json_fields import text_in
from .json_rows import JsonPlace, json_rows

_SHOWN = 10
"""Fields that a message names."""
_BLOCK = 4 * MEGABYTE
_SURROGATE = re.compile("[\ud800-\udfff]")


def read_field(
    file: str, field: str, text: DecodedText, limits: FileLimits, on_progress: Progress = no_progress
) -> list[Column]:
    """The field's texts as one column, null where the field is null; with the ids that stand beside it.

    Raises ``FormatError`` with the line of an object that lacks the field, or has no text there.
    """
    rows, notices = json_rows(file, text, limits)
    table: GrowingColumns[int] = GrowingColumns(file, limits)
    beside = _OtherFields(limits)
    texts: list[str | None] = []
    size = 0
    for place, value, characters, share in rows:
        texts.append(text_in(place, field, value_at(place, value, field), may_miss=True))
        beside.add(value)
        check_segments(file, table.n_rows + len(texts), limits)
        size += characters
        if size >= _BLOCK:
            table.append({0: texts}, len(texts))
            beside.flush()
            texts, size = [], 0
            on_progress(share / 2)
    table.append({0: texts}, len(texts))
    segments = table.columns()[0]
    found = notice_segments(segments, "JSONL", progress_of_part(on_progress, 1, 2))
    told = (*text.notices, *notices, *found)
    column = Column(file, clean_name(field), Role.SYSTEM, segments, told, "JSONL", stated=True)
    (with_keys, *_) = with_ids([column, *(replace(column, name=name, segments=of) for name, of in beside.columns())])
    return [with_keys]


class _OtherFields:
    """Texts and whole numbers right in every object, by which rows may be lined up."""

    def __init__(self, limits: FileLimits) -> None:
        self._limits = limits
        self._rows: dict[str, list[str]] | None = None
        """Cells that wait for ``flush``, by the field; None before the first object."""
        self._blocks: dict[str, list[pa.StringArray]] = {}

    def add(self, row: Mapping[str, object]) -> None:
        """Takes one object; a field that it lacks is given up."""
        if self._rows is None:
            self._rows = {key: [] for key, value in row.items() if _is_cell(value)}
        self._rows = {key: cells for key, cells in self._rows.items() if _is_cell(row.get(key))}
        for key, cells in self._rows.items():
            cells.append(str(row[key]))

    def flush(self) -> None:
        """Turns the cells so far into arrays; gives all up where they are more than a table may have."""
        rows = self._rows or {}
        self._blocks = {key: [*self._blocks.get(key, ()), as_strings(cells)] for key, cells in rows.items()}
        count = sum(len(block) for blocks in self._blocks.values() for block in blocks)
        self._rows = {key: [] for key in rows} if count <= self._limits.cells else {}

    def columns(self) -> Iterator[tuple[str, pa.StringArray]]:
        """The fields that every object has."""
        self.flush()
        return ((clean_name(key), pa.concat_arrays(blocks)) for key, blocks in self._blocks.items())


def _is_cell(value: object) -> bool:
    if isinstance(value, str):
        return _SURROGATE.search(value) is None
    return isinstance(value, int) and not isinstance(value, bool)


def value_at(place: JsonPlace, value: object, field: str) -> object:
    """What stands under a field; dots lead into objects and lists where it is not there as it is written."""
    names = [field] if isinstance(value, dict) and field in value else field.split(".")
    for name in names:
        if isinstance(value, dict) and name in value:
            value = value[name]
        elif isinstance(value, list) and name.isascii() and name.isdecimal() and int(name) < len(value):
            value = value[int(name)]
        else:
            raise place.error(_there(value, name), f"the field {clean_name(field)}", "Every object needs it.")
    return value


def _there(value: object, name: str) -> str:
    """What is found where a name does not lead on."""
    if isinstance(value, dict):
        return f"the fields {listed_fields([*value])}"
    if isinstance(value, list) and name.isdecimal():
        return f"a list of {counted(len(value), 'entry', 'entries')}, which are numbered from 0"
    return f"no object to hold {clean_name(name)}"


def listed_fields(names: Sequence[str]) -> str:
    """The first few names, and how many others there are."""
    more = f" and {counted(len(names) - _SHOWN, 'other')}" if len(names) > _SHOWN else ""
    return ", ".join(map(clean_name, names[:_SHOWN])) + more
