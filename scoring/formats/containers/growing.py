"""Build columns block by block, so that a table is never in memory as Python's strings."""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from itertools import islice
from typing import Generic, TypeVar

import pyarrow as pa

from ..limits import FileLimits, check_cells

BLOCK = 50_000
"""Number of strings that become an array at once; other threads wait meanwhile."""

Key = TypeVar("Key", bound=Hashable)


class GrowingColumns(Generic[Key]):
    """The columns of one table, by key, in the order in which they first appear.

    A column has nulls for the rows before it first appears, and for blocks without it.
    """

    def __init__(self, file: str, limits: FileLimits) -> None:
        self.n_rows = 0
        self._file, self._limits = file, limits
        self._blocks: dict[Key, list[pa.StringArray]] = {}

    def append(self, block: Mapping[Key, Sequence[str | None]], n_rows: int) -> None:
        """Add ``n_rows`` rows; raise ``TooLargeError`` for more than ``limits.cells`` in all."""
        for key in block:
            self._blocks.setdefault(key, [_nulls(self.n_rows)])
        self.n_rows += n_rows
        check_cells(self._file, len(self._blocks) * self.n_rows, self._limits)
        for key, blocks in self._blocks.items():
            blocks.append(string_array(block[key]) if key in block else _nulls(n_rows))

    def columns(self) -> dict[Key, pa.StringArray]:
        return {key: pa.concat_arrays(blocks) for key, blocks in self._blocks.items()}


def string_array(strings: Iterable[str | None]) -> pa.StringArray:
    """Return the strings as an array that is made block by block."""
    waiting = iter(strings)
    blocks = []
    while block := list(islice(waiting, BLOCK)):
        blocks.append(pa.array(block, pa.string()))
    return pa.concat_arrays(blocks) if blocks else _nulls(0)


def free_gradually(strings: dict[str, str] | set[str] | list[str]) -> None:
    """Empty a container one item at a time: freeing millions of strings at once keeps other threads waiting."""
    take = strings.popitem if isinstance(strings, dict) else strings.pop
    while strings:
        take()


def _nulls(count: int) -> pa.StringArray:
    return pa.nulls(count, pa.string())
