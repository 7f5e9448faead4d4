"""A visitor without a browser, who talks to a running dashboard over its websocket as Streamlit's client does."""

import http.client
import json
import re
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from http.cookies import SimpleCookie
from types import TracebackType
from typing import Self
from urllib.parse import urlsplit
from urllib.request import Request, urlopen
from uuid import uuid4

from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.Common_pb2 import UploadedFileInfo
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.proto.WidgetStates_pb2 import WidgetState
from websockets.sync.client import ClientConnection, connect

XSRF_COOKIE = "_streamlit_xsrf"
XSRF = re.compile(rf"{XSRF_COOKIE}=([^;]+)")
PATIENCE_SECONDS = 600
READING_TRIES = 240
"""Number of tries, of half a second each, until files have been read."""
EARLY = ForwardMsg.FINISHED_EARLY_FOR_RERUN
"""Status of a run that did only its callbacks, which asked for another run."""
SECRET = "bleuscope"
"""Name of the cookie by which a server recognizes a browser."""
LIMIT = "BLEUSCOPE_"
"""Prefix of the names of the visitors' limits, which the page shows when it refuses a visitor."""


class Refused(Exception):
    """The page says that the visitor may keep no more."""


@dataclass
class Visitor:
    """One open page in a browser of its own; widgets are named by their keys, as in the code of the pages."""

    address: str
    """Address of the dashboard, such as http://127.0.0.1:8501."""
    connection: ClientConnection = field(init=False)
    cookies: dict[str, str] = field(default_factory=dict)
    """Cookies that the server has given to this browser."""
    session: str = ""
    page: str = ""
    query: str = ""
    script: str = ""
    """Streamlit's hash of the page's script; empty until the page has arrived."""
    widgets: dict[str, str] = field(default_factory=dict)
    """Key -> id of every widget seen on the page."""
    holders: dict[str, str] = field(default_factory=dict)
    """Key of a widget -> id of the fragment that contains it; empty for widgets outside fragments."""
    states: dict[str, WidgetState] = field(default_factory=dict)
    """Id -> state of each widget that was changed."""
    known: dict[str, ForwardMsg] = field(default_factory=dict)
    """Hash -> cached message; the server sends only the hash the next time."""
    pressed: int = 0
    """Number of steps taken so far."""
    texts: list[str] = field(default_factory=list)
    """Texts of all elements of the last run."""
    parts: dict[str, float] = field(default_factory=dict)
    """Fragment that is drawn again by itself -> seconds between two runs."""
    told: dict[str, float] = field(default_factory=dict)
    """Fragments, as ``parts`` has them, that the present run has announced so far."""

    def __enter__(self) -> Self:
        with urlopen(Request(self.address, headers={"Accept": "text/html"}), timeout=PATIENCE_SECONDS) as page:
            for cookie in page.headers.get_all("Set-Cookie", []):
                self.cookies |= {name: morsel.value for name, morsel in SimpleCookie(cookie).items()}
        address = f"{self.address.replace('http', 'ws', 1)}/_stcore/stream"
        headers = {"Cookie": self._cookie()} if self.cookies else {}
        self.connection = connect(address, max_size=None, additional_headers=headers)
        return self

    def __exit__(self, kind: type | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.connection.close()

    @property
    def is_known(self) -> bool:
        """Whether the server will recognize this browser."""
        return SECRET in self.cookies

    def open(self, page: str, query: str = "") -> float:
        """Open a page, and return the seconds until its script has ended."""
        self.page, self.query, self.script = page, query, ""
        self.widgets.clear()
        self.holders.clear()
        self.states.clear()
        return self.run()

    def step(self, move: str) -> float:
        """Go to the next ("on") or the previous ("back") segment, and return the seconds until the page is drawn."""
        self.pressed += 1
        return self._change("steps", WidgetState(json_value=json.dumps({"presses": [[self.pressed, move]]})))

    def open_link(self, secret: str) -> None:
        """Open the project of a link, which is among the visitor's own projects from then on."""
        self.open("open")
        self._change("opening-link", WidgetState(json_value=json.dumps({"link": [1, secret]})))

    def press(self, key: str) -> float:
        """Click on a button, and return the seconds until the page is drawn."""
        seconds = self._change(key, WidgetState(trigger_value=True))
        self.states.pop(self.widgets.get(key, ""), None)
        return seconds

    def drop(self, key: str, files: Mapping[str, bytes]) -> list[int]:
        """Upload files to a file field, let the page read them, and return the HTTP status of each upload."""
        request = uuid4().hex
        asked = BackMsg()
        asked.file_urls_request.request_id = request
        asked.file_urls_request.file_names.extend(files)
        asked.file_urls_request.session_id = self.session
        self._send(asked)
        answer = self._wait(lambda message: message.WhichOneof("type") == "file_urls_response")
        state, statuses = WidgetState(), []
        for urls, (name, data) in zip(answer.file_urls_response.file_urls, files.items(), strict=True):
            statuses.append(self._put(urls.upload_url, name, data))
            info = UploadedFileInfo(name=name, size=len(data), file_id=urls.file_id, file_urls=urls)
            if statuses[-1] < 300:
                state.file_uploader_state_value.uploaded_file_info.append(info)
        self._change(key, state)
        return statuses

    def bring(self, files: Mapping[str, bytes]) -> str:
        """Upload a test set, use it, and return the address's query.

        Raise ``Refused`` if the visitor may keep no more, and ``KeyError`` if the page does not offer the set for
        another reason.
        """
        self.open("data")
        self.drop("files", files)
        self.run_until(lambda: "use-upload" in self.widgets or self.says(LIMIT))
        if "use-upload" not in self.widgets and self.says(LIMIT):
            raise Refused
        self.press("use-upload")
        return self.query

    def run_until(self, is_there: Callable[[], bool]) -> None:
        """Draw the page again until ``is_there`` is true, at most ``READING_TRIES`` times."""
        for _ in range(READING_TRIES):
            if is_there():
                return
            self.hear(0.5)
            self.run()

    def says(self, words: str) -> bool:
        """Return whether the last run has shown these words."""
        return any(words in text for text in self.texts)

    def run(self) -> float:
        """Draw the page again, and return the seconds that it takes."""
        self.ask()
        return self.wait()

    def poll(self, part: str) -> None:
        """Draw a fragment of the page again, as a browser does by itself."""
        self.ask(part, is_auto_rerun=True)
        self.wait()

    def ask(self, part: str = "", is_auto_rerun: bool = False) -> None:
        """Ask for the page, or a fragment of it, without waiting for it."""
        message = BackMsg()
        message.rerun_script.fragment_id, message.rerun_script.is_auto_rerun = part, is_auto_rerun
        message.rerun_script.query_string = self.query
        if self.script:
            message.rerun_script.page_script_hash = self.script
        else:
            message.rerun_script.page_name = self.page
        message.rerun_script.widget_states.widgets.extend(self.states.values())
        message.rerun_script.cached_message_hashes.extend(self.known)
        self.asked = time.perf_counter()
        self._send(message)

    def wait(self) -> float:
        """Wait for the page that was asked for, and return the seconds since then."""
        self.texts = []
        self._wait(lambda message: message.WhichOneof("type") == "script_finished" and message.script_finished != EARLY)
        return time.perf_counter() - self.asked

    def hear(self, seconds: float) -> None:
        """Read what the server sends during these seconds, as a browser does."""
        deadline = time.monotonic() + seconds
        while (left := deadline - time.monotonic()) > 0:
            try:
                self._take(self.connection.recv(timeout=left))
            except TimeoutError:
                return

    def clear_caches(self) -> None:
        """Send the message that clears the server's caches, which any client may send."""
        self._send(BackMsg(clear_cache=True))

    def _change(self, key: str, state: WidgetState) -> float:
        state.id = self.widgets[key]
        self.states[state.id] = state
        self.ask(self.holders.get(key, ""))
        return self.wait()

    def _cookie(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self.cookies.items())

    def _send(self, message: BackMsg) -> None:
        self.connection.send(message.SerializeToString())

    def _wait(self, is_it: Callable[[ForwardMsg], bool]) -> ForwardMsg:
        while True:
            message = self._take(self.connection.recv(timeout=PATIENCE_SECONDS))
            if is_it(message):
                return message

    def _take(self, data: str | bytes) -> ForwardMsg:
        message = ForwardMsg.FromString(data if isinstance(data, bytes) else data.encode())
        if message.WhichOneof("type") == "ref_hash":
            message = self.known[message.ref_hash]
        kind = message.WhichOneof("type")
        if message.metadata.cacheable:
            self.known[message.hash] = message
        if kind == "new_session":
            self.session = message.new_session.initialize.session_id or self.session
            self.told.clear()
        elif kind == "navigation":
            self.script = message.navigation.page_script_hash
        elif kind == "auto_rerun":
            self.told[message.auto_rerun.fragment_id] = message.auto_rerun.interval
        elif kind == "script_finished":
            is_whole = message.script_finished == ForwardMsg.FINISHED_SUCCESSFULLY
            self.parts = {**({} if is_whole else self.parts), **self.told}
        elif kind == "page_info_changed":
            self.query = message.page_info_changed.query_string
        elif kind == "delta" and message.delta.WhichOneof("type") == "new_element":
            self._note(message)
        return message

    def _note(self, message: ForwardMsg) -> None:
        element = message.delta.new_element
        of = getattr(element, element.WhichOneof("type") or "", None)
        identity = getattr(of, "id", "")
        if isinstance(identity, str) and identity.startswith("$$ID-"):
            key = identity.split("-", 2)[2]
            self.widgets[key], self.holders[key] = identity, message.delta.fragment_id
        self.texts.append(str(getattr(of, "body", "")))

    def _put(self, url: str, name: str, data: bytes) -> int:
        """Upload one file, and return the HTTP status; 0 if the server closed the connection."""
        server, boundary = urlsplit(self.address), uuid4().hex
        head = f'--{boundary}\r\nContent-Disposition: form-data; name="file"; filename="{name}"\r\n\r\n'.encode()
        connection = http.client.HTTPConnection(server.hostname or "", server.port, timeout=PATIENCE_SECONDS)
        try:
            connection.request("GET", f"{server.path}/_stcore/health", headers={"Cookie": self._cookie()})
            answer = connection.getresponse()
            answer.read()
            found = XSRF.search(answer.headers.get("Set-Cookie", ""))
            token = found[1] if found else self.cookies.get(XSRF_COOKIE, "")
            self.cookies[XSRF_COOKIE] = token
            headers = {
                "Content-Type": f"multipart/form-data; boundary={boundary}",
                "Cookie": self._cookie(),
                "X-Xsrftoken": token,
            }
            connection.request("PUT", url, head + data + f"\r\n--{boundary}--\r\n".encode(), headers)
            return connection.getresponse().status
        except OSError:
            return 0
        finally:
            connection.close()
