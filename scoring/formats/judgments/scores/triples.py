"""Read ``SYSTEM segment score`` a row, with or without a header; segments are lines of the test set, from 1."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from ....counting.arrays import Ints
from ....counting.progress import Progress, no_progress
from ....text.naming import clean_name
from ...columns import Notice, Role
from ...errors import FormatError
from ...limits import FileLimits
from ...names import file_stem, guess_header
from ...plain_text.text import DecodedText
from ...score_names import (
    is_better_higher,
    is_human_score_name,
    is_metric_word,
    names_a_score,
    usual_score_name,
    words_in_name,
)
from ...tables.written_numbers import is_numeric, notice_numbers, plain_numbers
from ..found_judgments import FoundJudgments, FoundScores, JudgedFingerprints, JudgedOutputs, number_names
from ..texts import repeated_output_notices
from .cells import parse_names, parse_scores, parse_whole_numbers, read_cell_columns
from .judgment_tables import (
    SEPARATORS,
    JudgmentTable,
    documents_of_numbers,
    is_comment,
    languages_of_rows,
    letters_of_header,
    read_table,
    split_rows,
)

_SEGMENTS = (
    "globalsegid segid segmentid segment seg segidx segindex sid lineid line lineno linenumber sentid sentence"
    " sentenceid id idx index"
)
SEGMENT_RANKS = {header: rank for rank, header in enumerate(_SEGMENTS.split())}
"""Headers of the number of a segment, without marks and in small letters; of several columns the lowest rank counts."""
_SYSTEMS = "system systemid systemname sys sysid model submission mt"
SYSTEMS = frozenset(_SYSTEMS.split())
_ROW = re.compile(r"^[^\t\n]+\t\d{1,12}\t\s*([-+]?[\d.]+([eE][-+]?\d+)?|None|nan|NaN)\s*$")
LOOKED_AT = 20
"""Number of rows by which the kind of a file is recognized."""
_RATERS = "annotator annotatorid rater raterid judge judgeid evaluator evaluatorid worker workerid user userid"
RATERS = frozenset(_RATERS.split())
"""Headers of the person who gave a score; several people may score one output."""
REPEAT = "repeat"
"""Header of the number of the repeat, if the same judge was asked several times about an output."""
FINGERPRINT = "fingerprint"
"""Header of the fingerprints of the judged texts, next to repeats."""
_PLAIN_SCORES = frozenset(["errors", "nerrors", "quality", "raw", "z", "zscore"])
"""Headers that name a score in a table of scores, if no other header does."""
_TEXTS = frozenset([Role.SOURCE, Role.REFERENCE, Role.SYSTEM])
_MEANS = frozenset(["avg", "average", "mean", "score", "scores"])


@dataclass(frozen=True)
class ScoreColumns:
    """Places of the columns in a table of scores."""

    system: int
    segment: int
    scores: tuple[int, ...]
    raters: tuple[int, ...]
    others: tuple[int, ...]
    """Columns that are none of the others."""
    repeat: int | None = None
    """Column of the number of the repeat; None if there is none."""
    fingerprint: int | None = None
    """Column of the fingerprint of the source and the output; None if there is none."""

    @classmethod
    def of(cls, header: Sequence[str]) -> "ScoreColumns | None":
        """Return the columns by their headers; None without one system, a segment and a score, and for tables of texts.

        A comment may end the header. Next to the number of a repeat, a single other column is the score under any name.
        """
        header = header[:-1] if header and is_comment(header[-1]) else header
        letters = [letters_of_header(cell) for cell in header]
        systems = [at for at, name in enumerate(letters) if name in SYSTEMS]
        segments = sorted((SEGMENT_RANKS[name], at) for at, name in enumerate(letters) if name in SEGMENT_RANKS)
        if len(systems) != 1 or not segments:
            return None
        system, segment = systems[0], segments[0][1]
        other_columns = [at for at in range(len(header)) if at not in (system, segment)]
        scores = tuple(at for at in other_columns if names_a_score(header[at]))
        scores = scores or tuple(at for at in other_columns if letters[at] in _PLAIN_SCORES)
        raters = tuple(at for at in other_columns if letters[at] in RATERS)
        repeats = [at for at in other_columns if letters[at] == REPEAT]
        repeat = repeats[0] if len(repeats) == 1 and not raters else None
        has_fingerprints = repeat is not None and letters.count(FINGERPRINT) == 1
        fingerprint = letters.index(FINGERPRINT) if has_fingerprints else None
        others = tuple(at for at in other_columns if at not in (*scores, *raters, repeat, fingerprint))
        if repeat is not None and not scores and len(others) == 1 and not _is_text(header[others[0]]):
            scores, others = others, ()
        if not scores or any(_is_text(header[at]) for at in others):
            return None
        return cls(system, segment, scores, raters, others, repeat, fingerprint)

    def has_repeated_names(self, rows: Sequence[Sequence[str]]) -> bool:
        """Return whether some system or segment is in two rows, or fewer than two rows are given.

        A table of texts may have a similar header, but no name repeats there.
        """
        name_columns = self.system, self.segment
        systems, segments = ([row[at] for row in rows if len(row) > max(name_columns)] for at in name_columns)
        return len(systems) < 2 or any(len(set(cells)) < len(cells) for cells in (systems, segments))


def _is_text(header: str) -> bool:
    """Return whether a header names a column of texts."""
    guess = guess_header(header)
    is_language = guess.stated_role is None and guess.language is not None
    return guess.stated_role in _TEXTS or guess.weak_reference or is_language


def is_triples(start: str) -> bool:
    """Return whether the first rows are all a name, a whole number and a number, or the first is their header."""
    rows = start.split("\n")[:LOOKED_AT]
    rows = rows[:-1] or rows
    for delimiter in SEPARATORS:
        header, *below = split_rows(rows, delimiter) or [[]]
        columns = ScoreColumns.of(header)
        if columns is not None:
            return columns.has_repeated_names(below)
    if _is_spaced(rows):
        return True
    filled = [row for row in rows if row.strip()]
    return bool(filled) and all(map(_ROW.match, filled))


def lacks_score(header: Sequence[str]) -> bool:
    """Return whether a header is one of a table of scores except that no column is named as a score."""
    return ScoreColumns.of(header) is None and ScoreColumns.of([*header, "score"]) is not None


def read_triples(
    file: str, text: DecodedText, limits: FileLimits, on_progress: Progress = no_progress
) -> list[FoundJudgments]:
    """Return scores of outputs, one for each column that the header names as a score, next to system and segment.

    Columns whose headers name no score are left out, with a notice. If a column says who gave a score, the mean of all
    scores of an output counts. Without a header the file's name is the score's name. Raises ``FormatError`` with the
    line for other rows.
    """
    first = text.data[: limits.longest_line].split(b"\n", 1)[0].decode("utf-8", "ignore")
    if any(ScoreColumns.of(row) for delimiter in SEPARATORS for row in split_rows([first], delimiter)):
        return scores_of_table(file, read_table(file, text, limits, on_progress), limits)
    if ScoreColumns.of(first.split()):
        return scores_of_table(file, read_table(file, _replace_spaces_by_tabs(text), limits, on_progress), limits)
    (systems, segments, scores), lines = read_cell_columns(file, text.data, (3,), limits)
    on_progress(1)
    outputs = JudgedOutputs.of(
        parse_names(file, systems, lines), parse_whole_numbers(file, segments, lines, "the number of a segment"), lines
    )
    return [_scores(file, usual_score_name(_name(file)), outputs, scores)]


def _is_spaced(rows: Sequence[str]) -> bool:
    """Return whether a header is separated by spaces, and the rows below it by any mixture of tabs and spaces."""
    header, *below = [row.split() for row in rows]
    columns = ScoreColumns.of(header) if below else None
    if columns is None:
        return False
    return all(len(row) == len(header) and row[columns.segment].isdecimal() for row in below if row)


def _replace_spaces_by_tabs(text: DecodedText) -> DecodedText:
    """Return the table with one tab in place of every run of tabs and spaces."""
    data = re.sub(rb"(?m)[ \t]+$", b"", text.data)
    return DecodedText(re.sub(rb"[ \t]+", b"\t", data), text.notices)


def scores_of_table(file: str, table: JudgmentTable, limits: FileLimits) -> list[FoundJudgments]:
    """Return the scores of each column, by language pair; raise ``FormatError`` as ``read_triples`` does."""
    columns = ScoreColumns.of(table.header)
    if columns is None:
        raise FormatError(
            file, ", ".join(map(clean_name, table.header)), "columns of a system, a segment and scores", 1
        )
    languages, headers = languages_of_rows(file, table, limits)
    scores_by_pair: list[list[FoundScores]] = []
    used = {*headers}
    for language, rows in _rows_by_language(languages):
        part = table if len(rows) == len(languages) else table.at(rows)
        numbered_in, scores = _scores_of_pair(file, part, columns)
        used |= {numbered_in} if numbered_in else set()
        again = _judged_again(part, columns, scores[0])
        scores_by_pair.append(
            [replace(one, language=language, notices=(*again, *one.notices)) for one in scores[:1]]
            + [replace(one, language=language) for one in scores[1:]]
        )
    left_out = [clean_name(table.header[at]) for at in columns.others if table.header[at] not in used]
    left_out_notices = (_left_out(left_out),) if left_out else ()
    of_table = (*table.notices, *left_out_notices)
    return [
        replace(one, notices=(*of_table, *one.notices)) if number == 0 else one
        for of_pair in scores_by_pair
        for number, one in enumerate(of_pair)
    ]


def _rows_by_language(languages: Sequence[str]) -> Iterator[tuple[str, Ints]]:
    """Return each pair of languages, in the order of first appearance, and the pair's rows."""
    names, places = number_names(languages)
    return ((name, np.flatnonzero(places == at)) for at, name in enumerate(names))


