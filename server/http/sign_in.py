"""Signing in leads back to the page that was left; signing out is for our own pages to ask for.

A link or a picture elsewhere would sign a visitor out.
"""

from collections.abc import Callable

from starlette.datastructures import Headers
from starlette.requests import HTTPConnection
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from server.http.cookies import Header, with_headers, without_headers


class SignInReturn:
    """Leads who comes back from signing in to the page that they left, which ``page_of`` knows, and not to the start.

    ``name`` is that of the cookie with the browser's secret; ``page_of`` is given that, and whether signing in failed.
    """

    def __init__(self, app: ASGIApp, name: str, callback: str, page_of: Callable[[str, bool], str | None]) -> None:
        self.app = app
        self.name = name
        self.callback = callback
        self.page_of = page_of

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["path"] != self.callback or b"state=" not in scope["query_string"]:
            await self.app(scope, receive, send)
            return
        secret = HTTPConnection(scope).cookies.get(self.name, "")

        def elsewhere(message: Message) -> list[Header]:
            leads = secret and message["status"] in (302, 307)
            page = self.page_of(secret, not any(map(_signs_in, message["headers"]))) if leads else None
            if page is None:
                return list(message["headers"])
            return [*without_headers(message["headers"], b"location"), (b"location", page.encode("latin-1"))]

        await self.app(scope, receive, with_headers(send, elsewhere))


def _signs_in(header: tuple[bytes, bytes]) -> bool:
    """Return whether it gives the browser Streamlit's cookie of who has signed in, and does not take it back."""
    name, value = header
    return name.lower() == b"set-cookie" and value.startswith(b"_streamlit_user=") and b"Max-Age=0" not in value


ADDRESS = "auth/logout"
"""Address where Streamlit signs a browser out, in the server's folder."""
REFUSAL = "Sign out with the button on a page of this server.\n"


class SignOutGuard:
    """Refuses to answer at ``address`` where a browser says that no page of this server leads there."""

    def __init__(self, app: ASGIApp, address: str) -> None:
        self.app = app
        self.address = address

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        answer = self.app
        if scope["type"] == "http" and scope["path"] == self.address:
            from_where = Headers(scope=scope).get("sec-fetch-site", "same-origin")
            if from_where != "same-origin":
                answer = PlainTextResponse(REFUSAL, 403)
        await answer(scope, receive, send)
