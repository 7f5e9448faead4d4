"""Which files of a folder are outputs, and which of them have come to rest."""

import os
import stat
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from fnmatch import fnmatch
from pathlib import Path

from ...formats.containers.archives import GZIP, ZIP
from ...formats.tables.statistics import PARQUET

AT_REST = 2
"""Looks in a row at which a file must be the same before it is read."""
UTF16 = (b"\xff\xfe", b"\xfe\xff")
SNIFFED = 4096
WORKBOOKS = (".xlsx", ".xlsm")


@dataclass(frozen=True)
class Stamp:
    """By what it is seen that a file has changed."""

    size: int
    """bytes"""
    modified: int
    """nanoseconds since 1970"""


@dataclass(frozen=True)
class Look:
    """What is in a folder at one moment."""

    files: Mapping[str, Stamp] = field(default_factory=dict)
    """name -> stamp, of all that may be outputs"""
    others: Mapping[str, str] = field(default_factory=dict)
    """name -> what it is instead"""


@dataclass(frozen=True)
class Folder:
    """A folder into which outputs are written."""

    path: Path
    pattern: str = "*"
    """Pattern of the names that are looked at."""
    references: Collection[str] = ()
    """paths of files that may lie in it and are no outputs"""
    own: Collection[Path] = ()
    """files of the watch itself, which are not spoken of"""

    def look(self) -> Look:
        """What is there now; ``OSError`` where that cannot be seen."""
        files, others = {}, {}
        known = {_identity(path): "a reference" for path in self.references}
        known.pop(None, None)
        own = {_identity(path) for path in self.own}
        with os.scandir(self.path) as entries:
            for entry in entries:
                if not fnmatch(entry.name, self.pattern):
                    continue
                try:
                    found = entry.stat()
                except FileNotFoundError:  # gone meanwhile, or a link to nothing
                    if entry.is_symlink():
                        others[entry.name] = "a link to nothing"
                    continue
                if (identity := (found.st_dev, found.st_ino)) in own:
                    continue
                what = known.get(identity) or _kind(entry.name, found.st_mode)
                if what is None:
                    files[entry.name] = Stamp(found.st_size, found.st_mtime_ns)
                else:
                    others[entry.name] = what
        return Look(files, others)

    def read(self, name: str, stamp: Stamp) -> bytes | None:
        """The file's bytes; None where it is no longer as it was, or gone. Raises ``OSError``."""
        try:
            with (self.path / name).open("rb") as stream:
                data = stream.read()
                found = os.fstat(stream.fileno())
        except FileNotFoundError:
            return None
        return data if Stamp(found.st_size, found.st_mtime_ns) == stamp and len(data) == stamp.size else None

    def kind(self, name: str, is_utf8: bool) -> str | None:
        """What a file is by its first bytes that is no output; None where it may be one. Raises ``OSError``.

        So that no model is read whole. ``is_utf8`` is False where texts may be in an encoding that has zeros.
        """
        with (self.path / name).open("rb") as stream:
            start = stream.read(SNIFFED)
        if start.startswith(PARQUET):
            return "a Parquet file"
        if start.startswith(ZIP) and not name.lower().endswith(WORKBOOKS):
            return "a zip archive, such as a model"
        if is_utf8 and b"\0" in start and not start.startswith((GZIP, *ZIP, *UTF16)):
            return "no text"
        return None


@dataclass
class RestCounter:
    """Counts for each file the looks in a row at which it was the same."""

    _looks: dict[str, tuple[Stamp, int]] = field(default_factory=dict)

    def see(self, files: Mapping[str, Stamp]) -> dict[str, int]:
        """With this look; 1 for a file that is new or has changed. What is gone is forgotten."""
        before = self._looks
        self._looks = {
            name: (stamp, before[name][1] + 1 if name in before and before[name][0] == stamp else 1)
            for name, stamp in files.items()
        }
        return {name: looks for name, (_, looks) in self._looks.items()}


def _identity(path: str | Path) -> tuple[int, int] | None:
    try:
        found = os.stat(path)
    except OSError:
        return None
    return found.st_dev, found.st_ino


def _kind(name: str, mode: int) -> str | None:
    if name.startswith("."):
        return "hidden"
    if stat.S_ISDIR(mode):
        return "a folder"
    return None if stat.S_ISREG(mode) else "no file"
