"""The parts of Learn in their order: the list to choose from, and the way to the neighbours."""

from typing import Final

import streamlit as st

from ui import state
from ui.learn import bleu
from ui.learn.lessons import LESSONS

ERRATA: Final = "errata"
"""The last part's name in the address."""
NAMES: Final = (bleu.NAME, *LESSONS, ERRATA)
"""Of all parts, in their order."""


def title(name: str) -> str:
    """Lessons with a question are numbered from 1."""
    if name == ERRATA:
        return "Errata in the literature"
    return f"{NAMES.index(name)}. {bleu.TITLE if name == bleu.NAME else LESSONS[name].title}"


def choose(name: str) -> None:
    """The list of lessons, and the way to the neighbours."""
    state.offer("lesson_list", name)
    st.selectbox(
        "Lesson",
        NAMES,
        key="lesson_list",
        format_func=title,
        label_visibility="collapsed",
        width=330,
        on_change=lambda: state.choose_lesson(state.current("lesson_list")),
    )
    place = NAMES.index(name)
    for label, to in (("Previous", place - 1), ("Next", place + 1)):
        there = 0 <= to < len(NAMES)
        st.button(
            label,
            key=f"{label.lower()}-lesson",
            disabled=not there,
            on_click=state.choose_lesson,
            args=(NAMES[to] if there else name,),
        )
