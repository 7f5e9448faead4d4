"""Which of two outputs is better: WMT's rankings of up to five systems a row, and rows of better and worse."""

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations

import numpy as np

from ....counting.progress import Progress, no_progress, progress_of_part
from ....text.naming import clean_name
from ...columns import Notice
from ...errors import FormatError
from ...limits import FileLimits, check_judgments
from ...plain_text.text import DecodedText
from ..found_judgments import FoundJudgments, FoundPreferences, number_names
from ..scores.cells import as_whole, names_in
from ..scores.judgment_tables import JudgmentTable, read_table
from ..scores.triples import SEGMENT_RANKS, letters_of_header

BLANK = -1
"""The rank of an output that nobody ranked."""
_RANK = re.compile(r"\A\s*-?\d{1,6}\s*\Z")


def is_rankings(header: Sequence[str]) -> bool:
    names = {letters_of_header(cell) for cell in header}
    return {"srcindex", "system1id", "system1rank", "system2id", "system2rank"} <= names


def is_better_worse(header: Sequence[str]) -> bool:
    names = {letters_of_header(cell) for cell in header}
    return {"better", "worse"} <= names and not names.isdisjoint(SEGMENT_RANKS)


def read_rankings(
    file: str, text: DecodedText, limits: FileLimits, on_progress: Progress = no_progress
) -> list[FoundJudgments]:
    """All pairs of each row; equal ranks are ties, rank -1 is blank, and the smaller rank is better.

    Raises ``FormatError`` with the line for ranks and segments that are no numbers.
    """
    table = _plain(read_table(file, text, limits, progress_of_part(on_progress, 0, 2)))
    segments = as_whole(file, table.column("srcindex"), table.lines, "srcIndex, the number of a segment").tolist()
    slots = [n for n in range(1, 100) if f"system{n}id" in table.header and f"system{n}rank" in table.header]
    names = [table.column(f"system{n}id").to_pylist() for n in slots]
    ranks = [_ranks(file, table, f"system{n}rank") for n in slots]
    rows: list[tuple[int, str, str, bool, int]] = []
    for at, segment in enumerate(segments):
        line = int(table.lines[at])
        ranked = [(rank[at], name[at].strip()) for rank, name in zip(ranks, names, strict=True) if rank[at] != BLANK]
        for (first, one), (second, other) in combinations(ranked, 2):
            better, worse = (one, other) if first <= second else (other, one)
            rows.append((segment, better, worse, first == second, line))
        check_judgments(file, len(rows), limits, line)
        if at % 1_000 == 0:
            on_progress((1 + (at + 1) / len(segments)) / 2)
    return [_preferences(file, "rankings", rows, table.notices)]


def read_better_worse(
    file: str, text: DecodedText, limits: FileLimits, on_progress: Progress = no_progress
) -> list[FoundJudgments]:
    """A pair a row, never tied: relative ranks from direct assessment (DARR)."""
    table = _plain(read_table(file, text, limits, on_progress))
    check_judgments(file, len(table.lines), limits)
    number = next(name for name in table.header if name in SEGMENT_RANKS)
    segments = as_whole(file, table.column(number), table.lines, "the number of a segment").tolist()
    better, worse = (names_in(file, table.column(name), table.lines).to_pylist() for name in ("better", "worse"))
    rows = [(*row, False, line) for *row, line in zip(segments, better, worse, table.lines.tolist(), strict=True)]
    return [_preferences(file, "DARR", rows, table.notices)]


def _plain(table: JudgmentTable) -> JudgmentTable:
    return replace(table, header=[letters_of_header(name) for name in table.header])


def _ranks(file: str, table: JudgmentTable, name: str) -> list[int]:
    cells: list[str] = table.column(name).to_pylist()
    for at, cell in enumerate(cells):
        if not _RANK.match(cell):
            raise FormatError(file, repr(clean_name(cell)), f"{name}, a whole number", int(table.lines[at]))
    return [int(cell) for cell in cells]


def _preferences(
    file: str, name: str, rows: Sequence[tuple[int, str, str, bool, int]], notices: tuple[Notice, ...]
) -> FoundPreferences:
    if not rows:
        raise FormatError(file, "no pair", "at least one row that ranks two outputs")
    segments, better, worse, tied, lines = zip(*rows, strict=True)
    systems, places = number_names([*better, *worse])
    for at, (one, other) in enumerate(zip(better, worse, strict=True)):
        if not one or not other or one == other:
            found = f"{clean_name(one)!r} and {clean_name(other)!r}"
            raise FormatError(file, found, "two systems", lines[at])
    first, second = places[: len(rows)], places[len(rows) :]
    return FoundPreferences(
        file, name, systems, np.array(segments), first, second, np.array(tied, bool), np.array(lines), notices
    )
