"""Read scores of mt-metrics-eval: ``SYSTEM<TAB>score`` a line, a block of lines a system, in the order of segments."""

import re

import numpy as np
import pyarrow as pa

from ....counting.arrays import Ints
from ....counting.progress import Progress, no_progress
from ....text.naming import path_parts
from ....validation import listed_counts
from ...columns import Notice
from ...errors import FormatError
from ...limits import FileLimits
from ...plain_text.text import DecodedText
from ...score_names import PEOPLE, is_better_higher, is_human_score_name, score_of_file, stated_direction
from ..found_judgments import FoundJudgments, FoundScores, JudgedOutputs, LeftOutFile, number_names
from ..scores.cells import parse_names, parse_scores, read_cell_columns

ENDING = ".seg.score"
_LEVEL = re.compile(r"(?i)\.(sys|domain|doc)\.score")


def read_seg_scores(
    file: str, text: DecodedText, limits: FileLimits, on_progress: Progress = no_progress
) -> list[FoundJudgments]:
    """Return one score a line, NaN for ``None``.

    Higher is better, except for names that count errors if no score is negative (a notice says so). A file's name that
    ends in ``.lower-is-better.seg.score`` or ``.higher-is-better.seg.score`` states the direction. The name of the
    score is the file's, without the pair of languages and the reference. Raises ``FormatError`` if systems have unequal
    numbers of segments, or if the lines of a system are not together.
    """
    (systems, scores), lines = read_cell_columns(file, text.data, (2,), limits)
    on_progress(1 / 2)
    outputs = outputs_in_blocks(file, parse_names(file, systems, lines), lines)
    values = parse_scores(file, scores, lines)
    on_progress(1)
    folders = path_parts(file)[:-1]
    name = score_of_file(file, ENDING)
    is_human = PEOPLE in folders or is_human_score_name(name)
    stated = stated_direction(file, ENDING)
    higher = is_better_higher(name, values) if stated is None else stated
    notices = () if higher or stated is not None else (_lower_is_better(name, len(values)),)
    return [
        FoundScores(file, name, outputs, values, higher, is_human, is_direction_stated=True, notices=notices),
    ]


def _lower_is_better(name: str, count: int) -> Notice:
    message = f"{name} counts errors and is not negated, so lower is taken as better."
    advice = f"If that is wrong, let the file's name end in .higher-is-better{ENDING}"
    return Notice("direction", f"{message} {advice}.", count)


def leave_out_means(
    file: str, text: DecodedText, limits: FileLimits, on_progress: Progress = no_progress
) -> list[FoundJudgments]:
    """Return a ``LeftOutFile`` for scores of systems, domains or documents, which are computed here from segments."""
    level = {"sys": "systems", "domain": "domains", "doc": "documents"}[_LEVEL.findall(file)[-1].lower()]
    return [LeftOutFile(file, f"Scores of whole {level} are left out; they are computed here from those of segments.")]


def outputs_in_blocks(file: str, systems: pa.StringArray, lines: Ints) -> JudgedOutputs:
    """Return the outputs of rows that are in blocks of one system each, one row a segment.

    Raises ``FormatError`` if a system has several blocks, or the blocks have unequal numbers of rows.
    """
    names, places = number_names(systems)
    starts = np.flatnonzero(np.diff(places, prepend=-1))
    if len(starts) > len(names):
        twice = next(place for place in starts[1:] if (places[:place] == places[place]).any())
        actual = f"{names[places[twice]]} a second time"
        raise FormatError(file, actual, "all lines of a system together", int(lines[twice]))
    counts = np.diff(starts, append=len(places))
    if len(set(counts.tolist())) > 1:
        listed = listed_counts([*zip(names, counts.tolist(), strict=True)])
        raise FormatError(file, listed, "as many lines for every system", advice="Nothing is cut or padded.")
    numbers = np.arange(len(places)) - np.repeat(starts, counts) + 1
    return JudgedOutputs(names, places, numbers, lines, n_segments=int(counts[0]))
