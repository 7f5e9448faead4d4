"""Read one number a line, in the order of segments, in a file with the name of its system."""

import re

import numpy as np

from ....counting.progress import Progress, no_progress
from ....text.naming import path_parts
from ...limits import FileLimits
from ...names import file_stem
from ...plain_text.text import DecodedText, split_lines
from ...score_names import is_better_higher, is_human_score_name, is_metric_word, usual_score_name
from ..found_judgments import FoundJudgments, FoundScores, JudgedOutputs
from .cells import DECIMAL, UNJUDGED_PATTERN, parse_scores

_LOOKED_AT = 100
_UNJUDGED, _DECIMAL = (re.compile(pattern.replace(r"\z", r"\Z")) for pattern in (UNJUDGED_PATTERN, DECIMAL))


def is_numbers(file: str, start: str) -> bool:
    """Return whether the file's name has a score, and its first lines are numbers."""
    lines = start.split("\n")[:_LOOKED_AT]
    lines = lines[:-1] or lines
    filled = [line for line in lines if not _UNJUDGED.match(line)]
    return bool(filled) and score_and_system_name(file)[0] != "" and all(map(_DECIMAL.match, filled))


def read_numbers(
    file: str, text: DecodedText, limits: FileLimits, on_progress: Progress = no_progress
) -> list[FoundJudgments]:
    """Return one score a segment, NaN for a blank line or ``None``.

    The file's name has the score and the system: ``Facebook-AI.comet``, ``comet/Facebook-AI.txt``. Raises
    ``FormatError`` with the line for anything but a number.
    """
    cells = split_lines(file, text.data, limits)
    on_progress(1 / 2)
    numbers = np.arange(1, len(cells) + 1)
    values = parse_scores(file, cells, numbers)
    on_progress(1)
    name, system = score_and_system_name(file)
    outputs = JudgedOutputs.of([system or file_stem(file)] * len(cells), numbers, numbers, n_segments=len(cells))
    higher = is_better_higher(name, values)
    return [FoundScores(file, name, outputs, values, higher, is_human_score_name(name), by_file=not system)]


def score_and_system_name(file: str) -> tuple[str, str]:
    """Return the name of the score in a file's name, "" if there is none, and the rest of the name as the system's."""
    folders = [folder for folder in path_parts(file)[:-1] if not folder.lower().endswith(".zip")]
    parts = [part for part in file_stem(file).split(".") if part]
    score_places = [at for at, part in enumerate(parts) if _is_score(part)]
    if score_places:
        scores = [parts[at] for at in score_places]
        specific_scores = [score for score in scores if score.lower() not in ("score", "scores")]
        name = (specific_scores or folders[-1:] or scores)[0]
        return usual_score_name(name), ".".join(part for at, part in enumerate(parts) if at not in score_places)
    if folders and _is_score(folders[-1]):
        return usual_score_name(folders[-1]), ".".join(parts)
    return "", ""


def _is_score(part: str) -> bool:
    words = [word for word in re.split(r"[-_ ]", part.lower()) if word]
    return (bool(words) and is_metric_word(words[0])) or (any(map(is_metric_word, words)) and len(words) <= 3)
