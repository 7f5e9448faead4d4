"""Watches SQLite's disk operations in this process; a test can let each of them fail.

SQLite calls the disk through a table of functions (its VFS). Python functions replace the ones that change files and
call them, so that no compiler is needed. See https://sqlite.org/vfs.html.
"""

import ctypes
import ctypes.util
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

OK = 0
FULL, NO_OPEN = 13, 14
IOERR_READ, IOERR_WRITE, IOERR_FSYNC, IOERR_TRUNCATE = 266, 778, 1034, 1546
IOERR_DELETE, IOERR_SHMMAP = 2570, 5386
"""SQLite's error codes, see https://sqlite.org/rescode.html."""
OPEN, READ, WRITE, SYNC, TRUNCATE, DELETE, MAP = "open", "read", "write", "sync", "truncate", "delete", "map"
FORGET = "forget"
"""Operation that unmaps a file; a checkpoint does so after reading the log, before copying it."""
CODES = {
    OPEN: NO_OPEN,
    READ: IOERR_READ,
    WRITE: IOERR_WRITE,
    SYNC: IOERR_FSYNC,
    TRUNCATE: IOERR_TRUNCATE,
    DELETE: IOERR_DELETE,
    MAP: IOERR_SHMMAP,
    FORGET: IOERR_READ,
}
"""Kind of an operation -> the error code with which it fails on a faulty disk."""

_Open = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int, ctypes.c_void_p)
_Delete = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_char_p, ctypes.c_int)
_Transfer = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int, ctypes.c_int64)
_Truncate = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_int64)
_Sync = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_int)
_Map = ctypes.CFUNCTYPE(
    ctypes.c_int, ctypes.c_void_p, ctypes.c_int, ctypes.c_int, ctypes.c_int, ctypes.POINTER(ctypes.c_void_p)
)
_Forget = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_int64, ctypes.c_void_p)


class _FileMethods(ctypes.Structure):
    _fields_ = (
        ("iVersion", ctypes.c_int),
        ("xClose", ctypes.c_void_p),
        ("xRead", _Transfer),
        ("xWrite", _Transfer),
        ("xTruncate", _Truncate),
        ("xSync", _Sync),
        *((f"x{number}", ctypes.c_void_p) for number in range(7)),
        ("xShmMap", _Map),
        *((f"y{number}", ctypes.c_void_p) for number in range(4)),
        ("xUnfetch", _Forget),
    )


class _Vfs(ctypes.Structure):
    _fields_ = (
        ("iVersion", ctypes.c_int),
        ("szOsFile", ctypes.c_int),
        ("mxPathname", ctypes.c_int),
        ("pNext", ctypes.c_void_p),
        ("zName", ctypes.c_char_p),
        ("pAppData", ctypes.c_void_p),
        ("xOpen", _Open),
        ("xDelete", _Delete),
    )


@dataclass(frozen=True)
class Operation:
    """One disk operation of SQLite."""

    kind: str
    path: Path | None
    """Path of the file; None for a temporary file without a name."""
    offset: int = 0
    data: bytes = b""
    """Bytes that are written."""
    size: int = 0
    """Size to which a file is cut, or the number of bytes to read."""


Verdict = tuple[int, int]
"""Error code with which an operation fails, and the number of bytes of a write that are on the disk nevertheless."""
See = Callable[[Operation], Verdict | None]
"""Function that a test calls before each operation; None lets the operation succeed."""


def library() -> "ctypes.CDLL | None":
    """Return SQLite's library; None unless Python uses a shared one."""
    import _sqlite3  # noqa: F401 - loads it

    name = ctypes.util.find_library("sqlite3")
    if name is None or not hasattr(os, "RTLD_NOLOAD"):
        return None
    try:
        return ctypes.CDLL(name, mode=os.RTLD_NOLOAD)
    except OSError:
        return None


@contextmanager
def watch_file_operations(see: See) -> Iterator[None]:
    """Call ``see`` before each operation on files that are opened within the context.

    Connections that are opened within the context must be closed within it, too.
    """
    loaded = library()
    if loaded is None:
        raise RuntimeError("Expected a SQLite that is a shared library; found none in this process.")
    loaded.sqlite3_vfs_find.restype = ctypes.POINTER(_Vfs)
    vfs = loaded.sqlite3_vfs_find(None).contents
    usual_open, usual_delete = _address(vfs.xOpen), _address(vfs.xDelete)
    watch = _Watch(see, _Open(usual_open), _Delete(usual_delete))
    vfs.xOpen, vfs.xDelete = watch.open, watch.delete
    try:
        yield
    finally:
        vfs.xOpen, vfs.xDelete = _Open(usual_open), _Delete(usual_delete)
        _KEPT.append(watch)


