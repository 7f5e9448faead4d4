"""A part of a page that is drawn alone when something in it was used: the rest is neither computed nor sent again."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import streamlit as st

from scoring import TooLong
from ui.kit import exports
from ui.session import state

KEY = "part"
"""The fragment's."""


@dataclass
class _Drawn:
    """What the page was drawn with."""

    rest: Any = None
    tables: set[str] | None = None
    """titles of the tables that the part offered; None before it was drawn"""


def draw_rerun_part(part: Callable[[], None], rest: Callable[[], Any]) -> None:
    """Draws a part of a page, and draws it alone when something in it was used.

    ``rest`` is what the rest of the page follows from and the part can change: where it is another one, the whole page
    is drawn. So it is where the part offers other tables, and where the address is to follow without ``read_on``.
    """
    menu, drawn = exports.of_page(), _Drawn()

    def run() -> None:
        is_again = drawn.tables is not None
        if is_again and (rest() != drawn.rest or not state.is_place_drawn()):
            st.rerun()
        with exports.offered_by_part() as tables:
            try:
                part()
            except TooLong as error:
                st.warning(str(error))
        if not is_again:
            drawn.rest, drawn.tables = rest(), set(tables)
        elif set(tables) != drawn.tables:
            st.rerun()
        else:
            state.say_address()
        menu.update(tables)

    st.fragment(run, key=KEY)()


def read_on() -> None:
    """For callbacks in the part that lead to another segment: the part is drawn alone, and the address follows.

    Who is so fast that the page has not drawn it yet gets the whole page.
    """
    with suppress(st.errors.StreamlitAPIException):
        st.rerun([state.PLACE_PART, KEY])
