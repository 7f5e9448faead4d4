"""Writing of files: each is complete before it takes its place, and never replaces a device or a database in use.

A process that is killed leaves the old file or the new one, and maybe a hidden unfinished one next to it.
"""

import errno
import os
import stat
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from secrets import token_hex

DATABASE_FILES = ("-wal", "-shm", "-journal")
"""Endings of the files next to a SQLite database that belong to it."""
RESERVE_ENDING = "-reserve"
"""Ending of the file that keeps room free for a workspace; its stem is the database's name without an ending."""
STDOUT = "-"
"""Name by which commands mean standard output; it is refused as the name of a file."""
NAME_LENGTH = 50
"""Most characters of a file's name in the name of its unfinished file, which must not be too long for the disk."""
_DATABASE, _HEADER_BYTES = b"SQLite format 3\0", 20
_LOGS = (b"\x37\x7f\x06\x82", b"\x37\x7f\x06\x83", b"\xd9\xd5\x05\xf9\x20\xa1\x63\xd7")
"""First bytes of a SQLite database's log, and of its journal."""
_WRITES_LOG = b"\2\2"
"""Bytes in a database's header which say that it is in use with a log next to it.

Workspaces have them; backups of workspaces do not.
"""
_KINDS = {stat.S_IFIFO: "a pipe", stat.S_IFSOCK: "a socket", stat.S_IFBLK: "a device", stat.S_IFCHR: "a device"}


class UnwritableError(OSError):
    """A file could not be written; a file that was there before is unchanged."""


def target_file(path: Path) -> Path:
    """Return the regular file that writing to a path replaces or makes: the path, or the target of its links.

    Raises ``ValueError`` where the target is a folder, a pipe, a socket, a device, a database in use or one of its
    files, where a link leads nowhere or in a circle, where the folder does not exist, and for ``STDOUT``.
    """
    if str(path) == STDOUT:
        raise ValueError(f"{path}: this file cannot be written to standard output; name a file.")
    status = _status(path)
    if status is None and path.is_symlink():
        raise ValueError(f"{path}: is a link to {os.readlink(path)}, where there is no file; name another file.")
    if status is None and not path.parent.is_dir():
        raise ValueError(f"{path}: cannot be written, its folder does not exist.")
    if status is not None and stat.S_ISDIR(status.st_mode):
        raise ValueError(f"{path}: cannot be written, is a folder.")
    if status is not None and not stat.S_ISREG(status.st_mode):
        kind = _KINDS.get(stat.S_IFMT(status.st_mode), "something else")
        raise ValueError(f"{path}: is no regular file, and would be replaced by one; name another file. It is {kind}.")
    target = Path(os.path.realpath(path)) if path.is_symlink() else path
    if _is_of_database(target):
        raise ValueError(
            f"{path}: is a database in use, such as the workspace, or belongs to one, and would be destroyed; name"
            " another file."
        )
    return target


@contextmanager
def replacing(path: Path, mode: int | None = None) -> Iterator[Path]:
    """Yield a new file next to ``path`` that takes the place of ``path`` once it is written and on the disk.

    Its permissions are ``mode``, or those of the file that it replaces. Raises ``ValueError`` as ``target_file`` does,
    and ``UnwritableError`` where the disk does not allow writing.
    """
    target = target_file(path)
    unfinished = target.with_name(f".{target.name[:NAME_LENGTH]}.{token_hex(4)}")
    try:
        with errors_of_writing(path):
            _make(unfinished, target, mode)
            yield unfinished
            target_file(path)  # it may have become something else meanwhile
            put_in_place(unfinished, target)
    finally:
        with suppress(OSError):
            unfinished.unlink(missing_ok=True)


@contextmanager
def errors_of_writing(path: Path) -> Iterator[None]:
    """Raise ``UnwritableError``, which names the file to be written, in place of an error of the disk."""
    try:
        yield
    except OSError as error:
        if isinstance(error, UnwritableError) or error.errno is None:
            raise
        raise UnwritableError(error.errno, os.strerror(error.errno), str(path)) from error


