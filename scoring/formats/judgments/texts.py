"""Compare the judged texts with the test set's, and report judgments that a file has twice."""

from collections import Counter
from dataclasses import replace

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from ...counting.arrays import Flags, Ints
from ...judgments.errors import MISSING
from ...judgments.fingerprints import output_fingerprint
from ...output.numbers import counted
from ...testset import TestSet
from ...text.naming import clean_name
from ...text.texts import as_mask
from ..columns import Notice
from ..errors import FormatError
from .found_judgments import FoundError, FoundErrors, FoundScores, JudgedOutputs
from .pearmut.utf16 import characters_of_code_units, code_unit_places

LINE_UP = "Nothing is cut or padded: give the texts that were judged."
OTHER_TEXTS = "judgments of other texts"
MAX_SEGMENTS_NAMED = 5
"""Maximum number of segments that one notice names."""
MIN_OUTPUTS = 5
"""Minimum number of outputs of one system for an error if most of its outputs differ."""
_SPACE = r"[\s\v\x1c-\x1f\x{85}\p{Z}]+"
"""Pattern of white space; programs that read lines strip it, and write a space for a line break."""
_MARKS = r"[^\p{L}\p{M}\p{N}]+"


class MarkedTexts:
    """The texts in which errors were marked, compared with the test set's."""

    def __init__(self, errors: FoundErrors, test_set: TestSet) -> None:
        self._errors = errors
        self._columns = [system.segments for system in test_set.systems]
        self._source = test_set.source
        self._moved: list[int] = []
        self._n_without_source = 0

    def locate_error(self, error: FoundError, system: int, place: int) -> tuple[int, int]:
        """Return the error's start and end, ``MISSING`` if the text differs; raise ``FormatError`` beyond the text."""
        column = self._source if error.in_source else self._columns[system]
        if column is None:
            self._n_without_source += 1
            return MISSING, MISSING
        if error.start == MISSING:
            return MISSING, MISSING
        text = column[place].as_py()
        if self._errors.in_code_units:
            error = _convert_offsets(error, text)
        if error.text is not None and error.text != text:
            if error.text == text.strip() and error.end <= len(error.text):  # as programs have it that read lines
                before = len(text) - len(text.lstrip())
                return error.start + before, error.end + before
            if text[error.start : error.end] == error.text[error.start : error.end]:
                return error.start, error.end
            self._moved.append(place + 1)
            return MISSING, MISSING
        if error.words is not None and text[error.start : error.end] != error.words:
            self._moved.append(place + 1)
            return MISSING, MISSING
        if error.end > len(text):
            side = "source" if error.in_source else "output"
            actual = f"an error that ends after {error.end:,}"
            expected = f"errors within the {side}, which has {counted(len(text), 'character')}"
            line = int(self._errors.outputs.lines[error.row])
            raise FormatError(self._errors.file, actual, expected, line, LINE_UP)
        return error.start, error.end

    def notices(self) -> list[Notice]:
        """Return notices of errors in texts that differ, and in a source that the set lacks."""
        notices = []
        if self._moved:
            count_phrase = _errors_are(len(self._moved))
            message = f"{count_phrase} marked in a text that differs from the set's; kept without a place."
            notices.append(Notice("other-texts", message, len(self._moved), tuple(sorted(set(self._moved))[:5])))
        if self._n_without_source:
            count_phrase = _errors_are(self._n_without_source)
            message = f"{count_phrase} marked in the source, which the set lacks; kept without a place. Add the source."
            notices.append(Notice("no-source", message, self._n_without_source))
        return notices


def _errors_are(count: int) -> str:
    return f"{count:,} {'error is' if count == 1 else 'errors are'}"


def compare_judged(
    judgments: FoundScores | FoundErrors, test_set: TestSet, rows: Ints, systems: Ints, places: Ints
) -> list[Notice]:
    """Return a notice of judged outputs that differ from the set's; empty if none differ.

    Raises ``FormatError`` if most outputs, of all systems or of one, differ in more than marks.
    ``systems`` and ``places`` are the places of the file's ``rows`` in the test set.
    """
    if judgments.texts is None:
        return []
    differs: Flags = np.zeros(len(rows), bool)
    in_words: Flags = np.zeros(len(rows), bool)
    for number, system in enumerate(test_set.systems):
        of_system = np.flatnonzero(systems == number)
        judged_texts = normalize_spacing(judgments.texts.take(pa.array(rows[of_system])))
        set_texts = normalize_spacing(system.segments.take(pa.array(places[of_system])))
        differs[of_system] = as_mask(pc.fill_null(pc.not_equal(set_texts, judged_texts), False))
        in_words[of_system] = as_mask(
            pc.fill_null(pc.not_equal(_letters_and_digits(set_texts), _letters_and_digits(judged_texts)), False)
        )
    has_text = as_mask(judgments.texts.take(pa.array(rows)).is_valid())
    parts = {"": has_text} | {system.name: has_text & (systems == at) for at, system in enumerate(test_set.systems)}
    for name, part in parts.items():
        others = np.flatnonzero(in_words & part)
        if 2 * len(others) > part.sum() >= (MIN_OUTPUTS if name else 0):
            by_phrase = f" by {clean_name(name)}" if name else ""
            actual = f"{OTHER_TEXTS}{by_phrase} than the test set's, such as that of segment {places[others[0]] + 1:,}"
            raise FormatError(judgments.file, actual, None, int(judgments.outputs.lines[rows[others[0]]]), LINE_UP)
    moved = np.flatnonzero(differs)
    if not len(moved):
        return []
    differ = "judged output differs" if len(moved) == 1 else "judged outputs differ"
    message = f"{len(moved):,} {differ} from the set's; the judgments are kept."
    segments = sorted({int(place) + 1 for place in places[moved]})
    return [Notice("other-texts", message, len(moved), tuple(segments[:MAX_SEGMENTS_NAMED]))]


