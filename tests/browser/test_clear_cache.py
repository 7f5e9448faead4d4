"""One message that any client may send empties Streamlit's caches for everybody: nothing of ours lies in them."""

from pathlib import Path

import pytest
from playwright.sync_api import expect
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from websockets.sync.client import connect

from scoring import TestSet
from tests.browser import steps

pytestmark = pytest.mark.exhaustive

SEGMENTS = 300
MESSAGES = 50
"""Messages in a row. Pools of threads start a few more at any time; a thread left by each message would be many."""
REFERENCE = [f"the cat sat on mat {number} of all mats" for number in range(SEGMENTS)]
OUTPUTS = {
    "Good": [f"the cat sat on mat {number} of mats" for number in range(SEGMENTS)],
    "Poor": [f"a cat on mat {number % 9} mats" for number in range(SEGMENTS)],
}


def clear_caches(server, times=1):
    """What a stranger's browser needs for it: a connection. Then it looks at the start page, which comes later."""
    with connect(f"{server.url.replace('http', 'ws')}/_stcore/stream", max_size=None) as stranger:
        for _ in range(times):
            stranger.send(BackMsg(clear_cache=True).SerializeToString())
        visit = BackMsg()
        visit.rerun_script.query_string = ""
        stranger.send(visit.SerializeToString())
        message = ForwardMsg()
        while message.WhichOneof("type") != "script_finished":
            message = ForwardMsg.FromString(stranger.recv(timeout=steps.WAIT_SECONDS))


def threads(server):
    """But for the one that Arrow's allocator starts some time."""
    names = [(thread / "comm").read_text() for thread in Path(f"/proc/{server.process_id}/task").iterdir()]
    return len([name for name in names if not name.startswith("jemalloc")])


def test_a_set_and_results_outlive_a_strangers_message(open_page, keep, settle, server, somebody_else):
    identity = keep(TestSet.build(OUTPUTS, [REFERENCE], name="Mats"))
    page = open_page(f"/significance?set={identity}", "h1")
    clear_caches(server)  # while the test is under way
    verdict = page.locator(".verdict").first
    expect(verdict).to_contain_text("Good")
    settle(page)
    before = verdict.inner_text()
    busy = threads(server)
    clear_caches(server, times=MESSAGES)
    address = page.url
    page.goto("about:blank")
    other = somebody_else(address, ".verdict")
    assert other.locator(".verdict").first.inner_text() == before
    steps.expect_parameter(other, "set", identity)
    other.goto("about:blank")
    if not Path("/proc/self/task").exists():
        pytest.skip("threads are counted where /proc is")
    steps.until(page, lambda: threads(server), lambda number: number < busy + MESSAGES // 2)
