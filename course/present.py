"""Learn as slides: a lesson's question, then its answer, then the next question, by arrow keys.

With a class, the counts come between question and answer.
"""

from collections.abc import Callable, Mapping
from typing import Final

import streamlit as st
from markupsafe import Markup

from course import listing
from course.classroom.classroom_seat import CODE
from course.lessons import LESSONS
from course.quiz import quiz
from course.story import bleu
from scoring.output.markup.html import page
from ui.kit import steps
from ui.kit.steps import Heard, Step
from ui.session import navigation, send, state
from workspace import Lecture, Stage

COUNTS, ANSWER = "counts", "answer"
"""Values of the parameter ``part``: the counts of the class are shown; the answer is shown."""
PART_OF: Final[Mapping[Stage, str]] = {Stage.ASKED: "", Stage.COUNTED: COUNTS, Stage.ANSWERED: ANSWER}
STAGE_OF: Final[Mapping[str, Stage]] = {part: stage for stage, part in PART_OF.items()}
SLIDE_NAMES: Final[Mapping[str, str]] = {"": "question", COUNTS: "counts", ANSWER: "answer"}
STEPS = (
    Step("present-back", "Back", "back", "ArrowLeft", "←", ("PageUp",)),
    Step("present-on", "Next", "on", "ArrowRight", "→", ("PageDown",)),
)


def presented_places(in_class: bool) -> tuple[tuple[str, str], ...]:
    """Return the slides in the order of the keys: the name of the part, and its stage."""
    return tuple((name, part) for name in presented_names(in_class) for part in presented_parts(name, in_class))


def presented_names(in_class: bool) -> tuple[str, ...]:
    """Return the parts of Learn that can be presented; with a class also the quiz."""
    return listing.NAMES if in_class else listing.PARTS


def presented_parts(name: str, in_class: bool) -> tuple[str, ...]:
    if quiz.NAMES.get(name) == "after":
        return ("", ANSWER)
    if name not in LESSONS:
        return ("",)
    return ("", COUNTS, ANSWER) if in_class else ("", ANSWER)


def presented_place(name: str, in_class: bool) -> tuple[str, str]:
    part = state.address_value("part")
    return name, part if part in presented_parts(name, in_class) else ""


def presented_stage(name: str, in_class: bool) -> Stage:
    """Return the stage of the presented part."""
    return STAGE_OF[presented_place(name, in_class)[1]]


def move_to_answer(name: str) -> None:
    """Run the page again with the lesson's answer; for use in the middle of a run."""
    state.choose_lesson(name, ANSWER)
    st.rerun()


def begin_presentation() -> None:
    """Begin the presentation at the chosen lesson, which may differ from the lesson that was drawn; a callback."""
    state.set_address_values({"lesson": state.chosen_lesson(listing.NAMES, bleu.NAME), "part": "", "present": "1"})


def leave_presentation() -> None:
    """Leave the presentation; a callback."""
    state.set_address_values({"part": "", "present": ""})


def show_presented_part(name: str, draw: Callable[[], None], lecture: Lecture | None) -> None:
    """Draw a slide under a line with the progress and a link to the teacher's notes."""
    in_class = lecture is not None
    with st.container(key="presenting"):
        with st.container(horizontal=True, vertical_alignment="center", gap="small", key="present-bar"):
            send.html(page(progress_line(name, in_class)))
            draw_slide_steps("present-steps", in_class)
            if name in listing.PARTS:
                st.link_button("Notes", notes_address(name, lecture), type="tertiary")
            st.button("Leave", key="leave", type="tertiary", shortcut="Escape", on_click=leave_presentation)
        draw()


def progress_line(name: str, in_class: bool) -> Markup:
    """Return the number of the lesson, of all lessons, and a bar of progress, as HTML."""
    places, place = presented_places(in_class), presented_place(name, in_class)
    share = (places.index(place) + 1) / len(places)
    position = f"{listing.lesson_number(name)} of {len(LESSONS)} · {SLIDE_NAMES[place[1]]}" if name in LESSONS else ""
    bar = Markup('<i style="width:{:.1f}%"></i>').format(100 * share)
    return Markup('<div class="presented"><h2>{}</h2><span>{}</span>{}</div>').format(
        listing.part_title(name), position, bar
    )


def draw_slide_steps(key: str, in_class: bool) -> None:
    """Draw the buttons, with keys, that go to the previous and the next slide."""
    places = presented_places(in_class)

    def place() -> int:
        return places.index(presented_place(state.chosen_lesson(presented_names(in_class), bleu.NAME), in_class))

    def go(to: int, heard: Heard) -> None:
        state.choose_lesson(*places[to], heard)

    steps.draw_steps(key, STEPS, len(places), place, go, quiet=True)


def notes_address(name: str, lecture: Lecture | None) -> str:
    """Return the address of a lesson's notes for its teacher; with a class, they show its answers."""
    of_class = "" if lecture is None else f"&{CODE}={lecture.code}"
    return f"{state.full_page_address(navigation.LEARN)}?lesson={name}&notes=1{of_class}"
