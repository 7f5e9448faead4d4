"""The application in a folder of its host, behind a proxy; deploy/nginx.conf as it stands, with a certificate."""

import http.client
import json
import os
import re
import socket
import ssl
import subprocess
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from email.message import Message
from pathlib import Path

import pytest
import trustme
from playwright.sync_api import Browser, Page, expect

from tests.browser import steps
from tests.browser.handshakes import status
from tests.browser.server import PUBLIC as NAME
from tests.browser.server import ROOT, Server, free_port, serve, wait_until
from tests.browser.steps import WAIT_SECONDS
from tools import apt, nginx

pytestmark = pytest.mark.exhaustive

FILES = {
    "reference.txt": "the cat sat on the mat\nit rained all day long\n",
    "system.one.txt": "the cat sat on a mat\nit rained all day\n",
    "system.two.txt": "a cat on the mat\nall day long it rained\n",
}
MAIN = """
{user}
daemon off;
pid {folder}/nginx.pid;
error_log {folder}/error.log;
events {{}}
http {{
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    include {folder}/bleuscope.conf;
}}
"""
"""What Debian's own nginx.conf is around it, with folders that anybody may write."""


@dataclass(frozen=True)
class Proxied:
    """The application behind nginx."""

    server: Server
    port: int
    plain: int
    """where it is not encrypted"""
    trusted: ssl.SSLContext

    @property
    def url(self) -> str:
        return f"https://{NAME}:{self.port}"

    def get(
        self, path: str, name: str = NAME, host: str = NAME, body: bytes | None = None, length: int | None = None
    ) -> tuple[int, Message, str]:
        """Status, headers and text of what is answered to one who connects to this name, checks the certificate for
        it, and asks for the host; with a body it is put there, with a length alone one is announced and not sent."""
        connection = http.client.HTTPConnection(name, self.port, timeout=WAIT_SECONDS)
        plain = socket.create_connection(("127.0.0.1", self.port), timeout=WAIT_SECONDS)
        connection.sock = self.trusted.wrap_socket(plain, server_hostname=name)
        with closing(connection):
            method = "GET" if body is None and length is None else "PUT"
            announced = {} if length is None else {"Content-Length": str(length)}
            connection.request(method, path, body, headers={"Host": host, "Accept": "text/html", **announced})
            answer = connection.getresponse()
            return answer.status, answer.headers, answer.read().decode(errors="replace")


def configured(folder: Path, server: int, port: int, plain: int) -> str:
    """The example with this machine's ports and paths, for IPv4 alone, and nothing else changed."""
    text = (ROOT / "deploy" / "nginx.conf").read_text(encoding="utf-8")
    for found, ours in (
        ("127.0.0.1:8501", f"127.0.0.1:{server}"),
        ("/etc/ssl/bleu.example.org.pem", str(folder / "certificate.pem")),
        ("/etc/ssl/private/bleu.example.org.key", str(folder / "key.pem")),
        ("listen 443 ", f"listen 127.0.0.1:{port} "),
        ("listen 80;", f"listen 127.0.0.1:{plain};"),
    ):
        assert found in text, f"deploy/nginx.conf has no {found}"
        text = text.replace(found, ours)
    return re.sub(r"listen \[::\]:.*;", "", text)


