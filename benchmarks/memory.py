"""The server's memory after visitors have changed pages and closed their browsers."""

from collections.abc import Sequence
from itertools import cycle, islice

from tabulate import tabulate

from benchmarks.data import Data, files_of
from benchmarks.serving import Server, serve
from benchmarks.visitor import Visitor

PAGES = ("overview", "segments", "significance", "compare", "smoothing", "ter", "tbleu", "errors", "documents", "learn")
ROUNDS = 15
SWITCHES, SESSIONS = 20, 20
"""Number of page changes of one visitor, and number of other visits, in each round."""


def run(sets: Sequence[Data]) -> None:
    """Measure with the first test set, which every visitor uploads again, and print the memory."""
    files = files_of(sets[0].test_set)
    print(f"\n{sets[0]}; the first round also loads code and computes what all later ones share")
    rows = []
    with serve() as server, Visitor(server.address) as reader:
        reader.bring(files)
        for number in range(1, ROUNDS + 1):
            for page in islice(cycle(PAGES), SWITCHES):
                reader.open(page, reader.query.partition("&")[0])
            for _ in range(SESSIONS):
                _come_and_go(server, files)
            server.come_to_rest()
            rows.append([number * SWITCHES, number * SESSIONS, f"{server.megabytes():,.0f}"])
    print(tabulate(rows, ["page switches", "closed sessions", "memory, MB"]))


def _come_and_go(server: Server, files: dict[str, bytes]) -> None:
    with Visitor(server.address) as visitor:
        visitor.bring(files)
        visitor.open("overview", visitor.query)
