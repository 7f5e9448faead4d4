"""Is the test set sound? Shifted lines, duplicates, unfit references, odd text and public sets; nothing is repaired."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from ..counting.progress import Progress, no_progress, progress_of_part
from ..doctor.duplicates import (
    DUPLICATE,
    IN_TRAINING,
    NEAR_DUPLICATE,
    NEAR_TRAINING,
    find_duplicates,
    find_in_training,
)
from ..doctor.finding import NOTE, WARNING, ExaminedTexts, TextFinding, sorted_findings
from ..doctor.odd_texts import TOO_LONG, TOO_SHORT, find_noticed_text, find_odd_lengths
from ..doctor.public_sets import PUBLIC_SET, find_public_sets
from ..doctor.repeated_texts import (
    COPIED_SOURCE,
    PLACEHOLDER,
    POST_EDIT,
    SAME_REFERENCE,
    find_copied_sources,
    find_equal_references,
    find_placeholders,
    find_post_edits,
)
from ..doctor.shifted_blocks import SHIFTED, find_shifted_blocks, shifted_findings
from ..doctor.training_files import read_training
from ..doctor.wrong_languages import WRONG_LANGUAGE, WRONG_SCRIPT, find_wrong_languages
from ..output.numbers import counted
from ..testset import TestSet

KINDS: Mapping[str, str] = {
    SHIFTED: "Lines that are late or early",
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
    """Return the texts of a test set."""
    return ExaminedTexts.of_columns(
        {reference.name: reference.segments for reference in test_set.references},
        {system.name: system.segments for system in test_set.systems},
        test_set.source,
    )


def run(request: DoctorRequest, texts: ExaminedTexts, on_progress: Progress = no_progress) -> DoctorResult:
    """Examine the texts of a test set; nothing is changed in them."""
    examinations = [examination for examination in _EXAMINATIONS if not request.is_shallow or examination.is_cheap]
    findings: list[TextFinding] = []
    for number, examination in enumerate(examinations):
        findings += examination.find(texts)
        progress_of_part(on_progress, number, len(examinations))(1.0)
    looked_for = tuple(examination.says for examination in examinations)
    if request.training is not None:
        blocks = read_training(request.training)
        findings += find_in_training(texts, request.training.name, blocks, lambda: on_progress(1.0))
        looked_for = *looked_for, f"Segments that are in {request.training.name}."
    return DoctorResult(sorted_findings(findings), len(texts), looked_for)


@dataclass(frozen=True)
class _Examination:
    """One group of kinds, found together."""

    find: Callable[[ExaminedTexts], Iterable[TextFinding]]
    says: str
    is_cheap: bool = True


def _find_shifted(texts: ExaminedTexts) -> Iterable[TextFinding]:
    return shifted_findings(texts, find_shifted_blocks(texts))


_EXAMINATIONS = (
    _Examination(
        _find_shifted, "Lines that are up to five lines late or early, by their words, numbers, names and lengths."
    ),
    _Examination(find_copied_sources, "Segments that are the source."),
    _Examination(find_placeholders, "One text for three or more different sources."),
    _Examination(find_equal_references, "References that are the same."),
    _Examination(find_post_edits, "References that one system equals far more often than the others do."),
    _Examination(find_odd_lengths, "Segments of twice or half the usual length."),
    _Examination(find_public_sets, "Known public test sets."),
    _Examination(find_noticed_text, "Odd text: tokens, entities, pieces of words, invisible characters.", False),
    _Examination(find_wrong_languages, "Other languages and scripts, by common words.", False),
    _Examination(find_duplicates, "Duplicates and near duplicates.", False),
)
