"""What the tabs of the page Agreement say where so few segments, or documents, show little."""

import streamlit as st

from scoring.agreement import words
from ui.agreement import jobs
from ui.agreement.asked import Asked
from ui.context import Context


def draw(context: Context, asked: Asked) -> None:
    n_units = jobs.resampling(asked, context.test_set).n_units(asked.judge.n_segments)
    for said in words.cautions(n_units, asked.unit):
        st.caption(said)
