"""ui/account/: what is shown of who somebody is, and that a session is one person's only."""

from time import time

import pytest

from server.identity import access
from tests.pages.people import sign_in as signed_in
from tests.pages.steps import go, html, ran, ran_until
from ui.store import cache, people
from ui.store.people import Login
from workspace import WorkspaceError

AUTH = {
    "redirect_uri": "https://bleu.example.org/oauth2callback",
    "cookie_secret": "x" * 32,
    "google": dict.fromkeys(access.KEYS, "a"),
    "keyCloak": dict.fromkeys(access.KEYS, "a"),
}
ANNA = Login("https://accounts.example", "1", "Anna *A*", "anna@example.org", time(), "n")
BEN = Login("https://accounts.example", "2", "Ben", "", time(), "n")


@pytest.fixture
def serve(monkeypatch):
    """``serve("sign-in", auth)`` is the server from now on, as if just started."""
    monkeypatch.setattr(people, "_ended", {})
    monkeypatch.setattr(people, "_cookies", dict)

    def serve(mode, auth=None):
        monkeypatch.setenv("BLEUSCOPE_ACCESS", mode)
        monkeypatch.setattr(access, "auth_section", lambda files: auth)
        access.access.cache_clear()

    yield serve
    access.access.cache_clear()


@pytest.fixture
def sign_in(monkeypatch):
    """``sign_in(ANNA)``: from now on the cookie says so."""
    return lambda who: monkeypatch.setattr(people, "_login_in_cookie", lambda: who)


def texts(at):
    return [*(said.value for said in at.sidebar.caption), *(said.value for said in at.sidebar.text)]


def labels(at):
    return [button.label for button in at.button]


@pytest.mark.exhaustive
def test_alone_nothing_is_said_of_anybody(serve, visit):
    serve("alone", AUTH)
    at = visit("glossary")
    assert "Sign in" not in " ".join(labels(at))
    assert not [said for said in texts(at) if "private space" in said]


def test_a_visitor(serve, visit):
    serve("visitors")
    at = visit("glossary")
    assert "This browser keeps no cookies: your work is out of reach once this page is closed." in texts(at)
    assert not [label for label in labels(at) if "Sign" in label]


def test_where_one_must_sign_in_nothing_else_is_shown(serve, visit, sign_in, monkeypatch):
    serve("sign-in", AUTH)
    monkeypatch.setattr("ui.session.state.origin", lambda: "https://bleu.example.org")
    at = visit("overview", set="textbook")
    assert labels(at) == ["Sign in with Google", "Sign in with keyCloak"]
    assert [title.value for title in at.title] == ["Sign in"]
    assert not at.sidebar.selectbox
    assert not at.dataframe
    sign_in(ANNA)
    at = visit("overview", set="textbook")
    assert [title.value for title in at.title] == ["Overview"]
    assert "Anna *A*" in [said.value for said in at.sidebar.text]
    assert "Sign out" in labels(at)


def test_under_another_name_one_is_led_to_the_right_one(serve, visit):
    serve("sign-in", AUTH)
    at = visit("overview")
    assert labels(at) == []
    (link,) = at.get("link_button")
    assert (link.proto.label, link.proto.url) == ("Sign in at bleu.example.org", "https://bleu.example.org")


@pytest.fixture
def at(serve, sign_in, visit, hold):
    """Anna's page: she has read, written and uploaded, and waits for a result."""
    serve("visitors", AUTH)
    sign_in(ANNA)
    held = hold("evidence")
    at = visit("playground")
    at.session_state["labels_brought"] = "Anna's"
    at = ran_until(go(at, "significance"), lambda at: held.begun)
    at.visitor = at.session_state["visitor"]
    cache.shelf().put(at.visitor, "draft", "Anna's words", "draft")
    assert cache.engine().renew(at.visitor)
    yield at
    if "visitor" in at.session_state:
        cache.engine().forget(at.session_state["visitor"])


def check_that_nothing_is_left(at):
    assert cache.shelf().of(at.visitor) == {}
    assert cache.shelf().get("draft") is None
    assert not cache.engine().renew(at.visitor)
    assert "labels_brought" not in at.session_state
    assert "Anna" not in str(at.session_state)
    assert "Anna" not in str(at.main) + str(at.sidebar)


