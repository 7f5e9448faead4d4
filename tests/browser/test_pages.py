"""The main path of a reader, from the first number to a single word, in a real browser."""

import csv
import re

import pytest
from playwright.sync_api import expect

from tests.browser import steps

VERDICT = ".verdict"


def verdict(page):
    return page.locator(VERDICT).inner_text()


def test_numbers_are_there_at_once(open_page):
    page = open_page("/", VERDICT)
    assert re.search(r"BLEU \d+\.\d\d", verdict(page))
    rows = steps.table(page)
    assert len(rows) >= 3
    assert all(0 < float(row[1]) < 100 for row in rows)
    assert f"{float(rows[0][1]):.2f}" in verdict(page), "one number, wherever it stands"
    expect(page.locator(".st-key-precisions .js-plotly-plot")).to_be_visible()
    expect(page.locator(".st-key-distribution .js-plotly-plot")).to_be_visible()


def test_a_setting_changes_the_numbers_and_the_address(open_page, settle, somebody_else):
    page = open_page("/", VERDICT)
    before = verdict(page)
    steps.choose(page, "tokenize", "char")
    steps.expect_parameter(page, "tokenize", "char")
    settle(page)
    changed = verdict(page)
    assert changed != before
    page.locator(".st-key-lowercase label").click()
    steps.expect_parameter(page, "lowercase", "true")
    page.locator(".st-key-max_order input, .st-key-max_order [role=slider]").first.focus()
    page.keyboard.press("ArrowLeft")
    steps.expect_parameter(page, "max_order", "3")
    settle(page)
    final = verdict(page)
    assert final not in (before, changed)
    # The address alone is enough for somebody else to see the same.
    other = somebody_else(page.url, VERDICT)
    assert verdict(other) == final
    assert other.locator(".st-key-tokenize input").input_value() == "char"
    steps.go(page, "Segments")
    assert steps.parameters(page)["tokenize"] == "char"


def test_stepping_with_the_keyboard(open_page, settle):
    page = open_page("/segments", ".st-key-next button")
    expect(steps.segment_heading(page, 1)).to_be_visible()
    first = page.locator(".bs .line").all_inner_texts()
    for key, number in (("j", 2), ("j", 3), ("k", 2)):
        page.keyboard.press(key)
        expect(steps.segment_heading(page, number)).to_be_visible()
        steps.expect_parameter(page, "segment", str(number))
        settle(page)
    assert page.locator(".bs .line").all_inner_texts() != first


def test_letters_typed_into_the_search_do_not_step(open_page, settle):
    page = open_page("/segments", ".st-key-next button")
    page.get_by_role("button", name="Filter").click()
    search = page.locator(".st-key-search input")
    search.click()
    search.press_sequentially("jk jj")
    page.wait_for_timeout(300)
    assert search.input_value() == "jk jj"
    assert steps.parameters(page).get("segment", "1") == "1"
    every = steps.table(page)
    search.fill("la ")
    search.press("Enter")
    found = steps.expect_table(page, lambda rows: len(rows) > 2 and rows != every)
    listed = [int(row[0]) for row in found]
    page.keyboard.press("Escape")
    expect(search).to_be_hidden()
    page.keyboard.press("j")
    following = listed[listed.index(1) + 1] if 1 in listed else listed[1]
    steps.expect_parameter(page, "segment", str(following))
    expect(steps.segment_heading(page, following)).to_be_visible()


def test_a_row_of_the_table_shows_its_segment(open_page, settle):
    page = open_page("/segments", "[data-testid=stDataFrame] canvas")
    steps.table(page)
    steps.click_row(page, 3)
    expect(steps.segment_heading(page, 4)).to_be_visible()
    steps.expect_parameter(page, "segment", "4")
    settle(page)
    steps.click_row(page, 1)
    expect(steps.segment_heading(page, 2)).to_be_visible()
    settle(page)
    page.get_by_role("heading", name="Segments", exact=True).click()
    page.keyboard.press("j")
    expect(steps.segment_heading(page, 3)).to_be_visible()


def background(locator):
    return locator.evaluate("element => getComputedStyle(element).backgroundColor")


