"""What does BLEU count, and what does it miss? An introduction, then lessons of one caveat each.

A lesson lets students predict, look, and change a word; its claim, the answer, comes last. Misprints in the literature
end the course, and a quiz comes before and after.
"""

from functools import partial

import streamlit as st

from course import course, listing, memory
from course.classroom import classroom, classroom_views
from course.notes import notes
from course.quiz import quiz
from course.story import bleu
from scoring.output.markup.html import style_sheet
from ui.session import send, state
from ui.store import waiting


def main() -> None:
    send.style(style_sheet(listing.__file__))
    if by_number := listing.lesson_by_number(state.address_value("lesson")):
        state.move_to_lesson(by_number)
    lecture = classroom.joined_class()
    if lecture is not None and not lecture.is_led:
        course.follow_class(lecture)
        return
    if lecture is not None and not state.address_value("lesson"):
        classroom.follow_teacher(lecture)
    classroom_views.draw_class_notice()
    name = state.chosen_lesson(listing.NAMES, bleu.NAME)
    memory.recall_part(name)
    above = st.container()
    if name in quiz.NAMES:
        course.take_quiz(name, lecture)
    elif state.address_value("notes"):
        waiting.when_compiled(partial(notes.show_notes, name, lecture))
    elif state.address_value("present"):
        course.present_it(name, lecture)
    else:
        course.read_part(name, lecture)
    if lecture is None:
        memory.mount_memory(name, is_awaited=name in quiz.NAMES)
    with above:
        course.draw_bad_links(name, lecture)  # last: the address counts until the visitor does something


main()
