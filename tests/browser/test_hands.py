"""Keys that step from segment to segment do so only where they are meant to."""

import re

from playwright.sync_api import expect

from tests.browser import steps

NEXT = "button[name=next]"


def place(page):
    """Where the segment that is shown stands in the list."""
    said = page.get_by_text(re.compile(r"[\d,]+ of [\d,]+ listed")).inner_text()
    return int(re.search(r"([\d,]+) of [\d,]+ listed", said)[1].replace(",", ""))


def expect_place(page, number):
    steps.until(page, lambda: place(page), lambda found: found == number)
    steps.come_to_rest(page)
    assert place(page) == number, "nothing that comes late leads elsewhere"


def test_what_is_pressed_with_another_key_or_into_a_text_steps_nowhere(open_page):
    page = open_page("/smoothing?segment=3", NEXT)
    for keys in ("Control+j", "Alt+j", "Shift+j"):
        page.keyboard.press(keys)
    page.get_by_text("What if? Edit the hypothesis").click()
    area = page.locator(".st-key-what-if textarea")
    area.click()
    area.press_sequentially("jkjj")
    expect(area).to_have_value(re.compile("jkjj"))
    expect_place(page, 3)
