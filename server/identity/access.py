"""Who may use the dashboard, as its administrator has set: settings of the environment, and Streamlit's secrets."""

import os
import re
import tomllib
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from functools import cache
from importlib.util import find_spec
from ipaddress import ip_address
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import streamlit as st

from scoring.extras import APP, missing_message

ALONE, VISITORS, SIGN_IN = "alone", "visitors", "sign-in"
MODES = {
    ALONE: "everything belongs to you and to anyone else who reaches this server",
    VISITORS: "each browser has a private space",
    SIGN_IN: "everyone must sign in",
}
ACCESS = "BLEUSCOPE_ACCESS"
HOURS = "BLEUSCOPE_SIGNED_IN_HOURS"
TRUSTED_EMAIL = "BLEUSCOPE_TRUSTED_EMAIL"
ADMINISTRATORS = "BLEUSCOPE_ADMINISTRATORS"
USUAL_HOURS = 168
MOST_HOURS = 720
"""Streamlit's cookie is 30 days old then, and counts no more."""
SECRET_CHARACTERS = 32
"""As few a cookie_secret may have: with it anybody could write a cookie that says who they are."""
CALLBACK = "/oauth2callback"
"""The end of the address to which a provider leads back."""
DEFAULT = "default"
"""What Streamlit calls the provider that is in [auth] itself."""
KEYS = ("client_id", "client_secret", "server_metadata_url")
"""What Streamlit needs to know of a provider."""


@dataclass(frozen=True)
class Access:
    """How the server knows its visitors."""

    mode: str = ALONE
    providers: tuple[str, ...] = ()
    """of those where one can sign in, as secrets call them"""
    redirect_uri: str = ""
    signed_in_hours: int = USUAL_HOURS
    """for how long signing in counts"""
    trusts_email: bool = False
    """whether the providers have no e-mail addresses but verified ones, and do not say so"""
    administrators: frozenset[str] = frozenset()
    """their e-mail addresses, in small letters"""

    @classmethod
    def of(
        cls,
        environment: Mapping[str, str],
        names: Collection[str | None] = ("127.0.0.1",),
        auth: Mapping[str, Any] | None = None,
    ) -> "Access":
        """As set; ``ValueError`` where that makes no sense, with what to do.

        ``names`` are those under which the server listens and answers, ``auth`` is that section of the secrets.
        """
        mode = environment.get(ACCESS, "")
        if mode not in ("", *MODES):
            offered = ", ".join(f"{word} ({meaning})" for word, meaning in MODES.items())
            raise ValueError(f"{ACCESS}: expected one of {offered}; found {mode!r}.")
        if not mode:
            mode = ALONE if auth is None and all(map(is_this_machine, names)) else VISITORS
        found = cls(
            mode,
            signed_in_hours=_hours(environment.get(HOURS)),
            trusts_email=_switch(TRUSTED_EMAIL, environment.get(TRUSTED_EMAIL)),
            administrators=_addresses(environment.get(ADMINISTRATORS, "")),
        )
        if mode == SIGN_IN and auth is None:
            keys = ", ".join(("redirect_uri", "cookie_secret", *KEYS))
            raise ValueError(f"{ACCESS}={SIGN_IN} needs a section [auth] in Streamlit's secrets.toml with {keys}.")
        if mode == ALONE or auth is None:
            return found
        return replace(found, providers=_providers(auth), redirect_uri=_redirect_uri(auth))

    @property
    def host(self) -> str:
        """The host to which a provider leads back, with its port; empty where nobody can sign in."""
        return urlsplit(self.redirect_uri).netloc

    @property
    def origin(self) -> str:
        """The scheme and host of pages on which signing in counts; empty where nobody can sign in."""
        return f"{urlsplit(self.redirect_uri).scheme}://{self.host}" if self.host else ""


