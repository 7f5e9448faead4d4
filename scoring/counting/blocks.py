"""Large sets a block of segments at a time: memory stays bounded, and work can be followed, paused and cancelled."""

from collections.abc import Iterator, Sequence

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from .arrays import Floats, Ints

MOST_BYTES = 1 << 18
"""Text that is prepared and counted at once: by the slowest of the linear metrics about 0.1 s of one core."""
LEAST_BYTES = 1 << 15
"""Text that is worth a thread of its own."""

MOST_WORK = float(1 << 27)
"""Of ``matching_work``, done at once: about 0.1 s of one core. A piece may have more by itself, up to 1 s."""


def matching_work(pieces: Ints) -> Floats:
    """float64 (n_pieces,): what it takes to match the words of two spans by the least sum of costs.

    ``pieces`` is int64 (n_pieces, 4), start and end of the first span and of the second.
    """
    lengths = (pieces[:, 1::2] - pieces[:, ::2]).astype(float)
    work: Floats = lengths.prod(axis=1) * lengths.min(axis=1)
    return work


def bounded_runs(work: npt.NDArray[np.number], most: float) -> Iterator[slice]:
    """Segments in order, in runs whose work (n_segments,) adds up to no more than ``most``; at least one in each."""
    ends = np.cumsum(work, dtype=float)
    first = 0
    while first < len(ends):
        before = ends[first - 1] if first else 0.0
        last = max(first + 1, int(np.searchsorted(ends, before + most, "right")))
        yield slice(first, last)
        first = last


def sizes(columns: Sequence[pa.StringArray]) -> Floats:
    """The bytes of each segment's text in all columns, and one more for each text, float64 (n_segments,)."""
    lengths = (pc.binary_length(column).fill_null(0).to_numpy(zero_copy_only=False) for column in columns)
    total: Floats = np.sum([length.astype(float) + 1 for length in lengths], axis=0)
    return total
