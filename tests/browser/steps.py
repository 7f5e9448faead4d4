"""What visitors do and see, in the words of the tests.

Nothing here tells what a page has at this very moment: each `expect_...` waits until it has what is right.
"""

import re
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Literal, TypeVar
from urllib.parse import parse_qs, urlsplit

from playwright.sync_api import Error, FilePayload, FloatRect, Locator, Page, Position, TimeoutError, expect

from ui.session import navigation

PAGES = tuple(navigation.PAGES)
WAIT_SECONDS = 60
"""After which a test gives up: long, because other work may hold the machine up, and nothing waits so long."""
GROUNDS = {"light": re.compile(r"rgb\(2\d\d, 2\d\d, 2\d\d\)"), "dark": re.compile(r"rgb\(\d\d?, \d\d?, \d\d?\)")}
INK = {"light": "rgb(15, 27, 42)", "dark": "rgb(232, 238, 245)"}
"""What words are written in, as .streamlit/config.toml has it."""
ADDRESSES = {page: "/" if page == navigation.START else f"/{page}" for page in PAGES}

OPEN = {
    "/": ".st-key-files",
    "/overview": ".verdict",
    "/significance": ".verdict",
    "/matrix": ":is([data-testid=stAlert], .statement)",
    "/effort": "[data-testid=stAlert]",
    "/compare": ".statement",
    "/glossary": "dt",
    "/segments?set=textbook&segment=2": ".bs .line",
    "/checks": ".statement",
    "/documents": "[data-testid=stAlert]",
    "/smoothing?segment=3": ".bars",
    "/ter?set=textbook&segment=7": ".figure .token",
    "/tbleu?set=inflection-hr-sl&segment=3": ".canvas .token",
    "/errors": ".statement",
    "/agreement": ".statement",
    "/choose": ".verdict",
    "/rate": "[data-testid=stAlert]",
    "/ask": ".seen",
    "/learn?lesson=zeros&answers=true": ".facts > div",
    "/playground": ".bs .h",
    "/errata": ".bs .errata td",
    "/data": ".st-key-files",
    "/open": "[data-testid=stAlert]",
    "/desk": ".st-key-desk-code",
    "/administration": "[data-testid=stMetric]",
    "/projects": ".st-key-new-project",
}
"""An address of every page, and what it shows."""

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

IDLE = (
    'html:not([data-asked]) [data-testid="stApp"][data-test-connection-state="CONNECTED"]'
    '[data-test-script-state="notRunning"]:not(:has([data-testid="stSkeleton"], [data-testid="stProgress"]))'
)
"""The script is at rest, and the page waits for nothing that is computed in the background."""
# Some times in turn: the client takes in what it has heard, and asks anew, a moment later.
STAYS = "([seen, state]) => (seen.times = document.querySelector(state) ? seen.times + 1 : 0) > 4"
WIDER = "main => Math.max(main.scrollWidth - main.clientWidth, document.scrollingElement.scrollWidth - innerWidth)"
CELLS = "rows => rows.map(row => [...row.querySelectorAll('td')].map(cell => cell.textContent))"
WORDS = """
figure => [...figure.querySelectorAll(".grid .token")]
    .sort((a, b) => a.place[0] - b.place[0] || a.place[1] - b.place[1])
    .map(token => token.querySelector(".word > span").textContent)
"""

TURN = """
path => {
    history.pushState({}, "", path);
    dispatchEvent(new PopStateEvent("popstate"));
}
"""

WORDS_IN_SIGHT = """
main => {
    const range = document.createRange(), texts = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
    let words = 0;
    while (texts.nextNode()) {
        const text = texts.currentNode, around = text.parentElement;
        if (around.closest("style, svg, .bars, .line, .figure, .kept, .gains, .decision b")) continue;
        if (around.closest("[data-testid=stDataFrame], [data-testid=stIconMaterial]")) continue;
        if (!around.checkVisibility({visibilityProperty: true, opacityProperty: true})) continue;
        range.selectNodeContents(text);
        const {top, bottom, width} = range.getBoundingClientRect();
        if (top < innerHeight && bottom > 0 && width > 1) words += text.data.split(/\\s+/).filter(Boolean).length;
    }
    return words;
}
"""
"""The app's own: not those of test sets, such as names, nor of tables and charts."""

Found = TypeVar("Found")
Rows = list[list[str]]


