"""Where to begin? Three doors, what was worked on last, and what the sample sets are good for."""

import streamlit as st

from ui.account import taking
from ui.data import drop, samples
from ui.kit import links
from ui.projects import recent


def main() -> None:
    taking.draw()
    with st.container(horizontal=True, gap="small", key="doors"):
        compare_systems()
        with st.container(gap="small"):
            door("learn", "Learn BLEU in ten minutes", "What the number counts and what it misses.")
            door("playground", "Try two sentences", "Change a word, and see every number move.")
    drop.show_read()
    recent.draw("Go on", instead="Nothing yet. “Use this set” keeps what you drop.")
    st.subheader("Or take a sample", anchor=False)
    samples.draw()


def compare_systems() -> None:
    with st.container(border=True, height="stretch", key="door-compare"):
        st.markdown("**Compare systems**")
        st.caption("Which is better, and by more than chance?")
        drop.choose_files()


def door(page: str, title: str, said: str) -> None:
    with st.container(border=True, key=f"door-{page}"):
        links.page_link(page, f"**{title}**")
        st.caption(said)


main()
