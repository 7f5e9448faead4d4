"""The page Agreement in a browser: the sentence, the picture, and the ways to Compare and Segments."""

from math import nan

import pytest
from playwright.sync_api import expect

from scoring.judgments import Scores
from tests import judgments
from tests.browser import steps

pytestmark = pytest.mark.exhaustive

SCORES = {"Facebook-AI": [-1.0, 0, -5, 0], "online-B": [-2.5, -7, nan, -25]}


def test_metrics_systems_and_segments(open_page, keep):
    kept = keep(judgments.SET.with_judgments([Scores("MQM", SCORES, is_human=True)]))
    page = open_page(f"/agreement?set={kept}", ".statement")
    expect(page.locator(".statement")).to_contain_text("agrees best with people (MQM)")
    steps.come_to_rest(page)
    expect(page.locator(".st-key-agreement-forest .js-plotly-plot")).to_be_visible()
    expect(page.get_by_text("Significant differences")).to_be_visible()
    for width in (390, 900, 1280):
        page.set_viewport_size({"width": width, "height": 800})
        steps.expect_to_fit(page)
    assert page.get_by_test_id("stMain").evaluate(steps.WORDS_IN_SIGHT) <= 150
    page.get_by_role("tab", name="Systems").click()
    expect(page.locator(".st-key-agreement-scatter .js-plotly-plot")).to_be_visible()
    expect(page.locator(".statement", has_text="of 1 pair of systems differently")).to_be_visible()
    page.get_by_role("tab", name="Segments").click()
    expect(page.locator(".heading", has_text="Segment 2")).to_be_visible()
    steps.expect_to_fit(page)
    page.locator(".st-key-read-segment button").click()
    expect(page.get_by_role("heading", name="Segments", exact=True, level=1)).to_be_visible()
    steps.expect_parameter(page, "segment", "2")
