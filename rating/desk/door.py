"""Raters' secrets as a browser keeps them: in the address behind #, and from earlier ratings in this browser."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from uuid import uuid4

import streamlit as st

from scoring.rating import LANGUAGES
from ui.kit import steps
from ui.session import state

KEY = "desk-door"
SESSION = "desk_session"
"""The session's key for its random name: after a restart of the server, earlier messages of browsers are ignored."""
LAST_ARRIVAL_KEY = "desk_arrived"
"""The session's key for the number of the last arrival that has been handled."""
LANGUAGE = "desk_language"
"""The address's parameter, and the session's key, for a language that was chosen on the page."""
LONGEST = 200
"""Characters of a secret that are kept: more than a valid secret has, so that a wrong one is recognized."""
MAX_KEPT = 8


@dataclass(frozen=True)
class Arrival:
    """The secrets, the item and the language that a browser sends when it opens or reloads the page."""

    press: int
    address_secret: str
    """text behind # in the address: a campaign's token, or a rater's own secret; may be empty"""
    tab: str
    """secret with which this tab was rating; may be empty"""
    item: int | None
    """number of the item that this tab showed; None if the tab does not say"""
    is_new: bool
    """whether this tab shows the page for the first time"""
    kept_secrets: tuple[str, ...]
    """secrets of places that were taken in this browser, the last one first"""
    language: str = ""
    """code of the language that was chosen in this browser; empty for none"""


def ask_browser_for_rater(arrive: Callable[[Arrival], bool], secret: str, item: int | None) -> None:
    """Ask the browser for its secrets, and tell it the item and the secret of the place where it is rating.

    The secret may be empty. ``arrive`` is called with the answer, before or in the run that follows, and returns
    whether it could handle the answer. Until it could, the browser keeps the secret in its address, and ``arrive`` is
    called again.
    """
    take_arrival(arrive)
    heard, language = state.widget_value(LAST_ARRIVAL_KEY, 0), state.widget_or_address_value(LANGUAGE) or ""
    data = {"session": session(), "heard": heard, "secret": secret, "item": item, "waits": False, "language": language}
    with st.container(key=KEY):
        _component(key=f"{KEY}-arrived", data=data, on_arrived_change=lambda: take_arrival(arrive))


def has_answered() -> bool:
    """Return whether the browser has sent its secrets; before that, campaign and language are unknown."""
    return bool(state.widget_value(f"{KEY}-arrived"))


def keep_rater_secret() -> None:
    """Have the tab keep the secret, out of its address, while a visitor who must sign in first is away."""
    with st.container(key=KEY):
        _component(key=f"{KEY}-waits", data={"session": "", "heard": 0, "secret": "", "item": None, "waits": True})


def take_arrival(arrive: Callable[[Arrival], bool]) -> None:
    arrival = parse_arrival(state.widget_value(f"{KEY}-arrived", {}).get("arrived"))
    if arrival is not None and arrival.press > state.widget_value(LAST_ARRIVAL_KEY, 0) and arrive(arrival):
        state.set_widget_value(LAST_ARRIVAL_KEY, arrival.press)
        if arrival.language and not state.widget_or_address_value(LANGUAGE):
            state.ask_in_address(LANGUAGE, arrival.language)


def session() -> str:
    if state.widget_value(SESSION) is None:
        state.set_widget_value(SESSION, uuid4().hex)
    name: str = state.widget_value(SESSION)
    return name


def parse_arrival(message: Any) -> Arrival | None:
    """Return a browser's message as an ``Arrival``; None if it is malformed or is for another session."""
    if not isinstance(message, dict) or message.get("session") != session():
        return None
    press, kept_secrets = message.get("press"), message.get("kept")
    if isinstance(press, bool) or not isinstance(press, int) or not isinstance(kept_secrets, list):
        return None
    secrets = [
        secret if isinstance(secret, str) else ""
        for secret in (message.get("asked"), message.get("tab"), *kept_secrets)
    ]
    address_secret, tab, *others = [secret[:LONGEST] for secret in secrets]
    item = message.get("item")
    at = None if isinstance(item, bool) or not isinstance(item, int) else item
    language = message.get("language")
    known_language = language if isinstance(language, str) and language in LANGUAGES else ""
    return Arrival(
        press,
        address_secret,
        tab,
        at,
        message.get("isNew") is True,
        tuple(filter(None, others[:MAX_KEPT])),
        known_language,
    )


_component = steps.component_of_scripts("bleuscope_desk_door", Path(__file__).with_suffix(".js"))
