"""Blocks of segments of a large set, so that memory stays bounded and work can be followed, paused and cancelled."""

from collections.abc import Iterator, Sequence

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from .arrays import Floats, Ints, numpy_column

MAX_BYTES = 1 << 18
"""Bytes of text that are prepared and counted at once: the slowest linear metric takes about 0.1 s of one core."""
MIN_BYTES = 1 << 15
"""Fewest bytes of text for which a thread of its own pays."""

MAX_WORK = float(1 << 27)
"""Most ``matching_work`` done at once, about 0.1 s of one core; a single piece may have more, up to 1 s."""


LARGEST = 1 << 20
"""Most pairs of words that are matched at once.

Time grows with the cube of a segment's length, memory with its square, and sums of squared distances must fit into 64
bits. A segment with more pairs (above 1,024 words against 1,024) is cut: both sides into as few pieces as needed and at
the same relative positions. Each piece is matched by itself.
"""


def pieces_to_match(spans: Ints) -> Ints:
    """Return the spans that have words on both sides, large spans cut into pieces, int64 (n_pieces, 4).

    ``spans``, int64 (n_segments, 4), are start and end of one text, then of the other.
    """
    is_large = matching_sizes(spans) > LARGEST
    pieces = np.concatenate([spans[~is_large], *map(_cut_segment, spans[is_large])])
    return pieces[matching_sizes(pieces) > 0]


def _cut_segment(span: Ints) -> Ints:
    """Return a large segment cut into as few pieces as needed."""
    lengths = span[1::2] - span[::2]
    n_pieces = 2
    while (lengths // n_pieces + 1).prod() > LARGEST:
        n_pieces += 1
    cuts = span[::2] + np.arange(n_pieces + 1)[:, None] * lengths // n_pieces
    return np.stack([cuts[:-1], cuts[1:]], axis=2).reshape(n_pieces, 4)


def matching_sizes(pieces: Ints) -> Ints:
    """Return the number of pairs of words in each piece, int64 (n_pieces,)."""
    sizes: Ints = (pieces[:, 1::2] - pieces[:, ::2]).prod(axis=1)
    return sizes


def matching_work(pieces: Ints) -> Floats:
    """Return the work of matching the words of two spans by the least sum of costs, float64 (n_pieces,).

    ``pieces`` is int64 (n_pieces, 4), start and end of the first span and of the second.
    """
    lengths = (pieces[:, 1::2] - pieces[:, ::2]).astype(float)
    work: Floats = lengths.prod(axis=1) * lengths.min(axis=1)
    return work


def bounded_runs(work: npt.NDArray[np.number], limit: float) -> Iterator[slice]:
    """Yield runs of consecutive segments whose work, (n_segments,), adds up to at most ``limit``.

    A run has at least one segment, whose work may exceed ``limit``.
    """
    ends = np.cumsum(work, dtype=float)
    first = 0
    while first < len(ends):
        before = ends[first - 1] if first else 0.0
        last = max(first + 1, int(np.searchsorted(ends, before + limit, "right")))
        yield slice(first, last)
        first = last


def segment_bytes(columns: Sequence[pa.StringArray]) -> Floats:
    """Return each segment's bytes of text in all columns, plus one for each text, float64 (n_segments,)."""
    lengths = (numpy_column(pc.binary_length(column)) for column in columns)
    total: Floats = np.sum([length.astype(float) + 1 for length in lengths], axis=0)
    return total
