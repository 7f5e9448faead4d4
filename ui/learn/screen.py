"""One lesson as a screen: the sentences, beneath them the question and what was found, and folded why that is so."""

from typing import Any

import streamlit as st
from markupsafe import Markup

from scoring.markup.html import page
from ui.kit import links, send
from ui.learn import (
    asking,
    classroom_views,
    example,
    listing,
    memory,
    present,
    progress,
    records,
    sentences,
    trying,
)
from ui.learn.blocks import draw
from ui.learn.lessons import parts
from workspace import Lecture


def show(
    name: str, lesson: parts.Lesson, shown: bool, is_presented: bool = False, lecture: Lecture | None = None
) -> None:
    """``shown``: whether the answer is seen in any case; presented, or in a class, it is seen in no other one."""
    above = st.container(key="sentences")
    made = example.made(name)
    values: dict[str, Any] = {**lesson.example, **example.written(lesson, made)}
    with st.container(horizontal=True, gap="medium", key="asked"):
        with st.container(border=True, key="question"):
            is_led = lecture is not None and lecture.is_led
            answer = (
                None
                if is_led
                else asking.ask(name, lesson, values, made, shown and (is_presented or lecture is not None))
            )
            answered = shown or (answer is not None and not is_presented and lecture is None)
            if lecture is not None:
                answer = classroom_views.counted(lecture, lesson, answer)
                classroom_views.draw(lecture, lesson.ask(lesson.example), answer)
            said = st.container()
        if answered:
            with st.container(key="found"):
                first, chosen, found = st.container(), st.container(), st.container()
            with chosen:
                values |= example.choose(name, lesson)
    with said:
        asking.reveal(name, lesson, values, answer, answered)
    with above:
        sentences.mount(name, lesson, values, made, answer if answered else None, answered, is_presented)
    if lecture is None:
        before = memory.record(name)
        memory.keep(name, now := records.record(lesson, values, made, answer))
        if is_presented and not shown and now.answer not in ("", before.answer):
            present.move_to_answer(name)
    computed = lesson.compute(values)  # may take a while: the tiles do not wait for it
    with above:
        draw(name, computed.before)
    if answered:
        with first:
            draw(name, computed.key[:1], "first")
        with found:
            draw(name, computed.key[1:], "key")
        with st.expander("Why"):
            sentences.mount_folded(name, lesson, values, made, answered)
            explain(name, lesson, values, computed)
    if not is_presented and (lecture is None or lecture.is_led):
        with st.container(horizontal=True, vertical_alignment="center", gap="medium", key="after-lesson"):
            listing.go_on(name, is_done=answered)
            trying.draw(lesson, values)
            progress.offer_to_forget(listing.PARTS)


def explain(name: str, lesson: parts.Lesson, values: parts.Values, computed: parts.Computed) -> None:
    """What is folded."""
    question = lesson.ask(lesson.example)
    if question.why and asking.is_about(lesson, question, values):
        send.html(page(Markup('<p class="prose">{}</p>').format(question.why)))
    draw(name, computed.rest, "rest")
    st.subheader("In practice", anchor=False)
    send.html(page(Markup('<p class="prose">{}</p>').format(lesson.practice)))
    with st.container(horizontal=True, gap="medium"):
        for target, label in lesson.pages:
            links.page_link(target, label)
    sources = Markup("").join(Markup("<li>{}</li>").format(source) for source in lesson.sources)
    send.html(page(Markup('<div class="sources"><b>Sources</b><ul>{}</ul></div>').format(sources)))
