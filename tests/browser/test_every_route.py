"""Every address and every page of the running application, asked by each kind of person with each method.

An address or a page that is not in the tables here fails a test: say there who gets what. Nobody's answer has a word
of what Anna keeps, except Anna's own.
"""

import ast
import http.client
import json
import os
import re
import subprocess
import sys
import time
from contextlib import closing
from dataclasses import dataclass, replace
from itertools import product
from secrets import token_urlsafe
from urllib.parse import urlencode

import pyarrow as pa
import pytest
from streamlit.web.server.starlette.starlette_app_utils import create_signed_value, generate_xsrf_token_string

from server.http.hosts import OWN_SITES, SAFE_METHODS
from tests.browser import accounts, handshakes
from tests.browser.server import OTHERS, ROOT, Server, serve
from tests.browser.steps import WAIT_SECONDS
from tests.workspace.made import rated
from tests.workspace.raters import plan
from ui.session.navigation import PAGES
from workspace import Right, Workspace
from workspace.storage.place import url_of_file

METHODS = ("GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE")
CHANGES = {*METHODS} - SAFE_METHODS
CLOSED = dict.fromkeys(METHODS, 404)
READ = {"GET": 200, "HEAD": 200}
ROUTES = {
    "/start": {"GET": 307, "HEAD": 307},
    "/health": READ,
    "/_stcore/health": {**READ, "OPTIONS": 204},
    "/_stcore/host-config": READ,
    "/_stcore/stream": READ,  # without a connection it is no address of its own: the client's start
    "/_stcore/upload_file/{session_id}/{file_id}": {**dict.fromkeys(METHODS, 403), "OPTIONS": 204},
    "/media/{file_id:path}": {"GET": 404, "HEAD": 404, "OPTIONS": 204},
    "/auth/login": {"GET": 302, "HEAD": 302},
    "/auth/logout": {"GET": 302, "HEAD": 302},
    "/oauth2callback": {"GET": 302, "HEAD": 302},
    "/_stcore/metrics": CLOSED,
    "/_stcore/agent/interact": CLOSED,
    "/_stcore/agent/mcp": CLOSED,
    "/_stcore/agent/openapi.json": CLOSED,
    "/_stcore/bidi-components/{path:path}": CLOSED,
    "/component/{path:path}": CLOSED,
    "": READ,
}
"""Address -> method -> status of the answer to everybody; all other methods are answered with status 405."""
CANARY = "zebrafinch"
"""In all that Anna keeps and is called."""
SAID = re.compile(r'\b(?:body|label|title|value): "(.*)"')
"""What elements say, in the text of what a page sends."""
ISSUER = "https://provider.example"
PRIVATE = ("nobody", "visitor", "account", "administrator")
"""Kinds of persons who may read nothing of Anna's; the others are Anna and who has opened a link of hers."""


@dataclass(frozen=True)
class ServerWithPeople:
    """The server, what an address says of Anna's things there, and the cookies of each kind of person."""

    server: Server
    ids: dict[str, str]
    cookies: dict[str, dict[str, str]]

    def answer(self, who, method, path, **headers):
        """Status, and all that is answered in small letters; headers are given with ``_`` for ``-``."""
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        cookies = named.pop("Cookie", "; ".join(f"{name}={value}" for name, value in self.cookies[who].items()))
        connection = http.client.HTTPConnection(self.server.address, self.server.port, timeout=WAIT_SECONDS)
        with closing(connection):
            connection.request(method, path, headers={**({"Cookie": cookies} if cookies else {}), **named})
            with connection.getresponse() as response:
                body = response.read().decode(errors="replace")
                return response.status, f"{response.headers}{body}".lower()

    @property
    def query(self):
        return urlencode(self.ids)

    def page(self, who, name):
        """All that a page sends that was opened with the address of Anna's things."""
        return handshakes.sent(self.server, "", name, self.cookies[who], self.query).lower()

    def said(self, who, name, ids):
        """What the page says of the things with these ids, without the ids."""
        found = SAID.findall(handshakes.sent(self.server, "", name, self.cookies[who], urlencode(ids)))
        return [re.sub("|".join({*ids.values()}), "", said) for said in found]


