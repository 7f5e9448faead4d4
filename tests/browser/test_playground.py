"""The Playground in a real browser: what a teacher writes, a class sees by the link; and every way there."""

import random
import re
from urllib.parse import parse_qs, quote, urlencode, urlsplit

import pytest
from playwright.sync_api import expect

from tests.browser import steps
from tests.browser.conftest import STEP_SECONDS
from tests.hostile import MARKDOWN, SCRIPTS, SCRIPTURES
from ui import playground
from ui.errata import ERRATA
from ui.playground import EXAMPLE, Texts

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
    found = link.inner_text()
    page.keyboard.press("Escape")
    return found


def shown(page):
    """All that is seen of the texts: scores, words, drawings."""
    expect(page.locator(SCORES).first).to_be_visible()
    words = page.locator(".bs .line, .bs .methods, .bs .outputs, .bs .step").all_inner_texts()
    return steps.table(page), words, page.locator(".figure").all_inner_texts()


def play(given_texts):
    return f"/playground?text={playground.encode(given_texts)}"


def test_a_link_shows_the_same_in_a_fresh_browser(open_page, settle, somebody_else):
    page = open_page("/playground?tokenize=char", SCORES)
    for name in ("hypotheses", "references"):
        write(page, name, getattr(HARD, name))
        settle(page)
    page.get_by_text("Source, if there is one").click()
    write(page, "source", HARD.source)
    settle(page)
    page.locator(".st-key-lowercase label").click()
    steps.expect_parameter(page, "lowercase", "true")
    steps.choose(page, "hypothesis", "RTL")
    steps.expect_parameter(page, "hypothesis", "RTL")
    page.locator(ORDER).get_by_text("3-grams").click()
    steps.expect_parameter(page, "tbleu_order", "3-grams")
    for view in ("All", "tBLEU", "n-grams", "Smoothing", "TER"):
        page.locator(VIEW).get_by_text(view, exact=True).click()
        expect(page.get_by_role("heading", level=2)).to_have_count(4 if view == "All" else 1)
        settle(page)
        link = link_to(page)
        assert parse_qs(urlsplit(page.url).query).items() <= parse_qs(urlsplit(link).query).items()
        assert len(link) < 8_190
        other = somebody_else(link, SCORES)
        expect(other.locator(".st-key-lowercase input")).to_be_checked()
        if view in ("All", "tBLEU"):
            expect(other.locator(f"{ORDER} {CHOSEN}")).to_have_text("3-grams")
        assert shown(other) == shown(page)
        for name in ("hypotheses", "references"):
            expect(area(other, name)).to_be_visible()
        for name in ("source", "hypotheses", "references"):
            assert area(other, name).input_value() == getattr(HARD, name), name


def test_a_link_keeps_each_hard_text_to_the_letter(open_page):
    page = open_page(play(HARD), SCORES)
    for name in ("hypotheses", "references", "source"):
        assert area(page, name).input_value() == getattr(HARD, name)
    assert [row[0] for row in steps.table(page)] == ["A", "hypothesis 2", "hypothesis 3", "RTL", "hypothesis 5"]
    assert playground.decode(steps.parameters(page)["text"]) == HARD


def test_control_characters_break_nothing(open_page, settle):
    text = "\n".join(["a\r\nb", "a\x00b", "a\x1bb\x85c\x0cd", "\ufeffa\u200bb\u202ec", "a\rb"])
    given_texts = Texts("", text, text)
    page = open_page(play(given_texts), SCORES)
    assert playground.decode(steps.parameters(page)["text"]) == given_texts
    assert len(steps.table(page)) == 6
    write(page, "references", "something else")
    settle(page.locator(".bs .line").first)
    expect(page.locator(".bs .line").first).to_contain_text("something else")
    assert len(steps.table(page)) == 6


def test_writing_needs_no_button_and_back_undoes_it(open_page, settle):
    page = open_page("/playground", SCORES)
    before = steps.table(page)
    area(page, "hypotheses").fill(EXAMPLE.references)
    page.locator("h1").click()
    expect(page.locator(".bs .score").first).to_have_text("BLEU 100.00")
    steps.expect_table(page, lambda rows: rows != before)
    page.go_back()
    expect(area(page, "hypotheses")).to_have_value(EXAMPLE.hypotheses)
    steps.expect_table(page, lambda rows: rows == before)


