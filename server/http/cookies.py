"""Cookies between the application, which knows its own names of them, and browsers, which know them by others.

Over https a browser gets them under names that begin with ``__Host-``: it takes such a cookie from this very host
only, so nobody who has another name of the same domain can give it one of theirs, be it a secret or somebody's
signing in. They have to be sent to the whole host then; so two servers in folders of one host have names of their
own.

A secret for every browser, in a cookie, is that by which the dashboard knows again who is not signed in. By it, too,
a page whose connection broke gets its session again from the browser alone that began it, and so do its uploads.
Streamlit compares what it knows of the user, which is nothing of all who are not signed in; who has read a session's
id in a log could have it. So a digest of the browser's secret is one of the headers that it takes for the user. It
takes uploads for a session from anybody who knows its id, and gives a file to anybody who knows its address.
"""

import re
from collections.abc import Callable, Iterable
from hashlib import sha256
from hmac import compare_digest
from http.cookies import SimpleCookie

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from server.http.uploads import UPLOAD

ONLY_FROM_HERE = b"__Host-"
READ_BY_PAGES = b"_streamlit_xsrf"
"""Streamlit's client looks for this one by its name."""
SECURE = re.compile(rb";\s*secure\b", re.IGNORECASE)
PATH = re.compile(rb";\s*path=[^;]*", re.IGNORECASE)


Header = tuple[bytes, bytes]


def with_headers(send: Send, change: Callable[[Message], list[Header]]) -> Send:
    """Return a ``send`` on whose way an answer gets the headers that ``change`` makes of it."""

    async def send_changed(message: Message) -> None:
        if message["type"] in ("http.response.start", "websocket.accept"):
            message["headers"] = change(message)
        await send(message)

    return send_changed


def without_headers(headers: Iterable[Header], *names: bytes) -> list[Header]:
    """Return all headers but those of these names, in small letters."""
    return [header for header in headers if header[0].lower() not in names]


class OwnCookies:
    """Renames all cookies on their way, and adds what Streamlit, which knows of no proxy, leaves out.

    That somebody encrypts for the server the ``X-Forwarded-Proto`` of proxies that it trusts has said in the scope
    already. ``path`` is the server's folder, / where it has the whole host.
    """

    def __init__(self, app: ASGIApp, path: str) -> None:
        self.app = app
        self.path = path.encode()
        self.end = b"".join(b"-" + part for part in self.path.split(b"/") if part)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        is_encrypted = scope["scheme"] in ("https", "wss")

        def renamed(message: Message) -> list[Header]:
            headers = message.get("headers", ())
            return [
                (name, self.given(value, is_encrypted) if name.lower() == b"set-cookie" else value)
                for name, value in headers
            ]

        inside = {**scope, "headers": self.headers(scope, is_encrypted)}
        await self.app(inside, receive, with_headers(send, renamed))

    def given(self, cookie: bytes, is_encrypted: bool) -> bytes:
        """Return one that the application sets, as the browser gets it."""
        name, _, rest = cookie.partition(b"=")
        outside = self.outside(name, is_encrypted)
        path = b"/" if outside.startswith(ONLY_FROM_HERE) else self.path
        cookie = outside + b"=" + PATH.sub(b"", rest) + b"; Path=" + path
        return cookie if not is_encrypted or SECURE.search(cookie) else cookie + b"; Secure"

    def outside(self, name: bytes, is_encrypted: bool) -> bytes:
        """Return what browsers call the application's cookie of this name."""
        return name if name == READ_BY_PAGES else self.begin(is_encrypted) + name + self.end

    def begin(self, is_encrypted: bool) -> bytes:
        return ONLY_FROM_HERE if is_encrypted else b""

    def headers(self, scope: Scope, is_encrypted: bool) -> list[Header]:
        """With those cookies alone that the application has set, under its names.

        Of a name with different values none counts: no browser has two, unless somebody else has given it one.
        """
        others = without_headers(scope["headers"], b"cookie")
        found: dict[bytes, set[bytes]] = {}
        for _, sent in (header for header in scope["headers"] if header[0].lower() == b"cookie"):
            for part in sent.split(b";"):
                outside, is_named, value = part.strip().partition(b"=")
                name = self.inside(outside, is_encrypted)
                if is_named and name:
                    found.setdefault(name, set()).add(value)
        ours = b"; ".join(name + b"=" + value for name, values in found.items() if len(values) == 1 for value in values)
        return [*others, (b"cookie", ours)] if ours else others

    def inside(self, outside: bytes, is_encrypted: bool) -> bytes:
        """Return what the application calls what browsers call so; empty where it is none of its own."""
        begin = self.begin(is_encrypted)
        if outside == READ_BY_PAGES:
            return outside
        if not (outside.startswith(begin) and outside.endswith(self.end)):
            return b""
        return outside[len(begin) : len(outside) - len(self.end)]


