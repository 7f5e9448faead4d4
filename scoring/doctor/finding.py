"""The texts of a test set that is examined, and a finding: which text, which segments, what is wrong, what to do."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np
import pyarrow as pa

from ..analysis.oddities import reference_phrase
from ..counting.arrays import Flags, Ints
from ..output.numbers import counted, fixed
from ..output.sentence import name_list
from .line_features import FeatureCache, LineFeatures

SOURCE, REFERENCE, SYSTEM = "source", "reference", "system"
"""Roles of the text that a finding is about."""
WARNING, NOTE = "warning", "note"
SEVERITY_WORDS: Mapping[str, str] = {WARNING: "problem", NOTE: "remark"}
"""Severity -> what people read; JSON has the severity itself."""
FAULT_ADVICE = (
    "If the system did this, it is a fault: keep these segments. Leave them out only if your export went wrong."
)
"""What to do about an output with nothing translated: without these segments a bad system looks good."""
OUT_OF_PLACE = "shifted", "unaligned"
"""Kinds of lines that do not belong together, which are told before all others: they alone make most scores wrong."""
DUPLICATE, NEAR_DUPLICATE, IN_TRAINING, NEAR_TRAINING = (
    "duplicates",
    "near-duplicates",
    "in-training",
    "near-training",
)
WRONG_LANGUAGE, WRONG_SCRIPT = "wrong-language", "wrong-script"
NEARLY_SAME = "nearly-equal-outputs"
"""Kind of outputs that are the same in nearly all segments, told after all that may be the reason for it."""
LEAST_SHARE = 0.01
"""Least share of the segments that gives a finding (measured: sound sets stay below it)."""
WARNING_SHARE = 0.05
"""Least share of the segments that gives a warning."""
FEWEST_OF_WARNING = 3
"""Segments below which there is no warning: one or two odd ones are found in most sound sets of 20 segments."""
_VERBS_OF_ONE = {"are": "is", "have": "has"}
MAX_EXAMPLES = 5
"""Segments that a finding names as examples."""


@dataclass(frozen=True, eq=False)
class ExaminedText:
    """One text of a test set."""

    role: str
    name: str
    """Name of the system or reference."""
    segments: pa.StringArray
    phrase: str
    """What the text is called in a sentence, such as "the reference" or "the output of A"."""
    file: str
    """The file that it was read from, or its name again."""

    @property
    def subject(self) -> str:
        """The phrase as a sentence begins."""
        first = self.phrase[0].upper() if self.phrase.startswith(("the ", "reference ")) else self.phrase[0]
        return f"{first}{self.phrase[1:]}"

    def __len__(self) -> int:
        return len(self.segments)


@dataclass(frozen=True, eq=False)
class ExaminedTexts:
    """The texts of one test set; there may be no systems, no references and no source, but there is one text at least.

    Raises ``ValueError`` without any text and for texts with unequal numbers of segments.
    """

    references: tuple[ExaminedText, ...] = ()
    systems: tuple[ExaminedText, ...] = ()
    source: ExaminedText | None = None

    def __post_init__(self) -> None:
        if not self.all:
            raise ValueError("The doctor needs at least one reference, source or output; found no text.")
        if len({*map(len, self.all)}) > 1:
            listed = ", ".join(f"{text.file} {len(text):,}" for text in self.all)
            raise ValueError(f"Expected texts with the same number of segments; found {listed}. Line them up first.")

    @classmethod
    def of_columns(
        cls,
        references: Mapping[str, pa.StringArray],
        systems: Mapping[str, pa.StringArray],
        source: pa.StringArray | None = None,
        files: Mapping[tuple[str, str], str] | None = None,
    ) -> "ExaminedTexts":
        """Take columns by name, one string a segment; only a reference may have null.

        ``files`` is (role, name) -> file, for texts whose names are not what the user calls them.
        """

        def text(role: str, name: str, column: pa.StringArray, phrase: str) -> ExaminedText:
            return ExaminedText(role, name, column, phrase, (files or {}).get((role, name), name))

        return cls(
            tuple(
                text(REFERENCE, name, column, "the reference" if len(references) == 1 else reference_phrase(name))
                for name, column in references.items()
            ),
            tuple(text(SYSTEM, name, column, f"the output of {name}") for name, column in systems.items()),
            None if source is None else text(SOURCE, SOURCE, source, "the source"),
        )

    @property
    def targets(self) -> tuple[ExaminedText, ...]:
        """The references, then the systems."""
        return *self.references, *self.systems

    @property
    def all(self) -> tuple[ExaminedText, ...]:
        """The references, the systems and the source."""
        return *self.targets, *(() if self.source is None else (self.source,))

    @cached_property
    def _features(self) -> FeatureCache:
        return FeatureCache()

    def features(self, text: ExaminedText) -> LineFeatures:
        """Return what the lines of a text are known by."""
        return self._features.of(text.segments)

    def __len__(self) -> int:
        return len(self.all[0])


@dataclass(frozen=True)
class TextFinding:
    """One thing that is wrong, or may be, with a text of a test set."""

    kind: str
    """A name of ``KINDS``."""
    severity: str
    """``WARNING`` or ``NOTE``"""
    role: str
    """``SOURCE``, ``REFERENCE`` or ``SYSTEM``"""
    file: str
    """The file of the text, or its name where it has none."""
    first: int
    """Number of the first segment, from 1."""
    last: int
    """Number of the last segment, from 1."""
    message: str
    """What was found, where, and what to do."""
    segments: int
    """How many segments it is about."""
    share: float
    """Share of the segments, 0 to 1."""
    examples: tuple[int, ...] = ()
    """Numbers of segments to look at, from 1."""
    caveat: str = ""
    """Sentences for the verdict's card, with its ``repair``; empty where comparisons stand all the same."""
    places: Ints = field(default_factory=lambda: np.zeros(0, np.int64), compare=False, repr=False)
    """Places of its segments from 0, ascending, (segments,); none where it is about the whole text."""
    phrase: str = ""
    """What its text is called in a sentence that counts its lines, such as "the output of A"."""
    what: str = ""
    """What such a sentence says of the lines, such as "are empty"; empty where its sentences count none."""
    caveat_of_part: Callable[[Ints], str] | None = field(default=None, compare=False, repr=False)
    """The caveat of the segments at these places alone, (n_left,), where ``caveat`` has scores; empty without doubt."""
    repair: str = ""
    """Sentence that says how the file is put right; empty where nothing tells."""

    @property
    def key(self) -> str:
        """Its kind and its text, by which segments are left out: findings of one kind and text share it."""
        return f"{self.kind}:{self.file}"

    @property
    def can_be_left_out(self) -> bool:
        """Whether it names some of the segments, so that the others can be compared without them."""
        return len(self.places) > 0 and self.share < 1

    def in_part(self, places: Ints) -> "TextFinding":
        """Return it with those of its segments only that are among the ones at ``places``, (n_left,).

        Its caveat then counts these, and has their scores; what names lines keeps the numbers of the files.
        """
        if self.caveat_of_part is not None:
            told = replace(self, caveat=self.caveat_of_part(places), caveat_of_part=None)
            return told.in_part(places) if len(self.places) else told
        left = self.places[np.isin(self.places, places)]
        share = len(left) / len(places)
        caveat = self.caveat
        if caveat and self.what:
            of = f"{percentage(share)} of the {counted(len(places), 'segment')} left"
            caveat = f"{_lines_sentence(len(left), self.phrase, of, self.what)}."
        return replace(self, segments=len(left), share=share, caveat=caveat, places=left)

    def with_files(self, names: Mapping[str, str]) -> "TextFinding":
        """Return it with other names of the files, also in its message."""
        file, message = self.file, self.message
        for old in sorted(names, key=len, reverse=True):
            file, message = file.replace(old, names[old]), message.replace(old, names[old])
        return replace(self, file=file, message=message)

    def record(self) -> dict[str, object]:
        """Return what ``doctor`` writes as JSON."""
        return {
            "kind": self.kind,
            "severity": self.severity,
            "role": self.role,
            "file": self.file,
            "first": self.first,
            "last": self.last,
            "message": self.message,
            "segments": self.segments,
            "share": self.share,
            "examples": list(self.examples),
        }


