"""One lesson as a screen: the sentence, the question and its answer, what has been computed."""

import streamlit as st
from markupsafe import Markup

from scoring.markup.html import page
from ui.kit import links, send
from ui.learn import asking, example, sentences
from ui.learn.blocks import beside, draw
from ui.learn.lessons import parts


def show(name: str, lesson: parts.Lesson, shown: bool) -> None:
    above = st.container(key="sentences")
    form, asked = beside(1.25)
    left, right = (asked, form) if are_tiles(lesson) else (form, asked)
    with left:
        values, made = example.edit(name, lesson)
    with right, st.container(border=True, key="question"):
        answer = asking.ask(name, lesson, made, edited=values != lesson.example)
        answered = shown or answer is not None
        asking.reveal(lesson, answer, answered, edited=values != lesson.example)
    with above:
        sentences.mount(name, lesson, values, made, answer, answered)
    computed = lesson.compute(values)  # may take a while: the tiles do not wait for it
    with left:
        draw(name, computed.before)
        if answered:
            draw(name, computed.key, "key")
    if answered:
        draw(name, computed.rest, "rest")
        st.subheader("In practice", anchor=False)
        send.html(page(Markup('<p class="prose">{}</p>').format(lesson.practice)))
        with st.container(horizontal=True, gap="medium"):
            for target, label in lesson.pages:
                links.page_link(target, label)
        sources = Markup("").join(Markup("<li>{}</li>").format(source) for source in lesson.sources)
        send.html(page(Markup('<div class="sources"><b>Sources</b><ul>{}</ul></div>').format(sources)))


def are_tiles(lesson: parts.Lesson) -> bool:
    """Whether nothing is left to fill in beside the question."""
    return bool(lesson.words) and len(lesson.words) == len(lesson.fields)
