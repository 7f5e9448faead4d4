"""What visitors do, in the words of the tests."""

import re
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Literal, TypeVar
from urllib.parse import parse_qs, urlsplit

from playwright.sync_api import FilePayload, Locator, Page, expect

PAGES: tuple[str, ...] = ("overview", "segments", "smoothing", "ter", "tbleu", "significance", "compare")
PAGES += ("learn", "playground", "errata", "data")
WAIT_SECONDS = 120
"""After which a test gives up: long, because other work may hold the machine up, and nothing waits so long."""
GROUNDS = {"light": re.compile(r"rgb\(2\d\d, 2\d\d, 2\d\d\)"), "dark": re.compile(r"rgb\(\d\d?, \d\d?, \d\d?\)")}
INK = {"light": "rgb(15, 27, 42)", "dark": "rgb(232, 238, 245)"}
"""What words are written in, as .streamlit/config.toml has it."""
ADDRESSES = {page: "/" if page == "overview" else f"/{page}" for page in PAGES}

CONTRASTS = """
() => {
    const seen = colour => {
        const canvas = document.createElement("canvas");
        canvas.width = canvas.height = 1;
        const pen = canvas.getContext("2d");
        pen.fillStyle = colour;
        pen.fillRect(0, 0, 1, 1);
        return [...pen.getImageData(0, 0, 1, 1).data];
    };
    const light = ([r, g, b]) => [r, g, b]
        .map(v => v / 255)
        .map(v => v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
        .reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
    const ground = element => {
        for (; element; element = element.parentElement) {
            const colour = seen(getComputedStyle(element).backgroundColor);
            if (colour[3] === 255) return colour;
        }
        return [255, 255, 255];
    };
    const result = {};
    for (const element of document.querySelectorAll(".bs .t, .bs .r, .bs .who, .bs .score, .bs td, .bs th")) {
        const [a, b] = [light(seen(getComputedStyle(element).color)), light(ground(element))];
        const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
        const name = element.tagName + "." + element.className.replace(/ ?[sm]-[0-9]+-[0-9]+/g, "");
        result[name] = Math.min(result[name] ?? 99, ratio);
    }
    return result;
}
"""

Found = TypeVar("Found")


def parameters(page: Page) -> dict[str, str]:
    """The parameters in the address bar."""
    return {name: values[-1] for name, values in parse_qs(urlsplit(page.url).query).items()}


def expect_parameter(page: Page, name: str, value: str) -> None:
    """Waits until the address bar says so."""
    page.wait_for_url(lambda url: parse_qs(urlsplit(url).query).get(name) == [value])


def go(page: Page, title: str) -> None:
    """Follows the sidebar's link to a page."""
    page.get_by_test_id("stSidebarNav").get_by_role("link", name=title).click()
    expect(page.get_by_role("heading", name=title, exact=True, level=1)).to_be_visible()


def in_theme(page: Page, scheme: Literal["light", "dark"]) -> None:
    """Sees the page in the light or in the dark theme."""
    page.emulate_media(color_scheme=scheme)
    expect(page.get_by_test_id("stApp")).to_have_css("background-color", GROUNDS[scheme])


def choose(page: Page, key: str, option: str) -> None:
    """Picks an option of a select box."""
    box = page.locator(f".st-key-{key} input")
    box.scroll_into_view_if_needed()
    page.wait_for_timeout(100)  # a list that opens while the page still scrolls closes at once
    box.click()
    page.get_by_role("option", name=option, exact=True).click()


def table(page: Page, number: int = 0) -> list[list[str]]:
    """The cells of a table, which a canvas paints and a hidden table tells screen readers."""
    rows = page.get_by_test_id("stDataFrame").nth(number).locator("tbody tr")
    expect(rows.first).to_be_attached()
    return rows.evaluate_all("rows => rows.map(row => [...row.querySelectorAll('td')].map(cell => cell.textContent))")


def expect_table(page: Page, is_right: Callable[[list[list[str]]], bool], number: int = 0) -> list[list[str]]:
    """Its cells, once they are right: they are painted some time after the run that gives them."""
    return until(page, lambda: table(page, number), is_right)


def until(page: Page, read: Callable[[], Found], is_right: Callable[[Found], bool]) -> Found:
    """What is read from the page, once it is right."""
    deadline = time.monotonic() + WAIT_SECONDS
    while not is_right(found := read()):
        assert time.monotonic() < deadline, found
        page.wait_for_timeout(100)
    return found


def click_row(page: Page, row: int) -> None:
    """Clicks the marker of a row of the first table."""
    page.get_by_test_id("stDataFrame").first.click(position={"x": 18, "y": 36 + 35 * row + 17})


def segment_heading(page: Page, number: int) -> Locator:
    return page.get_by_text(f"Segment {number}", exact=True)


def drawn_words(page: Page) -> list[str]:
    """The words of both rows of the first drawing, in their order."""
    return page.locator(".figure").first.evaluate(
        """figure => [...figure.querySelectorAll(".grid .token")]
            .sort((a, b) => a.place[0] - b.place[0] || a.place[1] - b.place[1])
            .map(token => token.querySelector(".word > span").textContent)"""
    )


def drop(page: Page, files: Sequence[Path] | Sequence[FilePayload]) -> None:
    """Drops files on the Data page, all together."""
    page.locator(".st-key-files input[type=file]").set_input_files(files)
    expect(page.locator(".st-key-use-upload, .stMain [data-testid=stAlert]").first).to_be_visible()


def use(page: Page) -> str:
    """Takes the uploaded set into use; its id in the address."""
    before = parameters(page).get("set")
    page.locator(".st-key-use-upload button").click()
    page.wait_for_url(lambda url: parse_qs(urlsplit(url).query).get("set", [before])[-1] != before)
    # The page that follows the click has no draft any more; a step before it is there would race with it.
    expect(page.locator(".st-key-use-upload")).to_have_count(0)
    expect(page.get_by_test_id("stApp")).to_have_attribute("data-test-script-state", "notRunning")
    page.wait_for_timeout(200)
    return parameters(page)["set"]


def contrasts(page: Page) -> dict[str, float]:
    """WCAG 2.1's contrast of text with its ground, by kind of text in segment views: the lowest of its kind."""
    return page.evaluate(CONTRASTS)
