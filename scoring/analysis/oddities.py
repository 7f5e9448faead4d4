"""What misleads: outputs that are empty, equal, or copies of the source or a reference, and names that look alike."""

import unicodedata
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

import pyarrow.compute as pc

from ..checks import expect
from ..counting.arrays import Floats
from ..metric import Metric
from ..testset import TestSet
from ..text.languages import Script

EMPTY, SOURCE, REFERENCE, SAME, LOOKALIKE = "empty", "source", "reference", "same", "lookalike"


@dataclass(frozen=True)
class Oddity:
    """What is odd about some outputs, in every segment."""

    kind: str
    """``EMPTY``, ``SOURCE``, ``REFERENCE``, ``SAME`` or ``LOOKALIKE``"""
    systems: tuple[str, ...]
    reference: str | None = None
    """whose text it is, where there are several references"""

    @property
    def parts(self) -> tuple[str, str, str]:
        """Of a sentence: what stands before the systems, between them and the reference, if there is one, and last."""
        if self.kind == SAME:
            return "", " have the very same output", "."
        if self.kind == LOOKALIKE:
            return (
                "The names ",
                " look the same: they differ only in characters that nobody sees, or in how letters are composed",
                ".",
            )
        before, be = ("The output of ", " is ") if len(self.systems) == 1 else ("The outputs of ", " are ")
        if self.kind == EMPTY:
            return before, f"{be}empty", "."
        if self.kind == SOURCE:
            return before, be, "the source itself."
        return before, be, "the reference itself." if self.reference is None else " itself."

    @property
    def said(self) -> str:
        """As plain text."""
        *most, last = self.systems
        before, between, end = self.parts
        copied = "" if self.reference is None else reference_phrase(self.reference)
        return f"{before}{', '.join(most)}{' and ' if most else ''}{last}{between}{copied}{end}"


def reference_phrase(name: str) -> str:
    """A reference's name in a sentence."""
    return name if name.lower().startswith("ref") else f"reference {name}"


Fact = tuple[str, str, str]
"""A kind, a system, and the reference or system that has the same text."""


def odd_facts(test_set: TestSet) -> frozenset[Fact]:
    """What is so in every segment. What is so in every block of a test set is so in the whole."""
    expect(test_set, TestSet, "test set")
    found = {(EMPTY, s.name, "") for s in test_set.systems if not pc.any(pc.not_equal(s.segments, "")).as_py()}
    found |= {
        (SOURCE, system.name, "")
        for system in test_set.systems
        if test_set.source is not None and system.segments.equals(test_set.source)
    }
    found |= {
        (REFERENCE, system.name, reference.name)
        for system in test_set.systems
        for reference in test_set.references
        if system.segments.equals(reference.segments)
    }
    pairs = combinations(test_set.systems, 2)
    return frozenset(found | {(SAME, a.name, b.name) for a, b in pairs if a.segments.equals(b.segments)})


def list_oddities(found: Collection[Fact], systems: Sequence[str], references: Sequence[str]) -> tuple[Oddity, ...]:
    """What ``odd_facts`` say of these systems, each in one oddity at most, and which of their names look the same.

    ``references`` are the names of all.
    """
    named: set[str] = set()
    listed = []

    def name(kind: str, of: Iterable[str], reference: str | None = None, at_least: int = 1) -> None:
        new = tuple(system for system in of if system not in named)
        if len(new) >= at_least:
            named.update(new)
            listed.append(Oddity(kind, new, reference))

    name(EMPTY, [system for system in systems if (EMPTY, system, "") in found])
    for reference in references:
        copies = [system for system in systems if (REFERENCE, system, reference) in found]
        name(REFERENCE, copies, reference if len(references) > 1 else None)
    name(SOURCE, [system for system in systems if (SOURCE, system, "") in found])
    for system in systems:
        twins = [other for other in systems if {(SAME, system, other), (SAME, other, system)} & {*found}]
        name(SAME, [system, *twins], at_least=2)
    return *listed, *(Oddity(LOOKALIKE, names) for names in _lookalikes(systems))


def _lookalikes(names: Sequence[str]) -> list[tuple[str, ...]]:
    """Groups of names that are the same in NFC, without invisible characters and with plain spaces."""
    groups: defaultdict[str, list[str]] = defaultdict(list)
    for name in dict.fromkeys(names):
        seen = (
            character for character in unicodedata.normalize("NFC", name) if unicodedata.category(character) != "Cf"
        )
        groups[" ".join("".join(seen).split())].append(name)
    return [tuple(group) for group in groups.values() if len(group) > 1]


def of_test_set(test_set: TestSet, systems: Sequence[str] | None = None) -> tuple[Oddity, ...]:
    """What is odd about these outputs of a test set; None for all."""
    chosen = test_set.system_names if systems is None else systems
    return list_oddities(odd_facts(test_set), chosen, test_set.reference_names)


def zero_scores(sums: Mapping[tuple[Metric, str], Floats], script: Script) -> list[str]:
    """A sentence for each reason why scores are 0 whatever the texts say, but for metrics unfit for their script.

    ``sums`` are the summed statistics of a metric and a system, (n_statistics,).
    """
    expect(sums, Mapping, "sums")
    reasons: dict[tuple[str, str], list[str]] = {}
    for (metric, system), statistics in sums.items():
        why = metric.why_zero(statistics)
        if why is not None and metric.unfit_for(script) is None:
            reasons.setdefault((metric.label, why), []).append(system)
    return [f"{label} of {', '.join(systems)} is 0 because {why}." for (label, why), systems in reasons.items()]
