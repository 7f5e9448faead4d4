"""The Smoothing page in a real browser: parameters, flips, points and edits move what the reader sees."""

import pytest
from playwright.sync_api import expect

from tests.browser import steps

pytestmark = pytest.mark.exhaustive

BARS = ".bars"
FILES = {
    "reference.txt": "are you ready ?\nthe cat sat on the mat today\na b c d e f g h\n",
    "system.One.txt": "you are ready ?\nthe cat sat on a mat\na b c x e f g h\n",
    "system.Two.txt": "ready are you ?\nthe mat sat on the cat today\na b x d e x g h\n",
}


def expect_scores(page, is_right):
    """Method -> the BLEU that its bar ends with, once they are right."""
    rows = page.locator(f"{BARS} > div")
    read = "rows => rows.map(row => [row.firstChild.textContent, row.lastChild.textContent])"
    return steps.until(page, lambda: dict(rows.evaluate_all(read)), lambda found: bool(found) and is_right(found))


def press(page, key, button):
    page.locator(".st-key-parameters button").click()
    page.locator(f".st-key-{key} input").first.focus()
    page.keyboard.press(button)


def test_a_parameter_and_an_edit_move_numbers_which_come_back(open_page, settle, tmp_path):
    page = open_page("/data", ".st-key-files")
    for name, text in FILES.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    steps.drop(page, [tmp_path / name for name in FILES])
    steps.use(page)
    steps.go_to_first(page, "smoothing")
    settle(page.locator(BARS))
    # Chen and Cherry's method 1 on "you are ready ?"
    before = expect_scores(page, lambda scores: scores["1"] == "20.21")
    press(page, "epsilon", "ArrowRight")
    steps.expect_parameter(page, "epsilon", "0.11")
    after = expect_scores(page, lambda scores: scores["1"] != "20.21")
    page.keyboard.press("Escape")
    assert float(after["1"]) > float(before["1"])
    assert {method for method in before if before[method] != after[method]} == {"1"}
    steps.go(page, "Overview")
    steps.go(page, "Smoothing")
    settle(page.locator(BARS))
    expect_scores(page, lambda scores: scores == after)
    page.locator(".st-key-parameters button").click()
    page.locator(".st-key-paper-values button").click()
    steps.expect_parameter(page, "epsilon", None)
    expect_scores(page, lambda scores: scores == before)
    settle(page)
    page.keyboard.press("Escape")
    check_an_edited_hypothesis(page, settle, before)


def check_an_edited_hypothesis(page, settle, before):
    settle(page)
    page.get_by_text("What if? Edit the hypothesis").click()
    box = page.get_by_role("textbox", name="Hypothesis")
    box.fill("are you ready ?")
    box.press("Control+Enter")
    expect_scores(page, lambda scores: set(scores.values()) == {"100.00"})
    settle(page)
    go_back = page.locator(".st-key-original button")
    steps.stay(go_back)
    go_back.click()
    expect(go_back).to_be_disabled()
    expect_scores(page, lambda scores: scores == before)


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
    page.get_by_role("button", name="Read the chosen segment").click()
    expect(page.get_by_role("heading", name="Segments", exact=True)).to_be_visible()
    expect(steps.segment_heading(page, number)).to_be_visible()
    steps.go(page, "Smoothing")
    settle(page.locator(BARS))
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
