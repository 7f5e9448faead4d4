"""app.py: what every visitor gets, whatever the page."""

import re

import pytest
from playwright.sync_api import expect

PATHS = ["/", "/data", "/overview", "/segments"]


def test_health(server):
    assert server.is_healthy()


@pytest.mark.parametrize("path", ["/", "/segments", "/_stcore/health", "/favicon.png", "/no/such/page"])
def test_security_headers_on_every_response(server, path):
    headers = server.get(path).headers
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
    own = server.get("/_stcore/stream", Origin=server.url, **handshake)
    foreign = server.get("/_stcore/stream", Origin="http://evil.example", **handshake)
    assert (own.status, foreign.status) == (101, 403)
    assert "external IP" not in server.log


@pytest.mark.parametrize("path", PATHS)
def test_a_cold_deep_link_shows_the_whole_frame(open_page, path):
    """Each visitor's first request is a deep link: the navigation shows titles, never raw file names."""
    page = open_page(path)
    links = page.get_by_test_id("stSidebarNavLink")
    expect(links.first).to_be_visible()
    titles = [title.strip() for title in links.all_inner_texts()]
    assert len(titles) >= 3
    assert not [title for title in titles if not title or title != title.capitalize() or re.search(r"[_/]|\.py", title)]
    addresses = [link.get_attribute("href").rsplit("/", 1)[-1] for link in links.all()]
    assert {"data", "overview", "segments"} - {path.strip("/")} <= {*addresses}
    if path != "/":
        assert page.url.endswith(path)


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
    assert [problem for problem in problems if "Content Security Policy" in problem]
    assert not [problem for problem in problems if problem.startswith("external request")]
    problems.clear()
