"""The page Significance: the answer, a square of the matrix, a row, and a matrix that is larger than the window."""

import random
import re

import pytest
from playwright.sync_api import expect

from scoring import TestSet
from scoring.output.markup import html
from scoring.output.sentence import SystemName, sentence
from tests.browser import steps

pytestmark = pytest.mark.exhaustive

VERDICT = ".verdict"
MATRIX = ".squares"
SQUARE = ".squares button"
END = "Each metric is tested like the verdict’s."
RANDOM = random.Random(5)
WORDS = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]
REFERENCE = [RANDOM.choices(WORDS, k=12) for _ in range(40)]


def output(share):
    """The reference with about that share of its words kept."""
    return [" ".join(w if RANDOM.random() < share else "other" for w in line) for line in REFERENCE]


NINE = {
    f"{name}.opt{run}": output(share) for name, share in (("base", 0.8), ("big", 0.9), ("odd", 0.8)) for run in range(3)
}


def whole(page, settle):
    """Waits until nothing is on its way."""
    for one in (page.get_by_text(END), page.locator(MATRIX)):
        expect(one).to_have_count(1)  # for a moment there are two, when the page is drawn anew
    expect(page.get_by_role("button", name="Cancel")).to_have_count(0)
    settle(page)


def verdict(page, number=0):
    return page.locator(VERDICT).nth(number)


def square(page, row, column):
    """That of the system in one row and the one in a column, from 0, best first."""
    return page.locator(f"{SQUARE}[data-row='{row}'][data-column='{column}']")


def choose_square(page, row, column, system):
    """Clicks the square of a column in the row of a system."""
    square(page, row, column).click()
    expect(square(page, row, column)).to_have_attribute("aria-pressed", "true")
    steps.expect_parameter(page, "pair_a", system)


def open_test(page):
    """The popover with the fields that change the test."""
    page.locator(".st-key-test-settings button").first.click()
    expect(page.locator(".st-key-trials input")).to_be_visible()


def choose_of_test(page, key, option):
    """Chooses an option in the popover, and closes it."""
    open_test(page)
    steps.choose(page, key, option)
    page.keyboard.press("Escape")


def pair(page):
    """Where the names of both systems are chosen."""
    return [page.locator(f".st-key-pair_{key} input") for key in "ab"]


def test_the_answer_a_square_a_row_and_the_way_to_compare(open_page, settle):
    page = open_page("/significance?tokenize=char&trials=300")
    whole(page, settle)
    expect(verdict(page)).to_contain_text("is ahead of")
    ranking = steps.expect_table(page, lambda rows: [row[0] for row in rows] == ["1", "2", "3"])
    names = [row[1] for row in ranking]
    expect(verdict(page)).to_contain_text(names[0])
    for box, name in zip(pair(page), names, strict=False):
        expect(box).to_have_value(name)
    choose_square(page, 2, 0, names[2])
    expect(pair(page)[1]).to_have_value(names[0])
    whole(page, settle)
    expect(page.locator(VERDICT).filter(has_text=f"{names[0]} is ahead of {names[2]} by")).to_have_count(1)
    steps.until(page, page.get_by_text("p = (c + 1) / (R + 1)").text_content, adds_up)
    for key in ("forest", "null", "resamples"):
        expect(page.locator(f".st-key-{key} .js-plotly-plot")).to_be_visible()
    check_a_row(page, settle)
    check_the_way_to_compare_and_back(page, settle)


def adds_up(said):
    """What is said of p, with its numbers put in."""
    count, trials = map(int, re.search(r"\((\d+) \+ 1\) / \((\d+) \+ 1\)", said.replace(",", "")).groups())
    return f"= {(count + 1) / (trials + 1):.4f} without correction" in said


def check_a_row(page, settle):
    """It leads to its segment."""
    table = page.locator("[class*=st-key-influence]")
    steps.choose_row(table, 1)
    number = steps.expect_parameters(page, lambda found: "segment" in found)["segment"]
    steps.expect_table(table, lambda rows: rows[1][0] == number)
    settle(page)
    page.get_by_role("link", name="Read the chosen segment").click()
    expect(steps.segment_heading(page, int(number))).to_be_visible()
    steps.go(page, "Significance")
    whole(page, settle)


