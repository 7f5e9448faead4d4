"""Where a file with too few or too many lines seems to slip, told from the segments' lengths alone."""

from collections import Counter
from collections.abc import Sequence

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from ..arrays import Floats, Ids, Ints
from .columns import Column, Role
from .errors import Slip

MOST_WORK = 20_000_000
"""Lines times missing lines, of all columns together (0.3 s); a column beyond its share of that is taken to
miss all its lines in one place."""
LEAST_CORRELATION = 0.5
LEAST_LINES = 20
"""With fewer lines, lengths that have nothing to do with each other correlate by chance."""
MOST_SPREAD = 50
"""Lines between the first and the last place that explain the lengths as well: with more, no line is named."""


def expected_count(columns: Sequence[Column]) -> int:
    """The source's number of segments; without one the most frequent, and of several the largest."""
    sources = [len(column) for column in columns if column.role is Role.SOURCE]
    return sources[0] if sources else usual_count([len(column) for column in columns])


def usual_count(counts: Sequence[int]) -> int:
    """The most frequent count, and of several the largest."""
    often = Counter(counts)
    return max(often, key=lambda count: (often[count], count))


def find_slips(columns: Sequence[Column], expected: int) -> list[Slip]:
    """One slip for each column that has not the expected number of lines and whose lengths tell where."""
    texts = [column for column in columns if column.role is not Role.NOTES]
    return slips_of([(column.file, log_lengths(column.segments)) for column in texts], expected)


def slips_of(measured: Sequence[tuple[str, Floats]], expected: int) -> list[Slip]:
    """As ``find_slips``, of files with their lines' ``log_lengths``."""
    whole = [lengths for _, lengths in measured if len(lengths) == expected]
    if not whole:
        return []
    usual = np.mean(whole, axis=0)
    others = [(file, lengths) for file, lengths in measured if len(lengths) != expected]
    share = share_of_work([_work(len(lengths), expected) for _, lengths in others])
    return [
        Slip(file, line, expected - len(lengths))
        for file, lengths in others
        if (line := find_slip(lengths, usual, share))
    ]


def share_of_work(works: Sequence[int]) -> int:
    """The share of ``MOST_WORK`` that each may use: what the small ones leave goes to the larger ones."""
    left = share = MOST_WORK
    for done, work in enumerate(sorted(works)):
        share = left // (len(works) - done)
        if work > share:
            break
        left -= work
    return share


def _work(length: int, other: int) -> int:
    return abs(length - other) * min(length, other)


def find_slip(lengths: Floats, usual: Floats, most_work: int = MOST_WORK) -> int | None:
    """The 1-based line from which ``lengths`` no longer lines up with ``usual``; None for weak evidence.

    Both are float64 (n,), of different n. The lines missing from the shorter one are
    dropped from the longer one where that makes the sum of products, which is the correlation, largest.
    """
    short, long = map(_standardise, sorted((lengths, usual), key=len))
    shift = len(long) - len(short)
    if len(short) < LEAST_LINES or not shift:
        return None
    steps = shift if _work(len(short), len(long)) <= most_work else 1
    offsets = np.linspace(0, shift, steps + 1).astype(int)
    line, spread, best = _best_path(short, long, offsets)
    is_weak = best / len(short) < max(LEAST_CORRELATION, 4 / np.sqrt(len(short)))
    return None if is_weak or spread > MOST_SPREAD else line + 1


def _best_path(short: Floats, long: Floats, offsets: Ints) -> tuple[int, int, float]:
    """How many lines line up before the first of the drops, how far apart the places are that are as good
    to within 1 (one usual line), and the sum of products with all drops.

    ``total[p]`` is the largest sum over the first p lines that ends in the current offset; it is reached
    by dropping at the q <= p that is best so far.
    """
    n = len(short)
    total = _running(short, long[:n])
    switches = []
    for offset in offsets[1:]:
        products = _running(short, long[offset : offset + n])
        before = total - products
        switches.append(before)
        total = np.maximum.accumulate(before) + products
    line = n
    for before in reversed(switches):
        possible = before[: line + 1]
        line = int(np.argmax(possible))
    as_good = np.flatnonzero(possible >= possible[line] - 1)
    return line, int(as_good[-1] - as_good[0]), float(total[n])


def _running(a: Floats, b: Floats) -> Floats:
    """Sums of products over the first 0, 1, ..., n lines: float64 (n + 1,)."""
    return np.concatenate([[0.0], np.cumsum(a * b)])


def log_lengths(segments: pa.StringArray) -> Floats:
    """log(1 + characters) of each segment: float64 (n,)."""
    lengths: Ids = pc.utf8_length(segments).fill_null(0).to_numpy(zero_copy_only=False)
    logs: Floats = np.log1p(lengths)
    return logs


def _standardise(values: Floats) -> Floats:
    spread = values.std() if len(values) else 0.0
    return (values - values.mean()) / spread if spread > 0 else np.zeros(len(values))
