"""Values that visitors keep in memory: open test sets, drafts and files, each kept once and held under a name.

Streamlit holds the uploaded files while their page is open; this module counts and drops them. Visitors who have no
page open lose their values first.
"""

import heapq
import threading
from collections import Counter, OrderedDict
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator
from dataclasses import dataclass, field
from time import monotonic
from typing import Any

from scoring.formats.limits import megabytes
from server.memory.bounded_cache import LatestEntries, size_of
from server.memory.limits import MIN_BYTES, OverLimit, ServerLimits, setting_name
from server.streamlit_patches import uploaded_files
from server.streamlit_patches.script_runs import is_session_active

REMEMBERED = 10_000
"""Number of dropped values that are remembered."""
ADVICE = "Forget a file that you no longer need (page Test sets), or close another page of yours, then try again."
TOO_MUCH = "That is too much by itself: bring less of it at a time, or ask this server's administrator for more room."
UPLOADED = object()
"""Key of a visitor's uploaded files among the values that can be dropped."""
Loss = tuple[str, Hashable]
"""A visitor, and the key of a value that they lose."""


@dataclass
class ShelfEntry:
    """A kept value, the bytes that it counts, and its holders: visitor -> their name for it."""

    value: Any
    n_bytes: int
    names: dict[str, str] = field(default_factory=dict)
    can_return: bool = False
    """whether the value can be read again on request, so that dropping it loses nothing"""

    @property
    def share(self) -> float:
        """Bytes of the value for each of its holders, for comparing visitors."""
        return self.n_bytes / len(self.names)


class Files:
    """The bytes of uploaded files by session: each file's own, and ``MIN_BYTES`` for its place.

    A file that is being uploaded is on the disk. It counts for its session from the beginning, by the size that it
    states, and for all sessions together once it has arrived and is about to be taken into memory.
    """

    def __init__(self) -> None:
        self.coming: Counter[str] = Counter()
        self.arrived: Counter[str] = Counter()
        self._read: dict[str, set[str]] = {}  # session -> ids

    def held_bytes(self, session: str) -> int:
        """Return the bytes of a session's files, uploaded and arriving."""
        return _size(session, uploaded_files.file_ids(session)) + self.coming[session] + self.arrived[session]

    def total(self) -> int:
        """Return the bytes of the files of all sessions; Streamlit keeps the sum."""
        n_bytes, n_files = uploaded_files.total_size()
        return n_bytes + MIN_BYTES * n_files + self.arrived.total()

    def holdings(self) -> dict[str, int]:
        """Return the bytes that could be dropped, by session."""
        sessions = uploaded_files.sessions_with_files()
        sizes = {session: _size(session, uploaded_files.file_ids(session)) for session in sessions}
        return {session: size for session, size in sizes.items() if size}

    def note_read(self, session: str) -> None:
        """Record that all files of a session have been read, and that their contents are about to be kept."""
        known_sessions = {*uploaded_files.sessions_with_files()}
        self._read = {session_id: ids for session_id, ids in self._read.items() if session_id in known_sessions}
        self._read[session] = {*uploaded_files.file_ids(session)}

    def drop_read(self, session: str, n_bytes: int) -> bool:
        """Drop the session's files that were read if that frees ``n_bytes``; return whether they were dropped.

        Streamlit's client leaves them here when a visitor leaves the page.
        """
        read = self._read.get(session, set())
        if _size(session, read) < n_bytes:
            return False
        uploaded_files.remove_files(session, read)
        return True

    def drop(self, session: str) -> None:
        """Drop all uploaded files of a session."""
        uploaded_files.remove_session_files(session)


def _size(session: str, file_ids: Collection[str]) -> int:
    """Return the bytes that these files of a session count."""
    return sum(size + MIN_BYTES for size in uploaded_files.file_sizes(session, file_ids))


