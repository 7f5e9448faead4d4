"""The Learn page in a real browser: every lesson opens, is predicted, edited, and shows any text as text."""

import pytest
from playwright.sync_api import expect

from tests.browser import steps
from tests.hostile import MARKDOWN, SCRIPTS, SCRIPTURES
from tests.lessons import TEXT_FIELDS, all_blocks
from ui.learn.lessons import LESSONS, parts
from ui.learn.lessons.l11_significance import FEW

GROUPS = [tuple(LESSONS)[at : at + 4] for at in range(0, len(LESSONS), 4)]
HOSTILE = " ".join((*SCRIPTS, *MARKDOWN, *SCRIPTURES))
FACTS = ".facts > div"
NUMBERS = ".facts b"
DRAWN = '() => [...document.querySelectorAll(".stMain .bs, .stMain .katex-display")].map(part => part.innerText).join()'
QUESTION = ".st-key-question"
PROJECTOR = {"width": 1280, "height": 800}


@pytest.fixture
def open_lesson(open_page, page):
    """``open_lesson("clipping")`` on a projector."""

    def open_lesson(name, query="", target=QUESTION):
        page.set_viewport_size(PROJECTOR)
        return open_page(f"/learn?lesson={name}{query}", target)

    return open_lesson


def kinds(name):
    """Of blocks, that the lesson's example has."""
    lesson = LESSONS[name]
    return {type(block) for block in all_blocks(lesson.compute(lesson.example))}


FIRST_WITH = {kind: name for name in reversed(TEXT_FIELDS) for kind in kinds(name)}
"""Each kind of block -> the first lesson with it and with a text to edit."""


def count(name, kind):
    """How many blocks of that kind the lesson's example has."""
    lesson = LESSONS[name]
    return sum(isinstance(block, kind) for block in all_blocks(lesson.compute(lesson.example)))


def text_box(page, field):
    return page.get_by_role("textbox", name=field.label, exact=True)


def put(page, field, text):
    text_box(page, field).fill(text)
    text_box(page, field).press("Control+Enter" if field.rows > 1 else "Enter")


def put_and_see(page, field, text):
    """Waits until what is drawn is not what it was."""
    steps.come_to_rest(page)
    before = page.evaluate(DRAWN)
    put(page, field, text)
    page.wait_for_function(f"before => ({DRAWN})() !== before", arg=before)


@pytest.mark.parametrize("names", GROUPS, ids=" ".join)
def test_lessons_are_predicted_seen_without_scrolling_and_show_text_as_text(open_lesson, page, settle, problems, names):
    open_lesson(names[0])
    for name in names:
        if name != names[0]:
            steps.choose(page, "lesson_list", f"{[*LESSONS].index(name) + 1}. {LESSONS[name].title}")
            steps.expect_parameter(page, "lesson", name)
        check_prediction(page, LESSONS[name])
        check_that_key_numbers_are_seen(page, name, ("dark", "light")[names.index(name) % 2])
        check_that_text_stays_text(page, settle, problems, name)


def check_prediction(page, lesson):
    """First predict, then see; what a wrong answer shows is looked at in tests/pages."""
    question = lesson.ask(lesson.example)
    expect(page.get_by_role("heading", name=lesson.title)).to_be_visible()
    expect(page.locator(QUESTION).get_by_role("radio")).to_have_count(len(question.choices))
    expect(page.locator(FACTS)).to_have_count(0)
    page.locator(f"{QUESTION} [role=radiogroup] label").nth(question.right).click()
    expect(page.get_by_text("✓ Right.")).to_be_visible()
    expect(page.locator(FACTS).first).to_be_visible()


def check_that_key_numbers_are_seen(page, name, scheme):
    """All that the example has is drawn, and the key numbers take no scrolling."""
    expect(page.locator(".katex-display")).to_have_count(count(name, parts.Formula))
    expect(page.get_by_test_id("stDataFrame")).to_have_count(count(name, parts.Table))
    expect(page.locator(".js-plotly-plot")).to_have_count(count(name, parts.Chart))
    page.get_by_test_id("stMain").evaluate("main => main.scrollTo(0, 0)")
    steps.in_theme(page, scheme)
    steps.until(page, lambda: lowest(page, FACTS), lambda found: 0 < found <= PROJECTOR["height"])
    steps.expect_to_fit(page)
    steps.expect_legible(page)


