"""Candidates that are too long for a metric are refused before anything is measured, by their place in their list."""

from collections.abc import Sequence

import pyarrow as pa

from ..counting.limits import TooLong
from ..metric import Metric
from .lists import Lists


def check_lengths(metric: Metric, lists: Lists, references: Sequence[pa.StringArray] = ()) -> None:
    """Raises ``TooLong`` for the first candidate, or else reference, that is beyond one of the metric's limits."""
    for limit in metric.limits:
        try:
            limit.check({"the candidates": lists.candidates})
        except TooLong as error:
            segment = lists.segments[error.index]
            place = error.index - lists.offsets[segment] + 1
            raise TooLong(limit, f"candidate {place:,}", int(segment), error.found) from None
        limit.check({f"reference {number}": column for number, column in enumerate(references, 1)})
