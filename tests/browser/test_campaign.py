"""A whole campaign: its owner and three raters at once, each in a browser of their own, and a server that is killed.

What raters press goes by the text that they see, and is noted here beside it: in the end it is all there, once.
"""

import json
import os
import re
import signal
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from secrets import token_urlsafe
from statistics import fmean
from urllib.parse import urlsplit

import pyarrow as pa
import pytest
from playwright.sync_api import Page, Response, expect

from scoring import TestSet
from scoring.rating import ErrorSpans, MarkedError
from tests.browser import steps
from tests.browser.accounts import in_a_browser
from tests.browser.server import serve
from workspace import Workspace
from workspace.storage.place import url_of_file

pytestmark = pytest.mark.exhaustive

GOOD, POOR = "SecretAlpha", "SecretBeta"
OUTPUTS = {
    GOOD: [
        "The minister opened the bridge on Monday.",
        "Nobody had seen so much snow before.",
        "She sold the old house by the lake.",
    ],
    POOR: [
        "Minister has opened bridge at the Monday.",
        "None saw such many snow in past.",
        "It sells old houses on some lake.",
    ],
}
SOURCE = [
    "Der Minister eröffnete am Montag die Brücke.",
    "Niemand hatte je so viel Schnee gesehen.",
    "Sie verkaufte das alte Haus am See.",
]
DOCUMENTS = ["news", "news", "stories"]
N_ITEMS = 8
"""Of a rater: each output once, one again, and one damaged."""
TENS = dict.fromkeys(OUTPUTS[GOOD], 6) | dict.fromkeys(OUTPUTS[POOR], 3)
"""By a text, what raters think of it; of a damaged one nothing."""
RETRY_SOON = """
    const {setTimeout} = window;
    window.setTimeout = (run, ms, ...given) => setTimeout(run, ms > 1000 && ms < 10000 ? 1000 : ms, ...given);
"""
"""Streamlit's client waits longer after each time in which it has found no server."""
RELOADED, KILLED = 2, 4
"""The items, from 0, in the middle of which a page is loaded again, and the server is killed."""


@dataclass
class Rater:
    """Somebody at work, what their browser has received, and what they have said of what they saw."""

    name: str
    missing: tuple[str, ...]
    """what they say of every output, to be told from others"""
    page: Page
    received: list[bytes | str] = field(default_factory=list)
    said: list[tuple[str, ErrorSpans]] = field(default_factory=list)
    _responses: list[Response] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.page.on("websocket", lambda socket: socket.on("framereceived", lambda part: self.received.append(part)))
        self.page.on("response", lambda response: self._responses.append(response))

    def keep_bodies(self) -> None:
        """Of all that was asked for, but Streamlit's files: before the page is left, for then they are gone."""
        for response in self._responses:
            if not urlsplit(response.url).path.startswith("/static/"):
                self.received += [response.body(), str(response.headers)]
        self._responses.clear()

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def expect_item(self, number: int) -> None:
        """From 0; the server has heard all that was said before."""
        expect(self.page.locator(".desk-progress span")).to_have_text(f"{number + 1} of {N_ITEMS}")
        expect(self.page.locator(".desk[aria-busy]")).to_have_count(0)

    def expect_to_wait(self) -> None:
        """Until the server is there: nothing can be changed that it has not heard, and nothing stands over the page."""
        expect(self.page.locator(".desk-status")).to_have_text(re.compile("^Not saved yet"))
        expect(self.page.get_by_role("dialog")).to_have_count(0)
        score = self.page.locator(".desk-slider output").inner_text()
        self.page.locator(".desk-slider input").click(force=True, position={"x": 5, "y": 5})
        self.press("9")
        expect(self.page.locator(".desk-slider output")).to_have_text(score)

    def mark(self) -> None:
        """The first word, unless all is well, and what is missing."""
        text = self.page.locator(".desk .marked").inner_text()
        tens = TENS.get(text, 0)
        severity = {0: "major", 3: "minor"}.get(tens, "")
        spans = (MarkedError(0, len(text.split()[0]), severity),) if severity else ()
        self.said.append((text, ErrorSpans(spans, self.missing, 10 * tens + len(self.said))))
        self.press(*(["Home", "1" if severity == "minor" else "2"] if severity else []))
        self.press(*("m" if severity == "minor" else "Shift+M" for severity in self.missing))

    def score(self) -> None:
        """With no number of two digits, which must be typed in some time."""
        tens, ones = divmod(int(self.said[-1][1].score), 10)
        self.press("Enter", str(ones), *["PageUp"] * tens, "Enter")

    def rate(self) -> None:
        self.mark()
        self.score()


