"""``SYSTEM segment score`` a row, with or without a header; segments are 1-based lines of the test set."""

import re
from collections.abc import Sequence
from dataclasses import replace

import pyarrow as pa
import pyarrow.compute as pc

from ...progress import Progress, no_progress
from ..columns import Notice, clean_name
from ..limits import FileLimits
from ..names import file_stem
from ..score_names import is_better_higher, is_metric_word, is_people, names_a_score, title_of, words_in_name
from ..text import DecodedText
from ..written_numbers import is_numeric, notice_numbers, plain_numbers
from .cells import as_whole, names_in, parse_scores, read_cell_columns
from .found_judgments import FoundJudgments, FoundScores, JudgedOutputs
from .judgment_tables import JudgmentTable, is_comment, read_table

_SEGMENTS = (
    "segid segmentid segment seg segidx segindex sid lineid line lineno linenumber sentid sentence sentenceid id idx"
    " index globalsegid"
)
SEGMENTS = frozenset(_SEGMENTS.split())
"""Headers of the number of a segment, without marks and in small letters."""
_SYSTEMS = "system systemid systemname sys sysid model submission mt"
SYSTEMS = frozenset(_SYSTEMS.split())
_ROW = re.compile(r"^[^\t\n]+\t\d{1,12}\t\s*([-+]?[\d.]+([eE][-+]?\d+)?|None|nan|NaN)\s*$")
_LOOKED_AT = 20
COMMENTS = frozenset(["comment", "comments", "note", "notes", "remark", "remarks"])
"""Headers of columns of text that may stand beside the scores; they are left out."""
SEPARATORS = "\t,;"
_MEANS = frozenset(["avg", "average", "mean", "score", "scores"])


def letters_of_header(header: str) -> str:
    return re.sub(r"[\W_]+", "", header).lower()


def is_triples(start: str) -> bool:
    """Whether all of the first rows are a name, a whole number and a number, or the first names them.

    A table of one text a segment, which can have such a header too, has no name twice.
    """
    rows = start.split("\n")[:_LOOKED_AT]
    rows = rows[:-1] or rows
    for delimiter in SEPARATORS:
        header = rows[0].split(delimiter)
        if is_header_of_scores(header):
            at = next(at for at, cell in enumerate(header) if letters_of_header(cell) in SYSTEMS)
            names = [row.split(delimiter)[at] for row in rows[1:] if row.count(delimiter) >= at]
            return len(names) < 2 or len(set(names)) < len(names)
    if _is_spaced(rows):
        return True
    filled = [row for row in rows if row.strip()]
    return bool(filled) and all(map(_ROW.match, filled))


def is_header_of_scores(cells: Sequence[str]) -> bool:
    """Whether a header has a system, a segment, else only names of scores and columns of comments.

    A comment may end it.
    """
    cells = cells[:-1] if cells and is_comment(cells[-1]) else cells
    cells = [cell for cell in cells if letters_of_header(cell) not in COMMENTS]
    headers = [letters_of_header(cell) for cell in cells]
    others = [
        cell for cell, header in zip(cells, headers, strict=True) if header not in SYSTEMS and header not in SEGMENTS
    ]
    is_named = len(cells) >= 3 and bool(others) and len(others) == len(cells) - 2
    return is_named and all(map(names_a_score, others))


def read_triples(
    file: str, text: DecodedText, limits: FileLimits, on_progress: Progress = no_progress
) -> list[FoundJudgments]:
    """Scores of outputs, each once; as many names of scores as the header has beside system and segment.

    Without a header the file's name is that of the score. Raises ``FormatError`` with the line for other rows.
    """
    first = text.data[: limits.longest_line].split(b"\n", 1)[0].decode("utf-8", "ignore")
    if any(is_header_of_scores(first.split(delimiter)) for delimiter in SEPARATORS):
        return _with_header(file, read_table(file, text, limits, on_progress))
    if is_header_of_scores(first.split()):
        return _with_header(file, read_table(file, _with_tabs(text), limits, on_progress))
    (systems, segments, scores), lines = read_cell_columns(file, text.data, (3,), limits)
    on_progress(1)
    outputs = JudgedOutputs.of(
        names_in(file, systems, lines), as_whole(file, segments, lines, "the number of a segment"), lines
    )
    return [_scores(file, title_of(_name(file)), outputs, scores)]


def _is_spaced(rows: Sequence[str]) -> bool:
    """Whether a header is separated by spaces, and the rows below it by tabs and spaces in any mixture."""
    header, *below = (row.split() for row in rows)
    if not below or not is_header_of_scores(header):
        return False
    segment = next(at for at, cell in enumerate(header) if letters_of_header(cell) in SEGMENTS)
    return all(len(row) == len(header) and row[segment].isdecimal() for row in below if row)


def _with_tabs(text: DecodedText) -> DecodedText:
    """The table with one tab in the place of every run of tabs and spaces."""
    data = re.sub(rb"(?m)[ \t]+$", b"", text.data)
    return DecodedText(re.sub(rb"[ \t]+", b"\t", data), text.notices)


def _with_header(file: str, table: JudgmentTable) -> list[FoundJudgments]:
    headers = [letters_of_header(name) for name in table.header]
    system = next(at for at, header in enumerate(headers) if header in SYSTEMS)
    segment = next(at for at, header in enumerate(headers) if header in SEGMENTS)
    outputs = JudgedOutputs.of(
        names_in(file, table.cells[system], table.lines),
        as_whole(file, table.cells[segment], table.lines, "the number of a segment"),
        table.lines,
    )
    comments = [name for name, header in zip(table.header, headers, strict=True) if header in COMMENTS]
    first, *others = [
        _scores(file, _name(file) if letters_of_header(name) in ("score", "scores") else _title(name), outputs, cells)
        for at, (name, cells) in enumerate(zip(table.header, table.cells, strict=True))
        if at not in (system, segment) and name not in comments
    ]
    told = [Notice("left-out", f"The column {clean_name(name)} is left out: it has comments.", 1) for name in comments]
    return [replace(first, notices=(*table.notices, *told, *first.notices)), *others]


def _scores(file: str, name: str, outputs: JudgedOutputs, cells: pa.StringArray) -> FoundScores:
    cells, notices = _with_points(cells)
    values = parse_scores(file, cells, outputs.lines)
    return FoundScores(file, name, outputs, values, is_better_higher(name, values), is_people(name), notices=notices)


def _with_points(cells: pa.StringArray) -> tuple[pa.StringArray, tuple[Notice, ...]]:
    """Numbers with decimal commas as they are with points, and a notice; others as they stand."""
    if not pc.any(pc.match_substring(cells, ",")).as_py() or not is_numeric(cells):
        return cells, ()
    numbers = plain_numbers(cells)
    return (cells, ()) if numbers is None else (numbers, notice_numbers(cells))


def _title(header: str) -> str:
    """The name of the scores in a column: ``MQM`` for ``mqm_avg_score``, whose header says that they are means."""
    words = words_in_name(header)
    own = [word for word in words if word not in _MEANS]
    return title_of("-".join(own) if own and not {"avg", "average", "mean"}.isdisjoint(words) else header)


def _name(file: str) -> str:
    """The part of a file's name that is a word for a score, else all of it."""
    stem = file_stem(file)
    parts = [
        word
        for word in re.split(r"[._]", stem)
        if is_metric_word(word.lower()) and letters_of_header(word) not in ("score",)
    ]
    return title_of(parts[0] if parts else stem)
