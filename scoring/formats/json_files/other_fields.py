"""Keep the other fields of JSON objects whose one field is read: rows are lined up and compared by ids and sources."""

import re
from collections.abc import Mapping
from dataclasses import replace

import pyarrow as pa

from ...text.naming import clean_name
from ..columns import Column
from ..containers.growing import string_array
from ..limits import FileLimits
from ..tables.ids import add_row_ids

_BLOCK = 10_000
"""Number of rows that are kept as Python's strings."""
_SURROGATE = re.compile("[\ud800-\udfff]")


class OtherFields:
    """The fields with a text or a whole number in every object, by which rows may be lined up."""

    def __init__(self, limits: FileLimits) -> None:
        self._limits = limits
        self._rows: dict[str, list[str]] | None = None
        """Cells that wait for ``_flush``, by field; None before the first object."""
        self._blocks: dict[str, list[pa.StringArray]] = {}
        self._n_waiting = 0

    def add(self, row: Mapping[str, object]) -> None:
        """Add one object; drop each field that the object lacks."""
        if self._rows is None:
            self._rows = {key: [] for key, value in row.items() if _is_cell(value)}
        self._rows = {key: cells for key, cells in self._rows.items() if _is_cell(row.get(key))}
        for key, cells in self._rows.items():
            cells.append(str(row[key]))
        self._n_waiting += 1
        if self._n_waiting == _BLOCK:
            self._flush()

    def _flush(self) -> None:
        """Turn the cells so far into arrays; drop all fields if they have more cells than a table may have."""
        rows = self._rows or {}
        self._blocks = {key: [*self._blocks.get(key, ()), string_array(cells)] for key, cells in rows.items()}
        count = sum(len(block) for blocks in self._blocks.values() for block in blocks)
        self._rows = {key: [] for key in rows} if count <= self._limits.cells else {}
        self._n_waiting = 0

    def give(self, column: Column) -> Column:
        """Return the column of the same objects with their ids and the fields that every object has."""
        self._flush()
        fields = ((clean_name(key), pa.concat_arrays(blocks)) for key, blocks in self._blocks.items())
        columns = [replace(column, name=name, segments=cells) for name, cells in fields if len(cells) == len(column)]
        return add_row_ids([column, *columns])[0]


def _is_cell(value: object) -> bool:
    if isinstance(value, str):
        return _SURROGATE.search(value) is None
    return isinstance(value, int) and not isinstance(value, bool)
