"""The forms in which callers may pass the texts of one reference, one system or one source."""

import os
from collections.abc import Iterable, Iterator
from typing import Any, Protocol, TypeAlias, TypeGuard

from ..validation import short_repr


class TextColumn(Protocol):
    """Texts, one for each segment: a list, a NumPy array, a pandas Series or an Arrow array."""

    def __len__(self) -> int: ...

    def __iter__(self) -> Iterator[Any]: ...


Texts: TypeAlias = str | os.PathLike[str] | TextColumn
"""Texts of one reference, system or source, or the path of a file that has them."""
ONE_SYSTEM = "system"
"""Name of a system whose outputs were passed without a name."""


def is_path(argument: object) -> TypeGuard[str | os.PathLike[str]]:
    """Return whether the argument is the path of a file, and not texts."""
    return isinstance(argument, str | os.PathLike)


def is_table(argument: object) -> bool:
    """Return whether the argument is a table, such as a DataFrame or an Arrow table, and not one column."""
    return not isinstance(argument, type) and any(
        not callable(getattr(argument, name, len)) for name in ("columns", "column_names")
    )


def table_error(name: str, table: Any) -> ValueError:
    """Return the error for a table where the texts of one column are expected."""
    columns = getattr(table, "column_names", None) or list(table.columns)
    column = columns[0] if len(columns) else "text"
    return ValueError(
        f"{name}: expected texts, one a segment; found a table with the columns {short_repr(list(columns))}."
        f" Pass one of its columns, such as table[{column!r}]."
    )


def check_indexes(texts: Iterable[tuple[str, Any]]) -> None:
    """Raise ``ValueError`` for a table, and for two Series of pandas whose indexes differ.

    Segments line up by position; Series that were sorted or filtered separately would be mixed up.
    """
    indexed: tuple[str, Any] | None = None
    for name, text in texts:
        if is_table(text):
            raise table_error(name, text)
        index: Any = getattr(text, "index", None)
        if not hasattr(index, "equals"):
            continue
        if indexed is not None and len(indexed[1]) == len(index) and not indexed[1].equals(index):
            raise ValueError(
                f"{name}: expected a Series with the same index as {indexed[0]}, as segments line up by position;"
                " found another one. Line the rows up with .loc, or call reset_index(drop=True) on each Series whose"
                " rows are in the right order."
            )
        indexed = indexed or (name, index)
