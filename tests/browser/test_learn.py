"""The Learn page in a real browser: every lesson opens, is predicted, edited, and shows any text as text."""

from collections import Counter
from functools import cache

import pytest
from playwright.sync_api import expect

from tests.browser import steps
from tests.hostile import MARKDOWN, SCRIPTS, SCRIPTURES
from tests.lessons import TEXT_FIELDS, all_blocks
from ui.learn.lessons import LESSONS, parts
from ui.learn.lessons.l11_significance import FEW

NAMES = tuple(LESSONS)
HOSTILE = " ".join((*SCRIPTS, *MARKDOWN, *SCRIPTURES))
FACTS = ".facts > div"
NUMBERS = ".facts b"
DRAWN = '() => [...document.querySelectorAll(".stMain .bs, .stMain .katex-display")].map(part => part.innerText).join()'
QUESTION = ".st-key-question"
PROJECTOR = {"width": 1280, "height": 800}


@cache
def kinds(name):
    """Of blocks, how many the lesson's example has."""
    lesson = LESSONS[name]
    return Counter(type(block) for block in all_blocks(lesson.compute(lesson.example)))


def is_first_with_a_kind(name):
    """Whether it has a text to edit, and a kind of block that no lesson with one before it has."""
    before = [kinds(other) for other in NAMES[: NAMES.index(name)] if other in TEXT_FIELDS]
    return name in TEXT_FIELDS and bool(kinds(name).keys() - set().union(*before))


def text_box(page, field):
    return page.get_by_role("textbox", name=field.label, exact=True)


def put(page, field, text):
    if isinstance(field, parts.Words):
        if field.mode != "type":
            page.get_by_role("button", name=f"Type over {field.label}", exact=True).click()
        text_box(page, field).fill(" ".join(text.split()))
        text_box(page, field).press("Enter")
        return
    text_box(page, field).fill(text)
    text_box(page, field).press("Control+Enter" if field.rows > 1 else "Enter")


def put_and_see(page, field, text):
    """Waits until what is drawn is not what it was."""
    steps.come_to_rest(page)
    before = page.evaluate(DRAWN)
    put(page, field, text)
    page.wait_for_function(f"before => ({DRAWN})() !== before", arg=before)


