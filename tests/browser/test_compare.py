"""Compare as a reader meets it: tabs have their evidence, rows and points lead to their segments."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser import steps

pytestmark = pytest.mark.exhaustive

STATEMENT = ".statement"
BOTH = ".both"


def open_compare(open_page, query=""):
    return open_page(f"/compare{query}", STATEMENT)


def keyed(page, key):
    return page.locator(f"[class*=st-key-{key}]")


def expect_segment(page, number):
    steps.expect_parameter(page, "segment", str(number))
    expect(page.locator(BOTH).first).to_contain_text(f"Segment {number}")


def test_rows_points_and_ngrams_lead_to_their_segments(open_page, settle):
    page = open_compare(open_page)
    expect(page.locator(".decision")).to_contain_text(re.compile("apertium-direct is ahead of .*: 21.90 against"))
    number = check_rows_and_keys(page, settle)
    check_points(page, settle, number)
    check_ngrams(page, settle)
    check_the_first_sight(page, settle)
    check_widths(page, settle)


def check_rows_and_keys(page, settle):
    """The segment in use at their end."""
    table = keyed(page, "compare_segments")
    listed = [int(row[0]) for row in steps.expect_table(table, lambda rows: len(rows) > 3)]
    steps.choose_row(table, 1)
    expect_segment(page, listed[1])
    settle(page)
    page.get_by_role("heading", name="Compare", exact=True).click()
    for key in "jjkj":  # without a pause
        page.keyboard.press(key)
    expect_segment(page, listed[3])
    settle(page)
    return listed[3]


def check_points(page, settle, before):
    point = page.locator(".st-key-compare-scatter .scatterlayer .trace").nth(2).locator(".point").first

    def is_another(parameters):
        return int(parameters.get("segment", before)) != before

    expect_segment(page, steps.choose_point(page, lambda: steps.middle(point), is_another)["segment"])
    # The third trace holds what the second one wins.
    expect(page.locator(BOTH).first).to_contain_text(re.compile(r" − \S+:\s*−"))
    settle(page)


def check_ngrams(page, settle):
    steps.open_tab(page, "Words and n-grams")
    table = keyed(page, "compare_confirmed-1")
    first = steps.expect_table(table)[0]
    steps.choose_row(table, 0)
    pills = page.locator(".st-key-compare_confirmed-1-segment button")
    expect(pills).to_have_count(int(first[-1]))
    expect_segment(page, pills.first.inner_text())
    expect(page.locator(BOTH).first.locator(".two > div").first).to_contain_text(first[0].split()[-1])
    settle(page)
    last = pills.last.inner_text()
    pills.last.click()
    expect_segment(page, last)
    settle(page)


def check_the_first_sight(page, settle):
    """Verdict and picture are in sight together, and the buckets, too, say first what they show."""
    page.set_viewport_size({"width": 1280, "height": 800})
    steps.open_tab(page, "Segments")
    chart = page.locator(".st-key-compare-scatter .js-plotly-plot")
    settle(chart)
    page.locator("h1").scroll_into_view_if_needed()
    expect(page.locator(".decision")).to_be_in_viewport(ratio=1)
    expect(chart).to_be_in_viewport(ratio=0.6)
    steps.open_tab(page, "Groups")
    settle(page.locator(".st-key-compare-buckets .js-plotly-plot"))
    expect(page.locator(STATEMENT)).to_contain_text("group")
    page.set_viewport_size({"width": 1400, "height": 900})
    steps.open_tab(page, "Segments")


def check_widths(page, settle):
    """Nothing is wider than the page."""
    steps.open_tab(page, "Groups")
    steps.choose(page, "compare_by", "word frequency")
    expect(page.get_by_text("Without a file words are sorted")).to_be_visible()
    settle(page.locator(".st-key-compare-buckets .js-plotly-plot"))
    page.set_viewport_size({"width": 390, "height": 900})
    steps.expect_to_fit(page)
    page.set_viewport_size({"width": 1400, "height": 900})
    steps.open_tab(page, "Segments")
    columns = page.locator(BOTH).first.locator(".two > div")

    def n_lines():
        return columns.evaluate_all("columns => new Set(columns.map(c => c.getBoundingClientRect().y)).size")

    for width, expected in ((1400, 1), (900, 2)):  # side by side where there is room
        page.set_viewport_size({"width": width, "height": 900})
        steps.until(page, n_lines, lambda found, expected=expected: found == expected)
        steps.expect_to_fit(page)
