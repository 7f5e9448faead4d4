"""The parts of Learn in their order: the list, the buttons to the neighbours, and the visitor's progress.

Progress is shown by signs, never by colour alone.
"""

from collections.abc import Callable, Sequence
from typing import Final

import streamlit as st
from markupsafe import Markup

from course import memory
from course.lessons import LESSONS
from course.quiz import quiz
from course.records import Mark
from course.story import bleu
from scoring.output.markup.html import page
from ui.kit import steps
from ui.kit.steps import Step
from ui.session import send, state

SIGNS: dict[Mark, tuple[str, str]] = {
    "": ("·", "not yet"),
    "seen": ("✓", "read"),
    "right": ("✓", "right"),
    "other": ("–", "answered, not right"),
}
"""Sign and meaning of each mark."""


def draw_course_progress(names: Sequence[str], here: str, title: Callable[[str], str]) -> None:
    """Draw a small sign for each part, in a row, and the numbers of right and of all answers."""
    marks = {name: memory.mark_of_part(name) for name in names}
    signs = Markup("").join(_sign(title(name), mark, name == here) for name, mark in marks.items())
    n_right = list(marks.values()).count("right")
    n_answered = n_right + list(marks.values()).count("other")
    summary = Markup("{} of {} right").format(n_right, n_answered) if n_answered else ""
    send.html(page(Markup('<div class="way"><ol>{}</ol><span>{}</span></div>').format(signs, summary)), "content")


def offer_to_forget(names: Sequence[str]) -> None:
    """Draw the button that forgets all answers, if there are any."""
    if any(memory.mark_of_part(name) for name in names) or any(quiz.quiz_answers().values()):
        st.button("Forget my answers", key="forget", type="tertiary", on_click=forget_answers, args=(names,))


def forget_answers(names: Sequence[str]) -> None:
    """Forget all answers, in lessons and in the quiz."""
    memory.forget_parts(names)
    quiz.forget_quiz()


def _sign(title: str, mark: Mark, is_here: bool) -> Markup:
    sign, meaning = SIGNS[mark]
    label = f"{title}: {meaning}{', you are here' if is_here else ''}"
    here = Markup(' aria-current="step"') if is_here else ""
    return Markup('<li class="{}" title="{}"{}><span role="img" aria-label="{}">{}</span></li>').format(
        mark or "open", label, here, label, sign
    )


def label_with_progress(name: str, title: str, is_here: bool) -> str:
    """Return the label of a part in the list of lessons, with its sign."""
    mark = memory.mark_of_part(name)
    return f"{title} {SIGNS[mark][0]} {SIGNS[mark][1]}" if mark and not is_here else title


ERRATA: Final = "errata"
"""Name of the last part in the address."""
NUMBERED: Final = (bleu.NAME, *LESSONS)
"""Names of the lessons, numbered from 0; all except the first have a question."""
PARTS: Final = (*NUMBERED, ERRATA)
"""Names of the parts that can be read and presented."""
_before, _after = quiz.NAMES
NAMES: Final = (_before, *NUMBERED, _after, ERRATA)
"""Names of all parts, in their order."""
STEPS_KEY: Final = "lesson-steps"
STEPS = (Step("previous-lesson", "Previous", "back"), Step("next-lesson", "Next", "on"))


def lesson_number(name: str) -> int:
    return NUMBERED.index(name)


def lesson_by_number(number: str) -> str | None:
    """Return the name of the lesson with this number; None if there is no such lesson or no number."""
    return {str(place): name for place, name in enumerate(NUMBERED)}.get(number)


def part_title(name: str) -> str:
    if name == ERRATA:
        return "Errata in the literature"
    if name in quiz.NAMES:
        return quiz.quiz_title(name)
    return f"{lesson_number(name)}. {bleu.TITLE if name == bleu.NAME else LESSONS[name].title}"


def following(name: str) -> str:
    """Return the name of the next part; the last part is followed by itself."""
    return NAMES[min(NAMES.index(name) + 1, len(NAMES) - 1)]


def draw_lesson_list(name: str) -> None:
    """Draw the list of lessons, and the buttons to the neighbours."""
    last = state.last_handled_press(STEPS_KEY)

    def take() -> None:
        if not steps.is_pressed_since(STEPS_KEY, last):
            state.choose_lesson(state.widget_value("lesson_list"))

    state.set_widget_value("lesson_list", name)
    st.selectbox(
        "Lesson",
        NAMES,
        key="lesson_list",
        format_func={part: label_with_progress(part, part_title(part), part == name) for part in NAMES}.__getitem__,
        label_visibility="collapsed",
        width=330,
        on_change=take,
    )
    steps.draw_steps(STEPS_KEY, STEPS, len(NAMES), _place, lambda to, heard: state.choose_lesson(NAMES[to], "", heard))


def _place() -> int:
    return NAMES.index(state.chosen_lesson(NAMES, bleu.NAME))


def draw_next_part(name: str, is_done: bool) -> None:
    """Draw the button at the end of a part that leads to the next one."""
    if (to := following(name)) != name:
        st.button(
            f"Next: {part_title(to)}",
            key="next-below",
            type="primary" if is_done else "secondary",
            on_click=state.choose_lesson,
            args=(to,),
        )
