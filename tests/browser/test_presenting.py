"""Learn again, and for a room: what was done outlasts a reload, and keys go through all lessons."""

from urllib.parse import urljoin

import pytest
from playwright.sync_api import expect

from course import listing
from course.lessons import LESSONS, parts
from course.lessons.l14_oracle import WMT21
from course.story import bleu
from tests.browser import faults, steps
from tests.browser.slides import PROJECTORS, check_sight
from tests.browser.tiles import row
from tests.cases import one_in
from tests.lessons import value_that_reaches

pytestmark = pytest.mark.exhaustive

FACTS = ".facts > div"
QUESTION = ".st-key-question"
HERE = ".dots [aria-current=step]"
BAR = ".presented"
CHOICE = "matches"
"""A lesson with choices, before one with a slider."""
RIGHT, WRONG, OTHER = 1, 2, 0
WALL = {"width": 1280, "height": 800}
"""A window on a projector that is not zoomed."""
NOTE_A_SIDEBAR = """
    window.sidebars = 0;
    const look = () => {
        const sidebar = document.querySelector("[data-testid=stSidebar]");
        if (sidebar?.checkVisibility() && sidebar.getBoundingClientRect().right > 0) window.sidebars += 1;
        requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
"""
"""Counts frames in which there is one."""

AXES = """
() => [...document.querySelectorAll(".st-key-sentences .js-plotly-plot")].map((chart) => {
    const edges = (of, side) => [...chart.querySelectorAll(of)].map((text) => text.getBoundingClientRect()[side]);
    const { right } = chart.getBoundingClientRect();
    return [
        Math.min(...edges(".xtitle", "top")) - Math.max(...edges(".xtick text", "bottom")),
        right - Math.max(...edges(".bartext", "right")),
    ];
})
"""
"""Of each chart, px between the numbers of its axis and their title, and between the texts of its bars and its edge."""

LOWEST = """
() => {
    const words = [...document.querySelectorAll(".st-key-sentences .xtick text")];
    return Math.max(...words.map((text) => text.getBoundingClientRect().bottom));
}
"""
"""The lower edge of the words at a chart's axis."""

FRAME = """
() => {
    const slide = document.querySelector("[data-testid=stMain]");
    slide.focus({ focusVisible: true });
    return getComputedStyle(slide, "::before").content;
}
"""
"""What is drawn around a slide that keys have focused; a frame would cut its buttons."""

READ_BEFORE = """
() => {
    const box = (node) => node.getBoundingClientRect();
    const legend = document.querySelector(".legend .bg"), bars = [...document.querySelectorAll(".bars .point")];
    return [
        ...[...document.querySelectorAll(".legendtext")].map((text) => box(legend).right - box(text).right),
        ...bars.filter((bar) => bar.querySelector(".bartext")).map(
            (bar) => box(bar.querySelector(".bartext")).left - box(bar.querySelector("path")).right
        ),
    ];
}
"""
"""Px between the texts of a legend and its edge, and between bars and their texts."""


def test_a_lesson_outlasts_a_reload_and_all_are_presented_by_keys(open_page, page, settle):
    open_page(f"/learn?lesson={bleu.NAME}", HERE)
    check_the_story(page, settle)
    page.locator("button[name=next-lesson]").click()
    check_answer_and_edit(page, settle)
    check_two_tabs(page, settle)
    steps.in_theme(page, "dark")
    assert faults.serious(page) == [], "nothing keeps anybody from a lesson as it asks"
    check_keys_of_tiles_and_choices(page, settle)
    check_all_lessons(page, settle)


def test_the_notes_follow_in_another_window(open_page, page):
    open_page("/learn?lesson=zeros", ".st-key-begin-presenting")
    page.get_by_role("button", name="Class", exact=True).click()
    page.get_by_role("button", name="Ask a class").click()
    expect(page.get_by_role("link", name="Notes")).to_be_visible()
    page.get_by_role("button", name="Present").click()
    expect(page.locator(BAR)).to_contain_text("· question")
    with page.context.expect_page() as opened:
        page.get_by_role("link", name="Notes").click()
    notes = opened.value
    expect(notes.locator(".notes h2")).to_contain_text(f"{LESSONS['zeros'].title} · question")
    expect(notes.get_by_text("of about")).to_be_visible()
    page.bring_to_front()
    page.keyboard.press("ArrowRight")
    expect(notes.locator(".notes h2")).to_contain_text(f"{LESSONS['zeros'].title} · counts")
    steps.come_to_rest(notes)
    assert faults.serious(notes) == []


