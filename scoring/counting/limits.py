"""How long a segment may be where time grows faster than its length: beyond, it is refused before anything is done."""

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
    """A segment is longer than a metric, or a tokenizer, can be expected to take."""

    def __init__(self, limit: "Limit", text: str, index: int, found: int):
        self.limit, self.text, self.index, self.found = limit, text, index, found
        super().__init__(
            f"{limit.of}: segment {index + 1:,} of {text} has {found:,} {limit.unit}; at most {limit.most:,} can be"
            f" taken. Split the segment, or leave {limit.of} out."
        )

    def after(self, n_segments: int) -> "TooLong":
        """Return the same, with the number of segments before added to the segment's."""
        return TooLong(self.limit, self.text, self.index + n_segments, self.found)


@contextmanager
def counted_after(n_segments: int) -> Iterator[None]:
    """For a part of a set: the number of segments before is added to the one that a ``TooLong`` names."""
    try:
        yield
    except TooLong as error:
        raise error.after(n_segments) from None


@dataclass(frozen=True)
class Limit:
    """The most that one text of a segment may have."""

    of: str
    """Whose limit it is, as people read it."""
    unit: str
    """What is counted."""
    most: int
    count: Callable[[pa.StringArray], npt.NDArray[Any]]
    """Of each text, (n_segments,); none has more of them than bytes."""

    def check(self, texts: Mapping[str, pa.StringArray]) -> None:
        """Raises ``TooLong`` for the first text that has more; ``texts`` is name -> column."""
        for name, column in texts.items():
            lengths = numpy_column(pc.binary_length(column))
            suspects = np.flatnonzero(lengths > self.most)
            counts = self.count(column.take(pa.array(suspects))) if len(suspects) else suspects
            over = np.flatnonzero(counts > self.most)
            if len(over):
                raise TooLong(self, name, int(suspects[over[0]]), int(counts[over[0]]))


def count_characters(column: pa.StringArray) -> npt.NDArray[Any]:
    """Return the code points of each text, (n_segments,)."""
    return numpy_column(pc.utf8_length(column))
