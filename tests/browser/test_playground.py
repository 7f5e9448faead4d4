"""The Playground in a real browser: what a teacher writes, a class sees by the link; and every way there."""

import random
import re
from urllib.parse import parse_qsl, urlencode, urlsplit

import pytest
from playwright.sync_api import expect

from tests.browser import steps
from tests.hostile import MARKDOWN, SCRIPTS, SCRIPTURES
from ui.kit import texts as playground
from ui.kit.texts import EXAMPLE, Texts
from ui.views import VIEWS

SCORES = "[data-testid=stDataFrame]"
VIEW = ".st-key-view"
ORDER = ".st-key-tbleu_order"
CHOSEN = "[aria-checked=true]"
HARD = Texts(
    source='Quelle: "100 %" + & # = ?',
    hypotheses="A\tquotes \" ' ` 100 % + & # = ? / \\ ;\n\n  blank \nRTL\tمرحبا بالعالم 👩‍👩‍👧 🏳️‍🌈\na\u2028b\x01\x7fc",
    references="quotes \" ' `\n日本語 %41 %0A &amp; <b>\n\n",
)


def area(page, name):
    return page.locator(f".st-key-playground_{name} textarea")


def write(page, name, text):
    area(page, name).fill(text)
    area(page, name).press("Control+Enter")


def link_to(page):
    page.locator(".st-key-playground-link button").click()
    link = page.get_by_test_id("stPopoverBody").locator("code")
    expect(link).to_contain_text("text=")
    asked = steps.expect_parameters(page, bool)

    def is_right(found):
        return len(found) < 8_190 and asked.items() <= dict(parse_qsl(urlsplit(found).query)).items()

    found = steps.until(page, link.inner_text, is_right)
    page.keyboard.press("Escape")
    return found


def expect_the_same(page, other):
    """Of all that is seen of the texts: scores, words, drawings."""
    steps.expect_table(page, lambda rows: rows == steps.expect_table(other))
    for parts in (".bs .line, .bs .methods, .bs .outputs, .bs .step", ".figure"):
        seen = [shown.locator(parts).all_inner_texts for shown in (page, other)]
        steps.until(page, lambda seen=seen: [read() for read in seen], lambda both: both[0] == both[1])


def play(given_texts):
    return f"/playground?text={playground.encode(given_texts)}"


@pytest.mark.exhaustive
def test_a_link_shows_the_same_in_a_fresh_browser(open_page, settle, somebody_else):
    page = open_page("/playground?tokenize=char", SCORES)
    for name in ("hypotheses", "references"):
        write(page, name, getattr(HARD, name))
        settle(page)
    page.get_by_text("Source (optional)").click()
    write(page, "source", HARD.source)
    settle(page)
    page.locator(VIEW).get_by_text("All", exact=True).click()
    shown = len(VIEWS) - 2  # all but errors, which nobody marked, and the texts alone of a set without references
    expect(page.get_by_role("heading", level=2)).to_have_count(shown)
    page.locator(".st-key-lowercase label").click()
    steps.expect_parameter(page, "lowercase", "true")
    steps.choose(page, "hypothesis", "RTL")
    steps.expect_parameter(page, "hypothesis", "RTL")
    page.locator(ORDER).get_by_text("3-grams").click()
    steps.expect_parameter(page, "tbleu_order", "3-grams")
    settle(page)
    other = somebody_else(link_to(page), SCORES)
    expect(other.locator(".st-key-lowercase input")).to_be_checked()
    expect(other.locator(f"{ORDER} {CHOSEN}")).to_have_text("3-grams")
    expect_the_same(page, other)
    for name in ("hypotheses", "references"):
        expect(area(other, name)).to_be_visible()
    for name in ("source", "hypotheses", "references"):
        expect_text(other, name, getattr(HARD, name))
    expect_names(page, ["A", "hypothesis 2", "hypothesis 3", "RTL", "hypothesis 5"])
    page.set_viewport_size({"width": 900, "height": 800})
    steps.expect_to_fit(page)


def expect_text(page, name, text):
    """To the letter."""
    steps.until(page, area(page, name).input_value, lambda found: found == text)


def expect_names(page, names):
    """The rows of the table of scores."""
    return steps.expect_table(page, lambda rows: [row[0] for row in rows] == names)


CONTROLS = "\n".join(["a\r\nb", "a\x00b", "a\x1bb\x85c\x0cd", "\ufeffa\u200bb\u202ec", "a\rb"])


@pytest.mark.exhaustive
def test_control_characters_writing_back_other_pages_and_a_reload(open_page, settle):
    by_link = Texts("", CONTROLS, CONTROLS)
    page = open_page(play(by_link), SCORES)
    steps.expect_parameters(page, lambda found: "text" in found and playground.decode_link(found["text"]) == by_link)
    by_itself = steps.expect_table(page, lambda rows: len(rows) == 6)
    write(page, "references", "something else is written here")
    settle(page.locator(".bs .line").first)
    expect(page.locator(".bs .line").first).to_contain_text("something else is written here")
    before = steps.expect_table(page, lambda rows: len(rows) == 6 and rows != by_itself)
    seen = area(page, "hypotheses").input_value()
    # Writing needs no button, and Back undoes it.
    area(page, "hypotheses").fill("something else is written here")
    page.locator("h1").click()
    expect(page.locator(".bs .score").first).to_have_text("BLEU 100.00")
    steps.expect_table(page, lambda rows: rows != before)
    page.go_back()
    expect(area(page, "hypotheses")).to_have_value(seen)
    steps.expect_table(page, lambda rows: rows == before)
    # Texts stay while other pages are read, whose addresses do not have them, and a reload keeps them.
    write(page, "hypotheses", "my own words")
    written = playground.encode(Texts("", "my own words", "something else is written here"))
    steps.expect_parameter(page, "text", written)
    steps.go(page, "Segments")
    settle(page.locator("button[name=next]"))
    page.wait_for_url(lambda url: "text=" not in url)
    steps.go(page, "Playground")
    expect(area(page, "hypotheses")).to_have_value("my own words")
    steps.expect_parameter(page, "text", written)
    page.reload()
    settle(page.locator(SCORES))
    expect(area(page, "hypotheses")).to_have_value("my own words")


