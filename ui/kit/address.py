"""Widgets whose value is in the address, and links with values for such widgets.

Anybody may write anything into the address, so the functions here always return a valid value. Streamlit checks most
parameters by itself, and removes values from the address that no widget can hold. It does not check for an infinite
whole number, nor for a required choice without a value: these are checked here.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

import streamlit as st

from ui.kit import texts as playground
from ui.session import navigation, state

T = TypeVar("T")
USUAL_VIEW = "n-grams"
"""View that the Playground shows if its address names none."""


def draw_whole_number(label: str, lowest: int, highest: int, usual: int, step: int, key: str, width: int) -> int:
    """Draw a field for a whole number and return the number.

    It is ``usual`` if the address has no number from ``lowest`` to ``highest``.
    """
    low, high, at, by = map(float, (lowest, highest, usual, step))
    return int(st.number_input(label, low, high, at, by, "%.0f", key, width=width, bind="query-params"))


def draw_single_choice(label: str, options: Sequence[T], usual: T, key: str, as_pills: bool = False, **look: Any) -> T:
    """Draw a row of options and return the chosen one; ``usual`` if the address names none of them.

    ``look`` are other arguments of the widget, here and below.
    """
    draw = st.pills if as_pills else st.segmented_control
    chosen = draw(label, options, default=usual, key=key, required=True, bind="query-params", **look)
    return usual if chosen is None else chosen


def draw_multiple_choice(label: str, names: Mapping[T, str], usual: Sequence[T], key: str, **look: Any) -> list[T]:
    """Draw a list of options under their labels; return the chosen ones in the list's order, or the usual ones."""
    chosen = st.multiselect(label, list(names), usual, names.__getitem__, key, bind="query-params", **look)
    return [name for name in names if name in (chosen or usual)]


def draw_named_choice(label: str, names: Mapping[T, str], key: str, **look: Any) -> T:
    """Draw a list of options under their labels, and return the chosen one, which is not in the address."""
    return st.selectbox(label, list(names), format_func=names.__getitem__, key=key, **look)


def draw_named_option(
    label: str, names: Mapping[str, str], key: str, width: int, help: str | None = None, **look: Any
) -> str:
    """Draw a list of options under their labels, and return the chosen one.

    The address may have the option's name, as on the command line, or its label. If it has neither, the first option is
    chosen.
    """
    state.translate_asked(key, names)
    return draw_named_choice(label, names, key, width=width, help=help, bind="query-params", **look)


def tabs(parts: Mapping[str, Callable[[], object]], key: str) -> None:
    """Draw tabs by their names; only the open one, at first the first, is computed and drawn."""
    for tab, draw in zip(st.tabs(list(parts), key=key, bind="query-params"), parts.values(), strict=True):
        if tab.open:
            with tab:
                draw()


def page_link(name: str, label: str, **parameters: str | Sequence[str]) -> None:
    """Draw a link to a page.

    ``parameters`` are values of widgets of that page and of the shell, by key; several values for a widget of a list.
    """
    if parameters:
        state.note_link(name, parameters)
    st.page_link(navigation.path(name), label=label, query_params=parameters or None)


def playground_link(texts: playground.Texts, label: str, **parameters: str) -> None:
    """Draw a link that opens texts in the Playground; ``parameters`` are further ones of its address.

    A value that is the usual one is left out: Streamlit would remove it from the address, and Back would lead there
    first.
    """
    further = {name: value for name, value in parameters.items() if (name, value) != ("view", USUAL_VIEW)}
    code = playground.encode(texts)
    fits = playground.fits(code) and not playground.text_problem(texts)
    help = None if fits else "Too much for a link. Show fewer systems, or paste the texts there."
    page, query = navigation.path("playground"), {"text": code if fits else "", **further}
    st.page_link(page, label=label, icon=":material/edit_note:", disabled=not fits, help=help, query_params=query)
