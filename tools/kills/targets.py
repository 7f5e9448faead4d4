"""Odd places to which commands must refuse to write; afterwards, nothing there may have changed."""

import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tools.kills.commands import LIVE, Writer
from workspace.versions.arrays import compute_checksum


@dataclass(frozen=True)
class PathState:
    """State of a path and of the file behind its links."""

    link: str | None
    kind: int
    inode: int
    digest: str | None
    """Digest of the content; None for a database's log and index, which readers change, too."""

    @classmethod
    def of(cls, path: Path) -> "PathState | None":
        """Return the state of a path; None if nothing is there."""
        if not os.path.lexists(path):
            return None
        link = os.readlink(path) if path.is_symlink() else None
        try:
            found = path.stat()
        except OSError:  # a link that leads nowhere
            return cls(link, 0, 0, None)
        is_told = path.is_file() and not path.name.endswith(("-wal", "-shm"))
        return cls(link, found.st_mode, found.st_ino, compute_checksum(path.read_bytes()) if is_told else None)


def make(folder: Path, kind: str, ending: str) -> Path:
    """Make a place of one of ``KINDS`` in a folder with an open workspace, and return its path."""
    path, live = folder / f"odd{ending}", folder / LIVE
    match kind:
        case "the workspace" | "its log" | "its index" | "its journal":
            at = {"the workspace": "", "its log": "-wal", "its index": "-shm", "its journal": "-journal"}[kind]
            return folder / f"{LIVE}{at}"
        case "a hard link to the workspace":
            os.link(live, path)
        case "a hard link to its log":
            os.link(folder / f"{LIVE}-wal", path)
        case "a link to the workspace":
            path.symlink_to(LIVE)
        case "a link to nothing":
            path.symlink_to("nothing")
        case "a link in a circle":
            path.symlink_to(path.name)
        case "a folder":
            path.mkdir()
        case "a pipe" | "a link to a pipe":
            os.mkfifo(path)
        case "a socket":
            with socket.socket(socket.AF_UNIX) as made:
                made.bind(str(path))
        case _:
            raise ValueError(f"Expected one of {KINDS}; found {kind}.")
    if kind == "a link to a pipe":
        path = folder / f"to-odd{ending}"
        path.symlink_to(f"odd{ending}")
    return path


KINDS = (
    *("the workspace", "its log", "its index", "its journal", "a hard link to the workspace", "a hard link to its log"),
    *("a link to the workspace", "a link to nothing", "a link in a circle", "a folder", "a pipe", "a link to a pipe"),
    "a socket",
)
SAID = ("workspace", "is a link", "is a folder", "is no regular file", "nobody reads", "in a circle", "ends in .html")
"""Parts of the messages with which commands refuse these places."""


@contextmanager
def odd_target(folder: Path, kind: str, ending: str) -> Iterator[Path]:
    """Yield an odd target, which is removed at the end unless it is part of the workspace."""
    path = make(folder, kind, ending)
    try:
        yield path
    finally:
        for made in (folder / f"odd{ending}", folder / f"to-odd{ending}"):
            if made.is_dir() and not made.is_symlink():
                made.rmdir()
            else:
                made.unlink(missing_ok=True)


def fault(writer: Writer, folder: Path, kind: str, turn: int) -> str | None:
    """Tell a command to write to a place of this kind; return the fault, None if it refuses and harms nothing."""
    with odd_target(folder, kind, writer.ending) as path:
        before = PathState.of(path)
        names = {one.name for one in folder.iterdir()}
        code, said = writer.run(folder, path, turn)
        if code != 2 or not any(sign in said for sign in SAID):
            return f"ended with {code} and said {said!r}"
        if PathState.of(path) != before:
            return f"{before} became {PathState.of(path)}"
        if left := {one.name for one in folder.iterdir()} - names:
            return f"left {left}"
    return None