# What the server says is heard that much later, in its order.
LATE_MS = 1000
HEAR_LATE = f"""
    const {{addEventListener}} = WebSocket.prototype;
    WebSocket.prototype.addEventListener = function (type, listener, ...options) {{
        const late = event => setTimeout(() => listener.call(this, event), {LATE_MS});
        return addEventListener.call(this, type, type === "message" ? late : listener, ...options);
    }};
"""

# Nothing moves: what fades, slides or shimmers costs more time than all that is tested.
KEEP_STILL = """
    new MutationObserver((_, watch) => {
        if (!document.documentElement) return;
        watch.disconnect();
        const style = document.createElement("style");
        style.textContent = "*, ::before, ::after { animation: none !important; transition: none !important }";
        document.documentElement.append(style);
    }).observe(document, {childList: true});
"""

# --- waiting for what is meant ---


def until(page: Page, read: Callable[[], Found], is_right: Callable[[Found], bool]) -> Found:
    """What is read from the page, once it is right: a page goes on changing for some time after every step."""
    deadline = time.monotonic() + WAIT_SECONDS
    while not is_right(found := read()):
        assert time.monotonic() < deadline, found
        page.wait_for_timeout(50)
    return found


def open_tab(page: Page, name: str) -> None:
    """Another of the page's alternatives."""
    page.get_by_role("tab", name=name, exact=True).first.click()
    expect(page.get_by_role("tab", name=name, exact=True).first).to_have_attribute("aria-selected", "true")
    come_to_rest(page)


def come_to_rest(page: Page) -> None:
    """Waits until all that was asked for is there; for steps that need the page to stay as it is."""
    page.wait_for_function(STAYS, arg=[page.evaluate_handle("({times: 0})"), IDLE], polling=20)


def stay(locator: Locator) -> FloatRect:
    """Scrolls to it, and waits until it stays where it is; its place."""

    def scroll() -> bool:
        try:
            locator.scroll_into_view_if_needed()
        except Error as error:
            if "not attached" not in error.message:
                raise
            return False  # the page draws it anew at this moment
        return True

    until(locator.page, scroll, bool)
    places: list[FloatRect | None] = [None]

    def look_again() -> FloatRect | None:
        places.append(locator.bounding_box())
        return places[-1]

    place = until(locator.page, look_again, lambda place: place is not None and place == places[-2])
    assert place is not None
    return place


def expect_parameters(page: Page, is_right: Callable[[dict[str, str]], bool]) -> dict[str, str]:
    """The parameters in the address bar, once they are right."""
    return until(page, lambda: _parameters(page.url), is_right)


def expect_parameter(page: Page, name: str, value: str | None) -> None:
    """Waits until the address bar says so; None for nothing."""
    expect_parameters(page, lambda found: found.get(name) == value)


def _parameters(url: str) -> dict[str, str]:
    return {name: values[-1] for name, values in parse_qs(urlsplit(url).query).items()}


def expect_table(part: Page | Locator, is_right: Callable[[Rows], bool] = bool) -> Rows:
    """The cells of the part's first table, once they are there and right.

    A canvas paints them, and a hidden table tells them to screen readers some time after the run that gives them.
    """
    page = part if isinstance(part, Page) else part.page
    rows = part.get_by_test_id("stDataFrame").first.locator("tbody tr")
    return until(page, lambda: rows.evaluate_all(CELLS), lambda found: bool(found) and is_right(found))


def expect_drawn(page: Page, is_right: Callable[[list[str]], bool]) -> list[str]:
    """The words of both rows of the first drawing, in their order, once they are right."""
    drawing = page.locator(".figure").first
    return until(page, lambda: drawing.evaluate(WORDS), is_right)


def expect_legible(page: Page, least: int = 0, only: str | None = None) -> None:
    """In segment views WCAG 2.1's contrast of text with its ground is enough, and there are so many kinds of text."""

    def are_legible(contrasts: dict[str, float]) -> bool:
        found = [contrast for kind, contrast in contrasts.items() if only in (None, kind)]
        return len(found) >= least and min(found, default=99) >= 4.5

    until(page, lambda: page.evaluate(CONTRASTS), are_legible)


def expect_to_fit(page: Page) -> None:
    """Nothing is wider than the page."""
    until(page, lambda: page.get_by_test_id("stMain").evaluate(WIDER), lambda wider: wider <= 0)


