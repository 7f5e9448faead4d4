"""The parts of Learn in their order: the list to choose from, and the way to the neighbours."""

from typing import Final

import streamlit as st

from course import progress
from course.lessons import LESSONS
from course.quiz import quiz
from course.story import bleu
from ui.kit import steps
from ui.kit.steps import Step
from ui.session import state

ERRATA: Final = "errata"
"""The last part's name in the address."""
NUMBERED: Final = (bleu.NAME, *LESSONS)
"""Lessons with a question from 1 on."""
PARTS: Final = (*NUMBERED, ERRATA)
"""What can be read and presented."""
_before, _after = quiz.NAMES
NAMES: Final = (_before, *NUMBERED, _after, ERRATA)
"""Names of all parts, in their order."""
STEPS_KEY: Final = "lesson-steps"
STEPS = (Step("previous-lesson", "Previous", "back"), Step("next-lesson", "Next", "on"))


def lesson_number(name: str) -> int:
    return NUMBERED.index(name)


def numbered(asked: str) -> str | None:
    """The lesson of this number; None where that is none, or no number."""
    return {str(place): name for place, name in enumerate(NUMBERED)}.get(asked)


def part_title(name: str) -> str:
    if name == ERRATA:
        return "Errata in the literature"
    if name in quiz.NAMES:
        return quiz.quiz_title(name)
    return f"{lesson_number(name)}. {bleu.TITLE if name == bleu.NAME else LESSONS[name].title}"


def following(name: str) -> str:
    """The part after this one; after the last one that itself."""
    return NAMES[min(NAMES.index(name) + 1, len(NAMES) - 1)]


def draw_lesson_list(name: str) -> None:
    """The list of lessons, and the way to the neighbours."""
    last = state.heard(STEPS_KEY)

    def take() -> None:
        if not steps.is_pressed_since(STEPS_KEY, last):
            state.choose_lesson(state.widget_value("lesson_list"))

    state.set_widget_value("lesson_list", name)
    st.selectbox(
        "Lesson",
        NAMES,
        key="lesson_list",
        format_func={
            which: progress.label_with_progress(which, part_title(which), which == name) for which in NAMES
        }.__getitem__,
        label_visibility="collapsed",
        width=330,
        on_change=take,
    )
    steps.draw_steps(STEPS_KEY, STEPS, len(NAMES), _place, lambda to, heard: state.choose_lesson(NAMES[to], "", heard))


def _place() -> int:
    return NAMES.index(state.chosen_lesson(NAMES, bleu.NAME))


def draw_next_part(name: str, is_done: bool) -> None:
    """What stands at the end of a part: the way to the next one."""
    if (to := following(name)) != name:
        st.button(
            f"Next: {part_title(to)}",
            key="next-below",
            type="primary" if is_done else "secondary",
            on_click=state.choose_lesson,
            args=(to,),
        )
