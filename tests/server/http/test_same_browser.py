"""server/http/cookies.py: a page's session is for the browser that began it."""

import pytest
from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse
from streamlit import config
from streamlit.web.server.starlette.starlette_websocket import gather_user_info

from server.http import cookies
from tests.server.http.asked import ask, to_its_end


def same_browser(application, sessions, files):
    return cookies.BrowserBinding(application, "bleuscope", sessions.get, files.get, "/bleu/media/")


def known(*headers):
    """What Streamlit knows of the user of a connection with these headers."""
    found = []

    async def application(scope, receive, send):
        found.append(gather_user_info(Headers(scope=scope)))

    config.set_option("server.trustedUserHeaders", cookies.trusted_user_headers({}))
    scope = {"type": "websocket", "headers": [(name.encode(), value.encode()) for name, value in headers]}
    to_its_end(same_browser(application, {}, {})(scope, None, None))
    return found[0]


@pytest.fixture(autouse=True)
def options():
    before = config.get_option("server.trustedUserHeaders")
    yield
    config.set_option("server.trustedUserHeaders", before)


def test_another_browser_is_another_user():
    mine, same, other, none = (
        known(*cookies)
        for cookies in ([("cookie", "bleuscope=a")], [("cookie", "x=1; bleuscope=a")], [("cookie", "bleuscope=b")], [])
    )
    assert mine == same
    assert len({tuple(found.items()) for found in (mine, other, none)}) == 3
    assert set(mine) == {cookies.KEY}
    assert "a" * 43 not in str(known(("cookie", "bleuscope=" + "a" * 43)))


def test_nobody_says_who_they_are():
    claimed = known(("cookie", "bleuscope=a"))[cookies.KEY]
    headers = [("X-BLEUscope-Browser", claimed), (cookies.HEADER, claimed), ("cookie", "bleuscope=b")]
    assert known(*headers) == known(("cookie", "bleuscope=b"))


def test_other_headers_that_are_trusted_stay():
    assert cookies.trusted_user_headers({"x-user": "email"}) == {"x-user": "email", cookies.HEADER: cookies.KEY}
    assert cookies.trusted_user_headers(None) == {cookies.HEADER: cookies.KEY}


FILE = "/bleu/_stcore/upload_file/{}/file"


def sessions():
    """One that this browser began, and one of which Streamlit knows nothing."""
    return {"mine": known(("cookie", "bleuscope=a"))[cookies.KEY], "unsaid": ""}


def answer(path, method, cookie="bleuscope=a"):
    files = {f"file of {session}": browser for session, browser in sessions().items()}
    served = same_browser(PlainTextResponse("taken"), sessions(), files)
    return ask(served, path, method=method, cookie=cookie)[0]


@pytest.mark.parametrize("method", ["PUT", "DELETE"])
def test_files_of_a_session_come_from_its_browser(method):
    assert answer(FILE.format("mine"), method) == 200
    for cookie in ("bleuscope=b", "other=a", "", f"bleuscope={sessions()['mine']}"):
        assert answer(FILE.format("mine"), method, cookie) == 403
    for session in ("none", "unsaid"):
        for cookie in ("bleuscope=a", ""):
            assert answer(FILE.format(session), method, cookie) == 403


def test_what_is_no_upload_is_let_through():
    assert answer(FILE.format("mine"), "OPTIONS", "") == 200
    assert answer("/_stcore/health", "GET", "") == 200


@pytest.mark.parametrize("end", ["", ".csv"])
def test_a_file_is_given_to_the_browser_whose_page_offers_it(end):
    assert answer(f"/bleu/media/file of mine{end}", "GET") == 200
    assert answer(f"/bleu/media/file of mine{end}", "OPTIONS", "") == 200
    for cookie in ("bleuscope=b", "other=a", "", f"bleuscope={sessions()['mine']}"):
        for method in ("GET", "HEAD"):
            assert answer(f"/bleu/media/file of mine{end}", method, cookie) == 404
    for file in ("file of none", "file of unsaid", "", "x/file of mine"):
        assert answer(f"/bleu/media/{file}{end}", "GET") == 404
    assert answer("/bleu/static/media/font.woff2", "GET", "") == 200
