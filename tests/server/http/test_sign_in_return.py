"""server/http/sign_in.py: where somebody finds themselves after signing in."""

import pytest
from starlette.responses import RedirectResponse

from server.http.sign_in import SignInReturn
from tests.server.http.asked import ask

CAME_BACK = {"path": "/bleu/oauth2callback", "query": "code=1&state=2"}


def coming_back(page, answer, asked):
    def page_of(secret, has_failed):
        asked.append((secret, has_failed))
        return page

    return SignInReturn(answer, name="bleuscope", callback="/bleu/oauth2callback", page_of=page_of)


def to_start(cookie, status=302):
    answer = RedirectResponse("/bleu/", status)
    answer.raw_headers.append((b"set-cookie", cookie))
    return answer


def location(headers):
    (found,) = [value for name, value in headers if name == "location"]
    return found


@pytest.mark.parametrize(
    ("cookie", "has_failed"),
    [(b"_streamlit_user=signed; Max-Age=9", False), (b'_streamlit_user=""; Max-Age=0; Path=/', True), (b"a=b", True)],
)
def test_who_signs_in_comes_back_to_their_page(cookie, has_failed):
    asked = []
    app = coming_back("/bleu/segments?set=x", to_start(cookie), asked)
    status, headers = ask(app, **CAME_BACK, cookie="bleuscope=mine")
    assert (status, location(headers), asked) == (302, "/bleu/segments?set=x", [("mine", has_failed)])


@pytest.mark.parametrize(("status", "page"), [(302, "/bleu/segments"), (307, "/bleu/segments"), (308, "/bleu/")])
def test_only_an_answer_that_leads_elsewhere_for_now_leads_to_the_page(status, page):
    app = coming_back("/bleu/segments", to_start(b"_streamlit_user=signed", status), [])
    found, headers = ask(app, **CAME_BACK, cookie="bleuscope=mine")
    assert (found, location(headers)) == (status, page)


def test_without_a_known_page_they_come_to_the_start():
    app = coming_back(None, to_start(b"_streamlit_user=signed"), [])
    assert location(ask(app, **CAME_BACK, cookie="bleuscope=mine")[1]) == "/bleu/"
    asked = []
    app = coming_back("/bleu/segments", to_start(b"_streamlit_user=signed"), asked)
    assert location(ask(app, **CAME_BACK)[1]) == "/bleu/"
    assert location(ask(app, path="/bleu/other", query="state=1", cookie="bleuscope=mine")[1]) == "/bleu/"
    assert location(ask(app, path="/bleu/oauth2callback", cookie="bleuscope=mine")[1]) == "/bleu/"  # after signing out
    assert asked == []
