"""ui/store/people.py: whose things a visitor sees, by what the provider said and by the browser's cookie."""

from time import time
from types import SimpleNamespace

import pytest

from server.identity.access import Access
from ui.store import people
from ui.store.people import NO_PERSON, Login
from workspace import Workspace, WorkspaceError
from workspace.storage.place import url_of_file

CLAIMS = {
    "is_logged_in": True,
    "iss": "https://accounts.example",
    "sub": "1",
    "iat": time(),
    "nonce": "n",
    "name": "Anna",
    "email": "Anna@Example.org",
    "email_verified": True,
}
MINE, OTHER = "m" * 43, "o" * 43


@pytest.fixture
def everything(tmp_path):
    with Workspace(url_of_file(tmp_path / "workspace.sqlite")) as workspace:
        yield workspace


@pytest.fixture
def visit(monkeypatch):
    """``visit(mode, cookies, **claims)`` begins a session in another browser, or in the same one."""
    monkeypatch.setattr(people, "_ended", {})

    def visit(mode="visitors", cookies=None, **changes):
        claims = {**CLAIMS, **changes} if "sub" in changes else {}
        said = SimpleNamespace(to_dict=lambda: claims)
        session = {}
        state = SimpleNamespace(
            widget_value=lambda key, usual=None: session.get(key, usual), set_widget_value=session.__setitem__
        )
        providers = () if mode == "alone" else ("default",)
        found = Access(mode, providers, administrators=frozenset({"anna@example.org"}))
        context = SimpleNamespace(cookies=cookies or {})
        monkeypatch.setattr(people, "access", lambda: found)
        monkeypatch.setattr(people, "state", state)
        monkeypatch.setattr(people, "st", SimpleNamespace(user=said, context=context))

    return visit


# --- what a provider says ---


def test_of_an_account():
    found = Login.of(CLAIMS)
    assert (found.issuer, found.subject, found.name, found.email) == (
        "https://accounts.example",
        "1",
        "Anna",
        "anna@example.org",
    )


@pytest.mark.parametrize(
    ("verified", "trusts_email", "has_email"),
    [
        (True, False, True),
        (False, False, False),
        ("true", False, False),
        (None, False, False),
        (1, False, False),
        ("absent", False, False),
        ("absent", True, True),
        (False, True, False),  # the provider says that it is not
    ],
)
def test_an_address_counts_only_if_it_is_verified(verified, trusts_email, has_email):
    claims = {**CLAIMS, "email_verified": verified, "name": ""}
    if verified == "absent":
        del claims["email_verified"]
    found = Login.of(claims, trusts_email=trusts_email)
    assert (found.email, found.name) == ("anna@example.org" if has_email else "", "")


@pytest.mark.parametrize(
    "changes",
    [
        {"is_logged_in": False},
        {"is_logged_in": "True"},  # as a header would say it
        {"iss": ""},
        {"sub": None},
        {"sub": 1},
        {"iat": "1"},
        {"iat": None},
        {"iat": True},
    ],
)
def test_what_does_not_say_who_and_when_says_nobody(changes):
    assert Login.of({**CLAIMS, **changes}) is None


def test_names_are_one_short_line():
    assert Login.of({**CLAIMS, "name": "A\nB\t C"}).name == "A B C"
    assert len(Login.of({**CLAIMS, "name": "x" * 5000}).name) == people.LONGEST
    assert Login.of({**CLAIMS, "name": ["Anna"], "preferred_username": "anna.a"}).name == "anna.a"


@pytest.mark.parametrize("names", [("", ""), ("Anna@Example.org", ""), ("", "anna@home.example"), ("a@b.c", "d@e.f")])
def test_no_address_becomes_a_name_that_others_see(visit, everything, names):
    name, username = names
    visit(sub="1", name=name, preferred_username=username)
    anna = people.person(everything)
    assert everything.person(anna).name == "somebody without a name"
    assert everything.person(anna).email == "anna@example.org"


# --- whose things ---


def test_alone_nobody_is_told_apart(visit, everything):
    visit("alone", {"bleuscope": MINE}, sub="1")
    assert people.person(everything) is None
    assert people.person(everything, make=True) is None
    assert people.is_administrator()
    assert everything.people() == []


def test_a_visitor_is_made_when_something_is_kept(visit, everything):
    visit(cookies={"bleuscope": MINE})
    assert people.person(everything) == NO_PERSON
    assert everything.people() == []
    mine = people.person(everything, make=True)
    assert mine not in (None, NO_PERSON)
    assert people.person(everything) == mine
    visit(cookies={"bleuscope": MINE})
    assert people.person(everything) == mine
    visit(cookies={"bleuscope": OTHER})  # a forged one is another, empty space
    assert people.person(everything) == NO_PERSON
    assert people.person(everything, make=True) != mine
    assert not people.is_administrator()


