"""The misprints, shown one at a time, as the last part of Lessons and on the page Errata."""

import pandas as pd
import streamlit as st

from course.errata.errata import ERRATA, Erratum, computation_table
from ui.kit import address, exports
from ui.session import send, state
from ui.session.settings import USUAL
from ui.store import waiting

SIDE_WIDTH = 402
"""Width in px of the printed and of the right text, which are side by side on a projector."""


def draw_misprints() -> bool:
    """Draw the choice of a misprint and the chosen one; return whether it is the last."""
    # Back from the Playground leads to an address with the example's name in it, and without the pill's.
    usual = state.example(list(ERRATA))
    name = address.draw_single_choice(
        "Misprints", list(ERRATA), usual, "erratum", label_visibility="collapsed", as_pills=True
    )
    if part := ERRATA[name].agreement_part:
        address.page_link("agreement", f"Agreement with people: the tab {part}", agreement_part=part)
    waiting.when_compiled(lambda: show_erratum(ERRATA[name]))
    return name == [*ERRATA][-1]


def show_erratum(erratum: Erratum) -> None:
    st.header(erratum.claim, anchor=False)
    printed, right = erratum.formulas
    with st.container(horizontal=True, key="sides"):
        show_side("Printed", erratum.printed, printed, erratum.source)
        show_side("Right", erratum.right, right)
    rows = erratum.rows(erratum)
    send.html(computation_table(rows))
    with st.container(horizontal=True, vertical_alignment="center"):
        # Were the settings not in the link, each would come into the address by a step of its own in the history.
        settings = {key: str(value).lower() for key, value in erratum.settings.items() if value != USUAL[key]}
        settings |= {"view": erratum.view, "example": erratum.name}
        address.playground_link(erratum.texts, "Open in Playground", **settings)
        exports.offer_table(pd.DataFrame(rows, columns=["what", "printed", "computed"]), "Erratum")


def show_side(name: str, words: str, formula: str, source: str = "") -> None:
    with st.container(width=SIDE_WIDTH, border=True):
        st.markdown(f"**{name}.** {words}")
        if formula:
            st.latex(formula)
        if source:
            st.caption(source)
