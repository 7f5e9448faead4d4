"""The application as its visitors meet it: a real server, a real Chromium, and nothing goes wrong unseen.

`open_page("/segments", target)` is all that most tests need. A test fails on anything in `problems`: an error
of the page or its console, a request to another host, an exception box, a traceback in the server's log.
"""

import http.client
import os
import re
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from email.message import Message
from pathlib import Path

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Locator,
    Page,
    expect,
    sync_playwright,
)

import scoring
from tools import chromium

ROOT = Path(__file__).parents[2]
START_SECONDS = 120  # the first start compiles every numba kernel
STEP_SECONDS = 30
FLAGS = [
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-gpu",
    "--disable-quic",
    "--disable-sync",
    "--no-first-run",
    "--no-sandbox",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",  # no other host can be reached
]
OWN_ADDRESS = re.compile(r"(http|ws)://127\.0\.0\.1:\d+/|(data|blob|about):")
# Streamlit's client cannot know whether /segments is a page or a prefix of the whole site, and tries both.
HARMLESS_404 = re.compile(r"http://127\.0\.0\.1:\d+/\w+/_stcore/(health|host-config)")
# Streamlit's client calls the script at rest until the server answers what it asked for: so this notes that it asked.
NOTE_WHAT_IS_ASKED = """
    const {send} = WebSocket.prototype, asked = on => document.documentElement?.toggleAttribute("data-asked", on);
    WebSocket.prototype.send = function (...message) {
        this.onceHeard ??= this.addEventListener("message", () => asked(false)) ?? true;
        asked(true);
        return send.apply(this, message);
    };
"""
FORGET_THE_TEST_BEFORE = """
    if (location.protocol === "http:" && !sessionStorage.begun) {
        localStorage.clear();
        sessionStorage.begun = true;
    }
"""
IDLE = (
    'html:not([data-asked]) [data-testid="stApp"][data-test-connection-state="CONNECTED"]'
    '[data-test-script-state="notRunning"]:not(:has([data-testid="stSkeleton"]))'
)
expect.set_options(timeout=STEP_SECONDS * 1000)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.browser)


@dataclass(frozen=True)
class Server:
    """A running `streamlit run app.py`."""

    port: int
    log_path: Path

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def log(self) -> str:
        return self.log_path.read_text(encoding="utf-8", errors="replace")

    def get(self, path: str, **headers: str) -> tuple[int, Message]:
        """Status and headers of the response to a GET; header names are given with `_` for `-`."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=STEP_SECONDS)
        with closing(connection):
            named = {name.replace("_", "-"): value for name, value in headers.items()}
            connection.request("GET", path, headers=named)
            with connection.getresponse() as response:
                return response.status, response.headers

    def is_healthy(self) -> bool:
        try:
            return self.get("/_stcore/health")[0] == 200
        except (OSError, http.client.HTTPException):
            return False


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def wait_until(condition: Callable[[], bool], process: subprocess.Popen, log_path: Path) -> None:
    deadline = time.monotonic() + START_SECONDS
    while not condition():
        if process.poll() is not None or time.monotonic() > deadline:
            state = "stopped" if process.poll() is not None else f"not ready after {START_SECONDS} s"
            pytest.fail(f"The server is {state}:\n{log_path.read_text()}", pytrace=False)
        time.sleep(0.1)


@contextmanager
def serve(home: Path) -> Iterator[Server]:
    """`streamlit run app.py` on a free port, with a home of its own so that no user's settings reach it."""
    server = Server(free_port(), home / "server.log")
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("STREAMLIT_")}
    command = [sys.executable, "-m", "streamlit", "run", "app.py", "--server.port", str(server.port)]
    with server.log_path.open("wb") as log:
        process = subprocess.Popen(
            command,
            cwd=ROOT,
            env={**inherited, "HOME": str(home), "PYTHONUNBUFFERED": "1"},
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=subprocess.STDOUT,
        )
    try:
        wait_until(server.is_healthy, process, server.log_path)
        yield server
    finally:
        process.terminate()
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
    assert "Traceback" not in server.log, server.log


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The application, started once for all tests; compiled before, so that no page waits for it."""
    scoring.warm_up()
    with serve(tmp_path_factory.mktemp("home")) as server:
        yield server


@pytest.fixture
def cold_server(tmp_path: Path) -> Iterator[Server]:
    """The application in a process of its own, which has not yet answered anybody."""
    with serve(tmp_path) as server:
        yield server


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One Chromium for all tests. Without any: a failure in CI, else a skip."""
    path = chromium.find()
    if path is None:
        (pytest.fail if chromium.IN_CI else pytest.skip)("no Chromium found; see tools/chromium.py")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, headless=True, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def problems(server: Server) -> Iterator[list[str]]:
    """Everything that went wrong so far; a test that provokes something checks it, then clears the list."""
    log_before = len(server.log)
    problems: list[str] = []
    yield problems
    log = server.log[log_before:]
    if "Traceback" in log:
        problems.append(f"in the server's log:\n{log}")
    assert not problems, "\n".join(problems)


