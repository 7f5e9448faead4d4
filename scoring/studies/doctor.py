"""Is the test set sound? Shifted lines, duplicates, unfit references, odd text and public sets; nothing is repaired."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from ..analysis.oddities import DOUBT, LOOKALIKE, MISPLACED, REFERENCE, SAME, UNLIKE, Oddity, of_test_set
from ..counting.progress import Progress, no_progress, progress_of_part
from ..doctor import MOST_LINES_SHALLOW
from ..doctor.duplicates import (
    DUPLICATE,
    IN_TRAINING,
    NEAR_DUPLICATE,
    NEAR_TRAINING,
    find_duplicates,
    find_in_training,
)
from ..doctor.finding import NOTE, SYSTEM, WARNING, ExaminedTexts, TextFinding, sorted_findings
from ..doctor.near_duplicates import MOST_PAIRS
from ..doctor.odd_texts import TOO_LONG, TOO_SHORT, find_empty_texts, find_noticed_text, find_odd_lengths
from ..doctor.public_sets import PUBLIC_SET, find_public_sets
from ..doctor.repeated_texts import (
    COPIED_SOURCE,
    PLACEHOLDER,
    POST_EDIT,
    SAME_REFERENCE,
    copied_lines,
    find_copied_sources,
    find_equal_references,
    find_near_post_edits,
    find_placeholders,
    find_post_edits,
    placeholder_lines,
)
from ..doctor.shifted_blocks import (
    SHIFTED,
    UNALIGNED,
    LinedUpTexts,
    find_shifted_blocks,
    find_unaligned_blocks,
    find_unaligned_texts,
    shifted_findings,
    shifted_lines,
)
from ..doctor.training_files import read_training
from ..doctor.wrong_languages import WRONG_LANGUAGE, WRONG_SCRIPT, find_wrong_languages
from ..formats.plain_text.notices import EMPTY
from ..output.numbers import counted
from ..output.sentence import name_list
from ..testset import Reference, System, TestSet

KINDS: Mapping[str, str] = {
    SHIFTED: "Lines that are late or early",
    UNALIGNED: "Lines that belong to another text",
    EMPTY: "Empty segments",
    REFERENCE: "An output that is the reference",
    SAME: "Outputs that are the same",
    UNLIKE: "Outputs unlike the references",
    LOOKALIKE: "Names that look the same",
    COPIED_SOURCE: "Copies of the source",
    PLACEHOLDER: "One text for several sources",
    SAME_REFERENCE: "References that are the same",
    POST_EDIT: "A reference made from one system's output",
    WRONG_LANGUAGE: "Another language",
    WRONG_SCRIPT: "Another script",
    TOO_LONG: "Twice as long",
    TOO_SHORT: "Half as long",
    DUPLICATE: "Duplicates",
    NEAR_DUPLICATE: "Near duplicates",
    IN_TRAINING: "In the training data",
    NEAR_TRAINING: "Nearly in the training data",
    PUBLIC_SET: "A public test set",
}
"""Kind of finding -> its heading; others are notices on odd text, headed by ``ODD_TEXT``."""
ODD_TEXT = "Odd text"
MOST_NAMES_SHOWN = 4
"""Files that a finding about several outputs names."""
SOUND = "The doctor found nothing that makes comparisons on this test set doubtful."
NOT_REPAIRED = "Nothing was changed in the texts."


@dataclass(frozen=True)
class DoctorRequest:
    """What is looked for."""

    is_shallow: bool = False
    """Whether only what is cheap is looked for, as whenever a test set is read."""
    training: Path | None = None
    """A file of training data, plain text, one line a segment; the test set's segments are looked for in it."""


@dataclass(frozen=True)
class DoctorResult:
    """What was found, worst first."""

    findings: tuple[TextFinding, ...]
    n_segments: int
    looked_for: tuple[str, ...]
    """A sentence for each group of kinds: what was looked for, or why it was not."""

    @property
    def n_warnings(self) -> int:
        """How many findings are warnings."""
        return sum(found.severity == WARNING for found in self.findings)

    @property
    def summary(self) -> str:
        """How many warnings and notes there are, in one sentence."""
        if not self.findings:
            return SOUND
        n_notes = sum(found.severity == NOTE for found in self.findings)
        numbers = [counted(count, what) for count, what in ((self.n_warnings, WARNING), (n_notes, NOTE)) if count]
        return f"The doctor has {' and '.join(numbers)} on {counted(self.n_segments, 'segment')}."

    def sentences(self) -> list[str]:
        """Return the summary, then each finding's message."""
        return [self.summary, *(found.message for found in self.findings)]

    def records(self) -> list[dict[str, object]]:
        """Return a record for each finding: what ``doctor`` writes as JSON."""
        return [found.record() for found in self.findings]


def examined_texts(test_set: TestSet) -> ExaminedTexts:
    """Return the texts of a test set; of a part of one, those of the whole, so that lines have the files' numbers."""
    if test_set.part is not None:
        return examined_texts(test_set.part.whole)
    return ExaminedTexts.of_columns(
        {reference.name: reference.segments for reference in test_set.references},
        {system.name: system.segments for system in test_set.systems},
        test_set.source,
    )


