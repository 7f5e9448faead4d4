"""The plain file forms of columns; each column is written in the first form that keeps every character and number.

Texts are written one segment a line, scores as ``*.seg.score``, errors as ``*.seg.rating``, preferences as WMT's
rankings: the dashboard reads all of these (docs/judgments.md). Columns that these forms cannot hold are written as
JSON.
"""

import json
import math
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from scoring.formats import FormatError
from scoring.formats.json_files.objects import parse_json
from scoring.formats.plain_text.text import decode_text, split_lines
from scoring.formats.tables.spreadsheets import AS_FORMULA

from ..versions.arrays import Arrays, arrays_digest
from ..versions.manifest import ERRORS, PREFERENCES, SCORES, TEXT, TEXTS
from . import judgment_files
from .manifest import LIMITS, ExportedFile

NOT_IN_LINES = r"[\n\r\x00]|\A\x{feff}"
"""Pattern of characters that would be lost, in some programs, in files with one segment a line."""
TYPES = {"string": pa.string(), "int64": pa.int64(), "double": pa.float64(), "bool": pa.bool_()}


@dataclass(frozen=True)
class Form:
    """One form in which columns can be written."""

    name: str
    ending: str
    write: Callable[[Arrays, dict[str, Any], int], list[bytes] | None]
    """Function from arrays, other facts and the number of segments to files; it returns None for unsuitable arrays."""
    read: Callable[[Sequence[ExportedFile], dict[str, Any], int], Arrays]
    """Function from the files back to the arrays; it raises ``FormatError`` for damaged files."""


def _write_lines(arrays: Arrays, about: dict[str, Any], n_segments: int) -> list[bytes] | None:
    column = arrays[TEXT]
    if column.null_count or pc.any(pc.match_substring_regex(column, NOT_IN_LINES)).as_py():
        return None
    return ["".join(f"{text}\n" for text in column.to_pylist()).encode()]


def _read_lines(files: Sequence[ExportedFile], about: dict[str, Any], n_segments: int) -> Arrays:
    one = single_file(files)
    return {TEXT: split_lines(one.file, decode_text(one.file, one.data).data, LIMITS)}


def _write_json_lines(arrays: Arrays, about: dict[str, Any], n_segments: int) -> list[bytes]:
    """Return a file with one JSON object a line, with null for a missing text."""
    rows = (json.dumps({TEXT: text}, ensure_ascii=False) for text in arrays[TEXT].to_pylist())
    return ["".join(f"{row}\n" for row in rows).encode()]


def _read_json_lines(files: Sequence[ExportedFile], about: dict[str, Any], n_segments: int) -> Arrays:
    texts: list[str | None] = []
    for one in files:
        for number, line in one.lines():
            row = parse_json(one.file, number, line)
            one.check(isinstance(row, dict) and [*row] == [TEXT], f'an object with "{TEXT}"', number)
            text = row[TEXT] if isinstance(row, dict) else None
            one.check(text is None or isinstance(text, str), "a string or null", number)
            texts.append(text)
    return {TEXT: _array(files[0].file, texts, pa.string())}


def _write_values(arrays: Arrays, about: dict[str, Any], n_segments: int) -> list[bytes]:
    """Return a JSON file of every array with its type, with null for NaN."""
    content = {
        name: {"type": str(array.type), "values": [_value(value) for value in array.to_pylist()]}
        for name, array in arrays.items()
    }
    return [json.dumps(content, ensure_ascii=False, allow_nan=False).encode()]


def _read_values(files: Sequence[ExportedFile], about: dict[str, Any], n_segments: int) -> Arrays:
    (one,) = files[:1]
    content = parse_json(one.file, 1, "\n".join(line for _, line in one.lines()))
    if not isinstance(content, dict):
        raise FormatError(one.file, "something else", "an object")
    arrays = {}
    for name, array in content.items():
        is_array = isinstance(array, dict) and array.get("type") in TYPES and isinstance(array.get("values"), list)
        one.check(is_array, "an array with type and values")
        kind = TYPES[array["type"]]
        given_values = array["values"]
        if kind == pa.float64():
            given_values = [math.nan if value is None else value for value in given_values]
        arrays[name] = _array(one.file, given_values, kind)
    return arrays


def _value(value: Any) -> Any:
    return None if isinstance(value, float) and math.isnan(value) else value


