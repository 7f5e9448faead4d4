"""The page Checks in a browser: from the sentence to the place that is marked, by clicks and by keys."""

import pytest
from playwright.sync_api import expect

from tests.browser import steps

pytestmark = pytest.mark.exhaustive

SOURCE = [f"The machine weighs {number} kg and costs little." for number in range(31, 61)]
REFERENCE = [f"Die Maschine wiegt {number} kg und kostet wenig." for number in range(31, 61)]
RIGHT = [f"Die Maschine wiegt {number} kg und ist billig." for number in range(31, 61)]
WRONG = [text.replace("wiegt 3", "wiegt 7") for text in RIGHT]
BEGINNINGS = ("Das Gerät wiegt", "Dieses Gerät hat", "Es wiegt")
OTHER = [f"{BEGINNINGS[number % 3]} {number} kg und kostet wenig." for number in range(31, 61)]


def files():
    lines = {"source": SOURCE, "reference": REFERENCE, "system.careless": WRONG, "system.careful": OTHER}
    return [
        {"name": f"{name}.txt", "mimeType": "text/plain", "buffer": "\n".join([*text, ""]).encode()}
        for name, text in lines.items()
    ]


def test_a_buyer_reads_from_the_sentence_to_the_marked_place(open_page):
    page = open_page("/data", steps.OPEN["/data"])
    steps.drop(page, files())
    steps.use(page)
    steps.go(page, "Checks")
    expect(page.locator(".statement")).to_contain_text("careless changes a number in 9 of 30 segments, careful in 0")
    steps.come_to_rest(page)
    assert page.get_by_test_id("stMain").evaluate(steps.WORDS_IN_SIGHT) <= 150
    for width in (390, 900, 1280):
        page.set_viewport_size({"width": width, "height": 800})
        steps.expect_to_fit(page)
    page.get_by_role("button", name="numbers, careless: 9 of 30 segments").click()
    mark = page.locator(".err.critical").first
    expect(mark).to_be_in_viewport()
    expect(page.get_by_text("1 of 9 listed")).to_be_visible()
    steps.come_to_rest(page)
    page.keyboard.press("j")
    expect(page.get_by_text("2 of 9 listed")).to_be_visible()
    expect(page.get_by_text("Segment 2", exact=False).first).to_be_visible()
    expect(page.locator(".row[aria-current=true] mark").first).to_be_visible()
    steps.come_to_rest(page)
    page.get_by_role("button", name="Ignore", exact=True).click()
    expect(page.get_by_text("2 findings are ignored.")).to_be_visible()
    expect(page.get_by_text("2 of 8 listed")).to_be_visible()
    steps.come_to_rest(page)
    page.get_by_text("Mark on every page").click()
    steps.come_to_rest(page)
    steps.go(page, "Errors")
    expect(page.get_by_text("Marked by Checks, not people")).to_be_visible()
