"""Whose things a visitor sees: those of an account that is signed in, of a browser, or everybody's.

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

from server.identity.access import ALONE, MOST_HOURS, VISITORS, access
from ui.session import state
from workspace import Workspace

NOBODY = ""
"""The id of who has kept nothing so far: no person has it, so it may read nothing and change nothing."""
PERSON = "person"
"""The session's key for who was looked up in it: what they are known by, and the id."""
LONGEST = 200
"""Characters of a name or an address that a provider gives."""
_ended: dict[str, float] = {}
"""Those who have signed out: the id of a ``Login`` -> when it began. Another server, or one that starts, knows none."""
_lock = threading.Lock()


@dataclass(frozen=True)
class Login:
    """What a provider said of who has signed in."""

    issuer: str
    subject: str
    name: str
    """never an e-mail address, for others are shown it; empty where the provider says none"""
    email: str
    """empty unless the provider has verified it"""
    since: float
    """when it said so, in seconds since 1970"""
    nonce: str

    @classmethod
    def of(cls, claims: Mapping[str, Any], *, trusts_email: bool = False) -> "Login | None":
        """That of an id token; None where nobody has signed in, or it does not say who and when."""
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
        """Tells this signing in from all others, also of the same account."""
        return _digest(self.issuer, self.subject, self.since, self.nonce)


def _digest(*parts: object) -> str:
    return sha256(repr(parts).encode()).hexdigest()


def _text(claim: Any) -> str:
    """Return a claim that should be text, on one line."""
    return " ".join(claim.split())[:LONGEST] if isinstance(claim, str) else ""


# --- who this run is for ---


def login() -> Login | None:
    """Return who is signed in; None where nobody is, or nobody can."""
    found = _said()
    return None if found is None or is_over(found) else found


def was_over() -> bool:
    """Return whether somebody had signed in, and it counts no more."""
    found = _said()
    return found is not None and is_over(found)


def _said() -> Login | None:
    """Return what the cookie of signing in says, which Streamlit has checked; the same as long as a page is open."""
    return Login.of(st.user.to_dict(), trusts_email=access().trusts_email) if access().providers else None


def is_over(found: Login) -> bool:
    """Return whether it has ended: Streamlit's cookie is for 30 days, even if the provider's token is for fewer."""
    with _lock:
        return time() - found.since > access().signed_in_hours * 3600 or found.id in _ended


def end(found: Login) -> None:
    """Signs out: this signing in counts no more, in no tab, and in no copy of its cookie."""
    with _lock:
        _ended[found.id] = found.since
        for other in [other for other, since in _ended.items() if time() - since > MOST_HOURS * 3600]:
            del _ended[other]


def known_by() -> str:
    """Return the same for all that is one person's, and for nobody else; it gives no secret away."""
    if access().mode == ALONE:
        return ALONE
    if (found := login()) is not None:
        return _digest("account", found.issuer, found.subject)
    return _digest("visitor", secret()) if access().mode == VISITORS else NOBODY


def person(everything: Workspace, *, make: bool = False) -> str | None:
    """Return the id of the person of this run, for ``everything.as_``; None where the server is used alone.

    Of a visitor who has kept nothing it is ``NOBODY`` for the whole run, until ``make`` says that something is to be
    kept now. It stays ``NOBODY`` where one must sign in, and has not.
    """
    if access().mode == ALONE:
        return None
    who, (known, found) = known_by(), state.widget_value(PERSON, ("", None))
    if make or known != who or found is None:
        found = _look_up(everything, make)
        state.set_widget_value(PERSON, (who, found))
    return found


def begin_run() -> None:
    """For the shell: who was nobody at the run before may have kept something since, by another page."""
    who, found = state.widget_value(PERSON, ("", None))
    if found == NOBODY:
        state.set_widget_value(PERSON, (who, None))


def _look_up(everything: Workspace, make: bool) -> str:
    if (signed_in := login()) is not None:
        return everything.sign_in(signed_in.issuer, signed_in.subject, signed_in.name, signed_in.email).id
    visitor = everything.visitor(secret(), make) if access().mode == VISITORS else None
    return NOBODY if visitor is None else visitor.id


def browsers_own(everything: Workspace) -> str:
    """The id of the visitor that an account was before it signed in, in this browser; ``NOBODY`` if it kept nothing."""
    visitor = everything.visitor(secret())
    return NOBODY if visitor is None else visitor.id


def is_administrator() -> bool:
    """Return whether this run is for one of those who administer the server. Who uses it alone is one."""
    return administers(login())


def administers(found: Login | None) -> bool:
    """Return whether this signing in is an administrator's and counts still; None is that of who uses the server alone.

    In any thread, also long after a page was drawn.
    """
    if access().mode == ALONE:
        return True
    return found is not None and not is_over(found) and found.email != "" and found.email in access().administrators


COOKIE = "bleuscope"
"""Browsers call it as server/http/cookies.py says."""
BYTES = 32
"""A secret has 256 random bits."""
SECRET = re.compile(r"[\w-]{43}", re.ASCII)
"""Number of characters in base64."""
OWN_SECRET = "own_secret"
"""The session's key for the secret of a browser that keeps no cookies: its work is there until the page is closed."""


def is_secret(text: str) -> bool:
    """Return whether it can be one that the server gave to a browser."""
    return SECRET.fullmatch(text) is not None


def new_secret() -> str:
    return token_urlsafe(BYTES)


def secret() -> str:
    """Return the browser's own; where it keeps no cookies, this page's."""
    if is_secret(found := _cookies().get(COOKIE, "")):
        return found
    if state.widget_value(OWN_SECRET) is None:
        state.set_widget_value(OWN_SECRET, new_secret())
    return state.widget_value(OWN_SECRET)


def _cookies() -> Mapping[str, str]:
    """Those with which the page has connected."""
    return st.context.cookies


def keeps_cookies() -> bool:
    """Return whether the browser will be known again."""
    return secret() != state.widget_value(OWN_SECRET)