_KEPT: list[Any] = []
"""Functions that are kept alive, because a connection that was not closed may still call them."""


def _address(function: Any) -> int:
    return ctypes.cast(function, ctypes.c_void_p).value or 0


class _Watch:
    """Functions that replace SQLite's."""

    def __init__(self, see: See, usual_open: Any, usual_delete: Any) -> None:
        self._see, self._usual_open, self._usual_delete = see, usual_open, usual_delete
        self._paths: dict[int, Path | None] = {}
        self._methods: dict[int, _FileMethods] = {}
        self.open, self.delete = _Open(self._open), _Delete(self._delete)

    def _open(self, vfs: int, name: int | None, file: int, flags: int, found: int | None) -> int:
        path = None if name is None else Path(os.fsdecode(ctypes.string_at(name)))
        if verdict := self._see(Operation(OPEN, path)):
            ctypes.cast(file, ctypes.POINTER(ctypes.c_void_p))[0] = None  # SQLite closes no file without methods
            return verdict[0]
        code: int = self._usual_open(vfs, name, file, flags, found)
        if code == OK:
            self._paths[file] = path
            place = ctypes.cast(file, ctypes.POINTER(ctypes.c_void_p))
            place[0] = ctypes.addressof(self._wrap_methods(place[0]))
        return code

    def _delete(self, vfs: int, name: bytes, syncs: int) -> int:
        if verdict := self._see(Operation(DELETE, Path(os.fsdecode(name)))):
            return verdict[0]
        code: int = self._usual_delete(vfs, name, syncs)
        return code

    def _wrap_methods(self, address: int) -> _FileMethods:
        """Return a copy of a table of functions, with ours in the place of some."""
        if address in self._methods:
            return self._methods[address]
        usual = _FileMethods.from_address(address)
        made = _FileMethods.from_buffer_copy(usual)
        see, paths = self._see, self._paths

        def read(file: int, data: int, size: int, offset: int) -> int:
            if verdict := see(Operation(READ, paths[file], offset, size=size)):
                return verdict[0]
            return int(usual.xRead(file, data, size, offset))

        def write(file: int, data: int, size: int, offset: int) -> int:
            if verdict := see(Operation(WRITE, paths[file], offset, ctypes.string_at(data, size))):
                code, n_written = verdict
                if n_written:
                    usual.xWrite(file, data, min(n_written, size), offset)
                return code
            return int(usual.xWrite(file, data, size, offset))

        def truncate(file: int, size: int) -> int:
            if verdict := see(Operation(TRUNCATE, paths[file], size=size)):
                return verdict[0]
            return int(usual.xTruncate(file, size))

        def sync(file: int, flags: int) -> int:
            if verdict := see(Operation(SYNC, paths[file])):
                return verdict[0]
            return int(usual.xSync(file, flags))

        def map_(file: int, page: int, size: int, extends: int, found: Any) -> int:
            if verdict := see(Operation(MAP, paths[file])):
                found[0] = None
                return verdict[0]
            return int(usual.xShmMap(file, page, size, extends, found))

        def forget(file: int, offset: int, page: int | None) -> int:
            if page is None and (verdict := see(Operation(FORGET, paths[file]))):
                return verdict[0]
            return int(usual.xUnfetch(file, offset, page))

        made.xRead, made.xWrite, made.xTruncate = _Transfer(read), _Transfer(write), _Truncate(truncate)
        made.xSync = _Sync(sync)
        if usual.iVersion >= 2:
            made.xShmMap = _Map(map_)
        if usual.iVersion >= 3:
            made.xUnfetch = _Forget(forget)
        self._methods[address] = made
        self._methods[ctypes.addressof(made)] = made
        return made


class FailingDisk:
    """Fault that lets operation ``number`` of some kinds fail, from 0: once, or also all later ones of these kinds."""

    def __init__(self, kinds: frozenset[str], number: int, code: int | None = None, *, for_good: bool = False) -> None:
        """Set the fault; ``code`` replaces the usual error code. Half of a failing write is on the disk anyway."""
        self._kinds, self._number, self._code, self._for_good = kinds, number, code, for_good
        self.seen: list[Operation] = []
        self.failed: Operation | None = None
        """First operation that failed."""
        self.works = True
        """Whether the disk fails as set at the moment; otherwise, it works."""

    @property
    def has_failed(self) -> bool:
        return self.failed is not None

    def __call__(self, operation: Operation) -> Verdict | None:
        if not self.works or operation.kind not in self._kinds:
            return None
        number = len(self.seen)
        self.seen.append(operation)
        if number < self._number or (number > self._number and not self._for_good):
            return None
        self.failed = self.failed or operation
        return self._code or CODES[operation.kind], len(operation.data) // 2
