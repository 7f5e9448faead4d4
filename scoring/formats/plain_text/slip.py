"""Estimate, from the segments' lengths alone, where a file with too few or too many lines slips."""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from ...counting.arrays import Floats, Ids, Ints
from ..columns import Column, Role
from ..errors import Slip

MAX_WORK = 20_000_000
"""Maximum of lines times missing lines, for all columns together (0.3 s); a column beyond its share is taken to
miss all its lines in one place.
"""
MIN_CORRELATION = 0.5
MIN_LINES = 20
"""Minimum number of lines; with fewer lines, unrelated lengths correlate by chance."""
MIN_SHARE = 0.25
"""Minimum share of the other file's lines; with fewer lines a file is another text, such as one line for several."""
COST = 4.0
"""Cost of a drop in usual lines, to which the logarithm of the number of lines is added."""
CLEAR = 3.0
"""Number of usual lines by which a hole must explain the lengths better than a file that is cut off at an end."""
MAX_SPREAD = 50
"""Maximum number of lines between the first and the last place that explain the lengths as well, to within one usual
line; with more, no line is named.
"""


def expected_count(columns: Sequence[Column]) -> int:
    """Return the source's number of segments; without a source the most frequent number, and of several the largest."""
    sources = [len(column) for column in columns if column.role is Role.SOURCE]
    return sources[0] if sources else usual_count([len(column) for column in columns])


def usual_count(counts: Sequence[int]) -> int:
    """Return the most frequent count, and of several the largest."""
    often = Counter(counts)
    return max(often, key=lambda count: (often[count], count))


def find_slips(columns: Sequence[Column], expected: int) -> list[Slip]:
    """Return a slip for each column with another number of lines than expected, if its lengths show where."""
    texts = [column for column in columns if column.role is not Role.NOTES]
    return find_length_slips([(column.file, log_lengths(column.segments)) for column in texts], expected)


def find_length_slips(files_and_lengths: Sequence[tuple[str, Floats]], expected: int) -> list[Slip]:
    """Return the slips that ``find_slips`` returns, of files given with their lines' ``log_lengths``."""
    whole = [lengths for _, lengths in files_and_lengths if len(lengths) == expected]
    if not whole:
        return []
    usual = np.mean(whole, axis=0)
    others = [(file, lengths) for file, lengths in files_and_lengths if len(lengths) != expected]
    share = share_of_work([_work(len(lengths), expected) for _, lengths in others])
    return [
        Slip(file, line, expected - len(lengths), line > min(len(lengths), expected))
        for file, lengths in others
        if (line := find_slip(lengths, usual, share))
    ]


def share_of_work(works: Sequence[int]) -> int:
    """Return the share of ``MAX_WORK`` that each column may use; what small ones leave goes to larger ones."""
    remainder = share = MAX_WORK
    for n_finished, work in enumerate(sorted(works)):
        share = remainder // (len(works) - n_finished)
        if work > share:
            break
        remainder -= work
    return share


def _work(length: int, other: int) -> int:
    return abs(length - other) * min(length, other)


def find_slip(lengths: Floats, usual: Floats, most_work: int = MAX_WORK) -> int | None:
    """Return the 1-based line from which ``lengths`` no longer lines up with ``usual``; None for weak evidence.

    Both are float64 (n,), of different n. The lines missing from the shorter one are dropped from the longer one, in as
    few places as explain the lengths, so that the sum of products, which is the correlation, is largest. If all lines
    of the shorter one line up with the first ones of the longer one, the result is the line after its last one.
    """
    short, long = map(_standardise, sorted((lengths, usual), key=len))
    shift = len(long) - len(short)
    if len(short) < MIN_LINES or not shift or len(short) < MIN_SHARE * len(long):
        return None
    steps = shift if _work(len(short), len(long)) <= most_work else 1
    path = _best_path(short, long, np.linspace(0, shift, steps + 1).astype(int))
    is_weak = path.correlation / len(short) < max(MIN_CORRELATION, 4 / np.sqrt(len(short)))
    return path.line + 1 if not is_weak and _is_clear(short, long, path) else None


