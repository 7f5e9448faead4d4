"""Find what misleads: texts that are empty, equal, copied, unlike the references or misplaced; lookalike names."""

import re
import unicodedata
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from ..counting.arrays import Floats
from ..formats.plain_text.slip import MIN_CORRELATION, MIN_LINES, log_lengths
from ..metric import Metric
from ..testset import TestSet
from ..text.languages import Script
from ..text.naming import clean_name
from ..validation import expect

EMPTY, SOURCE, REFERENCE, SAME, LOOKALIKE = "empty", "source", "reference", "same", "lookalike"
SAME_REFERENCES, SOURCE_AS_REFERENCE, UNLIKE, MISPLACED, REPEATED = (
    "same-references",
    "source-as-reference",
    "unlike",
    "misplaced",
    "repeated",
)
DOUBT = "doubt"
"""Kind of oddity that the doctor found, whose sentence is ``detail``."""
_MIN_SEGMENTS = {UNLIKE: 10, MISPLACED: MIN_LINES, REPEATED: 10}
"""Fewest segments for which an oddity of a kind is no coincidence."""
_MIN_REPEATED, _SHARE_REPEATED = 5, 0.05
"""Fewest segments, and smallest share of segments, that must have the same text."""
_MAX_CHARACTERS_SHOWN = 60
"""Most characters of a text that a sentence shows."""
_FIRST_WORDS = re.compile(r"\s*(\S+\s+\S+\s+\S+)\s")
_CLEAR = 0.25
"""Smallest gain of the correlation of lengths that makes other places clearly better than the outputs' own."""


@dataclass(frozen=True)
class Oddity:
    """An oddity of some outputs that holds in every segment."""

    kind: str
    """``EMPTY``, ``SOURCE``, ``REFERENCE``, ``SAME``, ``LOOKALIKE``, ``SAME_REFERENCES`` or the like"""
    systems: tuple[str, ...]
    """Names of the systems or references with the oddity; none where ``detail`` is the whole sentence."""
    reference: str | None = None
    """name of the copied reference, where there are several references"""
    detail: str = ""
    """how outputs are unlike the references, where they fit better, or in what sense they are the same"""
    concerns: tuple[str, ...] = ()
    """Names of the systems with doubtful scores where ``systems`` are others; empty where it is about all scores."""
    repair: str = ""
    """Sentence within ``detail`` on how to repair a file; empty where no repair is known."""

    @property
    def doubtful_systems(self) -> tuple[str, ...]:
        """Names of the systems whose scores the oddity makes doubtful; empty where it is about all scores."""
        of_references = self.kind in (SAME_REFERENCES, SOURCE_AS_REFERENCE)
        return self.concerns or (() if of_references else self.systems)

    def makes_doubtful(self, systems: Collection[str]) -> bool:
        """Return whether the oddity concerns the score of any of these systems."""
        doubtful = self.doubtful_systems
        return not doubtful or not {*doubtful}.isdisjoint(systems)

    @property
    def parts(self) -> tuple[str, str, str]:
        """Parts of the sentence: before the systems, between systems and reference (if there is one), and the end."""
        if self.kind == DOUBT:
            return self.detail, "", ""
        if self.kind == SAME:
            return "", f" have the same output{self.detail}", "."
        if self.kind == LOOKALIKE:
            return (
                "The names ",
                " look the same: they differ only in characters that nobody sees, or in how letters are composed",
                ".",
            )
        if self.kind == UNLIKE:
            return "Every output of ", f" {self.detail}, unlike most segments of the references", "."
        if self.kind == REPEATED:
            return "Many outputs of ", f" are the same text, {self.detail}, where the references differ", "."
        if self.kind == MISPLACED:
            return (
                "By the lengths of the lines, the output of ",
                f" fits the references better {self.detail}",
                ": are lines missing or in another order?",
            )
        if self.kind == SAME_REFERENCES:
            return "The texts of ", " are the same", "."
        if self.kind == SOURCE_AS_REFERENCE:
            return "The text of ", " is the source itself", "."
        before, be = ("The output of ", " is ") if len(self.systems) == 1 else ("The outputs of ", " are ")
        if self.kind == EMPTY:
            return before, f"{be}empty", "."
        if self.kind == SOURCE:
            return before, be, "the source itself."
        return before, be, "the reference itself." if self.reference is None else " itself."

    @property
    def sentence(self) -> str:
        """Sentence on the oddity as plain text."""
        if not self.systems:
            return self.detail
        *others, last = self.systems
        before, between, end = self.parts
        copied = "" if self.reference is None else reference_phrase(self.reference)
        return f"{before}{', '.join(others)}{' and ' if others else ''}{last}{between}{copied}{end}"


