"""What is said of kept test sets: how large one is, and what a version changed. Pure."""

from collections.abc import Iterator

from scoring.output.numbers import counted
from workspace import NameChanges, Version

MOST = 8
"""Changes that are named; of more it is said how many."""
SHORT = 8
"""Digits of a fingerprint by which people tell two apart."""


def version_size(version: Version) -> str:
    """Such as ``3 systems, 1,002 segments``."""
    return f"{counted(len(version.systems), 'system')}, {counted(version.n_segments, 'segment')}"


def version_contents(version: Version) -> list[str]:
    """What it has, a line a kind."""
    kinds = {"Systems": version.systems, "References": version.references, "Judgments": version.judgments}
    return [f"{kind}: {', '.join(dict.fromkeys(names))}" for kind, names in kinds.items() if names]


def short_fingerprint(version: Version) -> str:
    """Its beginning."""
    return f"#{version.fingerprint[:SHORT]}"


def version_changes(version: Version) -> str:
    """Against the one before, such as ``+ checkpoint-40k, − checkpoint-10k``."""
    if version.number == 1:
        return f"first version: {version_size(version)}"
    found = list(_changes(version))
    further = [f"{len(found) - MOST:,} more"] if len(found) > MOST else []
    return ", ".join([*found[:MOST], *further])


def _changes(version: Version) -> Iterator[str]:
    changes = version.changes
    yield from _of(changes.systems, "")
    yield from _of(changes.references, "reference ")
    yield from _of(changes.others, "")
    if changes.segments is not None:
        yield f"{changes.segments[0]:,} → {changes.segments[1]:,} segments"
    if changes.is_reordered:
        yield "another order"


def _of(names: NameChanges, what: str) -> Iterator[str]:
    yield from (f"+ {what}{name}" for name in names.added)
    yield from (f"− {what}{name}" for name in names.removed)
    yield from (f"{what}{name} changed" for name in names.changed)
