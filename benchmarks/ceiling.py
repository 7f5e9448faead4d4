"""How many steps from segment to segment visitors can take in a second, and the server's cost of each."""

import statistics
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from functools import partial
from itertools import chain

from tabulate import tabulate

from benchmarks.data import Data
from benchmarks.serving import Server, serve
from benchmarks.visitor import Visitor

STEPS = 100
WARM_UP = 20
VISITORS = 1, 4
"""Numbers of visitors, each of whom steps without pauses."""


def run(sets: Sequence[Data]) -> None:
    with serve() as server:
        rows = [_row(server, number) for number in VISITORS]
    headers = ["visitors", "steps a second", "median, ms", "CPU of the server a step, ms"]
    print(tabulate(rows, headers, disable_numparse=True))


def _row(server: Server, number: int) -> list[str]:
    """Return the figures for this number of visitors together."""
    with ExitStack() as stack:
        visitors = [stack.enter_context(Visitor(server.address)) for _ in range(number)]
        for visitor in visitors:
            visitor.open("segments")
            visitor.hear(2)
            _steps(visitor, WARM_UP)
        before, began = server.cpu_seconds(), time.monotonic()
        with ThreadPoolExecutor(number) as pool:
            seconds = list(chain.from_iterable(pool.map(partial(_steps, number=STEPS), visitors)))
        took, cpu = time.monotonic() - began, server.cpu_seconds() - before
    median = 1e3 * statistics.median(seconds)
    return [str(number), f"{len(seconds) / took:.1f}", f"{median:.0f}", f"{1e3 * cpu / len(seconds):.0f}"]


def _steps(visitor: Visitor, number: int) -> list[float]:
    """Step forward, then back, and return the seconds of each step."""
    return [visitor.step("on" if step < number / 2 else "back") for step in range(number)]