@pytest.mark.parametrize("reach", ["hover", "focus"])
def test_pointing_at_a_word_shows_its_matches_and_marks_them(open_page, page, reach):
    page = open_page("/segments?set=textbook&segment=1", ".bs .h.n4")
    token = page.locator(".bs .h.n4").first
    marks = [f".m-{k}" for k in re.findall(r"\bg-(\d+-\d+)\b", token.get_attribute("class"))]
    partners = page.locator(", ".join(f".bs {mark}" for mark in marks)).all()
    others = page.locator(".bs .r" + "".join(f":not({mark})" for mark in marks)).first
    assert partners
    tip = token.locator(".tip")
    expect(tip).to_be_hidden()
    before = [background(partner) for partner in partners]
    getattr(token, reach)()
    expect(tip).to_be_visible()
    word = token.evaluate("element => element.firstChild.data")
    assert word in tip.inner_text()
    assert "counted" in tip.inner_text()
    marked = [background(partner) for partner in partners]
    assert all(now != then for now, then in zip(marked, before, strict=True))
    assert len(set(marked)) == 1
    assert background(others) not in marked
    page.mouse.move(5, 5)
    token.blur()
    expect(tip).to_be_hidden()
    assert [background(partner) for partner in partners] == before


def test_a_link_shows_the_same_page_set_segment_and_settings(open_page, somebody_else):
    page = open_page("/segments?set=textbook&segment=3&tokenize=none&smoothing=floor", ".st-key-next button")
    page.keyboard.press("j")
    expect(steps.segment_heading(page, 4)).to_be_visible()
    steps.expect_parameter(page, "segment", "4")
    shown = page.locator(".bs .line").all_inner_texts()
    other = somebody_else(page.url, ".st-key-next button")
    expect(steps.segment_heading(other, 4)).to_be_visible()
    assert other.locator(".bs .line").all_inner_texts() == shown
    assert other.locator(".st-key-smoothing input").first.input_value() == "floor"
    assert steps.parameters(other) == steps.parameters(page)


def test_back_returns_to_the_page_before(open_page, settle):
    page = open_page("/", VERDICT)
    steps.go(page, "Segments")
    settle(page.locator(".st-key-next button"))
    page.go_back()
    settle(page.locator(VERDICT))


def test_a_downloaded_table_holds_the_numbers_shown(open_page):
    page = open_page("/", ".st-key-download-leaderboard-csv button")
    expect(page.get_by_text("columns. The rest of the page is ready")).to_have_count(0)
    with page.expect_download() as download:
        page.locator(".st-key-download-leaderboard-csv button").click()
    assert download.value.suggested_filename.endswith(".csv")
    with open(download.value.path(), encoding="utf-8", newline="") as file:
        _, *rows = csv.reader(file)
    for ending in ("xlsx", "tex", "json"):
        with page.expect_download() as other:
            page.locator(f".st-key-download-leaderboard-{ending} button").click()
        assert other.value.suggested_filename.endswith(f".{ending}")
        assert other.value.path().stat().st_size > 100
    shown = steps.table(page)
    assert [row[0] for row in rows] == [row[0] for row in shown]
    for row, cells in zip(rows, shown, strict=True):
        assert [float(cell) for cell in row[1:]] == pytest.approx([float(cell) for cell in cells[1:]])


def test_every_page_fits_a_narrow_window_in_both_themes(open_page, page):
    page.set_viewport_size({"width": 900, "height": 800})
    pages = {
        "/": VERDICT,
        "/segments?set=textbook&segment=2": ".bs .line",
        "/ter?set=textbook&segment=7": ".figure .token",
        "/tbleu?set=inflection-hr-sl&segment=3": ".canvas .token",
        "/data": ".st-key-files",
    }
    for path, target in pages.items():
        open_page(path, target)
        for scheme in ("dark", "light"):
            steps.in_theme(page, scheme)
            assert page.evaluate("document.scrollingElement.scrollWidth - innerWidth") <= 0, path
            assert page.get_by_test_id("stMain").evaluate("main => main.scrollWidth - main.clientWidth") <= 0, path
            if path.startswith(("/segments", "/ter")):
                contrasts = steps.contrasts(page)
                assert len(contrasts) > (5 if path.startswith("/segments") else 2)
                assert {kind: ratio for kind, ratio in contrasts.items() if ratio < 4.5} == {}, scheme


def test_a_set_that_is_gone_leads_to_the_upload(open_page, settle):
    page = open_page("/segments?set=00000000000000000000000000000000", "h1")
    expect(page.get_by_role("heading", name="This test set is no longer here")).to_be_visible()
    page.get_by_test_id("stMain").get_by_role("link", name="Upload files").click()
    settle(page.locator(".st-key-files"))
    expect(page.get_by_role("heading", name="Data", exact=True)).to_be_visible()
