"""The page Errata in a real browser: each misprint, its way to the Playground, and what its example sets."""

import pytest
from playwright.sync_api import expect

from course.errata.errata import ERRATA
from tests.browser import steps
from tests.cases import one_in

pytestmark = pytest.mark.exhaustive

PROJECTOR = {"width": 1280, "height": 800}
SCORES = "[data-testid=stDataFrame]"
CHOSEN = "Smoothing 4"
HYPOTHESES = ".st-key-playground_hypotheses textarea"


def is_on_one_screen(box):
    return box is not None and box["y"] + box["height"] <= PROJECTOR["height"]


def test_each_fits_a_projector_and_opens_in_the_playground(open_page, page, settle):
    """What each sets there, and on other pages, is looked at in tests/pages; how a chip is taken off, too."""
    page.set_viewport_size(PROJECTOR)
    open_page("/errata", ".bs .errata td")
    others = [name for name in ERRATA if name != CHOSEN]
    for name in (*others[:: one_in(4)], CHOSEN):
        page.locator(".st-key-erratum").get_by_text(name, exact=True).click()
        claim = page.get_by_role("heading", name=ERRATA[name].claim)
        expect(claim).to_be_visible()
        settle(page)
        steps.until(page, page.get_by_role("link", name="Open in Playground").bounding_box, is_on_one_screen)
    check_the_example_and_the_way_back(page, settle, claim)


def check_the_example_and_the_way_back(page, settle, claim):
    erratum = ERRATA[CHOSEN]
    for _ in range(2):
        expect(claim).to_be_visible()
        expect(page.get_by_role("heading", name="Errata", exact=True)).to_be_visible()
        settle(page)
        page.get_by_role("link", name="Open in Playground").click()
        settle(page.locator(SCORES))
        expect(page.locator(HYPOTHESES)).to_have_value(erratum.texts.hypotheses)
        expect(page.locator(".st-key-view").get_by_role("radio", checked=True)).to_have_text(erratum.view)
        steps.expect_parameter(page, "smoothing", "4")
        expect(page.locator(".st-key-tokenize input")).to_have_value("none")
        expect(page.locator(".st-key-max_order")).to_contain_text(str(erratum.settings["max_order"]))
        before = steps.expect_table(page)
        page.go_back()
    expect(claim).to_be_visible()  # until then the table is still there
    settle(page)
    page.go_forward()
    steps.expect_table(page, lambda rows: rows == before)
    page.wait_for_url("**/playground?*")
    page.reload()
    steps.expect_table(page, lambda rows: rows == before)
