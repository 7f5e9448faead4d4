"""Read the output of MetricX's ``predict``: its input rows, each with a prediction."""

import json
from collections.abc import Mapping

import numpy as np

from ....counting.progress import Progress, no_progress
from ...containers.growing import string_array
from ...errors import FormatError
from ...json_files.objects import name_at, objects, text_at
from ...limits import FileLimits
from ...names import file_stem
from ...plain_text.text import DecodedText
from ...score_names import is_better_higher
from ..found_judgments import FoundJudgments, FoundScores, JudgedOutputs, LeftOutFile
from .cells import parse_score
from .lines import score_and_system_name

NAME = "MetricX"
SCORE = "prediction"
SYSTEM, SEGMENT = "system_id", "segment_id"


def is_metricx(start: str) -> bool:
    """Return whether the first line is an output that MetricX is to score, or has scored."""
    try:
        row = json.loads(start.split("\n", 1)[0])
    except (ValueError, RecursionError):
        return False
    if not isinstance(row, Mapping) or "hypothesis" not in row:
        return False
    return row.keys() >= {SYSTEM, SEGMENT} or isinstance(row.get(SCORE), float)


def read_metricx(
    file: str, text: DecodedText, limits: FileLimits, on_progress: Progress = no_progress
) -> list[FoundJudgments]:
    """Return the scores; lower scores are better. ``predict``'s input, which has no prediction, is left out.

    Without ``system_id`` and ``segment_id``, all rows belong to the system in the file's name.
    """
    systems: list[str] = []
    segments: list[int] = []
    lines: list[int] = []
    values: list[float] = []
    texts: list[str | None] = []
    is_numbered = False
    name, of_file = score_and_system_name(file)
    for line, row in objects(file, text.data, limits, on_progress):
        if SCORE not in row:
            if values:
                raise FormatError(file, f"no {SCORE}", f"a {SCORE} as in the rows before", line)
            return [LeftOutFile(file, "These are outputs for MetricX to score; drop what it writes.")]
        systems.append(name_at(file, line, row, SYSTEM) if SYSTEM in row else of_file or file_stem(file))
        is_numbered = is_numbered or SYSTEM in row
        segments.append(_segment(file, line, row) if SYSTEM in row else len(segments) + 1)
        lines.append(line)
        texts.append(text_at(file, line, row, "hypothesis") or None)
        values.append(parse_score(file, row[SCORE], line))
    scores = np.array(values)
    name = name if "metricx" in name.lower() else NAME
    outputs = JudgedOutputs.of(systems, segments, lines, zero_based=SEGMENT if is_numbered else "")
    by_file = len(outputs.systems) == 1 and not of_file
    higher = is_better_higher(name, scores)
    return [FoundScores(file, name, outputs, scores, higher, by_file=by_file, texts=string_array(texts))]


def _segment(file: str, line: int, row: Mapping[str, object]) -> int:
    """Return the number of a row's segment, from 1."""
    segment = row.get(SEGMENT)
    if isinstance(segment, bool) or not isinstance(segment, int) or not 0 <= segment < 2**40:
        raise FormatError(file, str(segment)[:40], f"{SEGMENT}, a whole number from 0 on", line)
    return segment + 1
