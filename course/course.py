"""A part of Learn as a student reads it, presents it, or takes it as a quiz; alone or with a class."""

from collections.abc import Iterator
from functools import partial
from typing import Any, Literal

import streamlit as st
from markupsafe import Markup

from course import errata, example, listing, memory, present, screen
from course.classroom import classroom_views
from course.lessons import LESSONS
from course.notes import notes_window
from course.quiz import quiz
from course.records import LessonRecord
from course.story import bleu, story
from scoring.output.markup.html import page
from ui.kit import address, changes
from ui.session import send, state
from ui.store import waiting
from workspace import Lecture, Stage

ABOUT_ERRATA = "Papers have misprints, too. Here some are computed again: what is printed, and what comes out."


def follow_class(lecture: Lecture) -> None:
    """Draw the teacher's lesson for a student."""
    memory.recall_part(lecture.question)
    waiting.when_compiled(
        partial(classroom_views.draw_followed_lesson, lecture, partial(screen.show_lesson, lecture=lecture))
    )
    memory.mount_memory(lecture.question)


def take_quiz(name: str, lecture: Lecture | None) -> None:
    """Draw a quiz; a class's teacher sees its results, and a student of an ended class reads that it is over."""
    if lecture is not None and state.address_value("present"):
        draw = partial(draw_presented_quiz, name, present.presented_stage(name, in_class=True), lecture)
        present.show_presented_part(name, draw, lecture)
        return
    if lecture is None and classroom_views.draw_class_over(name):
        return
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key="above-lesson"):
        draw_lesson_choice(name)
        with st.container(horizontal=True, vertical_alignment="center", gap="small", width="content", key="options"):
            if lecture is None:
                classroom_views.offer_class(name)
            else:
                draw_present_button()
                classroom_views.offer_end(lecture)
    if lecture is not None:
        lecture = classroom_views.draw_class_controls(lecture, name)
    draw_title(name)
    if lecture is not None:
        waiting.when_compiled(partial(classroom_views.draw_quiz_gain, lecture, name))
        return
    if not memory.is_known():
        st.caption("What you have answered so far comes from your browser.")
        return
    waiting.when_compiled(partial(quiz.draw_quiz, name, listing.following(name)))


def draw_presented_quiz(name: str, stage: Stage, lecture: Lecture) -> None:
    lecture = classroom_views.draw_class_controls(lecture, name, stage)
    waiting.when_compiled(partial(classroom_views.draw_quiz_gain, lecture, name))


def draw_present_button() -> None:
    st.button(
        "Present",
        key="begin-presenting",
        icon=":material/slideshow:",
        shortcut="p",
        on_click=present.begin_presentation,
    )


def read_part(name: str, lecture: Lecture | None) -> None:
    """Draw a part of Learn; the answer is shown once given or asked for, and in a class once the teacher shows it."""
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key="above-lesson"):
        draw_lesson_choice(name)
        with st.container(horizontal=True, vertical_alignment="center", gap="small", width="content", key="options"):
            shown = lecture is None and name in LESSONS and offer_answers()
            draw_present_button()
            if lecture is None:
                classroom_views.offer_class(name)
            else:
                classroom_views.offer_end(lecture)
                st.link_button("Notes", present.notes_address(name, lecture), type="tertiary")
    if lecture is not None:
        lecture = classroom_views.draw_class_controls(lecture, name)
        shown = lecture.stage == Stage.ANSWERED
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key="headline"):
        if name != listing.ERRATA:
            draw_title(name, "content")
        way = st.container(width="content")
    draw_part(name, shown, False, lecture)
    with way:
        listing.draw_course_progress(listing.PARTS, name, listing.part_title)
    if lecture is not None:
        notes_window.announce_place(name, present.PART_OF[lecture.stage] if name in LESSONS else "")


def draw_lesson_choice(name: str) -> None:
    """Draw the list of lessons with buttons to the neighbours; on a phone, the only line above a lesson."""
    with st.container(horizontal=True, vertical_alignment="center", gap="small", width="content", key="lessons"):
        listing.draw_lesson_list(name)


