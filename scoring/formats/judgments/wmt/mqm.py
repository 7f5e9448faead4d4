"""Read MQM as google/wmt-mqm-human-evaluation publishes it: one error a row, its span between <v> and </v>."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

import pyarrow as pa
import pyarrow.compute as pc

from ....counting.progress import Progress, no_progress, progress_of_part
from ....judgments.errors import MISSING
from ....output.numbers import counted
from ...columns import Notice
from ...errors import FormatError
from ...limits import FileLimits, check_judgments
from ...plain_text.text import DecodedText
from ..found_judgments import FoundError, FoundErrors, FoundJudgments, JudgedOutputs, ShownTexts
from ..scores.cells import parse_names, parse_whole_numbers
from ..scores.judgment_tables import JudgmentTable, documents_of_numbers, letters_of_header, read_table

# Attention checks are sentences with an error put in, to see whether raters attend. Google's Marot and Anthea write
# them as the severity HOTW-test (hands on the wheel), with the category Found or Missed. They show no system's output.
_ATTENTION_CHECK = re.compile(r"(?i)^\s*hotw\b")


def is_attention_check(severity: str) -> bool:
    """Return whether an error of this severity is the outcome of an attention check."""
    return _ATTENTION_CHECK.match(severity) is not None


def attention_checks(outcomes: Sequence[str]) -> tuple[Notice, ...]:
    """Return the notice of the checks that were left out, counted by their categories; empty without checks."""
    if not outcomes:
        return ()
    counts = Counter(outcome.strip().lower() or "without an outcome" for outcome in outcomes)
    listed = ", ".join(f"{count:,} {outcome}" for outcome, count in sorted(counts.items()))
    checks = counted(len(outcomes), "attention check")
    return (Notice("attention-checks", f"{checks} (HOTW-test) left out: {listed}.", len(outcomes)),)


NEEDED = frozenset(["system", "severity", "category", "target"])
NUMBERS = ("globalsegid", "segid")
"""Headers of the number of a segment in the test set; ``docsegid`` counts in the document."""
_OTHER_COLUMNS = ("rater", "source")
NO_ERROR = re.compile(r"(?i)^no[- _]?error$")
_MARK = re.compile(r"</?v>")


def is_mqm(header: Sequence[str]) -> bool:
    return {letters_of_header(cell) for cell in header} >= NEEDED


def read_mqm(
    file: str, text: DecodedText, limits: FileLimits, on_progress: Progress = no_progress
) -> list[FoundJudgments]:
    """Return all errors, and the outputs in which raters found none; attention checks are left out with a notice.

    If segments are numbered in documents, they are found by document, or by their texts if the test set has no
    documents. Offsets refer to the text without the marks; errors whose marks are not one pair have no place, and a
    notice says so. Raises ``FormatError`` with the line for segments that are not numbers.
    """
    table, number = _table(file, text, limits, progress_of_part(on_progress, 0, 2))
    systems: list[str] = parse_names(file, table.column("system"), table.lines).to_pylist()
    segments = parse_whole_numbers(file, table.column(number), table.lines, "the number of a segment")
    raters: list[str] = table.column("rater").to_pylist() if "rater" in table.header else [""] * len(systems)
    cells = [table.column(name).to_pylist() if name in table.header else [""] * len(systems) for name in _CELLS]
    checks = [is_attention_check(severity) for severity in cells[0]]
    if all(checks):
        raise FormatError(file, "only attention checks", "judgments")
    _, documents = documents_of_numbers(table, segments)
    first_rows, rows = _group_by_output_and_rater(
        systems, documents or [""] * len(systems), segments.tolist(), raters, checks
    )
    errors, outcomes = [], []
    for at, (row, severity, category, target, source) in enumerate(zip(rows, *cells, strict=True)):
        if row is None:
            outcomes.append(category)
        elif not NO_ERROR.match(severity.strip()) and not NO_ERROR.match(category.strip()):
            errors.append(_error(row, severity, category, target, source))
        if at % 1_000 == 0:
            on_progress((1 + (at + 1) / len(rows)) / 2)
    targets = _unmarked_texts(table, "target", first_rows)
    outputs = JudgedOutputs.of(
        [systems[at] for at in first_rows],
        segments[first_rows],
        table.lines[first_rows],
        None if documents is None else [documents[at] for at in first_rows],
        texts=None
        if documents is None
        else ShownTexts.of(pc.fill_null(targets, ""), _unmarked_texts(table, "source", first_rows)),
    )
    notices = (*table.notices, *attention_checks(outcomes), *_missing_place_notices(errors))
    names = tuple(raters[at] for at in first_rows)
    return [FoundErrors(file, "MQM", outputs, names, tuple(errors), texts=targets, notices=notices)]


_CELLS = ("severity", "category", "target", "source")


def _table(file: str, text: DecodedText, limits: FileLimits, on_progress: Progress) -> tuple[JudgmentTable, str]:
    """Return the table, and the name of its number column; raise ``FormatError`` for missing or repeated columns."""
    table = read_table(file, text, limits, on_progress)
    table = replace(table, header=[letters_of_header(name) for name in table.header])
    check_judgments(file, len(table.lines), limits)
    number = next((name for name in NUMBERS if name in table.header), None)
    if number is None:
        raise FormatError(file, ", ".join(table.header), "a column seg_id or globalSegId", 1)
    twice = next((name for name in (*NEEDED, *_OTHER_COLUMNS, number) if table.header.count(name) > 1), None)
    if twice is not None:
        raise FormatError(file, f"{table.header.count(twice)} columns {twice}", "one of each", 1)
    return table, number


def _group_by_output_and_rater(
    systems: list[str], documents: list[str], segments: list[int], raters: list[str], checks: list[bool]
) -> tuple[list[int], list[int | None]]:
    """Return the first row of each output and rater, and each row's place among these; None for attention checks."""
    places: dict[tuple[str, str, int, str], int] = {}
    first: list[int] = []
    rows: list[int | None] = []
    for at, key in enumerate(zip(systems, documents, segments, raters, strict=True)):
        if checks[at]:
            rows.append(None)
            continue
        if key not in places:
            places[key] = len(first)
            first.append(at)
        rows.append(places[key])
    return first, rows


