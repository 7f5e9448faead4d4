"""What visitors bring: kept once, whoever brings it, and held by each of them under their own name for it."""

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from ui.store.bounded import size_of
from ui.store.limits import Limits, OverLimit, in_mb, setting_name

LEAST_BYTES = 64 * 1024
"""What the smallest thing counts: it takes a place in lists, too."""
REMEMBERED = 10_000
"""Of how many things it is remembered that they had to give way."""


@dataclass
class Kept:
    """A value, and how much of the limits it takes."""

    value: Any
    n_bytes: int


class Shelf:
    """Keeps values by key for the visitors who brought them.

    A visitor may hold ``limits.kept_per_visitor`` values of ``limits.visitor_mb`` altogether. All values together take
    ``limits.uploads_mb`` at most: beyond it, of the visitors who have left, or else of all, the one who holds most
    gives up what they used longest ago. A value stays as long as anybody holds it.
    """

    def __init__(self, limits: Limits, is_here: Callable[[str], bool] = lambda visitor: True):
        self._limits = limits
        self._is_here = is_here
        self._kept: dict[Hashable, Kept] = {}
        self._held: dict[str, OrderedDict[Hashable, str]] = {}  # visitor -> key -> name; used longest ago first
        self._gave_way: OrderedDict[Hashable, None] = OrderedDict()
        self._lock = threading.Lock()

    def put(self, visitor: str, key: Hashable, value: Any, name: str) -> None:
        """Keeps it for this visitor; what they held under the key is replaced.

        ``OverLimit`` where a limit forbids it: then nothing has changed.
        """
        n_bytes = max(size_of(value), LEAST_BYTES)
        with self._lock, self._all_or_nothing():
            others = [held for held in self._held.get(visitor, ()) if held != key]
            self._check(len(others) + 1, sum(self._kept[held].n_bytes for held in others) + n_bytes)
            is_others = any(key in held for other, held in self._held.items() if other != visitor)
            if not is_others:
                self._make_room(visitor, key, n_bytes)
                self._kept[key] = Kept(value, n_bytes)
            self._held.setdefault(visitor, OrderedDict())[key] = name
            self._held[visitor].move_to_end(key)
            self._gave_way.pop(key, None)

    def get(self, key: Hashable, visitor: str | None = None) -> Any | None:
        """The value, whoever holds it; None where nobody does."""
        with self._lock:
            for holder, held in self._held.items():
                if key in held and visitor in (None, holder):
                    held.move_to_end(key)
            return self._kept[key].value if key in self._kept else None

    def name(self, key: Hashable, visitor: str) -> str | None:
        """What the visitor calls it, or else who has held it longest; None where nobody holds it."""
        with self._lock:
            names = [held[key] for holder, held in self._held.items() if key in held and holder == visitor]
            names += [held[key] for held in self._held.values() if key in held]
            return names[0] if names else None

    def drop(self, visitor: str, key: Hashable) -> None:
        """The visitor holds it no more."""
        with self._lock:
            self._release(visitor, key)

    def held(self, visitor: str) -> int:
        """Bytes that are kept for this visitor."""
        with self._lock:
            return self._bytes_of(visitor)

    def held_by_session(self, prefix: str) -> int:
        """Bytes that are kept for the visitors whose ids begin so."""
        with self._lock:
            return sum(self._bytes_of(visitor) for visitor in self._held if visitor.startswith(prefix))

    def of(self, visitor: str) -> dict[Hashable, tuple[str, int]]:
        """What is kept for this visitor: key -> name and bytes, used longest ago first."""
        with self._lock:
            return {key: (name, self._kept[key].n_bytes) for key, name in self._held.get(visitor, {}).items()}

    def gave_way(self, key: Hashable) -> bool:
        """Whether it was there, and was dropped for want of room."""
        with self._lock:
            return key in self._gave_way

    def shrink(self) -> str | None:
        """Drops one thing, as where there is no room; says whose it was. None where nothing is kept."""
        with self._lock:
            holders = [visitor for visitor, held in self._held.items() if held]
            if not holders:
                return None
            visitor = self._who_gives_way({holder: self._bytes_of(holder) for holder in holders})
            self._give_way(visitor)
            return visitor

    # --- with the lock held ---

    @contextmanager
    def _all_or_nothing(self) -> Iterator[None]:
        before = self._kept.copy(), {visitor: held.copy() for visitor, held in self._held.items()}
        gave_way = self._gave_way.copy()
        try:
            yield
        except OverLimit:
            (self._kept, self._held), self._gave_way = before, gave_way
            raise

    def _check(self, count: int, n_bytes: int) -> None:
        most = self._limits.kept_per_visitor
        advice = "Forget a test set or a file that you no longer need (page Data), then try again."
        if count > most:
            limit = setting_name("kept_per_visitor")
            raise OverLimit(f"One visitor may keep {most:,} test sets and files ({limit}). {advice}")
        if n_bytes > self._limits.visitor_mb:
            allowed, limit = in_mb(self._limits.visitor_mb), setting_name("visitor_mb")
            found = f"With this you would keep {in_mb(n_bytes)}"
            raise OverLimit(f"{found}; one visitor may keep {allowed} ({limit}). {advice}")

    def _make_room(self, visitor: str, key: Hashable, n_bytes: int) -> None:
        """Nothing gives way where the visitor would themselves be the one who holds most."""
        before = self._kept[key].n_bytes if key in self._kept else 0
        while sum(kept.n_bytes for kept in self._kept.values()) - before + n_bytes > self._limits.uploads_mb:
            holdings = {holder: self._bytes_of(holder) for holder, held in self._held.items() if held}
            holdings[visitor] = self._bytes_of(visitor) - before + n_bytes
            most = self._who_gives_way(holdings)
            if most == visitor:
                allowed, limit = in_mb(self._limits.uploads_mb), setting_name("uploads_mb")
                raise OverLimit(
                    f"The server keeps {allowed} for all visitors together ({limit}), there is no room left, and you"
                    " keep most of it. Forget a test set that you no longer need (page Data), then try again."
                )
            self._give_way(most)

    def _who_gives_way(self, holdings: dict[str, int]) -> str:
        gone = {visitor: held for visitor, held in holdings.items() if not self._is_here(visitor)}
        holdings = gone or holdings
        return max(holdings, key=lambda visitor: holdings[visitor])

    def _give_way(self, visitor: str) -> None:
        key = next(iter(self._held[visitor]))
        self._release(visitor, key)
        self._gave_way[key] = None
        while len(self._gave_way) > REMEMBERED:
            self._gave_way.popitem(last=False)

    def _release(self, visitor: str, key: Hashable) -> None:
        self._held.get(visitor, OrderedDict()).pop(key, None)
        if not self._held.get(visitor):
            self._held.pop(visitor, None)
        if not any(key in held for held in self._held.values()):
            self._kept.pop(key, None)

    def _bytes_of(self, visitor: str) -> int:
        return sum(self._kept[key].n_bytes for key in self._held.get(visitor, ()))