@pytest.mark.exhaustive
def test_a_broken_link_is_said_and_hostile_text_is_shown_as_text(open_page, problems, settle):
    page = open_page("/playground?text=%3Cscript%3Ewindow.flag=1%3C/script%3E%00%FF", SCORES)
    said = page.get_by_test_id("stAlert").filter(has_text="cut off or changed")
    expect(said).to_be_visible()
    expect(area(page, "hypotheses")).to_have_value(EXAMPLE.hypotheses)
    lines = "\n".join(f"{part[:90]}\t{part}" for part in (*SCRIPTS, *MARKDOWN))
    write(page, "hypotheses", lines)
    expect(said).to_have_count(0)
    steps.expect_parameter(page, "text", playground.encode(Texts("", lines, EXAMPLE.references)))
    write(page, "references", "\n".join(f"{part[:90]}\t{part}" for part in SCRIPTURES))
    expect_names(page, list(playground.entries(lines, "hypothesis")))
    settle(page.locator(".bs .h"))
    assert page.evaluate("window.flag") is None
    app = page.get_by_test_id("stApp")
    expect(app.locator("iframe, script, img[src='x'], [onerror], [onload], .katex")).to_have_count(0)
    expect(app.locator("a[href^=javascript], img[src*=evil], a[href*=evil]")).to_have_count(0)
    assert problems == []


def longest_link():
    """20 hypotheses of as many random letters as still fit into a link."""
    letters = random.Random(5)
    pool = ["".join(letters.choices("abcdefghijklmnopqrstuvwxyz", k=6)) for _ in range(3000)]

    def texts(n_words):
        lines = (f"System {n}\t{' '.join(pool[n:n_words:20])}" for n in range(20))
        return Texts("", "\n".join(lines), " ".join(pool[:60]))

    too_many = next(n for n in range(400, 3000) if not playground.fits(playground.encode(texts(n))))
    return texts(too_many - 1)


@pytest.mark.exhaustive
def test_the_longest_link_opens_20_hypotheses_are_legible_and_a_change_scores_them_anew(open_page, server):
    longest = longest_link()
    assert server.get(play(longest) + "&lowercase=true")[0] == 200
    page = open_page(play(longest), SCORES)
    expect_text(page, "hypotheses", longest.hypotheses)
    before = expect_names(page, [f"System {n}" for n in range(20)])
    expect(page.locator(".bs .score")).to_have_count(20)
    expect(page.locator(".bs .sum h4")).to_have_count(1)
    # All of them are in sight.
    steps.until(page, page.locator(SCORES).first.bounding_box, lambda frame: frame and frame["height"] > 20 * 35)
    steps.expect_to_fit(page)
    write(page, "hypotheses", longest.hypotheses.replace("\t", "\tchanged ", 1))
    expect(page.locator(".bs .line .h").first).to_contain_text("changed")
    steps.expect_table(page, lambda rows: rows != before)


@pytest.mark.exhaustive
def test_segments_open_in_the_playground_with_the_settings_and_back_leads_to_them(open_page, settle):
    """What is shown of the test set is out of sight there, and kept."""
    kept = {"set": "textbook", "references": "reference 2"}
    address = kept | {"segment": 8, "sort": "file", "lowercase": "true", "system": "candidate-1"}
    page = open_page("/segments?" + urlencode(address), "button[name=next]")
    shown = page.locator(".st-key-shown")
    expect(shown).to_be_visible()
    open_in_playground(page, settle, "candidate-2\tare you ready", "n-grams")
    expect(shown).to_be_hidden()
    page.go_back()
    expect(steps.segment_heading(page, 8)).to_be_visible()
    settle(page)
    steps.go(page, "TER")
    settle(page.locator(".figure .token"))
    open_in_playground(page, settle, "candidate-1\t", "TER")
    for name in ("Lessons", "Glossary"):
        steps.go(page, name)
        settle(page)
        expect(shown).to_be_hidden()
    steps.go(page, "Segments")
    expect(shown).to_be_visible()
    for parameter, value in kept.items():
        steps.expect_parameter(page, parameter, value)


def open_in_playground(page, settle, start, view):
    page.get_by_role("link", name="Open in Playground").click()
    expect(page.get_by_role("heading", name="Playground", level=1)).to_be_visible()
    expect(area(page, "hypotheses")).to_have_value(re.compile(f"^{start}"))
    settle(page.locator(SCORES))
    expect(page.locator(f"{VIEW} {CHOSEN}")).to_have_text(view)
    expect(page.locator(".st-key-lowercase input")).to_be_checked()
    steps.expect_parameter(page, "lowercase", "true")
