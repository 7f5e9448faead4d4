"""The secrets of raters as a browser keeps them: what is in the address behind #, and who has rated here before."""

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
"""The session's key for what tells it from the one before: a server that starts again knows nobody."""
HEARD = "desk_arrived"
"""The session's key for the number of the last arrival that has led anywhere."""
LANGUAGE = "desk_language"
"""The address's parameter, and the session's key, for a language that was chosen on the page."""
LONGEST = 200
"""Characters of a secret, and room to see that one is wrong."""
MOST_KEPT = 8


@dataclass(frozen=True)
class Arrival:
    """What a browser has when it comes."""

    press: int
    asked: str
    """what stood behind #: a campaign's token, or a rater's own secret; may be empty"""
    tab: str
    """the secret with which this tab was rating; may be empty"""
    item: int | None
    """the number of the item that this tab showed; None where it does not say"""
    is_new: bool
    """whether this is the first that the tab shows of this page"""
    kept: tuple[str, ...]
    """secrets of places that were taken in this browser, the last one first"""
    language: str = ""
    """the code of the language that was chosen in this browser; empty for none"""


def ask_browser_for_rater(arrive: Callable[[Arrival], bool], secret: str, item: int | None) -> None:
    """Asks the browser, and gives it the secret of the place where it is rating, empty for none, and the item's number.

    ``arrive`` is called before the run that answers it, or in that run, and says whether that has led anywhere: until
    then the browser keeps the secret in its address, and it is called again.
    """
    take_arrival(arrive)
    heard, language = state.widget_value(HEARD, 0), state.asked(LANGUAGE) or ""
    data = {"session": session(), "heard": heard, "secret": secret, "item": item, "waits": False, "language": language}
    with st.container(key=KEY):
        _component(key=f"{KEY}-arrived", data=data, on_arrived_change=lambda: take_arrival(arrive))


def has_answered() -> bool:
    """Return whether the browser has said what it has: before that nobody knows which campaign it is, nor its language."""
    return bool(state.widget_value(f"{KEY}-arrived"))


def keep_rater_secret() -> None:
    """For those who must sign in first: their tab keeps the secret, out of its address, until they come back."""
    with st.container(key=KEY):
        _component(key=f"{KEY}-waits", data={"session": "", "heard": 0, "secret": "", "item": None, "waits": True})


def take_arrival(arrive: Callable[[Arrival], bool]) -> None:
    found = arrival(state.widget_value(f"{KEY}-arrived", {}).get("arrived"))
    if found is not None and found.press > state.widget_value(HEARD, 0) and arrive(found):
        state.set_widget_value(HEARD, found.press)
        if found.language and not state.asked(LANGUAGE):
            state.ask_in_address(LANGUAGE, found.language)


def session() -> str:
    if state.widget_value(SESSION) is None:
        state.set_widget_value(SESSION, uuid4().hex)
    name: str = state.widget_value(SESSION)
    return name


def arrival(said: Any) -> Arrival | None:
    """As a browser says it to this session, which may be anything."""
    if not isinstance(said, dict) or said.get("session") != session():
        return None
    press, kept = said.get("press"), said.get("kept")
    if isinstance(press, bool) or not isinstance(press, int) or not isinstance(kept, list):
        return None
    secrets = [secret if isinstance(secret, str) else "" for secret in (said.get("asked"), said.get("tab"), *kept)]
    asked, tab, *others = [secret[:LONGEST] for secret in secrets]
    item = said.get("item")
    at = None if isinstance(item, bool) or not isinstance(item, int) else item
    language = said.get("language")
    known = language if isinstance(language, str) and language in LANGUAGES else ""
    return Arrival(press, asked, tab, at, said.get("isNew") is True, tuple(filter(None, others[:MOST_KEPT])), known)


_component = steps.scripted("bleuscope_desk_door", Path(__file__).with_suffix(".js"))
