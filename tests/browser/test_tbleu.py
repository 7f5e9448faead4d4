"""tBLEU as a reader meets it: a threshold is moved, and numbers and lines follow."""

import pytest
from playwright.sync_api import expect

from scoring import TestSet
from tests.browser import steps

pytestmark = pytest.mark.exhaustive

SLIDER = ".st-key-tbleu_epsilon input"
TOKEN = ".canvas .token"
LINK = ".canvas .link"
GRID = ".canvas .grid"
SCROLLER = ".st-key-tbleu-alignment .scroller"
VERDICT = ".verdict"
WORDS = " ".join(f"slovo{number}" for number in range(55))
NAME = "A-production-engine-of-march-finetuned-twice"
REFERENCE = [
    "Jedu novým červeným autem",
    "Včera jsme viděli nový film .",
    "Děti si hrály na zahradě .",
    WORDS,
    "مرحبا بالعالم الجميل",
]
OUTPUTS = {
    NAME: [
        "Jedu s novém červeném auto",
        "Včera jsme vidět nová filmu .",
        "Děti si hráli na zahrada .",
        WORDS.replace("slovo1", "slova1"),
        "مرحبا بالعالم الجميلة",
    ],
    "B": [
        "Jedu novým autem červeným",
        "Včera jsem viděl nový film .",
        "Děti si hrají v zahradě .",
        WORDS,
        "مرحبا بالعالم",
    ],
}


def expect_words(page, *first):
    """The first words drawn."""

    def read():
        return page.locator(f"{TOKEN} .word").evaluate_all(
            "words => words.map(word => [...word.querySelectorAll(':scope > span')].map(c => c.textContent).join(''))"
        )

    steps.until(page, read, lambda words: tuple(words[: len(first)]) == first)


def solid(page):
    """For each link whether it is drawn so."""
    dashes = page.locator(LINK).evaluate_all("links => links.map(link => getComputedStyle(link).strokeDasharray)")
    return tuple(dash == "none" for dash in dashes)


def expect_solid(page, *is_solid):
    """They are drawn after the sentence above them."""
    steps.until(page, lambda: solid(page), lambda found: found == is_solid)


def press(page, settle, key, times):
    """Presses a key on the slider and waits for the sentence that says what epsilon does."""
    before = page.locator(VERDICT).inner_text()
    page.locator(SLIDER).focus()
    for _ in range(times):
        page.keyboard.press(key)
    expect(page.locator(VERDICT)).not_to_have_text(before)
    settle(page)


def test_the_papers_example_long_text_and_text_from_right_to_left(open_page, keep, settle):
    kept = keep(TestSet.build(OUTPUTS, [REFERENCE], name="Czech"))
    page = open_page(f"/tbleu?set={kept}&segment=1&sort=file", TOKEN)
    expect_words(page, *OUTPUTS[NAME][0].split(), *REFERENCE[0].split())
    check_that_the_name_is_read_whole(page.locator(".st-key-system input"))
    expect(page.locator(".canvas .label")).to_have_text(["0", "0.33", "0.17", "0.67"])
    expect_solid(page, True, False, True, False)  # at a tolerance of 0.3
    check_that_a_word_shows_its_partner(page)
    scores = page.locator(VERDICT).inner_text()
    press(page, settle, "ArrowRight", 1)
    press(page, settle, "ArrowLeft", 1)
    expect(page.locator(VERDICT)).to_have_text(scores)
    expect_solid(page, True, False, True, False)
    press(page, settle, "End", 1)
    steps.expect_parameters(page, lambda found: float(found.get("tbleu_epsilon", "0")) == 1)
    expect_solid(page, *[True] * 4)
    expect(page.locator(VERDICT)).to_contain_text("forgives 3 of 5 words")
    expect(page.locator(".bs .sum").first).to_contain_text("2.8333")
    lines_touch_their_words(page)
    page.get_by_text("What if? Edit the hypothesis").click()
    box = page.locator(".st-key-what-if textarea")
    box.fill("Jedu novým červeným autem")
    box.press("Control+Enter")
    expect(page.locator(VERDICT)).to_contain_text("100.00")
    settle(page)
    check_that_a_row_and_a_point_lead_to_their_segment(page, settle)
    check_long_text_and_text_from_right_to_left(page)


