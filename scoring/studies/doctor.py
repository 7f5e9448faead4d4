"""Examine a test set for shifted lines, duplicates, unfit references, odd text and public sets; nothing is repaired."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from ..analysis.oddities import (
    DOUBT,
    LOOKALIKE,
    MISPLACED,
    REFERENCE,
    REPEATED,
    SAME,
    UNLIKE,
    Oddity,
    find_oddities,
)
from ..analysis.oddities import EMPTY as OUTPUT_IS_EMPTY
from ..analysis.oddities import SOURCE as OUTPUT_IS_SOURCE
from ..counting.arrays import Ints
from ..counting.progress import Progress, no_progress, progress_of_part
from ..doctor import MAX_LINES_SHALLOW, MAX_SIMILAR_PAIRS, MIN_SEGMENTS
from ..doctor.finding import (
    DUPLICATE,
    IN_TRAINING,
    NEAR_DUPLICATE,
    NEAR_TRAINING,
    NEARLY_SAME,
    NOTE,
    OUT_OF_PLACE,
    SEVERITY_WORDS,
    SOURCE,
    SYSTEM,
    WARNING,
    WRONG_LANGUAGE,
    WRONG_SCRIPT,
    ExaminedText,
    ExaminedTexts,
    MisplacedLines,
    TextFinding,
    percentage,
    sorted_findings,
)
from ..doctor.finding import REFERENCE as OF_REFERENCE
from ..doctor.left_out import may_be_fault
from ..doctor.made_references import PATCHED, POST_EDIT, find_made_references, find_near_post_edits
from ..doctor.odd_texts import (
    COLLAPSED,
    LENGTH_RATIO,
    MAX_RATIO,
    MIN_RATIO,
    TOO_LONG,
    TOO_SHORT,
    find_collapsed_outputs,
    find_empty_texts,
    find_escaped_characters,
    find_noticed_text,
    find_odd_lengths,
    find_odd_ratios,
)
from ..doctor.public_sets import PUBLIC_SET, find_public_sets
from ..doctor.repeated_texts import (
    COPIED_SOURCE,
    PLACEHOLDER,
    SAME_REFERENCE,
    copied_lines,
    equal_ignoring_case,
    find_copied_sources,
    find_equal_references,
    find_nearly_equal_outputs,
    find_placeholders,
    placeholder_lines,
)
from ..doctor.shifted_blocks import (
    SHIFTED,
    UNALIGNED,
    LinedUpTexts,
    ShiftedBlock,
    find_shifted_blocks,
    find_unaligned_blocks,
    find_unaligned_texts,
    shifted_findings,
    shifted_lines,
)
from ..doctor.unlike_texts import NO_CAPITALS, OTHER_QUOTES, find_other_quotes, find_unlike_texts
from ..formats.plain_text.notices import EMPTY, ENTITIES, TOKENIZED
from ..metric import Metric, ignores_case
from ..output.numbers import counted
from ..output.sentence import Sentence, SystemName, name_list, sentence
from ..testset import Reference, System, TestSet

KINDS: Mapping[str, str] = {
    SHIFTED: "Lines out of place",
    UNALIGNED: "Lines that belong to another text",
    EMPTY: "Empty segments",
    REFERENCE: "An output that is the reference",
    SAME: "Outputs that are the same",
    NEARLY_SAME: "Outputs that are nearly the same",
    UNLIKE: "Outputs unlike the references",
    NO_CAPITALS: "No capitals",
    TOKENIZED: "Tokenized text",
    OTHER_QUOTES: "Other quotation marks",
    LOOKALIKE: "Names that look the same",
    COPIED_SOURCE: "Untranslated segments",
    PLACEHOLDER: "Placeholders",
    SAME_REFERENCE: "References that are the same",
    POST_EDIT: "A reference made from one system's output",
    PATCHED: "A reference made of outputs",
    COLLAPSED: "An output that breaks off",
    LENGTH_RATIO: "Another length",
    WRONG_LANGUAGE: "Another language",
    WRONG_SCRIPT: "Another script",
    TOO_LONG: "Twice as long",
    TOO_SHORT: "Less than half as long",
    DUPLICATE: "Duplicates",
    NEAR_DUPLICATE: "Near duplicates",
    IN_TRAINING: "In the training data",
    NEAR_TRAINING: "Nearly in the training data",
    PUBLIC_SET: "A public test set",
}
"""Heading of each kind of finding; other kinds are notices on odd text, headed by ``ODD_TEXT``."""
ODD_TEXT = "Odd text"
NOT_CHECKED: Mapping[str, str] = {
    NO_CAPITALS: "has no capitals",
    TOKENIZED: "is tokenized",
    ENTITIES: "has HTML entities",
    LENGTH_RATIO: "has another length than the references",
}
"""What is wrong with an output, by the kinds of findings that checks do not look for."""
_SHARE_BEFORE = 0.1
"""Share of a finding's lines that must be before an output breaks off for the finding to be reported separately."""
MAX_NAMES_SHOWN = 4
"""The most files that a finding about several outputs names."""
MAX_PROBLEMS_NAMED = 3
"""The most problems that one sentence names."""
SOUND = "The doctor found nothing that makes comparisons on this test set doubtful."
FAVOURS = (
    "Agreement with people by this reference favours these outputs, and metrics that compare words or letters with it."
)
"""Sentence on the consequence of a reference that was made from outputs."""
_MILD = SAME, LOOKALIKE
"""Kinds of oddities that make no score wrong; they come after all others."""
NOT_REPAIRED = "Nothing was changed in the texts."


