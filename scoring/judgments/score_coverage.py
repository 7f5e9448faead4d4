"""Find the segments that have scores from elsewhere: means of systems are only comparable on the same segments."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Self

import numpy as np

from ..counting.arrays import Flags, Floats
from ..metric import Metric
from .external import ExternalScore

if TYPE_CHECKING:
    from ..testset import TestSet

MAX_NAMES_SHOWN = 6
"""Maximum number of systems whose numbers of segments are listed; for more, only the smallest and largest are."""
UNLISTED = (
    "A segment without a row in the file counts as not judged; one that was judged and has no error needs a row of the"
    " category No-error."
)


@dataclass(frozen=True)
class UnequalCoverage:
    """Systems that have scores of one name on different segments."""

    label: str
    """Name of the scores."""
    counts: Mapping[str, int]
    """Number of scored segments of each system that has any."""
    n_shared: int
    """Number of segments that are scored for all of these systems."""
    is_of_errors: bool = False
    """Whether the scores are computed from marked errors."""

    @classmethod
    def of(cls, label: str, scored: Mapping[str, Flags], is_of_errors: bool = False) -> Self | None:
        """Return the coverage of systems by ``scored``, bool (n_segments,); None if it is the same for all.

        Systems without any score are ignored.
        """
        some = {system: flags for system, flags in scored.items() if flags.any()}
        if not some:
            return None
        shared = np.logical_and.reduce([*some.values()])
        if all(np.array_equal(flags, shared) for flags in some.values()):
            return None
        return cls(label, {system: int(flags.sum()) for system, flags in some.items()}, int(shared.sum()), is_of_errors)

    def __str__(self) -> str:
        return f"{self.label}: systems are scored on different segments ({self.numbers}); {self.advice}"

    @property
    def numbers(self) -> str:
        """Number of segments of each system, and number of segments that all share, as a text."""
        if len(self.counts) <= MAX_NAMES_SHOWN:
            listed = ", ".join(f"{system} {n:,}" for system, n in self.counts.items())
        else:
            lowest, highest = min(self.counts.values()), max(self.counts.values())
            listed = f"{len(self.counts)} systems, {lowest:,} to {highest:,} segments each"
        return f"{listed}; all share {self.n_shared:,}"

    @property
    def advice(self) -> str:
        """Consequence of unequal coverage, as a sentence."""
        consequence = "their means are not comparable."
        return f"{consequence} {self.about_errors}" if self.about_errors else consequence

    @property
    def about_errors(self) -> str:
        """Sentence on segments that a file of marked errors does not list; empty for scores of other kinds."""
        return UNLISTED if self.is_of_errors else ""


def unequal_coverage(metric: Metric, rows: Mapping[str, Floats]) -> UnequalCoverage | None:
    """Return the number of scored segments of each system; None if all are scored on the same segments.

    ``rows`` are statistics, system -> float64 (n_segments, n_statistics). Systems without any score are ignored.
    """
    if not isinstance(metric, ExternalScore):
        return None
    scored = {system: statistics[:, 1] > 0 for system, statistics in rows.items()}
    return UnequalCoverage.of(metric.label, scored, bool(metric.weights))


def find_unequal_coverage(metric: Metric, test_set: "TestSet") -> UnequalCoverage | None:
    """Return the unequal coverage of a test set's systems by these scores; None if equal, or for a computed metric."""
    if not isinstance(metric, ExternalScore):
        return None
    scored = {system: metric.judged(test_set, [system]) for system in test_set.system_names}
    return UnequalCoverage.of(metric.label, scored, bool(metric.weights))


def shared_segments(metric: Metric, rows: Mapping[str, Floats]) -> Flags:
    """Return whether every system that has any score has one, which a comparison needs, bool (n_segments,).

    True for all segments for a metric that is computed here; ``rows`` are as in ``unequal_coverage``.
    """
    n_segments = len(next(iter(rows.values())))
    shared = np.ones(n_segments, bool)
    if not isinstance(metric, ExternalScore):
        return shared
    for statistics in rows.values():
        scored = statistics[:, 1] > 0
        if scored.any():
            shared &= scored
    return shared


def on_shared_segments(metric: Metric, rows: Mapping[str, Floats]) -> Mapping[str, Floats]:
    """Return the statistics without scores of segments that some system lacks: then means are of the same segments."""
    if unequal_coverage(metric, rows) is None:
        return rows
    shared = shared_segments(metric, rows)
    return {system: np.where(shared[:, None], statistics, 0.0) for system, statistics in rows.items()}


def metric_with_coverage(metric: Metric, rows: Mapping[str, Floats]) -> Metric:
    """Return the metric for signatures, with the number of segments on which all these systems have scores."""
    if not isinstance(metric, ExternalScore) or not any((statistics[:, 1] > 0).any() for statistics in rows.values()):
        return metric
    return replace(metric, n_judged=int(shared_segments(metric, rows).sum()))


def n_shared_segments(metric: Metric, rows: Mapping[str, Floats]) -> int | None:
    """Return the number of segments on which all these systems have scores; None if that is every segment.

    Metrics that are computed here have scores on all segments.
    """
    if not isinstance(metric, ExternalScore) or not any((statistics[:, 1] > 0).any() for statistics in rows.values()):
        return None
    shared = shared_segments(metric, rows)
    return None if shared.all() else int(shared.sum())


def scored_segments_phrase(n_scored: int, n_segments: int, label: str, systems: str = "every system") -> str:
    """Return a phrase for the segments that have scores from elsewhere, for a sentence.

    >>> scored_segments_phrase(460, 557, "MQM")
    'the 460 of 557 segments with MQM scores for every system'
    """
    return f"the {n_scored:,} of {n_segments:,} segments with {label} scores for {systems}"


def segment_count_sentence(
    n_used: int, n_scored: int, label: str, systems: str = "every system", other: str = "Overview"
) -> str:
    """Return a sentence that a page uses more segments than the ``other`` page, which only uses scored ones.

    >>> segment_count_sentence(557, 460, "MQM")
    'All 557 segments; Overview uses the 460 with MQM scores for every system.'
    """
    return f"All {n_used:,} segments; {other} uses the {n_scored:,} with {label} scores for {systems}."


def name_with_base(label: str, n_segments: int | None) -> str:
    """Return the metric's name for a table's heading, with the number of its segments if these are not all.

    >>> name_with_base("MQM", 527)
    'MQM (n = 527)'
    """
    return label if n_segments is None else f"{label} (n = {n_segments:,})"