def lowest(page, parts):
    """How far down these parts go, in px."""
    return page.locator(parts).evaluate_all(
        "parts => Math.max(...parts.map(part => part.getBoundingClientRect().bottom))"
    )


def check_that_text_stays_text(page, settle, problems, name):
    """Once in each kind of block: tests/ui/learn looks at what every lesson makes of such texts."""
    if name not in FIRST_WITH.values():
        return
    main = page.get_by_test_id("stMain")
    put_and_see(page, TEXT_FIELDS[name][0], HOSTILE)
    expect(page.get_by_role("button", name="Back to the example")).to_be_visible()
    settle(page.locator(FACTS))
    assert page.evaluate("window.flag") is None
    expect(main.locator("iframe, script, img[src='x'], [onerror], [onload]")).to_have_count(0)
    expect(main.locator("a[href^=javascript], img[src*=evil], a[href*=evil]")).to_have_count(0)
    expect(main.locator(".katex-display")).to_have_count(count(name, parts.Formula))
    expect(main.get_by_test_id("stException")).to_have_count(0)
    assert problems == []


def test_an_edit_moves_the_numbers_fits_and_the_example_comes_back(open_lesson):
    page = open_lesson("clipping", "&answers=true", FACTS)
    (output, _) = TEXT_FIELDS["clipping"]
    expect(page.locator(NUMBERS).nth(1)).to_have_text("2 / 7 = 0.286")
    put(page, output, "the cat the cat on the mat")
    expect(page.locator(NUMBERS).nth(1)).to_have_text("5 / 7 = 0.714")
    put(page, output, "the cat " * 100)
    expect(page.locator(".katex-display")).to_contain_text("200")
    steps.until(
        page, lambda: rightmost(page, ".katex-display .base"), lambda found: 0 < found <= rightmost(page, QUESTION)
    )
    page.get_by_role("button", name="Back to the example").click()
    expect(page.locator(NUMBERS).nth(1)).to_have_text("2 / 7 = 0.286")
    expect(text_box(page, output)).to_have_value("the the the the the the the")


def rightmost(page, parts):
    """How far to the right these parts go, in px."""
    return page.locator(parts).evaluate_all(
        "parts => Math.max(...parts.map(part => part.getBoundingClientRect().right))"
    )


def test_what_is_not_defined_breaks_between_words_only(open_lesson, settle):
    page = open_lesson("edges", "&answers=true", FACTS)
    for field in TEXT_FIELDS["edges"]:
        put_and_see(page, field, "")
    undefined = page.locator(NUMBERS, has_text="not defined")
    settle(undefined)
    steps.until(
        page, lambda: height(undefined), lambda found: 0 < found < 3 * height(page.locator(NUMBERS, has_text="0.00"))
    )


def height(parts):
    """Of the highest one, in px."""
    return parts.evaluate_all("parts => Math.max(...parts.map(part => part.getBoundingClientRect().height))")


def test_the_address_leads_to_the_lesson_and_back(open_lesson, settle):
    names = list(LESSONS)
    page = open_lesson(names[0])
    page.locator(".st-key-next-lesson button").click()
    steps.expect_parameter(page, "lesson", names[1])
    expect(page.get_by_role("heading", name=LESSONS[names[1]].title)).to_be_visible()
    page.locator(".stMain").get_by_text("Show answers").click()
    steps.expect_parameter(page, "answers", "true")
    expect(page.locator(FACTS).first).to_be_visible()
    steps.choose(page, "lesson_list", f"{len(names)}. {LESSONS[names[-1]].title}")
    steps.expect_parameter(page, "lesson", names[-1])
    expect(page.get_by_role("heading", name=LESSONS[names[-1]].title)).to_be_visible()
    page.reload()
    settle(page.locator(FACTS))
    expect(page.get_by_role("heading", name=LESSONS[names[-1]].title)).to_be_visible()


def test_the_letters_of_a_shuffle_can_be_read(open_lesson, page):
    open_lesson("significance", "&answers=true", FACTS)
    page.get_by_role("button", name="Shuffle once").click()
    expect(page.locator(".bs .t")).to_have_count(2 * FEW)
    for scheme in ("dark", "light"):
        steps.in_theme(page, scheme)
        steps.expect_legible(page, 1, "SPAN.t")
