"""Projects as their users meet them: made, taken away, deleted and brought back; and views."""

import json
import zipfile

import pytest
from playwright.sync_api import expect

from tests.browser import steps

FILES = {
    "reference.en.txt": "The cat sat on the mat.\nIt was very quiet in the whole house today.\nhello big world\n",
    "system.Good.en.txt": "The cat sat on the mat.\nIt was very quiet in the house today.\nhello world\n",
    "system.Poor.en.txt": "A cat sat on the mat.\nVery quiet in house.\nhello\n",
}
HOSTILE = "<img src=x onerror=window.flag=1> **b** ![x](http://evil.example/x.png) مرحبا"


@pytest.fixture
def files(tmp_path):
    for name, text in FILES.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    return [tmp_path / name for name in FILES]


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


@pytest.mark.exhaustive
def test_a_view_opens_as_it_was_saved(open_page, settle, files):
    """That another process finds what one has kept is tested in tests/workspace."""
    page = open_page("/data", ".st-key-files")
    steps.drop(page, files)
    key = steps.use(page)
    steps.go(page, "Segments")
    settle(page.locator(".bs .h"))
    steps.go_to_first(page, "segments")
    steps.expect_parameter(page, "sort", "file")
    expect(steps.segment_heading(page, 1)).to_be_visible()
    settle(page)
    page.keyboard.press("j")
    expect(steps.segment_heading(page, 2)).to_be_visible()
    page.locator(".st-key-lowercase label").click()
    steps.expect_parameter(page, "lowercase", "true")
    steps.come_to_rest(page)
    press(page, "save-view")
    page.locator("[class*=st-key-name-save-view] input").fill(HOSTILE)
    page.locator(".st-key-keep-view-0 button").click()
    expect(page.locator(".said")).to_contain_text("Saved as")
    steps.come_to_rest(page)
    page.keyboard.press("Escape")
    expect(page.get_by_test_id("stPopoverBody")).to_have_count(0)
    page.get_by_test_id("stSidebarNav").get_by_role("link", name="Start").click()
    expect(page.locator(".st-key-doors")).to_be_visible()
    page.locator(f".st-key-kept-recent-{key}").get_by_role("link").click()
    steps.open_tab(page, "Views")
    view = page.locator("[class*=st-key-kept-view]").filter(has_text=HOSTILE)
    view.get_by_role("link", name="Open").click()
    expect(steps.segment_heading(page, 2)).to_be_visible()
    found = steps.expect_parameters(page, lambda now: now.get("set") == f"{key}.1")
    assert (found["segment"], found["lowercase"]) == ("2", "true")
    expect(page.locator(".st-key-lowercase input")).to_be_checked()
    assert page.evaluate("window.flag") is None
