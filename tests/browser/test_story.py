"""Lesson 0 in a real browser: scrolling, keys and presses go through it, also on a phone, and it shuts nobody out."""

import pytest
from playwright.sync_api import expect

from course.lessons import LESSONS
from course.story.bleu import OUTPUT, TITLE
from course.story.bleu import story as told
from tests.browser import faults, steps
from tests.cases import one_in

STORY = told()
LAST = len(STORY.steps)
DOTS = ".dots button"
HERE = ".dots [aria-current=step]"
TOTAL = ".total b"
READ = ".way li.seen"
PICTURE = ".drawn"
PHONE = {"width": 390, "height": 844}
TEXTS_SHOWN = "parts => parts.map(part => part.textContent)"


def expect_step(page, number):
    expect(page.locator(HERE)).to_have_text(str(number))
    expect(page.get_by_role("heading", name=STORY.steps[number - 1].title)).to_be_in_viewport()


@pytest.mark.exhaustive
def test_the_door_opens_it_and_one_goes_through_by_scrolling_by_keys_and_by_presses(open_page, page, settle):
    page.set_viewport_size({"width": 1280, "height": 800})
    open_page("/", ".st-key-files")
    page.get_by_role("button", name="Learn BLEU in ten minutes").click()
    settle(page.locator(PICTURE))
    expect(page.get_by_role("heading", name=TITLE)).to_be_visible()
    expect_step(page, 1)
    expect(page.locator(".step > h3 + p")).to_have_text([step.text for step in STORY.steps])
    check_scrolling(page)
    check_keys(page)
    page.emulate_media(reduced_motion="reduce")
    check_what_is_drawn(page)
    for scheme in ("dark", "light")[:: one_in(2)]:
        steps.in_theme(page, scheme)
        assert faults.serious(page) == []
    check_narrow_windows(page)
    check_the_end(page, settle)


def check_scrolling(page):
    """The picture stays in sight, and follows the text; who has come to its end has read it."""
    for number in (2, LAST):
        expect(page.locator(READ)).to_have_count(0)
        page.locator(".step").nth(number - 1).evaluate("step => step.scrollIntoView({block: 'center'})")
        expect_step(page, number)
        expect(page.locator(PICTURE)).to_be_in_viewport(ratio=1)


def check_keys(page):
    """The last step has none after it; arrows up and down scroll as ever."""
    expect(page.locator(READ)).to_have_count(1)
    page.keyboard.press("ArrowRight")
    expect_step(page, LAST)
    page.keyboard.press("ArrowLeft")
    expect_step(page, LAST - 1)
    page.keyboard.press("ArrowRight")
    expect_step(page, LAST)
    page.locator(DOTS).first.focus()
    page.keyboard.press("Enter")
    expect_step(page, 1)


def check_what_is_drawn(page):
    """As Python has said; at once, for nothing moves."""
    words = page.locator(".row").last.locator(".word:not(.missing)")
    assert words.evaluate_all(TEXTS_SHOWN) == OUTPUT.split()
    for number, step in enumerate(STORY.steps, 1):
        page.locator(DOTS).nth(number - 1).click()
        expect_step(page, number)
        for place, kind in enumerate(step.output):
            expect(words.nth(place)).to_have_class(f"word {kind}")
        expect(page.locator(".bar.full")).to_have_count(step.bars)
        expect(page.locator(".ngrams.there i")).to_have_count(len(STORY.ngrams[step.order - 1]) if step.order else 0)
        shown = {"": "", "mean": f"{STORY.mean:.2f}", "score": f"{STORY.score:.2f}"}[step.total]
        expect(page.locator(TOTAL)).to_have_text(shown)
    kept, track = (page.locator(f".total .{part}").bounding_box() for part in ("kept", "track"))
    assert abs(100 * kept["width"] / track["width"] - STORY.score) < 1


def check_narrow_windows(page):
    """On a phone the picture stands above the text; beside it on a phone held sideways, and at 150 and 200 %."""
    low = ({"width": 683, "height": 512}, {"width": 640, "height": 400}, {"width": 844, "height": 390})
    for size in (PHONE, {"width": 1024, "height": 768}, *low[:: one_in(3)]):
        page.set_viewport_size(size)
        for number in (LAST - 1, 2):
            page.locator(DOTS).nth(number - 1).click()
            expect_step(page, number)
            expect(page.locator(PICTURE)).to_be_in_viewport(ratio=1)
            steps.until(page, lambda number=number: covered(page, number), lambda found: not found)
        steps.expect_to_fit(page)


def covered(page, number):
    """Whether the picture lies over the text of a step."""
    step, picture = page.locator(".step h3").nth(number - 1).bounding_box(), page.locator(".picture").bounding_box()
    is_beside = step["x"] + step["width"] <= picture["x"]
    return not is_beside and step["y"] < picture["y"] + picture["height"]


def check_the_end(page, settle):
    """Its sentence in the Playground, and the next lesson."""
    page.set_viewport_size(PHONE)
    page.get_by_role("link", name="Try it yourself").click()
    settle(page.locator(".st-key-playground_hypotheses"))
    expect(page.locator(".st-key-playground_hypotheses textarea")).to_have_value(OUTPUT)
    page.go_back()
    settle(page.locator(PICTURE))
    page.locator(".st-key-next-below button").click()
    first = next(iter(LESSONS))
    steps.expect_parameter(page, "lesson", first)
    expect(page.get_by_role("combobox", name="Lesson")).to_have_value(f"1. {LESSONS[first].title}")
