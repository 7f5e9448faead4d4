"""A secret for every browser, in a cookie, by which the dashboard knows again who is not signed in."""

from collections.abc import Callable
from http.cookies import SimpleCookie

from starlette.datastructures import Headers
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

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
        sent = HTTPConnection(scope).cookies.get(self.name, "")
        cookie = SimpleCookie({self.name: sent if self.is_secret(sent) else self.new_secret()})
        cookie[self.name].update({"path": "/", "max-age": str(DAYS * 24 * 3600), "samesite": "Lax"})
        cookie[self.name]["httponly"] = True
        return cookie[self.name].OutputString()


def opens_a_page(scope: Scope) -> bool:
    """Whether a browser asks for a page, and not for what a page loads."""
    return (
        scope["type"] == "http" and scope["method"] == "GET" and "text/html" in Headers(scope=scope).get("accept", "")
    )