@pytest.fixture(scope="module")
def asked(tmp_path_factory):
    home = tmp_path_factory.mktemp("routes")
    url = url_of_file(home / "workspace.sqlite")
    secrets = {who: token_urlsafe(32) for who in ("visitor", "link reader")}
    people = {who: (ISSUER, who, who.title(), f"{who}@example.org") for who in ("account", "administrator")}
    people["anna"] = (ISSUER, "anna", f"Anna {CANARY}", f"{CANARY}@example.org")
    with Workspace(url) as workspace:
        anna = workspace.as_(workspace.sign_in(*people["anna"]).id)
        project = anna.create(f"{CANARY} project", f"{CANARY} note")
        texts = [f"{CANARY} {number} flew home" for number in range(len(rated()))]
        kept = anna.add(project.id, replace(rated(), name=f"{CANARY} set", source=pa.array(texts)))
        view = anna.save_view(project.id, f"/segments?set={kept.id}&note={CANARY}", f"{CANARY} view")
        campaign = anna.make_campaign(kept.id, 1, f"{CANARY} campaign", plan())
        token = anna.make_link(project.id, f"{CANARY} link", Right.READ).token
        workspace.as_(workspace.visitor(secrets["link reader"], make=True).id).open_link(token)
        workspace.as_(workspace.visitor(secrets["visitor"], make=True).id).create("something else")
    ids = {"set": kept.id, "project": project.id, "campaign": campaign.id, "view": view.id, "entry": kept.id}
    (home / "secrets.toml").write_text(accounts.secrets("http://127.0.0.1:1"), encoding="utf-8")
    variables = {
        "BLEUSCOPE_DATABASE_URL": f"sqlite:///{home / 'workspace.sqlite'}",
        "BLEUSCOPE_ACCESS": "visitors",
        "BLEUSCOPE_ADMINISTRATORS": people["administrator"][3],
    }
    with serve(home, f"--secrets.files={home / 'secrets.toml'}", variables=variables) as server:
        cookies = {who: {"bleuscope": secret} for who, secret in secrets.items()}
        cookies |= {who: signed_in(server, *claims) for who, claims in people.items()}
        yield ServerWithPeople(server, ids, {"nobody": {}, **cookies})


def signed_in(server, issuer, subject, name, email):
    """The cookies of a browser that a provider has signed in."""
    claims = {"iss": issuer, "sub": subject, "name": name, "email": email, "email_verified": True}
    claims |= {"iat": time.time(), "is_logged_in": True, "origin": server.url}
    signed = create_signed_value(accounts.COOKIE_SECRET, accounts.USER, json.dumps(claims)).decode()
    return {"bleuscope": token_urlsafe(32), accounts.USER: signed}


