"""Find the references, the source and the outputs of test sets in a folder with a folder for each test set.

The names of files and folders say the roles, such as ``en-de/ref.A.txt``, ``en-de/src.txt`` and
``en-de/sys/Online-A.txt``, or a table does. If no name says that a file is an output, the files with the ending of a
reference next to them are outputs, such as ``en-de/Online-A.de`` next to ``en-de/ref.de``.
"""

import csv
import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePath, PurePosixPath

from ..output.numbers import counted
from ..text.naming import path_parts
from ..text.suggestions import did_you_mean
from .columns import Column, Role
from .errors import FormatError
from .judgments.found_judgments import Contents, FoundJudgments
from .judgments.recognize import START, find_judgment_reader
from .names import guess_file, is_pair_of_languages, split_field

ROLES = {"source": Role.SOURCE, "reference": Role.REFERENCE, "system": Role.SYSTEM}
"""Roles of texts, by their names in a table of files."""
JUDGMENTS = "judgments"
"""Role of a file of scores in a table of files."""
COLUMNS = ("set", "role", "file")
"""Columns of a table of files; a fourth, ``name``, is the system's or reference's name."""

_FOLDERS = re.compile("(sys|hyp|out|ref|src|source)", re.IGNORECASE)
"""Beginnings of names of folders that belong to the set around them."""
_OUTPUTS = re.compile("(sys|hyp|out)", re.IGNORECASE)
"""Beginnings of names of folders that hold outputs."""
_ABOUT = re.compile("(readme|licen[cs]e|about|notes?)\\b", re.IGNORECASE)
"""Beginnings of names of files about a set, which are no texts of the set."""
_CALL_THEM = "if they are outputs, call them sys.NAME, or name the files in a table: --sets TABLE"
_OF_SETS = frozenset([Role.REFERENCE, Role.SYSTEM])
"""Roles that every set needs."""


@dataclass(frozen=True)
class SetFile:
    """One file of a test set."""

    role: Role
    path: Path
    name: str = ""
    """Name of the system or reference; empty to use the file's name."""


@dataclass(frozen=True)
class SetFolder:
    """The files of one test set."""

    name: str
    files: tuple[SetFile, ...]
    judgments: tuple[Path, ...] = ()
    """Files of scores by people or other programs."""
    unread: tuple[Path, ...] = ()
    """Files with the ending of a reference that no name calls outputs, although names call other files outputs."""

    def paths(self, role: Role) -> list[Path]:
        """Return the files in this role."""
        return [file.path for file in self.files if file.role is role]

    def __str__(self) -> str:
        """Return one line with the files that were taken and left out."""
        parts = [
            f"{role}: {', '.join(path.name for path in paths)}"
            for role in (Role.SOURCE, Role.REFERENCE)
            if (paths := self.paths(role))
        ]
        scores = [counted(len(self.judgments), "file of judgments", "files of judgments")] if self.judgments else []
        unread = [f"not read: {', '.join(path.name for path in self.unread)} ({_CALL_THEM})"] if self.unread else []
        return "; ".join([*parts, counted(len(self.paths(Role.SYSTEM)), "output"), *scores, *unread])


def find_sets(folder: Path, needs_references: bool = True) -> list[SetFolder]:
    """Return the test sets in a folder, by name: every folder that has a reference and outputs.

    A folder of outputs, such as ``sys``, belongs to the set around it. If sets need no references, outputs with
    a source are a set, too. Raises ``ValueError`` if there is no set.
    """
    if not folder.is_dir():
        raise ValueError(f"{folder}: expected a folder with a folder for each test set; found no folder there.")
    sets = [*_sets_below(folder, folder)]
    if not needs_references:
        sets += [one for one in find_half_sets(folder) if one.paths(Role.SYSTEM) and one.paths(Role.SOURCE)]
        sets.sort(key=lambda of: PurePosixPath(of.name))
    if not sets:
        raise ValueError(
            f"{folder}: expected folders with a reference and outputs, such as SET/ref.txt and SET/sys/*; found none."
            " Name the files in a table: --sets TABLE. Sets without references are compared by --checks and --judges."
        )
    return sets


