"""door/visitors.py: each browser's cookie, as browsers meet it."""

import asyncio
import re
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from http.cookies import SimpleCookie

import pytest
from starlette.responses import PlainTextResponse, RedirectResponse

from door import visitors
from ui.store import browsers

PAGE = {"accept": "text/html,application/xhtml+xml,*/*;q=0.8"}


def ask(app, path="/", scheme="http", method="GET", query="", **headers):
    """Status and headers of the answer; header names are given with ``_`` for ``-``."""
    found = {}

    async def send(message):
        if message["type"] == "http.response.start":
            found["status"] = message["status"]
            found["headers"] = [(name.decode(), value.decode()) for name, value in message["headers"]]

    named = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    scope = {"type": "http", "method": method, "path": path, "scheme": scheme, "headers": named}
    with ThreadPoolExecutor(1) as pool:  # a thread without a loop, as the browser's driver keeps one in this one
        pool.submit(lambda: asyncio.run(app({**scope, "query_string": query.encode()}, None, send))).result()
    return found["status"], found["headers"]


def served(path="/"):
    answer = PlainTextResponse("a page", headers={"Cache-Control": "public, max-age=9"})
    name = partial(browsers.cookie_name, path)
    return visitors.VisitorCookie(answer, name, path, browsers.is_secret, browsers.new_secret)


def given(headers):
    """The cookie in an answer; None without any."""
    found = [value for name, value in headers if name == "set-cookie"]
    assert len(found) <= 1
    return next(iter(SimpleCookie(found[0]).values())) if found else None


def test_a_browser_gets_a_secret_with_its_first_page():
    cookie = given(ask(served(), **PAGE)[1])
    assert cookie.key == "bleuscope"
    assert re.fullmatch(r"[A-Za-z0-9_-]{43}", cookie.value)  # 256 bits
    assert (cookie["path"], cookie["samesite"], cookie["httponly"], cookie["secure"]) == ("/", "Lax", True, "")
    assert cookie["domain"] == ""
    assert int(cookie["max-age"]) == 400 * 24 * 3600
    assert given(ask(served(), **PAGE)[1]).value != cookie.value


def test_it_keeps_it_and_its_time_begins_anew():
    first = given(ask(served(), **PAGE)[1])
    again = given(ask(served(), cookie=f"other=1; bleuscope={first.value}", **PAGE)[1])
    assert (again.value, again["max-age"]) == (first.value, first["max-age"])


@pytest.mark.parametrize(
    "sent", ["", "short", "a" * 42, "a" * 44, "a" * 42 + "é", "a" * 42 + "!", '"' + "a" * 41 + '"']
)
def test_what_can_be_no_secret_is_replaced(sent):
    found = given(ask(served(), cookie=f"bleuscope={sent}", **PAGE)[1]).value
    assert browsers.is_secret(found)
    assert found != sent


@pytest.mark.parametrize(
    ("path", "expected"),
    [("/", "__Host-bleuscope"), ("/bleu", "__Secure-bleuscope-bleu"), ("/a/b", "__Secure-bleuscope-a-b")],
)
def test_over_https_nobody_else_can_set_it(path, expected):
    """A plain one, which another host of the domain may have set, counts for nothing there."""
    planted = "a" * 43
    cookie = given(
        ask(
            served(path),
            path,
            "https",
            cookie=f"bleuscope{path.replace('/', '-') if path != '/' else ''}={planted}",
            **PAGE,
        )[1]
    )
    assert (cookie.key, cookie["secure"], cookie["path"]) == (expected, True, path)
    assert cookie.value != planted
    again = given(ask(served(path), path, "https", cookie=f"{expected}={cookie.value}", **PAGE)[1])
    assert again.value == cookie.value


def test_no_cache_gives_a_secret_to_somebody_else():
    controls = [value for name, value in ask(served(), **PAGE)[1] if name == "cache-control"]
    assert controls == ["private, no-cache"]


@pytest.mark.parametrize(
    ("method", "accept"), [("GET", "*/*"), ("GET", "text/css"), ("POST", "text/html"), ("HEAD", "text/html")]
)
def test_only_pages_bring_it(method, accept):
    assert given(ask(served(), method=method, accept=accept)[1]) is None


# --- back from a provider ---

CAME_BACK = {"path": "/bleu/oauth2callback", "query": "code=1&state=2"}


def coming_back(page, answer, asked):
    def page_of(secret, has_failed):
        asked.append((secret, has_failed))
        return page

    return visitors.ComingBack(answer, partial(browsers.cookie_name, "/bleu"), "/bleu/oauth2callback", page_of)


def to_start(cookie):
    answer = RedirectResponse("/bleu/", 302)
    answer.raw_headers.append((b"set-cookie", cookie))
    return answer


def location(headers):
    (found,) = [value for name, value in headers if name == "location"]
    return found


@pytest.mark.parametrize(
    ("cookie", "has_failed"),
    [(b"_streamlit_user=signed; Max-Age=9", False), (b'_streamlit_user=""; Max-Age=0; Path=/', True), (b"a=b", True)],
)
def test_who_signs_in_comes_back_to_their_page(cookie, has_failed):
    asked = []
    app = coming_back("/bleu/segments?set=x", to_start(cookie), asked)
    status, headers = ask(app, **CAME_BACK, cookie="bleuscope-bleu=mine")
    assert (status, location(headers), asked) == (302, "/bleu/segments?set=x", [("mine", has_failed)])


def test_without_a_known_page_they_come_to_the_start():
    app = coming_back(None, to_start(b"_streamlit_user=signed"), [])
    assert location(ask(app, **CAME_BACK, cookie="bleuscope-bleu=mine")[1]) == "/bleu/"
    asked = []
    app = coming_back("/bleu/segments", to_start(b"_streamlit_user=signed"), asked)
    assert location(ask(app, **CAME_BACK)[1]) == "/bleu/"
    assert location(ask(app, path="/bleu/other", query="state=1", cookie="bleuscope-bleu=mine")[1]) == "/bleu/"
    assert (
        location(ask(app, path="/bleu/oauth2callback", cookie="bleuscope-bleu=mine")[1]) == "/bleu/"
    )  # after signing out
    assert asked == []
