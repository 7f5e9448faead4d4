"""A page whose connection broke gets its session again from the browser alone that began it, and so do its uploads.

Streamlit compares what it knows of the user, which is nothing of all who are not signed in; who has read a session's
id in a log could have it. So a digest of the browser's secret is one of the headers that it takes for the user. It
takes uploads for a session from anybody who knows its id.
"""

from collections.abc import Callable
from hashlib import sha256
from hmac import compare_digest

from starlette.datastructures import MutableHeaders
from starlette.requests import HTTPConnection
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from server.http.uploads import UPLOAD

HEADER = "x-bleuscope-browser"
KEY = "bleuscope_browser"
"""What Streamlit calls it among what it knows of the user."""
REFUSAL = PlainTextResponse("This browser has not opened the page that the file is for: reload the page.\n", 403)


def trusted(given: object) -> dict[str, str]:
    """The option ``server.trustedUserHeaders`` with this header besides those given."""
    return {**(given if isinstance(given, dict) else {}), HEADER: KEY}


class SameBrowser:
    """Puts the header on connections of pages, in place of what the browser says there, and refuses others' uploads.

    ``name`` is that of the cookie with the browser's secret; ``browser_of`` says by which digest a session began, or
    None where there is no such session.
    """

    def __init__(self, app: ASGIApp, name: str, browser_of: Callable[[str], str | None]) -> None:
        self.app = app
        self.name = name
        self.browser_of = browser_of

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            MutableHeaders(scope=scope)[HEADER] = self.digest(scope)
        elif scope["type"] == "http" and self.is_of_another(scope):
            await REFUSAL(scope, receive, send)
            return
        await self.app(scope, receive, send)

    def digest(self, scope: Scope) -> str:
        secret = HTTPConnection(scope).cookies.get(self.name, "")
        return sha256(f"{HEADER} {secret}".encode()).hexdigest()

    def is_of_another(self, scope: Scope) -> bool:
        """Whether it puts or deletes a file of a session that another browser began, or that there is none of."""
        found = UPLOAD.search(scope["path"])
        if found is None or scope["method"] == "OPTIONS":
            return False
        return not compare_digest(self.browser_of(found[1]) or "", self.digest(scope))
