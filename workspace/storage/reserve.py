"""Room beside a SQLite database that is kept free by a file: where the disk is full, it is removed, so that what is
there can be deleted. SQLite needs some to delete, and even to open a database.
"""

import os
import shutil
import stat
from contextlib import suppress
from pathlib import Path

from scoring.output.replacing import RESERVE_ENDING

LEAST_BYTES = 512 * 1024
SHARE = 100
"""Bytes of the database for each byte of the reserve: deleting all of it writes less than that."""
LEAVES = 4
"""The disk must have this many times the reserve free, so that the reserve takes room from nothing."""

_HEAD_BYTES = 512


def reserve_of(file: Path) -> Path:
    """Return the reserve's path, on the disk of the database itself where links lead to it."""
    real = Path(os.path.realpath(file))
    return real.with_name(f"{real.stem}{RESERVE_ENDING}")


def keep_reserve(file: Path) -> None:
    """Make the reserve of a database, or a larger one where it has grown, unless the disk has too little room."""
    with suppress(OSError):
        reserve, size = reserve_of(file), max(LEAST_BYTES, file.stat().st_size // SHARE)
        if os.path.lexists(reserve) and not _is_reserve(reserve):
            return
        there = reserve.stat().st_size if reserve.exists() else 0
        if there >= size // 2 or shutil.disk_usage(reserve.parent).free < LEAVES * size:
            return
        release_reserve(file)
        opened = os.open(reserve, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
        try:
            _fill(opened, size)
        except OSError:
            reserve.unlink(missing_ok=True)
        finally:
            os.close(opened)


def release_reserve(file: Path) -> None:
    """Remove the reserve of a database."""
    with suppress(OSError):
        if _is_reserve(reserve_of(file)):
            reserve_of(file).unlink()


def _is_reserve(path: Path) -> bool:
    """Whether a file holds nothing, as a reserve does; any other file of that name belongs to somebody."""
    if not stat.S_ISREG(path.lstat().st_mode):
        return False
    with path.open("rb") as opened:
        return not any(opened.read(_HEAD_BYTES))


def _fill(opened: int, size: int) -> None:
    """Take blocks of the disk for a file; ``OSError`` where there are too few."""
    if hasattr(os, "posix_fallocate"):
        os.posix_fallocate(opened, 0, size)
    else:
        os.write(opened, bytes(size))
