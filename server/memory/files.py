"""The files as they were uploaded: Streamlit holds them while their page is open; here they are counted and dropped."""

from collections import Counter
from collections.abc import Collection

from server.memory.limits import LEAST_BYTES
from server.streamlit_patches import uploaded_files


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
        return _size(session, uploaded_files.file_ids(session)) + self.coming[session] + self.arrived[session]

    def total(self) -> int:
        """What all sessions have here; Streamlit keeps the sum."""
        n_bytes, n_files = uploaded_files.total_size()
        return n_bytes + LEAST_BYTES * n_files + self.arrived.total()

    def holdings(self) -> dict[str, int]:
        """Session -> what could be dropped of it."""
        sessions = uploaded_files.sessions_with_files()
        sizes = {session: _size(session, uploaded_files.file_ids(session)) for session in sessions}
        return {session: size for session, size in sizes.items() if size}

    def note_read(self, session: str) -> None:
        """What was read of all that is here of this session is about to be kept."""
        known = {*uploaded_files.sessions_with_files()}
        self._read = {who: ids for who, ids in self._read.items() if who in known}
        self._read[session] = {*uploaded_files.file_ids(session)}

    def drop_read(self, session: str, n_bytes: int) -> bool:
        """Drops what was read of this session if so much comes free with it; whether it did.

        Streamlit's client leaves it here when its page is left.
        """
        read = self._read.get(session, set())
        if _size(session, read) < n_bytes:
            return False
        uploaded_files.remove_files(session, read)
        return True

    def drop(self, session: str) -> None:
        """All that is here of this session."""
        uploaded_files.remove_session_files(session)


def _size(session: str, file_ids: Collection[str]) -> int:
    """Of these files."""
    return sum(size + LEAST_BYTES for size in uploaded_files.file_sizes(session, file_ids))
