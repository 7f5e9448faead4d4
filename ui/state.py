"""The only reader and writer of st.session_state and of the URL's query parameters.

Widgets of the shell bind themselves to the URL by their key (``bind="query-params"``). What outlives a page
switch and is no widget of the shell, the test set and the segment, is kept here and written to the URL by hand.
"""

from dataclasses import dataclass
from typing import Any

import streamlit as st

from scoring.formats import Column, FormatError


@dataclass
class Draft:
    """An upload on its way to a test set: what was read, and what was refused."""

    columns: list[Column]
    refused: list[FormatError]
    name: str = "uploaded set"
    version: int = 0
    """Counts the changes; widgets that show the draft start afresh with each."""


def from_address(name: str, default: str) -> str:
    """What a link, or Back, asks for; else what this session had; else the default."""
    asked = st.query_params.get(name)
    if asked is not None and asked != st.session_state.get(f"written_{name}"):
        st.session_state[f"kept_{name}"] = asked
    return st.session_state.get(f"kept_{name}", default)


def keep(name: str, value: str) -> None:
    """Remembers a value over page switches and writes it into the address."""
    st.session_state[f"kept_{name}"] = st.session_state[f"written_{name}"] = value
    if st.query_params.get(name) != value:
        st.query_params[name] = value


def chosen_set(default: str) -> str:
    """The id of the test set in use."""
    return from_address("set", default)


def use_set(identity: str) -> None:
    """Makes a test set the one in use and adds it to those that this session offers."""
    keep("set", identity)
    if identity not in own_sets():
        st.session_state["own_sets"] = [*own_sets(), identity]


def own_sets() -> list[str]:
    """Ids of the uploaded sets that this session has used."""
    return st.session_state.get("own_sets", [])


def offer(key: str, value: Any) -> None:
    """Sets what a widget shows; before the widget is drawn."""
    st.session_state[key] = value


def current(key: str, default: Any = None) -> Any:
    """What a widget holds, wherever it stands; the default before its first run."""
    return st.session_state.get(key, default)


def segment(n_segments: int) -> int:
    """The 0-based index of the segment in use; the address counts from 1."""
    asked = from_address("segment", "1")
    number = int(asked) if asked.isascii() and asked.isdigit() and len(asked) < 10 else 1
    return min(max(number, 1), n_segments) - 1


def choose_segment(index: int) -> None:
    keep("segment", str(index + 1))


def draft() -> Draft | None:
    return st.session_state.get("draft")


def keep_draft(draft: Draft | None) -> None:
    """Keeps an upload over page switches; None forgets it."""
    st.session_state["draft"] = draft
