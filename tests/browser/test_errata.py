"""The page Errata in a real browser: each misprint, its way to the Playground, and what its example sets."""

import pytest
from playwright.sync_api import expect

from course.errata.errata import ERRATA
from tests.browser import steps

pytestmark = pytest.mark.exhaustive

PROJECTOR = {"width": 1280, "height": 800}
SCORES = "[data-testid=stDataFrame]"
CHOSEN = "Smoothing 4"
HYPOTHESES = ".st-key-playground_hypotheses textarea"


def is_on_one_screen(box):
    return box is not None and box["y"] + box["height"] <= PROJECTOR["height"]


def test_each_fits_a_projector_opens_in_the_playground_and_what_it_sets_goes_back_at_a_click(open_page, page, settle):
    """What each sets there is looked at in tests/pages."""
    page.set_viewport_size(PROJECTOR)
    open_page("/errata", ".bs .errata td")
    for name in sorted(ERRATA, key=CHOSEN.__eq__):
        page.locator(".st-key-erratum").get_by_text(name, exact=True).click()
        claim = page.get_by_role("heading", name=ERRATA[name].claim)
        expect(claim).to_be_visible()
        settle(page)
        steps.until(page, page.get_by_role("link", name="Open in Playground").bounding_box, is_on_one_screen)
    check_the_example_and_the_way_back(page, settle, claim)
    check_what_it_sets(page, settle)


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


def check_what_it_sets(page, settle):
    """It is in sight on other pages."""
    chips = [page.locator(f".st-key-chip-{key} button:visible") for key in ("smoothing", "tokenize", "max_order")]
    steps.go(page, "Overview")
    for chip, said in zip(chips, ("smoothing 4", "tokenizer none", "longest n-gram 2"), strict=True):
        expect(chip.first).to_contain_text(said)
        expect(chip.first).to_be_in_viewport()
    settle(page.locator(".verdict"))
    changed = page.locator(".verdict").inner_text()  # at rest, so it is what the example has set
    for chip in chips:
        chip.first.click()
        expect(chip).to_have_count(0)
    expect(page.locator(".verdict")).not_to_have_text(changed, use_inner_text=True)
    steps.expect_parameters(page, lambda found: not {"tokenize", "smoothing", "max_order"} & found.keys())
    expect(page.locator(".st-key-tokenize input")).to_have_value("13a")
