"""Words as tiles in a real browser: clicked, dragged and typed over, by mouse, touch and keyboard; no edit is lost."""

import pytest
from playwright.sync_api import expect

from course.lessons import LESSONS
from tests.browser import steps
from tests.browser.tiles import TEXTS, drag_by_mouse, expect_tiles, last_part, middle, moved, row, tiles

RTL = "שלום עולם יפה"
# What the server says is heard that much later, in its order.
LATE_MS = 350
LEFT_EDGES = "tiles => tiles.map(tile => Math.round(tile.getBoundingClientRect().left))"
HEAR_LATE = f"""
    const {{addEventListener}} = WebSocket.prototype;
    WebSocket.prototype.addEventListener = function (type, listener, ...options) {{
        const late = event => setTimeout(() => listener.call(this, event), {LATE_MS});
        return addEventListener.call(this, type, type === "message" ? late : listener, ...options);
    }};
"""


def drag_by_touch(page, start, end):
    session = page.context.new_cdp_session(page)

    def touch(kind, *points):
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in points]})

    touch("touchStart", start)
    for share in (0.1, 0.4, 0.7, 1):
        touch("touchMove", tuple(a + (b - a) * share for a, b in zip(start, end, strict=True)))
    touch("touchEnd")
    session.detach()


@pytest.mark.exhaustive
def test_words_that_count_are_clicked_by_mouse_and_keyboard(open_page):
    page = open_page("/learn?lesson=clipping", ".tile")
    output = row(page, "Output")
    places = tiles(output).evaluate_all(LEFT_EDGES)
    tiles(output).nth(2).click()
    expect(tiles(output).nth(2)).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("ArrowRight")
    page.keyboard.press(" ")
    page.keyboard.press("End")
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    expect(output.locator("[aria-pressed=true]")).to_have_count(2)
    assert tiles(output).evaluate_all(LEFT_EDGES) == places, "the next tile stays where the pointer goes"
    page.get_by_role("button", name="Check").click()
    expect(page.get_by_text("✓ Right.")).to_be_visible()
    expect(output.get_by_label("the, right")).to_have_count(2)
    expect(output.locator(".right sup")).to_have_text(["✓", "✓"])
    control = page.locator(".st-key-chosen")
    steps.come_to_rest(page)
    before = control.bounding_box()
    control.get_by_role("radio", name="3", exact=True).click()
    expect(page.get_by_role("button", name="Back to the example")).to_be_visible()
    assert control.bounding_box() == before, "what is switched stays under the pointer"


@pytest.mark.exhaustive
def test_tiles_are_dragged_by_mouse_touch_and_keyboard_and_bleu_stays(open_page):
    page = open_page("/learn?lesson=permutations", ".tile")
    output = row(page, "Output")
    texts = tiles(output).evaluate_all(TEXTS)
    assert " ".join(texts) == LESSONS["permutations"].example["output"]

    drag_by_mouse(page, middle(tiles(output).nth(0)), last_part(tiles(output).nth(2)))
    texts = moved(texts, 0, 2)
    expect_tiles(output, *texts)
    steps.come_to_rest(page)
    drag_by_touch(page, middle(tiles(output).nth(4)), last_part(tiles(output).nth(6)))
    texts = moved(texts, 4, 6)
    expect_tiles(output, *texts)
    steps.come_to_rest(page)
    expect(output.locator(".note")).to_contain_text("BLEU 37.44")

    tiles(output).nth(0).focus()
    for key in ("ArrowRight", " ", "ArrowRight", "ArrowRight", "Escape"):
        page.keyboard.press(key)
    expect_tiles(output, *texts)
    for key in (" ", "End", "ArrowLeft", " "):
        page.keyboard.press(key)
    texts = moved(texts, 1, len(texts) - 2)
    expect_tiles(output, *texts)
    expect(page.locator(".tiles [role=status]")).to_have_text(f"Dropped, place {len(texts) - 1} of {len(texts)}")
    tiles(output).nth(0).click()
    tiles(output).nth(3).click()
    texts = moved(texts, 0, 3)
    expect_tiles(output, *texts)
    steps.come_to_rest(page)
    expect_tiles(output, *texts)
    page.get_by_role("button", name="Back to the example").click()
    expect_tiles(output, *LESSON_TILES)


LESSON_TILES = (
    *("appeared calm", "when", "he was", "taken", "to the American plane", ",", "which will"),
    "to Miami , Florida .",
)


@pytest.mark.exhaustive
def test_what_is_typed_is_kept_as_it_is_typed_however_late_the_server_is(page, open_page, problems):
    page.add_init_script(HEAR_LATE)
    open_page("/learn?lesson=order&answers=true", ".tiles .row")
    page.set_viewport_size({"width": 390, "height": 800})
    output, reference = row(page, "Output C"), row(page, "Reference")
    tiles(output).first.focus()
    page.keyboard.press("F2")
    box = page.get_by_role("textbox", name="Output C")
    expect(box).to_be_focused()
    page.keyboard.press("Control+A")
    written = LESSONS["order"].example["reference"]
    page.keyboard.type(written + " ", delay=30)  # the server hears of it more than once
    expect(box).to_have_value(written + " ")
    expect(output.locator(".note")).to_have_text("BLEU 100.00")
    expect(box).to_have_value(written + " ")
    page.keyboard.press("Escape")
    expect_tiles(output, *written.split())

    reference_box = page.get_by_role("textbox", name="Reference")
    too_long = "word " * 1000
    reference_box.fill(too_long)
    expect(reference.get_by_role("alert")).to_contain_text("at most 4,000 characters; this text has 5,000")
    steps.come_to_rest(page)
    expect(reference_box).to_have_value(too_long)
    expect(output.locator(".note")).to_have_text("BLEU 100.00")
    for text in ("x" * 3000, RTL):
        reference_box.fill(text)
        expect(reference.locator(".mirror")).to_have_text(text.strip())
        steps.come_to_rest(page)
        steps.expect_to_fit(page)
    expect(reference.locator(".problem")).to_be_hidden()
    expect(reference_box).to_have_value(RTL)
    expect(reference_box).to_have_css("direction", "rtl")

    page.get_by_role("button", name="Type over Output C").click()
    box.fill(RTL)
    page.keyboard.press("Enter")
    expect(output.locator(".note")).to_have_text("BLEU 0.00")
    first, second, third = RTL.split()
    tiles(output).first.focus()
    for key in (" ", "ArrowLeft", " "):
        page.keyboard.press(key)
    expect_tiles(output, second, first, third)
    assert problems == []
