"""Where to begin? Three doors, the sets used last, and what the sample sets are good for."""

import streamlit as st

from course.story import bleu
from ui.account import signing
from ui.data import drop, samples
from ui.kit import address
from ui.projects import recent
from ui.session import state


def main() -> None:
    signing.draw_take_over()
    with st.container(horizontal=True, gap="small", key="doors"):
        with st.container(border=True, height="stretch", key="door-compare"):
            st.markdown("**Compare systems**")
            st.caption("Which one is better? Or why is a score low?")
            drop.choose_files()
        with st.container(gap="small"):
            draw_lessons_door()
            draw_door("playground", "Try two sentences", "Change a word and watch every number move.")
    drop.show_draft_or_refusal()
    recent.draw_recent_sets("Continue", instead="Nothing yet. “Use this set” keeps the files that you drop.")
    st.subheader("Or open a sample", anchor=False)
    samples.draw_sample_sets()


def draw_lessons_door() -> None:
    """Draw a door to the first lesson; a plain link would lead to the lesson that was read last."""
    with st.container(border=True, key="door-learn"):
        st.button("**Learn BLEU in ten minutes**", key="begin-lessons", type="tertiary", on_click=begin_lessons)
        st.caption("What BLEU counts, and what it misses.")


def begin_lessons() -> None:
    """Open the first lesson; a callback."""
    state.set_address_values({"lesson": bleu.NAME, "part": "", "present": "", "notes": ""})
    state.open_page_in_next_run("learn")


def draw_door(page: str, title: str, description: str) -> None:
    with st.container(border=True, key=f"door-{page}"):
        address.page_link(page, f"**{title}**")
        st.caption(description)


main()
