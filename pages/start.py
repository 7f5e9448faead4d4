"""Where to begin? Three doors, the sets of this visit, and what the sample sets are good for."""

import streamlit as st

from ui import state
from ui.data import drop, keeping, samples
from ui.kit import links
from ui.store import cache


def main() -> None:
    with st.container(horizontal=True, gap="small", key="doors"):
        compare_systems()
        with st.container(gap="small"):
            door("learn", "Learn BLEU in ten minutes", "What the number counts, and what it does not see.")
            door("playground", "Try two sentences", "Write one, change a word, and see every number move.")
    drop.show_read()
    show_recent()
    st.subheader("Or begin with a sample", anchor=False)
    samples.draw()


def compare_systems() -> None:
    with st.container(border=True, height="stretch", key="door-compare"):
        st.markdown("**Compare systems**")
        st.caption("Which output is better, and is the difference more than chance? The answer comes first.")
        drop.choose_files()


def door(page: str, title: str, said: str) -> None:
    with st.container(border=True, key=f"door-{page}"):
        links.page_link(page, f"**{title}**")
        st.caption(said)


def show_recent() -> None:
    """The sets of one's own that this visit has used, the last one first."""
    own = [identity for identity in reversed(state.own_sets()) if identity not in cache.SAMPLES]
    kept = {identity: cache.named_set(identity, state.visitor()) for identity in own}
    there = {identity: test_set for identity, test_set in kept.items() if test_set is not None}
    if not there:
        return
    st.subheader("Go on", anchor=False)
    for identity, test_set in there.items():
        with st.container(horizontal=True, vertical_alignment="center"):
            st.button("See the verdict", key=f"recent-{identity}", on_click=keeping.use, args=(identity,))
            st.text(f"{test_set.name} · {len(test_set):,} segments, {len(test_set.systems)} systems")


main()
