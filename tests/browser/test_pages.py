"""The main path of a reader, from the first number to a single word, in a real browser."""

import csv
import re
from contextlib import suppress
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from tests.browser import faults, steps
from tests.cases import one_in
from ui.session import navigation

VERDICT = ".verdict"


def expect_another_verdict(page, *before):
    """What is said, once it is nothing of that."""
    return steps.until(page, page.locator(VERDICT).inner_text, lambda said: said not in before)


@pytest.mark.exhaustive
def test_the_overview_its_files_and_its_settings(open_page, settle):
    page = open_page("/overview", VERDICT)
    check_numbers_are_there_at_once(page)
    check_downloads_hold_the_numbers_shown(page)
    said = [expect_another_verdict(page)]
    steps.choose(page, "test_set", "Textbook examples")  # which takes less time
    steps.expect_parameter(page, "set", "textbook")
    said.append(expect_another_verdict(page, *said))
    settle(page)
    steps.choose(page, "tokenize", "char")
    steps.expect_parameter(page, "tokenize", "char")
    said.append(expect_another_verdict(page, *said))
    settle(page)
    page.locator(".st-key-max_order input, .st-key-max_order [role=slider]").first.focus()
    page.keyboard.press("ArrowLeft")
    steps.expect_parameter(page, "max_order", "3")
    final = expect_another_verdict(page, *said)
    settle(page)
    steps.go(page, "Glossary")
    settle(page)
    page.go_back()
    expect(page.locator(VERDICT)).to_have_text(final, use_inner_text=True)
    steps.expect_parameter(page, "tokenize", "char")


def check_numbers_are_there_at_once(page):
    expect(page.locator(VERDICT)).to_have_text(re.compile(r"\d+\.\d\d against \d+\.\d\d"))
    rows = steps.expect_table(page, lambda rows: len(rows) >= 3)
    assert all(0 < float(row[1]) < 100 for row in rows)
    # One number, wherever it stands.
    expect(page.locator(VERDICT)).to_contain_text(f"{float(rows[0][1]):.2f}")
    expect(page.locator(".st-key-precisions .js-plotly-plot")).to_be_visible()
    expect(page.locator(".st-key-distribution .js-plotly-plot")).to_be_visible()


def check_downloads_hold_the_numbers_shown(page):
    steps.come_to_rest(page)
    page.locator(".st-key-download-menu button").first.click()
    button = page.locator(".st-key-download-leaderboard-csv button")
    expect(button).to_be_visible()
    with page.expect_download() as download:
        button.click()
    assert download.value.suggested_filename == "bleuscope-News-English-to-Spanish-leaderboard.csv"
    with open(download.value.path(), encoding="utf-8", newline="") as file:
        head, *rows = (row[:-1] for row in csv.reader(file))
    shown = [place for place, name in enumerate(head) if name != "letters"]  # these stand in the chart
    rows = [[row[place] for place in shown] for row in rows]
    for ending in ("xlsx", "tex", "json"):
        with page.expect_download() as other:
            page.locator(f".st-key-download-leaderboard-{ending} button").click()
        assert other.value.suggested_filename.endswith(f".{ending}")
        assert other.value.path().stat().st_size > 100
    page.keyboard.press("Escape")
    size = page.viewport_size
    page.set_viewport_size(
        {"width": 1900, "height": size["height"]}
    )  # a table tells only the columns that are in sight
    steps.expect_table(page, lambda shown: list(map(named_numbers, shown)) == list(map(named_numbers, rows)))
    page.set_viewport_size(size)


def named_numbers(row):
    """A row as it is told apart from others; numbers may be written in more than one way."""
    with suppress(ValueError):
        return row[0], [float(f"{float(cell):.6g}") for cell in row[1:]]
    return row


def background(locator):
    return locator.evaluate("element => getComputedStyle(element).backgroundColor")


@pytest.mark.exhaustive
def test_pointing_at_a_word_shows_its_matches_and_marks_them(open_page, page):
    page = open_page("/segments?set=textbook&segment=1", ".bs .h.n4")
    token = page.locator(".bs .h.n4").first
    marks = [f".m-{k}" for k in re.findall(r"\bg-(\d+-\d+)\b", token.get_attribute("class"))]
    partners = page.locator(", ".join(f".bs {mark}" for mark in marks)).all()
    others = page.locator(".bs .r" + "".join(f":not({mark})" for mark in marks)).first
    assert partners

    def colours():
        return [background(partner) for partner in partners]

    before = colours()
    for reach in (token.hover, token.focus):
        assert not steps.tip(token)
        reach()
        tip = steps.until(page, lambda: steps.tip(token), bool)
        assert token.inner_text() in tip
        assert "counted" in tip
        (mark,) = steps.until(page, lambda: set(colours()), lambda found: len(found) == 1 and not found & set(before))
        assert background(others) != mark
        page.mouse.move(5, 5)
        token.blur()
        steps.until(page, lambda: steps.tip(token), lambda said: not said)
        steps.until(page, colours, lambda found: found == before)


CONTRASTS = {"/segments": 6, "/ter": 3}
"""Of how many kinds of text at least."""


MAX_WORDS = {"/learn": 250, "/glossary": 320, "/errata": 300, "/overview": 220, "/ask": 180}
"""In sight before anybody asks for more, as lessons' answers do, or a verdict's chart and its sequel; of others 150."""

DOWNLOADS = {"/ask": 1, "/effort": 2}
"""Page -> download buttons in sight. What these pages give are files; all others have a menu."""


AS_OTHERS = {"/", "/documents", "/agreement", "/rate", "/data", "/open", "/administration", "/projects"}
"""Pages on which nothing has a colour but Streamlit's own parts, and what stands on other pages, too."""


