"""server/http/hosts.py in front of the application: who is let in, and by which name."""

import socket

import pytest
from streamlit.proto.BackMsg_pb2 import BackMsg

from tests.browser.handshakes import connected, status
from tests.browser.server import serve
from tests.browser.steps import WAIT_SECONDS
from tests.cases import as_one_test
from tests.threads import until


@as_one_test
@pytest.mark.parametrize("path", ["/", "/_stcore/health", "/start", "/static/none.js"])
def test_a_name_that_nobody_allowed_is_refused_and_it_is_said_how_to_allow_it(server, path):
    code, headers, text = server.read(path, Host="127.0.0.1.evil.example:8501")
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


@pytest.mark.exhaustive
def test_any_name_still_keeps_other_pages_out(tmp_path):
    with serve(tmp_path, "--server.allowedHosts=*", "--server.address=0.0.0.0") as server:
        assert server.get("/", Host="whatever.example:77")[0] == 200
        assert status(server, "whatever.example", "http://whatever.example")[0] == 101
        assert status(server, "whatever.example", "http://evil.example")[0] == 403
        assert "Visitors from a network" not in server.log


@pytest.mark.exhaustive
def test_a_server_for_a_network_says_that_it_needs_a_name_and_talks_ipv6_under_a_base_path(tmp_path):
    try:
        socket.create_server(("::1", 0), family=socket.AF_INET6).close()
    except OSError as error:
        pytest.skip(f"no IPv6 here: {error}")
    with serve(tmp_path, "--server.address=::", "--server.baseUrlPath=bleu") as server:
        assert server.url == f"http://[::1]:{server.port}"
        until(lambda: server.log.count("\n") == 3)
        database, first, said, rest = server.log.split("\n", 3)
        assert "SQLite " in database
        assert (first, rest) == (f"BLEUscope is at {server.url}/bleu until Ctrl+C.", "")
        assert "Visitors from a network are refused until a name for them is set: its administrator can allow" in said
        assert server.get("/bleu/segments")[0] == 200
        assert server.get("/bleu/", Host="10.1.2.3")[0] == 421
        with connected(server, f"[::1]:{server.port}", server.url, "/bleu/_stcore/stream") as visitor:
            visit = BackMsg()
            visit.rerun_script.query_string = ""
            visitor.send(visit.SerializeToString())
            assert visitor.recv(timeout=WAIT_SECONDS)
