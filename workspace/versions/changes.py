"""What was added, removed or changed from one version of a test set to the next."""

import json
from dataclasses import asdict, dataclass, field

from .manifest import REFERENCE, SYSTEM, Manifest


@dataclass(frozen=True)
class NameChanges:
    """Names that were added, that were removed, and whose columns were changed."""

    added: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.added or self.removed or self.changed)

    def words(self, of: str) -> list[str]:
        """Return the changes in words, such as ``outputs added: A, B``; empty if nothing changed."""
        return [f"{of} {change}: {', '.join(names)}".strip() for change, names in asdict(self).items() if names]


@dataclass(frozen=True)
class Changes:
    """Changes between two versions that follow one another."""

    systems: NameChanges = field(default_factory=NameChanges)
    references: NameChanges = field(default_factory=NameChanges)
    others: NameChanges = field(default_factory=NameChanges)
    """Changes of other columns, each named by its role and name: the source, notes, scores, ..."""
    segments: tuple[int, int] | None = None
    """Number of segments before and after; None if the number did not change."""
    is_reordered: bool = False
    """Whether the same columns are in another order."""

    def __str__(self) -> str:
        """Return the changes in one line; empty for a first version."""
        words = [*self.systems.words("outputs"), *self.references.words("references"), *self.others.words("")]
        if self.segments is not None:
            words.append(f"segments: {self.segments[0]:,} before, {self.segments[1]:,} now")
        if self.is_reordered:
            words.append("order changed")
        return "; ".join(words)

    def to_json(self) -> str:
        return json.dumps(asdict(self))

    @property
    def new_systems(self) -> tuple[str, ...]:
        """Names of systems that were added or replaced; only added ones where the number of segments changed."""
        return self.systems.added + (() if self.segments else self.systems.changed)

    @classmethod
    def of_json(cls, text: str) -> "Changes":
        content = json.loads(text)
        names = {part: NameChanges(**{change: tuple(of) for change, of in content[part].items()}) for part in _PARTS}
        segments = None if content["segments"] is None else tuple(content["segments"])
        return cls(**names, segments=segments, is_reordered=content["is_reordered"])


_PARTS = ("systems", "references", "others")


def changes_between(before: Manifest, after: Manifest) -> Changes:
    """Return what changed from one version to another."""
    systems = _names(_contents_by_name(before, SYSTEM), _contents_by_name(after, SYSTEM))
    references = _names(_contents_by_name(before, REFERENCE), _contents_by_name(after, REFERENCE))
    others = _names(_other_contents(before), _other_contents(after))
    segments = None if before.n_segments == after.n_segments else (before.n_segments, after.n_segments)
    changes = Changes(systems, references, others, segments)
    if changes == Changes() and before != after:
        return Changes(is_reordered=True)
    return changes


def _contents_by_name(manifest: Manifest, role: str) -> dict[str, object]:
    return {entry.name: (entry.digest, entry.about) for entry in manifest.of(role)}


def _other_contents(manifest: Manifest) -> dict[str, object]:
    entries = [entry for entry in manifest.entries if entry.role not in (SYSTEM, REFERENCE)]
    others: dict[str, object] = {entry.label: (entry.digest, entry.about) for entry in entries}
    return others if manifest.language is None else {**others, "language": manifest.language}


def _names(before: dict[str, object], after: dict[str, object]) -> NameChanges:
    return NameChanges(
        tuple(name for name in after if name not in before),
        tuple(name for name in before if name not in after),
        tuple(name for name in after if name in before and before[name] != after[name]),
    )
