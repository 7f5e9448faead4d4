"""Widgets whose value stands in the address, where anybody may write anything: what they give is always of its kind.

Streamlit checks most parameters by itself, and takes those that no widget can hold out of the address. Not so where a
whole number may be infinite, or where a choice that must be made is written without a value: these are read here.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal, TypeVar

import streamlit as st

from ui.session import state

T = TypeVar("T")


def whole_number_field(label: str, lowest: int, highest: int, usual: int, step: int, key: str, width: int) -> int:
    """A field for a whole number; the usual one where the address says none between ``lowest`` and ``highest``."""
    ends = float(lowest), float(highest)
    number = st.number_input(
        label, *ends, float(usual), float(step), key=key, width=width, format="%.0f", bind="query-params"
    )
    return int(number)


def one_of(
    label: str,
    options: Sequence[T],
    usual: T,
    key: str,
    format_func: Callable[[Any], str] = str,
    label_visibility: Literal["visible", "hidden", "collapsed"] = "visible",
    as_pills: bool = False,
) -> T:
    """A row of options of which one is always chosen: the usual one where the address names none of them."""
    draw = st.pills if as_pills else st.segmented_control
    chosen = draw(
        label,
        options,
        default=usual,
        key=key,
        required=True,
        format_func=format_func,
        label_visibility=label_visibility,
        bind="query-params",
    )
    return usual if chosen is None else chosen


def named_option_field(label: str, names: Mapping[str, str], key: str, width: int, help: str | None = None) -> str:
    """A list of options under the names that people read; in the address either name stands, as on the command line.

    The first one where the address names none of them.
    """
    state.translate_asked(key, names)
    return st.selectbox(
        label, list(names), key=key, format_func=names.__getitem__, width=width, help=help, bind="query-params"
    )


def tabs(parts: Mapping[str, Callable[[], object]], key: str) -> None:
    """Alternatives by their names, of which only the open one is computed and drawn; the first one at first."""
    for tab, draw in zip(st.tabs(list(parts), key=key, bind="query-params"), parts.values(), strict=True):
        if tab.open:
            with tab:
                draw()
