"""The cards of the sample sets: what each is good for, and the way to its verdict."""

import streamlit as st

from ui.context import language
from ui.store.samples import GOOD_FOR, SAMPLES


def draw_sample_sets() -> None:
    """Draw one card for each sample set."""
    with st.container(horizontal=True, gap="small", key="samples"):
        for identity, name in SAMPLES.items():
            with st.container(border=True, height="stretch"):
                st.markdown(f"**{name}**")
                st.caption(GOOD_FOR[identity])
                st.button("See the verdict", key=f"use-{identity}", on_click=language.see_verdict, args=(identity,))