class _Path(NamedTuple):
    """A way to line up the shorter text with the longer one: its first drop and what follows."""

    line: int
    """Number of lines before the first drop; all lines if there is none."""
    offset: int
    """Offset of the lines after the first drop."""
    until: int
    """Number of lines before the second drop; all lines if there is none."""
    correlation: float
    """Sum of products with all drops."""


def _best_path(short: Floats, long: Floats, offsets: Ints) -> _Path:
    """Return the path with the largest sum of products, from which each drop takes ``_cost_of_a_drop``.

    Leaving out only the first lines, or only the last ones, costs nothing: files are cut off more often than they have
    holes.

    ``best[p]`` is the largest such sum over the first p lines, at any offset; ``first``, ``jump`` and ``until``
    describe the path with this sum.
    """
    n = len(short)
    cost = _cost_of_a_drop(n)
    best = _running(short, long[:n])
    places = np.arange(n + 1)
    first, jump, until = np.full(n + 1, n), np.zeros(n + 1, int), np.full(n + 1, n)
    drops, ends = np.zeros(n + 1, int), [(best[n], _Path(n, 0, n, float(best[n])))]
    for offset in offsets[1:]:
        products = _running(short, long[offset : offset + n])
        before = best - products - cost
        before[0] = 0.0
        highest = np.maximum.accumulate(before)
        drop = np.maximum.accumulate(np.where(before == highest, places, 0))  # where the last drop is, for each p
        total = highest + products
        no_drop_yet = drops[drop] == 0
        new_first = np.where(no_drop_yet, drop, first[drop])
        new_jump = np.where(no_drop_yet, offset, jump[drop])
        new_until = np.where(drops[drop] == 1, drop, np.where(no_drop_yet, n, until[drop]))
        new_drops = drops[drop] + 1
        rest = 0 if offset == offsets[-1] else cost
        correlation = float(total[n] + cost * (new_drops[n] - (new_first[n] == 0)))
        path = _Path(int(new_first[n]), int(new_jump[n]), int(new_until[n]), correlation)
        ends.append((total[n] - rest, path))
        better = total > best
        best = np.where(better, total, best)
        first, jump = np.where(better, new_first, first), np.where(better, new_jump, jump)
        until, drops = np.where(better, new_until, until), np.where(better, new_drops, drops)
    return max(ends, key=lambda end: end[0])[1]


def _cost_of_a_drop(n_lines: int) -> float:
    """Return the gain that a further drop must exceed: among many places one explains a little by chance."""
    return COST + float(np.log(n_lines))


def _is_clear(short: Floats, long: Floats, path: _Path) -> bool:
    """Return whether no other place of the first drop explains the lengths much better, or as well and far away."""
    n = len(short)
    offset = path.offset or len(long) - n
    possible = (_running(short, long[:n]) - _running(short, long[offset : offset + n]))[: path.until + 1]
    as_good = np.flatnonzero(possible >= possible[path.line] - 1)
    return bool(possible.max() - possible[path.line] <= CLEAR and as_good[-1] - as_good[0] <= MAX_SPREAD)


def _running(a: Floats, b: Floats) -> Floats:
    """Return the sums of products over the first 0, 1, ..., n lines, float64 (n + 1,)."""
    return np.concatenate([[0.0], np.cumsum(a * b)])


def log_lengths(segments: pa.StringArray) -> Floats:
    """Return log(1 + characters) of each segment, float64 (n,)."""
    lengths: Ids = pc.utf8_length(segments).fill_null(0).to_numpy(zero_copy_only=False)
    logs: Floats = np.log1p(lengths)
    return logs


def _standardise(values: Floats) -> Floats:
    spread = values.std() if len(values) else 0.0
    return (values - values.mean()) / spread if spread > 0 else np.zeros(len(values))
