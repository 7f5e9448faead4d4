"""The dashboard by the browser's clock: from the drop to the read files, the verdict and rest, and between pages."""

import statistics
import tempfile
import time
import zipfile
from collections.abc import Sequence
from pathlib import Path

from playwright.sync_api import Page, sync_playwright
from tabulate import tabulate

from benchmarks.browser import FLAGS
from benchmarks.data import Data
from benchmarks.serving import Server, serve
from tools import chromium

PAGES = {"segments": "Segments", "compare": "Compare", "significance": "Significance", "data": "Test sets"}
"""Page -> its title; each is opened from Overview, by the menu."""
TIMES = 5
QUIET_TIMES = 3
"""Number of successive pauses with hardly any work after which the server rests; pages still poll it."""
PATIENCE_MS = 120_000
CLICK = """page => [...document.querySelectorAll("[data-testid=stSidebarNavLink]")]
    .find(link => new URL(link.href).pathname === page).click()"""
SHOWN = """title => document.querySelector("h1")?.textContent.trim() === title
    && document.querySelector("[data-testid=stApp]").dataset.testScriptState === "notRunning"
"""


def run(sets: Sequence[Data]) -> None:
    rows = []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium.find(), args=FLAGS)
        for data in sets:
            with serve() as server, tempfile.TemporaryDirectory() as folder:
                page = browser.new_page(viewport={"width": 1280, "height": 800})
                to_rest, used = _answer(server, page, _files(data, Path(folder)))
                rows.append([str(data), *to_rest, used, *_switches(server, page)])
                page.close()
        browser.close()
    headers = ["", "drop to read", "press to verdict", "press to rest", "of the server's cores"]
    print("seconds; of pages the median, in which the script has ended")
    print(tabulate(rows, [*headers, *PAGES], floatfmt=".2f"))


def _files(data: Data, folder: Path) -> list[Path]:
    """Return the set's files; for a folder as in mt-metrics-eval, one zip of all its files."""
    of_set = data.paths[0].parent
    if not (of_set / "metric-scores").is_dir():
        return [*data.paths]
    with zipfile.ZipFile(folder / "all.zip", "w", zipfile.ZIP_DEFLATED) as packed:
        for path in sorted(path for path in of_set.rglob("*") if path.is_file()):
            packed.write(path, path.relative_to(of_set.parent))
    return [folder / "all.zip"]


def _answer(server: Server, page: Page, files: Sequence[Path]) -> tuple[tuple[float, float, float], float]:
    """Return seconds from drop to read, and from press to verdict and to rest; and the server's core seconds."""
    page.goto(f"{server.address}/data")
    page.locator(".st-key-files input[type=file]").wait_for(state="attached")
    server.come_to_rest()
    used, dropped = server.cpu_seconds(), time.perf_counter()
    page.locator(".st-key-files input[type=file]").set_input_files(files)
    _wait_for(page, ".st-key-use-upload button:enabled")
    read = time.perf_counter() - dropped
    pressed = time.perf_counter()
    page.evaluate("document.querySelector('.st-key-use-upload button').click()")
    _wait_for(page, "section.decision .verdict")
    verdict = time.perf_counter() - pressed
    rest = _seconds_to_rest(server, pressed)
    return (read, verdict, rest), server.cpu_seconds() - used


def _seconds_to_rest(server: Server, since: float) -> float:
    """Wait until the server rests, and return the seconds from ``since`` to that moment."""
    quiet, began = 0, since
    while quiet < QUIET_TIMES:
        start = time.perf_counter()
        is_quiet = server.cores_in_use() < 0.1
        began = start if is_quiet and not quiet else began
        quiet = quiet + 1 if is_quiet else 0
    return began - since


def _switches(server: Server, page: Page) -> list[float]:
    seconds: dict[str, list[float]] = {name: [] for name in PAGES}
    for _ in range(TIMES):
        for name, title in PAGES.items():
            seconds[name].append(_switch(page, name, title))
            _seconds_to_rest(server, time.perf_counter())
            _switch(page, "overview", "Overview")
            _seconds_to_rest(server, time.perf_counter())
    return [statistics.median(of_page) for of_page in seconds.values()]


def _switch(page: Page, name: str, title: str) -> float:
    start = time.perf_counter()
    page.evaluate(CLICK, f"/{name}")
    page.wait_for_function(SHOWN, arg=title, polling="raf", timeout=PATIENCE_MS)
    return time.perf_counter() - start


def _wait_for(page: Page, selector: str) -> None:
    """Wait for an element, looking at every frame, because Playwright's own waiting looks at longer intervals."""
    page.wait_for_function("found => document.querySelector(found)", arg=selector, polling="raf", timeout=PATIENCE_MS)