DAYS = 400
"""Browsers keep no cookie for longer. With every page that is opened they begin anew."""


class VisitorCookie:
    """Gives each browser that opens a page a secret, or renews the one that it has.

    ``is_secret`` says whether what a browser sends can be one; else it gets a ``new_secret``.
    """

    def __init__(
        self, app: ASGIApp, name: str, is_secret: Callable[[str], bool], new_secret: Callable[[], str]
    ) -> None:
        self.app = app
        self.name = name
        self.is_secret = is_secret
        self.new_secret = new_secret

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if not opens_a_page(scope):
            await self.app(scope, receive, send)
            return
        # no proxy gives this secret to anybody else
        ours = [(b"set-cookie", self.cookie(scope).encode("latin-1")), (b"cache-control", b"private, no-cache")]
        given = with_headers(send, lambda message: [*without_headers(message["headers"], b"cache-control"), *ours])
        await self.app(scope, receive, given)

    def cookie(self, scope: Scope) -> str:
        """With the secret that the browser has, or with a new one."""
        sent = HTTPConnection(scope).cookies.get(self.name, "")
        cookie = SimpleCookie({self.name: sent if self.is_secret(sent) else self.new_secret()})
        cookie[self.name].update({"path": "/", "max-age": str(DAYS * 24 * 3600), "samesite": "Lax"})
        cookie[self.name]["httponly"] = True
        return cookie[self.name].OutputString()


def opens_a_page(scope: Scope) -> bool:
    """Return whether a browser asks for a page, and not for what a page loads."""
    return (
        scope["type"] == "http" and scope["method"] == "GET" and "text/html" in Headers(scope=scope).get("accept", "")
    )


HEADER = "x-bleuscope-browser"
KEY = "bleuscope_browser"
"""What Streamlit calls it among what it knows of the user."""
DOWNLOADS = "media/"
"""Beginning of the addresses of files that pages offer, in the server's folder; the id follows."""
REFUSAL = PlainTextResponse("This browser has not opened the page that the file is for: reload the page.\n", 403)
NOT_FOUND = PlainTextResponse("Not found\n", 404)


def trusted(given: object) -> dict[str, str]:
    """Return the option ``server.trustedUserHeaders`` with this header besides those given."""
    return {**(given if isinstance(given, dict) else {}), HEADER: KEY}


class SameBrowser:
    """Puts the header on connections of pages, in place of what the browser says there, and refuses others' files.

    ``name`` is that of the cookie with the browser's secret; ``browser_of`` says by which digest a session began, or
    None where there is no such session; ``browser_of_file`` says that of the session for which a file was made.
    Addresses of these files begin with ``downloads``.
    """

    def __init__(
        self,
        app: ASGIApp,
        name: str,
        browser_of: Callable[[str], str | None],
        browser_of_file: Callable[[str], str | None],
        downloads: str,
    ) -> None:
        self.app = app
        self.name = name
        self.browser_of = browser_of
        self.browser_of_file = browser_of_file
        self.downloads = downloads

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            MutableHeaders(scope=scope)[HEADER] = self.digest(scope)
        elif scope["type"] == "http" and (refusal := self.refusal(scope)) is not None:
            await refusal(scope, receive, send)
            return
        await self.app(scope, receive, send)

    def digest(self, scope: Scope) -> str:
        secret = HTTPConnection(scope).cookies.get(self.name, "")
        return sha256(f"{HEADER} {secret}".encode()).hexdigest()

    def refusal(self, scope: Scope) -> PlainTextResponse | None:
        """Return what is answered to who puts, deletes or fetches a file of a session that another browser began.

        A session or a file that is not there is answered alike. None for all other requests.
        """
        path, method = scope["path"], scope["method"]
        if (uploaded := UPLOAD.search(path)) is not None and method != "OPTIONS":
            browser, refusal = self.browser_of(uploaded[1]), REFUSAL
        elif path.startswith(self.downloads) and method in ("GET", "HEAD"):
            browser, refusal = self.browser_of_file(path.removeprefix(self.downloads).partition(".")[0]), NOT_FOUND
        else:
            return None
        is_theirs = compare_digest((browser or "").encode(), self.digest(scope).encode())
        return None if is_theirs else refusal
