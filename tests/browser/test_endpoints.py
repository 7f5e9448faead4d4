"""What a running server answers at Streamlit's own addresses, and whose files it takes."""

import http.client
import json
from contextlib import closing, contextmanager
from secrets import token_urlsafe

import pytest
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.web.server.starlette import starlette_app_utils
from websockets.sync.client import connect
from websockets.typing import Origin, Subprotocol

from tests.browser.server import serve
from tests.browser.steps import WAIT_SECONDS

CLOSED = [
    "/_stcore/metrics",
    "/_stcore/metrics?families=cache_memory_bytes",
    "/_stcore/agent/openapi.json",
    "/_stcore/agent/mcp",
    "/_stcore/script-health-check",
    "/component/x/index.html",
    "/app/static/app.py",
]
FILE = (
    b'--edge\r\nContent-Disposition: form-data; name="file"; filename="system.A.txt"\r\n'
    b"Content-Type: text/plain\r\n\r\none line\r\n--edge--\r\n"
)


@pytest.mark.parametrize("path", CLOSED)
def test_what_no_page_needs_is_closed(server, path):
    status, headers, text = server.read(path)
    assert (status, text) == (404, "Not found\n")
    assert headers["X-Content-Type-Options"] == "nosniff"


def test_what_pages_need_is_open(server):
    assert server.get("/_stcore/health")[0] == 200
    assert json.loads(server.read("/_stcore/host-config")[2])["enableCustomParentMessages"] is False


class Visitor:
    """A browser with a cookie of its own."""

    def __init__(self, server):
        self.server = server
        self.token = starlette_app_utils.generate_xsrf_token_string()
        self.cookies = f"bleuscope={token_urlsafe(32)}; _streamlit_xsrf={self.token}"

    @contextmanager
    def session(self):
        """The id of that of an open page."""
        with connect(
            f"{self.server.url.replace('http', 'ws')}/_stcore/stream",
            origin=Origin(self.server.url),
            subprotocols=[Subprotocol("streamlit"), Subprotocol(self.token)],
            additional_headers={"Cookie": self.cookies},
            max_size=None,
        ) as connection:
            visit = BackMsg()
            visit.rerun_script.page_name = ""
            connection.send(visit.SerializeToString())
            message = ForwardMsg()
            while message.WhichOneof("type") != "new_session":
                message = ForwardMsg.FromString(connection.recv(timeout=WAIT_SECONDS, decode=False))
            yield message.new_session.initialize.session_id

    def send_file(self, session, method="PUT"):
        """Status of the answer."""
        connection = http.client.HTTPConnection(self.server.address, self.server.port, timeout=WAIT_SECONDS)
        headers = {"Cookie": self.cookies, "X-Xsrftoken": self.token}
        body = FILE if method == "PUT" else None
        if body:
            headers["Content-Type"] = "multipart/form-data; boundary=edge"
        with closing(connection):
            connection.request(method, f"/_stcore/upload_file/{session}/file", body, headers)
            return connection.getresponse().status


@pytest.mark.exhaustive
def test_files_of_a_session_come_from_its_own_browser_and_are_deleted_by_it(tmp_path):
    with serve(tmp_path, variables={"BLEUSCOPE_ACCESS": "visitors"}) as server:
        owner, stranger = Visitor(server), Visitor(server)
        with owner.session() as session:
            assert [stranger.send_file(session, method) for method in ("PUT", "DELETE")] == [403, 403]
            assert [owner.send_file(session, method) for method in ("PUT", "DELETE")] == [204, 204]
            assert owner.send_file("unknown") == 403
