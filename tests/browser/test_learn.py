"""The Learn page in a real browser: every lesson opens, is predicted, edited, and shows any text as text."""

from collections import Counter
from functools import cache

import pytest
from playwright.sync_api import expect

from course import listing
from course.asking import CHANGED
from course.lessons import LESSONS, parts
from course.lessons.l11_significance import EXCERPT
from course.sentences import scale
from tests.browser import faults, steps
from tests.browser.tiles import drag_by_mouse, expect_tiles, first_part, middle, row, tiles
from tests.cases import one_in
from tests.hostile import MARKDOWN, SCRIPTS, SCRIPTURES
from tests.lessons import TEXT_FIELDS, answered_blocks

NAMES = tuple(LESSONS)
HOSTILE = " ".join((*SCRIPTS, *MARKDOWN, *SCRIPTURES))
FACTS = ".facts > div"
NUMBERS = ".facts b"
DRAWN = '() => [...document.querySelectorAll(".stMain .bs, .stMain .katex-display")].map(part => part.innerText).join()'
QUESTION = ".st-key-question"
SEEN = ".st-key-sentences > *"
SMALL = """
() => {
    const main = document.querySelector("[data-testid=stMain]"), found = [];
    const texts = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
        const {data, parentElement: part} = texts.currentNode;
        if (!data.trim() || part.closest("svg, style, sub, sup, .katex")) continue;
        if (parseFloat(getComputedStyle(part).fontSize) < 16) found.push(data);
    }
    return found;
}
"""
"""Texts of less than 16 px, but for indices and what is drawn."""
BEGINS = """
part => {
    const inside = document.createRange();
    inside.selectNodeContents(part);
    return Math.round((part.matches("button") ? part : inside).getBoundingClientRect().left);
}
"""
"""Where a text, or a button's edge, begins, in px."""
PROJECTOR = {"width": 1280, "height": 800}


@cache
def kinds(name):
    """Of blocks, how many the lesson's example has."""
    lesson = LESSONS[name]
    return Counter(type(block) for block in answered_blocks(lesson.compute(lesson.example)))


@cache
def with_every_kind():
    """A few lessons with a text to edit which together have every kind of block."""
    found, seen = [], set()
    for name in sorted(filter(TEXT_FIELDS.__contains__, NAMES), key=lambda name: -len(kinds(name))):
        if kinds(name).keys() - seen:
            found.append(name)
            seen |= kinds(name).keys()
    return found


def put(page, field, text):
    """Into its first row."""
    label = next(iter(field.rows.values()))
    if field.mode != "type":
        page.get_by_role("button", name=f"Type over {label}", exact=True).click()
    page.get_by_role("textbox", name=label, exact=True).fill(" ".join(text.split()))
    page.get_by_role("textbox", name=label, exact=True).press("Enter")


def put_and_see(page, field, text):
    """Waits until what is drawn is not what it was."""
    steps.come_to_rest(page)
    before = page.evaluate(DRAWN)
    put(page, field, text)
    page.wait_for_function(f"before => ({DRAWN})() !== before", arg=before)