# --- what visitors do ---


def go(page: Page, title: str) -> None:
    """Follows the sidebar's link to a page."""
    page.get_by_test_id("stSidebarNav").get_by_role("link", name=title).click()
    expect(page.get_by_role("heading", name=title, exact=True, level=1)).to_be_visible()


def turn_to(page: Page, path: str) -> None:
    """Turns to a page by its address as Back and Forward do, for which the browser loads nothing anew."""
    come_to_rest(page)
    page.evaluate(TURN, path)


def go_to_first(page: Page, name: str) -> None:
    """Turns to a page at the first segment of the file; by itself it might open at another."""
    turn_to(page, f"/{name}?set={_parameters(page.url)['set']}&segment=1&sort=file")
    expect(page.get_by_role("heading", name=navigation.PAGES[name].title, exact=True, level=1)).to_be_visible()


def in_theme(page: Page, scheme: Literal["light", "dark"]) -> None:
    """Sees the page in the light or in the dark theme."""
    page.emulate_media(color_scheme=scheme)
    expect(page.get_by_test_id("stApp")).to_have_css("background-color", GROUNDS[scheme])


def choose(page: Page, key: str, option: str) -> None:
    """Picks an option of a select box."""
    come_to_rest(page)
    box = page.locator(f".st-key-{key} input")
    stay(box)  # a list that opens while the page still scrolls closes at once
    box.click()
    box.fill(option)  # a long list has only the options that are in sight
    page.get_by_role("option", name=option, exact=True).click()


def choose_row(part: Page | Locator, row: int, x: int = 18) -> None:
    """Clicks in a row of the part's first table, once that stays where it is: on its box, or ``x`` px from the left."""
    come_to_rest(part if isinstance(part, Page) else part.page)
    table = part.get_by_test_id("stDataFrame").first
    expect(table.locator("tbody tr").nth(row)).to_be_attached()
    stay(table)
    click_row(table, row, x)


def click_row(table: Locator, row: int, x: int) -> None:
    table.click(position={"x": x, "y": 36 + 35 * row + 17})


def choose_point(
    page: Page, find: Callable[[], Position], is_chosen: Callable[[dict[str, str]], bool]
) -> dict[str, str]:
    """Clicks in a chart, where ``find`` says, until the address has what is chosen: again if the chart moved."""

    def click_unless_chosen() -> dict[str, str]:
        come_to_rest(page)  # a click while the one before is answered would begin all anew
        if not is_chosen(_parameters(page.url)):
            place = find()
            for aside in (5, 0):  # a chart answers to clicks where it was pointed at before
                page.mouse.move(place["x"] - aside, place["y"] - aside)
            page.mouse.click(place["x"], place["y"])
            with suppress(TimeoutError):
                page.wait_for_url(lambda url: is_chosen(_parameters(url)), timeout=3000)
        return _parameters(page.url)

    return until(page, click_unless_chosen, is_chosen)


def tip(locator: Locator) -> str:
    """What pointing at a word says, if it does at this moment."""
    said: str = locator.evaluate("element => getComputedStyle(element, '::after').content")
    return "" if said in ("none", "normal") else said.strip('"')


def middle(locator: Locator) -> Position:
    """Where to click it, once it stays where it is."""
    place = stay(locator)
    return {"x": place["x"] + place["width"] / 2, "y": place["y"] + place["height"] / 2}


def segment_heading(page: Page, number: int) -> Locator:
    return page.get_by_text(f"Segment {number}", exact=True)


def drop(page: Page, files: Sequence[Path] | Sequence[FilePayload]) -> None:
    """Drops files on the page Test sets, all together."""
    page.locator(".st-key-files input[type=file]").set_input_files(files)
    expect(page.locator(".st-key-use-upload, .stMain [data-testid=stAlert]").first).to_be_visible()
    come_to_rest(page)


def use(page: Page) -> str:
    """Takes the uploaded set into use, which leads to the verdict; its id in the address."""
    before = _parameters(page.url).get("set")
    page.locator(".st-key-use-upload button").click()
    found = expect_parameters(page, lambda now: now.get("set", before) != before)
    # A step before the page that follows the click is there would race with it.
    expect(page.get_by_role("heading", name="Overview", exact=True, level=1)).to_be_visible()
    come_to_rest(page)
    return found["set"]
