"""Work on all bytes of a file piece by piece, so that other threads get their turn."""

from collections.abc import Iterator

from ...counting.progress import Progress, no_progress

PIECE = 2**20
"""Number of bytes that are worked on at once; each such call keeps other threads waiting."""


def occurrences(data: bytes, pattern: bytes, end: int | None = None, *, on_progress: Progress = no_progress) -> int:
    """Return how often ``pattern``, which must not overlap itself, begins before ``end``."""
    end = len(data) if end is None else end
    count = 0
    for start in range(0, end, PIECE):
        stop = min(start + PIECE, end)
        count += data.count(pattern, start, stop + len(pattern) - 1)
        on_progress(stop / end)
    return count


def contains(data: bytes, pattern: bytes) -> bool:
    """Return whether the data contains ``pattern``."""
    overlap = len(pattern) - 1
    return any(data.find(pattern, start, start + PIECE + overlap) >= 0 for start in range(0, len(data), PIECE))


def replace_crlf(data: bytes) -> bytes:
    """Return the data with LF for each CR LF."""
    return b"".join(_lf_pieces(data))


def _lf_pieces(data: bytes) -> Iterator[bytes]:
    start = 0
    while start < len(data):
        stop = start + PIECE
        stop += data[stop - 1 : stop + 1] == b"\r\n"  # no piece ends between the two
        yield data[start:stop].replace(b"\r\n", b"\n")
        start = stop


def remove_first_bytes(data: bytes, length: int) -> bytes:
    """Return the data without its first ``length`` bytes."""
    return b"".join(data[start : start + PIECE] for start in range(length, len(data), PIECE))
