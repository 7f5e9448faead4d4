"""Connections as browsers open them, with any name of the server and of the page that asks."""

import socket
from collections.abc import Mapping
from typing import Any

from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.web.server.starlette import starlette_app_utils
from websockets.exceptions import InvalidStatus
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin, Subprotocol

from tests.browser.server import Server
from tests.browser.steps import WAIT_SECONDS

STREAM = "/_stcore/stream"


def connected(
    server: Server, host: str, origin: str | None = None, path: str = STREAM, **more: Any
) -> ClientConnection:
    """A visitor whose browser sends these; the connection goes to the server all the same."""
    own = socket.create_connection((server.address, server.port), timeout=WAIT_SECONDS)
    return connect(f"ws://{host}{path}", sock=own, origin=Origin(origin) if origin else None, max_size=None, **more)


def status(server: Server, host: str, origin: str | None = None, path: str = STREAM, **more: Any) -> tuple[int, str]:
    """Of the handshake, and what is said where it is refused; ``more`` is for ``connect``."""
    try:
        with connected(server, host, origin, path, **more):
            return 101, ""
    except InvalidStatus as refused:
        return refused.response.status_code, (refused.response.body or b"").decode()


def sent(server: Server, folder: str, page: str, cookies: Mapping[str, str], query: str = "") -> str:
    """All that a page sends to a browser with these cookies, until its script is at its end."""
    token = starlette_app_utils.generate_xsrf_token_string()
    every = {**cookies, "_streamlit_xsrf": token}
    visit = BackMsg()
    visit.rerun_script.page_name = page
    visit.rerun_script.query_string = query
    with connect(
        f"{server.url.replace('http', 'ws')}{folder}{STREAM}",
        origin=Origin(server.url),
        subprotocols=[Subprotocol("streamlit"), Subprotocol(token)],
        additional_headers={"Cookie": "; ".join(f"{name}={value}" for name, value in every.items())},
        max_size=None,
    ) as visitor:
        visitor.send(visit.SerializeToString())
        messages = [ForwardMsg()]
        while messages[-1].WhichOneof("type") != "script_finished":
            messages.append(ForwardMsg.FromString(visitor.recv(timeout=WAIT_SECONDS, decode=False)))
    return "\n".join(map(str, messages))
