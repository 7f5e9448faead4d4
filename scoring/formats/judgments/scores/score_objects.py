"""Read a table of scores as JSON Lines: ``{"system": "A", "segment": 1, "score": 0.5}`` a line."""

import json
from collections.abc import Mapping, Sequence

import numpy as np
import pyarrow as pa

from ....counting.progress import Progress, no_progress
from ...json_files.objects import objects
from ...limits import FileLimits, check_cells
from ...plain_text.text import DecodedText
from ..found_judgments import FoundJudgments
from .judgment_tables import JudgmentTable
from .triples import LOOKED_AT, ScoreColumns, scores_of_table


def is_score_objects(start: str) -> bool:
    """Return whether the first lines are objects with a system, a segment and a score each, and no texts."""
    lines = start.split("\n")[:LOOKED_AT]
    try:
        values = [json.loads(line) for line in lines[:-1] or lines if line.strip()]
    except (ValueError, RecursionError):
        return False
    if not values or not all(isinstance(value, Mapping) for value in values):
        return False
    header = [*values[0]]
    columns = ScoreColumns.of(header)
    return columns is not None and columns.has_repeated_names([_cells(value, header) for value in values])


def read_score_objects(
    file: str, text: DecodedText, limits: FileLimits, on_progress: Progress = no_progress
) -> list[FoundJudgments]:
    """Return scores by the keys of the first object, as ``read_triples`` does by a header; other keys are left out.

    Raises ``FormatError`` with the line, as ``read_triples`` does.
    """
    header: list[str] = []
    rows: list[list[str]] = []
    numbers: list[int] = []
    for line, value in objects(file, text.data, limits, on_progress):
        header = header or [*value]
        rows.append(_cells(value, header))
        numbers.append(line)
        check_cells(file, len(rows) * len(header), limits)
    cells = [pa.array(column, pa.string()) for column in zip(*rows, strict=True)]
    return scores_of_table(file, JudgmentTable(header, cells, np.array(numbers, np.int64)), limits)


def _cells(value: Mapping[str, object], header: Sequence[str]) -> list[str]:
    """Return the values in the order of the header; blank for a missing value or null."""
    values = (value.get(name) for name in header)
    return ["" if one is None else one if isinstance(one, str) else json.dumps(one) for one in values]
