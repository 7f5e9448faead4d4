"""A page whose connection broke gets its session again from the browser alone that began it.

Streamlit compares what it knows of the user, which is nothing of all who are not signed in; who has read a session's
id in a log could have it. So a digest of the browser's secret is one of the headers that it takes for the user.
"""

from hashlib import sha256

from starlette.datastructures import MutableHeaders
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Receive, Scope, Send

HEADER = "x-bleuscope-browser"
KEY = "bleuscope_browser"
"""What Streamlit calls it among what it knows of the user."""


def trusted(given: object) -> dict[str, str]:
    """The option ``server.trustedUserHeaders`` with this header besides those given."""
    return {**(given if isinstance(given, dict) else {}), HEADER: KEY}


class SameBrowser:
    """Puts the header on connections of pages, in place of what the browser says there."""

    def __init__(self, app: ASGIApp, name: str) -> None:
        self.app = app
        self.name = name

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            secret = HTTPConnection(scope).cookies.get(self.name, "")
            digest = sha256(f"{HEADER} {secret}".encode()).hexdigest()
            MutableHeaders(scope=scope)[HEADER] = digest
        await self.app(scope, receive, send)
