"""Projects as their users meet them: made, deleted and brought back; views, which outlive the server."""

import json
import zipfile

import pytest
from playwright.sync_api import expect

from tests.browser import steps
from tests.browser.server import serve

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
    """A new project, which opens."""
    press(page, "new-project")
    page.locator(".st-key-name-new-project input").fill(name)
    page.locator(".st-key-create-0 button").click()
    expect(page.locator(".kept h2")).to_have_text(name)


def test_a_project_is_made_deleted_and_brought_back(open_page, settle):
    page = open_page("/projects", ".st-key-new-project")
    make(page, HOSTILE)
    steps.expect_parameters(page, lambda now: len(now.get("project", "")) == 32)
    press(page, "delete-project")
    expect(page.locator(".st-key-undo-bar")).to_contain_text(f"The project {HOSTILE} was deleted.")
    row = page.locator(".kept").filter(has_text=HOSTILE)
    expect(row).to_have_count(0)
    press(page, "undo")
    expect(row).to_have_count(1)
    expect(page.locator(".st-key-undo-bar")).to_have_count(0)
    assert page.evaluate("window.flag") is None


def test_a_project_is_taken_away_as_a_zip(open_page):
    page = open_page("/projects", ".st-key-new-project")
    make(page, "taken away")
    steps.come_to_rest(page)
    page.get_by_role("button", name="Export").click()
    with page.expect_download() as download:
        page.get_by_role("button", name="Download").click()
    assert download.value.suggested_filename == "bleuscope-taken-away-project.zip"
    with zipfile.ZipFile(download.value.path()) as archive:
        assert json.loads(archive.read("manifest.json"))["name"] == "taken away"


def test_back_and_reload_keep_to_the_project(open_page, settle):
    page = open_page("/projects", ".st-key-new-project")
    make(page, "to and fro")
    page.reload()
    expect(page.locator(".kept h2")).to_have_text("to and fro")
    press(page, "all-projects")
    row = page.locator("[class*=st-key-kept-project]").filter(has_text="to and fro")
    steps.come_to_rest(page)
    name = row.locator(".kept b").bounding_box()
    page.mouse.click(name["x"] + 3, name["y"] + 3)
    expect(page.locator(".kept h2")).to_have_text("to and fro")
    settle(page)
    page.go_back()
    expect(page.locator(".kept h2")).to_have_count(0)
    expect(row).to_be_visible()


def test_the_menu_leads_from_a_project_to_the_list(open_page):
    page = open_page("/projects", ".st-key-new-project")
    make(page, "one of many")
    steps.come_to_rest(page)
    page.get_by_test_id("stSidebarNav").get_by_role("link", name="Projects").click()
    expect(page.locator(".kept h2")).to_have_count(0)
    expect(page.locator("[class*=st-key-kept-project]").filter(has_text="one of many")).to_be_visible()
    steps.expect_parameters(page, lambda now: "project" not in now)


def test_a_double_click_makes_one_project(open_page):
    page = open_page("/projects", ".st-key-new-project")
    press(page, "new-project")
    page.locator(".st-key-name-new-project input").fill("clicked twice")
    page.locator(".st-key-create-0 button").dblclick()
    expect(page.locator(".kept h2")).to_have_text("clicked twice")
    press(page, "all-projects")
    expect(page.locator("[class*=st-key-kept-project]").filter(has_text="clicked twice")).to_have_count(1)


def test_a_view_opens_as_it_was_saved_also_from_another_server(open_page, server, settle, files, tmp_path):
    """Which has nothing of the first one but its database."""
    page = open_page("/data", ".st-key-files")
    steps.drop(page, files)
    key = steps.use(page)
    steps.go(page, "Segments")
    settle(page.locator(".bs .h"))
    steps.go_to_first(page, "segments")
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
    page.goto("about:blank")
    with serve(tmp_path, variables={"HOME": str(server.log_path.parent)}) as later:
        page.goto(later.url)
        row = page.locator(f".st-key-kept-recent-{key}")
        row.get_by_role("link").click()
        steps.open_tab(page, "Views")
        view = page.locator("[class*=st-key-kept-view]").filter(has_text=HOSTILE)
        view.get_by_role("link", name="Open").click()
        expect(steps.segment_heading(page, 2)).to_be_visible()
        found = steps.expect_parameters(page, lambda now: now.get("set") == f"{key}.1")
        assert (found["segment"], found["lowercase"]) == ("2", "true")
        expect(page.locator(".st-key-lowercase input")).to_be_checked()
        assert page.evaluate("window.flag") is None
        page.goto("about:blank")