def check_that_the_name_is_read_whole(box):
    """The list of systems is as wide as the name that is chosen."""
    expect(box).to_have_value(NAME)
    assert box.evaluate("input => input.scrollWidth <= input.clientWidth + 1")


def check_that_a_word_shows_its_partner(page):
    """Where it is pointed at, and where keys reach it."""
    tip, lit = page.locator(".figure .tip"), page.locator(f"{TOKEN}.lit")
    page.locator(TOKEN, has_text="auto").hover()
    expect(tip).to_be_visible()
    expect(tip).to_contain_text("affix distance (0 + 2) / 3 = 0.667")
    expect(lit).to_have_count(2)
    expect(page.locator(f"{LINK}.lit")).to_have_count(1)
    page.mouse.move(5, 5)
    expect(tip).to_be_hidden()
    page.locator(TOKEN).first.focus()
    for key in ("ArrowRight", "ArrowRight", "ArrowDown"):
        page.keyboard.press(key)
    expect(page.locator(f"{TOKEN}:focus")).to_have_text("novým")
    expect(lit).to_have_count(2)
    page.keyboard.press("ArrowUp")
    expect(page.locator(f"{TOKEN}:focus")).to_contain_text("novém")


def check_that_a_row_and_a_point_lead_to_their_segment(page, settle):
    steps.open_tab(page, "Words")
    table = page.locator("[class*=st-key-tbleu_forms]")
    rows = steps.expect_table(table, lambda rows: any("hráli" in row for row in rows))
    steps.choose_row(table, next(number for number, row in enumerate(rows) if "hráli" in row))
    steps.expect_parameter(page, "segment", "3")
    expect_words(page, "Děti", "si", "hráli")
    settle(page)
    steps.open_tab(page, "Segments")
    point = page.locator(".st-key-tbleu-scatter .scatterlayer .trace").first.locator(".point").nth(1)
    steps.choose_point(page, lambda: steps.middle(point), lambda found: found.get("segment") == "2")
    expect_words(page, "Včera", "jsme")


def lines_touch_their_words(page):
    """Each link begins beneath its word and ends above its partner."""
    gaps = """links => links.map(link => {
        const [screen, length] = [link.getScreenCTM(), link.getTotalLength()];
        const [start, end] = [0, length].map(at => link.getPointAtLength(at).matrixTransform(screen));
        const tokens = [...link.getRootNode().querySelectorAll('.canvas .token')];
        const all = tokens.map(token => token.getBoundingClientRect());
        const gap = (point, side) => Math.min(...all.map(box =>
            Math.hypot(point.x - (box.left + box.right) / 2, point.y - box[side])));
        return Math.max(gap(start, 'bottom'), gap(end, 'top'));
    })"""
    steps.until(page, lambda: page.locator(LINK).evaluate_all(gaps), lambda found: bool(found) and max(found) < 2)


def turn_to_segment(page, number):
    chosen = steps.expect_parameters(page, lambda found: "set" in found)["set"]
    steps.turn_to(page, f"/tbleu?set={chosen}&segment={number}&sort=file")


def expect_to_fit(page):
    """Nothing is wider than the page, and no word goes out of the drawing."""
    steps.expect_to_fit(page)
    wider = "scroller => scroller.scrollWidth - scroller.clientWidth"
    steps.until(page, lambda: page.locator(SCROLLER).evaluate(wider), lambda found: found <= 0)


def places(page):
    """How far to the right each token begins, in px."""
    return page.locator(TOKEN).evaluate_all("tokens => tokens.map(token => token.getBoundingClientRect().x)")


def check_long_text_and_text_from_right_to_left(page):
    """The former is in lines."""
    turn_to_segment(page, 4)
    lines = [2]
    for width in (1400, 1200, 900):
        page.set_viewport_size({"width": width, "height": 900})
        expect(page.locator(SCROLLER)).to_have_count(1)  # the drawing of the segment before is gone
        more = steps.until(page, page.locator(GRID).count, lambda count, before=lines[-1]: count > before)
        steps.stay(page.locator(SCROLLER))
        lines.append(page.locator(GRID).count())
        assert lines[-1] >= more
        expect(page.locator(TOKEN)).to_have_count(110)
        expect_to_fit(page)
        lines_touch_their_words(page)
    turn_to_segment(page, 5)
    expect(page.locator(TOKEN)).to_have_count(6)
    steps.until(page, lambda: places(page)[:3], lambda found: found == sorted(found, reverse=True))
    lines_touch_their_words(page)
