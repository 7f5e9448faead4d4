"""door/hosts.py in front of the application: who is let in, by which name, behind which proxy, in which folder."""

import socket

import pytest
from playwright.sync_api import expect
from streamlit.proto.BackMsg_pb2 import BackMsg
from websockets.exceptions import InvalidStatus
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from tests.browser.server import serve
from tests.browser.steps import WAIT_SECONDS

PUBLIC = "bleu.example.org"


def connected(server, host, origin=None, path="/_stcore/stream") -> ClientConnection:
    """A visitor whose browser sends these; the connection goes to the server all the same."""
    own = socket.create_connection((server.address, server.port), timeout=WAIT_SECONDS)
    return connect(f"ws://{host}{path}", sock=own, origin=origin and Origin(origin), max_size=None)


def status(server, host, origin=None, path="/_stcore/stream"):
    """Of the handshake, and what is said where it is refused."""
    try:
        with connected(server, host, origin, path):
            return 101, ""
    except InvalidStatus as refused:
        return refused.response.status_code, (refused.response.body or b"").decode()


@pytest.mark.parametrize("host", ["127.0.0.1", "127.0.0.1:9", "localhost", "LOCALHOST.:80", "[::1]:8501"])
def test_this_machine_is_answered_at_any_port(server, host):
    assert server.get("/", Host=host)[0] == 200
    assert server.get("/_stcore/health", Host=host)[0] == 200


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:8501", "127.0.0.1.evil.example", "evil.example#@127.0.0.1", "10.0.0.1", ""]
)
@pytest.mark.parametrize("path", ["/", "/_stcore/health", "/start", "/static/none.js"])
def test_a_name_that_nobody_allowed_is_refused_and_it_is_said_how_to_allow_it(server, host, path):
    code, headers, text = server.read(path, Host=host)
    assert code == 421
    assert text.endswith("--allowed-host NAME or STREAMLIT_SERVER_ALLOWED_HOSTS=NAME.\n")
    assert text.count("\n") == 1
    assert headers["X-Content-Type-Options"] == "nosniff"


def test_a_connection_is_refused_by_the_same_list(server):
    assert status(server, "127.0.0.1:1")[0] == 101
    assert status(server, "localhost:8501", "http://127.0.0.1:9000")[0] == 101
    code, text = status(server, "evil.example", "http://evil.example")
    assert (code, "does not answer to the name evil.example;" in text) == (421, True)
    code, text = status(server, "127.0.0.1:8501", "http://evil.example")
    assert (code, "does not talk to pages from evil.example;" in text) == (403, True)
    assert status(server, "localhost", "null")[0] == 403


@pytest.fixture(scope="module")
def proxied(tmp_path_factory):
    """In a folder of its host, with a public name allowed: by Streamlit's option, and by its variable."""
    variables = {"STREAMLIT_SERVER_ALLOWED_HOSTS": f"{PUBLIC} *.example.net"}
    with serve(tmp_path_factory.mktemp("proxied"), "--server.baseUrlPath=/bleu/", variables=variables) as server:
        yield server


def test_behind_a_proxy_that_rewrites_the_host(proxied):
    assert f"BLEUscope is at {proxied.url}/bleu until Ctrl+C." in proxied.log
    stream = "/bleu/_stcore/stream"
    for host, origin, expected in (
        ("127.0.0.1:8501", f"https://{PUBLIC}", 101),  # rewritten
        (PUBLIC, f"https://{PUBLIC}", 101),  # handed on
        (PUBLIC, f"https://{PUBLIC}:8443", 101),
        ("127.0.0.1:8501", "https://a.example.net", 101),
        ("127.0.0.1:8501", None, 101),  # this machine's names are allowed as before
        ("localhost", "http://localhost", 101),
        ("127.0.0.1:8501", "https://example.net", 403),
        (PUBLIC, "https://evil.example", 403),
        ("evil.example", f"https://{PUBLIC}", 421),
    ):
        assert status(proxied, host, origin, stream)[0] == expected, (host, origin)
    assert proxied.get("/bleu/", Host=PUBLIC)[0] == 200
    for path, start in (("/bleu/start", "./"), ("/bleu", "bleu/")):
        for query in ("", "?set=a%2Fb&systems=caf%C3%A9+%26%20co"):
            code, headers = proxied.get(path + query)
            assert (code, headers["Location"]) == (307, start + query)
    assert proxied.get("/start")[0] == 404


def test_deep_links_into_a_folder(proxied, page, settle):
    """One to the start with anything to show leads on to the Overview."""
    for path, name in (("/start/", "overview"), ("", "overview"), ("/segments", "segments")):
        page.goto(f"{proxied.url}/bleu{path}?tokenize=char")
        expect(page.get_by_role("heading", name=name.title(), exact=True, level=1)).to_be_visible()
        expect(page.get_by_role("dialog")).to_have_count(0)
        settle(page)
        assert page.url.startswith(f"{proxied.url}/bleu/{name}?")
        assert "tokenize=char" in page.url
    page.goto("about:blank")


def test_any_name_still_keeps_other_pages_out(tmp_path):
    with serve(tmp_path, "--server.allowedHosts=*", "--server.address=0.0.0.0") as server:
        assert server.get("/", Host="whatever.example:77")[0] == 200
        assert status(server, "whatever.example", "http://whatever.example")[0] == 101
        assert status(server, "whatever.example", "http://evil.example")[0] == 403
        assert "Visitors from a network" not in server.log


def test_a_server_for_a_network_says_that_it_needs_a_name(tmp_path):
    with serve(tmp_path, "--server.address=0.0.0.0") as server:
        assert server.get("/")[0] == 200
        assert server.get("/", Host="10.1.2.3")[0] == 421
        said = server.log
    assert f"BLEUscope is at {server.url}/ until Ctrl+C.\n" in said
    assert "Visitors from a network are refused until a name for them is set: whoever runs it can allow" in said


def test_a_page_under_a_base_path_and_an_address_of_ipv6(tmp_path):
    try:
        socket.create_server(("::1", 0), family=socket.AF_INET6).close()
    except OSError as error:
        pytest.skip(f"no IPv6 here: {error}")
    with serve(tmp_path, "--server.address=::1", "--server.baseUrlPath=bleu") as server:
        assert server.url == f"http://[::1]:{server.port}"
        assert server.log == f"BLEUscope is at {server.url}/bleu until Ctrl+C.\n"
        assert server.get("/bleu/segments")[0] == 200
        with connected(server, f"[::1]:{server.port}", server.url, "/bleu/_stcore/stream") as visitor:
            visit = BackMsg()
            visit.rerun_script.query_string = ""
            visitor.send(visit.SerializeToString())
            assert visitor.recv(timeout=WAIT_SECONDS)
