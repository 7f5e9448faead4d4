"""A part of a page that is drawn alone after something in it was used: the rest is neither computed nor sent again."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import streamlit as st

from scoring import TooLong
from ui.kit import exports
from ui.session import state

KEY = "part"
"""Key of the fragment."""


@dataclass
class _PartState:
    """The state with which the page was drawn."""

    rest: Any = None
    tables: set[str] | None = None
    """Titles of the tables that the part offered; None before it was drawn."""


def draw_rerun_part(part: Callable[[], None], rest: Callable[[], Any]) -> None:
    """Draw a part of a page, and draw it alone when something in it was used.

    ``rest`` returns the values that the part can change and on which the rest of the page depends: if they change, the
    whole page is drawn. The whole page is also drawn if the part offers other tables, or if the address has to follow
    without ``read_on``.
    """
    menu, page_state = exports.page_tables(), _PartState()

    def run() -> None:
        is_again = page_state.tables is not None
        if is_again and (rest() != page_state.rest or not state.is_place_drawn()):
            st.rerun()
        with exports.collect_part_tables() as tables:
            try:
                part()
            except TooLong as error:
                st.warning(str(error))
        if not is_again:
            page_state.rest, page_state.tables = rest(), set(tables)
        elif set(tables) != page_state.tables:
            st.rerun()
        else:
            state.send_address()
        menu.update(tables)

    st.fragment(run, key=KEY)()


def read_on() -> None:
    """Draw the part alone after a callback in it has led to another segment, and let the address follow; a callback.

    If the page was not complete before, the whole page is drawn.
    """
    with suppress(st.errors.StreamlitAPIException):
        st.rerun([state.PLACE_PART, KEY])
