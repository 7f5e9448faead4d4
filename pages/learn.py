"""What does BLEU count, and what does it not see? First what it is; then one caveat a lesson: predict, look, change a
word, and its claim, the answer, comes last; at the end misprints in the literature. A quiz stands before and after."""

from functools import partial

import streamlit as st
from markupsafe import Markup

from scoring.markup.html import page, rules_beside
from ui import state
from ui.errata import misprints
from ui.kit import links, send
from ui.learn import (
    bleu,
    classroom,
    classroom_views,
    example,
    listing,
    memory,
    notes,
    present,
    progress,
    quiz,
    screen,
    story,
)
from ui.learn.lessons import LESSONS
from ui.learn.records import Record
from ui.store import waiting
from workspace import Lecture, Stage


def main() -> None:
    send.style(rules_beside(listing.__file__))
    lecture = classroom.joined()
    if lecture is not None and not lecture.is_led:
        waiting.when_compiled(partial(classroom_views.follow, lecture, partial(screen.show, lecture=lecture)))
        return
    classroom_views.say_in_vain()
    name = state.chosen_lesson(listing.NAMES, bleu.NAME)
    memory.recall(name)
    if name in quiz.NAMES:
        take_quiz(name, lecture)
    elif state.named("notes"):
        waiting.when_compiled(partial(notes.show, name))
    elif state.named("present"):
        present.show(name, partial(draw_presented, name, lecture))
    else:
        read(name, lecture)
    if lecture is None:
        memory.mount(name)


def take_quiz(name: str, lecture: Lecture | None) -> None:
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key="lessons"):
        listing.choose(name)
    if lecture is not None:
        classroom_views.lead(lecture, name)
    send.html(page(Markup('<div class="lesson"><h2>{}</h2></div>').format(listing.title(name))))
    waiting.when_compiled(partial(quiz.draw, name, listing.following(name)))


def read(name: str, lecture: Lecture | None) -> None:
    """The answer is seen once there is one, or where it is asked for; in a class once its teacher shows it."""
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key="lessons"):
        listing.choose(name)
        shown = False
        if lecture is None:
            shown = name in LESSONS and st.toggle(
                "Show answers", key="answers", bind="query-params", persist_state=example.KEPT
            )
        st.button("Present", key="begin-presenting", icon=":material/slideshow:", on_click=present.begin, args=(name,))
        if lecture is None:
            classroom_views.offer(name)
    if lecture is not None:
        lecture = classroom_views.lead(lecture, name)
        shown = lecture.stage == Stage.ANSWERED
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key="headline"):
        if name != listing.ERRATA:
            send.html(page(Markup('<div class="lesson"><h2>{}</h2></div>').format(listing.title(name))), "content")
        way = st.container(width="content")
    draw(name, shown, False, lecture)
    with way:
        progress.draw(listing.PARTS, name, listing.title)


def draw_presented(name: str, lecture: Lecture | None) -> None:
    """The keys that lead to the answer, and back, do so for the class, too."""
    shown = present.is_answered()
    if lecture is not None:
        lecture = classroom_views.lead(lecture, name, [Stage.ANSWERED] if shown else [Stage.ASKED, Stage.COUNTED])
    draw(name, shown, True, lecture)


def draw(name: str, shown: bool, is_presented: bool, lecture: Lecture | None) -> None:
    if name == listing.ERRATA:
        memory.keep(name, Record(mark="seen"))
        misprints.draw()
    elif name == bleu.NAME:
        waiting.when_compiled(partial(say_what_bleu_is, is_presented))
    else:
        waiting.when_compiled(partial(screen.show, name, LESSONS[name], shown, is_presented, lecture))


def say_what_bleu_is(is_presented: bool) -> None:
    story.mount(bleu.story(), "story", lambda: memory.keep(bleu.NAME, Record(mark="seen")))
    if not is_presented:
        with st.container(horizontal=True, vertical_alignment="center", gap="medium", key="after-story"):
            links.playground_link(bleu.TEXTS, "Try it yourself, with this sentence")
            listing.go_on(bleu.NAME, is_done=True)


main()
