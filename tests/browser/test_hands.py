"""What a hand does is never lost, however fast it is."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser import steps

pytestmark = pytest.mark.exhaustive

NEXT = "button[name=next]"
BACK = "button[name=previous]"
SLOWER = 4


def slow_down(page):
    """As on a machine that has a quarter of this one's speed."""
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})


def place(page):
    """Where the segment that is shown stands in the list."""
    said = page.get_by_text(re.compile(r"[\d,]+ of [\d,]+ listed")).inner_text()
    return int(re.search(r"([\d,]+) of [\d,]+ listed", said)[1].replace(",", ""))


def expect_place(page, number):
    steps.until(page, lambda: place(page), lambda found: found == number)
    steps.come_to_rest(page)
    assert place(page) == number, "nothing that comes late leads elsewhere"


def by_hand(page, moves):
    """Letters are keys, signs are clicks; none waits for what another leads to."""
    for move in moves:
        page.locator({"+": NEXT, "-": BACK}[move]).click() if move in "+-" else page.keyboard.press(move)


def test_presses_without_a_pause_all_count_also_on_a_slow_machine_and_back_undoes_them(open_page):
    page = open_page("/segments?segment=1&sort=file", NEXT)
    by_hand(page, "jjjjj")
    expect_place(page, 6)
    steps.expect_parameter(page, "segment", "6")
    by_hand(page, "+++++")
    expect_place(page, 11)
    by_hand(page, "jj+kj-+jk+")
    expect_place(page, 15)
    steps.expect_parameter(page, "segment", "15")
    page.go_back()
    steps.until(page, lambda: place(page), lambda found: found < 15)
    steps.expect_parameter(page, "segment", str(place(page)))
    by_hand(page, "k" * 20)
    expect_place(page, 1)
    expect(page.locator(BACK)).to_be_disabled()
    by_hand(page, "kkj")
    expect_place(page, 2)
    slow_down(page)
    by_hand(page, "jkj+jj-j")
    expect_place(page, 6)


def test_and_over_a_slow_line(open_page, page):
    """What is pressed before the server's last answer is heard is sent with the address before it."""
    page.add_init_script(steps.HEAR_LATE)
    open_page("/ter?segment=8", NEXT)
    by_hand(page, "k")
    page.wait_for_timeout(steps.LATE_MS * 0.8)
    by_hand(page, "j")
    steps.until(page, lambda: place(page), lambda found: found == 7)
    expect_place(page, 8)
    steps.expect_parameter(page, "segment", "8")


def test_what_is_pressed_with_another_key_or_into_a_text_steps_nowhere_and_other_presses_do(open_page):
    page = open_page("/smoothing?segment=3", NEXT)
    for keys in ("Control+j", "Alt+j", "Shift+j"):
        page.keyboard.press(keys)
    page.get_by_text("What if? Edit the hypothesis").click()
    area = page.locator(".st-key-what-if textarea")
    area.click()
    area.press_sequentially("jkjj")
    expect(area).to_have_value(re.compile("jkjj"))
    expect_place(page, 3)
    page.locator("h1").click()
    steps.come_to_rest(page)
    before = place(page)
    by_hand(page, "jjkj+jj-j")
    expect_place(page, before + 5)
    steps.expect_parameters(page, lambda found: steps.segment_heading(page, found["segment"]).count() > 0)
