"""Cookies under the names that browsers know, which nobody else can give them, and under the application's own."""

import pytest
from starlette.datastructures import Headers
from streamlit.web.server.starlette.starlette_server_config import XSRF_COOKIE_NAME

from server.http.cookies import READ_BY_PAGES, CookieRenaming
from tests.server.http.asked import to_its_end


def passed(path, scheme, cookies=(), sent=()):
    """The cookies as the browser gets them; those that it sends as the application does."""
    given, got = [], []

    async def application(scope, receive, send):
        got.extend(Headers(scope=scope).getlist("cookie"))
        headers = [(b"content-type", b"text/plain"), *((b"Set-Cookie", cookie) for cookie in cookies)]
        start = "websocket.accept" if scope["type"] == "websocket" else "http.response.start"
        await send({"type": start, "status": 200, "headers": headers})

    async def send(message):
        given.extend(value for name, value in message["headers"] if name.lower() == b"set-cookie")

    kind = "websocket" if scheme.startswith("ws") else "http"
    scope = {"type": kind, "scheme": scheme, "headers": [(b"cookie", one.encode()) for one in sent]}
    to_its_end(CookieRenaming(application, path)(scope, None, send))
    return given, got


@pytest.mark.parametrize(
    ("path", "scheme", "cookie", "expected"),
    [
        ("/", "http", b"a=1; Path=/; SameSite=Lax", b"a=1; SameSite=Lax; Path=/"),
        ("/", "https", b"a=1; Path=/; SameSite=Lax", b"__Host-a=1; SameSite=Lax; Path=/; Secure"),
        ("/bleu", "http", b"a=1; Path=/", b"a-bleu=1; Path=/bleu"),
        ("/bleu", "https", b"a=1; path=/bleu; Secure; HttpOnly", b"__Host-a-bleu=1; Secure; HttpOnly; Path=/"),
        ("/a/b", "https", b"a=secure; Path=/other", b"__Host-a-a-b=secure; Path=/; Secure"),
        ("/bleu", "https", b"_streamlit_xsrf=1; Path=/", b"_streamlit_xsrf=1; Path=/bleu; Secure"),
        ("/bleu", "wss", b"a=1", b"__Host-a-bleu=1; Path=/; Secure"),
    ],
)
def test_a_cookie(path, scheme, cookie, expected):
    assert passed(path, scheme, [cookie, cookie])[0] == [expected] * 2


@pytest.mark.parametrize(
    ("path", "scheme", "sent", "expected"),
    [
        ("/", "http", "a=1; b=2", ["a=1; b=2"]),
        ("/", "https", "__Host-a=1; a=2; __Secure-a=3", ["a=1"]),  # another name of the domain can set the last two
        ("/", "wss", "a=2; __Host-a=1", ["a=1"]),
        ("/bleu", "http", "a=1; a-bleu=2", ["a=2"]),  # the first is of the server that has the whole host
        ("/bleu", "https", "__Host-a=1; __Host-a-bleu=2; a-bleu=3; _streamlit_xsrf=4", ["a=2; _streamlit_xsrf=4"]),
        ("/bleu", "https", "__Secure-a-bleu=1; __Secure-a-bleu=2", []),
        ("/", "http", "a=1; b=3; a=2", ["b=3"]),  # one of the two is not ours
        ("/", "http", "a=1; a=1", ["a=1"]),
        ("/", "http", "a; =b; c=d=e", ["c=d=e"]),
        ("/", "http", "", []),
    ],
)
def test_only_ours_come_in(path, scheme, sent, expected):
    assert passed(path, scheme, sent=[sent])[1] == expected


def test_a_second_line_of_cookies_counts_as_the_first():
    assert passed("/", "ws", sent=["a=1; b=2", "b=3; c=4"])[1] == ["a=1; c=4"]


def test_what_is_set_comes_back():
    for path, scheme in (("/", "https"), ("/bleu", "https"), ("/bleu", "http")):
        ((given,), _) = passed(path, scheme, [b'_streamlit_user="signed=="; Path=/'])
        assert passed(path, scheme, sent=[given.split(b";")[0].decode()])[1] == ['_streamlit_user="signed=="']


def test_streamlits_client_reads_this_one():
    assert READ_BY_PAGES.decode() == XSRF_COOKIE_NAME
