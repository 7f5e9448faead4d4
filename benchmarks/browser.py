"""The dashboard in Chromium: time to the verdict, from upload to scores, and from one segment to the next."""

import statistics
import time
from collections.abc import Sequence

from playwright.sync_api import Page, expect, sync_playwright
from tabulate import tabulate

from benchmarks import answer
from benchmarks.data import Data
from benchmarks.serving import serve
from tools import chromium

FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"]
STEPS = 20
WATCH = """number => {
    const words = () => [...document.querySelectorAll(".st-key-reading-pane .bs")].map(part => part.textContent).join();
    const headings = () => [...document.querySelectorAll(".st-key-reading-pane strong")].map(part => part.textContent);
    const before = words();
    window.seen = new Promise((resolve) => {
        let pressed = 0;
        document.addEventListener("keydown", () => (pressed = performance.now()), { capture: true, once: true });
        const observer = new MutationObserver(() => {
            if (!headings().includes(`Segment ${number}`) || words() === before) return;
            observer.disconnect();
            requestAnimationFrame(() => setTimeout(() => resolve((performance.now() - pressed) / 1000)));
        });
        observer.observe(document.body, { subtree: true, childList: true, characterData: true });
    });
}"""
"""Script that puts the seconds from a key to the frame with the next segment's heading and words into ``window.seen``.

It measures in the page itself: Playwright looks at a page at intervals of up to 0.1 s here.
"""


def run(sets: Sequence[Data]) -> None:
    rows = []
    with serve() as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium.find(), args=FLAGS)
        for data in sets:
            page = browser.new_page(viewport={"width": 1400, "height": 900})
            seconds = (
                _read(page, server.address, data),
                _to_overview(page),
                _to_all_metrics(page),
                _next_segment(page),
            )
            rows.append((str(data), *(f"{1e3 * second:,.0f}" for second in seconds)))
            page.close()
        answer.run(server, browser, sets)
        browser.close()
    headers = ["", "upload to read, ms", "to the overview, ms", "to all metrics, ms", "next segment, median ms"]
    print(tabulate(rows, headers, disable_numparse=True, colalign=["left", *["right"] * 4]))


def _read(page: Page, address: str, data: Data) -> float:
    """Return the seconds from choosing the files to their report."""
    page.goto(f"{address}/data")
    page.locator("input[type=file]").wait_for(state="attached")
    start = time.perf_counter()
    page.locator("input[type=file]").set_input_files(data.paths)
    page.get_by_text("Everything lines up").wait_for()
    return time.perf_counter() - start


def _to_overview(page: Page) -> float:
    """Return the seconds from "Use this set" to the verdict."""
    start = time.perf_counter()
    page.locator(".st-key-use-upload button").click()
    page.locator(".verdict").wait_for()
    return time.perf_counter() - start


def _to_all_metrics(page: Page) -> float:
    """Return the seconds from the verdict to the slowest metric and tokenizer."""
    start = time.perf_counter()
    page.get_by_text("ranking").first.wait_for(timeout=300_000)
    expect(page.get_by_test_id("stProgress")).to_have_count(0, timeout=300_000)
    return time.perf_counter() - start


def _next_segment(page: Page) -> float:
    page.goto(f"{page.url.replace('/overview', '/segments')}&segment=1&sort=file")
    page.get_by_text("How each BLEU score is computed").wait_for()
    page.wait_for_timeout(1000)
    seconds = []
    for number in range(2, STEPS + 2):
        page.evaluate(WATCH, number)
        page.keyboard.press("j")
        seconds.append(page.evaluate("window.seen"))
        page.wait_for_timeout(100)
    return statistics.median(seconds)
