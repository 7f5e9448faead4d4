"""Time from dropping files on the start page to the visible verdict, in Chromium."""

import statistics
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from playwright.sync_api import Browser, Page
from tabulate import tabulate

from benchmarks.data import Data
from benchmarks.scale import make_test_set
from benchmarks.serving import Server

SHAPES = {
    (3, 1000): "3.0 from the drop",
    (20, 1000): "6.0 from the drop",
    (100, 3000): "5.0 from the press",
}
"""Systems and segments -> the goal in seconds on two free cores.

The time is counted from the drop of the files, or, once they have been read, from the press of the button that uses the
set.
"""
TIMES = 5


def run(server: Server, browser: Browser, sets: Sequence[Data]) -> None:
    """Measure with the test set that has the most systems, and print the times."""
    data = max(sets, key=lambda data: (len(data.systems), len(data.test_set)))
    rows = []
    for (n_systems, n_segments), goal in SHAPES.items():
        texts = _texts(data, n_systems, n_segments)
        with tempfile.TemporaryDirectory() as folder:
            timed = [_timed(server, browser, _written(texts, number, Path(folder))) for number in range(TIMES)]
        seconds, pressed, used = zip(*timed, strict=True)
        shape = f"{n_systems} systems x {n_segments:,} segments"
        figures = statistics.median(seconds), max(seconds), statistics.median(pressed), statistics.median(used)
        rows.append([shape, goal, *(f"{figure:.1f}" for figure in figures)])
    print(f"\ntime to answer, from the drop to the verdict in sight: {data.name}, {TIMES} times")
    headers = ["", "goal, s", "median, s", "longest, s", "from the press, s", "of the server's cores, s"]
    print(tabulate(rows, headers, disable_numparse=True, colalign=["left", "left", *["right"] * 4]))


def _texts(data: Data, n_systems: int, n_segments: int) -> dict[str, Sequence[str]]:
    """Return file -> its lines: of the test set if it is large enough, otherwise of a larger one made from it."""
    systems, references = data.systems, dict(enumerate(data.references, 1))
    if len(systems) < n_systems or len(data.test_set) < n_segments:
        test_set = make_test_set([*systems.values()], data.references[0], n_segments, n_systems)
        systems = {system.name: system.segments.to_pylist() for system in test_set.systems}
        references = {1: test_set.references[0].segments.to_pylist()}
    texts: dict[str, Sequence[str]] = {f"reference.{number}.txt": lines for number, lines in references.items()}
    texts |= {f"system.{number}.txt": systems[name] for number, name in enumerate([*systems][:n_systems], 1)}
    return {name: lines[:n_segments] for name, lines in texts.items()}


def _written(texts: dict[str, Sequence[str]], number: int, folder: Path) -> Iterator[Path]:
    """Write and yield the files, which begin with another segment each time, as the server must not know the set."""
    for name, lines in texts.items():
        first = number * len(lines) // TIMES
        lines = [*lines[first:], *lines[:first]]
        (folder / name).write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
        yield folder / name


def _timed(server: Server, browser: Browser, paths: Iterator[Path]) -> tuple[float, float, float]:
    """Return the seconds from the drop, the seconds from the press, and the seconds of the server's cores."""
    page = browser.new_page(viewport={"width": 1400, "height": 900})
    try:
        page.goto(server.address)
        page.get_by_text("Or begin with a sample").wait_for()
        dropped = [*paths]
        server.come_to_rest()
        used, start = server.cpu_seconds(), time.perf_counter()
        pressed = _answer(page, dropped)
        end = time.perf_counter()
        return end - start, end - pressed, server.cpu_seconds() - used
    finally:
        page.close()


def _answer(page: Page, paths: Sequence[Path]) -> float:
    """Press the button as soon as it is there, wait for the verdict, and return the time of the press.

    Both are looked for at every frame: Playwright's own waiting looks at intervals of up to half a second.
    """
    page.locator(".st-key-files input[type=file]").set_input_files(paths)
    _press(page, ".st-key-use-upload button:enabled")
    pressed = time.perf_counter()
    _press(page, "section.decision .verdict")
    return pressed


def _press(page: Page, there: str) -> None:
    page.wait_for_function("found => document.querySelector(found)", arg=there, polling="raf", timeout=120_000)
    page.evaluate("found => document.querySelector(found).click()", there)
