"""The only reader and writer of st.session_state and of the URL's query parameters.

Widgets of the shell bind themselves to the URL by their key (``bind="query-params"``), and Streamlit keeps both in
step, over page switches and with Back. What is in the address and has no widget in the shell, the test set's id, the
segment's number and the step on the way through its edits, is bound to text inputs that the shell draws out of sight.
"""

from dataclasses import dataclass
from typing import Any

import streamlit as st

from scoring.formats import Column, FormatError

ADDRESS = {"set": "news-en-es", "segment": "1", "step": "0"}
"""What is in the address without a widget in the shell, and what holds where the address says nothing."""


@dataclass
class Draft:
    """An upload on its way to a test set: what was read, and what was refused."""

    columns: list[Column]
    refused: list[FormatError]
    name: str = "uploaded set"
    version: int = 0
    """Counts the changes; widgets that show the draft start afresh with each."""


def draw_address() -> None:
    """Text inputs that nobody sees, bound to the address; the shell calls it before anything reads them."""
    st.session_state.update(st.session_state.pop("moved_to", {}))
    st.html("<style>.st-key-address { display: none }</style>")
    with st.container(key="address"):
        for name in ADDRESS:
            st.text_input(name, key=name, max_chars=40, bind="query-params")


def chosen_set() -> str:
    """The id of the test set in use."""
    return st.session_state["set"] or ADDRESS["set"]


def use_set(identity: str) -> None:
    """Makes a test set the one in use, all of it and from its first segment on, and offers it from now on."""
    st.session_state["set"] = identity
    st.session_state["systems"] = st.session_state["references"] = []
    choose_segment(0)
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
    return min(max(_number("segment"), 1), n_segments) - 1


def _number(name: str) -> int:
    asked = st.session_state[name]
    return int(asked if asked.isascii() and asked.isdigit() and len(asked) < 10 else ADDRESS[name])


def choose_segment(index: int) -> None:
    """For callbacks: the page reads it in the run that follows. Another segment begins at its first step."""
    st.session_state.update(_at_segment(index))


def step() -> int:
    """How far the reader went through the segment's edits, from 0."""
    return _number("step")


def choose_step(number: int) -> None:
    """For callbacks."""
    st.session_state["step"] = str(number)


def _at_segment(index: int) -> dict[str, str]:
    return {"segment": str(index + 1), "step": ""}


def to_first_segment() -> None:
    """For callbacks: the next page run starts at the first segment of its list."""
    st.session_state["to_first"] = True


def first_asked() -> bool:
    """Whether the list was sorted anew; true once."""
    return st.session_state.pop("to_first", False)


def move_to_segment(index: int) -> None:
    """For the middle of a page: runs it again with another segment."""
    st.session_state["moved_to"] = _at_segment(index)
    st.rerun()


def move_to_step(number: int) -> None:
    """For the middle of a page: runs it again with another step."""
    st.session_state["moved_to"] = {"step": str(number)}
    st.rerun()


def draft() -> Draft | None:
    return st.session_state.get("draft")


def keep_draft(draft: Draft | None) -> None:
    """Keeps an upload over page switches; None forgets it."""
    st.session_state["draft"] = draft
