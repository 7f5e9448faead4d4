"""The texts of an examined test set, and a finding: its text, its segments, the problem, the advice."""

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
"""Word that people read for each severity; JSON has the severity itself."""
FAULT_ADVICE = (
    "If the system did this, it is a fault: keep these segments. Leave them out only if your export went wrong."
)
"""Advice for an output with nothing translated: without these segments a bad system looks good."""
OUT_OF_PLACE = "shifted", "unaligned"
"""Kinds of lines that do not belong together; they are listed first because they alone make most scores wrong."""
DUPLICATE, NEAR_DUPLICATE, IN_TRAINING, NEAR_TRAINING = (
    "duplicates",
    "near-duplicates",
    "in-training",
    "near-training",
)
WRONG_LANGUAGE, WRONG_SCRIPT = "wrong-language", "wrong-script"
NEARLY_SAME = "nearly-equal-outputs"
"""Kind for outputs that are equal in nearly all segments; it is listed after all findings that may explain it."""
MIN_SHARE = 0.01
"""Smallest share of the segments that gives a finding (measured: sound sets stay below it)."""
WARNING_SHARE = 0.05
"""Smallest share of the segments that gives a warning."""
MIN_OF_WARNING = 3
"""Fewest segments that give a warning: one or two odd ones are found in most sound sets of 20 segments."""
_VERBS_OF_ONE = {"are": "is", "have": "has"}
MAX_EXAMPLES = 5
"""Number of segments that a finding names as examples."""


@dataclass(frozen=True, eq=False)
class ExaminedText:
    """A text of a test set, with its names."""

    role: str
    name: str
    """Name of the system or reference."""
    segments: pa.StringArray
    phrase: str
    """Name of the text in a sentence, such as "the reference" or "the output of A"."""
    file: str
    """File that the text was read from; its name if there is no file."""

    @property
    def subject(self) -> str:
        """Phrase at the beginning of a sentence."""
        first = self.phrase[0].upper() if self.phrase.startswith(("the ", "reference ")) else self.phrase[0]
        return f"{first}{self.phrase[1:]}"

    def __len__(self) -> int:
        return len(self.segments)


@dataclass(frozen=True, eq=False)
class ExaminedTexts:
    """The texts of one test set: references, systems and a source, with at least one text in all.

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
        """Return the texts from columns by name, one string a segment; only a reference may have null.

        ``files`` is (role, name) -> file, for texts whose names differ from the user's names.
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
        """References, then systems."""
        return *self.references, *self.systems

    @property
    def all(self) -> tuple[ExaminedText, ...]:
        """References, systems and the source."""
        return *self.targets, *(() if self.source is None else (self.source,))

    @cached_property
    def _features(self) -> FeatureCache:
        return FeatureCache()

    def features(self, text: ExaminedText) -> LineFeatures:
        """Return the features of a text's lines."""
        return self._features.of(text.segments)

    def __len__(self) -> int:
        return len(self.all[0])


@dataclass(frozen=True)
class TextFinding:
    """A problem, or a possible problem, of a text in a test set."""

    kind: str
    """Kind of the finding, a name of ``KINDS``."""
    severity: str
    """Severity, ``WARNING`` or ``NOTE``."""
    role: str
    """Role of the text, ``SOURCE``, ``REFERENCE`` or ``SYSTEM``."""
    file: str
    """File of the text, or its name if there is no file."""
    first: int
    """Number of the first segment, from 1."""
    last: int
    """Number of the last segment, from 1."""
    message: str
    """Text of the finding: the problem, its place and the advice."""
    segments: int
    """Number of segments with the problem."""
    share: float
    """Share of the segments with the problem, 0 to 1."""
    examples: tuple[int, ...] = ()
    """Numbers of example segments, from 1."""
    caveat: str = ""
    """Sentences for the verdict's card, with its ``repair``; empty where comparisons are valid all the same."""
    places: Ints = field(default_factory=lambda: np.zeros(0, np.int64), compare=False, repr=False)
    """Places of the segments with the problem, from 0, ascending, (segments,); empty for a whole text."""
    phrase: str = ""
    """Name of the text in a sentence that counts its lines, such as "the output of A"."""
    predicate: str = ""
    """Rest of a sentence that counts lines, such as "are empty"; empty where the finding's sentences count none."""
    caveat_of_part: Callable[[Ints], str] | None = field(default=None, compare=False, repr=False)
    """Function that returns the caveat of the segments at places, (n_left,), where ``caveat`` has scores.

    It returns an empty text where there is no doubt.
    """
    repair: str = ""
    """Sentence that says how to repair the file; empty where that is not known."""

    @property
    def key(self) -> str:
        """Kind and text of the finding: the key by which segments are left out; several findings may share it."""
        return f"{self.kind}:{self.file}"

    @property
    def can_be_left_out(self) -> bool:
        """Whether the finding names some of the segments, so that the others can be compared without them."""
        return len(self.places) > 0 and self.share < 1

    def restrict_to_segments(self, places: Ints) -> "TextFinding":
        """Return the finding with only its segments among ``places``, (n_left,).

        Its caveat then counts these segments, and has their scores; sentences that name lines keep the numbers of the
        files.
        """
        if self.caveat_of_part is not None:
            finding = replace(self, caveat=self.caveat_of_part(places), caveat_of_part=None)
            return finding.restrict_to_segments(places) if len(self.places) else finding
        own_places = self.places[np.isin(self.places, places)]
        share = len(own_places) / len(places)
        caveat = self.caveat
        if caveat and self.predicate:
            of = f"{percentage(share)} of the {counted(len(places), 'segment')} left"
            caveat = f"{_lines_sentence(len(own_places), self.phrase, of, self.predicate)}."
        return replace(self, segments=len(own_places), share=share, caveat=caveat, places=own_places)

    def with_files(self, names: Mapping[str, str]) -> "TextFinding":
        """Return the finding with other names of the files, also in its message."""
        file, message = self.file, self.message
        for old in sorted(names, key=len, reverse=True):
            file, message = file.replace(old, names[old]), message.replace(old, names[old])
        return replace(self, file=file, message=message)

    def record(self) -> dict[str, object]:
        """Return the fields of the finding that ``doctor`` writes as JSON."""
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


