"""Read error span annotation as WMT 2024 publishes it: one object a line for each annotator and output."""

from collections import defaultdict

import numpy as np

from ....counting.progress import Progress, no_progress
from ...containers.growing import string_array
from ...errors import FormatError
from ...json_files.objects import list_at, name_at, objects, text_at
from ...limits import FileLimits, check_judgments, check_pairs
from ...plain_text.text import DecodedText
from ..found_judgments import FoundError, FoundErrors, FoundJudgments, FoundScores, JudgedOutputs
from ..scores.cells import parse_score
from .ratings import read_error_span

KEYS = frozenset(["esa_score", "esa_spans", "system", "line_id"])


class _Language:
    """The judgments of one pair of languages."""

    def __init__(self) -> None:
        self.systems: list[str] = []
        self.segments: list[int] = []
        self.lines: list[int] = []
        self.annotators: list[str] = []
        self.values: list[float] = []
        self.texts: list[str | None] = []
        self.errors: list[FoundError] = []


def read_esa(
    file: str, text: DecodedText, limits: FileLimits, on_progress: Progress = no_progress
) -> list[FoundJudgments]:
    """Return scores and error spans, whose ends are inclusive; ``line_id`` is the 0-based line of the test set."""
    languages: dict[str, _Language] = defaultdict(_Language)
    count = 0
    for line, value in objects(file, text.data, limits, on_progress):
        of = languages[text_at(file, line, value, "langs")]
        check_pairs(file, len(languages), limits, line)
        line_id = value.get("line_id")
        if isinstance(line_id, bool) or not isinstance(line_id, int) or not 0 <= line_id < 2**40:
            raise FormatError(
                file, "nothing" if line_id is None else str(line_id)[:40], "line_id, a whole number from 0 on", line
            )
        output = text_at(file, line, value, "tgt") or None
        spans = list_at(file, line, value, "esa_spans")
        row = len(of.lines)
        of.errors += [
            read_error_span(file, line, row, one, "start_i", "end_i", inclusive=True, text=output) for one in spans
        ]
        of.systems.append(name_at(file, line, value, "system"))
        of.segments.append(line_id + 1)
        of.lines.append(line)
        of.texts.append(output)
        of.annotators.append(text_at(file, line, value, "annotator"))
        of.values.append(parse_score(file, value.get("esa_score"), line))
        count += 1 + len(spans)
        check_judgments(file, count, limits, line)
    return [judgments for language, of in languages.items() for judgments in _judgments_of_language(file, language, of)]


def _judgments_of_language(file: str, language: str, of: _Language) -> list[FoundJudgments]:
    outputs = JudgedOutputs.of(of.systems, of.segments, of.lines, zero_based="line_id")
    values, texts = np.array(of.values, float), string_array(of.texts)
    return [
        FoundScores(file, "ESA", outputs, values, is_human=True, several=True, language=language, texts=texts),
        FoundErrors(file, "ESA", outputs, tuple(of.annotators), tuple(of.errors), language=language, texts=texts),
    ]
