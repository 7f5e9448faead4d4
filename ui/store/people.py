"""The identity of a visitor, which decides what they see: an account's, a browser's, or everybody's things.

A browser is known again by the secret in a cookie.
"""

import re
import threading
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from secrets import token_urlsafe
from time import time
from typing import Any

import streamlit as st

from server.identity.access import ALONE, MAX_HOURS, VISITORS, access
from ui.session import state
from workspace import Workspace

NO_PERSON = ""
"""Id of a visitor who has kept nothing so far: no person has it, so it may read nothing and change nothing."""
PERSON = "person"
"""The session's key for the person who was looked up: what ``session_person_key`` returned, and the person's id."""
LONGEST = 200
"""Most characters of a name or an address that a provider gives."""
_ended: dict[str, float] = {}
"""Id of each ``Login`` that was ended -> when it began; only on this server, and only until it stops."""
_lock = threading.Lock()


@dataclass(frozen=True)
class Login:
    """The statement of a provider about who has signed in."""

    issuer: str
    subject: str
    name: str
    """Name that others are shown, so never an e-mail address; empty where the provider says none."""
    email: str
    """E-mail address; empty unless the provider has verified it."""
    since: float
    """Moment of the provider's statement, in seconds since 1970."""
    nonce: str

    @classmethod
    def of(cls, claims: Mapping[str, Any], *, trusts_email: bool = False) -> "Login | None":
        """Return the login of an id token's claims.

        None where nobody has signed in, or the token does not say who and when.
        """
        if claims.get("is_logged_in") is not True:
            return None
        issuer, subject, since = claims.get("iss"), claims.get("sub"), claims.get("iat")
        if not (issuer and subject and isinstance(issuer, str) and isinstance(subject, str)):
            return None
        if isinstance(since, bool) or not isinstance(since, int | float):
            return None
        is_verified = claims.get("email_verified", trusts_email) is True
        email = _text(claims.get("email")).lower() if is_verified else ""
        names = _text(claims.get("name")), _text(claims.get("preferred_username"))
        name = next((name for name in names if name and "@" not in name), "")
        return cls(issuer, subject, name, email, since, _text(claims.get("nonce")))

    @property
    def id(self) -> str:
        """Key that tells this login from all others, also of the same account."""
        return _digest(self.issuer, self.subject, self.since, self.nonce)


def _digest(*parts: object) -> str:
    return sha256(repr(parts).encode()).hexdigest()


def _text(claim: Any) -> str:
    """Return a claim that should be text, on one line; empty if it is none."""
    return " ".join(claim.split())[:LONGEST] if isinstance(claim, str) else ""


# --- who this run is for ---


def login() -> Login | None:
    """Return the login that is in force; None where nobody has signed in, or nobody can."""
    user_login = _login_in_cookie()
    return None if user_login is None or is_over(user_login) else user_login


def was_over() -> bool:
    """Return whether somebody has signed in, but the login is over."""
    user_login = _login_in_cookie()
    return user_login is not None and is_over(user_login)


def _login_in_cookie() -> Login | None:
    """Return the login in the cookie, which Streamlit has checked; it stays the same as long as a page is open."""
    return Login.of(st.user.to_dict(), trusts_email=access().trusts_email) if access().providers else None


def is_over(user_login: Login) -> bool:
    """Return whether a login is over.

    Streamlit's cookie is valid for 30 days, even if the provider's token is valid for fewer.
    """
    with _lock:
        return time() - user_login.since > access().signed_in_hours * 3600 or user_login.id in _ended


def end(user_login: Login) -> None:
    """End a login: from now on it is not valid in any tab, nor in any copy of its cookie."""
    with _lock:
        _ended[user_login.id] = user_login.since
        for other in [other for other, since in _ended.items() if time() - since > MAX_HOURS * 3600]:
            del _ended[other]


def session_person_key() -> str:
    """Return a key that is equal for all sessions of one person and differs for others; it reveals no secret."""
    if access().mode == ALONE:
        return ALONE
    if (user_login := login()) is not None:
        return _digest("account", user_login.issuer, user_login.subject)
    return _digest("visitor", secret()) if access().mode == VISITORS else NO_PERSON


def person(everything: Workspace, *, make: bool = False) -> str | None:
    """Return the id of the person of this run, for ``everything.as_``; None where the server is used alone.

    The id of a visitor who has kept nothing is ``NO_PERSON`` for the whole run, until ``make`` says that something is
    to be kept now. It stays ``NO_PERSON`` where one must sign in, and has not.
    """
    if access().mode == ALONE:
        return None
    person_key, (last_key, person_id) = session_person_key(), state.widget_value(PERSON, ("", None))
    if make or last_key != person_key or person_id is None:
        person_id = _look_up(everything, make)
        state.set_widget_value(PERSON, (person_key, person_id))
    return person_id


def begin_run() -> None:
    """Let this run look the person up again if the last run found nobody; the shell calls it.

    Another page may have kept something for them since.
    """
    person_key, person_id = state.widget_value(PERSON, ("", None))
    if person_id == NO_PERSON:
        state.set_widget_value(PERSON, (person_key, None))


def _look_up(everything: Workspace, make: bool) -> str:
    if (signed_in := login()) is not None:
        return everything.sign_in(signed_in.issuer, signed_in.subject, signed_in.name, signed_in.email).id
    visitor = everything.visitor(secret(), make) if access().mode == VISITORS else None
    return NO_PERSON if visitor is None else visitor.id


def browsers_own(everything: Workspace) -> str:
    """Return the id of the visitor that an account was in this browser before it signed in; ``NO_PERSON`` for none."""
    visitor = everything.visitor(secret())
    return NO_PERSON if visitor is None else visitor.id


def is_administrator() -> bool:
    """Return whether this run is for an administrator of the server; true where the server is used alone."""
    return administers(login())


def administers(user_login: Login | None) -> bool:
    """Return whether a login is an administrator's and still in force; true for any where the server is used alone.

    Can be called in any thread, also long after a page was drawn.
    """
    if access().mode == ALONE:
        return True
    return (
        user_login is not None
        and not is_over(user_login)
        and user_login.email != ""
        and user_login.email in access().administrators
    )


COOKIE = "bleuscope"
"""Base of the cookie's name; server/http/cookies.py says how browsers call it."""
BYTES = 32
"""Number of random bytes of a secret: 256 bits."""
SECRET = re.compile(r"[\w-]{43}", re.ASCII)
"""Pattern of a secret in base64."""
OWN_SECRET = "own_secret"
"""The session's key for the secret of a browser that keeps no cookies: its work is there until the page is closed."""


def is_secret(text: str) -> bool:
    """Return whether a text can be a secret that the server gave to a browser."""
    return SECRET.fullmatch(text) is not None


def new_secret() -> str:
    return token_urlsafe(BYTES)


def secret() -> str:
    """Return the browser's secret; for a browser that keeps no cookies, this page's."""
    if is_secret(cookie := _cookies().get(COOKIE, "")):
        return cookie
    if state.widget_value(OWN_SECRET) is None:
        state.set_widget_value(OWN_SECRET, new_secret())
    return state.widget_value(OWN_SECRET)


def _cookies() -> Mapping[str, str]:
    """Return the cookies with which the page has connected."""
    return st.context.cookies


def keeps_cookies() -> bool:
    """Return whether the browser keeps cookies, so that it is known again."""
    return secret() != state.widget_value(OWN_SECRET)