def reference_phrase(name: str) -> str:
    """Return a reference's name with the word reference, as it appears within a sentence."""
    return name if name.lower().startswith("ref") else f"reference {name}"


def oddities_of_systems(oddities: Iterable[Oddity], systems: Collection[str]) -> tuple[Oddity, ...]:
    """Return the oddities that make the score of any of these systems doubtful."""
    return tuple(one for one in oddities if one.makes_doubtful(systems))


def systems_in_doubt(oddities: Iterable[Oddity]) -> tuple[str, ...]:
    """Return the names of the systems whose scores the oddities make doubtful, without oddities about all scores."""
    return tuple(dict.fromkeys(name for one in oddities for name in one.doubtful_systems))


Fact = tuple[str, str, str]
"""Facts of oddities: kind, system or reference, and the reference or system with the same text, or how it is odd."""


def odd_facts(test_set: TestSet) -> frozenset[Fact]:
    """Return the odd facts that hold in every segment.

    A fact that holds in every block of a test set holds in the whole test set.
    """
    expect(test_set, TestSet, "test set")
    facts = {(EMPTY, s.name, "") for s in test_set.systems if not pc.any(pc.not_equal(s.segments, "")).as_py()}
    facts |= {
        (SOURCE, system.name, "")
        for system in test_set.systems
        if test_set.source is not None and system.segments.equals(test_set.source)
    }
    facts |= {
        (REFERENCE, system.name, reference.name)
        for system in test_set.systems
        for reference in test_set.references
        if system.segments.equals(reference.segments)
    }
    facts |= {
        (SOURCE_AS_REFERENCE, reference.name, "")
        for reference in test_set.references
        if test_set.source is not None and reference.segments.equals(test_set.source)
    }
    systems, others = combinations(test_set.systems, 2), combinations(test_set.references, 2)
    facts |= {(SAME, a.name, b.name) for a, b in systems if a.segments.equals(b.segments)}
    facts |= {(SAME_REFERENCES, a.name, b.name) for a, b in others if a.segments.equals(b.segments)}
    references = [reference.segments for reference in test_set.references]
    lengths = [log_lengths(reference) for reference in references if not reference.null_count]
    for system in test_set.systems if references else ():
        facts |= {(UNLIKE, system.name, detail) for detail in _unlike(system.segments, references)}
        facts |= {(REPEATED, system.name, detail) for detail in _find_repeated_text(system.segments, references)}
        if lengths:
            output_lengths = log_lengths(system.segments)
            facts |= {(MISPLACED, system.name, place) for place in _better_places(output_lengths, lengths[0])}
    return frozenset(facts)


def _unlike(outputs: pa.StringArray, references: Sequence[pa.StringArray]) -> Iterator[str]:
    """Yield features that all outputs have and fewer than half the segments of each reference, as phrases."""
    example = outputs[0].as_py().strip() if len(outputs) else ""
    if not example:
        return
    patterns = {
        f'{verb} with "{sign}"': pattern.format(re.escape(sign))
        for verb, sign, pattern in (("begins", example[0], r"\A\s*{}"), ("ends", example[-1], r"{}\s*\z"))
        if unicodedata.category(sign)[0] in "PS"
    }
    phrase = _FIRST_WORDS.match(example)
    if phrase is not None and len(outputs.unique()) > 1:
        patterns[f'begins with "{clean_name(phrase[1])}"'] = rf"\A\s*{re.escape(phrase[1])}\s"
    if example != example.lower():
        patterns["is in capital letters"] = r"\A\P{Ll}*\z"
    for feature, pattern in patterns.items():
        if _share(outputs, pattern) == 1 and all(_share(reference, pattern) < 0.5 for reference in references):
            yield feature


