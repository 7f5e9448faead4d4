"""Read errors of mt-metrics-eval: ``SYSTEM<TAB>JSON`` a line, in the order of segments, ``None`` if nobody judged."""

import json
import re
from collections.abc import Mapping

import numpy as np

from ....counting.progress import Progress, no_progress
from ....judgments.errors import MISSING
from ....judgments.kinds import BELOW
from ....text.naming import clean_name
from ...errors import FormatError
from ...json_files.objects import parse_json, text_at
from ...limits import FileLimits, check_judgments, check_line
from ...plain_text.text import DecodedText
from ...score_names import is_human_score_name, score_of_file
from ...tables.spreadsheets import unescape_cell
from ..found_judgments import FoundError, FoundErrors, FoundJudgments
from ..scores.cells import parse_names, read_cell_columns
from .mqm import attention_checks, is_attention_check
from .seg_scores import outputs_in_blocks

_QUOTED = re.compile(r'^"\{.*\}"$', re.DOTALL)
"""Pattern of an object as a cell of CSV, in quotation marks with the inner ones doubled."""
ENDING = re.compile(r"(?i)(?:\.seg)?\.rating$")
PROGRESS_INTERVAL = 1_000
FARTHEST = 2**40
ADVICE = '{"errors": [{"start": 3, "end": 8, "category": "...", "severity": "minor", "is_source_error": false}]}'


def read_marked_errors(
    file: str, text: DecodedText, limits: FileLimits, on_progress: Progress = no_progress
) -> list[FoundJudgments]:
    """Return the marked errors; spans are half-open, -1 or null at both ends is an error without a place.

    A third cell names the annotator. Raises ``FormatError`` with the line for anything else.
    """
    columns, lines = read_cell_columns(file, text.data, (2, 3), limits)
    outputs = outputs_in_blocks(file, parse_names(file, columns[0], lines), lines)
    judged_rows: list[int] = []
    errors: list[FoundError] = []
    outcomes: list[str] = []
    for row, line in enumerate(lines.tolist()):
        cell = columns[1][row].as_py()
        if cell.strip() == "None":
            continue
        check_line(file, len(cell), limits, line)
        for error in _errors(file, line, len(judged_rows), cell):
            if is_attention_check(error.severity):
                outcomes.append(error.category)
            else:
                errors.append(error)
        check_judgments(file, len(errors), limits, line)
        judged_rows.append(row)
        if row % PROGRESS_INTERVAL == 0:
            on_progress((row + 1) / len(lines))
    rows = np.array(judged_rows, np.int64)
    stem = ENDING.sub("", file)
    rater = re.search(r"(?i)\brater-?\w+$", stem)
    annotators = [rater[0] if rater else ""] * len(rows)
    if len(columns) == 3:
        annotators = list(map(unescape_cell, columns[2].take(rows).to_pylist()))
    name = score_of_file(re.sub(r"(?i)\.(?:rater-?\w+|merged)$", "", stem), "")
    human = "human-scores" in file or is_human_score_name(name)
    notices = attention_checks(outcomes)
    return [FoundErrors(file, name, outputs.at(rows), tuple(annotators), tuple(errors), human, notices=notices)]


def _errors(file: str, line: int, row: int, cell: str) -> list[FoundError]:
    value = parse_json(file, line, cell[1:-1].replace('""', '"') if _QUOTED.match(cell) else cell)
    errors = value.get("errors") if isinstance(value, Mapping) else None
    if not isinstance(errors, list):
        raise FormatError(file, "something else", "an object with a list of errors", line, f"It must be like {ADVICE}.")
    return [read_error_span(file, line, row, error) for error in errors]


def read_error_span(
    file: str,
    line: int,
    row: int,
    error: object,
    start: str = "start",
    end: str = "end",
    *,
    inclusive: bool = False,
    text: str | None = None,
) -> FoundError:
    """Return one error of a JSON list; ``inclusive`` means that ``end`` is the error's last character.

    Raises ``FormatError`` with the line for anything but an error.
    """
    if not isinstance(error, Mapping):
        raise FormatError(file, "something else", "an error as an object", line)
    first, last = (_character(file, line, error.get(key)) for key in (start, end))
    if (first == MISSING) != (last == MISSING):
        raise FormatError(file, "one alone", f"both {start} and {end} of an error, or neither", line)
    if first != MISSING:
        last += inclusive
        if last < first:
            actual = f"{start} {first:,} and {end} {last - inclusive:,}"
            raise FormatError(file, actual, "an error that begins before it ends", line, "Correct it, or take it out.")
    return FoundError(
        row,
        first,
        last,
        text_at(file, line, error, "severity").lower(),
        _category(file, line, error),
        error.get("is_source_error") is True,
        text,
    )


def _category(file: str, line: int, error: Mapping[str, object]) -> str:
    """Return the error's category: a text, or a list from the topmost category down, joined; "" without one.

    For example ``["Accuracy", "Mistranslation"]``.
    """
    for key in ("category", "error_type"):
        value = error.get(key)
        parts = value if isinstance(value, list) else [value]
        category = BELOW.join(filter(None, (text_at(file, line, {key: part}, key) for part in parts)))
        if category:
            return category
    return ""


def _character(file: str, line: int, value: object) -> int:
    if value is None or value in ("missing", -1):
        return MISSING
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= FARTHEST:
        expected = "the number of a character, a whole number from 0 on"
        raise FormatError(file, clean_name(json.dumps(value)[:40]), expected, line)
    return value
