"""A lesson's question, the visitor's answer, and what is said of it."""

from collections.abc import Mapping

import streamlit as st
from markupsafe import Markup

from scoring.markup.html import page
from ui import state
from ui.drawing import tiles
from ui.drawing.tiles import Made
from ui.kit import send
from ui.learn.example import KEPT, TILES, begin_anew, key_of
from ui.learn.lessons import parts


def ask(name: str, lesson: parts.Lesson, made: Mapping[str, Made], edited: bool) -> parts.Answer | None:
    """The visitor's answer, if there is one yet."""
    question = lesson.ask(lesson.example)
    if edited:
        st.caption("Asked of the example as the lesson brings it.")
    if question.clicked:
        st.markdown(f"**Predict first.** {question.prompt}")
        return check(name, question.clicked, made, edited)
    choices = list(range(len(question.choices)))
    return st.radio(
        f"**Predict first.** {question.prompt}",
        choices,
        index=None,
        format_func=question.choices.__getitem__,
        key=answer_key(name),
        persist_state=KEPT,
    )


def answer_key(name: str) -> str:
    return f"lesson_{name}_answer"


def check(name: str, clicked: parts.Clicked, made: Mapping[str, Made], edited: bool) -> tuple[int, ...] | None:
    """The words that were clicked when the visitor had done with it."""
    answer: tuple[int, ...] | None = state.current(answer_key(name))
    if answer is None:
        st.button("Check", key="check", type="primary", disabled=edited, on_click=take_clicks, args=(name, clicked))
    else:
        st.button("Predict again", key="predict-again", type="tertiary", on_click=ask_again, args=(name,))
    return answer


def take_clicks(name: str, clicked: parts.Clicked) -> None:
    """For callbacks."""
    row = tiles.made(key_of(name, TILES)).get(clicked.row)
    state.offer(answer_key(name), tuple(place for place in row.chosen if place < len(clicked.words)) if row else ())


def ask_again(name: str) -> None:
    """For callbacks."""
    begin_anew(name)
    state.forget([answer_key(name)])


def reveal(lesson: parts.Lesson, answer: parts.Answer | None, answered: bool, edited: bool) -> None:
    """The verdict on the example as the lesson brings it does not stand beside another one."""
    if not answered:
        st.caption("Answer; then the computation opens.")
        return
    question = lesson.ask(lesson.example)
    said = Markup('<p class="reveal">{} {}</p>').format(verdict(question, answer), question.reveal)
    claim = Markup('<p class="claim">{}</p>').format(lesson.claim)
    send.html(page(claim if edited else said + claim))


def verdict(question: parts.Question, answer: parts.Answer | None) -> Markup:
    if answer is None:
        return Markup("<b>{}.</b>").format(question.answer)
    if question.is_right(answer):
        return Markup("<b>✓ Right.</b>")
    return Markup("<b>✗ Not so.</b> It is “{}”.").format(question.answer)
