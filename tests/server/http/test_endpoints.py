"""server/http/hosts.py: every address that Streamlit has is known here, with who may use it."""

from unittest.mock import MagicMock

import pytest
from starlette.responses import PlainTextResponse
from streamlit import config
from streamlit.runtime import Runtime
from streamlit.web.server.starlette.starlette_app import create_streamlit_routes

from server.http.hosts import OpenEndpoints, is_open_endpoint
from tests.cases import as_one_test
from tests.server.http.asked import ask, to_its_end

ANYBODY = {
    "/_stcore/health": "whether the server is up: a page asks before it connects, and so do proxies",
    "/_stcore/host-config": "constants, for the client",
    "/": "pages and the client's own files",
}
ONE_BROWSER = {
    "/_stcore/stream": "a page's connection: a session goes to the browser that began it",
    "/_stcore/upload_file/{session_id}/{file_id}": "files of a session, from the browser that began it",
    "/media/{file_id:path}": "downloads, each at an address of 256 secret bits that only its page is told",
    "/auth/login": "leads to the provider of accounts, or to the start where there is none",
    "/auth/logout": "signs this browser out, if a page of ours asks",
    "/oauth2callback": "where the provider leads back to",
}
CLOSED = {
    "/_stcore/metrics": "bytes of everybody's uploads and sessions",
    "/_stcore/agent/interact": "programs that use pages",
    "/_stcore/agent/mcp": "the same by MCP",
    "/_stcore/agent/openapi.json": "their description",
    "/_stcore/script-health-check": "runs the script",
    "/_stcore/bidi-components/{path:path}": "files of components; ours have none",
    "/component/{path:path}": "the same of an older kind",
    "/app/static/{path:path}": "files beside the script",
}


@pytest.fixture
def all_enabled(monkeypatch):
    """Streamlit's addresses as where everything is switched on."""
    get_option = config.get_option
    asked = {"server.enableStaticServing": True, "server.scriptHealthCheckEnabled": True, "server.enableAgentApi": True}
    monkeypatch.setattr(config, "get_option", lambda name: asked.get(name, get_option(name)))


def paths(all_enabled=None):
    runtime = MagicMock(spec=Runtime)
    runtime._main_script_path = __file__
    return {route.path or "/" for route in create_streamlit_routes(runtime)}


def example(path):
    return (
        path.replace("{path:path}", "x/y").replace("{file_id:path}", "a.txt").replace("{session_id}/{file_id}", "s/f")
    )


@pytest.mark.usefixtures("all_enabled")
def test_every_address_of_streamlit_is_known():
    assert paths() == {*ANYBODY, *ONE_BROWSER, *CLOSED}, (
        "a new one: say here who may use it, and in server/http/hosts.py"
    )


@pytest.mark.parametrize("path", [*ANYBODY, *ONE_BROWSER])
def test_those_that_pages_need_are_open(path):
    assert is_open_endpoint(example(path))


@as_one_test
@pytest.mark.parametrize("path", [*CLOSED, "/_stcore", "/_stcore/new", "/component", "/_stcore/health/x"])
@pytest.mark.parametrize("folder", ["", "/bleu"])
@pytest.mark.parametrize("end", ["", "/"])
def test_all_others_in_its_folders_are_closed_whatever_streamlit_has_there(path, folder, end):
    served = OpenEndpoints(PlainTextResponse("open"), folder)
    for method in ("GET", "POST", "OPTIONS"):
        assert ask(served, folder + example(path) + end, method=method)[0] == 404


@pytest.mark.parametrize("path", ["/", "/segments", "/static/js/x.js", "/_stcorex", "/mediaeval", "/apps"])
def test_pages_and_files_of_the_client_are_open(path):
    for folder in ("", "/bleu"):
        assert ask(OpenEndpoints(PlainTextResponse("open"), folder), folder + path)[0] == 200


def test_a_connection_elsewhere_is_refused():
    said = []

    async def send(message):
        said.append(message)

    scope = {
        "type": "websocket",
        "path": "/_stcore/other",
        "headers": [],
        "extensions": {"websocket.http.response": {}},
    }
    to_its_end(OpenEndpoints(PlainTextResponse("open"), "")(scope, None, send))
    assert said[0]["status"] == 404