def texts_as_judged(
    file: str, outputs: JudgedOutputs, systems: Ints, places: Ints, test_set: TestSet
) -> tuple[Flags, list[Notice]]:
    """Return whether each row's output and source have the fingerprints that were judged, bool (n_rows,), and a notice.

    True if the file does not state fingerprints. Raises ``FormatError`` if all rows are of other texts than the set's.
    """
    if outputs.fingerprints is None or not len(outputs):
        return np.ones(len(outputs), bool), []
    sources = None if test_set.source is None else test_set.source.to_pylist()
    columns = [system.segments.to_pylist() for system in test_set.systems]
    fingerprints = zip(outputs.fingerprints.whole.to_pylist(), outputs.fingerprints.outputs.to_pylist(), strict=True)
    is_unchanged: Flags = np.array(
        [
            _is_as_judged(columns[system][place], None if sources is None else sources[place] or "", *of)
            for system, place, of in zip(systems.tolist(), places.tolist(), fingerprints, strict=True)
        ]
    )
    changed = np.flatnonzero(~is_unchanged)
    if not len(changed):
        return is_unchanged, []
    segments = sorted({int(place) + 1 for place in places[changed]})
    if len(changed) == len(is_unchanged):
        actual = f"{OTHER_TEXTS} than the test set's, such as that of segment {segments[0]:,}"
        raise FormatError(file, actual, None, int(outputs.lines[changed[0]]), LINE_UP)
    n_outputs = len({*zip(systems[changed].tolist(), places[changed].tolist(), strict=True)})
    message = (
        "1 output, or its source, has changed since the judge saw it; its judgments are left out."
        if n_outputs == 1
        else f"{n_outputs:,} outputs, or their sources, have changed since the judge saw them; their judgments are left"
        " out."
    )
    return is_unchanged, [Notice("other-texts", message, n_outputs, tuple(segments[:MAX_SEGMENTS_NAMED]))]


def _is_as_judged(output: str, source: str | None, whole: str | None, alone: str | None) -> bool:
    """Return whether an output has the fingerprint ``whole``, with its source or without, or the fingerprint ``alone``.

    ``alone`` is only compared if the set has no source. True if the fingerprints are unknown.
    """
    if whole is None or (source is not None and whole == output_fingerprint(source, output)):
        return True
    of_output = output_fingerprint("", output)
    return whole == of_output or (source is None and alone in (None, of_output))


def repetition_notices(file_errors: FoundErrors) -> list[Notice]:
    """Return notices of errors that the file repeats, and of outputs that one annotator judged again; all count."""
    notices = []
    errors = Counter(error for error in file_errors.errors if error.start != MISSING)
    again = errors.total() - len(errors)
    if again:
        subject = "error is" if again == 1 else "errors are"
        notices.append(
            Notice("repeated-errors", f"{again:,} {subject} the same as another of the file; all count.", again)
        )
    outputs = file_errors.outputs
    documents = np.zeros(len(outputs), np.int64) if outputs.document is None else outputs.document
    columns = outputs.system.tolist(), documents.tolist(), outputs.segment.tolist(), file_errors.annotators
    judged_outputs = {key for key in zip(*columns, strict=True) if key[-1]}
    return notices + repeated_output_notices(sum(map(bool, file_errors.annotators)) - len(judged_outputs))


def repeated_output_notices(count: int) -> list[Notice]:
    """Return a notice of outputs that one annotator judged more than once; empty for 0."""
    message = f"{counted(count, 'output')} judged again by the same annotator; all count."
    return [Notice("repeated-outputs", message, count)] if count else []


def _convert_offsets(error: FoundError, text: str) -> FoundError:
    """Return the error with its offsets in characters; unchanged if they are beyond the text."""
    of = code_unit_places(text if error.text is None else error.text)
    if not error.start < error.end <= len(of):
        return error
    start, end = characters_of_code_units(of, error.start, error.end)
    return replace(error, start=start, end=end)


def normalize_spacing(texts: pa.StringArray) -> pa.StringArray:
    """Return texts with one space for white space of any kind and length, and none at the ends."""
    return pc.utf8_trim_whitespace(pc.replace_substring_regex(texts, _SPACE, " "))


def _letters_and_digits(texts: pa.StringArray) -> pa.StringArray:
    """Return only the letters and digits of texts; a text without any stays unchanged."""
    plain = pc.replace_substring_regex(texts, _MARKS, "")
    return pc.if_else(pc.equal(plain, ""), texts, plain)