def _scores_of_pair(file: str, table: JudgmentTable, columns: ScoreColumns) -> tuple[str, list[FoundScores]]:
    """Return the column of documents in which segments are numbered, or "", and the scores of each column."""
    systems = parse_names(file, table.cells[columns.system], table.lines)
    segments = parse_whole_numbers(file, table.cells[columns.segment], table.lines, "the number of a segment")
    numbered_in, documents = documents_of_numbers(table, segments)
    outputs = JudgedOutputs.of(systems, segments, table.lines, documents, numbered_in=numbered_in)
    scores = [
        _scores(file, _score_name(file, table.header[at]), outputs, table.cells[at], bool(columns.raters))
        for at in columns.scores
    ]
    if columns.repeat is None:
        return numbered_in, scores
    repeats = parse_whole_numbers(file, table.cells[columns.repeat], table.lines, "the number of a repeat")
    if columns.fingerprint is not None:
        cells = table.cells[columns.fingerprint]
        fingerprints = pc.if_else(pc.equal(cells, ""), None, cells)
        outputs = replace(
            outputs, fingerprints=JudgedFingerprints(fingerprints, pa.nulls(len(fingerprints), pa.string()))
        )
    return numbered_in, [replace(one, outputs=outputs, repeats=repeats, is_human=False) for one in scores]


