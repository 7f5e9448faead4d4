"""A folder with a folder for each test set: which files are its references, its source and its outputs.

The names of files and folders say it, such as ``en-de/ref.A.txt``, ``en-de/src.txt`` and ``en-de/sys/Online-A.txt``, or
a table does.
"""

import csv
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from ..output.numbers import counted
from ..text.suggestions import did_you_mean
from .columns import Role
from .errors import FormatError
from .names import guess_file

ROLES = {"source": Role.SOURCE, "reference": Role.REFERENCE, "system": Role.SYSTEM}
"""Roles as a table of files names them."""
COLUMNS = ("set", "role", "file")
"""Columns of such a table; a fourth, ``name``, is the system's or reference's name."""

_FOLDERS = re.compile("(sys|hyp|out|ref|src|source)", re.IGNORECASE)
"""How names of folders begin that belong to the set around them."""


@dataclass(frozen=True)
class SetFile:
    """One file of a test set."""

    role: Role
    path: Path
    name: str = ""
    """Name of the system or reference; empty for what the file is called."""


@dataclass(frozen=True)
class SetFolder:
    """The files of one test set."""

    name: str
    files: tuple[SetFile, ...]

    def paths(self, role: Role) -> list[Path]:
        """The files in this role."""
        return [file.path for file in self.files if file.role is role]

    def __str__(self) -> str:
        """In one line what was taken."""
        parts = [
            f"{role}: {', '.join(path.name for path in paths)}"
            for role in (Role.SOURCE, Role.REFERENCE)
            if (paths := self.paths(role))
        ]
        return "; ".join([*parts, counted(len(self.paths(Role.SYSTEM)), "output")])


def find_sets(folder: Path) -> list[SetFolder]:
    """Return the test sets in a folder, by name: those folders that have a reference and outputs.

    A folder of outputs, such as ``sys``, belongs to the set around it. Raises ``ValueError`` where there is none.
    """
    if not folder.is_dir():
        raise ValueError(f"{folder}: expected a folder with a folder for each test set; found no folder there.")
    found = [*_sets_below(folder, folder)]
    if not found:
        raise ValueError(
            f"{folder}: expected folders with a reference and outputs, such as SET/ref.txt and SET/sys/*; found none."
            " Name the files in a table: --sets TABLE."
        )
    return found


def _sets_below(root: Path, folder: Path) -> Iterator[SetFolder]:
    files = tuple(_own_files(folder))
    if {Role.REFERENCE, Role.SYSTEM} <= {file.role for file in files}:
        name = folder.relative_to(root).as_posix()
        yield SetFolder(folder.name if name == "." else name, files)
        return
    for below in sorted(path for path in folder.iterdir() if path.is_dir() and not path.name.startswith(".")):
        yield from _sets_below(root, below)


def _own_files(folder: Path) -> Iterator[SetFile]:
    """The files of a folder, and of folders in it that are called ``sys`` or the like, whose names say a role."""
    for path in sorted(folder.iterdir()):
        is_folder = path.is_dir() and _FOLDERS.match(path.name) is not None
        for file in sorted(path.rglob("*")) if is_folder else [path]:
            within = file.relative_to(folder)
            role = None if not file.is_file() or _is_hidden(within) else _role(within)
            if role is not None:
                yield SetFile(role, file)


def _role(path: Path) -> Role | None:
    """What the names of a file and its folders say; None for what is no text of a set."""
    said = guess_file(path.as_posix()).said
    return said if said in ROLES.values() else None


def _is_hidden(path: Path) -> bool:
    return any(part.startswith(".") for part in path.parts)


def sets_of_table(table: Path) -> list[SetFolder]:
    """Return the test sets that a table of tab-separated values names, with the columns ``COLUMNS``.

    Files are relative to the folder of the table. Raises ``FormatError`` where a column or a file is missing, and for
    an unknown role.
    """
    with table.open(encoding="utf-8-sig", newline="") as stream:
        rows = csv.DictReader(stream, delimiter="\t")
        missing = [name for name in COLUMNS if name not in (rows.fieldnames or ())]
        if missing:
            found = ", ".join(rows.fieldnames or ()) or "nothing"
            raise FormatError(str(table), f"the columns {found}", f"the columns {', '.join(COLUMNS)}", 1)
        sets: dict[str, list[SetFile]] = {}
        for row in rows:
            sets.setdefault(row["set"] or "", []).append(_file_of_row(table, rows.line_num, row))
    return [SetFolder(name, tuple(files)) for name, files in sets.items()]


def _file_of_row(table: Path, line: int, row: dict[str, str]) -> SetFile:
    if row["role"] not in ROLES:
        found = f"the role {row['role']!r}{did_you_mean(row['role'] or '', ROLES)}"
        raise FormatError(str(table), found, f"one of {', '.join(ROLES)}", line)
    path = table.parent / (row["file"] or "")
    if not path.is_file():
        raise FormatError(str(table), f"no file {row['file']!r} in {table.parent}", "the path of a file", line)
    return SetFile(ROLES[row["role"]], path, row.get("name") or "")
