"""Where candidates come from: the systems of the set in use, a visitor's file of lists, or the sample's lists."""

from collections.abc import Callable, Mapping

import streamlit as st

from scoring.choosing import parse
from scoring.formats.columns import counted
from ui import language, state
from ui.choose import bringing
from ui.choose.candidates import Candidates, of_lists, of_sample, of_systems
from ui.choose.names import is_choice
from ui.context import Context
from ui.kit import address
from ui.store import cache

KEY = "candidates"
SYSTEMS, OWN, SAMPLE = "systems", "lists", "sample"
SOURCES = {SYSTEMS: "Systems of this set", OWN: "Your own lists", SAMPLE: "Sample lists"}
FEW = (
    "Choosing takes several candidates for each segment; this set shows one system. Show another one in the sidebar, or"
    " take lists: a beam, samples or an n-best list."
)


def choose() -> str:
    return address.named("Candidates", SOURCES, KEY, 240)


def find(context: Context, source: str) -> Candidates | None:
    """None where there are none yet; then the page says what to do."""
    return FOUND[source](context)


def _systems(context: Context) -> Candidates | None:
    names = [name for name in context.shown if not is_choice(name)]
    if len(names) > 1:
        return of_systems(context, names)
    st.info(FEW)
    offer_samples()
    return None


def _own(context: Context) -> Candidates | None:
    brought = bringing.current()
    is_there = brought is not None and brought.lists is not None
    if is_there:
        with st.popover("Other lists", key="choose-other"):
            st.text(f"In use: {brought.file}")
            st.button("Forget these lists", key="forget-lists", on_click=bringing.forget)
            bringing.draw(context)
    else:
        bringing.draw(context)
        offer_samples()
    brought = bringing.current()
    if brought is None or brought.lists is None:
        return None
    try:
        return of_lists(context, brought, state.visitor())
    except ValueError as error:
        st.error("These lists do not go with the set in use.")
        st.code(str(error), language=None, wrap_lines=True)
        bringing.draw(context)
        return None
