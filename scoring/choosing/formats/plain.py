"""Plain lines: the candidates of a segment on so many lines after one another, as mbrs has them."""

import numpy as np

from ...formats.errors import FormatError
from ...formats.limits import FileLimits, check_segment_bytes
from ...formats.plain_text.text import split_lines
from ...output.numbers import counted
from ..lists import Lists


def read_plain(file: str, data: bytes, n_segments: int | None, per_segment: int | None, limits: FileLimits) -> Lists:
    """Lists of one length, which follows from either number; ``FormatError`` where the lines do not come out even."""
    lines = split_lines(file, data, limits)
    check_segment_bytes(file, lines, limits)
    n_lines = counted(len(lines), "line")
    if per_segment is None:
        if n_segments is None:
            advice = "Say how many candidates each segment has (on the command line: --per-segment 10)."
            raise FormatError(file, f"{n_lines} without ids", "to know which lines are of one segment", advice=advice)
        if not n_segments or len(lines) % n_segments or not len(lines):
            expected = f"as many lines for each of {counted(n_segments, 'segment')}"
            raise FormatError(file, n_lines, expected, advice="Lists of different lengths need ids, or JSON Lines.")
        per_segment = len(lines) // n_segments
    if len(lines) % per_segment:
        expected = f"{counted(per_segment, 'line')} for each segment"
        raise FormatError(file, f"{n_lines}, {len(lines) % per_segment:,} too many", expected)
    return Lists(lines, np.arange(0, len(lines) + 1, per_segment))
