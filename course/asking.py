"""A lesson's question, the visitor's answer, and the verdict on the answer."""

import re
from functools import partial

import streamlit as st
from markupsafe import Markup

from course import example
from course.example import PERSIST_SESSION, answer_key, begin_anew
from course.lessons import parts
from scoring.output.markup.html import page
from ui.drawing.tiles import EditedRow
from ui.kit import changes
from ui.session import send, state

ENDS = re.compile(r"(?<=[.?!])\s+")
"""Pattern of the space between two sentences."""
CHECK, SEND = "Check", "Send"
"""Labels of the button that takes an answer: alone, and in a class, where the teacher shows the right answer later."""
CHECK_AGAIN, TRY_AGAIN = "Predict again", "Try again"
NOT_CLICKED = "nothing_clicked"
"""The session's key for the lesson whose answer was checked before any word was clicked."""
NEAR = "✓ Close enough"
"""Verdict in a class on the slider step next to the right one."""
CLICK_FIRST = "Click at least one word above first."
STAYS = "The picture stays as it is until your teacher shows the answer."
CHANGED = "You have changed the lesson's own example, which the question is about."


def ask_question(
    name: str,
    lesson: parts.Lesson,
    question: parts.Question,
    values: parts.Values,
    is_judged: bool = False,
    is_closed: bool = False,
) -> parts.Answer | None:
    """Draw the question and return the visitor's answer, or None; only the lesson's own example can be answered.

    ``is_judged``: whether an answer is judged at once; ``is_closed``: whether it is too late to click words or reach a
    goal.
    """
    key = answer_key(name)
    answer, edited = given_answer(name, question), not is_about(lesson, question, values)
    if question.is_listed:
        return choose_answer(key, question, edited)
    st.markdown(prompt(question))
    if question.is_still and not is_closed:
        with st.container(key="picture-stays"):
            st.caption(STAYS)
    control = lesson.control(question.moved)
    is_fixed = bool(question.slider or question.setting) and answer is not None
    with st.container(key="act-on-control" if control else "act"):
        if control:
            example.draw_field(name, control, is_fixed=is_fixed and not (is_closed and question.is_still))
        is_live = not is_closed if is_judged else is_closed or not question.is_still
        if question.goal and is_live and answer is None and not edited and question.goal.is_reached(values):
            state.set_widget_value(key, answer := parts.REACHED)
            if answer is not None and is_judged:
                send.html(
                    page(Markup('<b class="in-short">{}</b>').format(verdict_in_short(question, answer))), "content"
                )
        if not is_closed:
            draw_answer_button(name, lesson, question, answer, edited)
    return answer


def draw_answer_button(
    name: str, lesson: parts.Lesson, question: parts.Question, answer: parts.Answer | None, edited: bool
) -> None:
    """Draw the button that takes the answer, takes it back, or gives up."""
    if answer is not None:
        st.button(retry_label(question), key="predict-again", on_click=ask_again, args=(name,))
    elif question.goal and not question.is_still:
        st.button("Show me", key="give-up", on_click=give_up, args=(name, lesson, question.goal))
    else:
        label, take = (SEND if question.is_sent else CHECK), partial(take_shown_answer, name, lesson, question)
        st.button(label, key="check", type="primary", disabled=edited, on_click=take)
        if state.widget_value(NOT_CLICKED) == name:
            changes.draw_sentence(changes.FAILED, CLICK_FIRST)
            state.forget([NOT_CLICKED])


def give_up(name: str, lesson: parts.Lesson, goal: parts.Goal) -> None:
    """Give up: move the control or the tiles to where the goal is reached, and show it; a callback."""
    state.set_widget_value(answer_key(name), parts.GIVEN_UP)
    if control := lesson.control(goal.moved):
        state.set_widget_value(example.example_key(name, control.name), parts.value_at_goal(lesson, goal, control))
    elif goal.tiles:
        edited_row = EditedRow(goal.tiles, (), "drag")
        example.put_edits_back(name, {**example.edited_tiles(name), goal.moved: edited_row})


def prompt(question: parts.Question) -> str:
    """Return the question as Markdown."""
    return f"**{'Try it' if question.goal else 'Predict first'}.** {question.prompt}"


def retry_label(question: parts.Question) -> str:
    """Return the label of the button that takes an answer back."""
    return TRY_AGAIN if question.goal else CHECK_AGAIN


def is_settled(question: parts.Question, answer: parts.Answer | None, answered: bool) -> bool:
    """Return whether the tiles are fixed: their state is an answer that has not been judged yet."""
    return answer is not None and not answered and not question.choices


def given_answer(name: str, question: parts.Question) -> parts.Answer | None:
    """Return the visitor's answer so far, or None; forget a stored value that cannot be an answer."""
    key = answer_key(name)
    if not question.can_be(state.widget_value(key)):
        state.forget([key])
    answer: parts.Answer | None = state.widget_value(key)
    return answer


