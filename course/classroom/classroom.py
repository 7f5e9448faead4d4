"""The class that a browser leads, or is in: its code is in the address, and what it asks in the workspace.

The secret that the browser has anyway tells its answers from those of others; the workspace keeps digests of it only.
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
"""The session's key for the code that leads nowhere, and why."""
OVER = "class_over"
"""The session's key for the lesson at which the class has ended."""
ENDING = "class_ending"
"""The session's key for the id of the class whose teacher is asked whether it is to end."""
ENDED_CLASS = "class_ended"
"""The session's key for what is left of the class that this session ended last."""
NEEDS = "A class needs the workspace, where answers are counted, and this server cannot use it now. {}"
ENDED = "The class has ended."
OVER_SAID = "The class is over. Thank you for your answers."


@dataclass(frozen=True)
class EndedClass:
    """What its teacher's session keeps of a class."""

    code: str
    lesson: str
    """Where it ended."""
    counts: Mapping[str, Mapping[int, int]]
    """Lesson -> choice -> how many have chosen it."""


def joined_class() -> Lecture | None:
    """Return the class of the code in the address; None where there is no code, or it leads nowhere.

    It is looked up as a code once: each wrong one counts. ``UnavailableError`` where the database does not say. One
    that has ended meanwhile is left, and the page runs again.
    """
    code = state.address_value(CODE)
    if not code or code == state.widget_value(IN_VAIN, ("", ""))[0]:
        return None
    known = classroom_seat.known()
    try:
        found = (
            class_now(known)
            if known is not None
            else codes.unless_guessed(
                code, lambda typed: kept.server_workspace().find_lecture(typed, secret()), codes.TOO_MANY_OF_CLASSES
            )
        )
    except UnavailableError:
        raise
    except WorkspaceError as error:
        if known is not None:
            leave_class(known)
            state.set_widget_value(OVER, state.address_value("lesson"))
            st.rerun()
        state.set_widget_value(IN_VAIN, (code, str(error)))
        return None
    classroom_seat.note_class(found)
    if known is None and not found.is_led:
        with suppress(WorkspaceError):  # who cannot be counted is in the class all the same
            kept.server_workspace().join_lecture(found.id, secret())
    return found


def why_in_vain() -> str:
    """Return why the code in the address leads nowhere; empty where it does, or there is none."""
    code, why = state.widget_value(IN_VAIN, ("", ""))
    return why if code and code == state.address_value(CODE) else ""


def is_class_over() -> bool:
    """Return whether the visitor is still where they were when their class ended."""
    lesson = state.widget_value(OVER)
    if lesson is not None and (state.address_value(CODE) or lesson != state.address_value("lesson")):
        state.forget([OVER])
    return state.widget_value(OVER) is not None


def class_now(lecture: Lecture) -> Lecture:
    """Return the class as it is at this moment; ``WorkspaceError`` once it has ended."""
    return kept.server_workspace().lecture(lecture.id, secret())


def leave_class(lecture: Lecture) -> None:
    """Leave a class: the student stays at the lesson, alone, with their own answers."""
    with suppress(WorkspaceError):  # it may have ended
        kept.server_workspace().leave_lecture(lecture.id, secret())
    at = {} if lecture.is_led else {"lesson": lecture.question, "part": ""}
    memory.take_along(lambda: state.set_address_values({CODE: "", **at}))


# --- the teacher ---


def begin_class(pressed: str, lesson: str) -> None:
    """Begin a class, only one also if the button was pressed twice."""

    def make() -> Lecture:
        try:
            return kept.server_workspace().begin_lecture(secret(), lesson)
        except UnavailableError as error:
            raise WorkspaceError(NEEDS.format(error)) from error

    def enter_it(made: Lecture) -> str:
        state.set_address_values({CODE: made.code})
        classroom_seat.note_class(made)
        return ""

    changes.make_once(pressed, make, enter_it)


def lead_class(lecture: Lecture, lesson: str, stage: Stage) -> None:
    """All are at this lesson from now on, and see as much of it."""
    kept.server_workspace().lead(lecture.id, secret(), lesson, stage)


def show_stage(lecture: Lecture, lesson: str, stage: Stage) -> None:
    """Call ``lead_class`` for a stage."""

    def make() -> str:
        lead_class(lecture, lesson, stage)
        return ""

    changes.attempt(make)


def is_ending(lecture: Lecture) -> bool:
    """Return whether the teacher is asked if the class is to end."""
    return bool(state.widget_value(ENDING) == lecture.id)


def ask_to_end(lecture: Lecture | None) -> None:
    """For callbacks: ask the teacher if this class is to end; None: it goes on."""
    state.set_widget_value(ENDING, None if lecture is None else lecture.id)


def counts_of_all_lessons(lecture: Lecture) -> Callable[[], Mapping[str, Mapping[int, int]]]:
    """Return a function that gives lesson -> choice -> how many have chosen it, also outside this session."""
    return partial(kept.server_workspace().lecture_counts, lecture.id, secret())


def end_class(lecture: Lecture) -> None:
    """End a class and delete it; only this session has its counts then."""

    def make() -> str:
        counts = kept.server_workspace().end_lecture(lecture.id, secret())
        state.set_widget_value(ENDED_CLASS, EndedClass(lecture.code, state.address_value("lesson"), counts))
        state.set_address_values({CODE: ""})
        return ""

    ask_to_end(None)
    changes.attempt(make)


def ended_class() -> EndedClass | None:
    """Return the class that this session ended last."""
    ended: EndedClass | None = state.widget_value(ENDED_CLASS)
    return ended


# --- the students ---


def enter_class(typed: str) -> None:
    """Enter the class of a code or a link that was typed. Other parts of the link are ignored."""
    state.set_widget_value(IN_VAIN, ("", ""))
    code = "".join(filter(str.isalnum, typed.rpartition(f"{CODE}=")[2].partition("&")[0]))
    state.set_address_values({CODE: code.upper()[: state.LONGEST_VALUE]})


def take_answer(lecture: Lecture, question: parts.Question, answer: parts.Answer | None) -> bool:
    """Counts a student's answer unless it has been; whether there is one that counts."""
    if answer is None:
        return lecture.choice is not None
    choice = classroom_ballot.choice_of(question, answer)
    return choice == lecture.choice or kept.server_workspace().vote(lecture.id, secret(), lecture.question, choice)


def take_quiz_answers(lecture: Lecture, choices: Sequence[int]) -> bool:
    """Counts what a student has chosen in one form of the quiz, unless it has been; whether it counts."""
    name = lecture.question
    (other,) = quiz.NAMES.keys() - {name}
    number = quiz_gain.number_of_choices(quiz.NAMES[name], choices)
    return number == lecture.choice or kept.server_workspace().vote(lecture.id, secret(), name, number, other)


LAST = "class_led"
"""The session's key for where this tab has been last."""


@dataclass(frozen=True)
class ClassPlace:
    class_id: str
    lesson: str
    stage: Stage | None
    """What is presented of the lesson; None where it is read: then the class's stage is shown."""

    def is_of(self, lecture: Lecture) -> bool:
        return self.lesson == lecture.question and self.stage in (None, lecture.stage)


def meet(lecture: Lecture, lesson: str, stage: Stage | None) -> Lecture:
    """The class as it is once it is where the address of this tab is; or else the page runs again where the class is.

    The person who goes on in this tab leads. A tab that was opened at the lesson that is asked, or begins to present
    it, shows as much of it as the class has seen; and one in which nobody has moved follows.
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