@pytest.fixture
def workspace(tmp_path):
    with Workspace(url_of_file(tmp_path / "kept.sqlite")) as found:
        yield found


@pytest.fixture
def variables(tmp_path):
    """Of a server that tells browsers apart."""
    return {"BLEUSCOPE_DATABASE_URL": f"sqlite:///{tmp_path / 'kept.sqlite'}", "BLEUSCOPE_ACCESS": "visitors"}


@pytest.fixture
def homes(tmp_path):
    """Two, one after another, for servers."""
    for name in ("first", "second"):
        (tmp_path / name).mkdir()
    return tmp_path / "first", tmp_path / "second"


@pytest.fixture
def raters(browser):
    missing = {"Rosalind": (), "Bertram": ("minor",), "Цецилия": ("major",)}
    errors = []
    with ExitStack() as browsers:
        pages = [browsers.enter_context(in_a_browser(browser)) for _ in missing]
        for page in pages:
            page.add_init_script(RETRY_SOON)
            page.on("pageerror", lambda error: errors.append(str(error)))
        yield [Rater(name, said, page) for (name, said), page in zip(missing.items(), pages, strict=True)]
    assert errors == []


def press(page, key):
    steps.come_to_rest(page)
    page.locator(f"[class*=st-key-{key}] button").first.click()


def expect_to_fit(page):
    """Also where there is little room."""
    steps.come_to_rest(page)
    page.set_viewport_size({"width": 900, "height": 800})
    steps.expect_to_fit(page)
    page.set_viewport_size({"width": 1400, "height": 900})


def set_up(page, address):
    """By the owner; the link and the code."""
    page.goto(f"{address}&rate_raters=3&rate_places=3")
    expect(page.locator(".seen")).to_be_visible()
    page.locator(".st-key-rate_protocol").get_by_text("Error spans").click()
    expect(page.locator(".seen mark")).to_have_count(2)
    expect_to_fit(page)
    press(page, "make-campaign")
    code = page.locator(".st-key-campaign-code code")
    expect(code).to_be_visible()
    return page.get_by_test_id("stCode").first.inner_text().strip(), code.inner_text().strip()


def join(raters, link, code):
    """The first two by the link, the last by the code."""
    desk = link.partition("#")[0]
    for rater in raters:
        rater.page.goto(desk if rater is raters[-1] else link)
    raters[-1].page.get_by_label("Code").fill(code)
    raters[-1].press("Enter")
    for rater in raters:
        rater.page.get_by_label("Your name").fill(rater.name)
        rater.press("Enter")
    for rater in raters:
        rater.page.get_by_role("button", name="Skip").click()
        rater.expect_item(0)
        expect(rater.page).to_have_url(desk)


def rate(raters, numbers):
    """All at once."""
    for number in numbers:
        for rater in raters:
            rater.rate()
        for rater in raters:
            if number + 1 < N_ITEMS:
                rater.expect_item(number + 1)


def reload(rater):
    """In the middle of an item: what was marked is still there."""
    rater.mark()
    rater.keep_bodies()
    rater.page.reload()
    rater.expect_item(RELOADED)
    rater.score()


def finish(rater):
    rater.page.get_by_role("button", name="Finish").click()
    expect(rater.page.get_by_role("heading", name="Thank you")).to_be_visible()
    rater.keep_bodies()
    rater.page.close()


def first_scores(raters, system):
    """The mean over segments of the means over raters, of what each said of a text the first time."""
    firsts = [dict(reversed(rater.said)) for rater in raters]
    return fmean(fmean(first[text].score for first in firsts) for text in OUTPUTS[system])


