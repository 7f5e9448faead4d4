"""Host names and addresses at which the dashboard answers, and pages that may connect to it.

An attacker can lure a browser to a name that then leads to this machine; the browser sends that name. So names that
nobody has allowed are refused. A page's origin is checked against the same list.

Only those of Streamlit's addresses are open that pages need. Addresses for metrics, agents and developers are closed.
"""

import logging
import re
from collections.abc import Iterable
from ipaddress import ip_address

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.routing import compile_path
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocket

THIS_MACHINE = ("127.0.0.1", "::1", "localhost")
ANY_HOST = "*"
HOST_ADVICE = "its administrator can allow a name, with --allowed-host NAME or STREAMLIT_SERVER_ALLOWED_HOSTS=NAME.\n"
UNSPECIFIED = {"0.0.0.0": "127.0.0.1", "::": "::1"}
"""Addresses of a server that listens at all addresses of its machine, each with the address for use on this machine."""
HOST = re.compile(r"(?:\[(?P<ipv6>[\da-f:.]+)\]|(?P<name>[^\s\[\]@:/\\?#]+))(?::\d*)?", re.IGNORECASE)


def allowed_names(*host_names: str | None) -> tuple[str, ...]:
    """Return the allowed names: this machine's, and the given names except unspecified addresses.

    ``*.example.org`` allows all names that end in ``.example.org``, and ``*`` allows any name.
    """
    names = [_plain(name) for name in host_names if name]
    return tuple(dict.fromkeys([*THIS_MACHINE, *(name for name in names if name not in UNSPECIFIED)]))


def parse_host_name(host: str) -> str | None:
    """Return the host name in a request's Host header, without the port; None if the header has none."""
    match = HOST.fullmatch(host)
    return match and _plain(match["ipv6"] or match["name"])


def is_allowed(name: str | None, allowed: Iterable[str]) -> bool:
    """Return whether the name equals or matches one of the allowed names."""
    return name is not None and any(
        pattern in (ANY_HOST, name) or (pattern.startswith("*.") and name.endswith(pattern[1:])) for pattern in allowed
    )


def url(address: str, port: int, base_path: str, *, is_encrypted: bool) -> str:
    """Return the URL by which a browser on this machine reaches a server that listens at this address."""
    name = UNSPECIFIED.get(address, address)
    host = f"[{name}]" if ":" in name else name
    return f"http{'s' * is_encrypted}://{host}:{port}/{base_path.strip('/')}"


def url_path(folder: str, name: str) -> str:
    """Return the path of an address in the server's folder, such as /bleu/health for bleu and health."""
    return f"/{folder.strip('/')}".rstrip("/") + f"/{name.lstrip('/')}"


def _plain(name: str) -> str:
    """Return the name in its normal spelling: lower case, and an IPv6 address without brackets."""
    name = name.strip().strip("[]").rstrip(".").lower()
    try:
        return str(ip_address(name))
    except ValueError:
        return name


OTHER_SITE = "This server changes nothing for pages of other sites.\n"
SAFE_METHODS = {"GET", "HEAD", "OPTIONS"}
"""Methods that change nothing."""
OWN_SITES = {"same-origin", "none"}
"""Values of Sec-Fetch-Site for a request by a page of this server, or by the person at the browser."""


class KnownHosts:
    """Middleware that answers only requests to ``allowed`` names, and connects only pages from these names.

    A page may always connect to the name that it came from; if any name is allowed, to no other. Pages of other sites
    may change nothing, because a stranger may have planted a cookie in the browser.
    """

    def __init__(self, app: ASGIApp, allowed: tuple[str, ...]) -> None:
        self.app = app
        self.allowed = allowed
        self.pages = tuple(name for name in allowed if name != ANY_HOST)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] in ("http", "websocket"):
            headers, is_connection = MutableHeaders(scope=scope), scope["type"] == "websocket"
            refusal = self.refuse_host(headers) or (
                self.refuse_page(headers) if is_connection else self.refuse_change(scope["method"], headers)
            )
            if refusal is not None:
                await refuse(refusal, scope, receive, send)
                return
            if is_connection and "origin" in headers:  # Streamlit knows a page by the name of its own server only
                headers["host"] = _after_scheme(headers["origin"])
        await self.app(scope, receive, send)

    def refuse_host(self, headers: Headers) -> PlainTextResponse | None:
        hosts = headers.getlist("host")
        name = parse_host_name(hosts[0]) if len(hosts) == 1 else None
        if is_allowed(name, self.allowed):
            return None
        return PlainTextResponse(
            f"This server does not answer to the name {name or 'that was used'}; {HOST_ADVICE}", 421
        )

    def refuse_change(self, method: str, headers: Headers) -> PlainTextResponse | None:
        """Return the refusal of a request that changes something for a page of another site, or None.

        Current browsers send Sec-Fetch-Site; without it the page's origin must be allowed.
        """
        if method in SAFE_METHODS:
            return None
        site = headers.get("sec-fetch-site")
        if site is None:
            return self.refuse_page(headers)
        return None if site in OWN_SITES else PlainTextResponse(OTHER_SITE, 403)

    def refuse_page(self, headers: Headers) -> PlainTextResponse | None:
        """Return the refusal of a page from a name that is not allowed, or None; only browsers send an origin."""
        origins = headers.getlist("origin")
        if not origins:
            return None
        name = parse_host_name(_after_scheme(origins[0])) if len(origins) == 1 else None
        if name == parse_host_name(headers["host"]) or is_allowed(name, self.pages):
            return None
        refusal = f"This server does not talk to pages from {name or 'an unknown place'}; {HOST_ADVICE}"
        logging.getLogger(__name__).warning(refusal.strip())
        return PlainTextResponse(refusal, 403)


async def refuse(refusal: PlainTextResponse, scope: Scope, receive: Receive, send: Send) -> None:
    """Answer a request, or a request for a connection, with a refusal."""
    if scope["type"] == "websocket":
        await WebSocket(scope, receive, send).send_denial_response(refusal)
    else:
        await refusal(scope, receive, send)


def _after_scheme(origin: str) -> str:
    return origin.partition("://")[2]


OWN = ("_stcore", "component", "media", "app/static")
"""Folders that Streamlit reserves for itself; all other addresses lead to a page or a file of its client."""
OPEN = (
    "/_stcore/health",
    "/_stcore/host-config",
    "/_stcore/stream",
    "/_stcore/upload_file/{session_id}/{file_id}",
    "/media/{file_id:path}",
)
_OPEN = tuple(compile_path(path)[0] for path in OPEN)


def is_open_endpoint(path: str) -> bool:
    """Return whether an address, below the server's folder, is answered."""
    is_own = any(f"{path}/".startswith(f"/{folder}/") for folder in OWN)
    return not is_own or any(pattern.match(path) for pattern in _OPEN)


class OpenEndpoints:
    """Middleware that answers closed addresses with status 404. ``folder`` is the server's, such as /bleu, or empty."""

    def __init__(self, app: ASGIApp, folder: str) -> None:
        self.app = app
        self.folder = folder

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket") or is_open_endpoint(scope["path"].removeprefix(self.folder)):
            await self.app(scope, receive, send)
        else:
            await refuse(PlainTextResponse("Not found\n", 404), scope, receive, send)