@pytest.mark.exhaustive
def test_lessons_are_seen_without_scrolling_and_show_text_as_text(open_page, page, settle, problems):
    """And what else is to be seen in one of them; questions and answers of all are looked at in tests/pages.

    Unless every case is asked for, these are the first lesson and those with one of `MORE`, or with a kind of block.
    """
    page.set_viewport_size(PROJECTOR)
    open_page(f"/learn?lesson={NAMES[0]}", QUESTION)
    check_prediction(page, LESSONS[NAMES[0]])
    page.locator(".stMain").get_by_text("Show answers").click()
    steps.expect_parameter(page, "answers", "true")
    looked_at = [name for name in NAMES if is_sampled(name) or name in with_every_kind() or name in MORE]
    for name in looked_at:
        if name != NAMES[0]:
            steps.choose(page, "lesson_list", listing.part_title(name))
        steps.expect_parameter(page, "lesson", name)
        expect(page.get_by_role("heading", name=LESSONS[name].title)).to_be_visible()
        settle(page.locator(FACTS))
        if name == looked_at[len(looked_at) // 2]:
            steps.in_theme(page, "dark")
        if is_sampled(name):
            check_that_key_numbers_are_seen(page, name)
            check_that_few_words_are_large(page, LESSONS[name])
        if name in with_every_kind():
            check_that_text_stays_text(page, settle, problems, name)
        if name in MORE:
            MORE[name](page, settle)


def is_sampled(name):
    """The first lesson, and the one with most kinds of blocks."""
    return one_in(2) == 1 or name in (NAMES[0], with_every_kind()[0])


@pytest.mark.exhaustive
def test_a_lesson_is_dragged_to_its_goal_unfolded_and_typed_over(open_page, page, settle):
    """From the words of the reference backwards to four of them in a row."""
    page.set_viewport_size(PROJECTOR)
    open_page("/learn?lesson=order", ".tiles .row")
    lesson, output = LESSONS["order"], row(page, "Output C")
    expect(page.locator(FACTS)).to_have_count(0)
    check_that_a_label_stands_above_what_is_said_of_it(output)
    last = tiles(output).count() - 1
    drag_by_mouse(page, middle(tiles(output).nth(last)), first_part(tiles(output).nth(0)))
    for place in range(1, 4):
        steps.come_to_rest(page)
        tiles(output).first.focus()
        for key in ("End", " ", "Home", *["ArrowRight"] * place, " "):
            page.keyboard.press(key)
    expect_tiles(output, *["the", "quick", "brown", "fox", "dog", "lazy", "the", "over", "jumps"])
    expect(page.get_by_text("✓ Done.")).to_be_visible()
    settle(page.locator(FACTS))
    expect(output.locator(".note")).not_to_have_text("BLEU 0.00")
    expect(page.get_by_text("In practice")).to_be_hidden()
    page.get_by_text("Why", exact=True).click()
    expect(page.get_by_text("In practice")).to_be_visible()
    put(page, lesson.words[1], "x")
    expect(page.get_by_text(CHANGED)).to_be_visible()
    expect(page.get_by_text("✓ Done.")).to_have_count(0)
    page.get_by_role("button", name="Back to the example").click()
    expect_tiles(output, *lesson.example["outputs"].split("\n")[2].split())


def check_that_a_label_stands_above_what_is_said_of_it(row):
    label, *others = (row.locator(part).evaluate(BEGINS) for part in ("b", ".note", ".typing"))
    assert others == [label, label]


def check_prediction(page, lesson):
    """First predict, then see."""
    question = lesson.ask(lesson.example)
    expect(page.locator(FACTS)).to_have_count(0)
    if question.clicked:
        words, counts = question.clicked.words, question.clicked.counts
        for place, word in enumerate(words):
            if words[:place].count(word) < counts.get(word, 0):
                page.locator(".tile[aria-pressed]").nth(place).click()
        page.get_by_role("button", name="Check").click()
    else:
        expect(page.locator(QUESTION).get_by_role("radio")).to_have_count(len(question.choices))
        page.locator(f"{QUESTION} [role=radiogroup] label").nth(question.right).click()
    expect(page.get_by_text("✓ Right.")).to_be_visible()
    expect(page.locator(FACTS).first).to_be_visible()


def check_that_key_numbers_are_seen(page, name):
    """All that the example has is drawn, and the key numbers are in sight."""
    expect(page.locator(".katex-display")).to_have_count(kinds(name)[parts.FormulaBlock])
    expect(page.get_by_test_id("stDataFrame")).to_have_count(kinds(name)[parts.TableBlock])
    expect(page.locator(".js-plotly-plot")).to_have_count(kinds(name)[parts.Chart])
    page.get_by_test_id("stMain").evaluate("main => main.scrollTo(0, 0)")
    steps.until(page, lambda: lowest(page, FACTS), lambda found: 0 < found <= PROJECTOR["height"])
    steps.expect_to_fit(page)
    steps.expect_legible(page)
    assert page.evaluate(SMALL) == []
    assert faults.serious(page) == []


def check_that_few_words_are_large(page, lesson):
    """Those that are asked about, as much as there is room for."""
    for words in page.locator(".row:not(.small) :is(.words, textarea):visible").all() if lesson.words else ():
        size = words.evaluate("words => parseFloat(getComputedStyle(words).fontSize)")
        assert size == pytest.approx(1.2 * 16 * scale(lesson), abs=0.1)


def lowest(page, parts):
    """How far down these parts go, in px."""
    return page.locator(parts).evaluate_all(
        "parts => Math.max(...parts.map(part => part.getBoundingClientRect().bottom))"
    )


def check_that_text_stays_text(page, settle, problems, name):
    """Once in each kind of block: tests/course looks at what every lesson makes of such texts."""
    main = page.get_by_test_id("stMain")
    put_and_see(page, TEXT_FIELDS[name][0], HOSTILE)
    back = page.get_by_role("button", name="Back to the example")
    expect(back).to_be_visible()
    settle(page.locator(FACTS))
    assert page.evaluate("window.flag") is None
    expect(main.locator("iframe, script, img[src='x'], [onerror], [onload]")).to_have_count(0)
    expect(main.locator("a[href^=javascript], img[src*=evil], a[href*=evil]")).to_have_count(0)
    expect(main.locator(".katex-display")).to_have_count(kinds(name)[parts.FormulaBlock])
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
        page,
        lambda: rightmost(page, ".katex-display .base"),
        lambda found: 0 < found <= rightmost(page, ".st-key-said"),
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
    page.get_by_text("Why", exact=True).click()
    expect(page.locator("details .bs .t")).to_have_count(2 * EXCERPT)
    for scheme in ("dark", "light"):
        steps.in_theme(page, scheme)
        steps.expect_legible(page, 1, "SPAN.t")


@pytest.mark.exhaustive
@pytest.mark.one_case_in(2)
@pytest.mark.parametrize(("width", "height"), [(390, 844), (844, 390), (640, 400)])
def test_what_is_dragged_and_what_moves_are_in_sight_together(open_page, page, width, height):
    """On phones, and at a zoom of 200 %: the slider at the lower edge, the chart above it, without a toolbar."""
    page.set_viewport_size({"width": width, "height": height})
    open_page("/learn?lesson=length", QUESTION)
    steps.come_to_rest(page)
    chart, slider = (
        page.locator(".st-key-sentences .js-plotly-plot").last,  # the one before it may be there, too
        page.locator(".st-key-act-on-control [data-testid=stSlider]"),
    )
    steps.until(page, lambda: page.locator("[data-testid=stSidebar]").bounding_box()["x"], lambda left: left < 0)
    edge = page.locator(".st-key-act-on-control").bounding_box()["y"]
    lower = "chart => chart.getBoundingClientRect().bottom"
    main = page.locator("[data-testid=stMain]")
    main.evaluate("(main, by) => main.scrollBy(0, by)", chart.evaluate(lower) - edge)
    assert chart.bounding_box()["y"] >= 0
    assert chart.evaluate(lower) <= page.locator(".st-key-act-on-control").bounding_box()["y"] + 1
    expect(slider).to_be_in_viewport(ratio=1)
    length = slider.bounding_box()["width"]
    for _ in range(5):
        slider.get_by_role("slider").press("ArrowLeft")
    expect(page.get_by_text("✓ Done", exact=True)).to_be_in_viewport()
    expect(page.get_by_role("button", name="Try again")).to_be_in_viewport()
    assert abs(slider.bounding_box()["width"] - length) < 20, "the verdict leaves the slider as it is under the finger"
    chart.hover()
    expect(page.locator(".modebar")).to_have_count(0)


def are_apart(one, other):
    return one["x"] + one["width"] <= other["x"] or one["y"] + one["height"] <= other["y"]


EDGES = """
names => names.map(name => {
    const drawn = [...document.querySelectorAll(name)].find(part => part.checkVisibility());
    const {top, bottom} = drawn.getBoundingClientRect();
    return [Math.round(top), Math.round(bottom)];
})
"""
"""The upper and the lower edge of the first of each that is drawn."""


CHART = ".st-key-sentences .stPlotlyChart"
MOVING = {
    "corpus": (CHART, ".st-key-act-on-control"),
    "copied": (CHART, ".st-key-act-on-control"),
    "order": (".st-key-sentences [class*=_tiles]", ".st-key-view-control"),
}
"""Lesson -> what moves in it, and what stands below."""


@pytest.mark.exhaustive
def test_on_a_phone_question_verdict_and_what_moves_are_in_sight(open_page, page, settle):
    page.set_viewport_size({"width": 900, "height": 800})
    open_page("/learn?lesson=significance", QUESTION)
    check_that_the_question_comes_first(page, 400)
    page.set_viewport_size({"width": 390, "height": 800})
    check_that_the_question_comes_first(page, 300)
    page.set_viewport_size({"width": 390, "height": 844})
    for name, (moves, below) in MOVING.items():
        turn_to_lesson(page, name)
        settle(page)
        page.get_by_role("button", name="Show me").click()
        page.locator(".reveal").wait_for()
        settle(page.locator(".st-key-chosen" if name == "order" else moves))
        steps.until(
            page,
            lambda moves=moves, below=below: page.evaluate(EDGES, [".reveal", moves, below]),
            lambda found: all(top >= 0 and min(bottom, top + 200) <= found[2][0] for top, bottom in found[:2]),
        )
    turn_to_lesson(page, "references")
    check_that_the_short_verdict_stands_beside_the_button(page)
    turn_to_lesson(page, "own_judge")
    check_that_the_way_back_pushes_no_slider_down(page, settle)


def turn_to_lesson(page, name):
    """On a phone the list alone has its title."""
    steps.turn_to(page, f"/learn?lesson={name}")
    expect(page.get_by_role("combobox", name="Lesson")).to_have_value(listing.part_title(name))
    steps.come_to_rest(page)


def check_that_the_question_comes_first(page, most):
    """Where there is one column, with little above it on a phone."""
    expect(page.locator(SEEN).first).to_be_visible()
    tops = "names => names.map(name => document.querySelector(name).getBoundingClientRect().top)"
    steps.until(
        page, lambda: page.evaluate(tops, [f"{QUESTION} > *", SEEN]), lambda found: found[0] < min(most, found[1])
    )


def check_that_the_short_verdict_stands_beside_the_button(page):
    """Also where choices, which need no more than half a row, are switched."""
    control = page.locator(".st-key-act-on-control")
    control.get_by_text("3", exact=True).click()
    verdict, button = control.get_by_text("✓ Done", exact=True), control.get_by_role("button", name="Try again")
    expect(verdict).to_be_in_viewport()
    boxes = [lambda part=part: part.bounding_box() for part in (verdict, button)]
    steps.until(page, lambda: [box() for box in boxes], lambda found: are_apart(*found))


def check_that_the_way_back_pushes_no_slider_down(page, settle):
    """It comes with the first drag, beneath what is dragged."""
    act, back = ".st-key-act-on-control", ".st-key-back-to-example"
    before = page.evaluate(EDGES, [act])
    page.locator(act).get_by_role("slider").press("ArrowRight")
    page.locator(back).wait_for()
    settle(page)
    assert page.evaluate(EDGES, [act, back])[:1] == before
    assert page.locator(back).bounding_box()["y"] >= before[0][1]


THUMB = """
() => {
    const line = document.querySelector(".st-key-asked [data-testid=stSlider] input[type=range]");
    const {left, top, width, height} = line.parentElement.parentElement.getBoundingClientRect();
    return [[left, top, width, height], line.value];
}
"""
"""The place of a slider's thumb, and what the slider is set to."""
STEP_PX = 24
"""A little more than one step of the slider of lesson 3 on a projector."""


class Mouse:
    """It presses, moves step by step, and lets go."""

    def __init__(self, page):
        self.mouse = page.mouse

    def press(self, x, y):
        self.mouse.move(x, y)
        self.mouse.down()

    def move(self, x, y):
        self.mouse.move(x, y, steps=5)

    def release(self):
        self.mouse.up()


class Finger:
    """The same on a screen that is touched, as Chromium hears it."""

    def __init__(self, page):
        self.browser = page.context.new_cdp_session(page)
        self.browser.send("Emulation.setTouchEmulationEnabled", {"enabled": True})
        self.x = 0

    def press(self, x, y):
        self.x = x
        self.touch("touchStart", x, y)

    def move(self, x, y):
        for step in range(1, 6):
            self.touch("touchMove", self.x + (x - self.x) * step / 5, y)
        self.x = x

    def release(self):
        self.touch("touchEnd")

    def touch(self, kind, *place):
        points = [dict(zip("xy", place, strict=True))] if place else []
        self.browser.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})


