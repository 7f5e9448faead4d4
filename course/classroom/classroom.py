"""The class that a browser leads or has joined: its code is in the address, its data in the workspace.

The browser's secret identifies its answers; the workspace keeps only digests of the secret.
"""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial

import streamlit as st

from course import memory, present
from course.classroom import classroom_ballot, classroom_seat, quiz_gain
from course.classroom.classroom_seat import CODE
from course.lessons import parts
from course.quiz import quiz
from server.identity import codes
from ui.kit import changes
from ui.session import state
from ui.store import kept
from ui.store.people import secret
from workspace import Lecture, Stage, UnavailableError, WorkspaceError

IN_VAIN = "class_in_vain"
"""The session's key for a code that opened no class, and the reason."""
OVER = "class_over"
"""The session's key for the lesson at which the class ended."""
ENDING = "class_ending"
"""The session's key for the id of the class whose teacher is asked to confirm its end."""
ENDED_CLASS = "class_ended"
"""The session's key for the counts of the class that this session ended last."""
NEEDS = "A class needs the workspace, where answers are counted, and this server cannot use it now. {}"
ENDED = "The class has ended."
OVER_SAID = "The class is over. Thank you for your answers."


@dataclass(frozen=True)
class EndedClass:
    """The answers of an ended class, which only its teacher's session keeps."""

    code: str
    lesson: str
    """Name of the lesson at which the class ended."""
    counts: Mapping[str, Mapping[int, int]]
    """Lesson -> choice -> number of students who chose it."""


def joined_class() -> Lecture | None:
    """Return the class of the code in the address; None without a code, or if the code opens no class.

    A code is looked up once, since each wrong code counts as a guess. Raise ``UnavailableError`` if the database cannot
    be reached. A class that has ended meanwhile is left, and the page runs again.
    """
    code = state.address_value(CODE)
    if not code or code == state.widget_value(IN_VAIN, ("", ""))[0]:
        return None
    last_lecture = classroom_seat.last_known_class()
    try:
        lecture = (
            class_now(last_lecture)
            if last_lecture is not None
            else codes.look_up_rate_limited(
                code, lambda typed: kept.server_workspace().find_lecture(typed, secret()), codes.TOO_MANY_OF_CLASSES
            )
        )
    except UnavailableError:
        raise
    except WorkspaceError as error:
        if last_lecture is not None:
            leave_class(last_lecture)
            state.set_widget_value(OVER, state.address_value("lesson"))
            st.rerun()
        state.set_widget_value(IN_VAIN, (code, str(error)))
        return None
    classroom_seat.note_class(lecture)
    if last_lecture is None and not lecture.is_led:
        with suppress(WorkspaceError):  # a student who cannot be counted is still in the class
            kept.server_workspace().join_lecture(lecture.id, secret())
    return lecture


def code_error() -> str:
    """Return why the code in the address opens no class; empty if it does, or if there is no code."""
    code, why = state.widget_value(IN_VAIN, ("", ""))
    return why if code and code == state.address_value(CODE) else ""


def is_class_over() -> bool:
    """Return whether the visitor is still at the lesson at which their class ended."""
    lesson = state.widget_value(OVER)
    if lesson is not None and (state.address_value(CODE) or lesson != state.address_value("lesson")):
        state.forget([OVER])
    return state.widget_value(OVER) is not None


def class_now(lecture: Lecture) -> Lecture:
    """Return the present state of the class; raise ``WorkspaceError`` once it has ended."""
    return kept.server_workspace().lecture(lecture.id, secret())


def leave_class(lecture: Lecture) -> None:
    """Leave a class; the student stays at the lesson and keeps the answers."""
    with suppress(WorkspaceError):  # the class may have ended
        kept.server_workspace().leave_lecture(lecture.id, secret())
    at = {} if lecture.is_led else {"lesson": lecture.question, "part": ""}
    memory.take_along(lambda: state.set_address_values({CODE: "", **at}))


# --- the teacher ---


def begin_class(pressed: str, lesson: str) -> None:
    """Begin a class and enter it; a second press of the button begins no second class."""

    def make() -> Lecture:
        try:
            return kept.server_workspace().begin_lecture(secret(), lesson)
        except UnavailableError as error:
            raise WorkspaceError(NEEDS.format(error)) from error

    def enter_it(lecture: Lecture) -> str:
        state.set_address_values({CODE: lecture.code})
        classroom_seat.note_class(lecture)
        return ""

    changes.make_once(pressed, make, enter_it)


def lead_class(lecture: Lecture, lesson: str, stage: Stage) -> None:
    """Move the class to this lesson and to this stage of it."""
    kept.server_workspace().lead(lecture.id, secret(), lesson, stage)


