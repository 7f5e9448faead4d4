"""The door: the served application, its security headers, one redirect and its warm-up. Computes nothing.

`streamlit run app.py` finds `app` and serves it. The script is ui/shell.py: it lies in another folder than
pages/, so Streamlit never takes that folder for its legacy multipage kind (see docs/architecture.md).
"""

import gc
import importlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import streamlit as st
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import RedirectResponse
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from streamlit import config, net_util

from scoring import BLEU
from ui.store import cache

# The one inline script of Streamlit 1.67's index.html; a browser test tells when another version has another.
STREAMLIT_INLINE_SCRIPT = "'sha256-THxz9J9+wf7rhwR2YkXJoSZ13UCmYyC+3lNDv2+8ugA='"
POLICY = {
    "default-src": "'self'",
    "script-src": f"'self' blob: 'wasm-unsafe-eval' {STREAMLIT_INLINE_SCRIPT}",
    "style-src": "'self' 'unsafe-inline'",
    "img-src": "'self' data: blob:",
    "font-src": "'self' data:",
    "connect-src": "'self'",
    "worker-src": "'self' blob:",
    "object-src": "'none'",
    "base-uri": "'self'",
    "form-action": "'self'",
    "frame-ancestors": "'none'",
}
SECURITY_HEADERS = {
    "Content-Security-Policy": "; ".join(f"{name} {sources}" for name, sources in POLICY.items()),
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}


class SecurityHeaders:
    """Puts SECURITY_HEADERS on every HTTP response, in place of those it may already have."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        self.headers = [(name.lower().encode(), value.encode()) for name, value in SECURITY_HEADERS.items()]
        self.names = {name for name, _ in self.headers}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                others = [header for header in message["headers"] if header[0].lower() not in self.names]
                message["headers"] = others + self.headers
            await send(message)

        await self.app(scope, receive, send_with_headers if scope["type"] == "http" else send)


def to_start(request: Request) -> RedirectResponse:
    """The start page, with the same query. Relative, for a proxy that serves us from a folder of its own."""
    query = request.url.query
    return RedirectResponse(f"./?{query}" if query else "./")


@asynccontextmanager
async def warm_up(_app: st.App) -> AsyncIterator[None]:
    """Do what the first visitor would wait for: the start page is BLEU's. Other kernels are compiled meanwhile."""
    for module in ("pandas", "plotly.graph_objects", "pyarrow.compute"):
        importlib.import_module(module)
    BLEU().warm_up()
    keep_for_good()
    cache.engine().later(cache.compiling()).future.add_done_callback(lambda _: keep_for_good())
    yield


def keep_for_good() -> None:
    """Exempts all that is there from garbage collection."""
    gc.collect()
    gc.freeze()


NEEDED = {
    "runner.postScriptGC": False,
    "global.maxCachedMessageAge": 1000,
    "global.minCachedMessageSize": 4000,
}
"""Options that .streamlit/config.toml sets and says why. They are hidden, so a later Streamlit may drop one without a
word: `get_option` raises then."""


def check_server() -> None:
    for option, value in NEEDED.items():
        if config.get_option(option) != value:
            raise RuntimeError(f"{option} must be {value}: start the dashboard from the folder of app.py")


# Streamlit asks an outside service for this machine's address when a foreign Origin knocks. Ours asks nobody.
net_util.get_external_ip = lambda: None

check_server()
app = st.App(
    "ui/shell.py",
    lifespan=warm_up,
    routes=[Route("/overview", to_start)],  # the default page's address is / alone: Streamlit would find no page there
    middleware=[Middleware(SecurityHeaders)],
)
