"""A lesson's question, the visitor's answer, and what is said of it."""

import re
from functools import partial

import streamlit as st
from markupsafe import Markup

from course import example
from course.example import KEPT, answer_key, begin_anew
from course.lessons import parts
from scoring.output.markup.html import page
from ui.kit import changes
from ui.session import send, state

ENDS = re.compile(r"(?<=[.?!])\s+")
"""Between two sentences."""
CHECK_AGAIN, TRY_AGAIN = "Predict again", "Try again"
NOT_CLICKED = "nothing_clicked"
"""The session's key for the lesson that was checked before a word was clicked."""
CLICK_FIRST = "Click at least one word above first."
STAYS = "The picture stays as it is until your teacher shows the answer."
CHANGED = "You have changed the lesson's own example, which the question is about."


def ask_question(
    name: str,
    lesson: parts.Lesson,
    question: parts.Question,
    values: parts.Values,
    check: str = "Check",
    is_closed: bool = False,
) -> parts.Answer | None:
    """The visitor's answer, if there is one yet; the example can be answered for as the lesson brings it only.

    ``check``: the button's label; ``is_closed``: whether it is too late for words to be clicked, or a goal to be
    reached.
    """
    key = answer_key(name)
    answer, edited = given_answer(name, question), not is_about(lesson, question, values)
    if question.choices and not question.slider:
        return choose_answer(key, question, edited)
    st.markdown(prompt(question))
    if control := lesson.control(question.moved):
        is_free = is_closed and question.is_still
        example.draw_field(name, control, is_fixed=bool(question.slider) and answer is not None and not is_free)
    is_live = is_closed or not question.is_still
    if question.goal and is_live and answer is None and not edited and question.goal.is_reached(values):
        state.set_widget_value(key, answer := parts.REACHED)
    if is_closed:
        return answer
    if answer is not None:
        st.button(retry_label(question), key="predict-again", on_click=ask_again, args=(name,))
    elif question.goal and not question.is_still:
        st.button("Show me", key="give-up", on_click=state.set_widget_value, args=(key, parts.GIVEN_UP))
    else:
        take = partial(take_answer, name, lesson, question)
        st.button(check, key="check", type="primary", disabled=edited, on_click=take)
        if state.widget_value(NOT_CLICKED) == name:
            changes.draw_sentence(changes.FAILED, CLICK_FIRST)
            state.forget([NOT_CLICKED])
        if question.is_still:
            st.caption(STAYS)
    return answer


def prompt(question: parts.Question) -> str:
    """As Markdown."""
    return f"**{'Try it' if question.goal else 'Predict first'}.** {question.prompt}"


def retry_label(question: parts.Question) -> str:
    """What is said on the button that takes an answer back."""
    return TRY_AGAIN if question.goal else CHECK_AGAIN


def is_settled(question: parts.Question, answer: parts.Answer | None, answered: bool) -> bool:
    """Whether tiles stay as they are: what is there is the answer, which nobody has judged yet."""
    return answer is not None and not answered and not question.choices


def given_answer(name: str, question: parts.Question) -> parts.Answer | None:
    """What the visitor has answered so far; what cannot be an answer is forgotten."""
    key = answer_key(name)
    if not question.can_be(state.widget_value(key)):
        state.forget([key])
    answer: parts.Answer | None = state.widget_value(key)
    return answer


def remind(name: str, question: parts.Question) -> parts.Answer | None:
    """What is left of the question next to its answer: the sentences of it that ask."""
    asked = " ".join(sentence for sentence in ENDS.split(question.prompt) if sentence.endswith("?"))
    if asked:
        st.caption(asked)
    return given_answer(name, question)


def is_about(lesson: parts.Lesson, question: parts.Question, values: parts.Values) -> bool:
    """Whether what the question says is about the example as it is there."""
    return lesson.is_example(values, question.moved)


def choose_answer(key: str, question: parts.Question, edited: bool) -> int | None:
    """The place of a choice."""
    return st.radio(
        prompt(question),
        list(range(len(question.choices))),
        index=None,
        format_func=question.choices.__getitem__,
        key=key,
        disabled=edited,
        persist_state=KEPT,
    )


def take_answer(name: str, lesson: parts.Lesson, question: parts.Question) -> None:
    """For callbacks: what is clicked, set or moved at this moment is the answer."""
    if question.clicked:
        take_clicks(name, question.clicked)
    elif slider := lesson.control(question.slider):
        take_bet(name, slider, question)
    elif question.goal:
        moved = example.texts_of_tiles(lesson, example.edited_tiles(name))
        is_reached = question.goal.is_reached({**lesson.example, **moved})
        state.set_widget_value(answer_key(name), parts.REACHED if is_reached else parts.GIVEN_UP)


def take_clicks(name: str, clicked: parts.ClickAnswer) -> None:
    """For callbacks."""
    row = example.edited_tiles(name).get(clicked.row)
    chosen = tuple(place for place in row.chosen if place < len(clicked.words)) if row else ()
    if chosen:
        state.set_widget_value(answer_key(name), chosen)
    else:
        state.set_widget_value(NOT_CLICKED, name)


def take_bet(name: str, slider: parts.Control, question: parts.Question) -> None:
    """For callbacks."""
    bet = example.value_of_field(name, slider)
    state.set_widget_value(answer_key(name), question.choices.index(parts.setting_label(bet)))


def ask_again(name: str) -> None:
    """For callbacks."""
    begin_anew(name)
    state.forget([answer_key(name)])


def reveal(
    name: str,
    lesson: parts.Lesson,
    question: parts.Question,
    values: parts.Values,
    answer: parts.Answer | None,
    answered: bool,
) -> None:
    """One idea. The verdict on the lesson's own example is shown alone."""
    if not is_about(lesson, question, values):
        st.caption(CHANGED)
    if answered:
        said = Markup('<p class="reveal">{} {}</p>').format(answer_verdict(question, answer), question.reveal)
        claim = Markup('<p class="claim">{}</p>').format(lesson.claim)
        send.html(page(said + claim if is_judged(lesson, question, values, answer) else claim))
    if values != lesson.example and not is_settled(question, answer, answered):
        st.button("Back to the example", key="back-to-example", on_click=begin_anew, args=(name,))


def is_judged(
    lesson: parts.Lesson, question: parts.Question, values: parts.Values, answer: parts.Answer | None
) -> bool:
    """Whether the verdict is about what is there: tiles that have reached a goal can be moved on."""
    if question.goal and answer == parts.REACHED and not question.goal.is_reached(values):
        return False
    return is_about(lesson, question, values)


def answer_verdict(question: parts.Question, answer: parts.Answer | None) -> Markup:
    if answer is None or (question.goal and answer == parts.GIVEN_UP):
        return Markup("<b>{}.</b>").format(question.answer)
    if question.is_right(answer):
        return Markup("<b>✓ {}.</b>").format("Done" if question.goal else "Right")
    return Markup("<b>✗ Not quite:</b> {}.").format(question.answer)