@cache
def access() -> Access:
    """That of this server; ``ValueError`` as above."""
    names = [st.get_option("server.address") or "", *st.get_option("server.allowedHosts")]
    return Access.of(os.environ, names, auth_section(st.get_option("secrets.files")))


def is_this_machine(name: str | None) -> bool:
    """Return whether only this machine has this name or address for itself."""
    try:
        return name == "localhost" or ip_address(name or "").is_loopback
    except ValueError:
        return False


def auth_section(files: Collection[str]) -> Mapping[str, Any] | None:
    """Return the section [auth] of the secrets, of the last file that has one, as Streamlit takes it.

    Streamlit takes a file that it cannot read for none: then nobody would have to sign in.
    """
    found: Mapping[str, Any] | None = None
    for path in map(Path, files):
        if path.suffix != ".toml" or not path.exists():
            continue
        try:
            secrets = tomllib.loads(path.read_text(encoding="utf-8"))
        except (OSError, ValueError) as error:
            raise ValueError(f"{path} cannot be read: {error}.") from error
        found = secrets.get("auth", found)
    return found


def _hours(text: str | None) -> int:
    if not text:
        return USUAL_HOURS
    if not (text.isascii() and text.isdigit() and len(text) < 5 and 1 <= int(text) <= MOST_HOURS):
        raise ValueError(f"{HOURS}: expected a whole number, 1 to {MOST_HOURS}; found {text!r}.")
    return int(text)


def _addresses(text: str) -> frozenset[str]:
    """E-mail addresses with spaces or commas between them."""
    found = frozenset(text.lower().replace(",", " ").split())
    for address in sorted(found):
        if not re.fullmatch(r"[^@]+@[^@]+", address):
            raise ValueError(f"{ADMINISTRATORS}: expected e-mail addresses and spaces; found {address!r}.")
    return found


def _switch(name: str, text: str | None) -> bool:
    if text not in (None, "", "0", "1"):
        raise ValueError(f"{name}: expected 0 or 1; found {text!r}.")
    return text == "1"


def _providers(auth: Mapping[str, Any]) -> tuple[str, ...]:
    """Their names; ``ValueError`` where Streamlit could not ask one of them."""
    if find_spec("authlib") is None or find_spec("httpx2") is None:
        raise ValueError(missing_message("signing in", "Authlib with httpx2", APP))
    secret = auth.get("cookie_secret", "")
    if not isinstance(secret, str) or len(secret) < SECRET_CHARACTERS:
        found = "none" if not secret else f"{len(str(secret))}"
        raise ValueError(
            f"cookie_secret in [auth]: expected at least {SECRET_CHARACTERS} random characters, found {found};"
            " python -c 'import secrets; print(secrets.token_urlsafe(48))' prints one."
        )
    sections = {name: value for name, value in auth.items() if isinstance(value, Mapping) and name != "client_kwargs"}
    if any(key in auth for key in KEYS):
        sections = {DEFAULT: auth, **sections}
    if not sections:
        raise ValueError(f"[auth] names no provider: expected {', '.join(KEYS)}.")
    for name, section in sections.items():
        title = "[auth]" if name == DEFAULT else f"[auth.{name}]"
        if missing := [key for key in KEYS if not section.get(key)]:
            raise ValueError(f"{title} lacks {', '.join(missing)}.")
        if "_" in name:
            raise ValueError(f"{title}: expected a provider's name without _.")
    return tuple(sections)


def _redirect_uri(auth: Mapping[str, Any]) -> str:
    uri = str(auth.get("redirect_uri", "")).replace("{port}", str(st.get_option("server.port")))
    parts = urlsplit(uri)
    if parts.scheme not in ("http", "https") or not parts.netloc or not parts.path.endswith(CALLBACK):
        raise ValueError(
            f"redirect_uri in [auth]: expected this server's public address with {CALLBACK} at its end, such as"
            f" https://bleu.example.org{CALLBACK}; found {uri or 'none'}."
        )
    return uri