class Shelf:
    """The values that visitors keep in memory, by key, in addition to their uploaded files.

    A visitor may hold ``limits.kept_per_visitor`` values, and ``limits.visitor_bytes`` together with their uploaded
    files. All values and files together take ``limits.uploads_bytes`` at most. Beyond that the visitor who holds most
    (of those who have left, or else of all) loses their uploaded files first, then the values that they used longest
    ago. A value stays as long as anybody holds it.

    A value that can return is dropped before any other value of its visitor, and never makes their limit refuse
    another.
    """

    def __init__(
        self, limits: ServerLimits, stays: Callable[[str], bool] = lambda visitor: True, files: Files | None = None
    ) -> None:
        self.files = files or Files()
        self._limits = limits
        self._stays = stays
        self._entries: dict[Hashable, ShelfEntry] = {}
        self._keys_by_visitor: dict[str, OrderedDict[Hashable, None]] = {}  # visitor -> keys, used longest ago first
        self._visitors: dict[str, str] = {}  # session -> visitor
        self._n_bytes = 0
        self._gave_way = LatestEntries[Hashable, None](REMEMBERED)
        self._lock = threading.Lock()

    def put(self, visitor: str, key: Hashable, value: Any, name: str, can_return: bool = False) -> None:
        """Keep a value for a visitor; it replaces the value that they held under the key.

        Raise ``OverLimit`` if a limit forbids it, and change nothing then.
        """
        n_bytes = max(size_of(value), MIN_BYTES)
        with self._lock:
            before = self._entries.get(key)
            is_mine = before is not None and visitor in before.names
            is_shared = before is not None and set(before.names) != {visitor}
            entry = before if before is not None and is_shared else ShelfEntry(value, n_bytes, can_return=can_return)
            replaced = before.n_bytes if before is not None and is_mine else 0
            if can_return:
                self._take_back(visitor, n_bytes - replaced, 1, key)
            else:
                self._check_count(visitor, 0 if is_mine else 1)
                self.files.note_read(visitor_session_id(visitor))
                self._check_bytes(visitor, n_bytes - replaced)
            if entry is not before:
                self._make_room(visitor, n_bytes - replaced)
                self._release(visitor, key)
                self._entries[key] = entry
                self._n_bytes += n_bytes
            self._hold(visitor, key, name)
            self._gave_way.pop(key, None)

    def get(self, key: Hashable, visitor: str | None = None) -> Any | None:
        """Return the value under a key, from any holder, or None; mark it as used by the visitor, or by all holders."""
        with self._lock:
            if key not in self._entries:
                return None
            for holder in self._entries[key].names:
                if visitor in (None, holder):
                    self._keys_by_visitor[holder].move_to_end(key)
            return self._entries[key].value

    def drop(self, visitor: str, key: Hashable) -> None:
        """Release a visitor's hold on a value."""
        with self._lock:
            self._release(visitor, key)

    def held_bytes(self, visitor: str) -> int:
        """Return the bytes that a visitor holds, uploaded files included."""
        with self._lock:
            return self._held_bytes(visitor)

    def of(self, visitor: str) -> dict[Hashable, tuple[str, int]]:
        """Return the visitor's values that cannot be read again: key -> name and bytes, used longest ago first."""
        with self._lock:
            entries = {key: self._entries[key] for key in self._keys_by_visitor.get(visitor, ())}
            lost = {key: entry for key, entry in entries.items() if not entry.can_return}
            return {key: (entry.names[visitor], entry.n_bytes) for key, entry in lost.items()}

    def was_dropped(self, key: Hashable) -> bool:
        """Return whether a value was dropped to make room."""
        with self._lock:
            return key in self._gave_way

    # --- all that is kept, with the files as they were uploaded ---

    def total(self) -> int:
        """Return the bytes of all kept values and all uploaded files."""
        return self._n_bytes + self.files.total()

    def check(self, session: str, n_bytes: int) -> None:
        """Raise ``OverLimit`` if the session's visitor may not keep ``n_bytes`` more."""
        with self._lock:
            self._check_bytes(self._visitor(session), n_bytes)

    def make_room(self, session: str, n_bytes: int) -> None:
        """Make room for a file of a session; raise ``OverLimit`` and change nothing if there is none."""
        with self._lock:
            self._make_room(self._visitor(session), n_bytes)

    def shrink(self) -> str | None:
        """Drop one value, uploaded files before values read from them; return its visitor, or None without any."""
        with self._lock:
            is_any = not self.files.holdings()
            loss = next((loss for loss in self._values_to_drop() if is_any or loss[1] is UPLOADED), None)
            if loss is None:
                return None
            self._give_way(*loss)
            return loss[0]

    def holders(self) -> set[str]:
        """Return all visitors who hold a value, and all sessions with uploaded files."""
        with self._lock:
            return {*self._keys_by_visitor, *self.files.holdings()}

    # --- with the lock held ---

    def _check_count(self, visitor: str, n_values: int) -> None:
        max_values = self._limits.kept_per_visitor
        if (
            sum(not self._entries[key].can_return for key in self._keys_by_visitor.get(visitor, ())) + n_values
            > max_values
        ):
            limit = setting_name("kept_per_visitor")
            raise OverLimit(f"One open page may keep {max_values:,} files ({limit}). {ADVICE}")

    def _check_bytes(self, visitor: str, added_bytes: int) -> None:
        """Raise ``OverLimit`` if the visitor may not keep ``added_bytes`` more.

        Drop the visitor's values that can return first, then their uploaded files that were read, if that is enough.
        """
        self._take_back(visitor, added_bytes)
        n_bytes = self._held_bytes(visitor) + added_bytes
        excess = n_bytes - self._limits.visitor_bytes
        if excess > 0 and not self.files.drop_read(visitor_session_id(visitor), excess):
            allowed, limit = megabytes(self._limits.visitor_bytes), setting_name("visitor_bytes")
            sentence = f"With this you would keep {megabytes(n_bytes)}"
            advice = ADVICE if n_bytes > added_bytes else TOO_MUCH
            raise OverLimit(f"{sentence}; one open page may keep {allowed} ({limit}). {advice}")

    def _take_back(self, visitor: str, n_bytes: int, n_values: int = 0, but: Hashable = None) -> None:
        """Release values that can return until ``n_bytes`` and ``n_values`` values fit the visitor's limits."""
        can_return = [
            key for key in self._keys_by_visitor.get(visitor, ()) if self._entries[key].can_return and key != but
        ]
        limits = self._limits
        for key in can_return:
            is_too_much = self._held_bytes(visitor) + n_bytes > limits.visitor_bytes
            if not is_too_much and len(can_return) + n_values <= limits.kept_per_visitor:
                return
            self._release(visitor, key)
            n_values -= 1

    def _make_room(self, visitor: str, n_bytes: int) -> None:
        """Drop values until ``n_bytes`` fit; raise ``OverLimit`` if the visitor would then hold most."""
        missing = self.total() + n_bytes - self._limits.uploads_bytes
        if missing <= 0:
            return
        losses, holders = [], Counter[Hashable]()
        files = self.files.holdings()
        for holder, key in self._values_to_drop(visitor, n_bytes):
            losses.append((holder, key))
            if key is UPLOADED:
                missing -= files.get(visitor_session_id(holder), 0)
            else:
                holders[key] += 1
                missing -= self._entries[key].n_bytes * (holders[key] == len(self._entries[key].names))
            if missing <= 0:
                break
        else:
            allowed, limit = megabytes(self._limits.uploads_bytes), setting_name("uploads_bytes")
            raise OverLimit(
                f"The server keeps {allowed} for all open pages together ({limit}), there is no room left, and you"
                f" keep most of it. {ADVICE}"
            )
        for loss in losses:
            self._give_way(*loss)

    def _values_to_drop(self, visitor: str | None = None, n_bytes: int = 0) -> Iterator[Loss]:
        """Yield the values to drop, in order, until the visitor with ``n_bytes`` more would hold most."""
        files = {self._visitor(session): size for session, size in self.files.holdings().items()}
        shares = {
            holder: self._held_share(holder) + files.get(holder, 0) for holder in {*self._keys_by_visitor, *files}
        }
        own = 0.0
        if visitor is not None:
            shares.pop(visitor, None)
            own = self._held_share(visitor) + self.files.held_bytes(visitor_session_id(visitor)) + n_bytes
        queue = [(self._stays(holder), -share, holder) for holder, share in shares.items()]
        heapq.heapify(queue)
        key_shares = {holder: self._key_shares(holder, files.get(holder, 0)) for holder in shares}
        while queue:
            stays, size, holder = heapq.heappop(queue)
            if stays and -size <= own:
                return
            thing = next(key_shares[holder], None)
            if thing is not None:
                key, share = thing
                yield holder, key
                heapq.heappush(queue, (stays, size + share, holder))

    def _key_shares(self, visitor: str, uploaded: int) -> Iterator[tuple[Hashable, float]]:
        """Yield each key that a visitor holds with its share of bytes, in the order in which they are dropped."""
        if uploaded:
            yield UPLOADED, uploaded
        for key in self._keys_by_visitor.get(visitor, ()):
            yield key, self._entries[key].share

    def _give_way(self, visitor: str, key: Hashable) -> None:
        if key is UPLOADED:
            self.files.drop(visitor_session_id(visitor))
            return
        self._release(visitor, key)
        if key not in self._entries:
            self._gave_way[key] = None

    def _hold(self, visitor: str, key: Hashable, name: str) -> None:
        self._entries[key].names[visitor] = name
        self._keys_by_visitor.setdefault(visitor, OrderedDict())[key] = None
        self._keys_by_visitor[visitor].move_to_end(key)
        self._visitors[visitor_session_id(visitor)] = visitor

    def _release(self, visitor: str, key: Hashable) -> None:
        if visitor not in self._keys_by_visitor or key not in self._keys_by_visitor[visitor]:
            return
        del self._keys_by_visitor[visitor][key], self._entries[key].names[visitor]
        if not self._keys_by_visitor[visitor]:
            del self._keys_by_visitor[visitor]
            self._visitors.pop(visitor_session_id(visitor), None)
        if not self._entries[key].names:
            self._n_bytes -= self._entries.pop(key).n_bytes

    def _visitor(self, session: str) -> str:
        """Return the visitor who holds a value in this session, or the session itself."""
        return self._visitors.get(session, session)

    def _held_share(self, visitor: str) -> float:
        return sum(self._entries[key].share for key in self._keys_by_visitor.get(visitor, ()))

    def _held_bytes(self, visitor: str) -> int:
        n_bytes = sum(self._entries[key].n_bytes for key in self._keys_by_visitor.get(visitor, ()))
        return n_bytes + self.files.held_bytes(visitor_session_id(visitor))


