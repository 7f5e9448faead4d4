"""A class and the quiz in a real browser: answers come in on the teacher's page, students see what it shows."""

import pytest
from playwright.sync_api import expect

from course import listing
from course.lessons import LESSONS
from course.quiz.questions import quiz_items
from course.quiz.quiz import LENGTH, form_version
from tests.browser import faults, steps
from tests.browser.slides import check_sight

PROJECTOR, PHONE = {"width": 1280, "height": 800}, {"width": 390, "height": 800}
ASKED = LESSONS["negation"].ask(LESSONS["negation"].example)
CLIPPING_BARS = 1 + len(LESSONS["clipping"].example["output"].split())
"""From no word to all of them."""
BARS = ".votes > div"
NUMBERS = f"{BARS} > b"
FACTS = ".facts > div"


def answer(page, choice):
    page.locator(".st-key-question [role=radiogroup] label").nth(choice).click()
    expect(page.get_by_text("Yours is counted")).to_be_visible()


def show(page, stage):
    page.locator(".st-key-class-stage").get_by_text(stage, exact=True).click()


def check_looks(page, theme):
    page.mouse.move(1, 1)
    steps.expect_to_fit(page)
    steps.in_theme(page, theme)
    assert faults.serious(page) == []
    steps.in_theme(page, "light")


@pytest.mark.exhaustive
def test_answers_come_in_live_and_students_see_what_the_teacher_shows(server, visitor):
    teacher = visitor()
    teacher.set_viewport_size(PROJECTOR)
    teacher.goto(f"{server.url}/learn?lesson=learned")
    teacher.locator(".st-key-class-menu button").click()
    teacher.get_by_role("button", name="Ask a class").click()
    expect(teacher.get_by_text("0 answers")).to_be_visible()
    check_slides(teacher)
    steps.choose(teacher, "lesson_list", listing.part_title("negation"))
    expect(teacher.locator(BARS)).to_have_count(len(ASKED.choices))
    code = steps.expect_parameters(teacher, lambda found: len(found.get("class", "")) == 6)["class"]

    by_link = visitor()
    by_link.set_viewport_size(PHONE)
    by_link.goto(f"{server.url}/learn?class={code}")
    answer(by_link, 0)
    expect(teacher.get_by_text("1 of 1 answered")).to_be_visible()
    by_code = visitor()
    by_code.goto(f"{server.url}/learn")
    by_code.locator(".st-key-class-menu button").click()
    by_code.get_by_label("Students: the code of your class").fill(
        f"{server.url}/learn?lesson=order&class={code.lower()}"
    )
    by_code.keyboard.press("Enter")
    answer(by_code, ASKED.right)
    expect(teacher.get_by_text("2 of 2 answered")).to_be_visible()
    for page in (teacher, by_link, by_code):
        expect(page.locator(NUMBERS).filter(has_text="0")).to_have_count(0)

    show(teacher, "Counts")
    for page in (teacher, by_link, by_code):
        expect(page.locator(NUMBERS)).to_have_text(["1", "1", "0"])
        expect(page.locator(FACTS)).to_have_count(0)
    for page, theme in ((teacher, "dark"), (by_link, "light")):
        check_looks(page, theme)

    show(teacher, "Answer")
    for page in (teacher, by_link, by_code):
        expect(page.locator(f"{BARS}.right")).to_contain_text(f"✓ {ASKED.choices[ASKED.right]}")
        expect(page.locator(FACTS).first).to_be_visible()
    expect(by_code.locator(f"{BARS}.right")).to_contain_text("your answer")

    steps.choose(teacher, "lesson_list", f"1. {LESSONS['clipping'].title}")
    for page in (by_link, by_code):  # they share what a browser keeps, as two tabs do
        expect(page.get_by_role("heading", name=LESSONS["clipping"].title)).to_be_visible()
        steps.come_to_rest(page)
    check_words_that_are_clicked(teacher, by_code, by_link)
    expect(teacher.locator(".st-key-class-link")).to_have_count(1)
    teacher.get_by_role("button", name="Link, QR").click()
    expect(teacher.get_by_text(f"/learn?class={code}")).to_be_visible()
    picture = teacher.get_by_role("img", name="The class's link, for a camera")
    steps.until(teacher, lambda: picture.evaluate("picture => picture.naturalWidth"), lambda width: width > 0)
    teacher.keyboard.press("Escape")
    teacher.get_by_role("button", name="Answers, end").click()
    teacher.get_by_role("button", name="End the class").click()
    teacher.get_by_role("button", name="End it").click()
    expect(teacher.get_by_text("The class has ended.")).to_be_visible()
    expect(teacher.get_by_role("button", name="Download all answers").first).to_be_visible()
    for page in (by_link, by_code):
        expect(page.get_by_text("The class has ended.")).to_be_visible()
        expect(page.get_by_role("combobox", name="Lesson")).to_have_value(f"1. {LESSONS['clipping'].title}")
    expect(by_code.get_by_text("✓ Right.")).to_be_visible()


