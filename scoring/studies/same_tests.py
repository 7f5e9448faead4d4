"""Find test sets that are the same test, kept several times, and sets whose segments are all in another set."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from ..testset import TestSet, column_digest

Digests: TypeAlias = npt.NDArray[np.uint64]


@dataclass(frozen=True)
class SetDigests:
    """Digests of a test set's texts, without names; empty for a text that the set does not have."""

    source: str = ""
    references: str = ""
    outputs: frozenset[str] = frozenset()
    segments: Digests = field(default_factory=lambda: np.zeros(0, np.uint64), compare=False, repr=False)
    """uint64 (n_different,), ascending: a digest of source and first reference by segment; empty if one is missing."""

    @classmethod
    def of_test_set(cls, test_set: TestSet) -> "SetDigests":
        """Return the digests of a set's source, references in their order, outputs, and segments."""
        return cls(
            column_digest(test_set.source) if test_set.source is not None else "",
            test_set.identity_of_references if test_set.references else "",
            frozenset(column_digest(system.segments) for system in test_set.systems),
            _digests_of_segments(test_set),
        )

    def are_of_same_test(self, other: "SetDigests") -> bool:
        """Return whether both sets have the same source, and the same references or an equal output.

        Sets without a source must have the same references and an equal output. A source alone is not enough, because
        it may be translated into several languages; an output that copies the source does not count, because it does
        not show the language.
        """
        share_output = bool((self.outputs & other.outputs) - {self.source})
        share_references = self.references == other.references
        if self.source != other.source:
            return False
        if not self.source:
            return share_references and share_output
        return bool(share_references and self.references) or share_output


def find_same_tests(
    sets: Mapping[str, SetDigests], weights: Mapping[str, float], doubtful: Collection[str], by_age: Sequence[str]
) -> dict[str, tuple[str, ...]]:
    """Return, for each test that is in several sets, the set that counts and the other sets.

    The set that counts is chosen by these criteria, in order: no doubts, references, most outputs, newest. ``by_age``
    are names, oldest first. Sets of weight 0 are left out.
    """
    groups: list[list[str]] = []
    for name in (name for name in by_age if weights.get(name, 1.0) > 0):
        group = next((group for group in groups if sets[group[0]].are_of_same_test(sets[name])), None)
        if group is None:
            groups.append([name])
        else:
            group.append(name)

    def preference(name: str) -> tuple[bool, bool, int, int]:
        of = sets[name]
        return name not in doubtful, bool(of.references), len(of.outputs), by_age.index(name)

    counted = {max(group, key=preference): group for group in groups if len(group) > 1}
    return {name: tuple(other for other in group if other != name) for name, group in counted.items()}


@dataclass(frozen=True)
class ContainedSets:
    """Test sets whose segments are all in another set as well, so that these segments count twice."""

    parts: tuple[str, ...]
    whole: str
    is_covered: bool
    """Whether the parts together have all segments of the whole."""

    @property
    def sets_to_leave_out(self) -> tuple[str, ...]:
        """Sets without which each segment counts once: the whole if the parts cover it, else the parts."""
        return (self.whole,) if self.is_covered else self.parts


def find_contained_sets(sets: Mapping[str, SetDigests], weights: Mapping[str, float]) -> tuple[ContainedSets, ...]:
    """Return the sets that contain all segments of other sets, in any order, among the sets with a weight."""
    contained_sets = list[ContainedSets]()
    segments = {name: one.segments for name, one in sets.items() if len(one.segments) and weights.get(name, 1.0) > 0}
    for whole, of_whole in segments.items():
        parts = tuple(
            name
            for name, of_part in segments.items()
            if name != whole
            and len(of_part) <= len(of_whole)
            and not any(one.whole == name and whole in one.parts for one in contained_sets)
            and np.isin(of_part, of_whole, assume_unique=True).all()
        )
        if parts:
            covered = np.unique(np.concatenate([segments[name] for name in parts]))
            contained_sets.append(ContainedSets(parts, whole, len(covered) == len(of_whole)))
    return tuple(contained_sets)


def _digests_of_segments(test_set: TestSet) -> Digests:
    if test_set.source is None or not test_set.references:
        return np.zeros(0, np.uint64)
    texts = zip(test_set.source.to_pylist(), test_set.references[0].segments.to_pylist(), strict=True)
    digests = {blake2b(repr(pair).encode("utf-8", "surrogatepass"), digest_size=8).digest() for pair in texts}
    return np.sort(np.frombuffer(b"".join(digests), np.uint64))
