"""Write translations and notes into a translation file: targets, states and notes; all other content stays as it was.

Names of systems, ids of units and codes are in the sentences as files gave them: escape a sentence to show it.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

import pyarrow as pa
import pyarrow.compute as pc

from ..choosing import Choice, Lists, parse
from ..choosing.criteria import DECODER, MBR
from ..choosing.oracles import ORACLE
from ..counting.progress import Progress, no_progress
from ..formats.bilingual.filling.filled_file import FilledFile, TranslationFile, fill_file
from ..formats.bilingual.filling.unit_filling import FilledUnit, TargetState, UnitFilling
from ..formats.bilingual.filling.unit_matching import BY_ORDER, MatchedUnits, match_units
from ..formats.bilingual.inline_codes import read_codes
from ..judgments import Annotation
from ..output.numbers import counted, fixed
from ..output.sentence import listed_names, name_list
from ..testset import TestSet
from ..text.naming import clean_name
from ..text.texts import check_counts
from .checks import CheckFinding
from .translator_tables import span_text

SegmentNotes = Mapping[int, Sequence[str]]
"""Notes by segment, 0-based."""
SCORE_DECIMALS = 2
MAX_NAMES_SHOWN = 10
"""The most units that a sentence names."""
SCORED = (MBR, ORACLE, DECODER)
"""Kinds of criteria that give each candidate a score."""


@dataclass(frozen=True, eq=False)
class FillRequest:
    """Translations and notes for units of a file.

    Raises ``ValueError`` for columns of unequal lengths.
    """

    n_segments: int
    translations: pa.StringArray | None = None
    """(n_segments,): translations; an empty one leaves its unit unchanged, and None leaves all units unchanged."""
    codes: pa.StringArray | None = None
    """(n_segments,): inline codes in the translations, as ``CodedText.written_codes`` writes them."""
    origin: str = ""
    """Name of the translations' system or person, which is noted in changed units."""
    state: TargetState = TargetState.DRAFT
    notes: SegmentNotes = field(default_factory=dict)
    keys: pa.StringArray | None = None
    """(n_segments,): ids of the units."""
    sources: pa.StringArray | None = None
    """(n_segments,): sources of the segments."""

    def __post_init__(self) -> None:
        columns = {name: getattr(self, name) for name in ("translations", "codes", "keys", "sources")}
        counts = {name: len(column) for name, column in columns.items() if column is not None}
        check_counts({"segments": self.n_segments} | counts)


@dataclass(frozen=True, eq=False)
class FillResult:
    """The file with its translations, and the outcome for each unit."""

    file: TranslationFile
    request: FillRequest
    matched: MatchedUnits
    filled: FilledFile

    @property
    def data(self) -> bytes:
        """Content of the filled file."""
        return self.filled.data

    @property
    def changed(self) -> tuple[FilledUnit, ...]:
        """Units whose translation has changed."""
        return tuple(unit for unit in self.filled.units if unit.is_changed)

    def sentences(self) -> list[str]:
        """Say how many units have a new translation, and which segments have no unit."""
        n_units, n_changed = len(self.file.units.units), len(self.changed)
        has_new = self.request.translations is not None
        sentences = [f"{n_changed:,} of {counted(n_units, 'unit')} got a new translation."] if has_new else []
        if self.request.notes:
            n_noted = sum(number is not None for number in map(self.matched.numbers.__getitem__, self.request.notes))
            sentences.append(f"{n_noted:,} of {counted(n_units, 'unit')} got notes.")
        if self.matched.by == BY_ORDER:
            sentences.append(
                "Segments and units were matched by their order, because neither ids nor sources say which."
            )
        if others := self.matched.with_other_source:
            listed = name_list([*map(clean_name, others)], MAX_NAMES_SHOWN)
            sentences.append(f"Left out: {counted(len(others), 'segment')} whose unit has another source: {listed}.")
        if unknown := self.matched.numbers.count(None) - len(others):
            sentences.append(f"Left out: {counted(unknown, 'segment')} whose id no unit of the file has.")
        return sentences

    def code_messages(self) -> list[str]:
        """Say for each unit which inline codes its translation lost or repeats, and what was done about them."""
        return [message for unit in self.filled.units for message in _code_messages(unit)]


def _code_messages(unit: FilledUnit) -> Iterable[str]:
    name = f"Unit {clean_name(unit.id)}"
    if unit.moved:
        yield f"{name}: the translation lacks {_codes_phrase(unit.moved)}; the end of the target has what it lacks."
    if unit.left_out:
        codes = _codes_phrase(unit.left_out)
        yield f"{name}: the translation has {codes} more often than the source; the target has not."


def _codes_phrase(labels: Sequence[str]) -> str:
    return f"the code{'s' * (len(labels) > 1)} {listed_names([*map(clean_name, labels)])}"