def test_letters_of_a_chart_fit_a_small_slide(open_page, page, settle):
    """They do not run into each other; by every judge sentence, bars and axis are above the line at the lower edge."""
    page.set_viewport_size({"width": 1024, "height": 768})
    open_page("/learn?lesson=copied&present=1&part=answer", ".xtitle")
    steps.until(
        page, lambda: page.evaluate(AXES), lambda found: found and min(room for of in found for room in of) > -1
    )
    page.set_viewport_size({"width": 800, "height": 600})
    steps.turn_to(page, "/learn?lesson=oracle&present=1&part=answer")
    for judge in WMT21:
        page.locator(".st-key-view-control").get_by_role("radio", name=judge).click()
        expect(page.locator(".st-key-sentences .statement")).to_contain_text(f"By {judge}")
        settle(page)
        steps.until(page, lambda: page.evaluate(LOWEST), lambda bottom: 0 < bottom <= 596)  # the line is 4 px high


def test_a_chart_that_was_read_has_room_for_larger_letters_on_its_slide(open_page, page):
    """Plotly keeps how wide its texts were."""
    page.set_viewport_size({"width": 1280, "height": 800})
    open_page("/learn?lesson=pvalue", ".legendtext")
    page.keyboard.press("p")
    expect(page.locator(BAR)).to_be_visible()
    steps.until(page, lambda: page.evaluate(READ_BEFORE), lambda found: len(found) > 4 and min(found) > -1)
    assert page.evaluate("parseFloat(getComputedStyle(document.querySelector('.bartext')).fontSize)") >= 18
    assert page.evaluate(FRAME) == "none"


LETTERS = """
() => {
    const text = document.querySelector(".st-key-question :is(p, .reveal)");
    return parseFloat(getComputedStyle(text).fontSize) * devicePixelRatio;
}
"""
"""How large a slide's question is on the screen, in px of the screen."""

OUT_OF_REACH = """
() => {
    const main = document.querySelector("[data-testid=stMain]");
    main.scrollTo(0, main.scrollHeight);
    const last = document.querySelector(".st-key-every-number, .st-key-why").getBoundingClientRect();
    const leave = document.querySelector(".st-key-leave button").getBoundingClientRect();
    const wider = [...document.querySelectorAll(".js-plotly-plot")].flatMap((chart) => {
        const { right } = chart.getBoundingClientRect();
        return [...chart.querySelectorAll("text")].map((text) => text.getBoundingClientRect().right - right);
    });
    return Math.max(last.bottom - innerHeight, -leave.top, main.scrollWidth - main.clientWidth, ...wider);
}
"""
"""By how many px the end of a slide, its buttons there, or something at its right lie outside of what can be seen."""


def test_who_zooms_sees_larger_letters_and_reaches_all_of_a_slide(open_page, page, settle):
    """A browser's zoom makes its window smaller, and each px of it larger."""
    page.set_viewport_size(WALL)
    open_page("/learn?lesson=length&present=1&part=answer", ".xtitle")
    unzoomed = page.evaluate(LETTERS)
    for zoom, least in ((1.5, 1.25), (2, 1.5))[one_in(2) - 1 :]:
        zoom_in(page, zoom)
        page.reload()
        settle(page.locator(".xtitle"))
        steps.until(page, lambda: page.evaluate(LETTERS), lambda found, least=least: found >= least * unzoomed)
        steps.until(page, lambda: page.evaluate(OUT_OF_REACH), lambda beyond: beyond <= 1)
    check_that_the_picture_of_the_story_is_in_sight(page, settle)


def zoom_in(page, zoom):
    size = {side: round(px / zoom) for side, px in WALL.items()}
    more = {"deviceScaleFactor": zoom, "mobile": False}
    page.context.new_cdp_session(page).send("Emulation.setDeviceMetricsOverride", {**size, **more})


def check_that_the_picture_of_the_story_is_in_sight(page, settle):
    """Also at a zoom of 200 %, beneath the buttons, which stay there."""
    page.goto(urljoin(page.url, f"/learn?lesson={bleu.NAME}&present=1"))
    settle(page.locator(HERE))
    assert page.evaluate("[innerHeight, devicePixelRatio]") == [400, 2]
    for number in range(2, 5):
        page.keyboard.press("ArrowRight")
        expect(page.locator(HERE)).to_have_text(str(number))
    buttons, picture, dots = (page.locator(part) for part in (".st-key-leave button", ".drawn", ".dots"))

    def edges():
        boxes = [part.first.bounding_box() for part in (buttons, picture, dots)]
        return [edge for box in boxes for edge in (box["y"], box["y"] + box["height"])]

    steps.until(page, edges, lambda found: found[0] >= 0 and found == sorted(found) and found[-1] <= 400)


def check_the_story(page, settle):
    """It goes on where it was left."""
    page.locator(".dots button").nth(4).click()
    expect(page.locator(HERE)).to_have_text("5")
    page.reload()
    settle(page.locator(HERE))
    expect(page.locator(HERE)).to_have_text("5")
    expect(page.get_by_role("heading", name=bleu.story().steps[4].title)).to_be_in_viewport()