@pytest.mark.exhaustive
def test_nothing_moves_at_the_first_answer_and_the_ends_of_a_slider_keep_off_the_button(open_page, page, settle):
    page.set_viewport_size(PROJECTOR)
    open_page("/learn?lesson=corpus", QUESTION)
    settle(page)
    button = ".st-key-give-up button"
    before, (_, ends), (button_top, _) = page.evaluate(
        EDGES, [QUESTION, ".st-key-asked [data-testid=stSliderTickBar]", button]
    )
    assert ends <= button_top - 4
    page.locator(button).click()
    expect(page.locator(".way > span")).to_have_text("0 of 1 right")
    settle(page)
    assert abs(page.evaluate(EDGES, [QUESTION])[0][0] - before[0]) <= 1


@pytest.mark.parametrize(
    ("hand", "grip"),
    [
        (Mouse, "thumb"),
        pytest.param(Finger, "track", marks=pytest.mark.exhaustive),
    ],
)
def test_the_picture_follows_a_slider_that_is_held(open_page, page, settle, hand, grip):
    """What holds it moves it on, and nothing does once it is let go."""
    page.set_viewport_size(PROJECTOR)
    open_page("/learn?lesson=length&answers=true", FACTS)
    settle(page)
    held, (left, top, width, height) = hand(page), page.evaluate(THUMB)[0]
    x, y = left + width / 2 + (0 if grip == "thumb" else 50), top + height / 2
    held.press(x, y)
    for by in (60, 40, -110):
        x += by
        held.move(x, y)
        shown = expect_picture_of_thumb(page, x - width / 2)
        steps.come_to_rest(page)
        assert page.evaluate(THUMB) == shown
    x += 80
    held.move(x, y)
    held.release()
    last = expect_picture_of_thumb(page, x - width / 2)
    Mouse(page).move(x - 80, y)
    steps.come_to_rest(page)
    assert page.evaluate(THUMB) == last


def expect_picture_of_thumb(page, left):
    """Waits until the numbers fit the slider's value, and its thumb is where it was dragged to."""
    number = page.locator(NUMBERS).first

    def is_shown(found):
        (place, value), said = found
        return abs(place[0] - left) < STEP_PX and said == f"{value} of 12"

    return steps.until(page, lambda: (page.evaluate(THUMB), number.inner_text()), is_shown)[0]


def test_how_far_one_has_come_stands_beside_the_longest_title(open_page, page):
    page.set_viewport_size(PROJECTOR)
    open_page(f"/learn?lesson={max(LESSONS, key=lambda name: len(LESSONS[name].title))}", ".way li")
    title, way = (page.locator(f".st-key-headline {part}").first.bounding_box() for part in ("h2", ".way ol"))
    assert way["height"] < 1.5 * page.locator(".way li").first.bounding_box()["height"], "in one row"
    assert way["x"] > title["x"] + title["width"]


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


def height(parts):
    """Of the highest one, in px."""
    return parts.evaluate_all("parts => Math.max(...parts.map(part => part.getBoundingClientRect().height))")


MORE = {
    "clipping": check_an_edit,
    "significance": check_letters,
    "edges": check_what_is_not_defined,
}
