"""Read the output of ``comet-score --to_json``: a list of segments by file, with scores and XCOMET's errors."""

import re
from collections.abc import Sequence

import numpy as np

from ....counting.progress import Progress, no_progress
from ....text.naming import clean_name
from ....validation import listed_counts
from ...containers.growing import string_array
from ...errors import FormatError
from ...json_files.objects import list_at, text_at
from ...limits import FileLimits, check_judgments
from ...names import guess_file
from ...plain_text.text import DecodedText
from ..found_judgments import FoundError, FoundErrors, FoundJudgments, FoundScores, JudgedOutputs
from ..wmt.ratings import read_error_span
from .cells import parse_score
from .entries import iterate_entries
from .lines import score_and_system_name

SCORE, XCOMET = "COMET", "XCOMET"
_START = re.compile(r'^\s*\{\s*"(?:[^"\\]|\\.)*"\s*:\s*\[\s*\{')
_FORM = '{"file of translations": [{"src": "...", "mt": "...", "COMET": 0.9}, ...]}'


def is_comet(start: str) -> bool:
    """Return whether a file begins like COMET's output, with a translation and a score."""
    return _START.match(start) is not None and '"mt"' in start and f'"{SCORE}"' in start


def read_comet(
    file: str, text: DecodedText, limits: FileLimits, on_progress: Progress = no_progress
) -> list[FoundJudgments]:
    """Return the scores of each file of translations, whose name the system has; errors are half-open characters."""
    systems: list[str] = []
    segments: list[int] = []
    lines: list[int] = []
    values: list[float] = []
    texts: list[str | None] = []
    errors: list[FoundError] = []
    has_errors = False
    for path, segment, line, entry in iterate_entries(file, text.data, _FORM, limits, on_progress):
        if SCORE not in entry:
            actual = f"no {SCORE} in segment {segment:,} of {clean_name(path)}"
            raise FormatError(file, actual, f"an object with {SCORE}, a number", line)
        has_errors = has_errors or "errors" in entry
        output = text_at(file, line, entry, "mt") or None
        marked = list_at(file, line, entry, "errors")
        errors += [read_error_span(file, line, len(values), error, text=output) for error in marked]
        quantity = f"{SCORE} of segment {segment:,} of {clean_name(path)}"
        values.append(parse_score(file, entry[SCORE], line, quantity))
        texts.append(output)
        systems.append(guess_file(path).name)
        segments.append(segment)
        lines.append(line)
        check_judgments(file, len(values) + len(errors), limits)
    outputs = JudgedOutputs.of(systems, segments, lines, n_segments=_length(file, systems, segments))
    name = _name(file, has_errors)
    scores = FoundScores(file, name, outputs, np.array(values), texts=string_array(texts))
    if not has_errors:
        return [scores]
    return [
        scores,
        FoundErrors(file, name, outputs, ("",) * len(values), tuple(errors), is_human=False, texts=scores.texts),
    ]


def _length(file: str, systems: Sequence[str], segments: Sequence[int]) -> int:
    """Return the number of segments of each list; raise ``FormatError`` if the lists have unequal numbers."""
    ends = [at for at, segment in enumerate(segments) if at + 1 == len(segments) or segments[at + 1] == 1]
    if len({segments[at] for at in ends}) > 1:
        listed = listed_counts([(systems[at], segments[at]) for at in ends])
        raise FormatError(file, listed, "as many segments of every system", advice="Nothing is cut or padded.")
    return segments[-1]


def _name(file: str, has_errors: bool) -> str:
    """Return the name of the score: the model in the file's name, such as ``CometKiwi.json``, else COMET or XCOMET.

    All models write the same key.
    """
    name, _ = score_and_system_name(file)
    lower_name = name.lower()
    if has_errors:
        return name if "xcomet" in lower_name else XCOMET
    return name if "comet" in lower_name or "kiwi" in lower_name else SCORE