def check_answer_and_edit(page, settle):
    """Without the address from the browser; another lesson shows how far one is."""
    steps.choose(page, "lesson_list", listing.part_title(CHOICE))
    page.locator(f"{QUESTION} [role=radiogroup] label").nth(RIGHT).click()
    steps.expect_parameter(page, "answer", str(RIGHT))
    typed = page.get_by_role("textbox", name="Output A", exact=True)
    typed.fill("Iran has not agreed yet")
    typed.press("Enter")
    steps.expect_parameters(page, lambda found: "edit" in found)
    settle(page)  # the browser has kept it, too
    page.goto(page.url.split("&")[0])
    settle(page.locator(FACTS))
    expect(typed).to_have_value("Iran has not agreed yet")
    steps.expect_parameters(page, lambda found: found.get("answer") == str(RIGHT) and "edit" in found)
    page.get_by_role("button", name="Back to the example").click()
    steps.expect_parameter(page, "edit", None)
    expect(page.get_by_text("✓ Right.")).to_be_visible()
    page.locator(".st-key-next-below button").click()
    steps.expect_parameter(page, "answer", None)
    expect(page.locator(".way li.right")).to_have_count(1)
    expect(page.get_by_text("1 of 1 right")).to_be_in_viewport()


def check_two_tabs(page, settle):
    """What a link says is not kept, what is answered last in either of them is; all of it can be forgotten."""
    with page.expect_popup() as opened:
        page.evaluate("address => void open(address)", f"/learn?lesson={CHOICE}&answer={WRONG}")
    other = opened.value
    settle(other.locator(FACTS))
    expect(other.get_by_text("✗ Not quite:")).to_be_visible()
    assert answer_kept(page) == str(RIGHT)
    other.locator("button[name=next-lesson]").click()
    expect(other.get_by_role("heading", name=LESSONS["weights"].title)).to_be_visible()
    drag_by_keys(other, "weights")
    steps.expect_parameters(
        other, lambda found: (found["lesson"], found.get("answer")) == ("weights", str(parts.REACHED))
    )
    settle(other)
    other.locator("button[name=previous-lesson]").click()
    expect(other.get_by_role("heading", name=LESSONS[CHOICE].title)).to_be_visible()
    other.locator(f"{QUESTION} [role=radiogroup] label").nth(OTHER).click()
    steps.expect_parameter(other, "answer", str(OTHER))
    settle(other)
    other.close()
    page.locator("button[name=previous-lesson]").click()
    expect(page.get_by_text("✓ Right.")).to_be_visible()
    settle(page)
    assert answer_kept(page) == str(OTHER), "nothing was answered in this tab since"
    page.goto(f"{page.url.split('?')[0]}?lesson={CHOICE}")
    settle(page.locator(FACTS))
    expect(page.get_by_text("✗ Not quite:")).to_be_visible()
    expect(page.get_by_text("1 of 2 right")).to_be_visible()
    page.get_by_role("button", name="Forget my answers").click()
    expect(page.locator(FACTS)).to_have_count(0)
    expect(page.locator(".way li.open")).to_have_count(len(listing.PARTS))
    settle(page)
    page.reload()
    settle(page.locator(QUESTION))
    expect(page.locator(".way li.open")).to_have_count(len(listing.PARTS))
    expect(page.locator(FACTS)).to_have_count(0)


def drag_by_keys(page, name):
    """The slider of a lesson's question, step by step, until its goal is reached."""
    lesson = LESSONS[name]
    goal = lesson.ask(lesson.example).goal
    slider = lesson.control(goal.moved)
    line = page.locator(f"{QUESTION} input[type=range]")
    line.focus()
    for _ in range(round((value_that_reaches(lesson, goal) - slider.default) / slider.step)):
        line.press("ArrowRight")


def answer_kept(page):
    """To the question with choices, by the browser."""
    return page.evaluate("name => JSON.parse(localStorage.getItem('bleuscope-lessons'))[name][0]", CHOICE)