def _find_repeated_text(outputs: pa.StringArray, references: Sequence[pa.StringArray]) -> Iterator[str]:
    """Yield a text that many outputs share, such as a program's message, where most texts of the references differ."""
    encoded = outputs.dictionary_encode()
    texts = encoded.indices.filter(pc.not_equal(pc.utf8_trim_whitespace(outputs), ""))
    if not len(texts):
        return
    (top,) = pc.mode(texts, 1)
    place, count = top["mode"].as_py(), top["count"].as_py()
    if count < max(_MIN_REPEATED, _SHARE_REPEATED * len(outputs)):
        return
    are_repeated = pc.equal(encoded.indices, place)
    if all(2 * len(reference.filter(are_repeated).unique()) > count for reference in references):
        yield f'"{clean_name(encoded.dictionary[place].as_py()[:_MAX_CHARACTERS_SHOWN])}"'


def _share(texts: pa.StringArray, pattern: str) -> float:
    return pc.mean(pc.match_substring_regex(texts, pattern)).as_py() or 0.0


def _better_places(output_lengths: Floats, reference_lengths: Floats) -> Iterator[str]:
    """Yield where lengths of outputs fit a reference's lengths much better than in their own places; both float64 (n,).

    Yields nothing where several places fit, because repeating lengths prove nothing.
    """
    near = {
        "one line later": _correlation(output_lengths[:-1], reference_lengths[1:]),
        "one line earlier": _correlation(output_lengths[1:], reference_lengths[:-1]),
        "in reverse order": _correlation(output_lengths[::-1], reference_lengths),
    }
    far = {}
    for count, lines in enumerate(("two lines", "three lines"), 2):
        far[f"{lines} later"] = _correlation(output_lengths[:-count], reference_lengths[count:])
        far[f"{lines} earlier"] = _correlation(output_lengths[count:], reference_lengths[:-count])
    usual = max(MIN_CORRELATION, _correlation(output_lengths, reference_lengths) + _CLEAR)
    for places in (near, far):
        better = [place for place, fit in places.items() if fit > usual]
        if better:
            yield from better if len(better) == 1 else ()
            return
    slips = [*_slip(output_lengths, reference_lengths, 1), *_slip(output_lengths, reference_lengths, -1)]
    yield from slips if len(slips) == 1 else ()


def _slip(output_lengths: Floats, reference_lengths: Floats, shift: int) -> Iterator[str]:
    """Yield the line from which on lengths fit much better one line later (1), or earlier (-1), if none before do."""
    n_lines = len(output_lengths)
    if n_lines < 2 * MIN_LINES or not (output_lengths.std() and reference_lengths.std()):
        return
    a, b = ((lengths - lengths.mean()) / lengths.std() for lengths in (output_lengths, reference_lengths))
    moved = np.roll(b, -shift)
    start = int(np.argmax(np.cumsum(a * b - a * moved))) + 1
    end = n_lines - 1 if shift > 0 else n_lines
    if start < MIN_LINES or end - start < MIN_LINES:
        return
    in_place, elsewhere = _correlation(a[start:end], b[start:end]), _correlation(a[start:end], moved[start:end])
    if elsewhere > max(MIN_CORRELATION, in_place + _CLEAR) and _correlation(a[:start], b[:start]) > MIN_CORRELATION:
        yield f"one line {'later' if shift > 0 else 'earlier'} from about line {start + 1:,} on"


