"""How segments are chosen for a campaign; test_campaign.py goes from its making to the verdict."""

import pytest
from playwright.sync_api import expect

from tests.browser import steps

CUT = """
all => all.filter(one => [one, ...one.querySelectorAll("*")].some(part => part.scrollWidth > part.clientWidth + 1))
          .map(one => one.textContent)
"""


def press(page, key):
    steps.come_to_rest(page)
    page.locator(f"[class*=st-key-{key}] button").first.click()


@pytest.mark.exhaustive
def test_the_ways_to_choose_segments_are_read_whole_at_any_width(open_page):
    page = open_page("/rate", "[class*=st-key-keep-set]")
    press(page, "keep-set")
    steps.come_to_rest(page)
    for width in (1280, 900, 390):
        page.set_viewport_size({"width": width, "height": 900})
        steps.come_to_rest(page)
        page.locator(".st-key-rate_segments").get_by_role("combobox").click()
        options = page.get_by_role("option")
        expect(options.filter(has_text="where scores of systems vary most")).to_be_visible()
        assert options.evaluate_all(CUT) == []
        page.keyboard.press("Escape")
