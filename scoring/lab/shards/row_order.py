"""Whether the rows of two files of JSON have another order, by a field of both, in memory that does not grow."""

from collections.abc import Mapping
from dataclasses import dataclass

ROW_ORDER = "row-order"
"""Kind of the notice."""


@dataclass
class _FieldOrder:
    """The values of one field, as numbers."""

    first: str | int
    values: int = 0
    """The same for the same values in any order."""
    order: int = 0
    """The same for the same values in the same order."""
    differ: bool = False
    """Whether there are two values."""

    def add(self, value: str | int) -> None:
        self.values += hash(value)
        self.order = hash((self.order, value))
        self.differ = self.differ or value != self.first


class RowOrder:
    """The order of the rows of one file, by each field that stands right in every object."""

    def __init__(self) -> None:
        self._fields: dict[str, _FieldOrder] | None = None

    def add(self, row: Mapping[str, object]) -> None:
        """Takes the next object; a field that it lacks is given up."""
        cells = {field: value for field, value in row.items() if isinstance(value, str | int)}
        if self._fields is None:
            self._fields = {field: _FieldOrder(value) for field, value in cells.items()}
        self._fields = {field: of for field, of in self._fields.items() if field in cells}
        for field, of in self._fields.items():
            of.add(cells[field])

    def field_in_another_order(self, other: "RowOrder") -> str | None:
        """Return a field whose values are the same in both files, in another order; None where there is none.

        A field of texts in the same order says that rows go together; equal numbers may only number the rows.
        """
        ours, theirs = self._fields or {}, other._fields or {}
        shared = [field for field in ours if field in theirs and ours[field].values == theirs[field].values]
        moved = [field for field in shared if ours[field].order != theirs[field].order]
        kept = [field for field in shared if field not in moved and ours[field].differ]
        return None if not moved or any(isinstance(ours[field].first, str) for field in kept) else moved[0]
