"""Forty visitors who step through the segments of a large test set while two test all pairs of its systems.

It is as in a class: the server recognizes each browser, one visitor has uploaded the set and made a link, and all
others open that link. The workspace is in a temporary PostgreSQL. ``LOAD_BEFORE`` names a folder with other code, such
as a checkout of an earlier commit: then both are measured in turns; if that code knows no visitors, everything belongs
to everybody. ``LOAD_SECONDS`` is the length of each pace, ``LOAD_ROUNDS`` the number of times that both are measured.
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
from benchmarks.scale import make_test_set
from benchmarks.serving import ROOT, Server, run_command, serve
from benchmarks.visitor import Visitor
from scoring import TestSet
from tools import postgres
from tools.database import execute, run_server

BEFORE = os.environ.get("LOAD_BEFORE", "")
SECONDS = float(os.environ.get("LOAD_SECONDS", "60"))
ROUNDS = int(os.environ.get("LOAD_ROUNDS", "1"))
VISITORS, TESTERS = 40, 2
SEGMENTS, SYSTEMS = 1_000, 20
PAUSE_SECONDS = 5
STEPS = 20
"""Number of steps forward, and then back."""
LONGEST_POLL = 1
"""Longest interval, in seconds, of a part that waits for work; parts with longer intervals only keep a visit alive."""


@dataclass(frozen=True)
class Pace:
    """The pace at which visitors step, and the number of visitors who compute meanwhile."""

    name: str
    pause: float
    """Average seconds between two steps of a visitor."""
    testers: int = TESTERS
    visitors: int = VISITORS


PACES = (
    Pace(f"{VISITORS} visitors, a step every {PAUSE_SECONDS} s; {TESTERS} test", PAUSE_SECONDS),
    Pace(f"{VISITORS} visitors, back to back; {TESTERS} test", 0),
    Pace("1 visitor, back to back", 0, 0, 1),
)


@dataclass
class PaceMeasurements:
    """The measurements at one pace."""

    steps: list[float] = field(default_factory=list)
    """Seconds of each step."""
    took: float = 0
    """Seconds of the whole measurement."""
    cpu: float = 0
    """Processor seconds that the server used, also for tests."""
    tests: int = 0
    """Number of completed tests."""


def run(sets: Sequence[Data]) -> None:
    """Measure every pace and print the figures; raise ``RuntimeError`` without PostgreSQL."""
    programs = postgres.find()
    if programs is None:
        raise RuntimeError(postgres.NONE)
    test_set = _large(sets)
    print(f"{len(test_set):,} segments x {len(test_set.systems)} systems x {len(test_set.references)} references")
    folders = {"before": Path(BEFORE), "now": ROOT} if BEFORE else {"now": ROOT}
    noted: dict[tuple[str, Pace], list[PaceMeasurements]] = defaultdict(list)
    with run_server(programs) as database:
        for number in range(ROUNDS):
            for name, folder in folders.items():
                execute(database.url, f"CREATE DATABASE {name}_{number}")
                for pace, seen in _measured(folder, database.url.set(database=f"{name}_{number}"), test_set):
                    noted[name, pace].append(seen)
    _print(noted, [*folders])


def _large(sets: Sequence[Data]) -> TestSet:
    """Return the largest of the given sets, or a larger one made of its lines if it is too small."""
    data = max(sets, key=lambda data: len(data.systems) * len(data.test_set))
    is_large = len(data.test_set) >= SEGMENTS and len(data.systems) >= SYSTEMS
    return data.test_set if is_large else make_test_set([*data.systems.values()], data.references[0], SEGMENTS, SYSTEMS)


def _measured(folder: Path, database: URL, test_set: TestSet) -> Iterator[tuple[Pace, PaceMeasurements]]:
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
    """Return the secret of a link to the only project."""
    (project,) = json.loads(run_command(folder, database, "project", "list", "--format", "json"))
    return run_command(folder, database, "project", "link", project["id"]).strip()


def _at(server: Server, pace: Pace, query: str, link: str, seeds: Iterator[int]) -> PaceMeasurements:
    noted, end = PaceMeasurements(), Event()
    with ExitStack() as stack:
        readers = [stack.enter_context(Visitor(server.address)) for _ in range(pace.visitors)]
        testers = [stack.enter_context(Visitor(server.address)) for _ in range(pace.testers)]
        for visitor in (*readers, *testers) if link else ():
            visitor.open_link(link)
        for number, reader in enumerate(readers):  # far apart, so that no reader finds another's cached results
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
    """Set ``end`` at the end of the context, also after an error, so that all threads stop."""
    try:
        yield
    finally:
        end.set()


def _read(visitor: Visitor, pause: float, generator: random.Random, noted: PaceMeasurements, end: Event) -> None:
    """Step forward and back until ``end``; the first pause is shorter by chance, so that not all step at once.

    Raise ``RuntimeError`` if a step does not lead to another segment.
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


def _test(visitor: Visitor, query: str, seeds: Iterator[int], noted: PaceMeasurements, end: Event) -> None:
    """Run one test after another, each with its own seed, and poll its progress as often as a browser does."""
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


def _print(noted: dict[tuple[str, Pace], list[PaceMeasurements]], names: Sequence[str]) -> None:
    """Print the figures of each pace, before and now; for several rounds, the medians."""
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


def _figures(noted: PaceMeasurements) -> tuple[float, ...]:
    steps = sorted(noted.steps)
    times = 1e3 * statistics.median(steps), 1e3 * steps[int(0.95 * len(steps))]
    return *times, len(steps) / noted.took, 1e3 * noted.cpu / len(steps), noted.tests
