"""server/identity/access.py: who may use it, as settings say."""

import pytest

from server.identity import access
from server.identity.access import Access
from tests.cases import as_one_test

PROVIDER = {"client_id": "a", "client_secret": "b", "server_metadata_url": "https://a.example/.well-known"}
AUTH = {"redirect_uri": "https://bleu.example.org/bleu/oauth2callback", "cookie_secret": "x" * 32, **PROVIDER}


@pytest.mark.parametrize(
    ("names", "auth", "expected"),
    [
        (["127.0.0.1", "::1", "localhost"], None, "alone"),
        (["127.0.0.7"], None, "alone"),
        (["127.0.0.1", "bleu.example.org"], None, "visitors"),
        (["127.0.0.1", "*"], None, "visitors"),
        (["0.0.0.0", "localhost"], None, "visitors"),
        (["::"], None, "visitors"),
        ([""], None, "visitors"),
        (["127.0.0.1"], AUTH, "visitors"),
    ],
)
def test_the_mode_by_default(names, auth, expected):
    assert Access.of({}, names, auth).mode == expected


def test_the_mode_as_set():
    assert Access.of({"BLEUSCOPE_ACCESS": "visitors"}).mode == "visitors"
    alone = Access.of({"BLEUSCOPE_ACCESS": "alone"}, ["0.0.0.0"], AUTH)
    assert (alone.mode, alone.providers) == ("alone", ())
    found = Access.of({"BLEUSCOPE_ACCESS": "sign-in"}, ["0.0.0.0"], AUTH)
    assert (found.mode, found.providers, found.origin) == ("sign-in", ("default",), "https://bleu.example.org")


def test_the_other_settings():
    usual = Access.of({})
    assert (usual.signed_in_hours, usual.trusts_email, usual.administrators) == (168, False, frozenset())
    found = Access.of(
        {
            "BLEUSCOPE_SIGNED_IN_HOURS": "12",
            "BLEUSCOPE_TRUSTED_EMAIL": "1",
            "BLEUSCOPE_ADMINISTRATORS": " Anna@Example.org  ben@example.org ",
        }
    )
    assert (found.signed_in_hours, found.trusts_email) == (12, True)
    assert found.administrators == {"anna@example.org", "ben@example.org"}


def test_several_providers():
    several = {"redirect_uri": AUTH["redirect_uri"], "cookie_secret": "x" * 40, "google": PROVIDER, "Entra": PROVIDER}
    assert Access.of({}, auth=several).providers == ("google", "Entra")
    assert Access.of({}, auth={**AUTH, "client_kwargs": {"scope": "openid"}}).providers == ("default",)


WITHOUT_SECRET = {name: value for name, value in AUTH.items() if name != "cookie_secret"}


@as_one_test
@pytest.mark.parametrize(
    ("variables", "auth", "expected"),
    [
        ({"BLEUSCOPE_ACCESS": "open"}, None, r"BLEUSCOPE_ACCESS: expected one of alone .*; found 'open'\."),
        ({"BLEUSCOPE_ACCESS": "sign-in"}, None, r"BLEUSCOPE_ACCESS=sign-in needs a section \[auth\] in Streamlit's"),
        ({"BLEUSCOPE_SIGNED_IN_HOURS": "0"}, None, "expected a whole number, 1 to 720; found '0'"),
        ({"BLEUSCOPE_SIGNED_IN_HOURS": "721"}, None, "found '721'"),
        ({"BLEUSCOPE_SIGNED_IN_HOURS": "1.5"}, None, "found '1.5'"),
        ({"BLEUSCOPE_ADMINISTRATORS": "ana"}, None, "expected e-mail addresses and spaces; found 'ana'"),
        ({"BLEUSCOPE_TRUSTED_EMAIL": "yes"}, None, "BLEUSCOPE_TRUSTED_EMAIL: expected 0 or 1; found 'yes'"),
        ({}, WITHOUT_SECRET, "cookie_secret .* at least 32 random characters, found none;"),
        ({}, {**AUTH, "cookie_secret": "x" * 31}, "found 31;"),
        ({}, {**AUTH, "redirect_uri": ""}, "redirect_uri .* found none"),
        ({}, {**AUTH, "redirect_uri": "bleu.example.org/oauth2callback"}, "redirect_uri .* found bleu.example.org"),
        ({}, {**AUTH, "redirect_uri": "https://bleu.example.org/"}, "with /oauth2callback at its end"),
        ({}, {**WITHOUT_SECRET, "cookie_secret": "x" * 32, "client_id": ""}, r"\[auth\] lacks client_id"),
        (
            {},
            {"cookie_secret": "x" * 32},
            r"\[auth\] names no provider: expected client_id, client_secret, server_meta",
        ),
        ({}, {"cookie_secret": "x" * 32, "google": {"client_id": "a"}}, r"\[auth.google\] lacks client_secret, server"),
        ({}, {"cookie_secret": "x" * 32, "my_own": PROVIDER}, r"\[auth.my_own\]: expected a provider's name without _"),
    ],
)
def test_what_makes_no_sense_is_said_in_one_line(variables, auth, expected):
    with pytest.raises(ValueError, match=expected) as error:
        Access.of(variables, auth=auth)
    assert "\n" not in str(error.value)


def test_without_authlib(monkeypatch):
    monkeypatch.setattr(access, "find_spec", lambda name: None)
    expected = "^signing in needs Authlib with httpx2, which is not installed: run pip install -r requirements.txt"
    with pytest.raises(ValueError, match=expected):
        Access.of({}, auth=AUTH)
    assert Access.of({}).mode == "alone"


def test_secrets_that_cannot_be_read_let_nobody_in(tmp_path):
    """Streamlit takes such a file for none."""
    path = tmp_path / "secrets.toml"
    path.write_text("[auth\n", encoding="utf-8")
    with pytest.raises(ValueError, match=r"secrets.toml cannot be read: "):
        access.auth_section([str(path)])
    path.write_text("[auth]\nclient_id = 'a'\n", encoding="utf-8")
    other = tmp_path / "none.toml"
    assert access.auth_section([str(path), str(other)]) == {"client_id": "a"}
    other.write_text("[database]\n", encoding="utf-8")
    assert access.auth_section([str(path), str(other)]) == {"client_id": "a"}
    other.write_text("[auth]\nclient_id = 'b'\n", encoding="utf-8")
    assert access.auth_section([str(path), str(other)]) == {"client_id": "b"}
