"""app.py: what every visitor gets, whatever the page."""

import re
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from tests.browser.steps import ADDRESSES, go, until
from ui.session.navigation import PAGES


def test_health(server):
    assert server.is_healthy()


@pytest.mark.parametrize("path", ["/", "/start", "/segments", "/_stcore/health", "/favicon.png", "/no/such/page"])
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


def navigation(page):
    """Where each entry of the sidebar's navigation leads, by its title."""
    links = page.get_by_test_id("stSidebarNavLink").evaluate_all("links => links.map(l => [l.innerText, l.href])")
    return {text.strip().split("\n")[-1]: urlsplit(address).path for text, address in links}  # an icon stands above


@pytest.mark.exhaustive
def test_a_deep_link_to_a_server_that_has_just_begun(cold, page, settle):
    """Streamlit's legacy discovery would run the page alone here, beside links that show raw file names.

    Kernels are still being compiled: TER's page says that it waits for them, and comes; BLEU's is there.
    """
    url = cold.server.url
    page.goto(f"{url}/ter?set=textbook")
    waits = page.get_by_text("being compiled")
    expect(waits).to_be_visible()
    expect(page).to_have_url(re.compile(rf"{url}/ter\b"))
    expected = {page.title: ADDRESSES[page.name] for page in PAGES.values() if page.in_menu}
    until(page, lambda: navigation(page), lambda found: found == expected)
    go(page, "Overview")
    expect(page.locator(".verdict")).to_be_visible()
    go(page, "TER")
    expect(waits).to_be_visible()
    assert page.locator(".figure").count() == 0
    cold.end_compiling()
    expect(page.locator(".figure").first).to_be_visible()
    expect(waits).to_have_count(0)
    page.goto("about:blank")


def test_the_redirect_keeps_the_query_as_it_is(server):
    query = "set=a%2Fb&systems=caf%C3%A9+%26%20co&order="
    for path, target in (("/start", "./"), ("/", "overview")):
        status, headers = server.get(f"{path}?{query}")
        assert (status, headers["Location"]) == (307, f"{target}?{query}")
    assert server.get("/start")[1]["Location"] == "./"
    assert server.get("/")[0] == 200


@pytest.mark.exhaustive
def test_an_old_link_to_the_start_shows_what_it_says(open_page, problems):
    page = open_page("/start/?tokenize=char&systems=caf%C3%A9%20%26%20co")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page).to_have_url(re.compile(r"//[^/]+/overview\?.*\btokenize=char\b"))
    expect(page.get_by_role("heading", name="Overview")).to_be_visible()
    check_the_policy(page, problems)


def check_the_policy(page, problems):
    """The browser blocks what it forbids."""
    page.evaluate(
        """() => {
            const script = document.createElement("script");
            script.textContent = "window.injected = true";
            document.head.append(script);
            new Image().src = "http://evil.example/pixel.png";
        }"""
    )

    def blocked():
        said = " ".join(problem for problem in problems if "Content Security Policy" in problem)
        return {source for source in ("script-src", "img-src") if source in said}

    until(page, blocked, lambda found: len(found) == 2)
    assert page.evaluate("window.injected") is None
    problems.clear()
