"""A class goes where its teacher goes; a tab of the teacher goes along where another tab has led the class."""

from dataclasses import dataclass

import streamlit as st

from course import present
from course.classroom import classroom
from ui.session import state
from workspace import Lecture, Stage, UnavailableError, WorkspaceError

LAST = "class_led"
"""The session's key for where this tab has been last."""


@dataclass(frozen=True)
class ClassPlace:
    class_id: str
    lesson: str
    stage: Stage | None
    """What is presented of the lesson; None where it is read: then the class's stage is shown, whatever it is."""

    def is_of(self, lecture: Lecture) -> bool:
        return self.lesson == lecture.question and self.stage in (None, lecture.stage)


def meet(lecture: Lecture, lesson: str, stage: Stage | None) -> Lecture:
    """The class as it is once it is where the address of this tab is; or else the page runs again where the class is.

    Whoever goes on in this tab leads. A tab that was opened at the lesson that is asked, or begins to present it, shows
    as much of it as the class has seen; and one in which nobody has moved follows.
    """
    here, last = ClassPlace(lecture.id, lesson, stage), state.widget_value(LAST)
    if not here.is_of(lecture):
        is_begun = last is None or last.class_id != lecture.id or (last.lesson == lesson and last.stage is None)
        if here == last or (is_begun and lesson == lecture.question):
            follow_teacher(lecture)
        try:
            classroom.lead_class(lecture, lesson, stage or Stage.ASKED)
            lecture = classroom.class_now(lecture)
        except UnavailableError:
            raise
        except WorkspaceError:  # it has ended meanwhile: the next run says so
            st.rerun()
    state.set_widget_value(LAST, here)
    return lecture


def follow_teacher(lecture: Lecture) -> None:
    """Runs the page again where the class is."""
    is_presented = bool(state.address_value("present"))
    state.choose_lesson(lecture.question, present.PART_OF[lecture.stage] if is_presented else "")
    state.set_widget_value(LAST, ClassPlace(lecture.id, lecture.question, lecture.stage if is_presented else None))
    st.rerun()
