"""The application in a folder of its host, as behind a proxy: server.baseUrlPath."""

import pytest
from playwright.sync_api import expect

from tests.browser.server import serve


@pytest.fixture(scope="module")
def based(tmp_path_factory):
    with serve(tmp_path_factory.mktemp("based"), "--server.baseUrlPath=bleu") as server:
        yield server


@pytest.mark.parametrize("path", ["/start/", "", "/segments"])
def test_deep_links_under_a_base_path(based, page, settle, path):
    """One to the start with anything to show leads on to the Overview."""
    heading, name = ("Segments", "segments") if path == "/segments" else ("Overview", "overview")
    page.goto(f"{based.url}/bleu{path}?tokenize=char")
    expect(page.get_by_role("heading", name=heading, exact=True, level=1)).to_be_visible()
    expect(page.get_by_role("dialog")).to_have_count(0)
    settle(page)
    assert page.url.startswith(f"{based.url}/bleu/{name}?")
    assert "tokenize=char" in page.url
    page.goto("about:blank")