def check_keys_of_tiles_and_choices(page, settle):
    """They are not the presentation's; a choice that was clicked takes none, nor does one from a list."""
    steps.choose(page, "lesson_list", f"{listing.lesson_number('order')}. {LESSONS['order'].title}")
    expect(page.get_by_role("heading", name=LESSONS["order"].title)).to_be_visible()
    page.keyboard.press("p")
    settle(page.locator(BAR))
    page.add_init_script(NOTE_A_SIDEBAR)
    page.reload()
    settle(page.locator(BAR))
    assert page.evaluate("window.sidebars") == 0
    tile = row(page, "Output C").locator(".tile").first
    tile.focus()
    for key in ("ArrowRight", " ", "ArrowRight", "Escape"):
        page.keyboard.press(key)
    expect(page.locator(BAR)).to_contain_text(f"{listing.lesson_number('order')} of {len(LESSONS)} · question")
    page.keyboard.press("F2")
    expect(row(page, "Output C").locator("input, textarea")).to_be_focused()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Escape")
    page.locator(".presented h2").click()
    page.keyboard.press("PageDown")
    steps.expect_parameter(page, "part", "answer")
    check_that_a_page_is_read_to_its_end(page)
    page.keyboard.press("PageDown")
    settle(page.locator(f"{QUESTION} [data-testid=stSlider]"))
    check_keys_after_a_drag(page, settle)
    page.get_by_role("button", name="Show me").click()
    steps.expect_parameters(page, lambda found: (found.get("part"), found.get("answer")) == ("answer", "0"))
    page.keyboard.press("ArrowRight")
    expect(page.locator(BAR)).to_contain_text(f"{listing.lesson_number('zeros')}. {LESSONS['zeros'].title}")
    page.keyboard.press("Escape")
    expect(page.get_by_test_id("stSidebar")).to_be_visible()
    steps.expect_parameter(page, "present", None)


def check_keys_after_a_drag(page, settle):
    """They turn slides, though the slider that was dragged would take them."""
    thumb = page.locator(f"{QUESTION} [role=slider], {QUESTION} input[type=range]").first
    before = page.url
    place = thumb.bounding_box()
    page.mouse.move(place["x"] + place["width"] / 2, place["y"] + place["height"] / 2)
    page.mouse.down()
    page.mouse.move(place["x"] + place["width"] / 2 + 60, place["y"], steps=4)
    page.mouse.up()
    steps.until(page, lambda: page.url, lambda now: now != before)  # the slider was moved
    settle(page)
    page.keyboard.press("ArrowLeft")
    steps.expect_parameter(page, "part", "answer")
    page.keyboard.press("ArrowRight")
    steps.expect_parameter(page, "part", None)
    settle(page.locator(f"{QUESTION} [data-testid=stSlider]"))


def check_that_a_page_is_read_to_its_end(page):
    """Before keys for whole pages lead on."""
    main = page.get_by_test_id("stMain")
    page.get_by_text("Why", exact=True).click()
    expect(page.get_by_text("In practice")).to_be_visible()
    main.evaluate("main => main.scrollTo(0, 0)")  # what was clicked may have been beneath the window
    steps.until(
        page, lambda: main.evaluate("main => main.scrollHeight - main.clientHeight"), lambda beyond: beyond > 100
    )
    page.keyboard.press("PageDown")
    steps.until(page, lambda: main.evaluate("main => main.scrollTop"), bool)
    page.keyboard.press("PageUp")
    steps.until(page, lambda: main.evaluate("main => main.scrollTop"), lambda top: not top)
    steps.expect_parameter(page, "part", "answer")
    page.get_by_text("Why", exact=True).click()
    expect(page.get_by_text("In practice")).to_be_hidden()
    main.evaluate("main => main.scrollTo(0, main.scrollHeight)")


def check_all_lessons(page, settle):
    """Question and answer of each are in sight on a projector, in letters that can be read from afar.

    Unless every case is asked for, lessons between the first two and the last one are left out.
    """
    steps.choose(page, "lesson_list", f"{listing.lesson_number(bleu.NAME)}. {bleu.TITLE}")
    page.get_by_role("button", name="Present").click()
    settle(page.locator(HERE))
    for number in range(int(page.locator(HERE).inner_text()), len(bleu.story().steps) + 1):
        expect(page.locator(HERE)).to_have_text(str(number))
        page.keyboard.press("ArrowRight")
    first, last = len(LESSONS) // one_in(12), len(LESSONS) - 1
    for at, (name, lesson) in enumerate(LESSONS.items()):
        if first <= at < last:
            continue
        if at == last > first:
            page.goto(urljoin(page.url, f"/learn?lesson={name}&present=1"))
            settle(page.locator(QUESTION))
        for part, parameter in (("question", None), ("answer", "answer")):
            steps.expect_parameters(
                page,
                lambda found, name=name, parameter=parameter: (found["lesson"], found.get("part")) == (name, parameter),
            )
            expect(page.locator(BAR)).to_contain_text(f"{listing.lesson_number(name)} of {len(LESSONS)} · {part}")
            expect(page.get_by_text(lesson.claim)).to_have_count(int(part == "answer"))
            check_sight(page, PROJECTORS[at % one_in(2) :: one_in(2)])
            page.keyboard.press("ArrowRight")
    expect(page.locator(BAR)).to_contain_text(listing.part_title(listing.ERRATA))
    page.keyboard.press("ArrowLeft")
    settle(page.locator(QUESTION))
    for scheme in ("light", "dark")[:: one_in(2)]:
        steps.in_theme(page, scheme)
        assert faults.serious(page) == []
