"""Fifteen questions before and after the lessons, about the same ideas in other sentences.

Answers are kept like answers to lessons (``course/memory.py``): the version of the questions, and a digit for each
choice. Answers to another version are ignored.
"""

import json
from collections.abc import Mapping
from functools import lru_cache
from hashlib import sha256
from itertools import takewhile
from typing import Final

import streamlit as st
from markupsafe import Markup

from course import memory
from course.lessons import LESSONS, parts
from course.quiz.questions import FORMS, Form, QuizItem, quiz_items
from course.records import LessonRecord
from scoring.output.markup.html import page
from ui.drawing import tiles
from ui.drawing.tiles import TileRow, Tiles
from ui.kit import steps
from ui.kit.steps import Heard, Step
from ui.session import send, state

NAMES: Final[Mapping[str, Form]] = {f"quiz-{form}": form for form in FORMS}
"""Name in Learn of each part of the quiz -> its form."""
LENGTH = 15
ABOUT_SCORE = "Guess where you do not know. The score is yours alone: only your browser keeps it."
ABOUT_CLASS = "Guess where you do not know. At the end your class sees how many had each idea right, and nobody's name."
NEXT = "quiz-next"
LEFT_OUT = "quiz_left_out"
"""The session's key for the question that the visitor tried to leave without a choice."""


def quiz_title(name: str) -> str:
    return f"Fifteen questions, {NAMES[name]} the lessons"


def draw_quiz(name: str, following: str) -> None:
    """Draw the next question of this part, or the score; then the part ``following`` comes."""
    form, answers = NAMES[name], quiz_answers()
    if len(answers[form]) < LENGTH:
        ask_quiz_question(form, answers[form])
    else:
        draw_quiz_result(form, answers, following)


def draw_quiz_of_class(name: str, is_revealed: bool) -> tuple[int, ...] | None:
    """Draw a student's next question, or the score; return the choices once all are made, else None.

    ``is_revealed``: whether the teacher has shown the right answers; then no more answers are taken. In the quiz after
    the lessons, the score is shown only then. In the quiz before them, the score is shown at once.
    """
    form = NAMES[name]
    choices = quiz_answers()[form]
    if len(choices) < LENGTH and not is_revealed:
        ask_quiz_question(form, choices, ABOUT_CLASS)
        return None
    if is_revealed or form == "before":
        n_right = f"{count_right_answers(form, choices)} of {LENGTH}"
        send.html(parts.facts_html(parts.Facts(parts.Fact(f"{form} the lessons", n_right))))
    pairs = zip(quiz_items(form), choices, strict=False)
    missed = [question_review(question, choice) for question, choice in pairs if choice != question.right]
    if is_revealed and missed:
        send.html(page(Markup("<hr>").join(missed)))
    return choices if len(choices) == LENGTH else None


def quiz_answers() -> dict[Form, tuple[int, ...]]:
    """Return the places of the choices so far, by form; an invalid choice and all after it are dropped."""
    return {form: _valid_choices(form, memory.record_of_part(name).answer) for name, form in NAMES.items()}


def is_begun() -> bool:
    """Return whether any question was answered, in either form."""
    return any(quiz_answers().values())


@lru_cache(maxsize=2)
def form_version(form: Form) -> str:
    """Return a few characters that change with the sentences and choices of a form, to which kept digits refer."""
    items = [[{**item.sentences}, item.choices] for item in quiz_items(form)]
    return sha256(json.dumps(items).encode()).hexdigest()[:6]


def encode_choices(form: Form, choices: tuple[int, ...]) -> str:
    """Return the choices as text for the browser; empty for no choices."""
    return f"{form_version(form)}.{''.join(map(str, choices))}" if choices else ""


def _valid_choices(form: Form, code: str) -> tuple[int, ...]:
    version, _, digits = code.partition(".")
    if version != form_version(form):
        return ()
    answered = zip(digits, quiz_items(form), strict=False)
    valid = takewhile(lambda pair: pair[0] in "0123456789"[: len(pair[1].choices)], answered)
    return tuple(int(digit) for digit, _ in valid)


def keep_choices(form: Form, choices: tuple[int, ...]) -> None:
    """Replace the kept choices of this form."""
    memory.keep_lesson(f"quiz-{form}", LessonRecord(encode_choices(form, choices)))


