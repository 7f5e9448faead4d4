"""Compute the statistics of every candidate against the references of its segment: for oracles, judges and tuning."""

from collections.abc import Sequence

import numpy as np
import pyarrow as pa

from ...counting.arrays import Floats
from ...counting.blocks import bounded_runs, segment_bytes
from ...counting.limits import TooLong
from ...counting.progress import Progress, no_progress
from ...metric import Metric
from ...text.texts import Text, as_references, check_counts, check_coverage
from ...validation import expect
from ..lists import Lists

MAX_BYTES = 1 << 22
"""Most bytes of candidates and their references that are measured at once."""


def candidate_statistics(
    metric: Metric, lists: Lists, references: Sequence[Text], on_progress: Progress = no_progress
) -> Floats:
    """Return the statistics of each candidate against its references, float64 (n_candidates, n_statistics).

    ``references`` are ``[reference][segment]``, None where a segment lacks one. A metric that weighs by all references
    takes these for the whole set.

    Raises ``ValueError`` where the numbers of segments differ or a segment has no reference, and for external scores,
    which texts alone do not have; ``TooLong`` beyond the metric's limits.
    """
    expect(metric, Metric, "metric")
    expect(lists, Lists, "lists")
    columns = as_references(references)
    check_counts({"lists": lists.n_segments} | {f"reference {n}": len(column) for n, column in enumerate(columns, 1)})
    check_coverage(columns)
    check_lengths(metric, lists, columns)
    work = segment_bytes([lists.candidates]) + segment_bytes(columns)[lists.segments]
    ends = np.cumsum(work)
    statistics = np.empty((len(lists), len(metric.statistic_names)))
    for block in bounded_runs(work, MAX_BYTES):
        segments = pa.array(lists.segments[block])
        own_references = [column.take(segments) for column in columns]
        statistics[block] = metric.statistics(lists.candidates[block], own_references, columns)
        on_progress(float(ends[block.stop - 1] / ends[-1]))
    return statistics


def check_lengths(metric: Metric, lists: Lists, references: Sequence[pa.StringArray] = ()) -> None:
    """Raise ``TooLong`` for the first candidate, or else reference, that is beyond one of the metric's limits."""
    for limit in metric.limits:
        try:
            limit.check({"the candidates": lists.candidates})
        except TooLong as error:
            segment = lists.segments[error.index]
            place = error.index - lists.offsets[segment] + 1
            raise TooLong(limit, f"candidate {place:,}", int(segment), error.n_units) from None
        limit.check({f"reference {number}": column for number, column in enumerate(references, 1)})