@dataclass(frozen=True)
class DoctorRequest:
    """What the doctor looks for."""

    is_shallow: bool = False
    """Whether only cheap examinations are made, as on every reading of a test set."""
    training: Path | None = None
    """File of training data, plain text, one line a segment, in which the test set's segments are searched for."""


@dataclass(frozen=True)
class DoctorResult:
    """What the doctor found, the worst first."""

    findings: tuple[TextFinding, ...]
    n_segments: int
    looked_for: tuple[str, ...]
    """A sentence for each group of kinds: what was looked for, or why it was not."""

    @property
    def n_warnings(self) -> int:
        """Number of findings that are warnings."""
        return sum(finding.severity == WARNING for finding in self.findings)

    @property
    def summary(self) -> str:
        """Sentence on the number of problems and remarks."""
        if not self.findings:
            return SOUND
        n_notes = sum(finding.severity == NOTE for finding in self.findings)
        numbers = ((self.n_warnings, WARNING), (n_notes, NOTE))
        problems = " and ".join(counted(count, SEVERITY_WORDS[severity]) for count, severity in numbers if count)
        sound = "" if self.n_warnings else "No problem, but "
        return f"{sound}{problems} in {counted(self.n_segments, 'segment')}."

    def sentences(self) -> list[str]:
        """Return the summary, then each finding's message."""
        return [self.summary, *(finding.message for finding in self.findings)]

    def with_files(self, names: Mapping[str, str]) -> "DoctorResult":
        """Return the result with other file names: ``names`` has the new name of each file."""
        return replace(self, findings=tuple(finding.with_files(names) for finding in self.findings))

    def records(self) -> list[dict[str, object]]:
        """Return a record for each finding, as the command ``doctor`` writes it as JSON."""
        return [finding.record() for finding in self.findings]


def look_first_sentence(result: DoctorResult) -> str:
    """Say which problems to look at before the set is used."""
    pronoun = "it" if result.n_warnings == 1 else "them"
    problems = [
        f"{_heading(finding)} ({SOURCE if finding.role == SOURCE else finding.file})"
        for finding in result.findings
        if finding.severity == WARNING
    ]
    listed = name_list(list(dict.fromkeys(problems)), MAX_PROBLEMS_NAMED)
    return f"{counted(result.n_warnings, SEVERITY_WORDS[WARNING])}: {listed}. Look at {pronoun} before you use the set."


