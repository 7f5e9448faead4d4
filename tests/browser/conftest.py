"""The application as its visitors meet it: a real server, a real Chromium, and nothing goes wrong unseen.

`open_page("/segments", target)` is all that most tests need. A test fails on anything in `problems`: an error
of the page or its console, a request to another host, an exception box, a traceback in the server's log.
"""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

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
from scoring import TestSet
from tests.browser.server import PUBLIC, Server, copy_project, serve
from tests.browser.steps import KEEP_STILL, WAIT_SECONDS, come_to_rest
from tools import apt, chromium
from workspace import Workspace
from workspace.storage.place import url_of_file

FOLDER = Path(__file__).parent
KEPT = "workspace.sqlite"
FLAGS = [
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-gpu",
    "--disable-quic",
    "--disable-sync",
    "--no-first-run",
    "--no-sandbox",
    "--process-per-site",  # the pages' code is compiled once for all tests
    f"--host-resolver-rules=MAP {PUBLIC} 127.0.0.1, MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",  # there is no other host
]
OWN_ADDRESS = re.compile(r"(http|ws)://127\.0\.0\.1:\d+/|(data|blob|about):")
# Streamlit's client cannot know whether /segments is a page or a prefix of the whole site, and tries both.
HARMLESS_404 = re.compile(r"http://127\.0\.0\.1:\d+(/\w+)+/_stcore/(health|host-config)")
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
expect.set_options(timeout=WAIT_SECONDS * 1000)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.path.parent == FOLDER:
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The application, started once for all tests; compiled before, so that no page waits for it."""
    scoring.warm_up()
    home = tmp_path_factory.mktemp("home")
    variables = {"BLEUSCOPE_DATABASE_URL": f"sqlite:///{home / KEPT}"}
    with serve(home, variables=variables, compiles=True) as server:
        yield server


COMPILES = """

def compile_pairwise_kernel() -> None:
    import time
    from pathlib import Path

    while not Path("compiled").exists():
        time.sleep(0.1)
"""
"""In place of a kernel that takes long: it does so until there is that file."""


@dataclass(frozen=True)
class Cold:
    """The application in a process of its own, which has not yet answered anybody, and still compiles kernels."""

    server: Server
    folder: Path

    def end_compiling(self) -> None:
        (self.folder / "compiled").touch()


@pytest.fixture
def cold(tmp_path: Path) -> Iterator[Cold]:
    """All of BLEU's are compiled."""
    scoring.warm_up()
    folder = tmp_path / "copy"
    folder.mkdir()
    copy_project(folder)
    with (folder / "scoring" / "agreement" / "coefficients" / "pairwise.py").open("a") as last:
        last.write(COMPILES)
    with serve(tmp_path, folder=folder, compiles=True) as server:
        yield Cold(server, folder)


@pytest.fixture
def workspace(server: Server) -> Iterator[Workspace]:
    """What the server keeps, as another process sees it."""
    with Workspace(url_of_file(server.log_path.parent / KEPT)) as found:
        yield found


@pytest.fixture
def keep(workspace: Workspace) -> Callable[[TestSet], str]:
    """`keep(test_set)` is the id of a set that is there before anybody comes. How one is uploaded: test_upload.py."""

    def keep(test_set: TestSet) -> str:
        return workspace.add(workspace.create("Kept").id, test_set).id

    return keep


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One Chromium for all tests. Without any: a failure in CI, else a skip."""
    path = chromium.find()
    if path is None:
        (pytest.fail if apt.IN_CI else pytest.skip)("no Chromium found; see tools/chromium.py")
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


@pytest.fixture(scope="session")
def profile(browser: Browser, server: Server) -> Iterator[BrowserContext]:
    """One for all tests. A page stays open in it, so that Streamlit's 10 MB of code are fetched and compiled once."""
    with browser.new_context(viewport={"width": 1400, "height": 900}, accept_downloads=True) as context:
        context.set_default_timeout(WAIT_SECONDS * 1000)
        for script in (NOTE_WHAT_IS_ASKED, KEEP_STILL, FORGET_THE_TEST_BEFORE):
            context.add_init_script(script)
        context.new_page().goto(f"{server.url}/favicon.png")
        yield context


@pytest.fixture
def visitor(profile: BrowserContext, problems: list[str]) -> Iterator[Callable[[], Page]]:
    """``visitor()`` is the page of somebody who has never been here. What goes wrong on it is noted."""
    pages: list[Page] = []

    def visitor() -> Page:
        profile.clear_cookies()
        pages.append(profile.new_page())
        return pages[-1]

    with noted(profile, problems):
        yield visitor
        for page in pages:
            boxes = page.get_by_test_id("stException").all_inner_texts()
            problems.extend(f"exception box: {box}" for box in boxes)
            page.close()


@contextmanager
def noted(context: BrowserContext, problems: list[str]) -> Iterator[None]:
    """Notes what goes wrong on every page and in every tab."""

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
    events: Any = context  # whose types have an overload for each event
    for event, listener in listeners.items():
        events.on(event, listener)
    yield
    for event, listener in listeners.items():
        events.remove_listener(event, listener)


@pytest.fixture
def page(visitor: Callable[[], Page]) -> Page:
    """A visitor's."""
    return visitor()


@pytest.fixture
def settle() -> Callable[[Page | Locator], None]:
    """Waits until the page is at rest and the target visible; for steps that need it to stay as it is.

    It tells nothing about what the last step led to: wait for what that means.
    """

    def settle(target: Page | Locator) -> None:
        come_to_rest(target if isinstance(target, Page) else target.page)
        if isinstance(target, Locator):
            target.first.wait_for()

    return settle


@pytest.fixture
def open_page(server: Server, page: Page, settle: Callable[[Page | Locator], None]) -> Callable[..., Page]:
    """`open_page("/segments?system=B", "button[name=next]")` goes there and waits until the target is visible.

    Without a target it waits for the page's first heading. The script reports itself at rest before its last
    widgets are mounted, so name the widget that the test touches first.
    """

    def open_page(path: str = "/", target: str = "h1, h2") -> Page:
        page.goto(server.url + path)
        settle(page.get_by_test_id("stMain").locator(target))
        return page

    return open_page


@pytest.fixture
def somebody_else(visitor: Callable[[], Page], settle: Callable[[Page | Locator], None]) -> Callable[[str, str], Page]:
    """`somebody_else(page.url, target)` opens the address as one who has never been here."""

    def somebody_else(url: str, target: str) -> Page:
        page = visitor()
        page.goto(url)
        settle(page.locator(target))
        return page

    return somebody_else
