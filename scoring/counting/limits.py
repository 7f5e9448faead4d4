"""Limits on the length of a segment, where time grows faster than the length.

A longer segment is refused before any work is done.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from .arrays import numpy_column


class TooLong(ValueError):
    """A segment that is too long for a metric or a tokenizer."""

    def __init__(self, limit: "Limit", text: str, index: int, size: int):
        self.limit, self.text, self.index, self.n_units = limit, text, index, size
        super().__init__(
            f"{limit.of}: segment {index + 1:,} of {text} has {size:,} {limit.unit}; at most {limit.max_units:,} can be"
            f" taken. Split the segment, or leave {limit.of} out."
        )

    def after(self, n_segments: int) -> "TooLong":
        """Return the same error with the segment's index raised by the number of segments before the part."""
        return TooLong(self.limit, self.text, self.index + n_segments, self.n_units)


@contextmanager
def counted_after(n_segments: int) -> Iterator[None]:
    """Raise any ``TooLong`` of a part of a set with the segment's index raised by the number of segments before."""
    try:
        yield
    except TooLong as error:
        raise error.after(n_segments) from None


@dataclass(frozen=True)
class Limit:
    """The largest size of one text of a segment."""

    of: str
    """Name of the metric or tokenizer that has the limit, for messages."""
    unit: str
    """Name of the units that are counted."""
    max_units: int
    count: Callable[[pa.StringArray], npt.NDArray[Any]]
    """Function that returns each text's number of units, (n_segments,), which is at most its number of bytes."""

    def check(self, texts: Mapping[str, pa.StringArray]) -> None:
        """Raise ``TooLong`` for the first text with too many units; ``texts`` has columns by name."""
        for name, column in texts.items():
            lengths = numpy_column(pc.binary_length(column))
            suspects = np.flatnonzero(lengths > self.max_units)
            counts = self.count(column.take(pa.array(suspects))) if len(suspects) else suspects
            over = np.flatnonzero(counts > self.max_units)
            if len(over):
                raise TooLong(self, name, int(suspects[over[0]]), int(counts[over[0]]))


def count_characters(column: pa.StringArray) -> npt.NDArray[Any]:
    """Return the number of code points of each text, (n_segments,)."""
    return numpy_column(pc.utf8_length(column))
