"""How many steps from segment to segment one visitor can take a second, and what each costs the server."""

import statistics
from collections.abc import Sequence

from tabulate import tabulate

from benchmarks.data import Data
from benchmarks.serving import serve
from benchmarks.visitor import Visitor

STEPS = 100
WARM_UP = 20


def run(sets: Sequence[Data]) -> None:
    rows = []
    with serve() as server, Visitor(server.address) as visitor:
        visitor.open("segments")
        visitor.hear(2)
        for _ in range(WARM_UP):
            visitor.step("on")
        before = server.cpu_seconds()
        seconds = [visitor.step("on" if step < STEPS / 2 else "back") for step in range(STEPS)]
        cpu = (server.cpu_seconds() - before) / STEPS
        rows.append(
            [f"{1 / statistics.mean(seconds):.1f}", f"{1e3 * statistics.median(seconds):.0f}", f"{1e3 * cpu:.0f}"]
        )
    print(tabulate(rows, ["steps a second", "median, ms", "CPU of the server a step, ms"], disable_numparse=True))
