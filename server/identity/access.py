"""Who may use the dashboard, by the administrator's settings in the environment and in Streamlit's secrets."""

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
MAX_HOURS = 720
"""Longest time for which a sign-in can count, in hours: Streamlit's cookie expires after 30 days."""
SECRET_CHARACTERS = 32
"""Smallest length of cookie_secret; anybody who guesses it could write a cookie for any user."""
CALLBACK = "/oauth2callback"
"""End of the address to which a provider leads back."""
DEFAULT = "default"
"""Streamlit's name for the provider that is in [auth] itself."""
KEYS = ("client_id", "client_secret", "server_metadata_url")
"""Keys that Streamlit needs for a provider."""


@dataclass(frozen=True)
class Access:
    """The rules by which the server recognizes its visitors."""

    mode: str = ALONE
    providers: tuple[str, ...] = ()
    """names of the sign-in providers in the secrets"""
    redirect_uri: str = ""
    signed_in_hours: int = USUAL_HOURS
    """hours for which a sign-in is valid"""
    trusts_email: bool = False
    """whether all e-mail addresses of the providers are verified although the providers do not say so"""
    administrators: frozenset[str] = frozenset()
    """e-mail addresses of the administrators, in lower case"""

    @classmethod
    def of(
        cls,
        environment: Mapping[str, str],
        names: Collection[str | None] = ("127.0.0.1",),
        auth: Mapping[str, Any] | None = None,
    ) -> "Access":
        """Return the access rules of the environment and secrets; raise ``ValueError`` with advice if they are wrong.

        ``names`` are the names under which the server listens and answers; ``auth`` is the section [auth] of the
        secrets.
        """
        mode = environment.get(ACCESS, "")
        if mode not in ("", *MODES):
            offered = ", ".join(f"{word} ({meaning})" for word, meaning in MODES.items())
            raise ValueError(f"{ACCESS}: expected one of {offered}; found {mode!r}.")
        if not mode:
            mode = ALONE if auth is None and all(map(is_this_machine, names)) else VISITORS
        rules = cls(
            mode,
            signed_in_hours=_hours(environment.get(HOURS)),
            trusts_email=_parse_switch(TRUSTED_EMAIL, environment.get(TRUSTED_EMAIL)),
            administrators=_addresses(environment.get(ADMINISTRATORS, "")),
        )
        if mode == SIGN_IN and auth is None:
            keys = ", ".join(("redirect_uri", "cookie_secret", *KEYS))
            raise ValueError(f"{ACCESS}={SIGN_IN} needs a section [auth] in Streamlit's secrets.toml with {keys}.")
        if mode == ALONE or auth is None:
            return rules
        return replace(rules, providers=_providers(auth), redirect_uri=_redirect_uri(auth))

    @property
    def host(self) -> str:
        """Host to which a provider leads back, with its port; empty if nobody can sign in."""
        return urlsplit(self.redirect_uri).netloc

    @property
    def origin(self) -> str:
        """Scheme and host of the pages on which a sign-in is valid; empty if nobody can sign in."""
        return f"{urlsplit(self.redirect_uri).scheme}://{self.host}" if self.host else ""


@cache
def access() -> Access:
    """Return the access rules of this server; raise ``ValueError`` as ``Access.of`` does."""
    names = [st.get_option("server.address") or "", *st.get_option("server.allowedHosts")]
    return Access.of(os.environ, names, auth_section(st.get_option("secrets.files")))


def is_this_machine(name: str | None) -> bool:
    """Return whether the name or address is localhost or a loopback address."""
    try:
        return name == "localhost" or ip_address(name or "").is_loopback
    except ValueError:
        return False


def auth_section(files: Collection[str]) -> Mapping[str, Any] | None:
    """Return the section [auth] of the secrets, from the last file that has it, as Streamlit does; None without one.

    Streamlit ignores a file that it cannot read, so that nobody would have to sign in; this raises ``ValueError``.
    """
    section: Mapping[str, Any] | None = None
    for path in map(Path, files):
        if path.suffix != ".toml" or not path.exists():
            continue
        try:
            secrets = tomllib.loads(path.read_text(encoding="utf-8"))
        except (OSError, ValueError) as error:
            raise ValueError(f"{path} cannot be read: {error}.") from error
        section = secrets.get("auth", section)
    return section


def _hours(text: str | None) -> int:
    if not text:
        return USUAL_HOURS
    if not (text.isascii() and text.isdigit() and len(text) < 5 and 1 <= int(text) <= MAX_HOURS):
        raise ValueError(f"{HOURS}: expected a whole number, 1 to {MAX_HOURS}; found {text!r}.")
    return int(text)


def _addresses(text: str) -> frozenset[str]:
    """Return the e-mail addresses in a text, separated by spaces or commas; raise ``ValueError`` for other words."""
    addresses = frozenset(text.lower().replace(",", " ").split())
    for address in sorted(addresses):
        if not re.fullmatch(r"[^@]+@[^@]+", address):
            raise ValueError(f"{ADMINISTRATORS}: expected e-mail addresses and spaces; found {address!r}.")
    return addresses


def _parse_switch(name: str, text: str | None) -> bool:
    if text not in (None, "", "0", "1"):
        raise ValueError(f"{name}: expected 0 or 1; found {text!r}.")
    return text == "1"


def _providers(auth: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the providers' names; raise ``ValueError`` if Streamlit could not use one of them."""
    if find_spec("authlib") is None or find_spec("httpx2") is None:
        raise ValueError(missing_message("signing in", "Authlib with httpx2", APP))
    secret = auth.get("cookie_secret", "")
    if not isinstance(secret, str) or len(secret) < SECRET_CHARACTERS:
        length = "none" if not secret else f"{len(str(secret))}"
        raise ValueError(
            f"cookie_secret in [auth]: expected at least {SECRET_CHARACTERS} random characters, found {length};"
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
