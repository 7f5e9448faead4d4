"""Test sets that are one test: the same source with the same references or outputs, kept or dropped several times."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from ..testset import TestSet, column_digest


@dataclass(frozen=True)
class SetDigests:
    """Digests of a test set's texts, without their names; empty for what it does not have."""

    source: str = ""
    references: str = ""
    outputs: frozenset[str] = frozenset()

    @classmethod
    def of_test_set(cls, test_set: TestSet) -> "SetDigests":
        """Return the digests of a set's source, of all its references in their order, and of its outputs."""
        return cls(
            column_digest(test_set.source) if test_set.source is not None else "",
            test_set.identity_of_references if test_set.references else "",
            frozenset(column_digest(system.segments) for system in test_set.systems),
        )

    def are_of_same_test(self, other: "SetDigests") -> bool:
        """Whether both sets have the same source, and the same references or an equal output.

        Without a source they need both. A source alone may be translated into several languages; a copy of it is no
        output that shows the language.
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
    """Return for each test that is in several sets which of them counts, and the others.

    Of those without doubts, with references and with the most outputs, where there are any, the newest counts.
    ``by_age`` are names, oldest first. Sets of weight 0 are left out already.
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