def draw_question_reminder(name: str, question: parts.Question) -> parts.Answer | None:
    """Draw the sentences of the prompt that end in a question mark, next to its answer; return the visitor's answer."""
    questions = " ".join(sentence for sentence in ENDS.split(question.prompt) if sentence.endswith("?"))
    if questions:
        st.caption(questions)
    return given_answer(name, question)


def is_about(lesson: parts.Lesson, question: parts.Question, values: parts.Values) -> bool:
    """Return whether the example is still as the question describes it."""
    return lesson.is_example(values, question.moved)


def choose_answer(key: str, question: parts.Question, edited: bool) -> int | None:
    """Draw the choices; return the place of the chosen one, or None."""
    return st.radio(
        prompt(question),
        list(range(len(question.choices))),
        index=None,
        format_func=question.choices.__getitem__,
        key=key,
        disabled=edited,
        persist_state=PERSIST_SESSION,
    )


def take_shown_answer(name: str, lesson: parts.Lesson, question: parts.Question) -> None:
    """Take what is clicked, set or moved at this moment as the answer; a callback."""
    if question.clicked:
        take_clicks(name, question.clicked)
    elif control := lesson.control(question.slider or question.setting):
        take_bet(name, control, question)
    elif question.goal:
        moved = example.texts_of_tiles(lesson, example.edited_tiles(name))
        is_reached = question.goal.is_reached({**lesson.example, **moved})
        state.set_widget_value(answer_key(name), parts.REACHED if is_reached else parts.GIVEN_UP)


def take_clicks(name: str, clicked: parts.ClickAnswer) -> None:
    """Take the clicked words as the answer, or note that none is clicked; a callback."""
    row = example.edited_tiles(name).get(clicked.row)
    chosen = tuple(place for place in row.chosen if place < len(clicked.words)) if row else ()
    if chosen:
        state.set_widget_value(answer_key(name), chosen)
    else:
        state.set_widget_value(NOT_CLICKED, name)


def take_bet(name: str, control: parts.Control, question: parts.Question) -> None:
    """Take the value of a control as the answer; a callback."""
    bet = example.value_of_field(name, control)
    state.set_widget_value(answer_key(name), question.choices.index(parts.setting_label(bet)))


def ask_again(name: str) -> None:
    """Forget the answer and begin the example anew; a callback."""
    begin_anew(name)
    state.forget([answer_key(name)])


def reveal(
    lesson: parts.Lesson,
    question: parts.Question,
    values: parts.Values,
    answer: parts.Answer | None,
    answered: bool,
) -> None:
    """Draw the verdict and the lesson's claim; the verdict only if the example is the lesson's own."""
    if not is_about(lesson, question, values):
        st.caption(CHANGED)
    if answered:
        body = Markup('<p class="claim">{}</p>').format(lesson.claim)
        if is_about(lesson, question, values):
            revealed = question.reveal_at(values) if question.reveal_at else question.reveal
            body = Markup('<p class="reveal">{} {}</p>').format(answer_verdict(question, answer), revealed) + body
        send.html(page(body))


def offer_example(name: str, lesson: parts.Lesson, values: parts.Values, is_answer_settled: bool) -> None:
    """Draw the button that brings back the lesson's own example, if anything was changed."""
    if values != lesson.example and not is_answer_settled:
        st.button("Back to the example", key="back-to-example", on_click=begin_anew, args=(name,))


def answer_verdict(question: parts.Question, answer: parts.Answer | None) -> Markup:
    if answer is None or (question.goal and answer == parts.GIVEN_UP):
        return Markup("<b>{}.</b>").format(question.answer)
    short = verdict_in_short(question, answer)
    if question.slider and isinstance(answer, int):
        return Markup("<b>{}:</b> {}.").format(short, bet_in_words(question, answer))
    if question.is_right(answer) and short != NEAR:
        return Markup("<b>{}.</b>").format(short)
    return Markup("<b>{}:</b> {}.").format(short, question.answer)


def verdict_in_short(question: parts.Question, answer: parts.Answer) -> str:
    """Return whether the answer is right, in a word or two; empty if the visitor gave up."""
    if question.is_right(answer):
        is_near = bool(question.ranges) and not question.is_exact(answer)
        return "✓ Done" if question.goal else NEAR if is_near else "✓ Right"
    return "" if question.goal else "✗ Not quite"


def bet_in_words(question: parts.Question, answer: int) -> str:
    """Return the bet and the right number, and the error of the bet unless it is right."""
    sentence, error = f"you bet {question.choices[answer]}, it is {question.answer}", question.bet_error(answer)
    return (
        sentence
        if question.is_right(answer)
        else f"{sentence}, so {abs(error):.1f} too {'high' if error > 0 else 'low'}"
    )