def run(request: FillRequest, file: TranslationFile, on_progress: Progress = no_progress) -> FillResult:
    """Put translations and notes into their units; raise ``FormatError`` where segments and units do not match."""
    matched = match_units(file.units, request.n_segments, request.keys, request.sources)
    note = f"Translation by {request.origin}" if request.origin else ""
    fillings: dict[int, UnitFilling] = {}
    for segment, number in enumerate(matched.numbers):
        text = None if request.translations is None else request.translations[segment].as_py()
        notes = tuple(request.notes.get(segment, ()))
        if number is not None and (text or notes):
            codes = None if request.codes is None else request.codes[segment].as_py()
            translation = read_codes(text, codes or "") if text else None
            fillings[number] = UnitFilling(translation, notes, note)
    return FillResult(file, request, matched, fill_file(file, fillings, request.state, on_progress))


def system_filling(test_set: TestSet, name: str) -> FillRequest:
    """Return the request that writes a system's output into a file."""
    system = test_set.system(name)
    return FillRequest(len(test_set), system.segments, system.codes, name, sources=test_set.source)


def post_edit_filling(test_set: TestSet, system: str) -> FillRequest:
    """Return the request that writes the post-edit of a system's output into a file."""
    edit = next(edit for edit in test_set.post_edits if edit.system == system)
    origin = f"the post-editor of {system}"
    texts = pc.fill_null(edit.segments, "")
    return FillRequest(len(test_set), texts, edit.codes, origin, TargetState.EDITED, sources=test_set.source)


def findings_filling(test_set: TestSet, findings: Iterable[CheckFinding], system: str) -> FillRequest:
    """Return the request that writes findings in a system's output as notes, without translations."""
    return FillRequest(len(test_set), notes=finding_notes(findings, system), sources=test_set.source)


def errors_filling(test_set: TestSet, annotation: Annotation, system: str) -> FillRequest:
    """Return the request that writes errors marked in a system's output as notes, without translations."""
    return FillRequest(len(test_set), notes=error_notes(test_set, [annotation], system), sources=test_set.source)


# --- what notes say ---


def choice_filling(choice: Choice, lists: Lists, test_set: TestSet, keys: pa.StringArray | None = None) -> FillRequest:
    """Return the request that writes a choice into a file, with the inline codes of the chosen systems' texts."""
    texts = choice.texts(lists)
    of_systems = {system.name: system.codes for system in test_set.systems}
    codes = [
        "" if (of := of_systems.get(lists.names[place])) is None else of[segment].as_py()
        for segment, place in enumerate(choice.places_in_lists(lists).tolist() if lists.names else ())
    ]
    codes_column = pa.array(codes, pa.string()) if any(codes) else None
    sources, notes = test_set.source, choice_notes(choice, lists)
    return FillRequest(len(texts), texts, codes_column, notes=notes, keys=keys, sources=sources)


def choice_notes(choice: Choice, lists: Lists) -> dict[int, list[str]]:
    """Return notes by segment: the criterion that chose the candidate, the candidate's system, and its score."""
    criterion = parse(choice.name)
    lower_is_better = criterion.metric is not None and not criterion.metric.higher_is_better
    notes: dict[int, list[str]] = {}
    for segment, place in enumerate(choice.places_in_lists(lists).tolist()):
        origin = lists.names[place] if lists.names else f"candidate {place + 1:,}"
        note = f"Chosen by {choice.name}: {origin}"
        if choice.worth is not None and criterion.kind in SCORED:
            worth = float(choice.worth[segment])
            note += f", score {fixed(-worth if lower_is_better else worth, SCORE_DECIMALS)}"
        notes[segment] = [note]
    return notes


def finding_notes(findings: Iterable[CheckFinding], system: str) -> dict[int, list[str]]:
    """Return notes by segment on the findings of checks in a system's output."""
    notes: dict[int, list[str]] = {}
    for finding in findings:
        if finding.system == system:
            notes.setdefault(finding.segment, []).append(
                f"Check {finding.check}, {finding.severity}: {finding.message}"
            )
    return notes


def error_notes(test_set: TestSet, annotations: Iterable[Annotation], system: str) -> dict[int, list[str]]:
    """Return notes by segment on the errors marked in a system's output, with their annotators."""
    notes: dict[int, list[str]] = {}
    for annotation in annotations:
        for span in annotation.spans:
            if span.system == system:
                text = span_text(test_set, span)
                kind = ", ".join(filter(None, [span.severity, span.category]))
                annotator = span.annotator or annotation.name
                notes.setdefault(span.segment, []).append(f"Error, {kind}{f': {text}' * bool(text)} ({annotator})")
    return notes