_MOST_SPANS = 3
"""Blocks of lines that a sentence names."""


@dataclass(frozen=True)
class MisplacedLines:
    """The lines of one text that belong to other segments."""

    segments: frozenset[int]
    """From 0."""
    is_of_another_text: bool = False
    """Whether nothing tells that they are a few lines late or early."""
    spans: tuple[tuple[int, int], ...] = field(default=(), compare=False)
    """The first and the last line of each block in the file, from 1, also where some of these are not looked at."""

    @property
    def phrase(self) -> str:
        """Return what they are, such as "lines out of place"."""
        return f"lines {self.how}"

    @property
    def how(self) -> str:
        """Return "out of place", or "of another text"."""
        return "of another text" if self.is_of_another_text else "out of place"

    @property
    def where(self) -> str:
        """Return such as "Lines 3 to 5 and lines 9 to 20"."""
        first, *others = [lines_phrase(*span) for span in self.spans] or ["Lines"]
        return str(name_list([first, *map(str.lower, others)], _MOST_SPANS))


def severity_of(n_found: int, n_segments: int) -> str | None:
    """Return whether these segments are a warning or a note; None where they are too few to tell."""
    share = n_found / n_segments
    is_warning = share >= WARNING_SHARE and n_found >= FEWEST_OF_WARNING
    return WARNING if is_warning else NOTE if share >= LEAST_SHARE else None


