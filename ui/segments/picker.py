"""The list of segments on the page: a click anywhere on a row chooses it, and the chosen one is marked and in sight.

Which one is chosen is told by a component of its own, so that the list is sent once and not again at every step.
"""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import streamlit as st

from ui import state
from ui.kit.steps import Heard

KEY = "picker"


def draw(
    rows: Sequence[Mapping[str, object]], colors: Sequence[str], chosen: int, choose: Callable[[int, Heard], object]
) -> None:
    """Draws the rows, as ``listing.rows`` makes them, their scores in these colours.

    ``chosen`` is the number of the segment that is chosen. ``choose`` takes the number of the one that is clicked, and
    what to note with it; it is called before the run that answers the click, or in it.
    """

    def take() -> bool:
        press, number = state.current(KEY, {}).get("chosen") or (0, 0)
        if press > state.heard(KEY):
            choose(number, {KEY: press})
            return True
        return False

    if take():
        st.rerun()
    _list(key=KEY, data={"rows": rows, "colors": colors}, on_chosen_change=take)
    _chosen(key=f"{KEY}-chosen", data={"number": chosen})


def _code(ending: str) -> str:
    return Path(__file__).with_suffix(ending).read_text(encoding="utf-8")


_list: Any = st.components.v2.component("bleuscope_segments", css=_code(".css"), js=_code(".js"))
_chosen: Any = st.components.v2.component("bleuscope_chosen_segment", js=_code(".chosen.js"))