def _heading(finding: TextFinding) -> str:
    """Return the heading of a finding within a sentence."""
    heading = KINDS.get(finding.kind, ODD_TEXT)
    return heading[0].lower() + heading[1:]


def examined_texts(test_set: TestSet) -> ExaminedTexts:
    """Return the texts of a test set, or of its whole set if it is a part, so that lines have the files' numbers."""
    if test_set.part is not None:
        return examined_texts(test_set.part.whole)
    return ExaminedTexts.of_columns(
        {reference.name: reference.segments for reference in test_set.references},
        {system.name: system.segments for system in test_set.systems},
        test_set.source,
    )


def run(request: DoctorRequest, texts: ExaminedTexts, on_progress: Progress = no_progress) -> DoctorResult:
    """Examine the texts of a test set; nothing is changed in them."""
    examinations = [*_CHEAP, *(() if request.is_shallow else _MINOR_EXAMINATIONS)]
    n_parts = len(examinations) + 2
    is_aligned = not request.is_shallow or len(texts) * len(texts.all) <= MAX_LINES_SHALLOW
    findings = _findings_of_lines(texts, is_aligned)
    looked_for = [ALIGNED if is_aligned else NOT_ALIGNED, *_OF_LENGTHS]
    for number, examination in enumerate(examinations, 1):
        progress_of_part(on_progress, number, n_parts)(1.0)
        findings += examination.find(texts)
        looked_for.append(examination.says)
    if request.training is not None:
        from ..doctor.duplicates import find_in_training, read_training  # only examinations with training data need it

        blocks_of_training = read_training(request.training)
        tell = progress_of_part(on_progress, n_parts - 1, n_parts)
        findings += find_in_training(texts, request.training.name, blocks_of_training, lambda: tell(0.5))
        looked_for.append(f"Segments that are in {request.training.name}.")
    findings += _findings_of_same_outputs(texts)
    if not request.is_shallow and texts.systems and texts.references:
        findings += _findings_of_oddities(texts)
    return DoctorResult(sorted_findings(_without_repeated_findings(findings)), len(texts), tuple(looked_for))


def _without_repeated_findings(findings: Sequence[TextFinding]) -> Iterator[TextFinding]:
    """Yield the findings, without those on lines where an output breaks off, and one for each tokenized text."""
    collapsed = {finding.file: finding for finding in findings if finding.kind == COLLAPSED}
    tokenized = {(finding.role, finding.file): finding for finding in reversed(findings) if finding.kind == TOKENIZED}
    for finding in findings:
        if tokenized.get((finding.role, finding.file), finding) is not finding and finding.kind == TOKENIZED:
            continue
        end = collapsed.get(finding.file)
        is_end = end is not None and finding.role == SYSTEM and finding.kind in (EMPTY, PLACEHOLDER)
        if end is None or not is_end or np.mean(finding.places < end.first - 1) > _SHARE_BEFORE:
            yield finding


def _findings_of_lines(texts: ExaminedTexts, is_aligned: bool) -> list[TextFinding]:
    """Return the findings on shifted lines, if ``is_aligned``, and on unexplained lines of odd length."""
    lined_up, collapsed = LinedUpTexts(texts), [*find_collapsed_outputs(texts)]
    blocks = find_shifted_blocks(texts, lined_up) if is_aligned else []
    blocks = [one for one in blocks if not _are_placeholders(texts, one)]
    findings = [*shifted_findings(texts, lined_up, blocks), *collapsed]
    unaligned = [*find_unaligned_texts(texts, lined_up, blocks)] if is_aligned else []
    if unaligned:
        return [*findings, *unaligned]
    explained_lines = [*(placeholder_lines(texts, text) for text in texts.targets), *copied_lines(texts)]
    explained_lines += [np.isin(np.arange(len(texts)), finding.places) for finding in collapsed]
    findings += find_unaligned_blocks(texts, lined_up, np.any(explained_lines, axis=0)) if is_aligned else []
    is_explained = np.any([shifted_lines(texts, blocks), *explained_lines], axis=0)
    for finding in findings:
        is_explained[finding.first - 1 : finding.last] |= finding.kind == UNALIGNED
    return [*findings, *find_odd_lengths(texts, is_explained), *find_odd_ratios(texts, is_explained)]


