"""The served application: checks the settings, redirects to the start page, warms up, and serves. Computes nothing.

`streamlit run app.py` finds `app` and serves it. The script is ui/shell.py: it is in another folder than pages/, so
Streamlit never takes that folder for its legacy multipage kind (see docs/architecture.md).
"""

import gc
import importlib
import os
import sys
from collections.abc import AsyncIterator, Callable, Iterable
from concurrent.futures import Future
from contextlib import asynccontextmanager

import streamlit as st
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import RedirectResponse
from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send

from scoring import BLEU
from scoring.formats.limits import MEGABYTE
from scoring.metric import VERSION
from server import streamlit_patches
from server.engine import runs
from server.http import cookies, health, hosts, logs, options, sign_in, stopping, uploads
from server.identity.access import ALONE, CALLBACK, access
from server.identity.sign_ins import sign_ins
from server.memory.limits import limits
from server.streamlit_patches import UnsupportedStreamlit, application, script_runs, uploaded_files
from ui.store import cache, checking, kept, memory, monitoring, people
from ui.store import uploads as kept_uploads
from workspace import WorkspaceError

POLICY = {
    "default-src": "'self'",
    "script-src": f"'self' blob: 'wasm-unsafe-eval' {application.INLINE_SCRIPT_HASH}",
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
    """Middleware that puts SECURITY_HEADERS on every HTTP response, in the place of headers of the same names."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        self.headers = [(name.lower().encode(), value.encode()) for name, value in SECURITY_HEADERS.items()]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        secured = cookies.send_with_headers(send, lambda message: self.secure(message["headers"]))
        await self.app(scope, receive, secured if scope["type"] == "http" else send)

    def secure(self, headers: Iterable[cookies.Header]) -> list[cookies.Header]:
        """Return the headers of a response with ours in the place of headers of the same names."""
        return cookies.without_headers(headers, *(name for name, _ in self.headers)) + self.headers


class OldLinks:
    """Middleware that redirects a link to / with a query to the Overview, which was at / in earlier versions."""

    def __init__(self, app: ASGIApp, start: str) -> None:
        self.app = app
        self.start = start

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        answer = self.app
        if scope["type"] == "http" and scope["path"] == self.start and scope["query_string"]:
            answer = RedirectResponse(f"overview?{scope['query_string'].decode('latin-1')}")
        await answer(scope, receive, send)


def to_start(start: str) -> Callable[[Request], RedirectResponse]:
    """Return an endpoint that redirects to the start page with the same query.

    The address is relative, so that it fits any proxy's folder.
    """

    def redirect(request: Request) -> RedirectResponse:
        query = request.url.query
        return RedirectResponse(f"{start}?{query}" if query else start)

    return redirect


def redirects(base_path: str) -> list[Route]:
    """Return the routes that redirect /start and /base to the default page, which is at / alone.

    Without them, Streamlit finds no page at /start, and redirects /base to its own host name.
    """
    routes = [Route(hosts.url_path(base_path, "start"), to_start("./"))]
    if base_path:
        routes.append(Route(f"/{base_path}", to_start(f"{base_path.rpartition('/')[2]}/")))
    return routes


TURN_SECONDS = 0.0005
"""Time after which a computing thread lets others run, in seconds; a visitor's step needs many such turns."""
NEW_OBJECTS = 20_000
"""Number of new objects after which garbage is collected; a page makes some thousands, nearly all freed at once."""


@asynccontextmanager
async def warm_up_application(_app: st.App) -> AsyncIterator[None]:
    """Do before the first visit what the first visitor would wait for: import modules and compile BLEU's kernels.

    The start page needs BLEU; the other kernels are compiled in the background.
    """
    sys.setswitchinterval(TURN_SECONDS)
    with stopping.end_process_on_signals():
        for module in ("pandas", "plotly.graph_objects", "pyarrow.compute"):
            importlib.import_module(module)
        BLEU().warm_up()
    keep_for_good()
    COMPILING.append(cache.engine().later(cache.compilation_task()).future)
    COMPILING[0].add_done_callback(lambda _: keep_for_good())
    memory.watch()
    kept.tidy()
    checking.check_daily()
    say_where()
    yield


def say_where() -> None:
    """Write the address to the log; Streamlit's message knows no IPv6 and asks an outside service for an address."""
    address = application.get_option("server.address")
    port, base_path = application.get_option("server.port"), application.get_option("server.baseUrlPath")
    url = hosts.url(address, port, base_path, is_encrypted=bool(application.get_option("server.sslCertFile")))
    logs.write_line(f"BLEUscope is at {url} until Ctrl+C.")
    if address in hosts.UNSPECIFIED and set(ALLOWED) == set(hosts.THIS_MACHINE):
        logs.write_line(
            f"Visitors from a network are refused until a name for them is set: {hosts.HOST_ADVICE.strip()}"
        )


def keep_for_good() -> None:
    """Exclude all existing objects from garbage collection, and collect garbage less often."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(NEW_OBJECTS)


COMPILING: list[Future[bool]] = []
"""The job that compiles the kernels, once it has started."""


def is_compiled() -> bool:
    """Return whether all kernels are compiled."""
    return any(future.done() for future in COMPILING)


def check_server() -> None:
    """Check the settings and patch Streamlit; exit with one line for a bad setting or an unsupported Streamlit."""
    try:
        logs.set_up()
        streamlit_patches.check_names()
        uploaded_files.check_upload_routes(uploads.UPLOAD, uploads.METHOD)
        limits()
        checking.check_hour(os.environ)
        serve_metrics(os.environ.get(monitoring.VARIABLE, ""))
    except (ValueError, UnsupportedStreamlit) as error:
        sys.exit(f"bleuscope: {error}")
    script_runs.add_run_context(runs.timed_run)
    streamlit_patches.apply_patches()
    if (problem := options.option_problem(application.get_option, application.option_source)) is not None:
        sys.exit(f"bleuscope: {problem}")


def serve_metrics(endpoint: str) -> None:
    """Serve the server's metrics at this address, if there is one; exit with one line if that fails."""
    if not endpoint.strip():
        return
    address, port = monitoring.parse_address(endpoint)
    try:
        monitoring.answer_with_metrics(address, port)
    except OSError as error:
        sys.exit(f"bleuscope: {monitoring.VARIABLE}: cannot serve metrics at {endpoint}: {error.strerror}.")


def allowed_origins() -> tuple[str, ...]:
    """Set and return the allowed host names; we check them for every request, Streamlit only for connections."""
    addresses = [application.get_option("server.address"), application.get_option("browser.serverAddress")]
    names = hosts.allowed_names(*addresses, *application.get_option("server.allowedHosts"))
    application.set_option("server.allowedHosts", list(names))
    return names


def check_access() -> None:
    """Exit with one line if the settings of who may use the server are wrong."""
    try:
        host = access().host
    except ValueError as error:
        sys.exit(f"bleuscope: {error}")
    if host and not hosts.is_allowed(hosts.parse_host_name(host), ALLOWED):
        sys.exit(
            f"bleuscope: redirect_uri in [auth] leads to {host}, to which nobody is let in; {hosts.HOST_ADVICE.strip()}"
        )


def open_workspace() -> None:
    """Open the workspace; exit with one line if the database fails."""
    try:
        kept.log_database()
    except WorkspaceError as error:
        sys.exit(f"bleuscope: {error}")


TRUSTED = "server.trustedUserHeaders"


def browser_middleware() -> list[Middleware]:
    """Return the middleware that recognizes browsers; a server used alone recognizes them for classes only."""
    recognition = Middleware(
        cookies.VisitorCookie, name=people.COOKIE, is_secret=people.is_secret, new_secret=people.new_secret
    )
    if access().mode == ALONE:
        return [recognition]
    application.set_option(TRUSTED, cookies.trusted_user_headers(application.get_option(TRUSTED)))
    name, callback = people.COOKIE, hosts.url_path(BASE_PATH, CALLBACK)
    return [
        recognition,
        Middleware(sign_in.SignInReturn, name=name, callback=callback, page_of=sign_ins.end),
        Middleware(sign_in.SignOutGuard, address=hosts.url_path(BASE_PATH, sign_in.ADDRESS)),
        Middleware(
            cookies.BrowserBinding,
            name=name,
            browser_of=browser_of,
            browser_of_file=browser_of_file,
            downloads=hosts.url_path(BASE_PATH, cookies.DOWNLOADS),
        ),
    ]


def browser_of(session_id: str) -> str | None:
    """Return the digest by which cookies.py knows the browser of a session; None for an unknown session."""
    user = script_runs.session_user(session_id)
    return None if user is None else str(user.get(cookies.KEY, ""))


def browser_of_file(file_id: str) -> str | None:
    """Return the digest of the browser whose page offers a file; None if no open page does."""
    owner = next((session for session in script_runs.session_ids() if application.is_file_of(file_id, session)), None)
    return None if owner is None else browser_of(owner)


check_server()
ALLOWED = allowed_origins()
check_access()
open_workspace()
BASE_PATH = application.get_option("server.baseUrlPath").strip("/")
HEALTH = health.Health(monitoring.check_database, is_compiled, VERSION)
app = st.App(
    "ui/shell.py",
    lifespan=warm_up_application,
    routes=[*redirects(BASE_PATH), Route(hosts.url_path(BASE_PATH, "health"), HEALTH.answer)],
    middleware=[
        Middleware(SecurityHeaders),
        Middleware(hosts.KnownHosts, allowed=ALLOWED),
        Middleware(hosts.OpenEndpoints, folder=f"/{BASE_PATH}".rstrip("/")),
        Middleware(cookies.CookieRenaming, path=f"/{BASE_PATH}"),
        *browser_middleware(),
        Middleware(OldLinks, start=hosts.url_path(BASE_PATH, "")),
        Middleware(
            uploads.LimitedUploads,
            new_upload=kept_uploads.Upload,
            most_bytes=application.get_option("server.maxUploadSize") * MEGABYTE,
        ),
    ],
    exception_handlers={OSError: uploads.no_space_response},
)
