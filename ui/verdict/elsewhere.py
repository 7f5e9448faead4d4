"""What a difference of this size has meant elsewhere, folded beside the verdict."""

import streamlit as st

from scoring.studies.verdict import Decision
from scoring.studies.verdict_words import meant_elsewhere


def show_elsewhere(decision: Decision) -> None:
    """Nothing where no study tells it."""
    said = meant_elsewhere(decision)
    if said is not None:
        with st.expander("What such a difference has meant elsewhere"):
            st.markdown(said)
