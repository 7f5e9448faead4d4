"""Collect the features of all candidates while a file is read, and make a table of them at the end."""

import re
from collections.abc import Sequence

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from ...counting.arrays import Floats, Ints
from ...formats.errors import FormatError
from ...formats.limits import FileLimits, check_cells, check_columns
from ...text.naming import clean_name
from ...text.texts import as_mask


class Features:
    """A table of features that grows value by value; a feature that a candidate does not name is 0.

    Raises ``TooLargeError`` for more names than ``limits.columns``, or a table above ``limits.cells``.
    """

    def __init__(self, file: str, limits: FileLimits) -> None:
        self._file, self._limits = file, limits
        self._columns: dict[str, int] = {}
        self._rows_of: list[Ints] = []
        self._columns_of: list[Ints] = []
        self._values: list[Floats] = []
        self._n_values = 0

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the features, in the order in which they first came."""
        return tuple(self._columns)

    def column(self, name: str, line: int) -> int:
        """Return the column of a feature, and add one for a new feature; ``line`` is for the error message."""
        column = self._columns.setdefault(name, len(self._columns))
        check_columns(self._file, len(self._columns), self._limits, line)
        return column

    def append(
        self, rows: Ints | Sequence[int], columns: Ints | Sequence[int], values: Floats | Sequence[float]
    ) -> None:
        """Add values of candidates, numbered through all lists, in these columns."""
        self._rows_of.append(np.array(rows, np.int32))
        self._columns_of.append(np.array(columns, np.int32))
        self._values.append(np.array(values, np.float64))
        self._n_values += len(values)
        check_cells(self._file, self._n_values, self._limits)

    def table(self, n_rows: int) -> Floats | None:
        """Return the table of features, float64 (n_rows, n_features); None without any feature."""
        if not self._columns:
            return None
        check_cells(self._file, n_rows * len(self._columns), self._limits)
        table: Floats = np.zeros((n_rows, len(self._columns)))
        for rows, columns, values in zip(self._rows_of, self._columns_of, self._values, strict=True):
            table[rows, columns] = values
        return table


# --- cells of a list as numbers ---

NOT_FINITE = "Only finite numbers can be weighed and compared; leave the candidate out, or give it another number."
_DECIMAL = r"\A[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d{1,3})?\z"
_ENDLESS = re.compile(r"(.*[=:])?[-+]?(nan|inf|infinity)", re.IGNORECASE)


def parse_decimals(file: str, cells: pa.StringArray, lines: Ints, expected: str) -> Floats:
    """Return the cells as numbers, float64 (n_cells,).

    Raises ``FormatError`` with the line, from ``lines`` (n_cells,), for a cell that is not a finite number.
    """
    are_decimal = as_mask(pc.match_substring_regex(cells, _DECIMAL))
    if not are_decimal.all():
        row = int(np.argmin(are_decimal))
        cell = cells[row].as_py()
        advice = NOT_FINITE if _ENDLESS.fullmatch(cell) else None
        raise FormatError(file, repr(clean_name(cell)), expected, int(lines[row]), advice)
    values: Floats = np.array(pc.cast(pc.replace_substring_regex(cells, r"\A\+", ""), pa.float64()))
    endless = np.flatnonzero(~np.isfinite(values))
    if len(endless):
        row = int(endless[0])
        raise FormatError(file, cells[row].as_py(), "a number below 1e308", int(lines[row]))
    return values
