"""Scores over time among the files that a visitor dropped: what they are of, and the way to see them."""

import streamlit as st

from scoring.output.numbers import counted
from server.memory.limits import OverLimit
from ui.data import draft as drafts
from ui.data.draft import Draft
from ui.session import state
from ui.store import histories
from ui.store.histories import OverTime


def draw_histories(draft: Draft) -> None:
    """A row for each file of them."""
    for number, found in enumerate(draft.histories):
        with st.container(border=True, horizontal=True, vertical_alignment="center"):
            st.text(describe_history(found), width="stretch")
            key = f"over-time-{draft.version}-{number}"
            st.button("See them on Overview", key=key, type="primary", on_click=_see, args=(found,))
            if not draft.columns and not draft.judgments and not number:
                st.button("Forget these files", key="forget", on_click=drafts.forget_draft)


def describe_history(found: OverTime) -> str:
    """In one line."""
    names = {point.name for line in found.lines for point in line.points}
    labels = ", ".join(line.label for line in found.lines)
    return f"{found.history.file}: scores over time of {counted(len(names), 'output')}, by {labels or 'no metric'}."


def _see(found: OverTime) -> None:
    """For the button: Overview shows them; the other files that were dropped stay where they are."""
    try:
        histories.open_(found)
    except OverLimit as error:
        state.set_widget_value("refused", str(error))
        return
    state.lead_to("overview")
