"""Files that are there as a whole, or not at all."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from secrets import token_hex

from .errors import WorkspaceError


@contextmanager
def replacing(path: Path, replaces: bool) -> Iterator[Path]:
    """A file beside ``path`` that takes its place once it is written and on the disk; nobody else can read it.

    ``WorkspaceError`` where there is one that is not to be replaced; ``OSError`` where none can be written.
    """
    if path.exists() and not replaces:
        raise WorkspaceError(f"{path}: is there already; name another file, or add --replace.")
    unfinished = path.with_name(f".{path.name}.{token_hex(4)}")
    os.close(os.open(unfinished, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    try:
        yield unfinished
        with unfinished.open("rb") as file:
            os.fsync(file.fileno())
        if path.exists() and not replaces:
            raise WorkspaceError(f"{path}: is there by now; name another file, or add --replace.")
        unfinished.replace(path)
    finally:
        unfinished.unlink(missing_ok=True)
