"""The only reader and writer of st.session_state and of the URL's query parameters.

Widgets of the shell bind themselves to the URL by their key (``bind="query-params"``), and Streamlit keeps both in
step, over page switches and with Back. What is in the address and has no widget in the shell, the test set's id, the
segment's number and the step on the way through its edits, is bound to text inputs that the shell draws out of sight.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode
from uuid import uuid4

import streamlit as st

from scoring.formats import Column, FormatError
from ui.kit import send

ADDRESS = {"set": "news-en-es", "segment": "1", "step": "0", "lesson": ""}
"""What is in the address without a widget in the shell, and what holds where the address says nothing."""

TEXT = "text"
"""The parameter of the Playground's texts, which no widget holds."""
EXAMPLE = "example"
"""The parameter that names an example whose settings are to be set."""


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
    send.hide("address")
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


def visitor() -> str:
    """Who this is, for what is shared by all sessions."""
    return st.session_state.setdefault("visitor", uuid4().hex)


def offer(key: str, value: Any) -> None:
    """Sets what a widget shows; before the widget is drawn."""
    st.session_state[key] = value


def forget(keys: Iterable[str]) -> None:
    """For callbacks: drops what these widgets hold; they are not drawn again."""
    for key in keys:
        st.session_state.pop(key, None)


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


def chosen_lesson(names: Sequence[str]) -> str:
    """The lesson in use; the first one where the address names none of them."""
    asked = st.session_state["lesson"]
    return asked if asked is not None and asked in names else names[0]


def choose_lesson(name: str) -> None:
    """For callbacks."""
    st.session_state["lesson"] = name


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


def brought_text(decode: Callable[[str], Any]) -> Any | None:
    """What the address says of the Playground's texts, where the Playground has not said it itself.

    Raises what ``decode`` raises, until the reader writes something else.
    """
    code = st.query_params.get(TEXT)
    if not code or code == st.session_state.get("text_known"):
        return None
    texts = decode(code)
    st.session_state["text_known"] = code
    return texts


def keep_text() -> None:
    """For callbacks: what the reader writes counts from now on, and not what the address says."""
    st.session_state["text_known"] = st.query_params.get(TEXT)


def give_text(code: str) -> None:
    """Puts the Playground's texts into the address, or none; those before stay in the browser's history."""
    st.session_state["text_known"] = code
    if code:
        if code != st.query_params.get(TEXT):
            st.query_params[TEXT] = code
    elif TEXT in st.query_params:
        del st.query_params[TEXT]


def take_example(settings: Mapping[str, Mapping[str, Any]]) -> None:
    """For the shell, before any widget: sets what the example in the address needs, once at each of its openings.

    ``settings`` are by the example's name, none on pages that show no example. Within the app what widgets hold wins
    over what the address says; a visit that begins at this address goes by all that it says.
    """
    asked = st.query_params.get(EXAMPLE)
    name = asked if asked in settings else None
    if name is not None and name != st.session_state.get("example_open") and "brought" in st.session_state:
        hold(settings[name])
        st.session_state["brought"] = ("An example", settings[name])
    st.session_state["example_open"] = name


def example(names: Sequence[str]) -> str:
    """The example that the address names; the first one where it names none of them."""
    asked = st.query_params.get(EXAMPLE)
    return asked if asked is not None and asked in names else names[0]


def note_link(usual: Mapping[str, Any]) -> None:
    """For the shell, once its widgets are drawn: keeps what of the settings the visit's first address has changed."""
    if "brought" not in st.session_state:
        asked = {key: current(key, value) for key, value in usual.items() if current(key, value) != value}
        st.session_state["brought"] = ("The link", asked)


def brought() -> tuple[str, dict[str, Any]]:
    """What has brought settings last, and those settings by key; none where one of them holds no longer."""
    origin, settings = st.session_state["brought"]
    return origin, settings if all(current(key, value) == value for key, value in settings.items()) else {}


def hold(settings: Mapping[str, Any]) -> None:
    """For callbacks, or before widgets are drawn: what they are to hold from now on, by key."""
    st.session_state.update(settings)


def link(code: str, names: Iterable[str]) -> str:
    """The page's full address with these texts and, of all that the address says, the parameters with these names."""
    asked = {name: st.query_params[name] for name in names if name in st.query_params}
    return f"{st.context.url or ''}?{urlencode({TEXT: code} | asked)}"


def draft() -> Draft | None:
    return st.session_state.get("draft")


def keep_draft(draft: Draft | None) -> None:
    """Keeps an upload over page switches; None forgets it."""
    st.session_state["draft"] = draft
