"""app.py: what every visitor gets, whatever the page."""

import re
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect


def test_health(server):
    assert server.is_healthy()


@pytest.mark.parametrize("path", ["/", "/overview", "/segments", "/_stcore/health", "/favicon.png", "/no/such/page"])
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
    assert not [title for title in titles if not re.fullmatch(r"t?[A-Z][\w &-]+", title)]


def test_every_page_of_the_navigation_opens_by_its_address(open_page, page, server, navigation):
    open_page("/")
    for path in navigation().values():
        open_page(path)
        assert urlsplit(page.url).path == path


@pytest.mark.parametrize("path", ["/overview", "/overview/"])
def test_the_start_page_is_found_by_its_name_too(open_page, path):
    page = open_page(f"{path}?tokenize=char&systems=caf%C3%A9%20%26%20co")
    expect(page.get_by_role("dialog")).to_have_count(0)
    address = urlsplit(page.url)
    assert address.path == "/"
    assert "tokenize=char" in address.query
    expect(page.get_by_role("heading", name="Overview")).to_be_visible()


def test_the_redirect_keeps_the_query_as_it_is(server):
    query = "set=a%2Fb&systems=caf%C3%A9+%26%20co&order="
    status, headers = server.get(f"/overview?{query}")
    assert (status, headers["Location"]) == (307, f"./?{query}")
    assert server.get("/overview")[1]["Location"] == "./"


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
