"""What callers may pass as the texts of one reference, one system or one source."""

import os
from collections.abc import Iterator
from typing import Any, Protocol, TypeAlias, TypeGuard


class TextColumn(Protocol):
    """Texts, one a segment: a list, a NumPy array, a pandas Series, an Arrow array."""

    def __len__(self) -> int: ...

    def __iter__(self) -> Iterator[Any]: ...


Texts: TypeAlias = str | os.PathLike[str] | TextColumn
"""Texts of one reference, system or source, or the path of a file that has them."""


def is_path(given: object) -> TypeGuard[str | os.PathLike[str]]:
    """Return whether this is the path of a file, and not texts."""
    return isinstance(given, str | os.PathLike)