@contextmanager
def noted(context: BrowserContext, problems: list[str]) -> Iterator[None]:
    """Notes what goes wrong on every page and in every tab; closes them at the end."""

    def note_if_external(url: str) -> None:
        if not OWN_ADDRESS.match(url):
            problems.append(f"external request: {url}")

    def note_if_error(message: ConsoleMessage) -> None:
        address = message.location["url"]
        if message.type == "error" and not HARMLESS_404.fullmatch(address):
            problems.append(f"console error: {message.text} ({address})")

    listeners = {
        "request": lambda request: note_if_external(request.url),
        "page": lambda page: page.on("websocket", lambda websocket: note_if_external(websocket.url)),
        "console": note_if_error,
        "weberror": lambda error: problems.append(f"page error: {error.error}"),
    }
    for event, listener in listeners.items():
        context.on(event, listener)
    yield
    for page in context.pages:
        boxes = page.get_by_test_id("stException").all_inner_texts()
        problems.extend(f"exception box: {box}" for box in boxes)
        page.close()
    for event, listener in listeners.items():
        context.remove_listener(event, listener)


def new_context(browser: Browser) -> BrowserContext:
    context = browser.new_context(viewport={"width": 1400, "height": 900}, accept_downloads=True)
    context.set_default_timeout(STEP_SECONDS * 1000)
    context.add_init_script(NOTE_WHAT_IS_ASKED)
    return context


@pytest.fixture(scope="session")
def profile(browser: Browser) -> Iterator[BrowserContext]:
    """One for all tests, so that Streamlit's 10 MB of code are fetched and compiled once."""
    with new_context(browser) as context:
        yield context


@pytest.fixture
def page(profile: BrowserContext, problems: list[str]) -> Iterator[Page]:
    """A fresh visitor's: nothing is stored."""
    with noted(profile, problems):
        profile.clear_cookies()
        page = profile.new_page()
        page.add_init_script(FORGET_THE_TEST_BEFORE)
        yield page


@pytest.fixture
def settle() -> Callable[[Page | Locator], None]:
    """Waits until the script is at rest and the target visible; call it after every step that reruns."""

    def settle(target: Page | Locator) -> None:
        page = target if isinstance(target, Page) else target.page
        # The client asks for a rerun a moment after the click.
        page.wait_for_timeout(50)
        page.locator(IDLE).wait_for()
        if isinstance(target, Locator):
            target.first.wait_for()

    return settle


@pytest.fixture
def open_page(server: Server, page: Page, settle: Callable[[Page | Locator], None]) -> Callable[..., Page]:
    """`open_page("/segments?system=B", ".st-key-next")` goes there and waits until the target is visible.

    Without a target it waits for the page's first heading. The script reports itself at rest before its last
    widgets are mounted, so name the widget that the test touches first.
    """

    def open_page(path: str = "/", target: str = "h1, h2") -> Page:
        page.goto(server.url + path)
        settle(page.get_by_test_id("stMain").locator(target))
        return page

    return open_page


@pytest.fixture
def somebody_else(
    browser: Browser, problems: list[str], settle: Callable[[Page | Locator], None]
) -> Iterator[Callable[[str, str], Page]]:
    """`somebody_else(page.url, target)` opens the address as one who has never been here."""
    with ExitStack() as visits:

        def somebody_else(url: str, target: str) -> Page:
            context = visits.enter_context(new_context(browser))
            visits.enter_context(noted(context, problems))
            page = context.new_page()
            page.goto(url)
            settle(page.locator(target))
            return page

        yield somebody_else
