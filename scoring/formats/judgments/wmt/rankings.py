"""Read preferences between two outputs: WMT's rankings of up to five systems a row, and rows of better and worse."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from typing import TypeAlias

import numpy as np

from ....counting.progress import Progress, no_progress, progress_of_part
from ....text.naming import clean_name
from ...columns import Notice
from ...errors import FormatError
from ...limits import FileLimits, check_judgments
from ...plain_text.text import DecodedText
from ..found_judgments import FoundJudgments, FoundPreferences, number_names
from ..scores.cells import parse_names, parse_whole_numbers
from ..scores.judgment_tables import JudgmentTable, languages_of_rows, letters_of_header, read_table
from ..scores.triples import SEGMENT_RANKS

BLANK = -1
"""Rank of an output that nobody ranked."""
_Row: TypeAlias = tuple[int, str, str, bool, int]
"""Segment, better system, worse system, whether they are tied, line."""
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
    """Return all pairs of outputs of each row, by language pair; the smaller rank is better, equal ranks are ties.

    -1 is a missing rank. Raises ``FormatError`` with the line for ranks and segments that are not numbers.
    """
    table = _plain(read_table(file, text, limits, progress_of_part(on_progress, 0, 2)))
    segments = parse_whole_numbers(
        file, table.column("srcindex"), table.lines, "srcIndex, the number of a segment"
    ).tolist()
    slots = [n for n in range(1, 100) if f"system{n}id" in table.header and f"system{n}rank" in table.header]
    names = [table.column(f"system{n}id").to_pylist() for n in slots]
    ranks = [_ranks(file, table, f"system{n}rank") for n in slots]
    languages, _ = languages_of_rows(file, table, limits)
    rows: dict[str, list[_Row]] = {language: [] for language in languages}
    count = 0
    for at, segment in enumerate(segments):
        line = int(table.lines[at])
        ranked = [(rank[at], name[at].strip()) for rank, name in zip(ranks, names, strict=True) if rank[at] != BLANK]
        for (first, one), (second, other) in combinations(ranked, 2):
            better, worse = (one, other) if first <= second else (other, one)
            rows[languages[at]].append((segment, better, worse, first == second, line))
            count += 1
        check_judgments(file, count, limits, line)
        if at % 1_000 == 0:
            on_progress((1 + (at + 1) / len(segments)) / 2)
    return _preferences_by_language(file, "rankings", rows, table)


def read_better_worse(
    file: str, text: DecodedText, limits: FileLimits, on_progress: Progress = no_progress
) -> list[FoundJudgments]:
    """Return one pair of outputs a row, never tied, by language pair: relative ranks from direct assessment (DARR)."""
    table = _plain(read_table(file, text, limits, on_progress))
    check_judgments(file, len(table.lines), limits)
    number = next(name for name in table.header if name in SEGMENT_RANKS)
    segments = parse_whole_numbers(file, table.column(number), table.lines, "the number of a segment").tolist()
    better, worse = (parse_names(file, table.column(name), table.lines).to_pylist() for name in ("better", "worse"))
    rows: dict[str, list[_Row]] = {}
    languages, _ = languages_of_rows(file, table, limits)
    for language, *row, line in zip(languages, segments, better, worse, table.lines.tolist(), strict=True):
        rows.setdefault(language, []).append((*row, False, line))
    return _preferences_by_language(file, "DARR", rows, table)


def _plain(table: JudgmentTable) -> JudgmentTable:
    return replace(table, header=[letters_of_header(name) for name in table.header])


def _ranks(file: str, table: JudgmentTable, name: str) -> list[int]:
    cells: list[str] = table.column(name).to_pylist()
    for at, cell in enumerate(cells):
        if not _RANK.match(cell):
            raise FormatError(file, repr(clean_name(cell)), f"{name}, a whole number", int(table.lines[at]))
    return [int(cell) for cell in cells]


def _preferences_by_language(
    file: str, name: str, rows: Mapping[str, Sequence[_Row]], table: JudgmentTable
) -> list[FoundJudgments]:
    rows_by_language = {language: of for language, of in rows.items() if of}
    if not rows_by_language:
        raise FormatError(file, "no pair", "at least one row that ranks two outputs")
    return [_preferences(file, name, of, table.notices, language) for language, of in rows_by_language.items()]


def _preferences(
    file: str, name: str, rows: Sequence[_Row], notices: tuple[Notice, ...], language: str
) -> FoundPreferences:
    segments, better, worse, tied, lines = zip(*rows, strict=True)
    systems, places = number_names([*better, *worse])
    for at, (one, other) in enumerate(zip(better, worse, strict=True)):
        if not one or not other or one == other:
            actual = f"{clean_name(one)!r} and {clean_name(other)!r}"
            raise FormatError(file, actual, "two systems", lines[at])
    first, second = places[: len(rows)], places[len(rows) :]
    return FoundPreferences(
        file,
        name,
        systems,
        np.array(segments),
        first,
        second,
        np.array(tied, bool),
        np.array(lines),
        notices,
        language=language,
    )