def expect_all_once(mine, project, raters):
    """What was pressed is what is kept, each beside the text that was seen."""
    (campaign,) = mine.campaigns(project)
    assert sorted((rater.name, rater.n_done) for rater in campaign.raters) == sorted((r.name, N_ITEMS) for r in raters)
    found = mine.ratings(campaign.id)
    texts = {place: [item.outputs[0].text for item in asked] for place, asked in found.items_by_place.items()}
    kept = {at.rater: [(texts[at.place][one.item], one.value) for one in at.answers] for at in found.places}
    assert kept == {rater.name: rater.said for rater in raters}


def expect_blind(raters):
    """Nothing that a browser has received names a system, or another rater; it is looked through as texts are found."""
    for rater in raters:
        everything = b"".join(part if isinstance(part, bytes) else part.encode() for part in rater.received)
        seen = {word for word in (*SOURCE, *TENS, rater.name) if is_in(everything, word)}
        assert seen == {*SOURCE, *TENS, rater.name}
        secret = {GOOD, POOR} | {other.name for other in raters} - {rater.name}
        assert not {word for word in secret if is_in(everything, word)}


def is_in(everything, word):
    """As it is, or as JSON escapes it."""
    return word.encode() in everything or json.dumps(word)[1:-1].encode() in everything


def read(page, address, good, poor):
    """By the owner, from how far raters are to the judge that they are; with the scores that both systems must have."""
    page.goto(f"{address}&rate_part=Campaigns")
    expect(page.locator(".statement")).to_contain_text(
        f"{3 * N_ITEMS} of {3 * N_ITEMS} answers are there, 3 of 3 raters are done"
    )
    expect_to_fit(page)
    steps.open_tab(page, "Read")
    expect(page.locator(".statement")).to_contain_text(f"Raters put {GOOD} ahead of {POOR} by ")
    expect(page.locator(".st-key-rate-systems .ytick")).to_have_count(len(OUTPUTS))
    expect(page.locator(".agreed")).to_contain_text("alpha")
    expect_to_fit(page)
    press(page, "use-as-judge")
    expect(page.locator(".said.done")).to_contain_text("are a judge in version 2")
    steps.come_to_rest(page)
    page.get_by_role("link", name="See the verdict").click()
    expect(page.locator(".verdict")).to_contain_text(f"Errors in {len(SOURCE)} segments")
    expect(page.locator(".verdict")).to_contain_text(f"{good:.2f} against {poor:.2f}")
    steps.come_to_rest(page)
    page.goto("about:blank")


def test_nothing_is_lost_and_nothing_twice_and_all_is_blind(visitor, raters, workspace, variables, homes):
    secret = token_urlsafe(32)
    mine = workspace.as_(workspace.visitor(secret, make=True).id)
    test_set = TestSet.build(OUTPUTS, [OUTPUTS[GOOD]], SOURCE, name="rated")
    kept = mine.add(mine.create("Ours").id, replace(test_set, documents=pa.array(DOCUMENTS)))
    owner, (rosalind, bertram, cecilia) = visitor(), raters

    with serve(homes[0], variables=variables) as server:
        address = f"{server.url}/rate?set={kept.id}.1"
        owner.context.add_cookies([{"name": "bleuscope", "value": secret, "url": server.url}])
        join(raters, *set_up(owner, address))
        rate(raters, range(RELOADED))
        reload(bertram)
        for rater in (rosalind, cecilia):
            rater.rate()
        for rater in raters:
            rater.expect_item(RELOADED + 1)
        rate(raters, range(RELOADED + 1, KILLED))
        press(owner, "look-again")
        expect(owner.locator(".statement")).to_contain_text(
            f"{3 * KILLED} of {3 * N_ITEMS} answers are there, 0 of 3 raters are done"
        )
        owner.goto("about:blank")
        cecilia.mark()
        rosalind.rate()  # her answer may have arrived, or not
        os.kill(server.process_id, signal.SIGKILL)
    cecilia.score()  # nobody hears it
    bertram.rate()
    bertram.expect_to_wait()

    with serve(homes[1], variables=variables, port=server.port):
        for rater in raters:
            rater.expect_item(KILLED + 1)
        rate(raters, range(KILLED + 1, N_ITEMS))
        for rater in raters:
            finish(rater)
        expect_all_once(mine, kept.project_id, raters)
        expect_blind(raters)
        read(owner, address, first_scores(raters, GOOD), first_scores(raters, POOR))
