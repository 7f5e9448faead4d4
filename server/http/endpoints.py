"""The addresses of Streamlit that pages need. Its others are closed: metrics, agents, the developer's."""

from starlette.responses import PlainTextResponse
from starlette.routing import compile_path
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocket

OWN = ("_stcore", "component", "media", "app/static")
"""Folders that Streamlit keeps for itself; it finds a page, or a file of its client, at all other addresses."""
OPEN = (
    "/_stcore/health",
    "/_stcore/host-config",
    "/_stcore/stream",
    "/_stcore/upload_file/{session_id}/{file_id}",
    "/media/{file_id:path}",
)
_OPEN = tuple(compile_path(path)[0] for path in OPEN)


def is_open_endpoint(path: str) -> bool:
    """Whether an address, below the server's folder, is answered."""
    is_own = any(f"{path}/".startswith(f"/{folder}/") for folder in OWN)
    return not is_own or any(pattern.match(path) for pattern in _OPEN)


class OpenEndpoints:
    """Answers with status 404 at closed addresses. ``folder`` is the server's, such as /bleu, or empty."""

    def __init__(self, app: ASGIApp, folder: str) -> None:
        self.app = app
        self.folder = folder

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket") or is_open_endpoint(scope["path"].removeprefix(self.folder)):
            await self.app(scope, receive, send)
            return
        refusal = PlainTextResponse("Not found\n", 404)
        if scope["type"] == "websocket":
            await WebSocket(scope, receive, send).send_denial_response(refusal)
        else:
            await refusal(scope, receive, send)
