"""The report as a reader opens it: taken from a page, offline, on every width, in both themes, and on paper."""

import io

import pytest
from pypdf import PdfReader

from tests.browser import steps

WIDTHS = (1280, 900, 390)
PAPER = {"light": "rgb(255, 255, 255)", "dark": "rgb(14, 21, 32)"}


@pytest.fixture
def taken(open_page, tmp_path):
    """The report of the sample set."""
    page = open_page("/significance?trials=300", ".st-key-download-menu button")
    steps.come_to_rest(page)
    page.locator(".st-key-download-menu button").first.click()
    with page.expect_download() as download:
        page.locator(".st-key-download-report-html button").click()
    file = tmp_path / download.value.suggested_filename
    download.value.save_as(file)
    return file


@pytest.mark.exhaustive
def test_the_report_opens_anywhere_and_prints(taken, browser):
    assert taken.name == "bleuscope-News-English-to-Spanish-report.html"
    asked = []
    with browser.new_context(offline=True, java_script_enabled=False) as context:
        page = context.new_page()
        page.on("request", lambda request: asked.append(request.url))
        page.on("console", lambda message: asked.append(message.text))
        page.goto(taken.as_uri())
        for theme, ground in PAPER.items():
            page.emulate_media(color_scheme=theme)
            for width in WIDTHS:
                page.set_viewport_size({"width": width, "height": 800})
                assert page.evaluate("document.documentElement.scrollWidth") <= width
            assert page.evaluate("getComputedStyle(document.body).backgroundColor") == ground
            assert page.evaluate("getComputedStyle(document.querySelector('main')).color") == steps.INK[theme]
            ratios = page.evaluate(steps.CONTRASTS)
            assert min(ratios.values()) > 4.5, ratios
        printed = page.pdf(prefer_css_page_size=True, print_background=True)
        assert page.locator("article").count() == 12, "ten that are drawn, two of what is dangerous"
        assert page.locator("footer a").count() == 0, "this machine's address leads nowhere elsewhere"
    assert asked == [taken.as_uri()]
    assert 2 <= len(PdfReader(io.BytesIO(printed)).pages) <= 4
