"""Duration of a step from segment to segment while the server computes for another visitor, and while it is idle."""

import itertools
import statistics
from collections.abc import Callable, Iterator, Sequence

from tabulate import tabulate

from benchmarks.data import Data, files_of
from benchmarks.scale import MANY_SYSTEMS, make_test_set
from benchmarks.serving import Server, serve
from benchmarks.visitor import Visitor

STEPS = 40
WARM_UP = 6
BUSY = 0.5
"""Number of cores in use, during a pause, from which the server counts as computing."""
STAGES = 4
"""Highest number of times that a page asks for more work that builds on its earlier work."""
ROUNDS = 12
"""Highest number of the other visitor's requests for new work."""
WORKS: dict[str, tuple[str, str]] = {
    "all columns of the Overview": ("overview", "lowercase=true&max_order={}"),
    "all pairs by Significance": ("significance", "lowercase=true&seed={}"),
    "n-grams and buckets by Compare": ("compare", "lowercase=true&max_order={}"),
}
"""Name -> page of the other visitor, and its address with a number that makes the work new."""


def run(sets: Sequence[Data]) -> None:
    data = max(sets, key=lambda data: len(data.systems) * len(data.test_set))
    print(f"\n{data}, and {MANY_SYSTEMS[0]:,} x {MANY_SYSTEMS[1]} made of its lines")
    rows = []
    large = make_test_set([*data.systems.values()], data.references[0], *MANY_SYSTEMS)
    for test_set in (data.test_set, large):
        with serve() as server, Visitor(server.address) as reader, Visitor(server.address) as other:
            reader.bring(files_of(test_set))
            shape = f"{len(test_set):,} x {len(test_set.systems)}"
            rows += [[shape, *row] for row in _rows(server, reader, other)]
    headers = ["segments x systems", "meanwhile", "steps", "median, ms", "95 %, ms", "longest, ms"]
    print(tabulate(rows, headers, disable_numparse=True))


def _rows(server: Server, reader: Visitor, other: Visitor) -> Iterator[list[str]]:
    reader.open("segments")
    set_in_use = reader.query.partition("&")[0]
    server.come_to_rest()
    reader.run()
    steps = itertools.cycle(["on"] * STEPS + ["back"] * STEPS)
    for _ in range(WARM_UP):
        reader.step(next(steps))
    idle = []
    for _ in range(STEPS):
        server.cores_in_use()
        idle.append(reader.step(next(steps)))
    yield _row("nothing", idle)
    for work, (page, address) in WORKS.items():
        seconds: list[float] = []
        for number in range(1, ROUNDS + 1):
            other.open(page, f"{set_in_use}&{address.format(number)}")
            seconds += _meanwhile(server, other, lambda: reader.step(next(steps)), STEPS - len(seconds))
            if len(seconds) == STEPS:
                break
        yield _row(work, seconds)
        server.come_to_rest()


def _meanwhile(server: Server, other: Visitor, step: Callable[[], float], most: int) -> list[float]:
    """Return the seconds of steps while the server computes; when it is idle, the other page asks for more work."""
    seconds: list[float] = []
    idle = 0
    while len(seconds) < most and idle < STAGES:
        if server.cores_in_use() > BUSY:
            seconds.append(step())
        else:
            other.run()
            idle += 1
    return seconds


def _row(work: str, seconds: Sequence[float]) -> list[str]:
    if not seconds:
        return [work, "0, the work was too short"]
    ordered = sorted(seconds)
    figures = statistics.median(ordered), ordered[int(0.95 * len(ordered))], ordered[-1]
    return [work, str(len(ordered)), *(f"{1e3 * figure:,.0f}" for figure in figures)]
