"""List the files of a folder that are outputs, tell which no longer change, and read steps from their names."""

import os
import re
import stat
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from fnmatch import fnmatch
from pathlib import Path

from ...formats.containers.archives import GZIP, ZIP
from ...formats.tables.parquet_files import PARQUET

AT_REST = 2
"""Looks in a row at which a file must be unchanged before it is read."""
UTF16 = (b"\xff\xfe", b"\xfe\xff")
SNIFFED = 4096
WORKBOOKS = (".xlsx", ".xlsm")


@dataclass(frozen=True)
class Stamp:
    """Size and time of a file, which show whether it has changed."""

    size: int
    """size in bytes"""
    modified: int
    """time of the last change in nanoseconds since 1970"""


@dataclass(frozen=True)
class FolderListing:
    """The content of a folder at one moment."""

    files: Mapping[str, Stamp] = field(default_factory=dict)
    """name -> stamp, of all files that may be outputs"""
    others: Mapping[str, str] = field(default_factory=dict)
    """name -> description of a file that is no output"""


@dataclass(frozen=True)
class Folder:
    """A folder into which outputs are written."""

    path: Path
    pattern: str = "*"
    """Pattern of the file names that may be outputs."""
    references: Collection[str] = ()
    """paths of references, which may be in the folder and are no outputs"""
    own: Collection[Path] = ()
    """files of the watch itself, which are ignored"""

    def look(self) -> FolderListing:
        """Return the files in the folder now; raise ``OSError`` where it cannot be read."""
        files, others = {}, {}
        kinds = {_identity(path): "a reference" for path in self.references}
        kinds.pop(None, None)
        own = {_identity(path) for path in self.own}
        with os.scandir(self.path) as entries:
            for entry in entries:
                if not fnmatch(entry.name, self.pattern):
                    continue
                try:
                    status = entry.stat()
                except FileNotFoundError:  # gone meanwhile, or a link to nothing
                    if entry.is_symlink():
                        others[entry.name] = "a link to nothing"
                    continue
                if (identity := (status.st_dev, status.st_ino)) in own:
                    continue
                kind = kinds.get(identity) or _kind(entry.name, status.st_mode)
                if kind is None:
                    files[entry.name] = Stamp(status.st_size, status.st_mtime_ns)
                else:
                    others[entry.name] = kind
        return FolderListing(files, others)

    def read(self, name: str, stamp: Stamp) -> bytes | None:
        """Return the file's bytes; None where it has changed or is gone. Raises ``OSError``."""
        try:
            with (self.path / name).open("rb") as stream:
                data = stream.read()
                status = os.fstat(stream.fileno())
        except FileNotFoundError:
            return None
        return data if Stamp(status.st_size, status.st_mtime_ns) == stamp and len(data) == stamp.size else None

    def kind(self, name: str, is_utf8: bool) -> str | None:
        """Return the kind of a file that is no output, by its first bytes; None if it may be one. Raises ``OSError``.

        Thus large files such as models are not read whole. ``is_utf8`` is False where texts may be in an encoding with
        zeros.
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
    """A counter of the looks in a row at which each file was unchanged."""

    _looks: dict[str, tuple[Stamp, int]] = field(default_factory=dict)

    def see(self, files: Mapping[str, Stamp]) -> dict[str, int]:
        """Count a further look, and return each file's looks, 1 if it is new or has changed; forget other files."""
        before = self._looks
        self._looks = {
            name: (stamp, before[name][1] + 1 if name in before and before[name][0] == stamp else 1)
            for name, stamp in files.items()
        }
        return {name: looks for name, (_, looks) in self._looks.items()}


def _identity(path: str | Path) -> tuple[int, int] | None:
    try:
        status = os.stat(path)
    except OSError:
        return None
    return status.st_dev, status.st_ino


def _kind(name: str, mode: int) -> str | None:
    if name.startswith("."):
        return "hidden"
    if stat.S_ISDIR(mode):
        return "a folder"
    return None if stat.S_ISREG(mode) else "no file"


# --- what an output's name says: the step of a training run, and its place in natural order ---

_STEPS = r"steps?|iter(?:ation)?s?|updates?|upd|batch(?:es)?"
_CHECKPOINTS = r"checkpoints?|ckpts?|models?"
_EPOCHS = r"epochs?|ep"
_NUMBER = r"(?P<number>[0-9]+)(?P<unit>[kKmM]?)(?![A-Za-z0-9])"
_EPOCH = r"(?:_[0-9]+(?=_))?"
"""Pattern of the epoch that fairseq writes before the updates: ``checkpoint_3_12000``."""
_LABELLED = [
    re.compile(rf"(?<![A-Za-z])(?:{words})[ ._=:-]*{_NUMBER}", re.IGNORECASE)
    for words in (_STEPS, f"(?:{_CHECKPOINTS}){_EPOCH}", _EPOCHS)
]
_FREE_NUMBER = re.compile(rf"(?<![^\W_]){_NUMBER}")
"""Pattern of a number that is not joined to letters, unlike those in ``newstest2014`` and ``1e5``."""
_UNITS = {"": 1, "k": 1_000, "m": 1_000_000}
_MAX_STEP = 2**63 - 1


def parse_step(name: str) -> int | None:
    """Return the step in a file's name: the number after a word for a step, else a checkpoint, else an epoch.

    Without these words, the last separate number. ``10k`` is 10,000. None without a number, or for one that is too
    large.
    """
    match = _place(name)
    if match is None:
        return None
    step = int(match["number"]) * _UNITS[match["unit"].lower()]
    return step if step <= _MAX_STEP else None


def training_run_name(name: str) -> str:
    """Return the name with ``*`` for its step, which outputs of one training run share; a folder is kept."""
    folder, slash, file = name.rpartition("/")
    match = _place(file)
    return name if match is None else f"{folder}{slash}{file[: match.start('number')]}*{file[match.end('unit') :]}"


def natural(name: str) -> tuple[str | int, ...]:
    """Return a sort key that puts ``step-9`` before ``step-10``, and ignores the case of letters."""
    parts = re.split(r"([0-9]+)", name)  # text and numbers take turns
    return (*(int(part) if place % 2 else part.casefold() for place, part in enumerate(parts)),)


def _place(name: str) -> re.Match[str] | None:
    labelled = (next(pattern.finditer(name), None) for pattern in _LABELLED)
    return next(filter(None, labelled), None) or next(iter([*_FREE_NUMBER.finditer(name)][::-1]), None)