def _are_placeholders(texts: ExaminedTexts, shifted: ShiftedBlock) -> bool:
    """Return whether most lines of a block are placeholders, whose positions mean nothing."""
    flags = placeholder_lines(texts, shifted.text)[shifted.block.start : shifted.block.stop]
    return bool(2 * np.count_nonzero(flags) > len(flags))


def doubts(
    test_set: TestSet,
    systems: Sequence[str],
    result: DoctorResult,
    kept_keys: Collection[str] = (),
    metric: Metric | None = None,
) -> tuple[Oddity, ...]:
    """Return what makes a comparison of these systems doubtful, as the verdict's card shows it.

    ``result`` is that of a shallow examination of the same test set, or of the whole set around it. Left out
    are findings without any segment of the part, findings in ``kept_keys``, as of ``kept_faults``, and outputs without
    capitals where the ``metric`` that decides ignores case.
    """
    odd = find_oddities(test_set, systems)
    if ignores_case(metric):
        result = without_capitals_findings(result)
    others = frozenset(name for name in test_set.system_names if name not in systems)
    if test_set.part is not None:
        result = findings_in_part(result, test_set.places)
    return add_caveats(odd, result, others, kept_keys)


def without_capitals_findings(result: DoctorResult) -> DoctorResult:
    """Return the result without findings on outputs that lack capitals, for metrics that ignore case."""
    return replace(result, findings=tuple(finding for finding in result.findings if finding.kind != NO_CAPITALS))


def same_without_case(test_set: TestSet, systems: Sequence[str], odd: Sequence[Oddity]) -> Iterator[Oddity]:
    """Yield the groups of systems whose outputs differ in case alone, unless ``odd`` names them already.

    Such a group makes no score doubtful by a metric that ignores case.
    """
    named_systems = {name for one in odd if one.kind in (SAME, OUTPUT_IS_EMPTY) for name in one.systems}
    texts_by_system = {name: test_set.system(name).segments for name in systems if name not in named_systems}
    while texts_by_system:
        name, text = next(iter(texts_by_system.items()))
        group = [other for other, segments in texts_by_system.items() if equal_ignoring_case(text, segments).all()]
        if len(group) > 1:
            yield Oddity(SAME, tuple(group), detail=", ignoring case")
        texts_by_system = {
            other: segments for other, segments in texts_by_system.items() if other not in (name, *group)
        }


def has_broken_reference(test_set: TestSet, result: DoctorResult) -> bool:
    """Return whether a reference has a fault that makes comparisons doubtful; arguments are as of ``doubts``."""
    if test_set.part is not None:
        result = findings_in_part(result, test_set.places)
    return any(finding.caveat and finding.role == OF_REFERENCE for finding in result.findings)


def unchecked_sentence(result: DoctorResult, systems: Collection[str]) -> Sentence:
    """Say what the doctor found in these systems' outputs that checks do not look for; empty if nothing.

    The number of segments is given where not all segments have the fault.
    """
    numbers: dict[tuple[str, str], tuple[int, float]] = {}
    for finding in result.findings:
        if finding.role == SYSTEM and finding.file in systems and finding.kind in NOT_CHECKED:
            n_segments, share = numbers.get((finding.file, finding.kind), (0, 0.0))
            numbers[finding.file, finding.kind] = n_segments + finding.segments, share + finding.share
    faults = [
        sentence(
            "{} {}{}",
            SystemName(system),
            NOT_CHECKED[kind],
            f" in {counted(n_segments, 'segment')} ({percentage(share)})" if share < 1 else "",
        )
        for (system, kind), (n_segments, share) in numbers.items()
    ]
    return (
        sentence("{}: checks do not look for that.", name_list(faults, MAX_PROBLEMS_NAMED)) if faults else sentence("")
    )


