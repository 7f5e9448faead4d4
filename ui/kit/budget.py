"""The number of trials that a page can do in minutes, and how long a computation takes. Pure."""

import math
from collections.abc import Sequence
from itertools import pairwise

from scoring import BLEU, METRICS, Metric
from scoring.studies.comparison import MAX_T, ComparisonRequest, usual_trials
from scoring.studies.side_by_side import TRIALS

MAX_WORK = 20_000_000_000
"""Most segments of systems that all trials together may read: 2 to 5 minutes of one core."""
ALL_METRICS_WORK = sum(len(kind().statistic_names) for kind in METRICS.values()) / len(BLEU().statistic_names)
"""Ratio of the time of all metrics' trials to that of BLEU's: time grows with the number of statistics."""
PAIR_WORK = 50
"""Number of segments that take as long as scoring a pair of systems."""


def usual_or_fewer(usual: int, limit: int) -> int:
    """Return the usual number of trials, or a round number up to ``limit``; at least one."""
    return usual if usual <= limit else max(rounded_down(limit), 1)


def rounded_down(trials: int) -> int:
    """Return a number of trials rounded down to two digits and zeros, as people choose it."""
    return trials - trials % 10 ** max(len(str(trials)) - 2, 0)


def duration_words(seconds: float) -> str:
    """Return a duration, roughly: ``40 seconds``, ``3 minutes``."""
    return f"{seconds:.0f} seconds" if seconds < 90 else f"{seconds / 60:.0f} minutes"


def bucket_trials(n_segments: int, passes: int) -> int:
    """Return how often buckets are resampled, if two systems' segments are read ``passes`` times each time."""
    return usual_or_fewer(TRIALS, MAX_WORK // (passes * (2 * n_segments + PAIR_WORK)))


def most_trials(request: ComparisonRequest, n_units: int) -> int:
    """Return the largest number of trials that takes minutes: for all pairs, and for one pair by every metric."""
    of_pairs = [_work(request.only(pair), n_units) for pair in pairwise(request.compared)]
    return int(MAX_WORK // max(_work(request, n_units), ALL_METRICS_WORK * max(of_pairs)))


def most_trials_of_sets(shapes: Sequence[tuple[int, int]]) -> int:
    """Return the largest number of trials that takes minutes for a matrix of test sets.

    ``shapes`` has the number of systems and of segments of each set and metric.
    """
    work = sum(systems * segments + PAIR_WORK * math.comb(systems, 2) for systems, segments in shapes)
    return MAX_WORK // max(work, 1)


def usual_request(
    metric: Metric, systems: tuple[str, ...], n_segments: int, correction: str = MAX_T
) -> ComparisonRequest:
    """Return the request that tests all pairs by approximate randomization.

    It has the usual number of trials, or as many as can be done in minutes.
    """
    limit = most_trials(ComparisonRequest(metric, systems), n_segments)
    trials = usual_or_fewer(usual_trials(len(systems), correction), limit)
    return ComparisonRequest(metric, systems, trials=trials, correction=correction)


def _work(request: ComparisonRequest, n_units: int) -> int:
    """Return the work of one trial, in segments; with runs of systems, outputs are exchanged pair by pair."""
    n_pairs, by_run = math.comb(len(request.compared), 2), request.exchange == "runs"
    exchanged = n_pairs * max(len(runs) for _, runs in request.groups or ()) if by_run else 0
    return (len(request.systems) + exchanged) * n_units + PAIR_WORK * n_pairs
