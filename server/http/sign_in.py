"""Sign-in, which leads back to the page that was left, and sign-out, which only this server's pages may request.

Otherwise a link or a picture on another site could sign a visitor out.
"""

from collections.abc import Callable

from starlette.datastructures import Headers
from starlette.requests import HTTPConnection
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from server.http.cookies import Header, send_with_headers, without_headers


class SignInReturn:
    """Middleware that leads a visitor back from the sign-in to the page that they left, and not to the start page.

    ``name`` is the name of the cookie with the browser's secret; ``page_of`` gets that secret and whether the sign-in
    failed, and returns the page.
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

        def redirect_headers(message: Message) -> list[Header]:
            leads = secret and message["status"] in (302, 307)
            page = self.page_of(secret, not any(map(_signs_in, message["headers"]))) if leads else None
            if page is None:
                return list(message["headers"])
            return [*without_headers(message["headers"], b"location"), (b"location", page.encode("latin-1"))]

        await self.app(scope, receive, send_with_headers(send, redirect_headers))


def _signs_in(header: tuple[bytes, bytes]) -> bool:
    """Return whether a header sets Streamlit's cookie of the signed-in user, and does not delete it."""
    name, value = header
    return name.lower() == b"set-cookie" and value.startswith(b"_streamlit_user=") and b"Max-Age=0" not in value


ADDRESS = "auth/logout"
"""Address where Streamlit signs a browser out, in the server's folder."""
REFUSAL = "Sign out with the button on a page of this server.\n"


class SignOutGuard:
    """Middleware that refuses a request at ``address`` if it comes from another site, as browsers say."""

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
