"""Segments as a reader meets it: a list, what is found in it as one types, and beside it what is read."""

import json
from dataclasses import replace

import pyarrow as pa
import pytest
from playwright.sync_api import expect

from scoring import TestSet
from tests.browser import steps

NEXT = "button[name=next]"
ROWS = ".st-key-picker .row"
IN_SIGHT = """
row => {
    const [inner, outer] = [row, row.parentElement].map(element => element.getBoundingClientRect());
    return inner.top >= outer.top && inner.bottom <= outer.bottom;
}
"""
NUMBERS = "rows => rows.map(row => Number(row.dataset.number))"


def listed(page):
    return page.locator(ROWS).evaluate_all(NUMBERS)


def row(page, number):
    return page.locator(f"{ROWS}[data-number='{number}']")


def expect_chosen(page, number):
    """The row is marked, alone and in sight; the segment is read and named by the address."""
    expect(page.locator(f"{ROWS}[aria-current=true]")).to_have_attribute("data-number", str(number))
    steps.until(page, lambda: row(page, number).evaluate(IN_SIGHT), bool)
    expect(steps.segment_heading(page, number)).to_be_visible()
    steps.expect_parameter(page, "segment", str(number))


@pytest.mark.exhaustive
def test_a_link_of_another_page_opens_it_as_the_link_says(open_page):
    page = open_page("/overview?set=textbook&systems=candidate-1", "[data-testid=stPageLink]")
    link = page.get_by_role("link", name="All segments, the worst first")
    for _ in range(2):
        link.click()
        steps.expect_parameter(page, "sort", "worst:candidate-1")
        steps.come_to_rest(page)
        page.go_back()
        expect(link).to_be_visible()
        steps.expect_parameter(page, "sort", None)


@pytest.mark.exhaustive
def test_by_key_and_by_row_with_the_list_beside_where_there_is_room(open_page, settle):
    page = open_page("/segments?segment=1&sort=file", NEXT)
    expect_chosen(page, 1)
    for key, number in (("j", 2), ("j", 3), ("k", 2)):
        page.keyboard.press(key)
        expect_chosen(page, number)
        settle(page)
    for part in (".text", ".number", ".scores"):
        number = 5 if part == ".number" else 4
        row(page, number).locator(part).click()
        expect_chosen(page, number)
    page.keyboard.press("ArrowDown")
    expect_chosen(page, 5)
    page.keyboard.press("j")
    expect_chosen(page, 6)
    row(page, 150).click()
    expect_chosen(page, 150)
    page.go_back()
    expect_chosen(page, 6)
    check_what_stays_in_sight(page)


@pytest.mark.exhaustive
def test_reading_on_draws_no_more_than_what_is_read_and_the_page_goes_along(open_page, settle):
    page = open_page("/segments?segment=1&sort=file", NEXT)
    steps.come_to_rest(page)
    page.locator(".st-key-finder").evaluate("finder => finder.dataset.mark = 'the same'")
    for number in (2, 3):
        page.keyboard.press("j")
        expect_chosen(page, number)
        settle(page)
        words = page.locator(".bs .h").first.inner_text()
        take = page.locator(".st-key-download-menu button").first
        take.click()
        with page.expect_download() as download:
            page.locator(".st-key-download-n-grams-json button").click()
        rows = json.loads(download.value.path().read_text(encoding="utf-8"))["rows"]
        assert rows[0]["n-gram"] == words
        take.click()
    choose_view(page, "TER")
    expect(page.locator(".st-key-settings-3")).to_be_visible()
    page.keyboard.press("j")
    expect_chosen(page, 4)
    page.locator(".st-key-download-menu button").first.click()
    expect(page.get_by_text("Edits of segment 4", exact=True)).to_be_visible()
    page.keyboard.press("Escape")
    for view in ("n-grams", "TER"):
        choose_view(page, view)
        page.keyboard.press("k")
    expect_chosen(page, 2)


def choose_view(page, name):
    option = page.locator(".st-key-segment_view").get_by_role("radio", name=name, exact=True)
    option.click()
    expect(option).to_be_checked()


@pytest.mark.exhaustive
def test_what_is_found_as_one_types_is_marked_and_stepped_through(open_page):
    """That it holds on other pages is looked at in tests/pages."""
    page = open_page("/segments?set=news-en-es&segment=2&sort=file", NEXT)
    everything = listed(page)
    search = page.get_by_placeholder("Find a word")
    search.press_sequentially("jk la ")
    expect(page.get_by_text("No segment passes this filter")).to_be_visible()
    expect(search).to_have_value("jk la ")
    steps.expect_parameter(page, "segment", "2")
    search.fill("")
    search.press_sequentially("la ")
    found = steps.until(page, lambda: listed(page), lambda now: 2 < len(now) < len(everything))
    expect(page.locator(".st-key-chip-filters")).to_contain_text(f"{len(found)} of {len(everything)} segments")
    marks = page.locator(f"{ROWS} mark")
    assert {text.lower() for text in marks.all_inner_texts()} == {"la "}
    expect(page.locator(".bs .hit").first).to_be_visible()
    page.get_by_role("heading", name="Segments", exact=True).click()
    page.keyboard.press("j")
    steps.expect_parameters(page, lambda now: int(now["segment"]) in found)


def check_what_stays_in_sight(page):
    """References, while outputs scroll. The list stands beside where there is room."""
    page.set_viewport_size({"width": 1280, "height": 700})
    left, right = (page.locator(f".st-key-{pane}") for pane in ("list-pane", "reading-pane"))
    assert steps.stay(left)["x"] + steps.stay(left)["width"] <= steps.stay(right)["x"]
    page.locator(".bs .h").last.scroll_into_view_if_needed()
    expect(page.locator(".bs .above")).to_be_in_viewport()
    expect(page.locator(f"{ROWS}[aria-current=true]")).to_be_in_viewport()
    page.set_viewport_size({"width": 900, "height": 800})
    steps.until(
        page,
        lambda: [pane.bounding_box() for pane in (left, right)],
        lambda places: places[0]["y"] + places[0]["height"] <= places[1]["y"],
    )


@pytest.mark.exhaustive
def test_a_segment_is_read_in_its_document(open_page, keep, settle):
    numbers = range(1, 10)
    outputs = {
        name: [f"{words} {n}" for n in numbers] for name, words in (("One", "a sentence"), ("Two", "<b>phrase</b>"))
    }
    test_set = TestSet.build(outputs, [[f"sentence {n}" for n in numbers]], [f"Satz {n}" for n in numbers])
    kept = keep(replace(test_set, documents=pa.array(["first"] * 3 + ["second"] * 6)))
    page = open_page(f"/segments?set={kept}", "button[name=next-document]")
    row(page, 2).click()
    expect_chosen(page, 2)
    page.keyboard.press("l")
    expect_chosen(page, 4)
    page.locator(".st-key-around label").click()
    around = page.locator(".passage .row:not(.heads)")
    expect(around).to_have_text(
        [
            "4Satz 4<b>phrase</b> 4a sentence 4",
            "5Satz 5<b>phrase</b> 5a sentence 5",
            "6Satz 6<b>phrase</b> 6a sentence 6",
        ]
    )
    page.get_by_role("button", name="Go to segment 6").click()
    expect_chosen(page, 6)
    expect(around).to_have_count(5)
    steps.expect_parameter(page, "around", "true")
    page.keyboard.press("h")
    expect_chosen(page, 1)
    steps.go(page, "Documents")
    settle(page.locator(".st-key-documents-strip-document"))
    expect(page.locator(".statement")).to_contain_text("of 2 documents")
