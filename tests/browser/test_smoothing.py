"""The Smoothing page in a real browser: a flip and a point lead to their segment."""

import pytest
from playwright.sync_api import expect

from tests.browser import steps

pytestmark = pytest.mark.exhaustive

BARS = ".bars"


def test_a_flip_and_a_point_lead_to_their_segment(open_page, settle):
    page = open_page("/smoothing?set=news-en-es", BARS)
    steps.open_tab(page, "Who wins")
    steps.expect_parameter(page, "smoothing_part", "Who wins")
    flips = page.locator("[class*=st-key-leads]")
    cells = steps.expect_table(flips, lambda rows: len(rows) > 1)[1]
    number, leads = int(cells[0]), [float(cell) for cell in cells[-8:]]
    assert min(leads) < 0 < max(leads)
    steps.choose_row(flips, 1)
    steps.expect_parameter(page, "segment", str(number))
    expect(steps.segment_heading(page, number)).to_be_visible()
    steps.open_tab(page, "Distributions")
    check_a_point(page, settle)


def check_a_point(page, settle):
    chart = page.locator(".st-key-method-scatter .js-plotly-plot")
    settle(chart)

    def find():
        steps.stay(chart)
        return chart.evaluate(
            """plot => {
                const {xaxis, yaxis} = plot._fullLayout, points = plot.calcdata[0];
                const far = points.reduce((a, b) => (a.x + a.y > b.x + b.y ? a : b));
                const area = plot.querySelector('.nsewdrag').getBoundingClientRect();
                return {x: area.x + xaxis.d2p(far.x), y: area.y + yaxis.d2p(far.y), number: far.i + 1};
            }"""
        )

    number = find()["number"]
    steps.choose_point(page, find, lambda found: found.get("segment") == str(number))
    expect(steps.segment_heading(page, number)).to_be_visible()
