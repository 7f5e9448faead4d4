"""The files as they were uploaded: Streamlit holds them while their page is open; here they are counted and dropped."""

from collections import Counter
from collections.abc import Collection

import streamlit as st

from ui.store.limits import LEAST_BYTES

Manager = st.runtime.memory_uploaded_file_manager.MemoryUploadedFileManager


class Files:
    """Counts them in bytes, by session: each file's own, and ``LEAST_BYTES`` for the place that it takes.

    A file on its way lies on the disk. It counts for its session as soon as it begins, by the size that it says it
    has, and for all together once it has arrived and is about to be taken into memory.
    """

    def __init__(self) -> None:
        self.coming: Counter[str] = Counter()
        self.arrived: Counter[str] = Counter()
        self._read: dict[str, set[str]] = {}  # session -> ids

    def held(self, session: str) -> int:
        """What this session has here and on its way."""
        manager = _manager()
        here = _size(manager, session) if manager is not None else 0
        return here + self.coming[session] + self.arrived[session]

    def total(self) -> int:
        """What all sessions have here; Streamlit keeps the sum."""
        manager = _manager()
        here = manager._total_bytes + LEAST_BYTES * manager._file_count if manager is not None else 0
        return here + self.arrived.total()

    def holdings(self) -> dict[str, int]:
        """Session -> what could be dropped of it."""
        manager = _manager()
        if manager is None:
            return {}
        sizes = {session: _size(manager, session) for session in list(manager.file_storage)}
        return {session: size for session, size in sizes.items() if size}

    def note_read(self, session: str) -> None:
        """What was read of all that is here of this session is about to be kept."""
        manager = _manager()
        if manager is not None:
            self._read = {who: ids for who, ids in self._read.items() if who in manager.file_storage}
            self._read[session] = set(manager.file_storage.get(session, ()))

    def drop_read(self, session: str, n_bytes: int) -> bool:
        """Drops what was read of this session if so much comes free with it; whether it did.

        Streamlit's client leaves it here when its page is left.
        """
        manager = _manager()
        if manager is None:
            return False
        read = self._read.get(session, set())
        if _size(manager, session, read) < n_bytes:
            return False
        for file_id in read:
            manager.remove_file(session, file_id)
        return True

    def drop(self, session: str) -> None:
        """All that is here of this session."""
        manager = _manager()
        if manager is not None:
            manager.remove_session_files(session)


def _size(manager: Manager, session: str, file_ids: Collection[str] | None = None) -> int:
    """Of these files, or all of the session's."""
    ids = list(manager.file_storage.get(session, ())) if file_ids is None else list(file_ids)
    return sum(len(file.data) + LEAST_BYTES for file in manager.get_files(session, ids))


def _manager() -> Manager | None:
    """None where no server runs, also in Streamlit's tests of pages."""
    manager = st.runtime.get_instance().uploaded_file_mgr if st.runtime.exists() else None
    return manager if isinstance(manager, Manager) else None
