"""A visitor without a browser: speaks to a running dashboard as Streamlit's client does, over its websocket."""

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
"""Of half a second each, until files have been read."""
EARLY = ForwardMsg.FINISHED_EARLY_FOR_RERUN
"""A run that has done no more than its callbacks, which asked for another one."""
SECRET = "bleuscope"
"""The cookie by which a server knows a browser again."""
LIMIT = "BLEUSCOPE_"
"""How the names of the visitors' limits begin, which the page says where it refuses."""


class Refused(Exception):
    """The page says that a visitor may keep no more."""


@dataclass
class Visitor:
    """One open page in a browser of its own. Widgets are named by their keys, as in the code of the pages."""

    address: str
    """such as http://127.0.0.1:8501"""
    connection: ClientConnection = field(init=False)
    cookies: dict[str, str] = field(default_factory=dict)
    """that the server has given to this browser"""
    session: str = ""
    page: str = ""
    query: str = ""
    script: str = ""
    """of the page, as the server calls it; empty until the page has come"""
    widgets: dict[str, str] = field(default_factory=dict)
    """key -> id, of every widget seen on the page"""
    holders: dict[str, str] = field(default_factory=dict)
    """key -> the part of the page that is drawn alone in which the widget is; empty where it is in none"""
    states: dict[str, WidgetState] = field(default_factory=dict)
    """what the widgets hold that were changed"""
    known: dict[str, ForwardMsg] = field(default_factory=dict)
    """by their hashes, which are all that the server sends of them the next time"""
    pressed: int = 0
    """how many steps were taken so far"""
    texts: list[str] = field(default_factory=list)
    """the words of all elements of the last run"""
    parts: dict[str, float] = field(default_factory=dict)
    """parts of the page that are to be drawn again by themselves -> seconds between"""
    told: dict[str, float] = field(default_factory=dict)
    """those of them that the run has told that is under way"""

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
        """Whether the server will know this browser again."""
        return SECRET in self.cookies

    def open(self, page: str, query: str = "") -> float:
        """Goes to a page; the seconds until its script has ended."""
        self.page, self.query, self.script = page, query, ""
        self.widgets.clear()
        self.holders.clear()
        self.states.clear()
        return self.run()

    def step(self, move: str) -> float:
        """Goes to the next ("on") or the previous ("back") segment; the seconds until the page is drawn anew."""
        self.pressed += 1
        return self._change("steps", WidgetState(json_value=json.dumps({"presses": [[self.pressed, move]]})))

    def open_link(self, secret: str) -> None:
        """Opens the project that a link is for; it is among the visitor's own from then on."""
        self.open("open")
        self._change("opening-link", WidgetState(json_value=json.dumps({"link": [1, secret]})))

    def press(self, key: str) -> float:
        """Clicks on a button."""
        seconds = self._change(key, WidgetState(trigger_value=True))
        self.states.pop(self.widgets.get(key, ""), None)
        return seconds

    def drop(self, key: str, files: Mapping[str, bytes]) -> list[int]:
        """Uploads files to a file field and lets the page read them; the status of each upload."""
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
        """Uploads a test set and takes it into use; what the address then says.

        Raises ``Refused``, and ``KeyError`` where the page neither offers the set nor says why not.
        """
        self.open("data")
        self.drop("files", files)
        self.run_until(lambda: "use-upload" in self.widgets or self.says(LIMIT))
        if "use-upload" not in self.widgets and self.says(LIMIT):
            raise Refused
        self.press("use-upload")
        return self.query

    def run_until(self, is_there: Callable[[], bool]) -> None:
        """Has the page drawn anew until it is there, ``READING_TRIES`` times at most."""
        for _ in range(READING_TRIES):
            if is_there():
                return
            self.hear(0.5)
            self.run()

    def says(self, words: str) -> bool:
        """Return whether the last run has shown them."""
        return any(words in text for text in self.texts)

    def run(self) -> float:
        """Has the page drawn anew; the seconds that it takes."""
        self.ask()
        return self.wait()

    def poll(self, part: str) -> None:
        """Has a part of the page drawn anew, as a browser does by itself."""
        self.ask(part, is_auto_rerun=True)
        self.wait()

    def ask(self, part: str = "", is_auto_rerun: bool = False) -> None:
        """Asks for the page, or a part of it, without waiting for it."""
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
        """Waits for the page that was asked for."""
        self.texts = []
        self._wait(lambda message: message.WhichOneof("type") == "script_finished" and message.script_finished != EARLY)
        return time.perf_counter() - self.asked

    def hear(self, seconds: float) -> None:
        """Reads for so long what the server sends, as a browser would."""
        deadline = time.monotonic() + seconds
        while (left := deadline - time.monotonic()) > 0:
            try:
                self._take(self.connection.recv(timeout=left))
            except TimeoutError:
                return

    def clear_caches(self) -> None:
        """A message that any client may send."""
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
        """Return the status of the answer; 0 where the server closed the connection."""
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