def find_half_sets(folder: Path) -> list[SetFolder]:
    """Return the folders that look like half a test set, with a reference or outputs but not both."""
    return [*_half_sets_below(folder, folder)]


@dataclass(frozen=True)
class GrowingSet:
    """A test set to whose folder outputs are still being written."""

    name: str
    references: tuple[Path, ...]
    others: tuple[Path, ...]
    """Files next to the outputs that are no outputs: the source, and judgments."""
    outputs: Path
    """Folder of the outputs."""


def find_growing_sets(folder: Path) -> list[GrowingSet]:
    """Return the test sets in a folder, by name, with or without outputs: every folder with a reference.

    Outputs are in a folder inside it with a name such as ``sys``, else in the set's own folder. Raises ``ValueError``
    if there is no set.
    """
    if not folder.is_dir():
        raise ValueError(f"{folder}: expected a folder with a folder for each test set; found no folder there.")
    sets = [_growing_set(one) for one in _sets_below(folder, folder, frozenset([Role.REFERENCE]))]
    if not sets:
        raise ValueError(f"{folder}: expected folders with a reference, such as SET/ref.txt; found none.")
    return sets


def _growing_set(set_folder: SetFolder) -> GrowingSet:
    references = tuple(set_folder.paths(Role.REFERENCE))
    own = references[0].parent
    folder = own.parent if _FOLDERS.match(own.name) else own
    outputs = [path for path in sorted(folder.iterdir()) if path.is_dir() and _OUTPUTS.match(path.name)]
    outputs = outputs or [path.parent for path in set_folder.paths(Role.SYSTEM)] or [folder]
    return GrowingSet(set_folder.name, references, (*set_folder.paths(Role.SOURCE), *set_folder.judgments), outputs[0])


def by_set_folder(columns: Sequence[Column], judgments: Sequence[FoundJudgments] = ()) -> dict[str, Contents]:
    """Return the contents of each folder's test set, with contents of no set; empty unless several folders are sets.

    A test set has outputs, and a source or a reference; a folder of outputs, such as ``sys``, belongs to the set around
    it. For files of an archive, which have been read already.
    """
    folders = [_set_folder(column.file) for column in columns]
    roles = _roles_of_columns(columns, folders)
    of_folder: dict[str, set[Role | None]] = defaultdict(set)
    for role, folder in zip(roles, folders, strict=True):
        of_folder[folder].add(role)
    sets = [folder for folder, has in of_folder.items() if Role.SYSTEM in has and has & {Role.SOURCE, Role.REFERENCE}]
    if len(sets) < 2:
        return {}
    of_judgments = [_set_folder(one.file) for one in judgments]
    names = distinct_ends(sets)

    def belongs(folder: str, role: Role | None, name: str) -> bool:
        """Return whether a text belongs to a set: texts of no set are shared, outputs only from folders around it."""
        is_shared = role is not Role.SYSTEM or not folder or name.startswith(f"{folder}/")
        return folder == name or (folder not in sets and is_shared)

    return {
        names[name]: Contents(
            [column for column, of, role in zip(columns, folders, roles, strict=True) if belongs(of, role, name)],
            [one for one, of in zip(judgments, of_judgments, strict=True) if of == name or of not in sets],
        )
        for name in sets
    }


def outputs_of_no_set(columns: Sequence[Column], sets: Mapping[str, Contents]) -> dict[str, int]:
    """Return the number of outputs in each folder of an archive whose outputs belong to none of these test sets."""
    columns_of_sets = {id(column) for contents in sets.values() for column in contents.columns}
    folders = [_set_folder(column.file) for column in columns]
    columns_in_folders = zip(columns, folders, _roles_of_columns(columns, folders), strict=True)
    return Counter(
        folder
        for column, folder, role in columns_in_folders
        if id(column) not in columns_of_sets and role is Role.SYSTEM
    )


