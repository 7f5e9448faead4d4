"""A campaign as whoever makes it meets it: set up, handed out, watched, read, and used as a judge."""

import pytest
from playwright.sync_api import expect

from scoring.rating import DirectAssessment, deal_items
from tests.browser import steps

CUT = """
all => all.filter(one => [one, ...one.querySelectorAll("*")].some(part => part.scrollWidth > part.clientWidth + 1))
          .map(one => one.textContent)
"""


def press(page, key):
    steps.come_to_rest(page)
    page.locator(f"[class*=st-key-{key}] button").first.click()


def rate(workspace, code, name):
    """Somebody who sees what the test set's first two systems are worth."""
    seat = workspace.join(code, name)
    every = (one for project in workspace.projects() for one in workspace.campaigns(project.id))
    campaign = next(one for one in every if one.code == code)
    test_set, plan = workspace.read(campaign.test_set, campaign.number), campaign.plan
    for number, item in enumerate(deal_items(plan, test_set, seat.place)):
        score = 90 - 20 * plan.systems.index(item.outputs[0].system) - 30 * (item.kind == "damaged")
        workspace.answer(seat.secret, number, DirectAssessment(score - item.segment % 7), 10.0)
    workspace.finish(seat.secret)


def expect_to_fit(page):
    """Also where there is little room."""
    steps.come_to_rest(page)
    page.set_viewport_size({"width": 900, "height": 800})
    steps.expect_to_fit(page)
    page.set_viewport_size({"width": 1400, "height": 900})


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


@pytest.mark.exhaustive
def test_from_a_sample_to_a_verdict_by_people(open_page, workspace):
    page = open_page("/rate", "[class*=st-key-keep-set]")
    press(page, "keep-set")
    expect(page.locator(".seen")).to_contain_text("Nada de acuerdo")
    page.locator(".st-key-rate_protocol").get_by_text("Error spans").click()
    expect(page.locator(".seen mark")).to_have_count(2)
    expect_to_fit(page)
    page.locator(".st-key-rate_protocol").get_by_text("Direct assessment").click()
    expect(page.locator(".seen mark")).to_have_count(0)
    press(page, "make-campaign")
    code = page.locator(".st-key-campaign-code code")
    expect(code).to_be_visible()
    steps.expect_parameter(page, "rate_part", "Campaigns")
    expect(page.locator(".statement")).to_contain_text("0 of 360 answers are there, 0 of 2 raters are done")
    for name in ("Ana", "<b>Ben</b>"):
        rate(workspace, code.inner_text(), name)
    press(page, "look-again")
    expect(page.locator(".statement")).to_contain_text("2 of 2 raters are done")
    expect_to_fit(page)
    steps.open_tab(page, "Read")
    expect(page.locator(".statement")).to_contain_text("Chance is a very unlikely explanation")
    expect(page.locator(".st-key-rate-systems .ytick")).to_have_count(3)
    expect(page.locator(".agreed")).to_contain_text("alpha 1.00")
    expect_to_fit(page)
    press(page, "use-as-judge")
    expect(page.locator(".said.done")).to_contain_text("are a judge in version 2")
    steps.come_to_rest(page)
    page.get_by_role("link", name="See the verdict").click()
    expect(page.locator(".verdict")).to_contain_text("Scores of 50 segments")
