"""Whether plain lines have all candidates of one kind before those of the next, and not segment by segment."""

from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from ...formats.columns import Notice
from ..lists import Lists

TRANSPOSED = "transposed"
"""Kind of the notice."""
_FEWEST = 10
"""Segments by which it is known."""
_LOOKED_AT = 200
_ALIKE, _TIMES = 0.3, 3.0
"""Share of pairs of characters that translations of one sentence have in common, and how many times that of others."""


def notice_transposed(lists: Lists) -> list[Notice]:
    """A notice where a line is like the one a whole file of segments later, and not like its neighbour."""
    size = int(lists.sizes[0])
    if size < 2 or lists.n_segments < _FEWEST:
        return []
    texts = lists.candidates
    some = np.unique(np.linspace(0, lists.n_segments - 1, _LOOKED_AT).astype(int)).tolist()
    own = _likeness([(texts[row * size].as_py(), texts[row * size + 1].as_py()) for row in some])
    other = _likeness([(texts[row].as_py(), texts[row + lists.n_segments].as_py()) for row in some])
    if other < _ALIKE or other < _TIMES * own:
        return []
    message = (
        f"The candidates of a segment are not alike, but each line is like the one {lists.n_segments:,} lines later: a"
        " file has all candidates of the first segment, then those of the second."
    )
    return [Notice(TRANSPOSED, message, lists.n_segments)]


def _likeness(pairs: Sequence[tuple[str, str]]) -> float:
    """The mean share of different pairs of characters that two texts have in common."""
    shares = []
    for one, other in pairs:
        first, second = (set(pairwise(text)) for text in (one, other))
        shares.append(len(first & second) / max(len(first | second), 1))
    return float(np.mean(shares))