def lines_out_of_place(
    result: DoctorResult, texts: Collection[str], places: Ints, *, role: str = SYSTEM, is_of_part: bool = False
) -> dict[str, MisplacedLines]:
    """Return the lines of each text that belong to other segments, by text; only texts with such lines.

    ``places``, (n_left,), are the places in the whole set of the segments that are looked at. Segments are numbered as
    in the whole set, or with ``is_of_part`` within the segments that are looked at.
    """
    lines_by_text: dict[str, MisplacedLines] = {}
    for one in findings_in_part(result, places).findings:
        if one.kind in OUT_OF_PLACE and one.role == role and one.file in texts:
            is_misplaced = np.isin(places, one.places) if len(one.places) else np.ones(len(places), bool)
            segments = np.flatnonzero(is_misplaced) if is_of_part else places[is_misplaced]
            before = lines_by_text.get(one.file, MisplacedLines(frozenset(), True))
            is_of_another_text = before.is_of_another_text and one.kind == UNALIGNED
            spans = tuple(sorted([*before.spans, (one.first, one.last)]))
            lines_by_text[one.file] = MisplacedLines(
                before.segments.union(segments.tolist()), is_of_another_text, spans
            )
    return lines_by_text


def source_lines_out_of_place(result: DoctorResult, places: Ints, *, is_of_part: bool = False) -> MisplacedLines | None:
    """Return the lines of the source that belong to other segments; None if there are none."""
    return lines_out_of_place(result, [SOURCE], places, role=SOURCE, is_of_part=is_of_part).get(SOURCE)


def published_sentence(result: DoctorResult) -> str | None:
    """Say that the texts are a published test set, which systems may have seen; None if no such set is known."""
    return next((finding.message for finding in result.findings if finding.kind == PUBLIC_SET), None)


def findings_in_part(result: DoctorResult, places: Ints) -> DoctorResult:
    """Return the result for the segments at ``places``, (n_left,), without findings that name none of them.

    Other findings count the remaining segments and have their scores.
    """
    if len(places) == result.n_segments:
        return result
    findings = (
        finding.restrict_to_segments(places) if len(finding.places) or finding.caveat_of_part else finding
        for finding in result.findings
        if not len(finding.places) or np.isin(finding.places, places).any()
    )
    return replace(result, findings=tuple(findings))


def kept_faults(
    test_set: TestSet, systems: Collection[str], result: DoctorResult, kept_keys: Collection[str]
) -> tuple[TextFinding, ...]:
    """Return the findings that a reader keeps as faults of these systems, each named in ``kept_keys`` as ``kind:text``.

    The other arguments are as of ``doubts``.
    """
    return tuple(
        finding
        for finding in findings_in_part(result, test_set.places).findings
        if finding.key in kept_keys and finding.file in systems and finding.caveat and may_be_fault(finding)
    )


def add_caveats(
    odd: Sequence[Oddity], result: DoctorResult, others: Collection[str] = (), kept_keys: Collection[str] = ()
) -> tuple[Oddity, ...]:
    """Return the oddities, with the caveats of a shallow examination of the same texts.

    Oddities that make scores wrong come first. Caveats on outputs of ``others`` and faults in ``kept_keys`` are left
    out, and so are oddities on lengths and repeated texts on which the result has more precise findings.
    """
    findings = [
        finding
        for finding in result.findings
        if finding.caveat
        and not (finding.role == SYSTEM and finding.file in others)
        and not _is_known_oddity(finding, odd)
    ]
    knows_lines = any(finding.kind in (SHIFTED, UNALIGNED) for finding in result.findings)
    explained_systems = {
        finding.file for finding in findings if finding.role == SYSTEM and finding.kind in (PLACEHOLDER, COLLAPSED)
    }
    oddities = []
    for one in odd:
        if one.kind == REPEATED:
            one = replace(one, systems=tuple(system for system in one.systems if system not in explained_systems))
        if not (knows_lines and one.kind == MISPLACED) and (one.systems or one.kind == DOUBT):
            oddities.append(one)
    findings = [finding for finding in findings if not (finding.key in kept_keys and may_be_fault(finding))]
    mild = [one for one in oddities if one.kind in _MILD]
    grave = [one for one in oddities if one.kind not in _MILD]
    return *grave, *map(_doubt, findings), *mild