def ask_quiz_question(form: Form, choices: tuple[int, ...], about: str = ABOUT_SCORE) -> None:
    """Draw the next question; the first one with ``about``, a note on who sees the answers."""
    number = len(choices)
    question, key = quiz_items(form)[number], f"quiz-{form}-{number}"
    send.html(page(Markup('<p class="statement">Question {} of {}</p>').format(number + 1, LENGTH)))
    rows = [
        TileRow(f"{key}-{label}", label, tiles.build_tiles(text.split())) for label, text in question.sentences.items()
    ]
    tiles.mount_tiles(Tiles("The sentences of this question", tuple(rows)), f"{key}-tiles")
    with st.container(border=True, key="question"):
        send.sentences(question.prompt)
        choice = st.radio(
            question.prompt,
            range(len(question.choices)),
            index=None,
            label_visibility="collapsed",
            format_func=question.choices.__getitem__,
            key=key,
        )
        draw_next_question(form, choices, key)
        if choice is None and state.widget_value(LEFT_OUT) == key:
            st.caption("Choose an answer first; guess where you do not know.")
    if not number:
        st.caption(about)


def draw_next_question(form: Form, choices: tuple[int, ...], key: str) -> None:
    """Draw the button that takes the choice under the key, even if pressed right after the choice."""

    def go(_: int, heard: Heard) -> None:
        choice = state.widget_value(key)
        if choice is None:
            state.set_widget_value(LEFT_OUT, key)
        else:
            keep_choices(form, (*choices, choice))
        state.note_presses(heard)

    label = "Next question" if len(choices) + 1 < LENGTH else "See your score"
    steps.draw_steps(f"{key}-next", [Step(NEXT, label, "on")], 2, lambda: 0, go)


def draw_quiz_result(form: Form, answers: Mapping[Form, tuple[int, ...]], following: str) -> None:
    """Draw the scores of all finished forms, and for each missed question the lesson about it."""
    finished_forms = [one for one in FORMS if len(answers[one]) == LENGTH]
    facts = (
        parts.Fact(f"{one} the lessons", f"{count_right_answers(one, answers[one])} of {LENGTH}")
        for one in finished_forms
    )
    send.html(parts.facts_html(parts.Facts(*facts)))
    is_over = form == "after"
    pairs = tuple(zip(quiz_items(form), answers[form], strict=True))
    missed = [(question, choice) for question, choice in pairs if choice != question.right]
    if missed:
        st.subheader("What you missed, and the lesson about it", anchor=False)
    for question, choice in missed:
        with st.container(border=True, horizontal=True, vertical_alignment="center", key=f"missed-{question.lesson}"):
            send.html(page(question_review(question, choice if is_over else None)))
            st.button(
                LESSONS[question.lesson].title,
                key=f"to-{question.lesson}",
                on_click=state.choose_lesson,
                args=(question.lesson,),
            )
    if is_over:
        draw_other_form({one: answers[one] for one in finished_forms}, form)
    with st.container(horizontal=True, gap="small", key="after-quiz"):
        if form == "before":
            st.button(
                "Go on to the lessons",
                key="next-below",
                type="primary",
                on_click=state.choose_lesson,
                args=(following,),
            )
        st.button("Begin these fifteen again", key="quiz-again", on_click=begin_again, args=(form,))


def count_right_answers(form: Form, choices: tuple[int, ...]) -> int:
    """Return the number of right ones among the choices so far."""
    return sum(choice == question.right for choice, question in zip(choices, quiz_items(form), strict=False))


def draw_other_form(answers: Mapping[Form, tuple[int, ...]], form: Form) -> None:
    """Draw, folded, the right answers of this form and all questions of the other."""
    for one, choices in answers.items():
        pairs = zip(quiz_items(one), choices, strict=True)
        shown = [(question, choice) for question, choice in pairs if one != form or choice == question.right]
        if shown:
            with st.expander(f"{'What you had right' if one == form else 'The fifteen'} {one} the lessons"):
                send.html(page(Markup("<hr>").join(question_review(*question) for question in shown)))


def question_review(question: QuizItem, choice: int | None) -> Markup:
    """Return a question as HTML, with the given and the right answer unless ``choice`` is None.

    Before the lessons ``choice`` is None, because the answers would be learned by heart.
    """
    paragraphs = [Markup('<p class="statement">{}</p>').format(question.prompt)]
    paragraphs += [
        Markup("<small>{}: {}</small><br>").format(*label_and_text) for label_and_text in question.sentences.items()
    ]
    if choice is not None:
        right = question.choices[question.right]
        correction = (
            Markup("") if choice == question.right else Markup("✗ You said “{}”. ").format(question.choices[choice])
        )
        paragraphs.append(
            Markup('<p class="prose">{}✓ Right is <b>“{}”</b>. {}</p>').format(correction, right, question.why)
        )
    return Markup("").join(paragraphs)


def forget_quiz() -> None:
    """Forget the answers of both forms."""
    for form in FORMS:
        begin_again(form)


def begin_again(form: Form) -> None:
    """Forget the answers of this form; a callback."""
    state.forget([f"quiz-{form}-{number}" for number in range(LENGTH)])
    keep_choices(form, ())
