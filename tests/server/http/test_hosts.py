"""Names as requests and settings spell them."""

import pytest

from server.http import hosts
from tests.cases import as_one_test
from tests.server.http.asked import ask, to_its_end

OWN = hosts.allowed_names("127.0.0.1")


def test_names():
    assert hosts.parse_host_name("[0:0:0:0:0:0:0:1]:80") == "::1"
    assert hosts.parse_host_name("Bleu.Example.org.:443") == "bleu.example.org"
    for host in ("", ":80", "a b", "user@name", "name/path", "name:80:80", "[::1", "a\tb", "name:port"):
        assert hosts.parse_host_name(host) is None, host
    allowed = hosts.allowed_names("0.0.0.0", "[FE80::1]", None, "*.example.org")
    assert allowed == ("127.0.0.1", "::1", "localhost", "fe80::1", "*.example.org")
    assert hosts.is_allowed("a.b.example.org", allowed)
    for name in ("example.org", "badexample.org", "0.0.0.0", None):
        assert not hosts.is_allowed(name, allowed)


@pytest.mark.parametrize(
    ("address", "expected"),
    [("::", "http://[::1]:1/b"), ("0.0.0.0", "http://127.0.0.1:1/b"), ("10.0.0.1", "http://10.0.0.1:1/b")],
)
def test_where_a_browser_finds_it(address, expected):
    assert hosts.url(address, 1, "/b/", is_encrypted=False) == expected
    assert hosts.url(address, 1, "b", is_encrypted=True) == expected.replace("http", "https")


async def answer(scope, receive, send):
    """Stands for the application."""
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body"})


def connect(allowed, *headers):
    """Status of a handshake with these headers, and the name of the server that the application is told."""
    answers, told = [], []

    async def accept(scope, receive, send):
        told.append(dict(scope["headers"])[b"host"].decode())
        await send({"type": "websocket.accept"})

    async def send(message):
        answers.append(message)

    scope = {"type": "websocket", "headers": headers, "extensions": {"websocket.http.response": {}}}
    to_its_end(hosts.KnownHosts(accept, allowed)(scope, None, send))
    if answers[0]["type"] == "websocket.accept":
        return 101, *told
    return answers[0]["status"], answers[1]["body"].decode().partition(";")[0]


@as_one_test
@pytest.mark.parametrize("host", ["127.0.0.1", "127.0.0.1:9", "localhost", "LOCALHOST.:80", "[::1]:8501"])
def test_this_machine_is_answered_at_any_port(host):
    assert ask(hosts.KnownHosts(answer, OWN), host=host)[0] == 200
    assert connect(OWN, (b"host", host.encode())) == (101, host)


@as_one_test
@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:8501", "127.0.0.1.evil.example", "evil.example#@127.0.0.1", "10.0.0.1", ""]
)
def test_a_name_that_nobody_allowed_is_refused(host):
    assert ask(hosts.KnownHosts(answer, OWN), host=host)[0] == 421
    assert connect(OWN, (b"host", host.encode()))[0] == 421


def test_a_request_without_a_name_or_with_two_is_refused():
    host = (b"host", b"localhost")
    assert ask(hosts.KnownHosts(answer, OWN))[0] == 421
    assert connect(OWN, host, host)[0] == 421


@as_one_test
@pytest.mark.parametrize(
    ("allowed", "host", "origin", "expected"),
    [
        (OWN, "localhost:8501", "http://127.0.0.1:9000", (101, "127.0.0.1:9000")),
        (OWN, "localhost:8501", "http://evil.example", (403, "This server does not talk to pages from evil.example")),
        (OWN, "localhost", "null", (403, "This server does not talk to pages from an unknown place")),
        (("*",), "any.example:77", "http://any.example", (101, "any.example")),
        (("*",), "any.example", "http://evil.example", (403, "This server does not talk to pages from evil.example")),
        (("*", "other.example"), "any.example", "https://other.example", (101, "other.example")),
    ],
)
def test_a_page_of_another_name_opens_no_connection(allowed, host, origin, expected):
    assert connect(allowed, (b"host", host.encode()), (b"origin", origin.encode())) == expected


def test_a_page_that_says_two_names_opens_no_connection():
    origin = (b"origin", b"http://localhost")
    assert connect(OWN, (b"host", b"localhost"), origin, origin)[0] == 403


SITES = (None, "same-origin", "none", "same-site", "cross-site")
ORIGINS = (None, "http://127.0.0.1:8501", "http://localhost", "http://evil.example", "null")


@as_one_test
@pytest.mark.parametrize("site", SITES)
@pytest.mark.parametrize("origin", ORIGINS)
@pytest.mark.parametrize("method", ["GET", "HEAD", "OPTIONS", "PUT", "DELETE", "POST", "PATCH"])
def test_nothing_is_changed_for_pages_of_other_sites(site, origin, method):
    """Cases of Datasette's tests; what a browser says of the site counts more than the page's origin."""
    headers = {"sec-fetch-site": site, "origin": origin}
    sent = {name: value for name, value in headers.items() if value is not None}
    is_safe = method in ("GET", "HEAD", "OPTIONS")
    is_own = site in ("same-origin", "none") if site else origin in (None, *ORIGINS[1:3])
    status = ask(hosts.KnownHosts(answer, OWN), method=method, host="127.0.0.1:8501", **sent)[0]
    assert status == (200 if is_safe or is_own else 403)
