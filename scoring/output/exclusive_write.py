"""Files that only one process at a time may write, each next to its place until it is complete.

A lock of the operating system ensures this; the lock ends with the process that holds it.
"""

import errno
import os
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from ..text.naming import clean_file

if sys.platform == "win32":
    import msvcrt

    def _take(file: BinaryIO) -> None:
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def _take(file: BinaryIO) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


_LOCKED_ERRORS = (errno.EAGAIN, errno.EACCES, errno.EDEADLK)


def lock_file_path(path: Path) -> Path:
    """Return the path of the empty lock file next to a file; the file itself is replaced, so it cannot be the lock."""
    return path.with_name(f".{path.name}.lock")


def unfinished_path(path: Path) -> Path:
    """Return the path of a file while it is being written; a killed process leaves the unfinished file behind."""
    return path.with_name(f"{path.name}.unfinished")


@contextmanager
def exclusive_write(path: Path, message: str) -> Iterator[None]:
    """Hold the lock of a file during the context; raise ``ValueError`` with ``message`` where it is already held.

    On a disk without locks nothing is locked. Raises ``OSError`` where the folder cannot be written to, and
    ``ValueError`` where something else has the name of the lock.
    """
    lock = lock_file_path(path)
    while True:
        _check_lock(lock)
        with lock.open("ab") as file:
            try:
                _take(file)
            except OSError as error:
                if error.errno in _LOCKED_ERRORS:
                    raise ValueError(f"{clean_file(str(path))}: {message}") from None
            if not _is_same_file(lock, file):  # its holder has just removed it
                continue
            try:
                yield
            finally:
                with suppress(OSError):  # Windows removes no file that is open
                    lock.unlink()
            return


def _check_lock(lock: Path) -> None:
    with suppress(FileNotFoundError):
        status = lock.lstat()
        if not stat.S_ISREG(status.st_mode) or status.st_size:
            name = clean_file(str(lock))
            raise ValueError(f"{name}: expected an empty file that is a lock; found something else. Move it away.")


def _is_same_file(lock: Path, file: BinaryIO) -> bool:
    try:
        return os.path.samestat(os.fstat(file.fileno()), lock.stat())
    except FileNotFoundError:
        return False