def pages_at(paths, open_page, settle):
    """The page at each of these addresses: the first one is loaded; others are turned to, as Back does."""
    first, *others = paths
    page = open_page(first, steps.OPEN[first])
    yield page, urlsplit(first).path
    for path in others:
        steps.turn_to(page, path)
        settle(page.get_by_test_id("stMain").locator(steps.OPEN[path]))
        yield page, urlsplit(path).path


def test_a_page_opens_by_its_address(open_page, settle):
    """One page in three; the others are opened below."""
    for page, bare in pages_at(list(steps.OPEN)[::3], open_page, settle):
        page.wait_for_url(lambda url, bare=bare: urlsplit(url).path == bare)
        steps.expect_to_fit(page)


@pytest.fixture
def empty_project(workspace):
    """The project that Matrix opens first, so that what other tests keep is not on the page."""
    project = workspace.create("Empty")
    yield project
    workspace.delete(project.id, for_good=True)


THEMES = ["light", "dark"]
IN_BOTH_THEMES = {"/compare", "/significance"}
"""Pages with most colours of their own."""


@pytest.mark.exhaustive
@pytest.mark.usefixtures("empty_project")
@pytest.mark.parametrize("paths", [list(steps.OPEN)[at::3] for at in range(3)], ids=" ".join)
def test_every_page_shuts_nobody_out_and_fits_every_window(open_page, page, settle, paths):
    page.set_viewport_size({"width": 1280, "height": 800})
    for at, (page, bare) in enumerate(pages_at(paths, open_page, settle)):
        half = 2 * at // len(paths)  # of the pages, so that the theme changes once
        themes = THEMES if bare in IN_BOTH_THEMES else THEMES[half % one_in(2) :: one_in(2)]
        check_page(page, bare, themes)
        page.set_viewport_size({"width": 1280, "height": 800})


def check_page(page, bare, themes):
    page.wait_for_url(lambda url: urlsplit(url).path == bare)
    main = page.get_by_test_id("stMain")
    in_sight = {bare: MAX_WORDS.get(bare, 150)}
    steps.until(
        page, lambda: {bare: main.evaluate(steps.WORDS_IN_SIGHT)}, lambda seen: 10 < seen[bare] <= in_sight[bare]
    )
    expect(main.get_by_test_id("stDownloadButton").filter(visible=True)).to_have_count(DOWNLOADS.get(bare, 0))
    steps.expect_to_fit(page)
    for width in (390, 900):
        page.set_viewport_size({"width": width, "height": 800})
        steps.expect_to_fit(page)
    page.set_viewport_size({"width": 1280, "height": 800})
    for theme in ["light"] if bare in AS_OTHERS else themes:
        steps.in_theme(page, theme)
        check_legibility(page, bare)
        assert faults.serious(page) == []


def test_every_page_is_opened():
    assert {urlsplit(path).path.strip("/") or navigation.START for path in steps.OPEN} == navigation.PAGES.keys()


@pytest.mark.exhaustive
def test_a_fault_of_ours_is_found(open_page, page):
    open_page("/glossary", "dt")
    page.locator("dt").first.evaluate("term => term.style.cssText = 'color: #bbb; background: #fff'")
    (fault,) = faults.serious(page, faults.OF_COLOURS)
    assert fault.startswith("color-contrast: ")


def check_legibility(page, path):
    if path in CONTRASTS:
        steps.expect_legible(page, CONTRASTS[path])


@pytest.mark.exhaustive
def test_a_set_that_is_gone_leads_to_the_upload(open_page, settle):
    page = open_page("/segments?set=00000000000000000000000000000000", "h1")
    expect(page.get_by_role("heading", name="This test set is not here")).to_be_visible()
    page.get_by_test_id("stMain").get_by_role("link", name="Upload files").click()
    settle(page.locator(".st-key-files"))
    expect(page.get_by_role("heading", name="Test sets", exact=True)).to_be_visible()


@pytest.mark.exhaustive
def test_where_the_menu_covers_the_page_it_closes_itself(page, open_page):
    page.set_viewport_size({"width": 390, "height": 800})
    open_page("/glossary", "dt")
    menu = page.get_by_test_id("stSidebarNav")
    expect(menu).not_to_be_in_viewport()
    page.get_by_test_id("stExpandSidebarButton").click()
    link = menu.get_by_role("link", name="Playground")
    expect(link).to_be_in_viewport()
    link.click()
    expect(page.get_by_role("heading", level=1, name="Playground")).to_be_visible()
    expect(menu).not_to_be_in_viewport()


@pytest.mark.exhaustive
def test_back_after_a_button_that_leads_to_another_page_is_one_step(open_page, settle):
    page = open_page("/compare", ".statement")
    settle(page)
    before = page.url
    page.locator(".st-key-read-segment button").click()
    expect(page.get_by_role("heading", name="Segments", exact=True, level=1)).to_be_visible()
    steps.expect_parameters(page, lambda found: found.get("segment", "") != "")
    settle(page)
    page.go_back()
    expect(page.get_by_role("heading", name="Compare", exact=True, level=1)).to_be_visible()
    settle(page)
    assert page.url == before


@pytest.mark.exhaustive
def test_a_copied_link_opens_the_same_view_for_somebody_else(open_page, settle, somebody_else):
    page = open_page("/segments?set=textbook&segment=2&segment_view=TER", ".st-key-copy-link")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name="Copy link", exact=True).click()
    expect(page.get_by_role("status").filter(has_text="Link copied.")).to_be_visible()
    link = page.evaluate("navigator.clipboard.readText()")
    page.context.clear_permissions()
    other = somebody_else(link, ".figure .token")
    expect(steps.segment_heading(other, 2)).to_be_visible()
    expect(other.locator(".facts-of-set")).to_have_text(page.locator(".facts-of-set").inner_text())
