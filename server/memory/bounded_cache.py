"""A cache of bounded size for values that are used again."""

import sys
import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable, Mapping
from dataclasses import fields, is_dataclass
from typing import Any, TypeVar

import pandas as pd

Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")


def size_of(value: Any) -> int:
    """Return about how many bytes a value takes: its own ``n_bytes`` or ``nbytes``, else the sum over its parts."""
    if isinstance(value, pd.DataFrame):
        return int(value.memory_usage(deep=True).sum())
    n_bytes = getattr(value, "n_bytes", None) or getattr(value, "nbytes", None)
    if n_bytes is not None:
        return int(n_bytes)
    return sys.getsizeof(value) + sum(size_of(part) for part in _parts(value))


def _parts(value: Any) -> list[Any]:
    if isinstance(value, Mapping):
        return [*value.keys(), *value.values()]
    if isinstance(value, list | tuple | set | frozenset):
        return list(value)
    if not is_dataclass(value):
        return []
    return list(vars(value).values()) if hasattr(value, "__dict__") else [getattr(value, f.name) for f in fields(value)]


class LatestEntries(OrderedDict[Key, Value]):
    """A mapping that drops the entry set longest ago when it would have more than ``max_entries`` entries."""

    def __init__(self, max_entries: int) -> None:
        super().__init__()
        self._max_entries = max_entries

    def __setitem__(self, key: Key, value: Value) -> None:
        super().__setitem__(key, value)
        self.move_to_end(key)
        while len(self) > self._max_entries:
            self.popitem(last=False)


class BoundedCache:
    """A mapping that drops the value used longest ago when all sizes together exceed ``n_bytes``.

    It holds ``n_entries`` values at most. The newest value stays even if it alone is larger than ``n_bytes``. A value's
    size is measured once, when it is put. None means "not there" and cannot be kept.
    """

    def __init__(self, n_bytes: int, n_entries: int, size: Callable[[Any], int] = size_of):
        self._limits = n_bytes, n_entries
        self._size = size
        self._values: OrderedDict[Hashable, tuple[Any, int]] = OrderedDict()
        self._total = 0
        self.hits = 0
        """number of lookups that found a value"""
        self.misses = 0
        self._lock = threading.Lock()

    def get(self, key: Hashable) -> Any | None:
        with self._lock:
            if key not in self._values:
                self.misses += 1
                return None
            self.hits += 1
            self._values.move_to_end(key)
            return self._values[key][0]

    @property
    def total(self) -> int:
        """Total size of all values, in bytes."""
        return self._total

    def put(self, key: Hashable, value: Any) -> None:
        """Keep a value under its key; raise ``TypeError`` for None, which ``get`` returns for missing values."""
        if value is None:
            raise TypeError(f"A value is expected; found None for {key!r}.")
        size = self._size(value)
        with self._lock:
            if key in self._values:
                self._total -= self._values.pop(key)[1]
            self._values[key] = value, size
            self._total += size
            while len(self._values) > 1 and (self._total > self._limits[0] or len(self._values) > self._limits[1]):
                self._total -= self._values.popitem(last=False)[1][1]

    def shrink(self) -> int:
        """Drop the half of the values used longest ago, or the only value; return the bytes that were dropped."""
        with self._lock:
            before = self._total
            for _ in range((len(self._values) + 1) // 2):
                self._total -= self._values.popitem(last=False)[1][1]
            return before - self._total
