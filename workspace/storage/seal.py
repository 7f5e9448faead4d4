"""The digest of a whole backup, which stands behind its last page: by it any byte that has changed is found.

SQLite reads as many pages as its header counts, so that what comes after them disturbs nothing.
"""

from hashlib import blake2b
from pathlib import Path

TITLE = b"\nBLEUscope backup "
DIGEST_BYTES = 32
LENGTH = len(TITLE) + 2 * DIGEST_BYTES + 1
LEAST_PAGE = 512
"""Bytes: every database is a whole number of such pages, and a seal is shorter than one."""
_BLOCK = 1 << 20
_IS_IN_USE = b"\2\2"
"""In a database's header at 18, since it was opened as a workspace; backups say otherwise."""


def seal(path: Path) -> None:
    """Append the digest of a file to it."""
    with path.open("r+b") as file:
        size = file.seek(0, 2)
        file.write(_seal_of(path, size))


def is_sealed(path: Path) -> bool | None:
    """Return whether a backup is to the last bit what was written; None where it has no seal.

    None has a backup by an earlier version, and one that was opened as a workspace, which changes it.
    """
    size = path.stat().st_size
    if size % LEAST_PAGE == 0:
        return None
    with path.open("rb") as file:
        head = file.read(20)
        if head.endswith(_IS_IN_USE):
            return None
        file.seek(max(size - LENGTH, 0))
        return file.read() == _seal_of(path, size - LENGTH)


def _seal_of(path: Path, size: int) -> bytes:
    """Return the seal of the first ``size`` bytes of a file."""
    digest = blake2b(digest_size=DIGEST_BYTES)
    with path.open("rb") as file:
        while size > 0 and (block := file.read(min(_BLOCK, size))):
            digest.update(block)
            size -= len(block)
    return TITLE + digest.hexdigest().encode() + b"\n"
