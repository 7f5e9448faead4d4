"""Read Appraise's export: a row for each annotator and output, for direct assessment and error spans (ESA).

It is CSV without a header; saved again by other programs it may have a header, and semicolons or tabs.
"""

import csv
import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pyarrow as pa

from ...counting.progress import Progress, no_progress, progress_of_part
from ...output.numbers import counted
from ...text.naming import clean_name
from ..columns import Notice
from ..errors import FormatError
from ..json_files.objects import list_at, parse_json
from ..limits import FileLimits, check_judgments, check_line, check_pairs
from ..plain_text.text import DecodedText
from ..tables.spreadsheets import unescape_cell
from .found_judgments import FoundError, FoundErrors, FoundJudgments, FoundScores, JudgedOutputs
from .scores.cells import parse_score
from .scores.judgment_tables import SEPARATORS, split_table
from .wmt.ratings import read_error_span

TARGET_ITEM_TYPE = "TGT"
CHECK_ITEM_TYPE = "BAD"
"""Type of an output that was damaged on purpose, to check whether annotators pay attention."""
TUTORIAL = "tutorial"
_ITEM = re.compile(r"^\d{1,12}$")
_TYPE = re.compile(r"^(?:TGT|BAD|REF|CHK|SRC)$")


@dataclass(frozen=True)
class _Row:
    line: int
    annotator: str
    system: str
    item: int
    kind: str
    language: str
    score: float
    document: str
    """Document without the parts that Appraise adds to its name."""
    group: str
    """Document with the parts that Appraise adds, except for the mark of damage."""
    spans: str


def is_appraise(row: Sequence[str]) -> bool:
    return len(row) in (11, 12) and _ITEM.match(row[2]) is not None and _TYPE.match(row[3]) is not None


def appraise_delimiter(start: str) -> str | None:
    """Return the separator of the cells, by the first two rows (the first may be a header); None for other files."""
    for delimiter in SEPARATORS:
        try:
            rows = list(csv.reader(start.split("\n", 2)[:2], delimiter=delimiter))
        except csv.Error:
            continue
        if any(len(row) == len(rows[0]) and is_appraise(row) for row in rows):
            return delimiter
    return None


def read_appraise(
    file: str, text: DecodedText, limits: FileLimits, on_progress: Progress = no_progress
) -> list[FoundJudgments]:
    """Return scores, and error spans if the export has any, of each pair of languages.

    Outputs as systems wrote them (TGT) are kept; tutorials and scores of whole documents are left out. A notice says
    how often annotators scored damaged outputs (BAD) lower. Items are numbered in a document: throughout the set if all
    annotators have the same numbers of the document, else in each annotator's task. If the numbers fit the test set's
    segments and documents, they count as the test set's. Spans are in UTF-16 code units, as in browsers.
    """
    rows, notices = _rows(file, text, limits, progress_of_part(on_progress, 0, 2))
    judgments: list[FoundJudgments] = []
    for language in sorted({row.language for row in rows}):
        judgments += _judgments_of_rows(
            file, language, [row for row in rows if row.language == language], limits, notices
        )
    on_progress(1)
    return judgments


def _rows(file: str, text: DecodedText, limits: FileLimits, on_progress: Progress) -> tuple[list[_Row], list[Notice]]:
    delimiter = appraise_delimiter(text.data[: 2 * limits.longest_line].decode("utf-8", "ignore")) or ","
    first, cells, notices = split_table(file, text.data, delimiter, limits, on_progress)
    has_header = not is_appraise(first)
    if has_header:
        notices.append(Notice("header", "The first row names the columns, so it is no judgment.", 1, (1,)))
    check_judgments(file, len(cells[0]) + 1, limits)
    columns = [
        pa.concat_arrays([pa.array([cell], pa.string()), rest]).to_pylist()
        for cell, rest in zip(first, cells, strict=True)
    ]
    left_out: dict[str, int] = defaultdict(int)
    rows = []
    languages: set[str] = set()
    for line, row in enumerate(zip(*columns, strict=True), 1):
        if line == 1 and has_header:
            continue
        if not is_appraise(row):
            raise FormatError(file, clean_name(",".join(row)[:60]), "annotator, system, item, TGT or BAD, ...", line)
        if TUTORIAL in row[1]:
            left_out["of a tutorial"] += 1
        elif row[8].strip().lower() == "true":
            left_out["of whole documents"] += 1
        elif row[3] in (TARGET_ITEM_TYPE, CHECK_ITEM_TYPE):
            rows.append(_row(file, line, row))
            languages.add(rows[-1].language)
            check_pairs(file, len(languages), limits, line)
        else:
            left_out[f"of the type {row[3]}"] += 1
    if not any(row.kind == TARGET_ITEM_TYPE for row in rows):
        raise FormatError(file, "none", f"rows of the type {TARGET_ITEM_TYPE}")
    lost = [Notice("left-out", f"{counted(n, 'row')} {reason} left out.", n) for reason, n in left_out.items()]
    return rows, [*notices, *lost]


