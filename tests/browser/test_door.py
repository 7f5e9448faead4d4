"""app.py: what every visitor gets, whatever the page."""

import re
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect


def test_health(server):
    assert server.is_healthy()


@pytest.mark.parametrize("path", ["/", "/segments", "/_stcore/health", "/favicon.png", "/no/such/page"])
def test_security_headers_on_every_response(server, path):
    _, headers = server.get(path)
    policy = headers.get_all("Content-Security-Policy")
    assert len(policy) == 1
    assert "default-src 'self'" in policy[0]
    assert "frame-ancestors 'none'" in policy[0]
    assert "unsafe-inline" not in re.search("script-src([^;]*)", policy[0])[1]
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["X-Frame-Options"] == "DENY"
    assert headers["Referrer-Policy"] == "no-referrer"
    assert "geolocation=()" in headers["Permissions-Policy"]


def test_a_foreign_origin_is_refused_without_asking_anyone_for_our_address(server):
    handshake = {
        "Connection": "Upgrade",
        "Upgrade": "websocket",
        "Sec_WebSocket_Version": "13",
        "Sec_WebSocket_Key": "dGhlIHNhbXBsZSBub25jZQ==",
    }
    own, _ = server.get("/_stcore/stream", Origin=server.url, **handshake)
    foreign, _ = server.get("/_stcore/stream", Origin="http://evil.example", **handshake)
    assert (own, foreign) == (101, 403)
    assert "external IP" not in server.log


@pytest.fixture
def navigation(page):
    """Where each entry of the sidebar's navigation leads, by its title."""

    def navigation():
        links = page.get_by_test_id("stSidebarNavLink")
        expect(links.first).to_be_visible()
        addresses = [urlsplit(link.get_attribute("href")).path for link in links.all()]
        titles = [text.strip().split("\n")[-1] for text in links.all_inner_texts()]  # an icon stands above
        return dict(zip(titles, addresses, strict=True))

    return navigation


def test_a_deep_link_as_the_first_request_shows_the_whole_frame(cold_server, page, settle, navigation):
    """Streamlit's legacy discovery would run the page alone here, beside links that show raw file names."""
    page.goto(f"{cold_server.url}/segments")
    settle(page.get_by_test_id("stMain").locator("h1, h2"))
    titles = navigation()
    assert page.url.startswith(f"{cold_server.url}/segments")
    # The start page's address is just /, whichever it is.
    assert len({"/data", "/overview", "/segments"} & {*titles.values()}) >= 2
    assert not [title for title in titles if not re.fullmatch(r"[A-Z][\w &-]+", title)]


def test_every_page_of_the_navigation_opens_by_its_address(open_page, page, server, navigation):
    open_page("/")
    for path in navigation().values():
        open_page(path)
        assert urlsplit(page.url).path == path


def test_the_browser_blocks_what_the_policy_forbids(open_page, problems):
    page = open_page("/")
    page.evaluate(
        """() => {
            const script = document.createElement("script");
            script.textContent = "window.injected = true";
            document.head.append(script);
            new Image().src = "http://evil.example/pixel.png";
        }"""
    )
    page.wait_for_timeout(200)
    assert page.evaluate("window.injected") is None
    blocked = [problem for problem in problems if "Content Security Policy" in problem]
    assert ["script-src" in blocked[0], "img-src" in blocked[1]] == [True, True]
    problems.clear()
