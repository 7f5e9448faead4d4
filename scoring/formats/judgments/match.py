"""Match the judgments of one file with the systems and segments of a test set."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import NoneType
from typing import get_args

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from ...counting.arrays import Flags, Ints
from ...judgments import Annotation, ErrorSpan, Preferences, Scores
from ...judgments.repeats import MAX_REPEATS, RepeatedScores
from ...output.numbers import counted
from ...testset import TestSet
from ...text.naming import clean_name
from ...validation import expect
from ..columns import Notice
from ..errors import FormatError
from .found_judgments import FoundDocuments, FoundErrors, FoundJudgments, FoundPreferences, FoundScores, JudgedOutputs
from .located import locate_segments
from .located import notice_unknown_texts as told_of
from .names import SystemNames, UnmatchedError, match_names
from .odd_scores import notice_odd_scores
from .texts import LINE_UP, MarkedTexts, compare_judged, repetition_notices, texts_as_judged

__all__ = ["MatchedJudgments", "UnmatchedError", "match_judgments"]

MAX_DOCUMENTS_SHOWN = 5
"""Maximum number of documents that one error lists."""


@dataclass(frozen=True)
class MatchedJudgments:
    """Judgments of a test set, and the system of each name in their file."""

    judgments: Scores | Annotation | Preferences | FoundDocuments | None
    names: Mapping[str, str | None]
    """System of each name in the file; None for a name that is left out."""
    notices: tuple[Notice, ...]


def match_judgments(
    file_judgments: FoundJudgments, test_set: TestSet, names: Mapping[str, str | None] | None = None
) -> MatchedJudgments:
    """Return the judgments of a file as judgments of the test set.

    ``names`` gives the system of names in the file, or None to leave a name out; other names are matched if they differ
    in case, marks, or the number of a run. Systems of the set that the file does not have stay without judgments.
    Raises ``UnmatchedError`` for names that are left over, ``FormatError`` for segments and documents that are not in
    the set, numbers of segments that disagree, and errors beyond their texts.
    """
    expect(file_judgments, get_args(FoundJudgments), "file_judgments")
    expect(test_set, TestSet, "test_set")
    expect(names, (Mapping, NoneType), "names")
    if isinstance(file_judgments, FoundDocuments):
        _check_count(file_judgments.file, len(file_judgments.documents), test_set)
        return MatchedJudgments(file_judgments, {}, file_judgments.notices)
    if not file_judgments.systems:
        return MatchedJudgments(None, {}, file_judgments.notices)
    by_file = isinstance(file_judgments, FoundScores) and file_judgments.by_file
    matched = match_names(file_judgments.file, file_judgments.systems, test_set, names or {}, by_file)
    if all(system is None for system in matched.systems.values()):
        listed = ", ".join(map(clean_name, file_judgments.systems[:10]))
        raise FormatError(file_judgments.file, f"only {listed}", "judgments of at least one system of the test set")
    judgments: Scores | Annotation | Preferences
    notices: list[Notice]
    if isinstance(file_judgments, FoundScores):
        judgments, notices = _scores(file_judgments, test_set, matched)
    elif isinstance(file_judgments, FoundErrors):
        judgments, notices = _annotation(file_judgments, test_set, matched)
    elif isinstance(file_judgments, FoundPreferences):
        judgments, notices = _preferences(file_judgments, test_set, matched)
    return MatchedJudgments(judgments, matched.systems, (*file_judgments.notices, *matched.notices(), *notices))


def _scores(file_scores: FoundScores, test_set: TestSet, names: SystemNames) -> tuple[Scores, list[Notice]]:
    rows, systems, places, notices = _matched_rows(file_scores, test_set, names)
    notices = [*notices, *notice_odd_scores(file_scores), *compare_judged(file_scores, test_set, rows, systems, places)]
    if np.isnan(file_scores.values).all():
        notices = [
            *notices,
            Notice(
                "no-scores", f"It has no score called {file_scores.name}: all are missing.", len(file_scores.values)
            ),
        ]
    has_score = ~np.isnan(file_scores.values[rows])
    rows, systems, places = rows[has_score], systems[has_score], places[has_score]
    n_segments = len(test_set)
    cells = systems * n_segments + places
    if file_scores.repeats is not None:
        repeated = _repeats(file_scores, rows, systems, places, test_set, names)
        values = {system: repeated.combined_scores(system) for system in repeated.values}
        scores = Scores(
            file_scores.name,
            values,
            file_scores.higher_is_better,
            file_scores.is_human,
            source=file_scores.file,
            protocol=file_scores.protocol,
            own_family=tuple(filter(None, map(names.systems.get, file_scores.own_family))),
        )
        return (scores if repeated.n_repeats < 2 else replace(scores, repeats=repeated)), notices
    if not file_scores.several:
        _refuse_twice(file_scores, rows, cells)
    shape = (len(test_set.systems), n_segments)
    size = shape[0] * shape[1]
    counts = np.bincount(cells, minlength=size)
    sums = np.bincount(cells, file_scores.values[rows], minlength=size)
    means = np.divide(sums, counts, out=np.full(size, np.nan), where=counts > 0).reshape(shape)
    matched_systems = set(names.systems.values())
    values = {name: means[at] for at, name in enumerate(test_set.system_names) if name in matched_systems}
    return Scores(
        file_scores.name, values, file_scores.higher_is_better, file_scores.is_human, source=file_scores.file
    ), notices


def _repeats(
    file_scores: FoundScores, rows: Ints, systems: Ints, places: Ints, test_set: TestSet, names: SystemNames
) -> RepeatedScores:
    """Return all scores of each output, each at the place of its repeat."""
    assert file_scores.repeats is not None
    numbers, at = np.unique(file_scores.repeats[rows], return_inverse=True)
    n_repeats = max(len(numbers), 1)
    if n_repeats > MAX_REPEATS:
        raise FormatError(file_scores.file, f"{n_repeats:,}", f"at most {MAX_REPEATS} repeats of an output")
    shape = (len(test_set.systems), len(test_set), n_repeats)
    _refuse_twice(file_scores, rows, np.ravel_multi_index((systems, places, at), shape))
    scores = np.full(shape, np.nan)
    scores[systems, places, at] = file_scores.values[rows]
    matched_systems = set(names.systems.values())
    values = {name: scores[place] for place, name in enumerate(test_set.system_names) if name in matched_systems}
    return RepeatedScores(values, file_scores.combined_by)


def _refuse_twice(file_scores: FoundScores, rows: Ints, cells: Ints) -> None:
    _, first, places = np.unique(cells, return_index=True, return_inverse=True)
    again = np.flatnonzero(first[places] != np.arange(len(cells)))
    if len(again):
        row, before = rows[again[0]], rows[first[places[again[0]]]]
        outputs = file_scores.outputs
        repetition = f"a second score of {clean_name(outputs.systems[outputs.system[row]])} for segment"
        line = int(outputs.lines[row])
        actual = f"{repetition} {outputs.segment[row]:,}, after that on line {outputs.lines[before]:,}"
        raise FormatError(file_scores.file, actual, "one score an output", line)


def _annotation(file_errors: FoundErrors, test_set: TestSet, names: SystemNames) -> tuple[Annotation, list[Notice]]:
    rows, systems, places, notices = _matched_rows(file_errors, test_set, names)
    notices = notices + compare_judged(file_errors, test_set, rows, systems, places)
    of_row = {int(row): (int(system), int(place)) for row, system, place in zip(rows, systems, places, strict=True)}
    texts = MarkedTexts(file_errors, test_set)
    spans = []
    for error in file_errors.errors:
        if error.row in of_row:
            system, place = of_row[error.row]
            start, end = texts.locate_error(error, system, place)
            name = test_set.system_names[system]
            kind = (error.severity, error.category, file_errors.annotators[error.row], error.in_source)
            spans.append(ErrorSpan(name, place, start, end, *kind))
    shape = (len(test_set.systems), len(test_set))
    counts = np.bincount(systems * shape[1] + places, minlength=shape[0] * shape[1]).reshape(shape).astype(np.int64)
    matched_systems = set(names.systems.values())
    annotator_counts = {name: counts[at] for at, name in enumerate(test_set.system_names) if name in matched_systems}
    flags_by_system = {name: numbers > 0 for name, numbers in annotator_counts.items()}
    annotation = Annotation(
        file_errors.name, tuple(spans), flags_by_system, file_errors.is_human, file_errors.file, annotator_counts
    )
    return annotation, notices + texts.notices() + repetition_notices(file_errors)


def _preferences(
    file_preferences: FoundPreferences, test_set: TestSet, names: SystemNames
) -> tuple[Preferences, list[Notice]]:
    places = {name: at for at, name in enumerate(test_set.system_names)}
    of_file = np.array([places.get(names.systems[name] or "", -1) for name in file_preferences.systems])
    better, worse = of_file[file_preferences.better], of_file[file_preferences.worse]
    rows = np.flatnonzero((better >= 0) & (worse >= 0))
    if not len(rows):
        raise FormatError(file_preferences.file, "none", "pairs of systems of the test set")
    notices: list[Notice] = []
    if file_preferences.texts is None:
        outputs = JudgedOutputs((), file_preferences.better, file_preferences.segment, file_preferences.lines)
        segments = _segments_by_number(file_preferences.file, outputs, test_set)[rows]
    else:
        segments = locate_segments(
            file_preferences.texts.at(rows), better[rows], file_preferences.segment[rows], test_set
        )
        notices = told_of(file_preferences.file, segments, file_preferences.lines[rows])
        rows, segments = rows[segments >= 0], segments[segments >= 0]
    preferences = Preferences(
        file_preferences.name,
        test_set.system_names,
        segments,
        better[rows],
        worse[rows],
        file_preferences.tied[rows],
        len(test_set),
        file_preferences.file,
    )
    return preferences, notices


def _matched_rows(
    file_judgments: FoundScores | FoundErrors, test_set: TestSet, names: SystemNames
) -> tuple[Ints, Ints, Ints, list[Notice]]:
    """Return the rows of systems of the test set, the places of their systems and segments there, and notices."""
    file, outputs = file_judgments.file, file_judgments.outputs
    at = {name: place for place, name in enumerate(test_set.system_names)}
    of_file = np.array([at.get(names.systems[name] or "", -1) for name in outputs.systems], np.int64)
    systems = of_file[outputs.system]
    rows = np.flatnonzero(systems >= 0)
    if outputs.n_segments is not None:
        _check_count(file, outputs.n_segments, test_set)
    outputs = outputs.at(rows)
    if outputs.texts is not None and not _has_documents(test_set, outputs):
        numbers = outputs.segment
        if outputs.document is not None:
            numbers = numbers + outputs.document * (numbers.max() + 1)  # no two documents share one
        places = locate_segments(outputs.texts, systems[rows], numbers, test_set)
        are_matched = places >= 0
        return rows[are_matched], systems[rows][are_matched], places[are_matched], told_of(file, places, outputs.lines)
    if test_set.ids is None and outputs.throughout is not None and _are_of_set(outputs, outputs.throughout, test_set):
        return rows, systems[rows], outputs.throughout - 1, []
    if outputs.document is None:
        places = _segments_by_number(file, outputs, test_set)
        are_matched, notices = texts_as_judged(file, outputs, systems[rows], places, test_set)
        return rows[are_matched], systems[rows][are_matched], places[are_matched], notices
    are_scored = next(
        (_scored_segments(scores) for scores in test_set.scores if scores.name == file_judgments.name), None
    )
    places = _segments_by_document(file, outputs, test_set, are_scored)
    have_place = places >= 0
    if not have_place.any():
        advice = "Give scores of the same segments first, or have whole documents judged."
        raise FormatError(file, "only parts of documents, and not which", "segments that can be told", advice=advice)
    notices = []
    if not have_place.all():
        lost = counted(int((~have_place).sum()), "row")
        message = f"{lost} of parts of documents left out: nothing says which segments these are."
        notices.append(Notice("parts-of-documents", message, int((~have_place).sum())))
    return rows[have_place], systems[rows][have_place], places[have_place], notices


def _has_documents(test_set: TestSet, outputs: JudgedOutputs) -> bool:
    """Return whether segments are numbered in documents that the test set has."""
    if outputs.document is None or test_set.documents is None:
        return False
    are_in_set = pc.is_in(pa.array(outputs.documents, pa.string()), pc.unique(test_set.documents))
    return bool(pc.all(are_in_set).as_py())


def _are_of_set(outputs: JudgedOutputs, numbers: Ints, test_set: TestSet) -> bool:
    """Return whether each number is the number of a segment of the test set in the row's document.

    A test set without documents counts as one document.
    """
    if not ((numbers >= 1) & (numbers <= len(test_set))).all():
        return False
    if test_set.documents is None:
        return len(outputs.documents) == 1
    file_documents = pa.array(outputs.documents, pa.string()).take(pa.array(outputs.document))
    # the mark ends a name
    set_documents = pc.replace_substring_regex(test_set.documents.take(pa.array(numbers - 1)), "#.*", "")
    return bool(pc.all(pc.equal(set_documents, file_documents)).as_py())


def _check_count(file: str, n_segments: int, test_set: TestSet) -> None:
    if n_segments != len(test_set):
        actual = counted(n_segments, "segment")
        raise FormatError(file, actual, f"{counted(len(test_set), 'segment')} as in the test set", advice=LINE_UP)


def _segments_by_number(file: str, outputs: JudgedOutputs, test_set: TestSet) -> Ints:
    """Return the 0-based place of each row's segment by number, or by id if the texts have ids, int64 (n_rows,).

    Raises ``FormatError`` for a segment that is not in the set, and for judgments by order alone if texts have been
    moved.
    """
    if test_set.ids is None:
        _check_segments(file, outputs.segment, outputs.lines, test_set, outputs.zero_based)
        return outputs.segment - 1
    if outputs.ids is None and outputs.n_segments is not None:
        actual, advice = "judgments without ids, a row for each segment", "Put all files into one order first."
        raise FormatError(file, actual, "ids, by which the texts were lined up", advice=advice)
    numbers = outputs.segment - bool(outputs.zero_based)
    ids = pa.array(numbers).cast(pa.string()) if outputs.ids is None else outputs.ids
    places = pc.index_in(ids, test_set.ids)
    if places.null_count:
        row = pc.index(pc.is_null(places), True).as_py()
        expected = f"ids by which the texts were lined up, such as {clean_name(test_set.ids[0].as_py())}"
        raise FormatError(file, f"segment {clean_name(ids[row].as_py())}", expected, int(outputs.lines[row]))
    return np.array(places, np.int64)


def _check_segments(file: str, segments: Ints, lines: Ints, test_set: TestSet, zero_based: str = "") -> None:
    """Raise ``FormatError`` for the first segment beyond the set, by its number in the file, which may count from 0."""
    beyond = np.flatnonzero(segments > len(test_set))
    if not len(beyond):
        return
    row = int(beyond[0])
    number, line = int(segments[row]), int(lines[row])
    if zero_based:
        expected = f"segments from 0 to {len(test_set) - 1:,} as in the test set, because {zero_based} counts from 0"
        advice = f"Subtract 1 from each if the first is 1. {LINE_UP}"
        raise FormatError(file, f"{zero_based} {number - 1:,}", expected, line, advice)
    expected = f"segments from 1 to {len(test_set):,} as in the test set"
    raise FormatError(file, f"segment {number:,}", expected, line, LINE_UP)


def _scored_segments(scores: Scores) -> Flags:
    """Return whether any system has a score for each segment, bool (n_segments,)."""
    some: Flags = np.logical_or.reduce([~np.isnan(column) for column in scores.values.values()])
    return some


def _segments_by_document(file: str, outputs: JudgedOutputs, test_set: TestSet, is_scored: Flags | None) -> Ints:
    """Return the 0-based place in the test set of each row's segment of a document, -1 if unknown, int64 (n_rows,).

    If parts of documents were shown, they are the document's segments that ``is_scored`` flags, if there are as many.
    """
    if test_set.documents is None or outputs.document is None:
        advice = "Add a file of documents, such as en-de.docs: domain, tab and document of each segment."
        column = f" (column {clean_name(outputs.numbered_in)})" if outputs.numbered_in else ""
        raise FormatError(file, f"segments by document{column}", "a test set that has documents", advice=advice)
    encoded = test_set.documents.dictionary_encode()
    of_set = np.array(encoded.indices)
    documents = pc.index_in(pa.array(outputs.documents, pa.string()), encoded.dictionary)
    document_numbers = np.array(documents.fill_null(-1), np.int64)[outputs.document]
    unknown = np.flatnonzero(document_numbers < 0)
    if len(unknown):
        row = int(unknown[0])
        name = clean_name(outputs.documents[outputs.document[row]])
        absent = f"Of its {counted(len(outputs.documents), 'document')}, {documents.null_count:,} are not there."
        raise FormatError(file, f"document {name}", "documents of the test set", int(outputs.lines[row]), absent)
    whole = _Parts(of_set, np.ones(len(of_set), bool))
    lengths = whole.lengths[document_numbers]
    if outputs.is_whole and outputs.shown is not None:
        _check_whole(file, outputs, lengths, outputs.shown)
    beyond = np.flatnonzero(outputs.segment > lengths)
    if len(beyond):
        row = int(beyond[0])
        name = clean_name(outputs.documents[outputs.document[row]])
        expected = f"at most {counted(int(lengths[row]), 'segment')} in document {name}, as in the test set"
        raise FormatError(file, f"segment {outputs.segment[row]:,}", expected, int(outputs.lines[row]), LINE_UP)
    if outputs.shown is None:
        return whole.places(document_numbers, outputs.segment)
    places: Ints = np.full(len(document_numbers), -1, np.int64)
    for parts in (whole, *([] if is_scored is None else [_Parts(of_set, is_scored)])):
        fit = np.flatnonzero((places < 0) & (parts.lengths[document_numbers] == outputs.shown))
        places[fit] = parts.places(document_numbers[fit], outputs.segment[fit])
    return places


def _check_whole(file: str, outputs: JudgedOutputs, expected: Ints, lengths: Ints) -> None:
    """Raise ``FormatError``, which names the documents, if they have other numbers of segments than the test set's."""
    unequal = np.flatnonzero(expected != lengths)
    if len(unequal) and outputs.document is not None:
        _, first = np.unique(outputs.document[unequal], return_index=True)
        rows = unequal[np.sort(first)]
        listed = ", ".join(
            f"{clean_name(outputs.documents[outputs.document[row]])} has {lengths[row]:,}, not {expected[row]:,}"
            for row in rows[:MAX_DOCUMENTS_SHOWN]
        )
        rest = f", and {len(rows) - MAX_DOCUMENTS_SHOWN:,} more" if len(rows) > MAX_DOCUMENTS_SHOWN else ""
        expectation = "as many segments of each document as in the test set"
        raise FormatError(file, listed + rest, expectation, int(outputs.lines[rows[0]]), LINE_UP)


class _Parts:
    """Chosen segments of each document, in order."""

    def __init__(self, documents: Ints, chosen: Flags) -> None:
        n_documents = int(documents.max()) + 1
        self._order = np.flatnonzero(chosen)[np.argsort(documents[chosen], kind="stable")]
        self.lengths = np.bincount(documents[chosen], minlength=n_documents)
        self._starts = np.cumsum(self.lengths) - self.lengths

    def places(self, documents: Ints, segments: Ints) -> Ints:
        """Return the places in the test set of these segments, whose numbers in their documents are from 1."""
        places: Ints = self._order[self._starts[documents] + segments - 1]
        return places