@pytest.fixture(scope="module")
def served_paths(tmp_path_factory):
    """The addresses that the running application has, from its own list."""
    code = "import app; print([one.path for one in app.app._build_starlette_app().routes])"
    home = str(tmp_path_factory.mktemp("home"))
    variables = {name: value for name, value in os.environ.items() if not name.startswith(OTHERS)}
    command = [sys.executable, "-c", code]
    done = subprocess.run(
        command, cwd=ROOT, env={**variables, "HOME": home}, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return ast.literal_eval(done.stdout.split("\n")[-2])


def test_every_address_of_the_application_is_in_the_table(served_paths):
    assert {*served_paths} == ROUTES.keys()


@pytest.mark.exhaustive
@pytest.mark.parametrize("path", ROUTES)
def test_an_address_answers_everybody_alike_and_with_nothing_of_others(asked, path):
    example = re.sub(r"{\w+(:path)?}", "x", path) or "/index.html"
    for method in METHODS:
        answers = {who: asked.answer(who, method, example) for who in asked.cookies}
        expected = ROUTES[path].get(method, 405)
        assert {who: status for who, (status, _) in answers.items()} == dict.fromkeys(answers, expected), method
        assert not [who for who, (_, said) in answers.items() if CANARY in said], method


@pytest.mark.exhaustive
@pytest.mark.parametrize("name", PAGES)
def test_a_page_shows_nothing_of_anna_to_others(asked, name):
    for method in METHODS:
        status, said = asked.answer("account", method, f"/{name}?{asked.query}", Accept="text/html")
        assert status == (200 if method in READ else 405) or (name == "start" and status in (307, 405)), method
        assert CANARY not in said
    for who in PRIVATE:
        shown = asked.page(who, name)
        if name == "administration" and who == "administrator":
            shown = shown.replace(f"anna {CANARY}", "").replace(f"{CANARY}@example.org", "")  # who uses the server
        assert CANARY not in shown, who


@pytest.mark.exhaustive
@pytest.mark.parametrize("who", ["anna", "link reader"])
def test_who_may_read_it_sees_it(asked, who):
    """So that the test above would find it."""
    for name in ("overview", "segments", "projects"):
        assert CANARY in asked.page(who, name), name


@pytest.mark.exhaustive
@pytest.mark.parametrize("who", PRIVATE)
def test_others_are_told_what_one_is_told_of_a_set_that_is_not_there(asked, who):
    for name in ("segments", "projects"):
        said = asked.said(who, name, asked.ids)
        assert len("".join(said)) > 100
        assert said == asked.said(who, name, dict.fromkeys(asked.ids, "0" * 32)), name


@pytest.mark.exhaustive
@pytest.mark.parametrize("site", ["same-origin", "none", "same-site", "cross-site"])
@pytest.mark.parametrize("origin", [None, "own", "http://evil.example", "null"])
def test_a_planted_cookie_lets_no_other_page_do_anything(asked, site, origin):
    """A stranger on a neighbouring name has given the browser a ``_streamlit_xsrf`` that they know.

    The browser adds its own cookies. What a page of ours asks is refused for other reasons only: there is no such
    session.
    """
    planted = generate_xsrf_token_string()
    cookies = {**asked.cookies["anna"], "_streamlit_xsrf": planted}
    said_by_browser = {
        "Cookie": "; ".join(f"{name}={value}" for name, value in cookies.items()),
        "Sec-Fetch-Site": site,
    }
    sent = {name.replace("-", "_"): value for name, value in said_by_browser.items()} | {"X_Xsrftoken": planted}
    sent |= {} if origin is None else {"Origin": origin.replace("own", asked.server.url)}
    for method in ("POST", "PUT", "PATCH", "DELETE"):
        status, said = asked.answer("anna", method, "/_stcore/upload_file/session/file", **sent)
        by_site = "changes nothing for pages of other sites" in said
        assert (status, by_site) == (403, site in ("same-site", "cross-site")), method
    status, _ = asked.answer("anna", "GET", "/auth/logout", **sent)
    assert status == (302 if site == "same-origin" else 403)
    for path, method in product(("/auth/login", "/oauth2callback", "/oauth2callback?state=x&code=y"), METHODS):
        status, said = asked.answer("anna", method, path, **sent)
        assert status == {"GET": 302, "HEAD": 302}.get(
            method, 403 if site not in OWN_SITES and method in CHANGES else 405
        )
        assert "set-cookie" not in said, "signs nobody in or out"
    is_own = origin in (None, "own")
    host = f"{asked.server.address}:{asked.server.port}"
    opened, _ = handshakes.status(
        asked.server,
        host,
        sent.get("Origin"),
        subprotocols=["streamlit", planted],
        additional_headers=said_by_browser,
    )
    assert opened == (101 if is_own else 403)
    allowed = [
        line
        for method in ("OPTIONS", "GET")
        for path in ("/_stcore/upload_file/session/file", "/_stcore/host-config", "/media/x")
        for line in asked.answer("anna", method, path, **sent)[1].split("\n")
        if line.startswith("access-control-allow-origin")
    ]
    assert not [line for line in allowed if "evil" in line or "*" in line or "null" in line]