def _row(file: str, line: int, row: Sequence[str]) -> _Row:
    document, *added = unescape_cell(row[7]).split("#")
    marks = (mark for mark in added if not mark.startswith("bad") and not row[1].strip().endswith(mark))
    group = "#".join([document, *marks])
    score = parse_score(file, row[6], line)
    spans = row[9] if len(row) == 12 else ""
    language = f"{row[4]}-{row[5]}" if row[4] and row[5] else ""
    return _Row(
        line, unescape_cell(row[0]), row[1].strip(), int(row[2]), row[3], language, score, document, group, spans
    )


def _judgments_of_rows(
    file: str, language: str, rows: list[_Row], limits: FileLimits, notices: list[Notice]
) -> list[FoundJudgments]:
    numbers, shown = _numbers(rows)
    judged_rows = [at for at, row in enumerate(rows) if row.kind == TARGET_ITEM_TYPE]
    if not judged_rows:
        return []
    outputs = JudgedOutputs.of(
        [rows[at].system for at in judged_rows],
        [numbers[at] for at in judged_rows],
        [rows[at].line for at in judged_rows],
        [rows[at].document for at in judged_rows],
        shown=None if shown is None else [shown[at] for at in judged_rows],
        throughout=[rows[at].item for at in judged_rows],
    )
    has_spans = any(row.spans for row in rows)
    name = "ESA" if has_spans else "DA+SQM"
    judgment_notices = tuple(notices + _attention(rows, numbers))
    values = np.array([rows[at].score for at in judged_rows])
    scores = FoundScores(
        file, name, outputs, values, is_human=True, several=True, language=language, notices=judgment_notices
    )
    if not has_spans:
        return [scores]
    errors: list[FoundError] = []
    for place, at in enumerate(judged_rows):
        errors += _errors(file, rows[at], place, limits)
        check_judgments(file, len(errors), limits, rows[at].line)
    annotators = tuple(rows[at].annotator for at in judged_rows)
    marked = FoundErrors(file, name, outputs, annotators, tuple(errors), language=language, in_code_units=True)
    return [scores, marked]


def _numbers(rows: Sequence[_Row]) -> tuple[list[int], list[int] | None]:
    """Return the number of each row's segment, from 1, in its document, or in its task, which may be a part of it.

    The second value is the number of segments in each row's task; None if segments are numbered in documents.
    """
    first: dict[tuple[str, ...], int] = {}
    last: dict[tuple[str, ...], int] = {}
    for row in rows:
        for key in ((row.document,), _task(row)):
            first[key] = min(row.item, first.get(key, row.item))
            last[key] = max(row.item, last.get(key, row.item))
    starts = defaultdict(set)
    for row in rows:
        if row.kind == TARGET_ITEM_TYPE and row.group == row.document:
            starts[row.document].add(first[_task(row)])
    if all(len(first_items) == 1 for first_items in starts.values()):
        return [row.item - first[row.document,] + 1 for row in rows], None
    numbers = [row.item - first[_task(row)] + 1 for row in rows]
    return numbers, [last[_task(row)] - first[_task(row)] + 1 for row in rows]


def _task(row: _Row) -> tuple[str, ...]:
    """Return the key of a row's task: the document of one system that an annotator read in one go."""
    return row.annotator, row.system, row.group, row.kind


def _attention(rows: Sequence[_Row], numbers: Sequence[int]) -> list[Notice]:
    """Return a notice of how often annotators scored a damaged output lower than the original; empty without checks."""
    scored: dict[str, dict[tuple[str, str, str, int], float]] = {TARGET_ITEM_TYPE: {}, CHECK_ITEM_TYPE: {}}
    for row, number in zip(rows, numbers, strict=True):
        scored[row.kind][row.annotator, row.system, row.group, number] = row.score
    n_checks = sum(row.kind == CHECK_ITEM_TYPE for row in rows)
    if not n_checks:
        return []
    both = scored[TARGET_ITEM_TYPE].keys() & scored[CHECK_ITEM_TYPE].keys()
    if not both:
        left_out = f"{counted(n_checks, 'attention check')} ({CHECK_ITEM_TYPE}) left out"
        return [Notice("attention-checks", f"{left_out}: no annotator scored the original as well.", n_checks)]
    caught = sum(scored[CHECK_ITEM_TYPE][key] < scored[TARGET_ITEM_TYPE][key] for key in both)
    message = f"Attention checks: annotators scored {caught:,} of {counted(len(both), 'damaged output')} lower."
    return [Notice("attention-checks", message, len(both))]


def _errors(file: str, row: _Row, place: int, limits: FileLimits) -> list[FoundError]:
    check_line(file, len(row.spans), limits, row.line)
    if not row.spans.strip():
        return []
    spans = list_at(file, row.line, {"spans": parse_json(file, row.line, row.spans)}, "spans")
    return [read_error_span(file, row.line, place, error, "start_i", "end_i", inclusive=True) for error in spans]
