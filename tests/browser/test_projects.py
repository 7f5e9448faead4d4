"""Projects as their users meet them: made, taken away, deleted and brought back."""

import json
import zipfile

import pytest
from playwright.sync_api import expect

from tests.browser import steps

HOSTILE = "<img src=x onerror=window.flag=1> **b** ![x](http://evil.example/x.png) مرحبا"


def press(page, key):
    steps.come_to_rest(page)
    page.locator(f".st-key-{key} button").click()


def make(page, name):
    """A new project, which opens; a double click makes one."""
    press(page, "new-project")
    page.locator(".st-key-name-new-project input").fill(name)
    page.locator(".st-key-create-0 button").dblclick()
    expect(page.locator(".kept h2")).to_have_text(name)


@pytest.mark.exhaustive
def test_a_project_is_made_kept_to_taken_away_deleted_and_brought_back(open_page, settle):
    page = open_page("/projects", ".st-key-new-project")
    make(page, HOSTILE)
    steps.expect_parameters(page, lambda now: len(now.get("project", "")) == 32)
    page.reload()
    expect(page.locator(".kept h2")).to_have_text(HOSTILE)
    check_export(page)
    check_the_ways_to_the_list_and_back(page, settle)
    press(page, "delete-project")
    expect(page.locator(".st-key-undo-bar")).to_contain_text(f"The project {HOSTILE} was deleted.")
    expect(row(page)).to_have_count(0)
    press(page, "undo")
    expect(row(page)).to_have_count(1)
    expect(page.locator(".st-key-undo-bar")).to_have_count(0)
    assert page.evaluate("window.flag") is None


def row(page):
    """The project's in the list: one, though what makes it was clicked twice."""
    return page.locator("[class*=st-key-kept-project]").filter(has_text=HOSTILE)


def check_export(page):
    steps.come_to_rest(page)
    page.get_by_role("button", name="Export").click()
    with page.expect_download() as download:
        page.get_by_role("button", name="Download").click()
    assert download.value.suggested_filename.endswith("-project.zip")
    with zipfile.ZipFile(download.value.path()) as archive:
        assert json.loads(archive.read("manifest.json"))["name"] == HOSTILE


def check_the_ways_to_the_list_and_back(page, settle):
    """By the page's button and the row, by the menu, and by Back."""
    title = page.locator(".kept h2")
    press(page, "all-projects")
    expect(row(page)).to_have_count(1)
    steps.come_to_rest(page)
    name = row(page).locator(".kept b").bounding_box()
    page.mouse.click(name["x"] + 3, name["y"] + 3)
    expect(title).to_have_text(HOSTILE)
    settle(page)
    page.get_by_test_id("stSidebarNav").get_by_role("link", name="Projects").click()
    expect(title).to_have_count(0)
    expect(row(page)).to_be_visible()
    steps.expect_parameters(page, lambda now: "project" not in now)
    page.go_back()
    expect(title).to_have_text(HOSTILE)
    settle(page)
