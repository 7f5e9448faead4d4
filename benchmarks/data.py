"""Finds test sets in folders.

A test set is a folder with ``ref*.txt``, ``src*.txt`` and systems in ``sys``; systems in ``sys-X`` belong to
``ref.X.txt``. A folder as in mt-metrics-eval, with ``PAIR.refA.txt`` and ``system-outputs``, is a test set, too. So is
a folder without ``sys`` whose file names state the roles, as in ``sample_data``. Any other folder is searched down to
two levels.
"""

from dataclasses import dataclass
from pathlib import Path

from scoring import TestSet
from scoring.formats import Role, assemble, guess_roles, read_columns


@dataclass(frozen=True)
class Data:
    """A test set, its files, and its texts as the lists of strings that every peer takes."""

    name: str
    paths: tuple[Path, ...]
    test_set: TestSet
    systems: dict[str, list[str]]
    references: list[list[str]]

    def __str__(self) -> str:
        shape = f"{len(self.test_set):,} segments x {len(self.systems)} systems x {len(self.references)} references"
        return f"{self.name}: {shape}"


LEVELS = 2
"""Number of levels below a folder at which test sets are looked for."""


def load(folder: Path, levels: int = LEVELS) -> list[Data]:
    """Return all test sets in the folder, or the folder's own test set."""
    found = _sets(folder)
    if not found and levels:
        inner = sorted(path for path in folder.iterdir() if path.is_dir())
        found = [data for path in inner for data in load(path, levels - 1)]
    return found


def files_of(test_set: TestSet) -> dict[str, bytes]:
    """Return a test set's references and outputs as files to upload, whose names state the roles."""
    columns = {f"reference.{n}.txt": r.segments for n, r in enumerate(test_set.references, 1)}
    columns |= {f"system.{n}.txt": s.segments for n, s in enumerate(test_set.systems, 1)}
    return {name: "".join(f"{line}\n" for line in column.to_pylist()).encode() for name, column in columns.items()}


def source_of(data: Data) -> list[str] | None:
    """Return the source of a test set, from the folder of the references; None without one."""
    if data.test_set.source is not None:
        source: list[str] = data.test_set.source.to_pylist()
        return source
    folder, name = data.paths[0].parent, data.paths[0].name
    files = [*sorted(folder.glob("src*.txt")), *folder.glob(f"{name.partition('.ref')[0]}.txt")]
    return files[0].read_bytes().decode().removesuffix("\n").split("\n") if files else None


def _sets(folder: Path) -> list[Data]:
    name = folder.resolve().name
    outputs = sorted(inner for inner in folder.iterdir() if inner.is_dir() and inner.name.startswith("sys"))
    if not outputs:
        return _made(name, folder, sorted(folder.glob("*.txt")))
    label = name if len(outputs) == 1 else "{}/{}"
    return [
        data
        for inner in outputs
        for data in _made(
            label.format(name, inner.name), folder, _references(folder, inner) + sorted(inner.glob("*.txt"))
        )
    ]


def _references(folder: Path, outputs: Path) -> list[Path]:
    variant = outputs.name.removeprefix("sys").strip("-")
    exact = folder / (f"ref.{variant}.txt" if variant else "ref.txt")
    return [exact] if exact.exists() else sorted(folder.glob("ref*.txt")) or sorted(folder.glob("*.ref*.txt"))


def _made(name: str, folder: Path, paths: list[Path]) -> list[Data]:
    try:
        found = [
            column for path in paths for column in read_columns(path.relative_to(folder).as_posix(), path.read_bytes())
        ]
        columns = guess_roles(found)
        if not {Role.REFERENCE, Role.SYSTEM} <= {column.role for column in columns}:
            return []
        test_set = assemble(columns, name)
    except ValueError as error:
        print(f"{name} is left out: {error}")
        return []
    systems = {system.name: system.segments.to_pylist() for system in test_set.systems}
    references = [reference.segments.to_pylist() for reference in test_set.references]
    return [Data(name, tuple(paths), test_set, systems, references)]
