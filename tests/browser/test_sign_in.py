"""Signing in and out with an OpenID Connect provider, in a folder of the host, and what cookies are worth."""

import json
import subprocess
import sys
import time

import pytest
from itsdangerous import URLSafeTimedSerializer
from playwright.sync_api import expect

from tests.browser import accounts
from tests.browser.accounts import COOKIE_SECRET, USER, in_a_browser, serve_accounts, sign_in, sign_out, signs_in
from tests.browser.handshakes import sent
from tests.browser.provider import ANNA, BEN, FAULTS, OLD
from tests.browser.server import ROOT, free_port
from tests.browser.steps import come_to_rest
from workspace import Workspace
from workspace.storage.place import url_of_file

PATH = "/bleu"
PAGE = {"Accept": "text/html"}
SIGN_IN = 'label: "Sign in'


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("accounts")


@pytest.fixture(scope="module")
def served(folder):
    with serve_accounts(folder, path=PATH) as server:
        yield server


@pytest.fixture(scope="module")
def url(served):
    return f"{served.url}{PATH}"


@pytest.fixture
def everything(folder):
    """What the server keeps."""
    with Workspace(url_of_file(folder / "workspace.sqlite")) as workspace:
        yield workspace


@pytest.fixture(scope="module")
def one_browser(browser):
    """Which keeps Streamlit's code from one test to the next, and nothing else."""
    with in_a_browser(browser) as page:
        yield page.context


@pytest.fixture
def somebody(one_browser):
    """The page of somebody who has never been here."""
    one_browser.clear_cookies()
    page = one_browser.new_page()
    yield page
    for page in one_browser.pages[1:]:
        page.close()


def account(page):
    return page.locator(".st-key-account")


def expect_signed_in(page, name):
    expect(account(page)).to_contain_text(name)
    expect(page.get_by_role("button", name="Sign out")).to_be_visible()


def expect_signed_out(page):
    expect(page.get_by_role("button", name="Sign in", exact=True)).to_be_visible()
    expect(page.get_by_role("button", name="Sign out")).to_have_count(0)


@pytest.mark.exhaustive
def test_in_and_out_again(served, url, somebody):
    """Back to the page that was left, also where it failed. Another tab is signed in, and out, as well."""
    complaints = []
    somebody.on("console", lambda said: complaints.append(said.text) if "Security Policy" in said.text else None)
    here = f"{url}/glossary?set=textbook"
    somebody.goto(here)
    somebody.get_by_role("button", name="Sign in", exact=True).click()
    accounts.say_who(somebody, "signature")
    expect(account(somebody)).to_contain_text("Signing in failed.")
    expect_signed_out(somebody)
    assert somebody.url == here
    come_to_rest(somebody)
    somebody.get_by_role("button", name="Sign in", exact=True).click()
    accounts.say_who(somebody, BEN)
    expect(somebody.get_by_role("button", name="Sign out")).to_be_visible()
    come_to_rest(somebody)
    assert somebody.url == here
    expect_signed_in(somebody, "Ben <b>Bold</b> *B*")
    expect(account(somebody)).to_contain_text("ben@example.org")
    other = somebody.context.new_page()
    other.goto(f"{url}/data")
    expect_signed_in(other, "Ben")
    sign_out(somebody)
    expect_signed_out(somebody)
    expect(account(somebody)).to_contain_text("Your work is kept in this browser's private space.")
    expect(somebody.get_by_text("Ben")).to_have_count(0)
    assert not [cookie for cookie in somebody.context.cookies() if cookie["name"].startswith(USER)]
    come_to_rest(other)
    if (glossary := other.get_by_test_id("stSidebarNav").get_by_role("link", name="Glossary")).count():
        glossary.click()  # a page that was drawn anew since says so already
    expect(other.get_by_role("heading", name="You are signed out")).to_be_visible()
    expect(other.get_by_text("Ben")).to_have_count(0)
    come_to_rest(other)
    other.get_by_role("button", name="Go on without").click()
    expect_signed_out(other)
    somebody.go_back()  # to the provider
    somebody.goto(here)
    expect_signed_out(somebody)
    assert complaints == []
    assert "ben@example.org" not in served.log


def secret_of(page, url):
    (found,) = [cookie["value"] for cookie in page.context.cookies(url) if cookie["name"] == "bleuscope-bleu"]
    return found


@pytest.mark.exhaustive
@pytest.mark.parametrize("fault", FAULTS)
def test_a_token_that_is_not_right_signs_nobody_in(served, url, somebody, fault):
    log_before = len(served.log)
    assert not signs_in(somebody.context, url, fault)
    said = served.log[log_before:]
    assert "OAuth token exchange failed for provider '…'." in said
    assert said.count("\n") == 1  # and no stack trace


@pytest.mark.exhaustive
def test_a_token_of_ten_days_ago_counts_no_more(served, url, somebody):
    assert signs_in(somebody.context, url, OLD)
    cookies = {cookie["name"]: cookie["value"] for cookie in somebody.context.cookies()}
    assert SIGN_IN in sent(served, PATH, "glossary", cookies)


def signed(payload, secret=COOKIE_SECRET, name=USER):
    return URLSafeTimedSerializer(secret, salt=name).dumps(json.dumps(payload))


