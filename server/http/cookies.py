"""Cookies: renames them between the application and browsers, and gives each browser a secret.

Over https a browser gets the cookies under names that begin with ``__Host-``. It accepts such a cookie from this very
host only, so nobody who owns another name of the same domain can plant a cookie, such as a secret or a sign-in. Such
cookies must be sent to the whole host; so two servers in folders of one host have cookie names of their own.

By a secret in a cookie, the dashboard recognizes a browser whose visitor is not signed in. By the same secret, only the
browser that began a session gets the session back after its connection broke, and may upload files to it. Streamlit
itself compares only the user's data, and there are none if nobody is signed in: anybody who has read a session's
id in a log could take the session over. So a digest of the browser's secret is one of the headers from which Streamlit
makes the user. Streamlit accepts uploads for a session from anybody who knows the session's id, and gives a file to
anybody who knows the file's address.
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
"""Cookie that Streamlit's client looks up by this name, so it is never renamed."""
SECURE = re.compile(rb";\s*secure\b", re.IGNORECASE)
PATH = re.compile(rb";\s*path=[^;]*", re.IGNORECASE)


Header = tuple[bytes, bytes]


def send_with_headers(send: Send, change: Callable[[Message], list[Header]]) -> Send:
    """Return a ``send`` that replaces the headers of an answer by ``change(message)``."""

    async def send_changed(message: Message) -> None:
        if message["type"] in ("http.response.start", "websocket.accept"):
            message["headers"] = change(message)
        await send(message)

    return send_changed


def without_headers(headers: Iterable[Header], *names: bytes) -> list[Header]:
    """Return all headers except those with these names (in lower case)."""
    return [header for header in headers if header[0].lower() not in names]


class CookieRenaming:
    """Middleware that renames all cookies, and sets the path and ``Secure`` that Streamlit leaves out.

    Streamlit does not know of proxies. Whether the connection is encrypted is read from the scope, which already
    follows the ``X-Forwarded-Proto`` of trusted proxies. ``path`` is the server's folder, or / if the server has the
    whole host.
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

        def rename_set_cookies(message: Message) -> list[Header]:
            headers = message.get("headers", ())
            return [
                (name, self.renamed_cookie(value, is_encrypted) if name.lower() == b"set-cookie" else value)
                for name, value in headers
            ]

        inside = {**scope, "headers": self.headers(scope, is_encrypted)}
        await self.app(inside, receive, send_with_headers(send, rename_set_cookies))

    def renamed_cookie(self, cookie: bytes, is_encrypted: bool) -> bytes:
        """Return a Set-Cookie value of the application in the form that the browser gets."""
        name, _, rest = cookie.partition(b"=")
        outside = self.outside(name, is_encrypted)
        path = b"/" if outside.startswith(ONLY_FROM_HERE) else self.path
        cookie = outside + b"=" + PATH.sub(b"", rest) + b"; Path=" + path
        return cookie if not is_encrypted or SECURE.search(cookie) else cookie + b"; Secure"

    def outside(self, name: bytes, is_encrypted: bool) -> bytes:
        """Return the name that browsers use for the application's cookie of this name."""
        return name if name == READ_BY_PAGES else self.begin(is_encrypted) + name + self.end

    def begin(self, is_encrypted: bool) -> bytes:
        return ONLY_FROM_HERE if is_encrypted else b""

    def headers(self, scope: Scope, is_encrypted: bool) -> list[Header]:
        """Return the request's headers with only the application's own cookies, under the application's names.

        A cookie with two different values is left out: no browser has two, unless somebody else has planted one.
        """
        others = without_headers(scope["headers"], b"cookie")
        values_by_name: dict[bytes, set[bytes]] = {}
        for _, sent in (header for header in scope["headers"] if header[0].lower() == b"cookie"):
            for part in sent.split(b";"):
                outside, is_named, value = part.strip().partition(b"=")
                name = self.inside(outside, is_encrypted)
                if is_named and name:
                    values_by_name.setdefault(name, set()).add(value)
        cookies = b"; ".join(
            name + b"=" + value for name, values in values_by_name.items() if len(values) == 1 for value in values
        )
        return [*others, (b"cookie", cookies)] if cookies else others

    def inside(self, outside: bytes, is_encrypted: bool) -> bytes:
        """Return the application's name for a browser's cookie; empty if it is not the application's cookie."""
        begin = self.begin(is_encrypted)
        if outside == READ_BY_PAGES:
            return outside
        if not (outside.startswith(begin) and outside.endswith(self.end)):
            return b""
        return outside[len(begin) : len(outside) - len(self.end)]


DAYS = 400
"""Longest lifetime of a cookie in browsers, in days. Every page that is opened starts it again."""


class VisitorCookie:
    """Middleware that gives each browser that opens a page a secret, or renews the secret that it has.

    ``is_secret`` says whether the value that a browser sends can be a secret; if not, the browser gets a
    ``new_secret``.
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
        # so that no proxy gives this secret to anybody else
        headers = [(b"set-cookie", self.cookie(scope).encode("latin-1")), (b"cache-control", b"private, no-cache")]
        send_with_cookie = send_with_headers(
            send, lambda message: [*without_headers(message["headers"], b"cache-control"), *headers]
        )
        await self.app(scope, receive, send_with_cookie)

    def cookie(self, scope: Scope) -> str:
        """Return the Set-Cookie value with the browser's secret, or with a new secret."""
        sent = HTTPConnection(scope).cookies.get(self.name, "")
        cookie = SimpleCookie({self.name: sent if self.is_secret(sent) else self.new_secret()})
        cookie[self.name].update({"path": "/", "max-age": str(DAYS * 24 * 3600), "samesite": "Lax"})
        cookie[self.name]["httponly"] = True
        return cookie[self.name].OutputString()


def opens_a_page(scope: Scope) -> bool:
    """Return whether a request is a browser's for a page, and not for a file that a page loads."""
    return (
        scope["type"] == "http" and scope["method"] == "GET" and "text/html" in Headers(scope=scope).get("accept", "")
    )


HEADER = "x-bleuscope-browser"
KEY = "bleuscope_browser"
"""Name of the header's value in Streamlit's user information."""
DOWNLOADS = "media/"
"""Beginning of the addresses of files that pages offer, in the server's folder; the file's id follows."""
REFUSAL = PlainTextResponse("This browser has not opened the page that the file is for: reload the page.\n", 403)
NOT_FOUND = PlainTextResponse("Not found\n", 404)


def trusted_user_headers(option_value: object) -> dict[str, str]:
    """Return the option ``server.trustedUserHeaders`` with this header in addition to the given headers."""
    return {**(option_value if isinstance(option_value, dict) else {}), HEADER: KEY}


class BrowserBinding:
    """Middleware that adds the browser's digest to a page's connection, and refuses files of other browsers.

    ``name`` is the name of the cookie with the browser's secret. ``browser_of`` returns the digest of the browser that
    began a session, or None if there is no such session. ``browser_of_file`` returns the digest for the session for
    which a file was made. Addresses of these files begin with ``downloads``.
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
        """Return the refusal of a request to put, delete or fetch a file of a session that another browser began.

        An unknown session or file gets the same refusal. None for all other requests.
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