def test_texts_stay_while_other_pages_are_read_and_a_reload_keeps_them(open_page, settle):
    page = open_page("/playground", SCORES)
    write(page, "hypotheses", "my own words")
    written = playground.encode(Texts("", "my own words", EXAMPLE.references))
    steps.expect_parameter(page, "text", written)
    steps.go(page, "Segments")
    settle(page.locator(".st-key-next button"))
    page.wait_for_url(lambda url: "text=" not in url)
    steps.go(page, "Playground")
    expect(area(page, "hypotheses")).to_have_value("my own words")
    steps.expect_parameter(page, "text", written)
    page.reload()
    settle(page.locator(SCORES))
    expect(area(page, "hypotheses")).to_have_value("my own words")


def test_a_broken_link_is_said(open_page):
    code = playground.encode(HARD)
    broken = {
        "cut off": code[: len(code) // 2],
        "changed": code[:40] + ("A" if code[40] != "A" else "B") + code[41:],
        "foreign": "%3Cscript%3Ewindow.flag=1%3C/script%3E%00%FF",
    }
    for change, text in broken.items():
        page = open_page(f"/playground?text={text}", SCORES)
        said = page.get_by_test_id("stAlert").filter(has_text="cut off or changed")
        expect(said).to_be_visible()
        expect(area(page, "hypotheses")).to_have_value(EXAMPLE.hypotheses)
        write(page, "hypotheses", f"not {change}")
        expect(said).to_have_count(0)
        steps.expect_parameter(page, "text", playground.encode(Texts("", f"not {change}", EXAMPLE.references)))


def words(n_words):
    dice = random.Random(7)
    stems = ("the", "in", "house", "garden", "dog", "bark", "night", "last", "loud", "were", "cat", "sat", "on", "mat")
    return [dice.choice(stems) + dice.choice(("", "", "s", "ed")) for _ in range(n_words)]


def test_500_words_are_scored_anew_at_a_change(open_page, settle):
    reference = words(500)
    hypothesis = [*reference[250:300], *reference[:250], *reference[300:400], *words(100)]
    page = open_page(play(Texts("", " ".join(hypothesis), " ".join(reference))), SCORES)
    before = steps.table(page)
    write(page, "hypotheses", " ".join(["changed", *hypothesis]))
    expect(page.locator(".bs .line .t").first).to_contain_text("changed")
    steps.expect_table(page, lambda rows: rows != before)
    settle(page)
    assert page.get_by_test_id("stMain").evaluate("main => main.scrollWidth - main.clientWidth") <= 0


def test_20_hypotheses_are_legible(open_page):
    texts = Texts("", "\n".join(f"System {n}\t{' '.join(words(8 + n))}" for n in range(20)), " ".join(words(20)))
    page = open_page(play(texts), SCORES)
    assert [row[0] for row in steps.table(page)] == [f"System {n}" for n in range(20)]
    expect(page.locator(".bs .score")).to_have_count(20)
    expect(page.locator(".bs .sum h4")).to_have_count(1)
    frame = page.locator(SCORES).first.bounding_box()
    assert frame["height"] > 20 * 35, "all of them are in sight"
    assert page.get_by_test_id("stMain").evaluate("main => main.scrollWidth - main.clientWidth") <= 0


def test_text_too_long_for_a_link_is_said_and_leaves_none(open_page, settle):
    page = open_page("/playground", SCORES)
    letters = random.Random(3)
    long = " ".join("".join(letters.choices("abcdefghijklmnopqrstuvwxyz", k=7)) for _ in range(1500))
    write(page, "hypotheses", long)
    no_link = page.get_by_test_id("stAlert").filter(has_text="No link")
    expect(no_link).to_be_visible()
    settle(page.locator(SCORES))
    page.wait_for_url(lambda url: "text=" not in url)
    expect(page.locator(".st-key-playground-link")).to_have_count(0)
    write(page, "hypotheses", "short")
    page.wait_for_url(re.compile("text="))
    expect(no_link).to_have_count(0)


def test_the_longest_link_opens(open_page, server):
    letters = random.Random(5)
    pool = ["".join(letters.choices("abcdefghijklmnopqrstuvwxyz", k=6)) for _ in range(3000)]
    n_words = next(n for n in range(600, 3000) if not playground.fits(playground.encode(Texts("", " ".join(pool[:n])))))
    longest = Texts("", " ".join(pool[: n_words - 1]))
    page = open_page(play(longest), SCORES)
    assert area(page, "hypotheses").input_value() == longest.hypotheses
    assert server.get(play(longest) + "&lowercase=true")[0] == 200


@pytest.mark.parametrize("group", [SCRIPTS, MARKDOWN, SCRIPTURES], ids=["scripts", "markdown", "scriptures"])
def test_hostile_text_is_shown_as_text(open_page, page, problems, settle, group):
    text = " ".join(group)
    lines = "\n".join(f"{part[:90]}\t{part}" for part in group)
    open_page(play(Texts(text, lines, f"{group[0]}\t{text}")), SCORES)
    settle(page.locator(".bs .h"))
    assert [row[0] for row in steps.table(page)] == list(playground.entries(lines, "hypothesis"))
    assert page.evaluate("window.flag") is None
    app = page.get_by_test_id("stApp")
    assert app.locator("iframe, script, img[src='x'], [onerror], [onload], .katex").count() == 0
    assert app.locator("a[href^=javascript], img[src*=evil], a[href*=evil]").count() == 0
    assert problems == []


@pytest.mark.parametrize(
    ("path", "view"), [("segments", "n-grams"), ("smoothing", "Smoothing"), ("ter", "TER"), ("tbleu", "tBLEU")]
)
def test_a_segment_opens_in_the_playground_with_the_settings(open_page, settle, path, view):
    page = open_page(f"/{path}?set=textbook&segment=7&lowercase=true&system=candidate-1", ".st-key-next button")
    page.get_by_role("link", name="Open in Playground").click()
    expect(page.get_by_role("heading", name="Playground", level=1)).to_be_visible()
    expect(area(page, "hypotheses")).to_have_value(re.compile("^candidate-1\tTHIS WEEK THE SAUDIS denied"))
    settle(page.locator(SCORES))
    expect(page.get_by_role("heading", level=2)).to_have_text(view)
    expect(page.locator(".st-key-lowercase input")).to_be_checked()
    assert steps.parameters(page)["lowercase"] == "true"
    page.go_back()
    expect(steps.segment_heading(page, 7)).to_be_visible()


def test_a_second_segment_replaces_the_first(open_page, settle):
    page = open_page("/segments?set=textbook&segment=7", ".st-key-next button")
    for number, start in ((7, "candidate-1\tTHIS WEEK"), (8, "candidate-1\tyou are ready")):
        expect(steps.segment_heading(page, number)).to_be_visible()
        settle(page)
        page.get_by_role("link", name="Open in Playground").click()
        expect(area(page, "hypotheses")).to_have_value(re.compile(f"^{start}"))
        settle(page.locator(SCORES))
        page.go_back()
        expect(steps.segment_heading(page, number)).to_be_visible()
        settle(page)
        page.locator(".st-key-next button").click()


def test_each_misprint_fits_a_projector_and_opens_in_the_playground(open_page, page, settle):
    page.set_viewport_size({"width": 1280, "height": 800})
    open_page("/playground", SCORES)
    for name, erratum in ERRATA.items():
        steps.go(page, "Errata")
        page.locator(".st-key-erratum").get_by_text(name, exact=True).click()
        expect(page.get_by_role("heading", name=erratum.claim)).to_be_visible()
        settle(page)
        link = page.get_by_role("link", name="Open in Playground")
        for scheme in ("dark", "light"):
            steps.in_theme(page, scheme)
            box = link.bounding_box()
            assert box["y"] + box["height"] <= 800, "one screen"
        link.click()
        expect(area(page, "hypotheses")).to_have_value(erratum.texts.hypotheses)
        settle(page.locator(SCORES))
        expect(page.get_by_role("heading", level=2)).to_have_text(erratum.view)
        for parameter, value in erratum.own.items():
            steps.expect_parameter(page, parameter, f"{value:g}" if isinstance(value, float) else str(value).lower())
        steps.expect_parameter(page, "tokenize", "none")
        expect(page.locator(".st-key-tokenize input")).to_have_value("none")
        expect(page.locator(".st-key-max_order")).to_contain_text(str(erratum.settings["max_order"]))
    before = steps.table(page)
    page.reload()
    settle(page.locator(SCORES))
    assert steps.table(page) == before


def test_what_a_misprint_sets_is_in_sight_elsewhere_too_and_goes_back_at_a_click(open_page, page, settle):
    page.set_viewport_size({"width": 1280, "height": 800})
    open_page(f"/errata?erratum={quote('Smoothing 4')}", ".bs .errata td")
    page.get_by_role("link", name="Open in Playground").click()
    said = page.get_by_text("An example has set: tokenizer none, longest n-gram 2, smoothing 4.")
    expect(said).to_be_visible(timeout=STEP_SECONDS * 1000)
    steps.go(page, "Overview")
    expect(said).to_be_in_viewport()
    settle(page.locator(".verdict"))
    changed = page.locator(".verdict").inner_text()
    back = page.get_by_role("button", name="Back to the usual settings")
    expect(back).to_be_in_viewport()
    back.click()
    expect(said).to_have_count(0)
    settle(page.locator(".verdict"))
    assert page.locator(".verdict").inner_text() != changed
    assert not {"tokenize", "smoothing", "max_order"} & steps.parameters(page).keys()
    expect(page.locator(".st-key-tokenize input")).to_have_value("13a")


def test_back_from_the_playground_leads_to_the_misprint(open_page, settle):
    page = open_page("/errata", ".bs .errata td")
    page.locator(".st-key-erratum").get_by_text("Smoothing 4", exact=True).click()
    claim = page.get_by_role("heading", name=ERRATA["Smoothing 4"].claim)
    expect(claim).to_be_visible()
    settle(page)
    page.get_by_role("link", name="Open in Playground").click()
    settle(page.locator(SCORES))
    steps.expect_parameter(page, "smoothing", "4")
    page.go_back()
    expect(claim).to_be_visible()
    expect(page.get_by_role("heading", name="Errata", exact=True)).to_be_visible()


def test_the_page_fits_a_narrow_window(open_page, page):
    page.set_viewport_size({"width": 900, "height": 800})
    for path, target in ((play(HARD), ".figure .token"), ("/errata", ".bs .errata td")):
        open_page(path, target)
        for scheme in ("dark", "light"):
            page.emulate_media(color_scheme=scheme)
            assert page.evaluate("document.scrollingElement.scrollWidth - innerWidth") <= 0
            assert page.get_by_test_id("stMain").evaluate("main => main.scrollWidth - main.clientWidth") <= 0


@pytest.mark.parametrize("name", ["Learn", "Playground", "Errata"])
def test_what_is_shown_of_a_test_set_is_out_of_sight_and_kept(open_page, settle, name):
    kept = {"set": "textbook", "systems": "candidate-2", "references": "reference 2"}
    page = open_page("/segments?" + urlencode(kept), ".st-key-next button")
    expect(page.locator(".st-key-shown")).to_be_visible()
    steps.go(page, name)
    settle(page)
    expect(page.locator(".st-key-shown")).to_be_hidden()
    for parameter, value in kept.items():
        steps.expect_parameter(page, parameter, value)
    steps.go(page, "Segments")
    settle(page.locator(".st-key-next button"))
    expect(page.locator(".st-key-shown")).to_be_visible()
    for parameter, value in kept.items():
        steps.expect_parameter(page, parameter, value)


def test_it_needs_no_test_set(open_page):
    page = open_page(f"{play(EXAMPLE)}&set=00000000000000000000000000000000&tokenize=char", SCORES)
    expect(page.locator(".st-key-tokenize input")).to_have_value("char")
    assert len(steps.table(page)) == 2