def _roles_of_columns(columns: Sequence[Column], folders: Sequence[str]) -> list[Role | None]:
    """Return the role of each column in the folder of its set, or None."""
    roles = [_role_of_column(column) for column in columns]
    for folder in {*folders}:
        places = [place for place, of in enumerate(folders) if of == folder]
        files = [(PurePosixPath(split_field(columns[place].file)[0]), roles[place]) for place in places]
        for number in _unnamed_outputs(files):
            roles[places[number]] = Role.SYSTEM
    return roles


def _unnamed_outputs(files: Sequence[tuple[PurePath, Role | None]]) -> list[int]:
    """Return the places of a folder's files that are outputs although no name says so; empty if a name says output."""
    return [] if any(role is Role.SYSTEM for _, role in files) else _files_like_references(files)


def _files_like_references(files: Sequence[tuple[PurePath, Role | None]]) -> list[int]:
    """Return the places of the files without a role that have the ending of a reference and are not about the set."""
    endings = {path.suffix for path, role in files if role is Role.REFERENCE}
    return [
        place
        for place, (path, role) in enumerate(files)
        if role is None and path.suffix in endings and not _ABOUT.match(path.name)
    ]


def _role_of_column(column: Column) -> Role | None:
    is_text = column.format == "text" and not column.stated
    return _role(PurePosixPath(column.file)) if is_text else column.role


def distinct_ends(paths: Sequence[str]) -> dict[str, str]:
    """Return for each path its last folder, or as many last folders as make the paths distinct."""
    parts = {path: path.split("/") for path in paths}
    for length in range(1, max(map(len, parts.values()), default=1)):
        ends = {path: "/".join(of[-length:]) for path, of in parts.items()}
        if len(set(ends.values())) == len(paths):
            return ends
    return {path: path for path in paths}


def _set_folder(file: str) -> str:
    """Return the folder of a file's test set: its own folder, or the one around a folder of outputs or references."""
    folders = path_parts(split_field(file)[0])[:-1]
    own = [place for place, name in enumerate(folders) if place and _FOLDERS.match(name)]
    return "/".join(folders[: own[0]] if own else folders)


def _sets_below(root: Path, folder: Path, roles: Collection[Role] = _OF_SETS) -> Iterator[SetFolder]:
    """Yield the sets in a folder, which have a file in each of these roles."""
    files = tuple(_own_files(folder))
    if {*roles} <= {file.role for file in files}:
        judgments = tuple(_judgment_files(folder, {file.path for file in files}))
        yield SetFolder(_name_below(root, folder), files, judgments, _unread(folder, files, judgments))
        return
    for below in _subfolders(folder):
        yield from _sets_below(root, below, roles)


def _half_sets_below(root: Path, folder: Path) -> Iterator[SetFolder]:
    """Yield the folders that have a reference or outputs, and not both."""
    files = tuple(_own_files(folder))
    roles = {file.role for file in files}
    has = roles & _OF_SETS
    if has == _OF_SETS:
        return
    if has:
        is_set = {Role.SYSTEM, Role.SOURCE} <= roles
        judgments = tuple(_judgment_files(folder, {file.path for file in files})) if is_set else ()
        yield SetFolder(_name_below(root, folder), files, judgments)
    for below in _subfolders(folder):
        if not (has and _FOLDERS.match(below.name)):
            yield from _half_sets_below(root, below)


def _name_below(root: Path, folder: Path) -> str:
    name = folder.relative_to(root).as_posix()
    return folder.resolve().name if name == "." else name


def _subfolders(folder: Path) -> list[Path]:
    return sorted(path for path in folder.iterdir() if path.is_dir() and not path.name.startswith("."))


def _own_files(folder: Path) -> Iterator[SetFile]:
    """Yield the files with a role in a folder, and in folders inside it with names such as ``sys``."""
    paths: list[Path] = []
    roles_of_paths: list[tuple[PurePath, Role | None]] = []
    for path in sorted(folder.iterdir()):
        is_folder = path.is_dir() and _FOLDERS.match(path.name) is not None
        for file in sorted(path.rglob("*")) if is_folder else [path]:
            relative_path = file.relative_to(folder)
            if file.is_file() and not _is_hidden(relative_path):
                paths.append(file)
                roles_of_paths.append((relative_path, _role(relative_path)))
    outputs = {place for place in _unnamed_outputs(roles_of_paths) if not _is_judgments(paths[place])}
    for place, (file, (_, role)) in enumerate(zip(paths, roles_of_paths, strict=True)):
        if role is not None or place in outputs:
            yield SetFile(role or Role.SYSTEM, file)


