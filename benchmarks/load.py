"""Forty visitors who step through the segments of one large test set while two test all pairs of its systems.

It is as in a class: the server knows each browser, one has brought the set and made a link, by which all others come.
The workspace is in a PostgreSQL of its own. ``LOAD_BEFORE`` names a folder with other code, such as a checkout of an
earlier commit: then both are measured in turns; where it knows no visitors, everything there is everybody's.
``LOAD_SECONDS`` is how long each pace lasts, ``LOAD_ROUNDS`` how often both are measured.
"""

import json
import os
import random
import statistics
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from functools import partial
from itertools import count, cycle
from pathlib import Path
from threading import Event

from sqlalchemy import URL
from tabulate import tabulate

from benchmarks.data import Data, files_of
from benchmarks.scale import made
from benchmarks.serving import ROOT, Server, run_command, serve
from benchmarks.visitor import Visitor
from scoring import TestSet
from tools import postgres
from tools.database import execute, started

BEFORE = os.environ.get("LOAD_BEFORE", "")
SECONDS = float(os.environ.get("LOAD_SECONDS", "60"))
ROUNDS = int(os.environ.get("LOAD_ROUNDS", "1"))
VISITORS, TESTERS = 40, 2
SEGMENTS, SYSTEMS = 1_000, 20
PAUSE_SECONDS = 5
STEPS = 20
"""In a row onwards, then as many back."""
LONGEST_POLL = 1
"""Seconds: a part that is drawn more often waits for work; others keep a visit alive."""


@dataclass(frozen=True)
class Pace:
    """How visitors step, and who computes meanwhile."""

    name: str
    pause: float
    """seconds between two steps of a visitor, on average"""
    testers: int = TESTERS
    visitors: int = VISITORS


PACES = (
    Pace(f"{VISITORS} visitors, a step every {PAUSE_SECONDS} s; {TESTERS} test", PAUSE_SECONDS),
    Pace(f"{VISITORS} visitors, back to back; {TESTERS} test", 0),
    Pace("1 visitor, back to back", 0, 0, 1),
)


@dataclass
class Noted:
    """What was seen at one pace."""

    steps: list[float] = field(default_factory=list)
    """seconds of each"""
    took: float = 0
    """seconds of all"""
    cpu: float = 0
    """seconds of a core that the server used, for tests, too"""
    tests: int = 0
    """how many were done"""


def run(sets: Sequence[Data]) -> None:
    """``RuntimeError`` where there is no PostgreSQL."""
    programs = postgres.find()
    if programs is None:
        raise RuntimeError(postgres.NONE)
    test_set = _large(sets)
    print(f"{len(test_set):,} segments x {len(test_set.systems)} systems x {len(test_set.references)} references")
    folders = {"before": Path(BEFORE), "now": ROOT} if BEFORE else {"now": ROOT}
    noted: dict[tuple[str, Pace], list[Noted]] = defaultdict(list)
    with started(programs) as database:
        for number in range(ROUNDS):
            for name, folder in folders.items():
                execute(database.url, f"CREATE DATABASE {name}_{number}")
                for pace, seen in _measured(folder, database.url.set(database=f"{name}_{number}"), test_set):
                    noted[name, pace].append(seen)
    _print(noted, [*folders])


def _large(sets: Sequence[Data]) -> TestSet:
    """Return the largest of the given sets, or one that is made of its lines where it is smaller."""
    data = max(sets, key=lambda data: len(data.systems) * len(data.test_set))
    is_large = len(data.test_set) >= SEGMENTS and len(data.systems) >= SYSTEMS
    return data.test_set if is_large else made([*data.systems.values()], data.references[0], SEGMENTS, SYSTEMS)


def _measured(folder: Path, database: URL, test_set: TestSet) -> Iterator[tuple[Pace, Noted]]:
    with serve(folder, database, "visitors") as server, Visitor(server.address) as owner:
        owner.bring(files_of(test_set))
        owner.open("segments")
        query = owner.query.partition("&")[0]
        link = _link(folder, database) if owner.is_known else ""
        server.come_to_rest()
        seeds = count(1)
        for pace in PACES:
            yield pace, _at(server, pace, query, link, seeds)
            server.come_to_rest()


