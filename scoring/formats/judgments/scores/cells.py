"""Read rows of cells as text, names or numbers; each error names the line."""

import re
from collections.abc import Sequence
from contextlib import suppress

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from ....counting.arrays import Flags, Floats, Ints
from ....judgments.scores import MAX_SCORE
from ....output.numbers import counted
from ....text.naming import clean_name
from ....text.texts import as_mask
from ...errors import FormatError
from ...limits import FileLimits, check_cells
from ...plain_text.text import split_lines

UNJUDGED_PATTERN = r"(?i)\A\s*(none|nan|null|na|n/a|-)?\s*\z"
"""Pattern of a cell for an output that nobody judged."""
_UNJUDGED = re.compile(UNJUDGED_PATTERN.replace(r"\z", r"\Z"))
DECIMAL = r"\A\s*[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d{1,3})?\s*\z"
WHOLE = r"\A\s*\d{1,15}\s*\z"


def read_cell_columns(
    file: str, data: bytes, widths: Sequence[int], limits: FileLimits
) -> tuple[list[pa.StringArray], Ints]:
    """Return the columns of tab-separated rows, and the rows' lines in the file, from 1; blank lines are left out.

    All rows must be as wide as the first one if ``widths`` has its width, else as the first of ``widths``. Raises
    ``FormatError`` for another number of cells.
    """
    lines = split_lines(file, data, limits)
    filled = np.flatnonzero(as_mask(pc.match_substring_regex(lines, r"\S")))
    if not len(filled):
        raise FormatError(file, "no rows", "judgments")
    lines = lines.take(pa.array(filled))
    numbers = filled.astype(np.int64) + 1
    counts = pc.count_substring(lines, "\t").to_numpy() + 1
    width = int(counts[0]) if int(counts[0]) in widths else widths[0]
    wrong = np.flatnonzero(counts != width)
    if len(wrong):
        row = int(wrong[0])
        expected = f"{counted(width, 'cell')} separated by tabs"
        raise FormatError(file, f"{counts[row]:,}", expected, int(numbers[row]))
    check_cells(file, len(lines) * width, limits)
    flat = pc.split_pattern(lines, "\t").flatten()
    return [flat.take(pa.array(np.arange(at, len(flat), width))) for at in range(width)], numbers


def parse_scores(file: str, cells: pa.StringArray, lines: Ints) -> Floats:
    """Return the cells as numbers, NaN for None and blanks; raise ``FormatError`` for other text, and if too large."""
    nothing = as_mask(pc.match_substring_regex(cells, UNJUDGED_PATTERN)) | as_mask(pc.is_null(cells))
    is_number = as_mask(pc.match_substring_regex(cells, DECIMAL)) | nothing
    if not is_number.all():
        row = int(np.argmin(is_number))
        raise FormatError(file, repr(clean_name(cells[row].as_py())), "a number, or None", int(lines[row]))
    filled = pc.utf8_trim_whitespace(pc.if_else(pa.array(nothing), "0", cells))
    values: Floats = np.array(pc.cast(filled, pa.float64()))
    too_large = np.flatnonzero(~(np.abs(values) <= MAX_SCORE))
    if len(too_large):
        raise too_large_at(file, str(cells[int(too_large[0])]), int(lines[too_large[0]]))
    values[nothing] = np.nan
    return values


def parse_score(file: str, value: object, line: int, quantity: str = "a score") -> float:
    """Return a JSON value as a number, NaN for null, NaN and blanks; raise ``FormatError`` for others and infinity."""
    if value is None or (isinstance(value, float) and value != value):
        return float("nan")
    if isinstance(value, str):
        if _UNJUDGED.match(value):
            return float("nan")
        with suppress(ValueError):
            value = float(value)
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise FormatError(file, clean_name(str(value)[:40]), f"{quantity}, a number or null", line)
    if abs(value) > MAX_SCORE:
        raise too_large_at(file, str(value)[:40], line, quantity)
    return float(value)


def too_large_at(file: str, number: str, line: int, quantity: str = "a score") -> FormatError:
    return FormatError(file, clean_name(number), f"{quantity} from {-MAX_SCORE:g} to {MAX_SCORE:g}", line)


def parse_whole_numbers(file: str, cells: pa.StringArray, lines: Ints, quantity: str) -> Ints:
    """Return the cells as whole numbers from 1 on; raise ``FormatError`` for anything else."""
    is_number = as_mask(pc.match_substring_regex(cells, WHOLE))
    if not is_number.all():
        row = int(np.argmin(is_number))
        raise FormatError(file, repr(clean_name(cells[row].as_py() or "")), quantity, int(lines[row]))
    values: Ints = np.array(pc.cast(pc.utf8_trim_whitespace(cells), pa.int64()))
    low: Flags = values < 1
    if low.any():
        row = int(np.argmax(low))
        raise FormatError(file, f"{values[row]}", f"{quantity}, from 1 on", int(lines[row]))
    return values


def parse_names(file: str, cells: pa.StringArray, lines: Ints, of: str = "system") -> pa.StringArray:
    """Return the names without white space around them; raise ``FormatError`` for a blank one."""
    trimmed = pc.utf8_trim_whitespace(cells)
    blank = as_mask(pc.equal(trimmed, "")) | as_mask(pc.is_null(trimmed))
    if blank.any():
        raise FormatError(file, "no name", f"the name of a {of}", int(lines[int(np.argmax(blank))]))
    return trimmed