def _judged_again(table: JudgmentTable, columns: ScoreColumns, scores: FoundScores) -> list[Notice]:
    """Return a notice of outputs that one person scored more than once; empty if there are none."""
    if not columns.raters:
        return []
    outputs, raters = scores.outputs, pc.utf8_trim_whitespace(table.cells[columns.raters[0]]).to_pylist()
    documents = np.zeros(len(outputs), np.int64) if outputs.document is None else outputs.document
    rows = zip(
        outputs.system.tolist(), documents.tolist(), outputs.segment.tolist(), raters, scores.values, strict=True
    )
    scored_outputs = [row[:-1] for row in rows if row[-2] and not np.isnan(row[-1])]
    return repeated_output_notices(len(scored_outputs) - len(set(scored_outputs)))


def _left_out(columns: Sequence[str]) -> Notice:
    subject = "The column" if len(columns) == 1 else "The columns"
    why = "is left out: its header names" if len(columns) == 1 else "are left out: their headers name"
    return Notice("left-out", f"{subject} {', '.join(columns)} {why} no score.", len(columns))


def _score_name(file: str, header: str) -> str:
    return _name(file) if letters_of_header(header) in ("score", "scores") else _title(header)


def _scores(
    file: str, name: str, outputs: JudgedOutputs, cells: pa.StringArray, has_raters: bool = False
) -> FoundScores:
    """Return the scores of one column; ``has_raters`` means that several people may have scored an output."""
    cells, notices = _convert_decimal_commas(cells)
    values = parse_scores(file, cells, outputs.lines)
    higher, is_human = is_better_higher(name, values), has_raters or is_human_score_name(name)
    return FoundScores(file, name, outputs, values, higher, is_human, several=has_raters, notices=notices)


def _convert_decimal_commas(cells: pa.StringArray) -> tuple[pa.StringArray, tuple[Notice, ...]]:
    """Return numbers with decimal commas as numbers with points, and a notice; other cells unchanged."""
    if not pc.any(pc.match_substring(cells, ",")).as_py() or not is_numeric(cells):
        return cells, ()
    numbers = plain_numbers(cells)
    return (cells, ()) if numbers is None else (numbers, notice_numbers(cells))


def _title(header: str) -> str:
    """Return the name of the scores in a column: ``MQM`` for ``mqm_avg_score``, without the words for a mean."""
    words = words_in_name(header)
    own = [word for word in words if word not in _MEANS]
    return usual_score_name("-".join(own) if own and not {"avg", "average", "mean"}.isdisjoint(words) else header)


def _name(file: str) -> str:
    """Return the word for a score in a file's name, else the whole name."""
    stem = file_stem(file)
    parts = [
        word
        for word in re.split(r"[._]", stem)
        if is_metric_word(word.lower()) and letters_of_header(word) not in ("score",)
    ]
    return usual_score_name(parts[0] if parts else stem)
