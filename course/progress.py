"""Where one is among the parts of Learn, and how far one has come with each: by signs, never by colour alone."""

from collections.abc import Callable, Sequence

import streamlit as st
from markupsafe import Markup

from course import memory
from course.quiz import quiz
from course.records import Mark
from scoring.output.markup.html import page
from ui.session import send

SIGNS: dict[Mark, tuple[str, str]] = {
    "": ("·", "not yet"),
    "seen": ("✓", "read"),
    "right": ("✓", "right"),
    "other": ("–", "answered, not right"),
}
"""A sign, and what it means."""


def draw_course_progress(names: Sequence[str], here: str, title: Callable[[str], str]) -> None:
    """A small sign for each part, in a row, and how many questions were answered."""
    marks = {name: memory.mark_of_part(name) for name in names}
    signs = Markup("").join(_sign(title(name), mark, name == here) for name, mark in marks.items())
    n_right = list(marks.values()).count("right")
    n_answered = n_right + list(marks.values()).count("other")
    said = Markup("{} of {} right").format(n_right, n_answered) if n_answered else ""
    send.html(page(Markup('<div class="way"><ol>{}</ol><span>{}</span></div>').format(signs, said)), "content")


def offer_to_forget(names: Sequence[str]) -> None:
    """Where there is anything to be forgotten."""
    if any(memory.mark_of_part(name) for name in names) or any(quiz.quiz_answers().values()):
        st.button("Forget my answers", key="forget", type="tertiary", on_click=forget_answers, args=(names,))


def forget_answers(names: Sequence[str]) -> None:
    """For callbacks: all that was answered, in lessons and in the quiz."""
    memory.forget_parts(names)
    quiz.forget_quiz()


def _sign(title: str, mark: Mark, is_here: bool) -> Markup:
    sign, meaning = SIGNS[mark]
    said = f"{title}: {meaning}{', you are here' if is_here else ''}"
    here = Markup(' aria-current="step"') if is_here else ""
    return Markup('<li class="{}" title="{}"{}><span role="img" aria-label="{}">{}</span></li>').format(
        mark or "open", said, here, said, sign
    )


def label_with_progress(name: str, title: str, is_here: bool) -> str:
    """As the list of lessons has it."""
    mark = memory.mark_of_part(name)
    return f"{title} {SIGNS[mark][0]} {SIGNS[mark][1]}" if mark and not is_here else title