@pytest.mark.exhaustive
def test_a_cookie_that_the_server_did_not_sign_counts_for_nothing(served):
    now = int(time.time())
    anna = {"iss": "http://127.0.0.1", "sub": ANNA, "iat": now, "name": "Anna Adams", "origin": served.url}
    anna |= {"is_logged_in": True, "provider": "default"}
    right = signed(anna)
    cookies = {
        "right": right,
        "altered": ("A" if right[0] != "A" else "B") + right[1:],
        "another secret": signed(anna, secret="another secret, which has 32 characters"),
        "another cookie": signed(anna, name="_streamlit_user_tokens"),
        "not signed": json.dumps(anna).encode().hex(),
        "another server": signed({**anna, "origin": "https://evil.example"}),
    }
    _, headers = served.get(f"{PATH}/glossary", **PAGE)
    name, _, secret = headers["Set-Cookie"].partition(";")[0].partition("=")
    for what, value in cookies.items():
        said = sent(served, PATH, "glossary", {name: secret, f"{USER}-bleu": value})
        assert ("Anna Adams" in said, SIGN_IN in said) == (what == "right", what != "right"), what


@pytest.mark.exhaustive
def test_what_was_kept_before_signing_in_is_taken_over(url, somebody, everything):
    somebody.goto(f"{url}/glossary")
    visitor = everything.visitor(secret_of(somebody, url), make=True)
    project = everything.as_(visitor.id).create("From before").id
    sign_in(somebody, f"{url}/projects?project={project}", ANNA)
    expect(somebody.get_by_text("Before you signed in you kept 1 project in this browser.")).to_be_visible()
    expect(somebody.get_by_role("button", name="Sign out")).to_be_in_viewport()
    somebody.get_by_role("button", name="Take over").click()
    expect(somebody.get_by_role("button", name="Take over")).to_have_count(0)
    expect(somebody.get_by_role("heading", name="From before")).to_be_visible()
    assert everything.as_(visitor.id).projects() == []
    (anna,) = [used.person for used in everything.people() if used.person.email == "anna@example.org"]
    assert [found.id for found in everything.as_(anna.id).projects()] == [project]
    assert (anna.kind, anna.name) == ("account", "Anna Adams")


@pytest.mark.exhaustive
def test_a_download_is_for_the_browser_that_made_it_and_ends_with_signing_out(served, url, somebody):
    assert signs_in(somebody.context, url, ANNA)
    refused = []
    somebody.on(
        "response",
        lambda response: refused.append(response.url) if "/media/" in response.url and response.status >= 400 else None,
    )
    somebody.goto(f"{url}/segments?set=textbook&segment=7")
    expect_signed_in(somebody, "Anna Adams")
    come_to_rest(somebody)
    assert refused == []  # such as the logo
    somebody.locator(".st-key-download-menu button").first.click()
    with somebody.expect_download() as download:
        somebody.locator(".st-key-download-n-grams-json button").click()
    address = download.value.url
    path = address.removeprefix(served.url)
    stranger = served.get(path, Cookie=f"bleuscope-bleu={'x' * 43}")[0]
    assert (served.get(path)[0], stranger, somebody.request.get(address).status) == (404, 404, 200)
    somebody.keyboard.press("Escape")
    sign_out(somebody)
    assert somebody.request.get(address).status == 404


def test_every_browser_has_a_cookie(served):
    _, headers = served.get(f"{PATH}/segments", **PAGE)
    cookie = headers["Set-Cookie"]
    assert cookie.startswith("bleuscope-bleu=")
    assert served.get(f"{PATH}/segments", **PAGE)[1]["Set-Cookie"] != cookie, "every browser is somebody else"
    assert "SameSite=Lax; Path=/bleu" in cookie
    assert "Secure" not in cookie
    _, headers = served.get(f"{PATH}/segments", **PAGE, X_Forwarded_Proto="https")
    assert headers["Set-Cookie"].startswith("__Host-bleuscope-bleu=")
    assert headers["Set-Cookie"].endswith("Path=/; Secure")
    assert served.get(f"{PATH}/segments")[1]["Set-Cookie"] is None


@pytest.mark.exhaustive
def test_no_other_site_signs_anybody_out(served, url, somebody):
    """Nor a link in a message; and a page of ours does."""
    assert signs_in(somebody.context, url, BEN)
    status, headers = served.get(f"{PATH}/auth/logout", Sec_Fetch_Site="cross-site")
    assert (status, headers["Set-Cookie"]) == (403, None)
    somebody.goto(f"{url}/auth/logout")
    expect(somebody.get_by_text("Sign out with the button on a page of this server.")).to_be_visible()
    somebody.goto(f"{url}/glossary")
    expect_signed_in(somebody, "Ben")


@pytest.mark.parametrize("path", ["/auth/login", "/auth/logout", "/oauth2callback?state=1&code=2"])
def test_the_way_in_and_out_has_the_security_headers(served, path):
    status, headers = served.get(PATH + path)
    assert (status, headers["Location"]) == (302, f"{PATH}/")
    assert headers["X-Frame-Options"] == "DENY"
    assert "form-action 'self'" in headers["Content-Security-Policy"]


@pytest.mark.exhaustive
def test_settings_that_make_no_sense_end_it_with_one_line(tmp_path, monkeypatch):
    """One for all of them, and the one that hangs on the names that are allowed: others are in tests/ui/store."""
    monkeypatch.setenv("HOME", str(tmp_path))
    path = tmp_path / "secrets.toml"
    secrets = accounts.secrets("https://accounts.example")
    path.write_text(secrets.replace("http://127.0.0.1:{port}", "https://bleu.example.org"), encoding="utf-8")
    options = [f"--secrets.files={path}", f"--server.port={free_port()}"]
    command = [sys.executable, "-m", "streamlit", "run", "app.py", *options]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode != 0
    assert done.stderr.startswith(
        "bleuscope: redirect_uri in [auth] leads to bleu.example.org, to which nobody is let in"
    )
    assert done.stderr.count("\n") == 1