def _unmarked_texts(table: JudgmentTable, name: str, rows: list[int]) -> pa.StringArray:
    """Return a column's texts in these rows without marks, (n_rows,); null for blank ones."""
    if name not in table.header:
        return pa.nulls(len(rows), pa.string())
    texts = pc.replace_substring_regex(table.column(name).take(pa.array(rows)), _MARK.pattern, "")
    return pc.if_else(pc.equal(pc.utf8_trim_whitespace(texts), ""), None, texts)


def _error(row: int, severity: str, category: str, target: str, source: str) -> FoundError:
    in_source = "<v>" in source
    text, start, end = remove_error_marks(source if in_source else target)
    return FoundError(row, start, end, severity.strip().lower(), category.strip(), in_source, text)


def remove_error_marks(text: str) -> tuple[str, int, int]:
    """Return the text without marks, and the start and end of the marks; both ``MISSING`` unless they are one pair."""
    marks = list(_MARK.finditer(text))
    if [mark[0] for mark in marks] != ["<v>", "</v>"]:
        return _MARK.sub("", text), MISSING, MISSING
    opening, closing = marks
    start, end = opening.start(), closing.start() - len("<v>")
    return text[: opening.start()] + text[opening.end() : closing.start()] + text[closing.end() :], start, end


def _missing_place_notices(errors: Sequence[FoundError]) -> tuple[Notice, ...]:
    count = sum(error.start == MISSING for error in errors)
    subject = "error is" if count == 1 else "errors are"
    message = f"{count:,} {subject} not marked by one pair of <v> and </v>; kept without a place."
    return (Notice("no-place", message, count),) if count else ()
