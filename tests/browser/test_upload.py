"""A visitor's own files, from real bytes on a disk to a link that somebody else can open."""

import pytest
from playwright.sync_api import expect

from tests.browser import steps

VERDICT = ".verdict"
FILES = {
    "source.de.txt": "Die Katze saß auf der Matte.\nEs war heute sehr ruhig im ganzen Haus.\nمرحبا بالعالم\n",
    "reference.en.txt": "The cat sat on the mat.\nIt was very quiet in the whole house today.\nhello big world\n",
    "system.Good.en.txt": "The cat sat on the mat.\nIt was very quiet in the house today.\nhello world\n",
    "system.Poor.en.txt": "A cat sat on the mat.\nVery quiet in house.\nمرحبا بالعالم الجميل\n",
}


@pytest.fixture
def folder(tmp_path):
    """Writes files, text as UTF-8, and names their paths."""

    def folder(files):
        for name, content in files.items():
            (tmp_path / name).write_bytes(content if isinstance(content, bytes) else content.encode())
        return [tmp_path / name for name in files]

    return folder


def test_an_uploaded_set_is_everywhere_survives_a_reload_and_has_a_link(open_page, settle, somebody_else, folder):
    page = open_page("/", ".st-key-files")
    steps.drop(page, folder(FILES))
    expect(page.get_by_text("3 segments: 1 source, 1 reference, 2 systems")).to_be_visible()
    identity = steps.use(page)
    assert len(identity) == 32
    settle(page.locator(VERDICT))
    verdict = steps.until(page, page.locator(VERDICT).inner_text, lambda said: "Good" in said and "Poor" in said)
    steps.expect_table(page, lambda rows: [row[0] for row in rows] == ["Good", "Poor"])
    page.reload()
    expect(page.locator(VERDICT)).to_have_text(verdict, use_inner_text=True)
    steps.expect_parameter(page, "set", identity)
    address = page.url

    steps.go_to_first(page, "segments")
    settle(page.locator(".bs .h"))
    expect(page.get_by_test_id("stMain")).to_contain_text("Die Katze saß auf der Matte.")
    for number in (2, 3):
        page.keyboard.press("j")
        expect(steps.segment_heading(page, number)).to_be_visible()
        settle(page)
    check_right_to_left(page)
    steps.go(page, "Test sets")
    expect(page.get_by_test_id("stMain")).to_contain_text("2 systems")

    other = somebody_else(address, VERDICT)
    expect(other.locator(VERDICT)).to_have_text(verdict, use_inner_text=True)
    steps.expect_parameter(other, "set", identity)


def check_right_to_left(page):
    poor = page.locator(".bs .line").filter(has_text="Poor")
    tokens = poor.locator(".h")
    expect(tokens).to_have_count(3)
    places = "tokens => tokens.map(token => token.getBoundingClientRect().x)"
    steps.until(page, lambda: tokens.evaluate_all(places), lambda found: found == sorted(found, reverse=True))
    expect(poor.locator(".words")).to_have_css("direction", "rtl")


@pytest.mark.exhaustive
def test_clear_files_empties_the_uploader_and_the_same_files_can_be_dropped_again(open_page, settle, folder):
    page = open_page("/data", ".st-key-files")
    files = folder(FILES)
    listed = page.get_by_test_id("stFileUploader").get_by_text(".en.txt")
    steps.drop(page, files)
    settle(page.locator(".st-key-use-upload"))
    expect(listed).not_to_have_count(0)
    page.get_by_role("button", name="Clear files").click()
    expect(page.locator(".st-key-use-upload")).to_have_count(0)
    expect(listed).to_have_count(0)
    settle(page)
    page.get_by_test_id("stFileUploader").locator("input[type=file]").set_input_files(files)
    settle(page.locator(".st-key-use-upload"))
    expect(listed).not_to_have_count(0)
