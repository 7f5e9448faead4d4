"""server/http/sign_in.py: nobody else's page signs a visitor out."""

import pytest
from starlette.responses import PlainTextResponse
from streamlit.user_info import AUTH_LOGOUT_ENDPOINT

from server.http.sign_in import ADDRESS, SignOutGuard
from tests.server.http.asked import ask

SERVED = SignOutGuard(PlainTextResponse("signed out"), address="/bleu/auth/logout")


def test_streamlit_signs_out_there():
    assert AUTH_LOGOUT_ENDPOINT.strip("/") == ADDRESS


@pytest.mark.parametrize(
    ("headers", "expected"),
    [
        ({"sec_fetch_site": "same-origin"}, 200),
        ({}, 200),  # browsers say nothing where there is no encryption
        ({"sec_fetch_site": "cross-site"}, 403),
        ({"sec_fetch_site": "same-site"}, 403),  # another name of the domain
        ({"sec_fetch_site": "none"}, 403),  # a bookmark, or an address in a message
    ],
)
def test_only_a_page_of_this_server_signs_out(headers, expected):
    assert ask(SERVED, "/bleu/auth/logout", **headers)[0] == expected
    assert ask(SERVED, "/bleu/segments", **headers)[0] == 200