@pytest.mark.parametrize("names", [NAMES[:6], NAMES[6:]], ids=["the first six", "the others"])
def test_lessons_are_seen_without_scrolling_and_show_text_as_text(open_page, page, settle, problems, names):
    """And what else is to be seen in one of them; questions and answers of all are looked at in tests/pages."""
    page.set_viewport_size(PROJECTOR)
    open_page(f"/learn?lesson={names[0]}", QUESTION)
    check_prediction(page, LESSONS[names[0]])
    page.locator(".stMain").get_by_text("Show answers").click()
    steps.expect_parameter(page, "answers", "true")
    for name in names:
        if name != names[0]:
            page.locator(".st-key-next-lesson button").click()
        steps.expect_parameter(page, "lesson", name)
        expect(page.get_by_role("heading", name=LESSONS[name].title)).to_be_visible()
        settle(page.locator(FACTS))
        if name == names[len(names) // 2]:
            steps.in_theme(page, "dark")
        check_that_key_numbers_are_seen(page, name)
        if is_first_with_a_kind(name):
            check_that_text_stays_text(page, settle, problems, name)
        if name in MORE:
            MORE[name](page, settle)


def check_prediction(page, lesson):
    """First predict, then see."""
    question = lesson.ask(lesson.example)
    expect(page.locator(FACTS)).to_have_count(0)
    if question.clicked:
        for _ in range(sum(question.clicked.counts.values())):
            page.locator(".tile[aria-pressed=false]").first.click()
        page.get_by_role("button", name="Check").click()
    else:
        expect(page.locator(QUESTION).get_by_role("radio")).to_have_count(len(question.choices))
        page.locator(f"{QUESTION} [role=radiogroup] label").nth(question.right).click()
    expect(page.get_by_text("✓ Right.")).to_be_visible()
    expect(page.locator(FACTS).first).to_be_visible()


def check_that_key_numbers_are_seen(page, name):
    """All that the example has is drawn, and the key numbers take no scrolling."""
    expect(page.locator(".katex-display")).to_have_count(kinds(name)[parts.Formula])
    expect(page.get_by_test_id("stDataFrame")).to_have_count(kinds(name)[parts.Table])
    expect(page.locator(".js-plotly-plot")).to_have_count(kinds(name)[parts.Chart])
    page.get_by_test_id("stMain").evaluate("main => main.scrollTo(0, 0)")
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
    main = page.get_by_test_id("stMain")
    put_and_see(page, TEXT_FIELDS[name][0], HOSTILE)
    back = page.get_by_role("button", name="Back to the example")
    expect(back).to_be_visible()
    settle(page.locator(FACTS))
    assert page.evaluate("window.flag") is None
    expect(main.locator("iframe, script, img[src='x'], [onerror], [onload]")).to_have_count(0)
    expect(main.locator("a[href^=javascript], img[src*=evil], a[href*=evil]")).to_have_count(0)
    expect(main.locator(".katex-display")).to_have_count(kinds(name)[parts.Formula])
    expect(main.get_by_test_id("stException")).to_have_count(0)
    assert problems == []
    back.click()
    expect(back).to_have_count(0)


def check_an_edit(page, settle):
    """It moves the numbers, fits, and the example comes back."""
    output, *_ = TEXT_FIELDS["clipping"]
    expect(page.locator(NUMBERS).nth(1)).to_have_text("2 / 7 = 0.286")
    put(page, output, "the cat the cat on the mat")
    expect(page.locator(NUMBERS).nth(1)).to_have_text("5 / 7 = 0.714")
    put(page, output, "the cat " * 100)
    expect(page.locator(".katex-display")).to_contain_text("200")
    steps.expect_to_fit(page)
    steps.until(
        page, lambda: rightmost(page, ".katex-display .base"), lambda found: 0 < found <= rightmost(page, QUESTION)
    )
    page.get_by_role("button", name="Back to the example").click()
    expect(page.locator(NUMBERS).nth(1)).to_have_text("2 / 7 = 0.286")
    expect(page.locator(".row").first.locator(".alone")).to_have_text(["the"] * 7)


def rightmost(page, parts):
    """How far to the right these parts go, in px."""
    return page.locator(parts).evaluate_all(
        "parts => Math.max(...parts.map(part => part.getBoundingClientRect().right))"
    )


def check_letters(page, settle):
    """Those of a shuffle can be read."""
    page.get_by_role("button", name="Shuffle once").click()
    expect(page.locator(".bs .t")).to_have_count(2 * FEW)
    for scheme in ("dark", "light"):
        steps.in_theme(page, scheme)
        steps.expect_legible(page, 1, "SPAN.t")


def check_what_is_not_defined(page, settle):
    """It breaks between words only. And the lesson's address leads to it."""
    for field in TEXT_FIELDS["edges"]:
        put_and_see(page, field, "")
    undefined = page.locator(NUMBERS, has_text="not defined")
    settle(undefined)
    steps.until(
        page, lambda: height(undefined), lambda found: 0 < found < 3 * height(page.locator(NUMBERS, has_text="0.00"))
    )
    page.reload()
    settle(page.locator(FACTS))
    expect(page.get_by_role("heading", name=LESSONS["edges"].title)).to_be_visible()


def check_the_list(page, settle):
    """From the last lesson it leads to the first one."""
    steps.choose(page, "lesson_list", f"1. {LESSONS[NAMES[0]].title}")
    steps.expect_parameter(page, "lesson", NAMES[0])


def height(parts):
    """Of the highest one, in px."""
    return parts.evaluate_all("parts => Math.max(...parts.map(part => part.getBoundingClientRect().height))")


MORE = {
    "clipping": check_an_edit,
    "significance": check_letters,
    "edges": check_what_is_not_defined,
    NAMES[-1]: check_the_list,
}
