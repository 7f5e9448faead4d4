"""Files that are there as a whole, or not at all, and never in the place of the workspace."""

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import URL

from scoring.output import replacing as files

from ..tables.errors import WorkspaceError
from .place import files_of
from .reserve import reserve_of

MODE = 0o600
"""Nobody but the owner reads what a workspace gives away."""


@contextmanager
def replacing_outside_workspace(url: URL, path: Path, replaces: bool) -> Iterator[Path]:
    """Yield a file beside ``path`` that takes its place once it is written and on the disk; nobody else can read it.

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
