"""Cookies get the server's folder, and are secure where the request was."""

import asyncio
from concurrent.futures import ThreadPoolExecutor

import pytest

from door.cookies import OwnCookies


def sent(path, scheme, *cookies):
    """The cookies as the browser gets them."""
    found = []

    async def application(scope, receive, send):
        headers = [(b"content-type", b"text/plain"), *((b"Set-Cookie", cookie) for cookie in cookies)]
        await send({"type": "http.response.start", "status": 200, "headers": headers})

    async def send(message):
        found.extend(value for name, value in message["headers"] if name.lower() == b"set-cookie")

    with ThreadPoolExecutor(1) as pool:
        scope = {"type": "http", "scheme": scheme}
        pool.submit(lambda: asyncio.run(OwnCookies(application, path)(scope, None, send))).result()
    return found


@pytest.mark.parametrize(
    ("path", "scheme", "cookie", "expected"),
    [
        ("/", "http", b"a=1; Path=/; SameSite=Lax", b"a=1; Path=/; SameSite=Lax"),
        ("/", "https", b"a=1; Path=/; SameSite=Lax", b"a=1; Path=/; SameSite=Lax; Secure"),
        ("/bleu", "http", b"a=1; Path=/", b"a=1; Path=/bleu"),
        ("/bleu", "https", b"a=1; path=/; Secure; HttpOnly", b"a=1; Path=/bleu; Secure; HttpOnly"),
        ("/bleu", "https", b"a=1; Path=/bleu; secure", b"a=1; Path=/bleu; secure"),
        ("/bleu", "https", b"a=secure; Path=/other", b"a=secure; Path=/other; Secure"),
    ],
)
def test_a_cookie(path, scheme, cookie, expected):
    assert sent(path, scheme, cookie, cookie) == [expected] * 2
