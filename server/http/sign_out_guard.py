"""Signing out is for our own pages to ask for: a link or a picture elsewhere would sign a visitor out."""

from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send

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