def check_the_way_to_compare_and_back(page, settle):
    """The pair, the metric and the settings go along."""
    choose_of_test(page, "significance_metric", "chrF")
    expect(verdict(page)).to_contain_text("chrF")
    whole(page, settle)
    names = [box.input_value() for box in pair(page)]  # at rest, so that they are what is tested
    page.get_by_role("link", name="Compare the two systems in detail").click()
    settle(page.locator(".statement"))
    for key, name in zip(("first", "second"), names, strict=True):
        expect(page.locator(f".st-key-{key} input")).to_have_value(name)
    expect(page.locator(".decision")).to_contain_text("chrF")
    steps.choose(page, "compare_metric", "TER")
    expect(page.locator(".decision")).to_contain_text("TER")
    settle(page)
    page.get_by_role("link", name="All pairs and other metrics").click()
    whole(page, settle)
    expect(pair(page)[1]).to_have_value(names[1])
    expect(verdict(page)).to_contain_text("TER")
    steps.expect_parameter(page, "tokenize", "char")
    steps.expect_parameter(page, "significance_metric", "TER")


def test_a_matrix_of_nine_systems_is_seen_at_every_width(open_page, keep, settle):
    """That they are runs of three, and that a long run can be cancelled, is looked at in tests/pages."""
    kept = keep(TestSet.build(NINE, [[*map(" ".join, REFERENCE)]], name="Nine"))
    page = open_page(f"/significance?set={kept}&trials=100")
    whole(page, settle)
    steps.expect_table(page, lambda rows: len(rows) == 9)
    expect(page.locator(SQUARE)).to_have_count(72)
    check_widths(page, settle)


def check_widths(page, settle):
    """Nothing is wider than the page."""
    for width in (1400, 900):
        page.set_viewport_size({"width": width, "height": 900})
        steps.expect_to_fit(page)
        # Legible, whatever the width.
        steps.until(page, lambda: square(page, 0, 1).bounding_box(), lambda box: box is not None and box["width"] >= 40)
    check_names_stay(page)


def check_names_stay(page):
    """Where the squares do not fit they scroll, and the names of rows and columns do not."""
    page.set_viewport_size({"width": 500, "height": 560})
    page.locator(MATRIX).evaluate("squares => squares.scrollIntoView({block: 'end'})")
    page.locator(MATRIX).evaluate("squares => squares.scrollTo(squares.scrollWidth, squares.scrollHeight)")
    expect(square(page, 8, 7)).to_be_in_viewport(ratio=0.9)
    for scope, place in (("row", 8), ("col", 7)):
        expect(page.locator(f"{MATRIX} th[scope={scope}]").nth(place)).to_be_in_viewport(ratio=0.9)
    steps.expect_to_fit(page)


PARTED = """
() => [...document.querySelectorAll(".dot")].filter(dot => {
    const letter = document.createRange();
    letter.setStart(dot.nextSibling.firstChild, 0);
    letter.setEnd(dot.nextSibling.firstChild, 1);
    const [ofName, ofDot] = [letter, dot].map(one => one.getBoundingClientRect());
    return ofDot.top > ofName.bottom || ofDot.bottom < ofName.top;
}).length
"""


def test_no_line_ends_between_the_dot_of_a_system_and_its_name(browser):
    names = dict.fromkeys(("model-v2", "model-v1", "online B"), "#111111")
    said = sentence("By BLEU {} is ahead of {} in 3 of 4 sets, and {} is the last one.", *map(SystemName, names))
    with browser.new_context() as context:
        page = context.new_page()
        page.set_content(f"<style>{html.STYLE}</style>{html.page(html.sentence_html(said, names))}")
        expect(page.locator(".dot")).to_have_count(len(names))
        for width in range(140, 480, 8):
            page.set_viewport_size({"width": width, "height": 400})
            assert page.evaluate(PARTED) == 0, f"in {width} px"