def _link(folder: Path, database: URL) -> str:
    """Return the secret of a link to the only project that there is."""
    (project,) = json.loads(run_command(folder, database, "project", "list", "--format", "json"))
    return run_command(folder, database, "project", "link", project["id"]).strip()


def _at(server: Server, pace: Pace, query: str, link: str, seeds: Iterator[int]) -> Noted:
    noted, end = Noted(), Event()
    with ExitStack() as stack:
        readers = [stack.enter_context(Visitor(server.address)) for _ in range(pace.visitors)]
        testers = [stack.enter_context(Visitor(server.address)) for _ in range(pace.testers)]
        for visitor in (*readers, *testers) if link else ():
            visitor.open_link(link)
        for number, reader in enumerate(readers):  # far apart: nobody finds what others have had computed
            reader.open("segments", f"{query}&sort=file&segment={1 + number * SEGMENTS // len(readers)}")
            reader.run_until(partial(reader.widgets.__contains__, "steps"))
            reader.step("on")
        with ThreadPoolExecutor(len(readers) + len(testers)) as pool, _ending(end):
            before, began = server.cpu_seconds(), time.monotonic()
            done = [pool.submit(_test, tester, query, seeds, noted, end) for tester in testers]
            done += [
                pool.submit(_read, reader, pace.pause, random.Random(number), noted, end)
                for number, reader in enumerate(readers)
            ]
            time.sleep(SECONDS)
            end.set()
            for each in done:
                each.result()
            noted.took, noted.cpu = time.monotonic() - began, server.cpu_seconds() - before
    return noted


@contextmanager
def _ending(end: Event) -> Iterator[None]:
    """All that is under way ends, also where something fails."""
    try:
        yield
    finally:
        end.set()


def _read(visitor: Visitor, pause: float, generator: random.Random, noted: Noted, end: Event) -> None:
    """Goes on and back; the first pause is any part of one, so that not all step at once.

    ``RuntimeError`` where a step does not lead to another segment.
    """
    visitor.hear(pause * generator.random())
    for move in cycle(["on"] * STEPS + ["back"] * STEPS):
        if end.is_set():
            return
        before = visitor.query
        noted.steps.append(visitor.step(move))
        if visitor.query == before:
            raise RuntimeError("A step led nowhere, so its time means nothing.")
        visitor.hear(pause * (0.5 + generator.random()))


def _test(visitor: Visitor, query: str, seeds: Iterator[int], noted: Noted, end: Event) -> None:
    """One test after the other, each with a seed of its own; looks at its progress as often as a browser does."""
    for seed in seeds:
        visitor.open("significance", f"{query}&seed={seed}")
        while polled := {part: pause for part, pause in visitor.parts.items() if pause <= LONGEST_POLL}:
            if end.is_set():
                return
            visitor.hear(min(polled.values()))
            visitor.poll(next(iter(polled)))
        noted.tests += 1
        if end.is_set():
            return


def _print(noted: dict[tuple[str, Pace], list[Noted]], names: Sequence[str]) -> None:
    """Each pace, before and now; of several rounds the median of each figure."""
    rows = []
    for pace in PACES:
        found = {name: [_figures(seen) for seen in noted[name, pace]] for name in names}
        figures = {name: [statistics.median(each) for each in zip(*of, strict=True)] for name, of in found.items()}
        for name, of in figures.items():
            rows.append(
                [pace.name, name, *(f"{number:,.{places}f}" for number, places in zip(of, PLACES, strict=True))]
            )
        if len(names) == 2:
            ratios = [now / before if before else 0 for before, now in zip(*figures.values(), strict=True)]
            rows.append(["", "now / before", *(f"{ratio:.2f}" if ratio else "" for ratio in ratios)])
    print(tabulate(rows, HEADERS, disable_numparse=True, colalign=["left", "left", *["right"] * len(PLACES)]))


HEADERS = ["", "", "median, ms", "95 %, ms", "steps a second", "server's CPU a step, ms", "tests done"]
PLACES = (0, 0, 1, 0, 0)


def _figures(noted: Noted) -> tuple[float, ...]:
    steps = sorted(noted.steps)
    times = 1e3 * statistics.median(steps), 1e3 * steps[int(0.95 * len(steps))]
    return *times, len(steps) / noted.took, 1e3 * noted.cpu / len(steps), noted.tests
