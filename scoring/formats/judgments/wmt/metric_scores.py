"""Read WMT 2025's scores by several metrics: one document a line, a list of numbers a metric, one a paragraph."""

import re
from collections import defaultdict
from collections.abc import Mapping
from typing import TypeAlias

import numpy as np

from ....counting.progress import Progress, no_progress
from ....text.naming import clean_name
from ....validation import listed_counts
from ...errors import FormatError
from ...json_files.objects import list_at, name_at, objects, text_at
from ...limits import FileLimits, check_cells, check_columns
from ...names import file_stem
from ...plain_text.text import DecodedText
from ...score_names import is_better_higher, is_human_score_name
from ..found_judgments import FoundJudgments, FoundScores, JudgedOutputs
from ..scores.cells import parse_score

KEY = "metric_scores"
_Row: TypeAlias = tuple[str, int, int, int, float]
"""Document, number of the segment in it, number of its segments, line, score."""
_LABEL = re.compile(r"(?i)^(?:wmt\d*[-_.])?(?:scores?|metrics?|autoeval)[-_.]")


def read_metric_scores(
    file: str, text: DecodedText, limits: FileLimits, on_progress: Progress = no_progress
) -> list[FoundJudgments]:
    """Return scores of one system, which has the file's name, by metric and pair of languages.

    Raises ``FormatError`` with the line for lists of unequal length.
    """
    system = _LABEL.sub("", file_stem(file))
    rows: dict[tuple[str, str], list[_Row]] = defaultdict(list)
    count = 0
    for line, value in objects(file, text.data, limits, on_progress):
        document = name_at(file, line, value, "document_id", "doc_id")
        language = text_at(file, line, value, "language_pair", "langs")
        scores = value.get(KEY)
        if not isinstance(scores, Mapping) or not scores:
            raise FormatError(file, f"something else under {KEY!r}", "an object of lists of numbers", line)
        lists = {str(name): list_at(file, line, scores, name) for name in scores}
        if len({len(numbers) for numbers in lists.values()}) > 1:
            listed = listed_counts([(clean_name(name), len(numbers)) for name, numbers in lists.items()])
            raise FormatError(file, listed, f"as many numbers of each metric for document {clean_name(document)}", line)
        for name, numbers in lists.items():
            rows[clean_name(name), language] += [
                (document, at, len(numbers), line, parse_score(file, number, line))
                for at, number in enumerate(numbers, 1)
            ]
            count += len(numbers)
        check_columns(file, len(rows), limits, line)
        check_cells(file, count, limits)
    return [
        _scores(file, name, system, language, metric_rows)
        for (name, language), metric_rows in rows.items()
        if metric_rows
    ]


def _scores(file: str, name: str, system: str, language: str, rows: list[_Row]) -> FoundScores:
    documents, segments, shown, lines, numbers = zip(*rows, strict=True)
    outputs = JudgedOutputs.of([system] * len(rows), segments, lines, documents, shown=shown, is_whole=True)
    values = np.array(numbers, float)
    higher = is_better_higher(name, values)
    return FoundScores(file, name, outputs, values, higher, is_human_score_name(name), language=language)
