"""The page Errors in a browser: its squares say more where they are pointed at, and lead to segments."""

import pytest
from playwright.sync_api import expect

from tests import judgments
from tests.browser import steps

pytestmark = pytest.mark.exhaustive

NAMES = {"source": judgments.SOURCE, "reference": judgments.REFERENCE}
NAMES |= {f"system.{name}": lines for name, lines in judgments.SYSTEMS.items()}


def files():
    """The texts and MQM's table of errors."""
    texts = {f"{name}.txt": judgments.lines(*lines) for name, lines in NAMES.items()}
    every = texts | {"mqm.tsv": judgments.MQM}
    return [{"name": name, "mimeType": "text/plain", "buffer": data} for name, data in every.items()]


def test_squares_say_their_interval_and_lead_to_segments(open_page):
    page = open_page("/data", steps.OPEN["/data"])
    steps.drop(page, files())
    steps.use(page)
    steps.go(page, "Errors")
    square = page.get_by_role("button", name="Facebook-AI, all major errors").first
    expect(square).to_be_visible()
    expect(page.get_by_role("heading", name="Does BLEU see what annotators saw?")).to_be_visible()
    steps.come_to_rest(page)
    square.focus()
    page.keyboard.press("ArrowDown")
    focused = page.locator("[data-testid=stBidiComponentRegular] button:focus, .heat button:focus").first
    expect(focused).to_have_attribute("data-row", "1")
    square.hover()
    assert "95 % interval" in steps.tip(square)
    for width in (390, 1280):
        page.set_viewport_size({"width": width, "height": 800})
        steps.expect_to_fit(page)
    assert page.get_by_test_id("stMain").evaluate(steps.WORDS_IN_SIGHT) <= 150
    square.click()
    expect(page.get_by_role("heading", name="Segments", exact=True, level=1)).to_be_visible()