ID_SEPARATOR = ":"
"""Separator in a visitor's id between the session's id, which the server knows, and the rest."""
GRACE_SECONDS = 120
"""Seconds for which a visitor with a broken connection counts as present; Streamlit keeps their session as long."""


def visitor_session_id(visitor: str) -> str:
    """Return the session's id in a visitor's id; a session's id is returned as it is."""
    return visitor.partition(ID_SEPARATOR)[0]


def is_here(visitor: str) -> bool:
    """Return whether the visitor's browser is connected; always True if no server runs."""
    return is_session_active(visitor_session_id(visitor))


class Presence:
    """The visitors who count as present, even if their connection breaks for ``GRACE_SECONDS``; call ``look`` often."""

    def __init__(self, is_here: Callable[[str], bool] = is_here, clock: Callable[[], float] = monotonic) -> None:
        self._is_here = is_here
        self._clock = clock
        self._last_seen: dict[str, float] = {}  # session -> when it was here, or when it was first missed

    def look(self, visitors: Iterable[str]) -> None:
        """Record which visitors are connected, and forget all others."""
        now, before = self._clock(), self._last_seen
        sessions = set(map(visitor_session_id, visitors))
        self._last_seen = {session: now if self._is_here(session) else before.get(session, now) for session in sessions}

    def is_present(self, visitor: str) -> bool:
        """Return whether a visitor counts as present; True also for a visitor whom ``look`` never saw."""
        now = self._clock()
        return self._is_here(visitor) or now - self._last_seen.get(visitor_session_id(visitor), now) <= GRACE_SECONDS
