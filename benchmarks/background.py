"""The benefit of turns and pauses for work in the background: how long others wait with and without them.

Two workers are busy with long jobs of one visitor. Turns: how long another visitor waits for a short job. Pauses: how
long a page is drawn meanwhile.
"""

import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from unittest.mock import patch

import numpy as np
from tabulate import tabulate

from benchmarks.data import Data
from server.engine import jobs
from server.engine.jobs import Jobs, Lane
from server.engine.runs import Runs
from server.engine.tasks import JobOwner, Task, Tell
from server.memory.bounded_cache import BoundedCache

LONG_SECONDS, SHORT_SECONDS = 8.0, 0.1
"""Processor time of long and of short jobs, in seconds."""
PAGE_SECONDS = 0.03
"""Processor time of drawing a page, in seconds, as for a step from segment to segment."""
PAGES = 40
SWITCHES: dict[str, Callable[[], object]] = {
    "turns": lambda: patch.object(jobs, "TURN_SECONDS", float("inf")),
    "pauses": lambda: patch.object(Runs, "go_first", lambda self: None),
}
"""Mechanism -> function that switches it off."""


def run(sets: Sequence[Data]) -> None:
    with _busy() as (engine, runs):
        rows = [["as it is", _short(engine), *_pages(runs)]]
    for name, switched_off in SWITCHES.items():
        with switched_off(), _busy() as (engine, runs):  # type: ignore[attr-defined]
            rows.append([f"without {name}", _short(engine), *_pages(runs)])
    headers = ["", "another visitor's short job, s", "page drawn, median ms", "95 %, ms"]
    print(tabulate(rows, headers, floatfmt=("", ".1f", ".0f", ".0f")))


@contextmanager
def _busy() -> Iterator[tuple[Jobs, Runs]]:
    runs = Runs()
    engine = Jobs({"tests": Lane(2, BoundedCache(2**30, 100))}, runs=runs)
    engine.want(JobOwner("first", "page"), [_task(f"long {number}", LONG_SECONDS) for number in range(4)])
    time.sleep(0.5)
    yield engine, runs
    engine.forget("first")
    time.sleep(1)


def _task(key: str, seconds: float) -> Task[float]:
    rng = np.random.default_rng(1)
    counts, statistics_ = rng.integers(0, 3, (40, 1000)).astype(float), rng.random((1000, 10))

    def compute(tell: Tell) -> float:
        began = time.thread_time()
        while (spent := time.thread_time() - began) < seconds:
            tell(spent / seconds)
            for _ in range(20):
                (counts @ statistics_).sum()
            sum(range(20_000))
        return spent

    return Task("tests", key, compute)


def _short(engine: Jobs) -> float:
    began = time.monotonic()
    (job,) = engine.want(JobOwner("second", "page"), [_task("short", SHORT_SECONDS)])
    job.future.result()
    return time.monotonic() - began


def _pages(runs: Runs) -> tuple[float, float]:
    taken = []
    for _ in range(PAGES):
        time.sleep(0.1)
        began = time.monotonic()
        with runs.run():
            spent = time.thread_time()
            while time.thread_time() - spent < PAGE_SECONDS:
                sum(range(1000))
        taken.append(1e3 * (time.monotonic() - began))
    return statistics.median(taken), sorted(taken)[int(0.95 * PAGES)]