def is_open(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """In a folder of its host, with names allowed: by Streamlit's option, and by its variable."""
    # The command of nginx.conf's second line, as variables; and names of others.
    variables = {"STREAMLIT_SERVER_ALLOWED_HOSTS": f"{NAME} *.example.net"}
    with serve(tmp_path_factory.mktemp("home"), "--server.baseUrlPath=/bleu/", variables=variables) as server:
        yield server


@pytest.fixture(scope="module")
def proxied(tmp_path_factory: pytest.TempPathFactory, served: Server) -> Iterator[Proxied]:
    program = nginx.find()
    if program is None:
        (pytest.fail if apt.IN_CI else pytest.skip)("no nginx found; see tools/nginx.py")
    folder, authority = tmp_path_factory.mktemp("nginx"), trustme.CA()
    certificate = authority.issue_cert(NAME)
    certificate.private_key_pem.write_to_path(folder / "key.pem")
    certificate.cert_chain_pems[0].write_to_path(folder / "certificate.pem")
    trusted = ssl.create_default_context()
    authority.configure_trust(trusted)
    port, plain = free_port(), free_port()
    (folder / "bleuscope.conf").write_text(configured(folder, served.port, port, plain))
    (folder / "nginx.conf").write_text(MAIN.format(folder=folder, user="" if os.geteuid() else "user root;"))
    command = [program, "-p", str(folder), "-e", str(folder / "error.log"), "-c", str(folder / "nginx.conf")]
    log = folder / "nginx.log"
    with log.open("wb") as errors, subprocess.Popen(command, stderr=errors) as process:
        try:
            wait_until(lambda: is_open(port), process, log)
            yield Proxied(served, port, plain, trusted)
        finally:
            process.terminate()


@pytest.fixture
def by_name(browser: Browser, proxied: Proxied) -> Iterator[Page]:
    """Of a visitor who finds the name at this machine. What goes wrong on it fails the test."""
    problems: list[str] = []

    def note_if_foreign(url: str) -> None:
        if not url.startswith((f"{proxied.url}/", "data:", "blob:", "about:")):
            problems.append(url)

    with browser.new_context(ignore_https_errors=True, accept_downloads=True) as context:
        context.set_default_timeout(WAIT_SECONDS * 1000)
        context.on("request", lambda request: note_if_foreign(request.url))
        context.on("weberror", lambda error: problems.append(str(error.error)))
        yield context.new_page()
    assert not problems


def test_a_visitor_opens_a_page_uploads_and_takes_away(proxied, by_name, tmp_path):
    page = by_name
    sockets = []
    page.on("websocket", lambda opened: sockets.append(opened.url))
    page.goto(f"{proxied.url}/bleu/")
    files = page.locator(".st-key-files")
    expect(files).to_be_visible()
    assert sockets
    assert {url.partition("?")[0] for url in sockets} == {f"wss://{NAME}:{proxied.port}/bleu/_stcore/stream"}
    steps.come_to_rest(page)
    for name, text in FILES.items():
        (tmp_path / name).write_text(text)
    with page.expect_response(lambda answer: "/upload_file/" in answer.url) as uploaded:
        steps.drop(page, [tmp_path / name for name in FILES])
    assert uploaded.value.url.startswith(f"{proxied.url}/bleu/_stcore/upload_file/")
    expect(page.get_by_text("2 segments: 1 reference, 2 systems")).to_be_visible()
    found = {cookie["name"]: cookie for cookie in page.context.cookies()}
    assert {name: (cookie["secure"], cookie["path"], cookie["domain"]) for name, cookie in found.items()} == {
        "_streamlit_xsrf": (True, "/bleu", NAME),
        "__Host-bleuscope-bleu": (True, "/", NAME),
    }
    page.goto(f"{proxied.url}/bleu/start/?tokenize=char")  # with anything to show the start leads on to the Overview
    expect(page.locator(".verdict")).to_be_visible()
    expect(page.get_by_role("heading", name="Overview", exact=True, level=1)).to_be_visible()
    expect(page.get_by_role("dialog")).to_have_count(0)
    (again,) = [cookie for cookie in page.context.cookies() if cookie["name"] == "__Host-bleuscope-bleu"]
    assert again["value"] == found["__Host-bleuscope-bleu"]["value"]
    steps.come_to_rest(page)
    assert page.url.startswith(f"{proxied.url}/bleu/overview?")
    assert "tokenize=char" in page.url
    page.locator(".st-key-download-menu button").first.click()
    with page.expect_download() as download:
        page.locator(".st-key-download-leaderboard-csv button").click()
    assert "BLEU" in download.value.path().read_text(encoding="utf-8")


def test_health_and_headers_come_through(proxied):
    code, headers, text = proxied.get("/bleu/health")
    assert (code, json.loads(text)["status"]) == (200, "ok")
    assert headers["Strict-Transport-Security"]
    assert "default-src 'self'" in headers["Content-Security-Policy"]
    code, headers, _ = proxied.get("/bleu?set=textbook")
    assert (code, headers["Location"]) == (301, f"https://{NAME}/bleu/?set=textbook")
    assert (proxied.get("/health")[0], proxied.get("/")[0]) == (404, 404)


def test_only_files_may_be_large(proxied):
    """What is refused by nginx comes from nginx; files come to the server, which knows no such page."""
    large = 65_537
    code, _, text = proxied.get("/bleu/segments", length=large)  # it answers at once, and would close what still sends
    assert (code, "nginx" in text) == (413, True)
    code, _, _ = proxied.get("/bleu/_stcore/upload_file/nobody/file", body=bytes(large))
    assert code != 413, "the server says 404, or closes before it has read all, which is 502"


def test_foreign_names_are_refused(proxied):
    """By nginx where the connection is for another name, by the server where only the request is."""
    with pytest.raises(ssl.SSLError, match=r"(?i)unrecognized.name"):
        proxied.get("/bleu/", name="evil.example")
    assert proxied.server.get("/bleu/health", Host="evil.example")[0] == 421
    assert proxied.get("/bleu/health", host="evil.example")[0] == 421


def test_without_encryption_one_is_led_to_where_there_is(proxied):
    connection = http.client.HTTPConnection("127.0.0.1", proxied.plain, timeout=WAIT_SECONDS)
    with closing(connection):
        connection.request("GET", "/bleu/segments?segment=3", headers={"Host": NAME})
        answer = connection.getresponse()
    assert (answer.status, answer.headers["Location"]) == (301, f"https://{NAME}/bleu/segments?segment=3")


def test_behind_a_proxy_that_rewrites_the_host(served):
    assert f"BLEUscope is at {served.url}/bleu until Ctrl+C." in served.log
    stream = "/bleu/_stcore/stream"
    for host, origin, expected in (
        ("127.0.0.1:8501", f"https://{NAME}", 101),  # rewritten
        (NAME, f"https://{NAME}", 101),  # handed on
        (NAME, f"https://{NAME}:8443", 101),
        ("127.0.0.1:8501", "https://a.example.net", 101),
        ("127.0.0.1:8501", None, 101),  # this machine's names are allowed as before
        ("localhost", "http://localhost", 101),
        ("127.0.0.1:8501", "https://example.net", 403),
        (NAME, "https://evil.example", 403),
        ("evil.example", f"https://{NAME}", 421),
    ):
        assert status(served, host, origin, stream)[0] == expected, (host, origin)
    assert served.get("/bleu/", Host=NAME)[0] == 200
    for path, start in (("/bleu/start", "./"), ("/bleu", "bleu/")):
        for query in ("", "?set=a%2Fb&systems=caf%C3%A9+%26%20co"):
            code, headers = served.get(path + query)
            assert (code, headers["Location"]) == (307, start + query)
    assert served.get("/start")[0] == 404
