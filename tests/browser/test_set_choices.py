"""Metrics and baseline of a test set, as a reader chooses them: they stand in the address, and Back takes them off."""

import pytest
from playwright.sync_api import expect

from tests.browser import steps

pytestmark = pytest.mark.exhaustive

BASELINE = "apertium-catalan"
GIVEN = "Language model 1,Language model 2"
"""Scores that the sample set has from files."""


def metrics_button(page):
    return page.locator(".st-key-metric-choice button").first


def baseline_box(page):
    return page.locator(".st-key-pinned_baseline input")


def choose(page, box, option):
    box.click()
    page.get_by_role("option", name=option, exact=True).click()


def test_metrics_and_baseline_stand_in_the_address_and_hold_on_every_page(open_page, settle):
    page = open_page("/overview", ".verdict")
    settle(page)
    metrics_button(page).click()
    picker = page.locator(".st-key-chosen_metrics input")
    choose(page, picker, "METEOR")
    picker.fill("EED")  # one can go on at once
    steps.expect_parameter(page, "metrics", f"bleu,chrf,ter,meteor,{GIVEN}")
    settle(page)
    listed = page.get_by_role("option")
    expect(listed).to_have_text(["EED"])  # what was typed is still there, and nothing moves under the pointer
    listed.click()
    steps.expect_parameter(page, "metrics", f"bleu,chrf,ter,meteor,eed,{GIVEN}")
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    choose(page, baseline_box(page), BASELINE)
    steps.expect_parameter(page, "baseline", BASELINE)
    page.get_by_role("link", name="Significance", exact=True).click()
    page.wait_for_selector(".verdict")
    steps.expect_parameter(page, "metrics", f"bleu,chrf,ter,meteor,eed,{GIVEN}")
    steps.expect_parameter(page, "baseline", BASELINE)
    steps.go(page, "Overview")
    expect(metrics_button(page)).to_contain_text("Metrics: 7 of ")
    expect(baseline_box(page)).to_have_value(BASELINE)
