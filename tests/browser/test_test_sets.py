"""Test sets that are not sound, and outputs that do not line up: found, looked at, cut again by mouse and by keys."""

from dataclasses import replace

import pyarrow as pa
import pytest
from playwright.sync_api import expect

from tests.browser import faults, steps
from tests.cases import one_in
from ui.data import soundness
from ui.store.samples import sample

FIRST, LAST = 61, 100
"""Lines of the reference that are late, from 1."""
REFERENCE = "the cat sat\non the mat .\nit rained all day\nwe went home\n"
GOOD = "the cat sat\non a mat .\nit rained\nwe went home\n"
STREAM = "the cat sat on the mat . it was raining all day we all went home\n"


def payloads(files):
    return [{"name": name, "mimeType": "text/plain", "buffer": text.encode()} for name, text in files.items()]


def shifted():
    """A sample whose reference has a block that is one line late."""
    whole = sample("news-en-es")
    (reference, *_) = whole.references
    lines = reference.segments.to_pylist()
    lines[FIRST - 1 : LAST] = lines[FIRST - 2 : LAST - 1]
    return replace(whole, references=(replace(reference, segments=pa.array(lines)),), name="Shifted")


def handle(page, number):
    return page.locator(f".handle[data-number='{number}']")


def row(page, number):
    return page.locator(".borders .row").nth(number - 1)


def expect_words(page, number, words):
    expect(row(page, number).locator(".word")).to_have_text(words.split())


def open_realignment(open_page):
    page = open_page("/data", steps.OPEN["/data"])
    steps.drop(page, payloads({"reference.txt": REFERENCE, "system.good.txt": GOOD, "system.talk.txt": STREAM}))
    page.locator(".st-key-realign button").click()
    expect(handle(page, 2)).to_be_visible()
    steps.come_to_rest(page)
    return page


def check_that_all_can_use_it(page):
    """It fits every window, and is legible in both themes."""
    for width in (390, 900, 1280):
        page.set_viewport_size({"width": width, "height": 800})
        steps.expect_to_fit(page)
    for scheme in ("dark", "light")[:: one_in(2)]:
        steps.in_theme(page, scheme)
        assert not faults.serious(page)
    steps.in_theme(page, "light")
    page.set_viewport_size({"width": 1400, "height": 900})
    steps.come_to_rest(page)


@pytest.mark.exhaustive
def test_a_shifted_block_is_seen_by_all(open_page, keep):
    """That it is told before the set is used, and leads to its segment, is looked at in tests/pages."""
    page = open_page(f"/data?set={keep(shifted())}&data_part={soundness.TAB}", ".statement")
    finding = page.get_by_text(f"Lines {FIRST} to {LAST} of the reference seem to be one line late.")
    expect(finding.first).to_be_visible()
    expect(page.get_by_text("Everything lines up.")).to_have_count(0)
    expect(page.get_by_text("What was looked for")).to_be_visible()
    check_that_all_can_use_it(page)


@pytest.mark.exhaustive
def test_a_border_is_dragged_and_moved_by_keys_and_what_is_used_says_so(open_page):
    page = open_realignment(open_page)
    check_that_all_can_use_it(page)
    check_a_word_that_is_clicked_and_a_drag_that_is_given_up(page)
    expect_words(page, 3, "it was raining all day")
    grip, word = handle(page, 3), row(page, 3).locator(".word").nth(2)
    here, there = grip.bounding_box(), word.bounding_box()
    page.mouse.move(here["x"] + here["width"] / 2, here["y"] + here["height"] / 2)
    page.mouse.down()
    page.mouse.move(there["x"] + 2, there["y"] + there["height"] / 2, steps=5)
    expect(page.locator(".word.going")).to_have_text(["it", "was"])
    page.mouse.up()
    expect_words(page, 3, "raining all day")
    expect(handle(page, 3)).to_be_focused()
    page.keyboard.press("ArrowLeft")
    expect_words(page, 3, "was raining all day")
    page.keyboard.press("ArrowDown")
    expect(handle(page, 4)).to_be_focused()
    page.keyboard.press("Shift+ArrowLeft")
    expect(row(page, 3)).to_contain_text("no words")
    page.keyboard.press("Backspace")
    expect_words(page, 4, "we all went home")
    expect(page.get_by_text("1 border was moved by hand.")).to_be_visible()
    steps.come_to_rest(page)
    expect_words(page, 3, "was raining all day")
    page.get_by_role("button", name="Use the realigned output").click()
    expect(page.locator(".st-key-use-upload button")).to_be_enabled()
    steps.come_to_rest(page)
    steps.use(page)
    expect(page.get_by_text("realigned: talk")).to_be_visible()
    page.goto(page.url.replace("/overview", "/segments") + "&segment=2")
    expect(page.get_by_text("realigned: talk")).to_be_visible()
    expect(page.get_by_test_id("stMain")).to_contain_text("on the mat . it")


def check_a_word_that_is_clicked_and_a_drag_that_is_given_up(page):
    """Beside the chosen border. All is undone."""
    handle(page, 2).click()
    row(page, 1).locator(".word").nth(1).click()
    expect_words(page, 1, "the")
    steps.come_to_rest(page)
    here = handle(page, 3).bounding_box()
    page.mouse.move(here["x"] + here["width"] / 2, here["y"] + here["height"] / 2)
    page.mouse.down()
    page.mouse.move(here["x"] + 90, here["y"] + 10, steps=4)
    page.keyboard.press("Escape")
    page.mouse.up()
    expect_words(page, 3, "it was raining all day")
    page.locator(".st-key-realign-undo button").click()
    expect_words(page, 1, "the cat sat")
    steps.come_to_rest(page)