def _doubt(finding: TextFinding) -> Oddity:
    concerns = (finding.file,) if finding.role == SYSTEM else ()
    return Oddity(DOUBT, (), detail=finding.caveat, concerns=concerns, repair=finding.repair if finding.caveat else "")


def doubtful_systems(result: DoctorResult, faults: Collection[TextFinding] = ()) -> tuple[str, ...]:
    """Return the systems whose output makes comparisons doubtful; ``faults`` are left out."""
    keys = {fault.key for fault in faults}
    names = (one.file for one in result.findings if one.caveat and one.role == SYSTEM and one.key not in keys)
    return tuple(dict.fromkeys(names))


def unjudged_systems(result: DoctorResult, hidden: Collection[str]) -> dict[str, str]:
    """Return the hidden systems whose output makes comparisons doubtful, each with its repair."""
    repairs: dict[str, str] = {}
    for one in result.findings:
        if one.caveat and one.role == SYSTEM and one.file in hidden:
            repairs[one.file] = repairs.get(one.file) or one.repair
    return repairs


def systems_to_leave_out(odd: Oddity, systems: Collection[str]) -> list[str]:
    """Return the given systems that an oddity concerns; of equal outputs all but the first, of lookalike names none."""
    return [] if odd.kind == LOOKALIKE else [name for name in odd.systems[odd.kind == SAME :] if name in systems]


def doubts_of_agreement(
    test_set: TestSet, systems: Sequence[str], result: DoctorResult, kept_keys: Collection[str] = ()
) -> tuple[str, ...]:
    """Return caveats on the test set that make the agreement of metrics with people doubtful.

    Arguments are as of ``doubts``. A reference that was made from outputs comes first, with its consequence.
    """
    if test_set.part is not None:
        result = findings_in_part(result, test_set.places)
    findings = [one for one in result.findings if one.caveat and (one.role != SYSTEM or one.file in systems)]
    findings = [one for one in findings if not (one.key in kept_keys and may_be_fault(one))]
    from_outputs = [one for one in findings if one.kind in (POST_EDIT, PATCHED)]
    return *(f"{one.caveat} {FAVOURS}" for one in from_outputs), *(
        one.caveat for one in findings if one not in from_outputs
    )


def reference_copies(used: TestSet, whole: TestSet) -> tuple[str, ...]:
    """Return the systems that are in fact references: one in use, or another one of the whole set that nobody rated.

    Empty in sets of few segments, in which an output may well equal the reference, and where no system would be left.
    """
    if len(used) < MIN_SEGMENTS:
        return ()
    in_use = [reference.segments for reference in used.references]
    others = [reference.segments for reference in whole.references]
    rated = {name for scores in used.scores if scores.is_human for name in scores.values}
    rated |= {name for annotation in used.annotations if annotation.is_human for name in annotation.judged}
    copies = tuple(
        system.name
        for system in used.systems
        if any(system.segments.equals(text) for text in in_use)
        or (system.name not in rated and any(system.segments.equals(text) for text in others))
    )
    return copies if len(copies) < len(used.systems) else ()


def _is_known_oddity(finding: TextFinding, odd: Sequence[Oddity]) -> bool:
    """Return whether an oddity already says of a whole output what the finding says."""
    whole = {COPIED_SOURCE: OUTPUT_IS_SOURCE, EMPTY: OUTPUT_IS_EMPTY}.get(finding.kind)
    return finding.role == SYSTEM and any(one.kind == whole and finding.file in one.systems for one in odd)


