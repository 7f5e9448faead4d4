"""Processes that write to a workspace, and its server, are killed repeatedly: committed changes must be there.

``KILL_ROUNDS`` is the number of rounds on SQLite and on PostgreSQL, ``KILL_SEED`` the seed of the changes. Ends with an
error at the first round that loses anything.
"""

import os
import tempfile
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import islice
from pathlib import Path

from tabulate import tabulate

from benchmarks.data import Data
from benchmarks.serving import ROOT
from tools import postgres
from tools.database import run_server
from tools.kills.places import Databases, Files, Place
from tools.kills.rounds import Outcome, Rounds

ROUNDS = int(os.environ.get("KILL_ROUNDS", "200"))
SEED = int(os.environ.get("KILL_SEED", "1"))
EARLIER = ROOT / "tests" / "workspace" / "earlier"
LINES = 1000
"""Number of lines from each set that are used for texts."""


def run(sets: Sequence[Data]) -> None:
    """Run the rounds and print their counts; raise ``LostChangeError`` for a lost change, ``RuntimeError`` without
    PostgreSQL.
    """
    lines = [line for data in sets for line in islice(data.references[0], LINES)]
    rows = []
    for name in ("SQLite", "PostgreSQL"):
        with tempfile.TemporaryDirectory() as folder, _place(name, Path(folder)) as place:
            rounds = Rounds(place, Path(folder), lines, EARLIER, SEED)
            outcomes = [rounds.round(number) for number in range(ROUNDS)]
        rows += [[name, *row] for row in _rows(outcomes)]
    print(tabulate(rows, ["", "killed", "rounds", "confirmed", "cut off", "of these done", "lost"]))


@contextmanager
def _place(name: str, folder: Path) -> Iterator[Place]:
    if name == "SQLite":
        yield Files(folder)
        return
    programs = postgres.find()
    if programs is None:
        raise RuntimeError(postgres.NONE)
    with run_server(programs) as server:
        yield Databases(server, "kill")


def _rows(outcomes: Sequence[Outcome]) -> Iterator[list[object]]:
    """Yield a row for each kind of round, then a row on interrupted changes."""
    kinds: dict[str, list[Outcome]] = defaultdict(list)
    for outcome in outcomes:
        kinds[outcome.kind].append(outcome)
    for kind, of in sorted(kinds.items()):
        cut_off = sum(len(each.cut_off) for each in of)
        yield [kind, len(of), sum(each.confirmed for each in of), cut_off, sum(each.done for each in of), 0]
    under_way = Counter(change for outcome in outcomes for change in outcome.cut_off)
    yield ["cut off: " + ", ".join(f"{change} {number}" for change, number in under_way.most_common())]
