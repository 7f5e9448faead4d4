"""Measures medians of alternating runs, and prints them as a table."""

import statistics
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np
from tabulate import tabulate

from benchmarks.data import Data
from scoring import Metric, TestSet

REPETITIONS = 7


@dataclass(frozen=True)
class Race:
    """Median seconds of our code and of a peer for the same work."""

    work: str
    ours: float
    peer: str
    theirs: float

    @property
    def ratio(self) -> float:
        return self.theirs / self.ours


def equal(ours: Any, theirs: Any) -> bool:
    """Return whether two results have the same numbers, up to rounding."""
    return np.allclose(ours, theirs, rtol=0, atol=1e-9, equal_nan=True)


def race(
    work: str,
    ours: Callable[[], object],
    peer: str,
    theirs: Callable[[], object],
    prepare: Callable[[], object] = lambda: None,
    agree: Callable[[Any, Any], bool] | None = equal,
    repetitions: int = REPETITIONS,
) -> Race:
    """Run our code and the peer's in turn and return the medians; ``prepare`` runs before each and is not measured.

    The first run of each is a warm-up. Raise ``ValueError`` unless its results ``agree``; None if they need not.
    """
    prepare()
    found = ours(), theirs()
    if agree is not None and not agree(*found):
        raise ValueError(f"{work}: ours and {peer} do not compute the same, so their times mean nothing.")
    seconds: tuple[list[float], list[float]] = ([], [])
    for _ in range(repetitions):
        for run, taken in zip((ours, theirs), seconds, strict=True):
            prepare()
            start = time.perf_counter()
            run()
            taken.append(time.perf_counter() - start)
    return Race(work, statistics.median(seconds[0]), peer, statistics.median(seconds[1]))


def show(races: Iterable[Race]) -> None:
    """Print one line a race: medians in milliseconds, and how many times faster our code is."""
    rows = [(r.work, f"{1e3 * r.ours:.1f}", r.peer, f"{1e3 * r.theirs:.1f}", f"{r.ratio:.1f}x") for r in races]
    headers = ["", "ours, ms", "peer", "peer, ms", "ratio"]
    print(tabulate(rows, headers, disable_numparse=True, colalign=["left", "right", "left", "right", "right"]))


def time_all_systems(data: Data, metric: Metric, repetitions: int) -> float:
    """Return the median seconds in which a metric counts all systems of a test set, from strings."""
    seconds = []
    for _ in range(repetitions):
        start = time.perf_counter()
        metric.measure(TestSet.build(data.systems, data.references))
        seconds.append(time.perf_counter() - start)
    return statistics.median(seconds)
