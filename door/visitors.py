"""A secret for every browser, in a cookie, by which the dashboard knows again who is not signed in."""

from collections.abc import Callable
from http.cookies import SimpleCookie

from starlette.datastructures import Headers
from starlette.requests import cookie_parser
from starlette.types import ASGIApp, Message, Receive, Scope, Send

DAYS = 400
"""Browsers keep no cookie for longer. With every page that is opened they begin anew."""


def secret_of(scope: Scope, name: str) -> str:
    """What the browser sends in this cookie; empty where it sends none."""
    return cookie_parser(Headers(scope=scope).get("cookie", "")).get(name, "")


class VisitorCookie:
    """Gives each browser that opens a page a secret, or renews the one that it has.

    ``name`` is what its cookie is called, by whether the connection is encrypted. ``is_secret`` says whether what a
    browser sends can be one; else it gets ``new_secret()``. That somebody encrypts for the
    server the ``X-Forwarded-Proto`` of proxies that uvicorn trusts has said in the scope already.
    """

    def __init__(
        self,
        app: ASGIApp,
        name: Callable[[bool], str],
        path: str,
        is_secret: Callable[[str], bool],
        new_secret: Callable[[], str],
    ) -> None:
        self.app = app
        self.name = name
        self.path = path
        self.is_secret = is_secret
        self.new_secret = new_secret

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if not opens_a_page(scope):
            await self.app(scope, receive, send)
            return
        cookie = self.cookie(scope)

        async def send_with_cookie(message: Message) -> None:
            if message["type"] == "http.response.start":
                others = [header for header in message["headers"] if header[0].lower() != b"cache-control"]
                message["headers"] = [
                    *others,
                    (b"set-cookie", cookie.encode("latin-1")),
                    (b"cache-control", b"private, no-cache"),  # no proxy gives this secret to anybody else
                ]
            await send(message)

        await self.app(scope, receive, send_with_cookie)

    def cookie(self, scope: Scope) -> str:
        """With the secret that the browser has, or with a new one."""
        is_encrypted = scope["scheme"] == "https"
        name = self.name(is_encrypted)
        sent = secret_of(scope, name)
        cookie = SimpleCookie({name: sent if self.is_secret(sent) else self.new_secret()})
        cookie[name].update({"path": self.path, "max-age": str(DAYS * 24 * 3600), "samesite": "Lax"})
        cookie[name]["httponly"] = True
        if is_encrypted:
            cookie[name]["secure"] = True
        return cookie[name].OutputString()


def opens_a_page(scope: Scope) -> bool:
    """Whether a browser asks for a page, and not for what a page loads."""
    return (
        scope["type"] == "http" and scope["method"] == "GET" and "text/html" in Headers(scope=scope).get("accept", "")
    )


class ComingBack:
    """Leads who comes back from signing in to the page that they left, which ``page_of`` knows, and not to the start.

    ``page_of`` is given the browser's secret and whether signing in has failed.
    """

    def __init__(
        self, app: ASGIApp, name: Callable[[bool], str], callback: str, page_of: Callable[[str, bool], str | None]
    ) -> None:
        self.app = app
        self.name = name
        self.callback = callback
        self.page_of = page_of

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["path"] != self.callback or b"state=" not in scope["query_string"]:
            await self.app(scope, receive, send)
            return
        secret = secret_of(scope, self.name(scope["scheme"] == "https"))

        async def send_elsewhere(message: Message) -> None:
            if message["type"] == "http.response.start" and message["status"] in (302, 307):
                has_failed = not any(map(_signs_in, message["headers"]))
                page = self.page_of(secret, has_failed) if secret else None
                if page is not None:
                    others = [header for header in message["headers"] if header[0].lower() != b"location"]
                    message["headers"] = [*others, (b"location", page.encode("latin-1"))]
            await send(message)

        await self.app(scope, receive, send_elsewhere)


def _signs_in(header: tuple[bytes, bytes]) -> bool:
    """Whether it gives the browser Streamlit's cookie of who has signed in, and does not take it back."""
    name, value = header
    return name.lower() == b"set-cookie" and value.startswith(b"_streamlit_user=") and b"Max-Age=0" not in value