def _correlation(a: Floats, b: Floats) -> float:
    return float(np.corrcoef(a, b)[0, 1]) if len(a) and a.std() and b.std() else 0.0


def list_oddities(
    facts: Collection[Fact], systems: Sequence[str], references: Sequence[str], n_segments: int
) -> tuple[Oddity, ...]:
    """Return the oddities from ``odd_facts`` of these systems and all references, and of names that look the same.

    Each system is empty or a copy in one oddity at most.
    """
    listed_systems: set[str] = set()
    listed = []

    def name(kind: str, of: Iterable[str], reference: str | None = None, at_least: int = 1) -> None:
        new = tuple(system for system in of if system not in listed_systems)
        if len(new) >= at_least:
            listed_systems.update(new)
            listed.append(Oddity(kind, new, reference))

    name(EMPTY, [system for system in systems if (EMPTY, system, "") in facts])
    for reference in references:
        copies = [system for system in systems if (REFERENCE, system, reference) in facts]
        name(REFERENCE, copies, reference if len(references) > 1 else None)
    name(SOURCE, [system for system in systems if (SOURCE, system, "") in facts])
    for system in systems:
        twins = [other for other in systems if {(SAME, system, other), (SAME, other, system)} & {*facts}]
        name(SAME, [system, *twins], at_least=2)
    phrases = {reference: reference_phrase(reference) for reference in references}
    sources = tuple(phrases[reference] for reference in references if (SOURCE_AS_REFERENCE, reference, "") in facts)
    listed += [Oddity(SOURCE_AS_REFERENCE, (reference,)) for reference in sources]
    pairs = combinations(references, 2)
    same = dict.fromkeys(name for pair in pairs if (SAME_REFERENCES, *pair) in facts for name in pair)
    listed += [Oddity(SAME_REFERENCES, tuple(phrases[name] for name in same))] if same else []
    for kind, least in _MIN_SEGMENTS.items():
        alike: defaultdict[str, list[str]] = defaultdict(list)
        for system in systems:
            detail = " and ".join(sorted(detail for of, name, detail in facts if (of, name) == (kind, system)))
            alike[detail].append(system)
        alike.pop("", None)
        listed += [Oddity(kind, tuple(of), detail=detail) for detail, of in alike.items() if n_segments >= least]
    return *listed, *(Oddity(LOOKALIKE, names) for names in _lookalikes(systems))


def _lookalikes(names: Sequence[str]) -> list[tuple[str, ...]]:
    """Return groups of names that are the same in NFC, without invisible characters and with plain spaces."""
    groups: defaultdict[str, list[str]] = defaultdict(list)
    for name in dict.fromkeys(names):
        visible = (
            character for character in unicodedata.normalize("NFC", name) if unicodedata.category(character) != "Cf"
        )
        groups[" ".join("".join(visible).split())].append(name)
    return [tuple(group) for group in groups.values() if len(group) > 1]


def find_oddities(test_set: TestSet, systems: Sequence[str] | None = None) -> tuple[Oddity, ...]:
    """Return the oddities of these systems' outputs in a test set; None for all systems."""
    chosen = test_set.system_names if systems is None else systems
    return list_oddities(odd_facts(test_set), chosen, test_set.reference_names, len(test_set))


def zero_scores(sums: Mapping[tuple[Metric, str], Floats], script: Script) -> list[str]:
    """Return a sentence for each reason why scores are 0 for any texts, except for metrics unfit for their script.

    ``sums`` are the summed statistics of a metric and a system, (n_statistics,).
    """
    expect(sums, Mapping, "sums")
    reasons: dict[tuple[str, str], list[str]] = {}
    for (metric, system), statistics in sums.items():
        why = metric.why_zero(statistics)
        if why is not None and metric.unfit_for(script) is None:
            reasons.setdefault((metric.full_name, why), []).append(system)
    return [f"{label} of {', '.join(systems)} is 0 because {why}." for (label, why), systems in reasons.items()]
