"""From files dropped on the start page to the verdict in sight, in Chromium."""

import statistics
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from playwright.sync_api import Browser, Page
from tabulate import tabulate

from benchmarks.data import Data
from benchmarks.scale import made
from benchmarks.serving import Server

SEGMENTS = 1000
GOALS = {3: 3.0, 20: 6.0}
"""Systems -> seconds on two cores that are free."""
TIMES = 5


def run(server: Server, browser: Browser, sets: Sequence[Data]) -> None:
    """Of the test set with the most systems."""
    data = max(sets, key=lambda data: (len(data.systems), len(data.test_set)))
    rows = []
    for n_systems, goal in GOALS.items():
        texts = _texts(data, n_systems)
        with tempfile.TemporaryDirectory() as folder:
            timed = [_timed(server, browser, _written(texts, number, Path(folder))) for number in range(TIMES)]
        seconds, used = zip(*timed, strict=True)
        shape = f"{n_systems} systems x {SEGMENTS:,} segments"
        rows.append([shape, *(f"{of:.1f}" for of in (goal, statistics.median(seconds), max(seconds)))])
        rows[-1].append(f"{statistics.median(used):.1f}")
    print(f"\ntime to answer, from the drop to the verdict in sight: {data.name}, {TIMES} times")
    headers = ["", "goal, s", "median, s", "longest, s", "of the server's cores, s"]
    print(tabulate(rows, headers, disable_numparse=True, colalign=["left", *["right"] * 4]))


def _texts(data: Data, n_systems: int) -> dict[str, Sequence[str]]:
    """File -> its lines: of the set itself if it has as many, else made of it."""
    systems, references = data.systems, dict(enumerate(data.references, 1))
    if len(systems) < n_systems or len(data.test_set) < SEGMENTS:
        test_set = made([*systems.values()], data.references[0], SEGMENTS, n_systems)
        systems = {system.name: system.segments.to_pylist() for system in test_set.systems}
        references = {1: test_set.references[0].segments.to_pylist()}
    texts: dict[str, Sequence[str]] = {f"reference.{number}.txt": lines for number, lines in references.items()}
    return texts | {f"system.{number}.txt": systems[name] for number, name in enumerate([*systems][:n_systems], 1)}


def _written(texts: dict[str, Sequence[str]], number: int, folder: Path) -> Iterator[Path]:
    """The files, which begin with another segment each time: the server has seen no such set before."""
    for name, lines in texts.items():
        first = number * len(lines) // TIMES
        lines = [*lines[first:], *lines[:first]][:SEGMENTS]
        (folder / name).write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
        yield folder / name


def _timed(server: Server, browser: Browser, paths: Iterator[Path]) -> tuple[float, float]:
    """Seconds, and seconds of the server's cores."""
    page = browser.new_page(viewport={"width": 1400, "height": 900})
    try:
        page.goto(server.address)
        page.get_by_text("Or begin with a sample").wait_for()
        dropped = [*paths]
        server.come_to_rest()
        used, start = server.cpu_seconds(), time.perf_counter()
        _answer(page, dropped)
        return time.perf_counter() - start, server.cpu_seconds() - used
    finally:
        page.close()


def _answer(page: Page, paths: Sequence[Path]) -> None:
    """The button is pressed as soon as it is there.

    Both are looked for at every frame: Playwright's own waiting looks at ever longer intervals, of up to half a second.
    """
    page.locator(".st-key-files input[type=file]").set_input_files(paths)
    for there in (".st-key-use-upload button:enabled", "section.decision .verdict"):
        page.wait_for_function("found => document.querySelector(found)", arg=there, polling="raf", timeout=120_000)
        page.evaluate("found => document.querySelector(found).click()", there)
