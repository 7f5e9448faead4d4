"""The files as they were uploaded: Streamlit holds them while their page is open; here they are counted and dropped."""

from collections import Counter

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

    def drop(self, session: str) -> None:
        """All that is here of this session."""
        manager = _manager()
        if manager is not None:
            manager.remove_session_files(session)


def _size(manager: Manager, session: str) -> int:
    return sum(len(file.data) + LEAST_BYTES for file in list(manager.file_storage.get(session, {}).values()))


def _manager() -> Manager | None:
    """None where no server runs, also in Streamlit's tests of pages."""
    manager = st.runtime.get_instance().uploaded_file_mgr if st.runtime.exists() else None
    return manager if isinstance(manager, Manager) else None