def run(request: DoctorRequest, texts: ExaminedTexts, on_progress: Progress = no_progress) -> DoctorResult:
    """Examine the texts of a test set; nothing is changed in them."""
    examinations = [*_CHEAP, *(() if request.is_shallow else _OTHERS)]
    n_parts = len(examinations) + 2
    is_aligned = not request.is_shallow or len(texts) * len(texts.all) <= MOST_LINES_SHALLOW
    findings = _findings_of_lines(texts, is_aligned)
    looked_for = [ALIGNED if is_aligned else NOT_ALIGNED, "Segments of twice or half the usual length."]
    for number, examination in enumerate(examinations, 1):
        progress_of_part(on_progress, number, n_parts)(1.0)
        findings += examination.find(texts)
        looked_for.append(examination.says)
    if request.training is not None:
        blocks_of_training = read_training(request.training)
        tell = progress_of_part(on_progress, n_parts - 1, n_parts)
        findings += find_in_training(texts, request.training.name, blocks_of_training, lambda: tell(0.5))
        looked_for.append(f"Segments that are in {request.training.name}.")
    if not request.is_shallow and texts.systems and texts.references:
        findings += _findings_of_oddities(texts)
    return DoctorResult(sorted_findings(findings), len(texts), tuple(looked_for))


def _findings_of_lines(texts: ExaminedTexts, is_aligned: bool) -> list[TextFinding]:
    """Return which lines are shifted, if asked, and which of the others are of odd lengths and have no placeholder."""
    lined_up = LinedUpTexts(texts)
    blocks = find_shifted_blocks(texts, lined_up) if is_aligned else []
    findings = [*shifted_findings(texts, blocks)]
    unaligned = [*find_unaligned_texts(texts, lined_up, blocks)] if is_aligned else []
    if unaligned:
        return [*findings, *unaligned]
    known = [*(placeholder_lines(texts, text) for text in texts.targets), *copied_lines(texts)]
    findings += find_unaligned_blocks(texts, lined_up, np.any(known, axis=0)) if is_aligned else []
    is_explained = np.any([shifted_lines(texts, blocks), *known], axis=0)
    for found in findings:
        is_explained[found.first - 1 : found.last] |= found.kind == UNALIGNED
    return [*findings, *find_odd_lengths(texts, is_explained)]


def doubts(test_set: TestSet, systems: Sequence[str], result: DoctorResult) -> tuple[Oddity, ...]:
    """Return what makes a comparison of these systems doubtful, as the verdict's card shows it.

    ``result`` is that of a shallow examination of the same test set.
    """
    others = frozenset(name for name in test_set.system_names if name not in systems)
    return add_caveats(of_test_set(test_set, systems), result, others)


def add_caveats(odd: Sequence[Oddity], result: DoctorResult, others: Collection[str] = ()) -> tuple[Oddity, ...]:
    """Return what is odd in every segment, and the caveats of a shallow examination of the same texts.

    Caveats on outputs of ``others`` are left out, and what lengths tell of lines where the result knows more.
    """
    caveats = [
        Oddity(DOUBT, (), how=found.caveat)
        for found in result.findings
        if found.caveat and not (found.role == SYSTEM and found.file in others)
    ]
    knows_lines = any(found.kind in (SHIFTED, UNALIGNED) for found in result.findings)
    return *(one for one in odd if not (knows_lines and one.kind == MISPLACED)), *caveats


def _findings_of_oddities(texts: ExaminedTexts) -> Iterator[TextFinding]:
    """Yield findings of what is so in every segment and has no kind of the doctor's own."""
    test_set = TestSet(
        tuple(System(text.name, text.segments) for text in texts.systems),
        tuple(Reference(text.name, text.segments) for text in texts.references),
    )
    files = {text.name: text.file for text in texts.systems}
    n = len(texts)
    for odd in of_test_set(test_set):
        if odd.kind in (REFERENCE, SAME, UNLIKE, LOOKALIKE):
            named = name_list([files[name] for name in odd.systems], MOST_NAMES_SHOWN)
            yield TextFinding(odd.kind, WARNING, SYSTEM, str(named), 1, n, odd.said, n, 1.0, (1,))


@dataclass(frozen=True)
class _Examination:
    """One group of kinds, found together."""

    find: Callable[[ExaminedTexts], Iterable[TextFinding]]
    says: str


ALIGNED = "Lines that are up to five lines late or early, by their words, numbers, names and lengths."
NOT_ALIGNED = (
    f"Not whether lines are late or early: with more than {MOST_LINES_SHALLOW:,} lines in all texts together that takes"
    " longer; the whole examination does."
)
_CHEAP = (
    _Examination(find_empty_texts, "Empty segments."),
    _Examination(find_copied_sources, "Segments that are the source."),
    _Examination(find_placeholders, "One text for three or more different sources."),
    _Examination(find_equal_references, "References that are the same."),
    _Examination(find_post_edits, "References that one system equals far more often than most others do."),
    _Examination(find_public_sets, "Known public test sets."),
)
_OTHERS = (
    _Examination(find_near_post_edits, "References that are nearly one system's output far more often than others'."),
    _Examination(find_noticed_text, "Odd text: tokens, entities, pieces of words, invisible characters."),
    _Examination(find_wrong_languages, "Other languages and scripts, by common words."),
    _Examination(
        find_duplicates,
        f"Duplicates and near duplicates; of similar lines at most {MOST_PAIRS:,} pairs are compared.",
    ),
)
