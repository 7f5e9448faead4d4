"""From two engines' post-edits, in files of a translation tool, to what they cost."""

import json
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser import faults, steps
from tests.post_edits import OUTPUTS, POST_EDITS
from tests.post_edits import SOURCE as WITH_CAPITALS

SOURCE = [text.lower() for text in WITH_CAPITALS]
"""Beside these, outputs without capitals are sound."""
STATEMENT = ".statement"
SDL = 'xmlns:sdl="http://sdl.com/FileTypes/SdlXliff/1.0"'


def sdlxliff(texts):
    """A file as Trados writes it: each segment is marked in source and target."""

    def unit(number, source, target):
        marked = '<mrk mtype="seg" mid="1">{}</mrk>'
        return (
            f'<trans-unit id="{number}"><source>{source}</source><seg-source>{marked.format(source)}</seg-source>'
            f'<target>{marked.format(target)}</target><sdl:seg-defs><sdl:seg id="1" conf="Translated"/></sdl:seg-defs>'
            "</trans-unit>"
        )

    units = "".join(unit(n, *pair) for n, pair in enumerate(zip(SOURCE, texts, strict=True), 1))
    return (
        f'<?xml version="1.0" encoding="utf-8"?><xliff version="1.2" {SDL}'
        ' xmlns="urn:oasis:names:tc:xliff:document:1.2"><file original="a.docx" source-language="de-DE"'
        f' target-language="en-GB" datatype="x-sdlfilterframework2"><body>{units}</body></file></xliff>'
    ).encode()


@pytest.fixture
def folder(tmp_path):
    """Writes files and names their paths."""

    def folder(files):
        for name, content in files.items():
            (tmp_path / name).write_bytes(content)
        return [tmp_path / name for name in files]

    return folder


@pytest.mark.exhaustive
def test_two_engines_before_and_after_post_editing(open_page, settle, folder):
    page = open_page("/data", ".st-key-files")
    files = {f"{name}.sdlxliff": sdlxliff(texts) for name, texts in OUTPUTS.items()}
    files |= {f"{name}.pe.sdlxliff": sdlxliff(texts) for name, texts in POST_EDITS.items()}
    steps.drop(page, folder(files))
    expect(page.get_by_text("32 segments: 1 source, 2 systems, 2 post-edits, 1 document")).to_be_visible()
    page.locator(".st-key-use-upload button").click()
    settle(page.locator(STATEMENT))
    expect(page.locator(STATEMENT).last).to_contain_text(
        "good needs less post-editing than poor: HTER 17.65 against 47.06"
    )
    assert not faults.serious(page)
    assert page.get_by_test_id("stMain").evaluate(steps.WORDS_IN_SIGHT) <= 150

    steps.open_tab(page, "Segments")
    settle(page.locator(".figure .token"))
    expect(page.get_by_text("of the post-edit that is HTER")).to_be_visible()
    for width in (390, 900, 1280):
        page.set_viewport_size({"width": width, "height": 800})
        steps.expect_to_fit(page)
    steps.in_theme(page, "dark")
    assert not faults.serious(page, faults.OF_COLOURS)

    page.locator(".st-key-download-menu button").click()
    with page.expect_download() as download:
        page.locator(".st-key-download-report-html button").click()
    assert "good" in Path(download.value.path()).read_text()
    with page.expect_download() as download:
        page.locator(".st-key-download-all-numbers-json button").click()
    rows = json.loads(Path(download.value.path()).read_text())["rows"]
    assert [row["system"] for row in rows] == ["good", "poor"]


@pytest.mark.exhaustive
def test_the_example_leads_back_to_the_set_in_use(open_page, settle):
    page = open_page("/effort", ".st-key-effort-example")
    page.locator(".st-key-effort-example button").click()
    settle(page.locator(STATEMENT).first)
    expect(page.get_by_text("Its rates are made up")).to_be_visible()
    page.locator(".st-key-effort-back button").click()
    expect(page.locator(".st-key-effort-example")).to_be_visible()
    expect(page.locator(".st-key-effort-back")).to_have_count(0)
    assert "effort_rates" not in page.url
