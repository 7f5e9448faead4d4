"""The files of the database: where they are, room that is kept free next to them, and files that others write.

The database is one file in the user's data folder, or what ``BLEUSCOPE_DATABASE_URL`` names. A reserve next to it
keeps room free: where the disk is full, it is removed, so that what is there can be deleted. SQLite needs some to
delete, and even to open a database. Files that others write are there as a whole, or not at all, and never in the
workspace's place.
"""

import errno
import os
import shutil
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from platformdirs import user_data_path
from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError

from scoring.extras import POSTGRES, missing_message
from scoring.output import replacing as files
from scoring.output.replacing import DATABASE_FILES, RESERVE_ENDING

from ..tables.errors import WorkspaceError

VARIABLE = "BLEUSCOPE_DATABASE_URL"
PASSWORD_FILE = "BLEUSCOPE_DATABASE_PASSWORD_FILE"
FILE = "workspace.sqlite"
SQLITE, POSTGRESQL = "sqlite", "postgresql"
EXPECTED = "sqlite:////folder/file.sqlite or postgresql://user@host/database"


def usual_url() -> URL:
    """That of the variable, with the password of a file if one is named, else of the file in the user's data folder."""
    given = os.environ.get(VARIABLE, "").strip()
    if not given:
        return url_of_file(user_data_path("bleuscope", appauthor=False) / FILE)
    url, secret = checked_url(given), os.environ.get(PASSWORD_FILE, "").strip()
    return url.set(password=password_in(Path(secret))) if secret and file_of(url) is None else url


def password_in(path: Path) -> str:
    """Return the first line of a file; ``WorkspaceError`` where there is none."""
    try:
        password = path.read_text(encoding="utf-8").partition("\n")[0].rstrip("\r")
    except (OSError, UnicodeDecodeError) as error:
        why = error.strerror if isinstance(error, OSError) else "it is no text"
        raise WorkspaceError(f"{PASSWORD_FILE}: the file cannot be read: {why}.") from None
    if not password:
        raise WorkspaceError(f"{PASSWORD_FILE}: expected a password in the file; found an empty one.")
    return password


def url_of_file(path: Path) -> URL:
    return URL.create(SQLITE, database=str(path.absolute()))


def checked_url(text: str) -> URL:
    """The address of a database as SQLAlchemy takes it; ``WorkspaceError``, which repeats no password, for others."""
    try:
        url = make_url(text)
    except ArgumentError:
        raise WorkspaceError(f"{VARIABLE}: expected {EXPECTED}; found something else.") from None
    kind = "postgresql" if url.drivername in ("postgres", "postgresql+psycopg") else url.drivername
    if kind == POSTGRESQL:
        _expect_driver()
        return url.set(drivername="postgresql+psycopg")
    if kind != SQLITE:
        raise WorkspaceError(f"{VARIABLE}: expected {EXPECTED}; found one that begins with {kind}.")
    if url.database in (None, "", ":memory:") or url.query:
        raise WorkspaceError(f"{VARIABLE}: expected sqlite:/// and the name of a file; found no file alone.")
    return url.set(database=str(Path(str(url.database)).absolute()))


def _expect_driver() -> None:
    """``WorkspaceError`` where the package that speaks to PostgreSQL, or its library libpq, is missing."""
    try:
        import psycopg  # noqa: F401 - SQLAlchemy imports it by the address
    except ImportError:
        raise WorkspaceError(f"{VARIABLE}: {missing_message('PostgreSQL', 'psycopg', POSTGRES)}") from None


def file_of(url: URL) -> Path | None:
    """Return the file of a SQLite database; None of a server."""
    return Path(str(url.database)) if url.get_backend_name() == SQLITE else None


def files_of(url: URL) -> list[Path]:
    """All files that a SQLite database can have, the database first; none of a server."""
    file = file_of(url)
    if file is None:
        return []
    real = Path(os.path.realpath(file))  # beside it SQLite puts the others, wherever links to it lie
    return [real, *(real.with_name(f"{real.name}{ending}") for ending in DATABASE_FILES)]


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
    """Return whether a file holds nothing, as a reserve does; any other file of that name belongs to somebody."""
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


MODE = 0o600
"""Nobody but the owner reads what a workspace gives away."""


@contextmanager
def replacing_outside_workspace(url: URL, path: Path, replaces: bool) -> Iterator[Path]:
    """Yield a file next to ``path`` that takes its place once it is written and on the disk; nobody else can read it.

    Raises ``WorkspaceError`` where ``path`` is the workspace of this address or no regular file, and where there is a
    file that is not to be replaced; ``OSError`` where none can be written.
    """
    target = _target(url, path)
    if target.exists() and not replaces:
        raise WorkspaceError(f"{path}: is there already; name another file, or add --replace.")
    with files.replacing(target, MODE) as unfinished:
        yield unfinished
        if _target(url, path).exists() and not replaces:
            raise WorkspaceError(f"{path}: is there by now; name another file, or add --replace.")


def _target(url: URL, path: Path) -> Path:
    own_files = files_of(url)
    if any(_is_same(path, own) for own in [*own_files, *map(reserve_of, own_files[:1])]):
        raise WorkspaceError(f"{path}: is the workspace itself, or belongs to it; name another file.")
    if not path.parent.is_dir():
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(path))
    try:
        return files.target_file(path)
    except ValueError as error:
        raise WorkspaceError(str(error)) from None


def _is_same(path: Path, own: Path) -> bool:
    """By device and inode, which also finds links; by name where there is no file.

    The workspace is never opened here: closing a file drops all locks of this process on it.
    """
    try:
        return os.path.samestat(path.stat(), own.stat())
    except OSError:
        return os.path.realpath(path) == os.path.realpath(own)