def offer_answers() -> bool:
    """Draw the switch that shows answers at once, for teachers without a class; return its state."""
    return st.toggle("Show answers", key="answers", bind="query-params", persist_state=example.PERSIST_SESSION)


def present_it(name: str, lecture: Lecture | None) -> None:
    """Draw a part of Learn as a slide; its keys go to counts, answer and back, for the class too."""
    stage = present.presented_stage(name, lecture is not None)
    present.show_presented_part(name, partial(draw_presented, name, stage, lecture, st.container()), lecture)


def draw_presented(name: str, stage: Stage, lecture: Lecture | None, above: Any) -> None:
    """Draw the content of a slide; first tell the windows of notes, because a lesson takes a while."""
    if lecture is not None:
        lecture = classroom_views.draw_class_controls(lecture, name, stage)
    with above:
        notes_window.announce_place(*present.presented_place(name, lecture is not None))
    draw_part(name, stage == Stage.ANSWERED, True, lecture)


def draw_part(name: str, shown: bool, is_presented: bool, lecture: Lecture | None) -> None:
    if name == listing.ERRATA:
        send.sentences(ABOUT_ERRATA)
        if errata.draw_misprints():
            memory.keep_lesson(name, LessonRecord(mark="seen"))
    elif name == bleu.NAME:
        waiting.when_compiled(partial(say_what_bleu_is, is_presented, lecture))
    else:
        waiting.when_compiled(partial(screen.show_lesson, name, LESSONS[name], shown, is_presented, lecture))


def say_what_bleu_is(is_presented: bool, lecture: Lecture | None) -> None:
    if not is_presented and (lecture is not None or not quiz.is_begun()):
        st.button(
            "Will it teach you anything? Fifteen questions before, fifteen after.",
            key="to-quiz",
            type="tertiary",
            on_click=state.choose_lesson,
            args=(listing.NAMES[0],),
        )
    story.mount_story(bleu.story(), "story", lambda: memory.keep_lesson(bleu.NAME, LessonRecord(mark="seen")))
    if not is_presented:
        with st.container(horizontal=True, vertical_alignment="center", gap="medium", key="after-story"):
            address.playground_link(bleu.TEXTS, "Try it yourself, with this sentence")
            listing.draw_next_part(bleu.NAME, is_done=True)


def draw_title(name: str, width: Literal["stretch", "content"] = "stretch") -> None:
    send.html(page(Markup('<div class="lesson"><h2>{}</h2></div>').format(listing.part_title(name))), width)


UNREAD = {
    "answer": "The answer in this address cannot be read, so the question is open: answer it here.",
    "edit": "The change in this address cannot all be read; the rest is as the lesson brings it. Is the link whole?",
}
"""Parameter -> message if its value cannot be read."""


def draw_bad_links(name: str, lecture: Lecture | None) -> None:
    """Draw what cannot be read in the address; ``name`` is the shown part, ``lecture`` the class the visitor leads."""
    for sentence in refused_address_sentences(name, lecture):
        changes.draw_sentence(changes.FAILED, sentence)


def refused_address_sentences(name: str, lecture: Lecture | None) -> Iterator[str]:
    lesson, part = state.address_value("lesson"), state.address_value("part")
    if lesson and lesson not in listing.NAMES:
        yield f"There is no lesson “{lesson}”. Shown is “{listing.part_title(name)}”; choose another from the list."
    if name in quiz.NAMES:
        for key, refusal in (("present", "no slides"), ("notes", "no notes for the teacher")):
            if state.address_value(key) and (lecture is None or key == "notes"):
                yield f"The fifteen questions have {refusal}: they are answered by each alone, here."
    elif state.address_value("present") and part not in present.presented_parts(name, in_class=True):
        yield f"This lesson has no part “{part}”, so it is at its beginning. Its answer is “part={present.ANSWER}”."
    yield from (UNREAD[parameter] for parameter in memory.unreadable_parameters(name))