def finding_of_flags(
    kind: str,
    text: ExaminedText,
    flags: Flags,
    what: str,
    advice: str,
    severity: str | None = None,
    is_caveat: bool = False,
    what_in_part: str | None = None,
) -> TextFinding | None:
    """Return the finding of the flagged segments, (n_segments,), or None where they are too few to tell.

    ``what`` follows "12 lines of the reference (1.2 %)" and begins with its verb, such as "are"; ``advice`` is a
    sentence. With ``is_caveat`` a warning is also shown on the verdict's card. ``what_in_part`` takes the place of
    ``what`` where some segments are left out, if that has numbers that are of all.
    """
    places = np.flatnonzero(flags)
    if not len(places):
        return None
    share = len(places) / len(flags)
    severity = severity or severity_of(len(places), len(flags))
    if severity is None:
        return None
    told = _lines_sentence(len(places), text.phrase, percentage(share), what)
    where = ": line" if len(places) == 1 else ", first in line"
    return TextFinding(
        kind,
        severity,
        text.role,
        text.file,
        int(places[0]) + 1,
        int(places[-1]) + 1,
        f"{told}{where} {places[0] + 1:,}. {advice}",
        len(places),
        share,
        tuple((places[:MAX_EXAMPLES] + 1).tolist()),
        f"{told}." if is_caveat and severity == WARNING else "",
        places,
        text.phrase,
        what if what_in_part is None else what_in_part,
    )


def _lines_sentence(n_lines: int, phrase: str, share: str, what: str) -> str:
    """Return what is said of some lines of a text, without the full stop."""
    verb, rest = what.split(" ", 1)
    verb = _VERBS_OF_ONE.get(verb, verb) if n_lines == 1 else verb
    return f"{counted(n_lines, 'line')} of {phrase} ({share}) {verb} {rest}"


def lines_phrase(first: int, last: int) -> str:
    """Return "Line 3" or "Lines 3 to 5"; numbers from 1."""
    return f"Line {first:,}" if first == last else f"Lines {first:,} to {last:,}"


def sorted_findings(findings: Iterable[TextFinding]) -> tuple[TextFinding, ...]:
    """Return warnings first, of these lines that are out of place, then those about most segments."""

    def place(found: TextFinding) -> tuple[bool, bool, bool, float, str, int]:
        is_last = found.kind == NEARLY_SAME
        return found.severity != WARNING, found.kind not in OUT_OF_PLACE, is_last, -found.share, found.file, found.first

    return tuple(sorted(findings, key=place))


def percentage(share: float) -> str:
    """Return a share as a percentage with one decimal."""
    return f"{fixed(100 * share, 1)} %"