def _array(file: str, values: list[Any], kind: pa.DataType) -> pa.Array:
    try:
        return pa.array(values, kind)
    except (pa.ArrowException, TypeError, OverflowError, UnicodeEncodeError) as error:
        raise FormatError(file, f"other values ({str(error)[:80]})", f"values of the type {kind}") from None


def _cells(place: int) -> Callable[[Sequence[ExportedFile], dict[str, Any], int], Arrays]:
    def read(files: Sequence[ExportedFile], about: dict[str, Any], n_segments: int) -> Arrays:
        one = single_file(files)
        lines = split_lines(one.file, decode_text(one.file, one.data).data, LIMITS)
        pairs = [line.split("\t") for line in lines.to_pylist()]
        one.check(all(len(pair) == 2 for pair in pairs), "a domain, a tab and a document on every line")
        return {TEXT: pa.array([pair[place] for pair in pairs], pa.string())}

    return read


def _nowhere(arrays: Arrays, about: dict[str, Any], n_segments: int) -> None:
    """Return None: domains and documents are written together, by ``documents_file``."""


def single_file(files: Sequence[ExportedFile]) -> ExportedFile:
    """Return the single file of a column; raise ``FormatError`` if there are more."""
    files[0].check(len(files) == 1, "one file of this column")
    return files[0]


LINES = Form("lines", ".txt", _write_lines, _read_lines)
DOMAIN_CELLS = Form("first cells", ".docs", _nowhere, _cells(0))
DOCUMENT_CELLS = Form("second cells", ".docs", _nowhere, _cells(1))
JSON_LINES = Form("JSON lines", ".jsonl", _write_json_lines, _read_json_lines)
VALUES = Form("JSON", ".values.json", _write_values, _read_values)
SEG_SCORE = Form("seg.score", ".seg.score", judgment_files.write_scores, judgment_files.read_score_columns)
RATINGS = Form("seg.rating", ".seg.rating", judgment_files.write_ratings, judgment_files.read_ratings)
RATINGS_WITH_COUNTS = Form(
    "seg.rating with counts", ".seg.rating", judgment_files.write_counted, judgment_files.read_counted
)
RANKINGS = Form("rankings", ".csv", judgment_files.write_preference_columns, judgment_files.read_preference_columns)
FORMS = {
    form.name: form
    for form in (
        LINES,
        DOMAIN_CELLS,
        DOCUMENT_CELLS,
        JSON_LINES,
        VALUES,
        SEG_SCORE,
        RATINGS,
        RATINGS_WITH_COUNTS,
        RANKINGS,
    )
}
_TRIED: dict[str, tuple[Form, ...]] = dict.fromkeys(TEXTS, (LINES, JSON_LINES)) | {
    SCORES: (SEG_SCORE, VALUES),
    ERRORS: (RATINGS, RATINGS_WITH_COUNTS, VALUES),
    PREFERENCES: (RANKINGS, VALUES),
}


def write_columns(role: str, arrays: Arrays, about: dict[str, Any], n_segments: int) -> tuple[Form, list[bytes]]:
    """Return the first form from which the arrays can be read back exactly, and its files."""
    digest = arrays_digest(arrays)
    for form in _TRIED[role]:
        files = form.write(arrays, about, n_segments)
        if files is not None and _comes_back(form, files, about, n_segments, digest):
            return form, files
    raise AssertionError(f"JSON does not hold what is in {role}")


def documents_file(domains: pa.StringArray, documents: pa.StringArray) -> bytes | None:
    """Return a file of domain, tab, document, one line a segment, as in mt-metrics-eval; None if it cannot hold them.

    The file cannot hold names that a spreadsheet would run as a formula.
    """
    for column in (domains, documents):
        if pc.any(pc.match_substring_regex(column, rf"{NOT_IN_LINES}|\t|\A'*{AS_FORMULA}")).as_py():
            return None
    return judgment_files.tab_separated_lines(zip(domains.to_pylist(), documents.to_pylist(), strict=True))


def _comes_back(form: Form, files: list[bytes], about: dict[str, Any], n_segments: int, digest: str) -> bool:
    try:
        arrays = form.read([ExportedFile(form.name, data) for data in files], about, n_segments)
    except ValueError:
        return False
    return arrays_digest(arrays) == digest


def plain_file_name(name: str) -> str:
    """Return a name as a part of a file name, short enough for every system and every reader."""
    return re.sub(r"[^\w.+-]+", "_", name).strip("._")[:40] or "unnamed"