_MAX_SPANS = 3
"""Most blocks of lines that a sentence names."""


@dataclass(frozen=True)
class MisplacedLines:
    """The lines of one text that belong to other segments."""

    segments: frozenset[int]
    """Indices of the segments, from 0."""
    is_of_another_text: bool = False
    """Whether nothing shows that the lines are a few lines late or early."""
    spans: tuple[tuple[int, int], ...] = field(default=(), compare=False)
    """First and last line of each block in the file, from 1, also where some of the lines are not examined."""

    @property
    def phrase(self) -> str:
        """Phrase for the lines, such as "lines out of place"."""
        return f"lines {self.kind_phrase}"

    @property
    def kind_phrase(self) -> str:
        """Words "out of place" or "of another text"."""
        return "of another text" if self.is_of_another_text else "out of place"

    @property
    def blocks_phrase(self) -> str:
        """Phrase for the blocks, such as "Lines 3 to 5 and lines 9 to 20"."""
        first, *others = [lines_phrase(*span) for span in self.spans] or ["Lines"]
        return str(name_list([first, *map(str.lower, others)], _MAX_SPANS))


def finding_severity(n_found: int, n_segments: int) -> str | None:
    """Return whether this number of segments gives a warning or a note; None where there are too few."""
    share = n_found / n_segments
    is_warning = share >= WARNING_SHARE and n_found >= MIN_OF_WARNING
    return WARNING if is_warning else NOTE if share >= MIN_SHARE else None


def finding_of_flags(
    kind: str,
    text: ExaminedText,
    flags: Flags,
    predicate: str,
    advice: str,
    severity: str | None = None,
    is_caveat: bool = False,
    predicate_in_part: str | None = None,
) -> TextFinding | None:
    """Return the finding of the flagged segments, (n_segments,), or None where they are too few.

    ``predicate`` follows "12 lines of the reference (1.2 %)" and begins with its verb, such as "are"; ``advice`` is a
    sentence. With ``is_caveat`` a warning is also shown on the verdict's card. ``predicate_in_part`` replaces
    ``predicate`` where some segments are left out, if ``predicate`` has numbers of all segments.
    """
    places = np.flatnonzero(flags)
    if not len(places):
        return None
    share = len(places) / len(flags)
    severity = severity or finding_severity(len(places), len(flags))
    if severity is None:
        return None
    sentence = _lines_sentence(len(places), text.phrase, percentage(share), predicate)
    connector = ": line" if len(places) == 1 else ", first in line"
    return TextFinding(
        kind,
        severity,
        text.role,
        text.file,
        int(places[0]) + 1,
        int(places[-1]) + 1,
        f"{sentence}{connector} {places[0] + 1:,}. {advice}",
        len(places),
        share,
        tuple((places[:MAX_EXAMPLES] + 1).tolist()),
        f"{sentence}." if is_caveat and severity == WARNING else "",
        places,
        text.phrase,
        predicate if predicate_in_part is None else predicate_in_part,
    )


def _lines_sentence(n_lines: int, phrase: str, share: str, predicate: str) -> str:
    """Return the sentence about some lines of a text, without the full stop."""
    verb, rest = predicate.split(" ", 1)
    verb = _VERBS_OF_ONE.get(verb, verb) if n_lines == 1 else verb
    return f"{counted(n_lines, 'line')} of {phrase} ({share}) {verb} {rest}"


def lines_phrase(first: int, last: int) -> str:
    """Return "Line 3" or "Lines 3 to 5"; numbers from 1."""
    return f"Line {first:,}" if first == last else f"Lines {first:,} to {last:,}"


def sorted_findings(findings: Iterable[TextFinding]) -> tuple[TextFinding, ...]:
    """Return the findings in order: warnings first, of these lines out of place, then those about most segments."""

    def place(finding: TextFinding) -> tuple[bool, bool, bool, float, str, int]:
        is_last = finding.kind == NEARLY_SAME
        return (
            finding.severity != WARNING,
            finding.kind not in OUT_OF_PLACE,
            is_last,
            -finding.share,
            finding.file,
            finding.first,
        )

    return tuple(sorted(findings, key=place))


def percentage(share: float) -> str:
    """Return a share as a percentage with one decimal."""
    return f"{fixed(100 * share, 1)} %"
