"""Which segment a page opens with: one that shows the page's effect, among the first that are short enough to read."""

from collections.abc import Mapping
from functools import partial

import numpy as np
import pyarrow.compute as pc

from scoring import Metric, TestSet
from server.engine.tasks import Task, Tell
from ui.store import cache

SEARCHED = 200
"""Number of segments with which a page opens at once, however long its test set is."""
LONGEST = 300
"""characters of an output that is read easily"""


def readable(test_set: TestSet, system: str) -> np.ndarray:
    """Return the places of the segments that are searched; all the first ones where none of them is short."""
    outputs = test_set.system(system).segments[:SEARCHED]
    lengths = pc.utf8_length(outputs).to_numpy(zero_copy_only=False)
    short = np.flatnonzero((lengths > 0) & (lengths <= LONGEST))
    return short if len(short) else np.arange(len(outputs))


def readable_statistics(metric: Metric, test_set: TestSet, system: str) -> np.ndarray:
    """Return those of the readable segments of one system, (n_readable, n_statistics), at once."""
    key = "readable", metric, system, test_set.identity
    return cache.engine().now(Task(cache.lane(metric, test_set), key, partial(_measure, metric, test_set, system)))


def _measure(metric: Metric, test_set: TestSet, system: str, tell: Tell) -> np.ndarray:
    places = readable(test_set, system)
    references = [reference.segments.take(places) for reference in test_set.references]
    return metric.statistics(test_set.system(system).segments.take(places), references)


def largest_of_systems(effects: Mapping[str, np.ndarray], test_set: TestSet) -> tuple[str, int] | None:
    """Return the system, and the place of its readable segment, with the largest effect; None where nothing has any.

    ``effects`` hold each system's readable segments, (n_readable,).
    """
    return next(iter(by_effect(effects, test_set)), None)


def by_effect(effects: Mapping[str, np.ndarray], test_set: TestSet) -> list[tuple[str, int]]:
    """Return the systems and places of all readable segments with an effect, the largest one first."""
    found = [
        (-float(effect), system, int(place))
        for system, of_system in effects.items()
        for effect, place in zip(of_system, readable(test_set, system), strict=True)
        if effect > 0
    ]
    return [(system, place) for _, system, place in sorted(found, key=lambda one: one[0])]


def largest(effect: np.ndarray, places: np.ndarray) -> int | None:
    """The place whose effect is largest; None where nothing has any."""
    found = np.nan_to_num(effect, nan=0.0)
    return int(places[found.argmax()]) if len(found) and found.max() > 0 else None
