"""server/http/cookies.py: each browser's cookie, as browsers meet it."""

import re
from http.cookies import SimpleCookie

import pytest
from starlette.responses import PlainTextResponse

from server.http import cookies
from tests.server.http.asked import ask
from ui.store import people

PAGE = {"accept": "text/html,application/xhtml+xml,*/*;q=0.8"}


def served():
    answer = PlainTextResponse("a page", headers={"Cache-Control": "public, max-age=9"})
    return cookies.VisitorCookie(answer, name="bleuscope", is_secret=people.is_secret, new_secret=people.new_secret)


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
    assert people.is_secret(found)
    assert found != sent


def test_no_cache_gives_a_secret_to_somebody_else():
    controls = [value for name, value in ask(served(), **PAGE)[1] if name == "cache-control"]
    assert controls == ["private, no-cache"]


@pytest.mark.parametrize(
    ("method", "accept"), [("GET", "*/*"), ("GET", "text/css"), ("POST", "text/html"), ("HEAD", "text/html")]
)
def test_only_pages_bring_it(method, accept):
    assert given(ask(served(), method=method, accept=accept)[1]) is None