def put_in_place(unfinished: Path, target: Path) -> None:
    """Move a written file to the place of another, and make sure that the file and its name are on the disk."""
    with unfinished.open("rb") as file:
        os.fsync(file.fileno())
    unfinished.replace(target)
    with suppress(OSError):  # Windows opens no folder, and some disks write none
        folder = os.open(target.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


def clear_unfinished(unfinished: Path) -> None:
    """Remove the unfinished file of a killed process; raise ``ValueError`` where something else has its name."""
    if unfinished.is_symlink():
        raise ValueError(f"{unfinished}: is a link where a file is written that is not finished; remove it.")
    target_file(unfinished).unlink(missing_ok=True)


def write_file(path: Path, data: bytes | Iterable[bytes]) -> None:
    """Write a file as a whole or not at all, also from several pieces.

    A path that is not a regular file, such as a pipe, is written into and never replaced.

    Raises ``ValueError`` as ``target_file`` does, also for a pipe from which nobody reads, and ``UnwritableError``.
    """
    pieces = [data] if isinstance(data, bytes) else data
    if is_stream(path):
        _write_into(path, pieces)
        return
    with replacing(path) as unfinished, unfinished.open("wb") as file:
        file.writelines(pieces)


def is_stream(path: Path) -> bool:
    """Return whether data written to the path is passed on, not kept, as by a terminal, a pipe or ``/dev/null``."""
    status = _status(path)
    return status is not None and (stat.S_ISFIFO(status.st_mode) or stat.S_ISCHR(status.st_mode))


def _write_into(path: Path, pieces: Iterable[bytes]) -> None:
    try:
        opened = os.open(path, os.O_WRONLY | getattr(os, "O_NONBLOCK", 0))
    except OSError as error:
        raise ValueError(f"{path}: cannot be written: nobody reads from it ({error.strerror}).") from None
    if hasattr(os, "O_NONBLOCK"):
        os.set_blocking(opened, True)
    try:
        with open(opened, "wb") as stream:
            stream.writelines(pieces)
    except BrokenPipeError:
        raise
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from None


def _status(path: Path) -> os.stat_result | None:
    """Return the status of the file at a path, behind links; None without a file.

    Raises ``ValueError`` where the status cannot be read.
    """
    try:
        return path.stat()
    except FileNotFoundError:
        return None
    except OSError as error:
        why = "it is a link that leads in a circle" if error.errno == errno.ELOOP else error.strerror
        raise ValueError(f"{path}: cannot be written: {why}.") from None


def _make(unfinished: Path, target: Path, mode: int | None) -> None:
    """Make an empty file with the permissions ``mode``, or with the owner and permissions of the file it replaces."""
    replaced = target.stat() if mode is None and target.exists() else None
    created = 0o666 if mode is None and replaced is None else 0o600
    os.close(os.open(unfinished, os.O_CREAT | os.O_EXCL | os.O_WRONLY, created))
    if replaced is not None:
        with suppress(OSError, AttributeError):  # some users may not change the owner; Windows knows no owners
            os.chown(unfinished, replaced.st_uid, replaced.st_gid)
        unfinished.chmod(stat.S_IMODE(replaced.st_mode))


def _is_of_database(target: Path) -> bool:
    head = _file_header(target)
    if head.startswith(_LOGS) or (head.startswith(_DATABASE) and head.endswith(_WRITES_LOG)):
        return True
    of = [target.name.removesuffix(ending) for ending in DATABASE_FILES if target.name.endswith(ending)]
    databases = [target.with_name(name) for name in of if name]
    if target.name.endswith(RESERVE_ENDING):
        stem = target.name.removesuffix(RESERVE_ENDING)
        with suppress(OSError):  # a folder may allow writing but not listing
            databases += [file for file in target.parent.iterdir() if file.stem == stem and file.is_file()]
    return any(_file_header(file).startswith(_DATABASE) for file in databases)


def _file_header(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            return file.read(_HEADER_BYTES)
    except OSError:
        return b""