def _unread(folder: Path, files: Sequence[SetFile], judgments: Collection[Path]) -> tuple[Path, ...]:
    """Return the files next to references, with their ending, that are no texts, no judgments and not about the set."""
    used_paths = {file.path for file in files} | {*judgments}
    others = [
        path for path in sorted(folder.iterdir()) if path.is_file() and path not in used_paths and path.name[0] != "."
    ]
    roles = [*((file.path, file.role) for file in files), *((path, None) for path in others)]
    return tuple(others[place - len(files)] for place in _files_like_references(roles))


def _judgment_files(folder: Path, texts: Collection[Path]) -> Iterator[Path]:
    """Yield the files in a set's folder, and in all folders in it, that are judgments by their names or contents."""
    for file in sorted(folder.rglob("*")):
        if file.is_file() and file not in texts and not _is_hidden(file.relative_to(folder)) and _is_judgments(file):
            yield file


def _is_judgments(file: Path) -> bool:
    with file.open("rb") as stream:
        start = stream.read(START)
    return b"\0" not in start and find_judgment_reader(file.name, start) is not None


def _role(path: PurePath) -> Role | None:
    """Return the role that the names of a file and its folders say; None for a file that is no text of a set."""
    role = guess_file(path.as_posix()).stated_role
    if role is None and len(path.parts) == 1 and is_pair_of_languages(path.name):
        return Role.SOURCE  # as mt-metrics-eval calls it
    return role if role in ROLES.values() else None


def _is_hidden(path: Path) -> bool:
    return any(part.startswith(".") for part in path.parts)


def sets_of_table(table: Path, needs_references: bool = True) -> list[SetFolder]:
    """Return the test sets that a table of tab-separated values names, with the columns ``COLUMNS``.

    Files are relative to the folder of the table. Raises ``FormatError`` if a column or a file is missing, for an
    unknown role, and for a set without a reference if ``needs_references``.
    """
    with table.open(encoding="utf-8-sig", newline="") as stream:
        rows = csv.DictReader(stream, delimiter="\t")
        missing = [name for name in COLUMNS if name not in (rows.fieldnames or ())]
        if missing:
            names = ", ".join(rows.fieldnames or ()) or "nothing"
            raise FormatError(str(table), f"the columns {names}", f"the columns {', '.join(COLUMNS)}", 1)
        sets: dict[str, list[SetFile]] = {}
        judgments: dict[str, list[Path]] = defaultdict(list)
        for row in rows:
            name, path = row["set"] or "", _path_of_row(table, rows.line_num, row)
            files = sets.setdefault(name, [])
            if row["role"] == JUDGMENTS:
                judgments[name].append(path)
            else:
                files.append(SetFile(ROLES[row["role"]], path, row.get("name") or ""))
    for name, of_set in sets.items():
        if needs_references and all(file.role is not Role.REFERENCE for file in of_set):
            raise FormatError(str(table), f"none for {name}", "a reference for each set")
    return [SetFolder(name, tuple(files), tuple(judgments[name])) for name, files in sets.items()]


def _path_of_row(table: Path, line: int, row: dict[str, str]) -> Path:
    roles = (*ROLES, JUDGMENTS)
    if row["role"] not in roles:
        actual = f"the role {row['role']!r}{did_you_mean(row['role'] or '', roles)}"
        raise FormatError(str(table), actual, f"one of {', '.join(roles)}", line)
    path = table.parent / (row["file"] or "")
    if not path.is_file():
        raise FormatError(str(table), f"no file {row['file']!r} in {table.parent}", "the path of a file", line)
    return path
