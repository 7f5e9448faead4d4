"""The files of the database: their paths, a reserve of disk space, and writing other files outside the workspace.

The database is one file in the user's data folder, or what ``BLEUSCOPE_DATABASE_URL`` names. A reserve file keeps disk
space free: when the disk is full, it is removed, so that things can be deleted. SQLite needs some space to delete, and
even to open a database. Other files are written as a whole, or not at all, and never in the workspace's place.
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
    """Return the address of ``BLEUSCOPE_DATABASE_URL``, or of the file in the user's data folder.

    If a password file is named, the password comes from there.
    """
    address = os.environ.get(VARIABLE, "").strip()
    if not address:
        return url_of_file(user_data_path("bleuscope", appauthor=False) / FILE)
    url, secret = checked_url(address), os.environ.get(PASSWORD_FILE, "").strip()
    return url.set(password=read_password(Path(secret))) if secret and sqlite_file(url) is None else url


def read_password(path: Path) -> str:
    """Return the password in the first line of a file; raise ``WorkspaceError`` if there is none."""
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
    """Return a database's address for SQLAlchemy; raise ``WorkspaceError``, without a password, for other text."""
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
    """Raise ``WorkspaceError`` if the package that connects to PostgreSQL, or its library libpq, is missing."""
    try:
        import psycopg  # noqa: F401 - SQLAlchemy imports it by the address
    except ImportError:
        raise WorkspaceError(f"{VARIABLE}: {missing_message('PostgreSQL', 'psycopg', POSTGRES)}") from None


def sqlite_file(url: URL) -> Path | None:
    """Return the file of a SQLite database; None for a server."""
    return Path(str(url.database)) if url.get_backend_name() == SQLITE else None


def all_sqlite_files(url: URL) -> list[Path]:
    """Return all files that a SQLite database can have, the database first; empty for a server."""
    file = sqlite_file(url)
    if file is None:
        return []
    real = Path(os.path.realpath(file))  # SQLite puts the other files next to the real file, not next to a link
    return [real, *(real.with_name(f"{real.name}{ending}") for ending in DATABASE_FILES)]


MIN_BYTES = 512 * 1024
SHARE = 100
"""Bytes of the database for each byte of the reserve; deleting everything writes less than the reserve."""
LEAVES = 4
"""Multiple of the reserve's size that must be free on the disk before a reserve is made."""

_HEAD_BYTES = 512


def reserve_path(file: Path) -> Path:
    """Return the reserve's path, next to the database's real file, also if ``file`` is a link."""
    real = Path(os.path.realpath(file))
    return real.with_name(f"{real.stem}{RESERVE_ENDING}")


def keep_reserve(file: Path) -> None:
    """Create the reserve of a database, or enlarge it if the database has grown, unless the disk is nearly full."""
    with suppress(OSError):
        reserve, size = reserve_path(file), max(MIN_BYTES, file.stat().st_size // SHARE)
        if os.path.lexists(reserve) and not _is_reserve(reserve):
            return
        present_size = reserve.stat().st_size if reserve.exists() else 0
        if present_size >= size // 2 or shutil.disk_usage(reserve.parent).free < LEAVES * size:
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
        if _is_reserve(reserve_path(file)):
            reserve_path(file).unlink()


def _is_reserve(path: Path) -> bool:
    """Return whether a file holds only zeros, as a reserve does; any other file of that name is not ours."""
    if not stat.S_ISREG(path.lstat().st_mode):
        return False
    with path.open("rb") as opened:
        return not any(opened.read(_HEAD_BYTES))


def _fill(opened: int, size: int) -> None:
    """Fill a file with blocks of the disk; raise ``OSError`` if there are too few."""
    if hasattr(os, "posix_fallocate"):
        os.posix_fallocate(opened, 0, size)
    else:
        os.write(opened, bytes(size))


MODE = 0o600
"""Mode of written files: only the owner may read them."""


@contextmanager
def replacing_outside_workspace(url: URL, path: Path, replaces: bool) -> Iterator[Path]:
    """Yield a file next to ``path`` that replaces it once it is written and on the disk; nobody else can read it.

    Raise ``WorkspaceError`` if ``path`` is the workspace of this address or no regular file, and, unless ``replaces``,
    if it exists. Raise ``OSError`` if it cannot be written.
    """
    target = _target(url, path)
    if target.exists() and not replaces:
        raise WorkspaceError(f"{path}: is there already; name another file, or add --replace.")
    with files.replacing(target, MODE) as unfinished:
        yield unfinished
        if _target(url, path).exists() and not replaces:
            raise WorkspaceError(f"{path}: is there by now; name another file, or add --replace.")


def _target(url: URL, path: Path) -> Path:
    own_files = all_sqlite_files(url)
    if any(_is_same(path, own) for own in [*own_files, *map(reserve_path, own_files[:1])]):
        raise WorkspaceError(f"{path}: is the workspace itself, or belongs to it; name another file.")
    if not path.parent.is_dir():
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(path))
    try:
        return files.target_file(path)
    except ValueError as error:
        raise WorkspaceError(str(error)) from None


def _is_same(path: Path, own: Path) -> bool:
    """Return whether two paths are one file, by device and inode, also through links; by name if a file is missing.

    The workspace is never opened here: closing a file drops all locks of this process on it.
    """
    try:
        return os.path.samestat(path.stat(), own.stat())
    except OSError:
        return os.path.realpath(path) == os.path.realpath(own)