def show_stage(lecture: Lecture, lesson: str, stage: Stage) -> None:
    """Move the class to a stage of the lesson, and draw errors; see ``lead_class``."""

    def make() -> str:
        lead_class(lecture, lesson, stage)
        return ""

    changes.attempt(make)


def is_ending(lecture: Lecture) -> bool:
    """Return whether the teacher is being asked to confirm the end of the class."""
    return bool(state.widget_value(ENDING) == lecture.id)


def ask_to_end(lecture: Lecture | None) -> None:
    """Ask the teacher to confirm the end of this class, or stop asking if None; a callback."""
    state.set_widget_value(ENDING, None if lecture is None else lecture.id)


def counts_of_all_lessons(lecture: Lecture) -> Callable[[], Mapping[str, Mapping[int, int]]]:
    """Return a function that reads lesson -> choice -> number of students; it also works outside this session."""
    return partial(kept.server_workspace().lecture_counts, lecture.id, secret())


def end_class(lecture: Lecture) -> None:
    """End a class and delete it from the server; only this session keeps its counts."""

    def make() -> str:
        counts = kept.server_workspace().end_lecture(lecture.id, secret())
        state.set_widget_value(ENDED_CLASS, EndedClass(lecture.code, state.address_value("lesson"), counts))
        state.set_address_values({CODE: ""})
        return ""

    ask_to_end(None)
    changes.attempt(make)


def ended_class() -> EndedClass | None:
    """Return the class that this session ended last, or None."""
    ended: EndedClass | None = state.widget_value(ENDED_CLASS)
    return ended


# --- the students ---


def enter_class(typed: str) -> None:
    """Enter the class of a typed code or link; other parts of the link are ignored."""
    state.set_widget_value(IN_VAIN, ("", ""))
    code = "".join(filter(str.isalnum, typed.rpartition(f"{CODE}=")[2].partition("&")[0]))
    state.set_address_values({CODE: code.upper()[: state.LONGEST_VALUE]})


def take_answer(lecture: Lecture, question: parts.Question, answer: parts.Answer | None) -> bool:
    """Count a student's answer unless it is counted already; return whether an answer is counted."""
    if answer is None:
        return lecture.choice is not None
    choice = classroom_ballot.encode_answer(question, answer)
    return choice == lecture.choice or kept.server_workspace().vote(lecture.id, secret(), lecture.question, choice)


def take_quiz_answers(lecture: Lecture, choices: Sequence[int]) -> bool:
    """Count a student's choices in one form of the quiz unless counted already; return whether they are counted."""
    name = lecture.question
    (other,) = quiz.NAMES.keys() - {name}
    number = quiz_gain.number_of_choices(quiz.NAMES[name], choices)
    return number == lecture.choice or kept.server_workspace().vote(lecture.id, secret(), name, number, other)


LAST = "class_led"
"""The session's key for the last place of this tab in a class."""


@dataclass(frozen=True)
class ClassPlace:
    class_id: str
    lesson: str
    stage: Stage | None
    """Presented stage of the lesson; None if the lesson is not presented and shows the class's stage."""

    def is_of(self, lecture: Lecture) -> bool:
        return self.lesson == lecture.question and self.stage in (None, lecture.stage)


def follow_or_lead(lecture: Lecture, lesson: str, stage: Stage | None) -> Lecture:
    """Return the class once it is where this tab is, or run the page again where the class is.

    The tab in which the teacher moves leads. A tab that was opened at the class's lesson, or begins to present it,
    shows as much of it as the class has seen. A tab in which nobody has moved follows.
    """
    here, last = ClassPlace(lecture.id, lesson, stage), state.widget_value(LAST)
    if not here.is_of(lecture):
        is_begun = last is None or last.class_id != lecture.id or (last.lesson == lesson and last.stage is None)
        if here == last or (is_begun and lesson == lecture.question):
            follow_teacher(lecture)
        try:
            lead_class(lecture, lesson, stage or Stage.ASKED)
            lecture = class_now(lecture)
        except UnavailableError:
            raise
        except WorkspaceError:  # the class has ended meanwhile: the next run says so
            st.rerun()
    state.set_widget_value(LAST, here)
    return lecture


def follow_teacher(lecture: Lecture) -> None:
    """Run the page again at the lesson and stage of the class."""
    is_presented = bool(state.address_value("present"))
    state.choose_lesson(lecture.question, present.PART_OF[lecture.stage] if is_presented else "")
    state.set_widget_value(LAST, ClassPlace(lecture.id, lecture.question, lecture.stage if is_presented else None))
    st.rerun()
