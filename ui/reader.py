"""Reading segment by segment: steps to the neighbours, and one system's output as the views need it."""

import numpy as np
import streamlit as st

from ui import cache, state
from ui.context import Context
from ui.highlight import Hypothesis


def steps(order: np.ndarray, index: int) -> None:
    """Previous and next in the given order of segments, by button and by key."""
    place = int(np.flatnonzero(order == index)[0])
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        for name, to, shortcut in (("Previous", place - 1, "k"), ("Next", place + 1, "j")):
            st.button(
                name,
                key=name.lower(),
                shortcut=shortcut,
                disabled=not 0 <= to < len(order),
                on_click=state.choose_segment,
                args=(int(order[min(max(to, 0), len(order) - 1)]),),
            )
        st.markdown(f"**Segment {index + 1:,}** &nbsp; {place + 1:,} of {len(order):,} listed")


def hypothesis(context: Context, statistics: cache.Statistics, system: str, index: int) -> Hypothesis:
    """One system's output for one segment with its matches and its arithmetic."""
    bleu, test_set = context.bleu, context.test_set
    matches = cache.matches(test_set.fingerprint, system, index, bleu.statistics_key, bleu, test_set)
    return Hypothesis(system, context.colors[system], matches, bleu.arithmetic(statistics[system][index]))
