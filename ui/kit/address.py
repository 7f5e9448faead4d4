"""Widgets whose value is in the address, and links with values for them.

In the address anybody may write anything: what the widgets here give is always of its kind. Streamlit checks most
parameters by itself, and removes values from the address that no widget can hold. Not so where a whole number may be
infinite, or where a choice that must be made is written without a value: these are read here.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

import streamlit as st

from ui.kit import texts as playground
from ui.session import navigation, state

T = TypeVar("T")
USUAL_VIEW = "n-grams"
"""The view that the Playground shows where its address names none."""


def whole_number_field(label: str, lowest: int, highest: int, usual: int, step: int, key: str, width: int) -> int:
    """Return a field for a whole number; the usual one where the address says none between ``lowest`` and ``highest``."""
    low, high, at, by = map(float, (lowest, highest, usual, step))
    return int(st.number_input(label, low, high, at, by, "%.0f", key, width=width, bind="query-params"))


def one_of(label: str, options: Sequence[T], usual: T, key: str, as_pills: bool = False, **look: Any) -> T:
    """Return a row of options, one of them always chosen: the usual one where the address names none of them.

    ``look`` are other arguments of the widget, here and below.
    """
    draw = st.pills if as_pills else st.segmented_control
    chosen = draw(label, options, default=usual, key=key, required=True, bind="query-params", **look)
    return usual if chosen is None else chosen


def several_of(label: str, names: Mapping[T, str], usual: Sequence[T], key: str, **look: Any) -> list[T]:
    """Options under the names that people read. Returns the chosen ones in their order, or the usual ones."""
    chosen = st.multiselect(label, list(names), usual, names.__getitem__, key, bind="query-params", **look)
    return [name for name in names if name in (chosen or usual)]


def choose_named(label: str, names: Mapping[T, str], key: str, **look: Any) -> T:
    """A list of options under the names that people read, which is not in the address."""
    return st.selectbox(label, list(names), format_func=names.__getitem__, key=key, **look)


def named_option_field(
    label: str, names: Mapping[str, str], key: str, width: int, help: str | None = None, **look: Any
) -> str:
    """A list of options under the names that people read; in the address either name stands, as on the command line.

    The first one where the address names none of them.
    """
    state.translate_asked(key, names)
    return choose_named(label, names, key, width=width, help=help, bind="query-params", **look)


def tabs(parts: Mapping[str, Callable[[], object]], key: str) -> None:
    """Alternatives by their names; only the open one, at first the first, is computed and drawn."""
    for tab, draw in zip(st.tabs(list(parts), key=key, bind="query-params"), parts.values(), strict=True):
        if tab.open:
            with tab:
                draw()


def page_link(name: str, label: str, **parameters: str | Sequence[str]) -> None:
    """``parameters`` are values of that page's and the shell's widgets, by key; several of one that takes a list."""
    if parameters:
        state.note_link(name, parameters)
    st.page_link(navigation.path(name), label=label, query_params=parameters or None)


def playground_link(texts: playground.Texts, label: str, **parameters: str) -> None:
    """Opens texts in the Playground; ``parameters`` are further ones of its address.

    A value that is the usual one is left out: Streamlit would take it out of the address, and Back lead to it first.
    """
    further = {name: value for name, value in parameters.items() if (name, value) != ("view", USUAL_VIEW)}
    code = playground.encode(texts)
    fits = playground.fits(code) and not playground.text_problem(texts)
    help = None if fits else "Too much for a link. Show fewer systems, or paste the texts there."
    page, query = navigation.path("playground"), {"text": code if fits else "", **further}
    st.page_link(page, label=label, icon=":material/edit_note:", disabled=not fits, help=help, query_params=query)