def test_nobody_reads_nothing_and_changes_nothing(visit, everything):
    everything.create("Somebody's")
    nobody = everything.as_(NO_PERSON)
    assert nobody.projects() == []
    with pytest.raises(WorkspaceError):
        nobody.create("Mine")


def test_it_is_looked_up_once_a_session(visit, everything, monkeypatch):
    visit(cookies={"bleuscope": MINE})
    mine = people.person(everything, make=True)
    monkeypatch.setattr(everything, "visitor", lambda *given: pytest.fail("asked again"))
    assert people.person(everything) == mine


def test_nobody_is_looked_up_once_a_run(visit, everything, monkeypatch):
    visit(cookies={"bleuscope": MINE})
    asked, visitor = [], everything.visitor
    monkeypatch.setattr(everything, "visitor", lambda *given: (asked.append(given), visitor(*given))[1])
    for _ in range(3):
        assert people.person(everything) == NO_PERSON
    assert len(asked) == 1
    mine = visitor(MINE, True).id  # by another page of the same browser
    people.begin_run()
    assert people.person(everything) == mine


def test_who_was_deleted_is_made_anew(visit, everything):
    visit(cookies={"bleuscope": MINE})
    before = people.person(everything, make=True)
    everything.forget_person(before)
    assert people.person(everything, make=True) not in (before, NO_PERSON)


def test_the_secret(visit):
    visit(cookies={"bleuscope": MINE, "__Host-bleuscope": OTHER})
    assert (people.secret(), people.keeps_cookies()) == (MINE, True)


@pytest.mark.parametrize("cookies", [{}, {"bleuscope": "short"}, {"other": MINE}])
def test_a_browser_without_cookies_has_a_secret_for_one_page(visit, cookies):
    visit(cookies=cookies)
    secret = people.secret()
    assert people.is_secret(secret)
    assert (people.secret(), people.keeps_cookies()) == (secret, False)
    visit(cookies=cookies)
    assert people.secret() != secret


def test_an_account_is_the_same_in_every_browser(visit, everything):
    visit(cookies={"bleuscope": MINE}, sub="1")
    anna = people.person(everything)
    visit(cookies={"bleuscope": OTHER}, sub="1", email="new@example.org", nonce="another", mode="sign-in")
    assert people.person(everything) == anna
    for changes in ({"sub": "2"}, {"sub": "1", "iss": "https://other.example"}):  # with the same e-mail address
        visit(cookies={"bleuscope": MINE}, **changes)
        assert people.person(everything) != anna
    visit(cookies={"bleuscope": MINE})
    assert people.person(everything, make=True) != anna


def test_before_signing_in_there_is_nobody_where_one_must(visit, everything):
    visit("sign-in", {"bleuscope": MINE})
    assert (people.person(everything), people.person(everything, make=True)) == (NO_PERSON, NO_PERSON)
    assert everything.people() == []


def test_signing_in_counts_for_so_long(visit, monkeypatch):
    visit(sub="1")
    assert people.login().subject == "1"
    monkeypatch.setattr(people, "time", lambda: CLAIMS["iat"] + 168 * 3600 - 1)
    assert people.login() is not None
    monkeypatch.setattr(people, "time", lambda: CLAIMS["iat"] + 168 * 3600 + 1)  # the page stayed open
    assert people.login() is None
    assert people.was_over()


def test_who_has_signed_out_is_so_with_a_copy_of_the_cookie_too(visit):
    visit(sub="1")
    people.end(people.login())
    assert people.login() is None
    visit(cookies={"bleuscope": OTHER}, sub="1")
    assert people.login() is None
    visit(sub="1", nonce="another time", iat=time())
    assert people.login() is not None


def test_administrators(visit):
    for changes, expected in (({}, True), ({"email_verified": False}, False), ({"email": "ben@example.org"}, False)):
        visit(sub="1", **changes)
        assert people.is_administrator() is expected
    visit(sub="1", email="")
    assert not people.is_administrator()


def test_an_administrator_is_none_any_more_once_signing_in_is_over(visit, monkeypatch):
    visit(sub="1")
    anna = people.login()
    assert people.administers(anna)
    assert not people.administers(None)
    with monkeypatch.context() as later:
        later.setattr(people, "time", lambda: CLAIMS["iat"] + 168 * 3600 + 1)
        assert not people.administers(anna)
    people.end(anna)
    assert not people.administers(anna)


def test_what_the_browser_had_before_signing_in(visit, everything):
    visit(cookies={"bleuscope": MINE})
    mine = people.person(everything, make=True)
    visit(cookies={"bleuscope": MINE}, sub="1")
    assert people.browsers_own(everything) == mine
    visit(cookies={"bleuscope": OTHER}, sub="1")
    assert people.browsers_own(everything) == NO_PERSON
