"""Notes for the teacher on each part: what to say, what students think, how long it takes, what follows."""

from collections.abc import Mapping
from typing import Final

import streamlit as st
from markupsafe import Markup

from course import listing, present
from course.classroom import classroom_views
from course.classroom.class_question import class_question
from course.lessons import LESSONS
from course.lessons.parts import Notes
from course.notes import notes_window
from course.story import bleu
from scoring.output.markup.html import page
from ui.session import send, state
from workspace import Lecture

COUNTS_WIDTH = 280
"""Width in px of the class's answers, next to the notes."""
OTHER_NOTES: Final[Mapping[str, Notes]] = {
    bleu.NAME: Notes(
        say="Let one number after the other come about, and stop before each: what will it be? Read the formula aloud"
        " at the end, from the left to the right.",
        think="BLEU understands the sentence, or is a percentage of right words.",
        correction="It only counts what two texts share.",
        minutes=10,
        following="From now on one caveat at a time. The first: why a word may not count too often.",
    ),
    listing.ERRATA: Notes(
        say="Take one misprint. Have the class compute it by hand before you show what is right.",
        think="What a paper prints has been checked.",
        correction="Here each number is computed again, and some do not come out.",
        minutes=10,
        following="Let them try two sentences of their own in the Playground.",
    ),
}
"""Notes of the parts without a question."""


def notes_of_part(name: str) -> Notes:
    """Return the notes of a part; raise ``KeyError`` for an unknown part."""
    return LESSONS[name].notes if name in LESSONS else OTHER_NOTES[name]


def show_notes(name: str, lecture: Lecture | None) -> None:
    """Draw the notes of a lesson, and the answers of the class that the visitor leads, if it is at that lesson."""
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key="lessons"):
        listing.draw_lesson_list(name)
        st.button("To the lesson", key="leave-notes", on_click=state.set_address_values, args=({"notes": ""},))
    notes_window.follow_presentation(name, notes_of_part(name).minutes)
    with st.container(horizontal=True, gap="medium", key="notes-and-counts"):
        send.html(page(notes_html(name, state.address_value("part"))))
        if name in LESSONS and lecture is not None and lecture.question == name:
            with st.container(width=COUNTS_WIDTH):
                classroom_views.draw_counts_for_teacher(lecture, class_question(LESSONS[name]))


def notes_html(name: str, part: str = "") -> Markup:
    """Return the notes of a part as HTML; ``part`` is the stage that the presentation has reached."""
    notes, to = notes_of_part(name), listing.following(name)
    following = notes.following if to == name else f"{listing.part_title(to)}: {notes.following}"
    rows = {
        "Say": notes.say,
        "Students think": notes.think,
        "In fact": notes.correction,
        **question_and_answer(name),
        "Next": following,
    }
    if to in LESSONS:
        rows["Next claim"] = LESSONS[to].claim
    listed = Markup("").join(Markup("<dt>{}</dt><dd>{}</dd>").format(*row) for row in rows.items())
    stage = f" · {present.SLIDE_NAMES.get(part, '')}" if name in LESSONS else ""
    return Markup('<div class="notes"><h2>{}{}</h2><dl>{}</dl></div>').format(listing.part_title(name), stage, listed)


def question_and_answer(name: str) -> dict[str, str]:
    """Return the lesson's question, computed answer and claim; empty for a part without a question."""
    if name not in LESSONS:
        return {}
    lesson = LESSONS[name]
    question = lesson.ask(lesson.example)
    return {"Asked": question.prompt, "Answer": f"{question.answer}.", "Claim": lesson.claim}
