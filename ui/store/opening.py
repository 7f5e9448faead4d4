"""The segment with which a page opens: a short one near the beginning that shows the page's effect."""

from collections.abc import Mapping
from functools import partial

import numpy as np
import pyarrow.compute as pc

from scoring import Metric, TestSet
from server.engine.tasks import Task, Tell
from ui.store import cache

SEARCHED = 200
"""Number of first segments that are searched, so that a page opens at once even for a long test set."""
LONGEST = 300
"""Most characters of an output that is read easily."""


def readable(test_set: TestSet, system: str) -> np.ndarray:
    """Return the indices of the searched segments with a short output; all searched ones where none is short."""
    outputs = test_set.system(system).segments[:SEARCHED]
    lengths = pc.utf8_length(outputs).to_numpy(zero_copy_only=False)
    short = np.flatnonzero((lengths > 0) & (lengths <= LONGEST))
    return short if len(short) else np.arange(len(outputs))


def readable_statistics(metric: Metric, test_set: TestSet, system: str) -> np.ndarray:
    """Return the statistics of one system's readable segments, (n_readable, n_statistics), at once."""
    key = "readable", metric, system, test_set.identity
    return cache.engine().now(Task(cache.lane(metric, test_set), key, partial(_measure, metric, test_set, system)))


def _measure(metric: Metric, test_set: TestSet, system: str, tell: Tell) -> np.ndarray:
    places = readable(test_set, system)
    references = [reference.segments.take(places) for reference in test_set.references]
    return metric.statistics(test_set.system(system).segments.take(places), references)


def largest_of_systems(effects: Mapping[str, np.ndarray], test_set: TestSet) -> tuple[str, int] | None:
    """Return the system, and the index of its readable segment, with the largest effect; None where nothing has any.

    ``effects`` hold the effect in each system's readable segments, (n_readable,).
    """
    return next(iter(segments_by_effect(effects, test_set)), None)


def segments_by_effect(effects: Mapping[str, np.ndarray], test_set: TestSet) -> list[tuple[str, int]]:
    """Return the systems and indices of all readable segments with an effect, the largest effect first."""
    entries = [
        (-float(effect), system, int(place))
        for system, of_system in effects.items()
        for effect, place in zip(of_system, readable(test_set, system), strict=True)
        if effect > 0
    ]
    return [(system, place) for _, system, place in sorted(entries, key=lambda one: one[0])]


def largest(effect: np.ndarray, places: np.ndarray) -> int | None:
    """Return the place with the largest effect; None where no effect is above 0."""
    finite_effect = np.nan_to_num(effect, nan=0.0)
    return int(places[finite_effect.argmax()]) if len(finite_effect) and finite_effect.max() > 0 else None