def check_slides(teacher):
    """Of the lesson that has most to say: beside its answer there is no room for the way into the class."""
    teacher.get_by_role("button", name="Present").click()
    for what in ("question", "counts", "answer"):
        expect(teacher.locator(".presented")).to_contain_text(f"· {what}")
        expect(teacher.locator(".st-key-class-band")).to_have_count(int(what != "answer"))
        check_sight(teacher)
        if what != "answer":
            teacher.keyboard.press("ArrowRight")
    assert faults.serious(teacher) == []
    teacher.keyboard.press("Escape")
    expect(teacher.locator(".st-key-class-link")).to_be_visible()
    teacher.set_viewport_size(PROJECTOR)


def check_words_that_are_clicked(teacher, student, other):
    """They stay as they were when they were checked, also after a reload, and whatever another tab does."""
    words = student.locator(".tiles .row").first.locator(".tile")
    for place in (0, 1):
        words.nth(place).click()
    student.get_by_role("button", name="Send", exact=True).click()
    expect(student.get_by_text("“Predict again” changes it")).to_be_visible()
    words.nth(2).click()
    show(teacher, "Counts")  # the other tab, which has no answer, draws its page anew, too
    for page, n_bars in ((other, 0), (student, CLIPPING_BARS)):
        expect(page.locator(BARS)).to_have_count(n_bars)
        steps.come_to_rest(page)
    show(teacher, "Question")
    student.reload()
    expect(student.get_by_text("Yours is counted")).to_be_visible()
    expect(student.locator(".tile.chosen")).to_have_count(2)
    expect(student.locator(".tile[aria-pressed]")).to_have_count(0)
    expect(student.get_by_text("1 of 2 answered", exact=True)).to_be_visible()


@pytest.mark.exhaustive
def test_the_quiz_is_answered_and_its_scores_outlast_a_reload(open_page, page):
    last, right = len(quiz_items("after")) - 1, "".join(str(item.right) for item in quiz_items("after"))
    page.set_viewport_size(PHONE)
    open_page("/learn?lesson=quiz-after", ".st-key-question")
    digits = {"before": "0" * (last + 1), "after": right[:last]}
    given = {f"quiz-{form}": [f"{form_version(form)}.{kept}", "", ""] for form, kept in digits.items()}
    page.evaluate("given => localStorage.setItem('bleuscope-lessons', JSON.stringify(given))", given)
    page.reload()
    expect(page.get_by_text(quiz_items("after")[last].prompt).first).to_be_visible()
    check_looks(page, "dark")
    page.get_by_role("button", name="See your score").click()
    expect(page.get_by_text("Choose an answer first")).to_be_visible()
    page.locator(".st-key-question [role=radiogroup] label").nth(int(right[last])).click()
    page.get_by_role("button", name="See your score").click()  # at once
    scores = page.locator(f"{FACTS} b")
    expect(scores.last).to_have_text(f"{LENGTH} of {LENGTH}")
    page.wait_for_function("right => localStorage.getItem('bleuscope-lessons').includes(`.${right}\"`)", arg=right)
    page.reload()
    n_before = sum(item.right == 0 for item in quiz_items("before"))
    expect(scores).to_have_text([f"{n_before} of {LENGTH}", f"{LENGTH} of {LENGTH}"])
    page.set_viewport_size(PROJECTOR)
    page.locator("button[name=previous-lesson]").click()
    steps.expect_parameter(page, "lesson", list(LESSONS)[-1])
    page.go_back()
    expect(scores.last).to_have_text(f"{LENGTH} of {LENGTH}")
    check_looks(page, "dark")
