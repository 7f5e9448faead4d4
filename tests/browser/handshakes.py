"""Connections as browsers open them, with any name of the server and of the page that asks."""

import socket

from websockets.exceptions import InvalidStatus
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from tests.browser.server import Server
from tests.browser.steps import WAIT_SECONDS

STREAM = "/_stcore/stream"


def connected(server: Server, host: str, origin: str | None = None, path: str = STREAM) -> ClientConnection:
    """A visitor whose browser sends these; the connection goes to the server all the same."""
    own = socket.create_connection((server.address, server.port), timeout=WAIT_SECONDS)
    return connect(f"ws://{host}{path}", sock=own, origin=Origin(origin) if origin else None, max_size=None)


def status(server: Server, host: str, origin: str | None = None, path: str = STREAM) -> tuple[int, str]:
    """Of the handshake, and what is said where it is refused."""
    try:
        with connected(server, host, origin, path):
            return 101, ""
    except InvalidStatus as refused:
        return refused.response.status_code, (refused.response.body or b"").decode()
