"""The Learn page in a real browser: every lesson opens, is predicted, edited, and shows any text as text."""

import pytest
from playwright.sync_api import expect

from tests.browser import steps
from tests.hostile import MARKDOWN, SCRIPTS, SCRIPTURES
from ui.lessons import LESSONS, parts

EVERY = pytest.mark.parametrize("name", LESSONS)
EDITED = pytest.mark.parametrize(
    "name", [name for name, lesson in LESSONS.items() if any(isinstance(field, parts.Text) for field in lesson.fields)]
)
HOSTILE = " ".join((*SCRIPTS, *MARKDOWN, *SCRIPTURES))
FACTS = ".facts b"
QUESTION = ".st-key-question"
PROJECTOR = {"width": 1280, "height": 800}


@pytest.fixture
def open_lesson(open_page, page):
    """``open_lesson("clipping")`` on a projector."""

    def open_lesson(name, query="", target=QUESTION):
        page.set_viewport_size(PROJECTOR)
        return open_page(f"/learn?lesson={name}{query}", target)

    return open_lesson


def count(name, kind):
    """How many blocks of that kind the lesson's example has."""

    def among(parts):
        return sum(
            among(part.left + part.right) if isinstance(part, parts.Beside) else isinstance(part, kind)
            for part in parts
        )

    lesson = LESSONS[name]
    computed = lesson.compute(lesson.example)
    return among(computed.before + computed.key + computed.rest)


def text_box(page, name):
    """The first text of the lesson's example."""
    field = next(field for field in LESSONS[name].fields if isinstance(field, parts.Text))
    return page.get_by_role("textbox", name=field.label, exact=True)


def put(page, name, text):
    box = text_box(page, name)
    box.fill(text)
    box.press(
        "Control+Enter" if next(f for f in LESSONS[name].fields if isinstance(f, parts.Text)).rows > 1 else "Enter"
    )


@EVERY
def test_a_lesson_is_drawn_whole_and_its_key_numbers_are_in_sight(open_lesson, name):
    page = open_lesson(name, "&answers=true", FACTS)
    expect(page.get_by_role("heading", name=LESSONS[name].title)).to_be_visible()
    expect(page.locator(".katex-display")).to_have_count(count(name, parts.Formula))
    expect(page.get_by_test_id("stDataFrame")).to_have_count(count(name, parts.Table))
    expect(page.locator(".js-plotly-plot")).to_have_count(count(name, parts.Chart))
    for place in range(page.locator(FACTS).count()):
        box = page.locator(FACTS).nth(place).bounding_box()
        assert box["y"] + box["height"] <= PROJECTOR["height"]
    wide = page.evaluate("document.scrollingElement.scrollWidth - document.scrollingElement.clientWidth")
    assert wide <= 0


@EVERY
def test_first_predict_then_see(open_lesson, name):
    lesson = LESSONS[name]
    question = lesson.ask(lesson.example)
    page = open_lesson(name)
    choices = page.locator(QUESTION).get_by_role("radio")
    expect(choices).to_have_count(len(question.choices))
    expect(page.locator(FACTS)).to_have_count(0)
    labels = page.locator(f"{QUESTION} [role=radiogroup] label")
    labels.nth((question.right + 1) % len(question.choices)).click()
    expect(page.get_by_text("✗ Not so.")).to_be_visible()
    expect(page.locator(FACTS).first).to_be_visible()
    labels.nth(question.right).click()
    expect(page.get_by_text("✓ Right.")).to_be_visible()


def test_an_edit_moves_the_numbers_and_the_example_comes_back(open_lesson):
    page = open_lesson("clipping", "&answers=true", FACTS)
    expect(page.locator(FACTS).nth(1)).to_have_text("2 / 7 = 0.286")
    put(page, "clipping", "the cat the cat on the mat")
    expect(page.locator(FACTS).nth(1)).to_have_text("5 / 7 = 0.714")
    page.get_by_role("button", name="Back to the example").click()
    expect(page.locator(FACTS).nth(1)).to_have_text("2 / 7 = 0.286")
    expect(text_box(page, "clipping")).to_have_value("the the the the the the the")


@EDITED
def test_hostile_text_is_shown_as_text(open_lesson, settle, problems, name):
    page = open_lesson(name, "&answers=true", FACTS)
    formulas = page.locator(".katex-display").count()
    for text in (HOSTILE, "", "x", "the " * 500):
        put(page, name, text)
        settle(page.locator(FACTS))
        page.wait_for_timeout(300)
        main = page.get_by_test_id("stMain")
        assert page.evaluate("window.flag") is None
        assert main.locator("iframe, script, img[src='x'], [onerror], [onload]").count() == 0
        assert main.locator("a[href^=javascript], img[src*=evil], a[href*=evil]").count() == 0
        assert main.locator(".katex-display").count() == formulas
        assert main.get_by_test_id("stException").count() == 0
        assert problems == []


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


def test_a_page_for_a_narrow_window(open_lesson):
    page = open_lesson("zeros", "&answers=true", FACTS)
    page.set_viewport_size({"width": 900, "height": 900})
    page.wait_for_timeout(300)
    wide = page.evaluate("document.scrollingElement.scrollWidth - document.scrollingElement.clientWidth")
    assert wide <= 0