def _findings_of_same_outputs(texts: ExaminedTexts) -> Iterator[TextFinding]:
    """Yield a finding for each text that several systems share, except empty texts and references."""
    reference_texts = [reference.segments for reference in texts.references]
    groups: list[list[ExaminedText]] = []
    for system in texts.systems:
        is_excluded = not texts.features(system).are_there.any() or any(map(system.segments.equals, reference_texts))
        group = next((of for of in groups if of[0].segments.equals(system.segments)), None)
        if group is not None:
            group.append(system)
        elif not is_excluded:
            groups.append([system])
    n = len(texts)
    for group in groups:
        if len(group) > 1:
            files = str(name_list([text.file for text in group], MAX_NAMES_SHOWN))
            names = name_list([text.name for text in group], MAX_NAMES_SHOWN)
            message = f"{names} are the same text. Was one file saved twice?"
            yield TextFinding(SAME, WARNING, SYSTEM, files, 1, n, message, n, 1.0, (1,))


def _findings_of_oddities(texts: ExaminedTexts) -> Iterator[TextFinding]:
    """Yield findings on oddities of whole outputs for which the doctor has no examination of its own."""
    test_set = TestSet(
        tuple(System(text.name, text.segments) for text in texts.systems),
        tuple(Reference(text.name, text.segments) for text in texts.references),
    )
    files = {text.name: text.file for text in texts.systems}
    n = len(texts)
    for odd in find_oddities(test_set):
        if odd.kind in (REFERENCE, UNLIKE, LOOKALIKE):
            names = name_list([files[name] for name in odd.systems], MAX_NAMES_SHOWN)
            yield TextFinding(odd.kind, WARNING, SYSTEM, str(names), 1, n, odd.sentence, n, 1.0, (1,))


def _find_wrong_languages(texts: ExaminedTexts) -> Iterator[TextFinding]:
    from ..doctor.wrong_languages import find_wrong_languages  # only a whole examination needs it

    return find_wrong_languages(texts)


def _find_duplicates(texts: ExaminedTexts) -> Iterator[TextFinding]:
    from ..doctor.duplicates import find_duplicates  # only a whole examination needs it

    return find_duplicates(texts)


@dataclass(frozen=True)
class _Examination:
    """An examination that finds one group of kinds."""

    find: Callable[[ExaminedTexts], Iterable[TextFinding]]
    says: str


ALIGNED = "Lines that are up to five lines late or early, by their words, numbers, names and lengths."
_OF_LENGTHS = (
    "Segments of twice or half the usual length.",
    f"Outputs that are less than {MIN_RATIO:g} or more than {MAX_RATIO:g} times as long as the references.",
    "Outputs that from some line on are empty, one word or one text.",
)
NOT_ALIGNED = (
    f"Not whether lines are late or early: with more than {MAX_LINES_SHALLOW:,} lines in all texts together that takes"
    " longer; the whole examination does."
)
_CHEAP = (
    _Examination(find_empty_texts, "Empty segments."),
    _Examination(find_copied_sources, "Segments that are the source."),
    _Examination(find_placeholders, "One text for three or more different sources."),
    _Examination(find_equal_references, "References that are the same."),
    _Examination(find_nearly_equal_outputs, "Outputs that are the same in nearly all segments."),
    _Examination(find_unlike_texts, "Texts without capitals, or tokenized, where the other side is not."),
    _Examination(find_escaped_characters, "HTML entities in place of characters."),
    _Examination(find_made_references, "References that equal outputs more often than chance gives."),
    _Examination(find_public_sets, "Known public test sets."),
)
_MINOR_EXAMINATIONS = (
    _Examination(find_near_post_edits, "References that are nearly one system's output far more often than others'."),
    _Examination(find_other_quotes, "Quotation marks that are straight where the other side's are typographic."),
    _Examination(find_noticed_text, "Odd text: tokens, pieces of words, invisible characters."),
    _Examination(_find_wrong_languages, "Other languages and scripts, by common words."),
    _Examination(
        _find_duplicates,
        f"Duplicates and near duplicates; of similar lines at most {MAX_SIMILAR_PAIRS:,} pairs are compared.",
    ),
)