def test_signing_out_leaves_nothing(at):
    (button,) = [button for button in at.button if button.label == "Sign out"]
    ran(button.click().run())
    check_that_nothing_is_left(at)
    assert [said.value for said in at.markdown] == ["You are signed out."]
    assert people.login() is None


@pytest.mark.exhaustive
def test_a_page_that_stays_open_longer_than_signing_in_counts(at, monkeypatch):
    monkeypatch.setattr(people, "time", lambda: ANNA.since + 168 * 3600 + 1)
    ran(at.run())
    check_that_nothing_is_left(at)
    assert [title.value for title in at.title] == ["You are signed out"]
    assert "Signing in counts for 7 days" in at.markdown[0].value
    (button,) = [button for button in at.button if button.label == "Go on without"]
    ran(button.click().run())
    assert [title.value for title in at.title] == ["Significance"]
    check_that_nothing_is_left(at)


@pytest.mark.exhaustive
def test_another_account_finds_nothing_of_the_one_before(at, sign_in):
    sign_in(BEN)
    ran(at.run())
    check_that_nothing_is_left(at)
    assert "Ben" in [said.value for said in at.sidebar.text]


# --- what is not there, or not yet ---

NOWHERE = "0" * 32
HERE = "If it was shared with your e-mail address, sign in: you come back to this page."


def written(at):
    return [said.value for said in at.main.markdown]


@pytest.mark.parametrize("page", [("overview", "set"), ("projects", "project")])
def test_what_is_not_there_may_be_shared_with_who_one_is_elsewhere(with_people, visit, page, monkeypatch):
    with_people()
    monkeypatch.setattr("ui.session.state.origin", lambda: "http://127.0.0.1:8501")
    name, parameter = page
    at = visit(name, **{parameter: NOWHERE})
    assert HERE in written(at)
    assert [button.label for button in at.main.button].count("Sign in") == 1
    at = signed_in(visit(name, **{parameter: NOWHERE}), "Ana", "ana@example.org")
    assert HERE not in written(at)


@pytest.mark.parametrize("page", [("overview", "set"), ("projects", "project")])
def test_where_nobody_can_sign_in_it_is_not_offered(serve, visit, page):
    serve("visitors")
    name, parameter = page
    assert HERE not in written(visit(name, **{parameter: NOWHERE}))


@pytest.fixture
def from_before(with_people, visit, monkeypatch):
    """``from_before(page)``: Ana has signed in where a visitor has made a project."""
    workspace = with_people()
    monkeypatch.setattr(people, "_cookies", lambda: {people.COOKIE: "b" * 43})
    visitor = workspace.visitor("b" * 43, make=True)
    before = workspace.as_(visitor.id).create("From before")

    def from_before(page, **parameters):
        from_before.workspace, from_before.project = workspace, before
        return signed_in(visit(page, **parameters), "Ana", "ana@example.org")

    return from_before


@pytest.mark.quick_cases(1)
@pytest.mark.parametrize(("page", "parameters"), [("start", {}), ("projects", {}), ("overview", {"set": NOWHERE})])
def test_what_the_browser_kept_is_offered_where_it_is_missed(from_before, page, parameters):
    at = from_before(page, **parameters)
    assert "Before you signed in you kept **1 project** in this browser" in " ".join(written(at))
    (button,) = [button for button in at.button if button.label == "Take over"]
    ran(button.click().run())
    assert "Your account has 1 project more." in html(at)
    assert "Take over" not in labels(at)
    (ana,) = [use for use in from_before.workspace.people() if use.person.email]
    assert ana.n_projects == 1


def test_what_has_no_room_is_said_and_stays_the_browsers(from_before, monkeypatch):
    at = from_before("start")

    def refuse(*given):
        raise WorkspaceError("There is no room for **it**.")

    monkeypatch.setattr(from_before.workspace, "take_over", refuse)
    (button,) = [button for button in at.button if button.label == "Take over"]
    ran(button.click().run())
    assert "There is no room for **it**." in html(at)
    assert "Take over" in labels(at)
