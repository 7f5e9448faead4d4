"""A lesson's question as a class is asked it."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from course.classroom.class_question import MAX_APART, choice_ranges, class_question
from course.classroom.classroom_ballot import bar_labels, number_right, right_bars
from course.classroom.classroom_table import class_answers
from course.lessons import LESSONS, parts
from tests.lessons import value_that_reaches

GOALS = {name: goal for name, lesson in LESSONS.items() if (goal := lesson.ask(lesson.example).goal)}
MOVED = {name: LESSONS[name] for name in GOALS}
SET = {name: lesson for name, lesson in MOVED.items() if lesson.control(GOALS[name].moved)}


def test_each_goal_of_a_slider_or_a_switch_is_a_choice_among_its_settings():
    assert SET
    for name, lesson in SET.items():
        asked, question = lesson.ask(lesson.example), class_question(lesson)
        control = lesson.control(asked.goal.moved)
        settings = parts.control_settings(control)
        assert (question.goal, question.setting, len(question.choices)) == (None, control.name, len(settings)), name
        assert asked.goal.is_reached(lesson.example | {control.name: settings[question.right]}), name
        assert question.answer == asked.answer, name
        assert question.is_still, name


@pytest.mark.parametrize("name", SET)
def test_the_right_choice_is_the_first_that_reaches_the_goal(name):
    """The one that the lesson's own sentence names: who moves on beyond it has not answered the question."""
    lesson = LESSONS[name]
    asked, question = lesson.ask(lesson.example), class_question(lesson)
    right = question.choices[question.right]
    shown = right if isinstance(lesson.example[question.setting], str) else f"{float(right):,g}"
    assert shown in asked.goal.way, (shown, asked.goal.way)
    assert value_that_reaches(lesson, asked.goal) is not None


@pytest.mark.parametrize("name", sorted({*SET, "learned"}))
def test_bars_file_and_count_agree_on_what_is_right(name):
    """Of many steps of a slider all count as right that are in the right one's bar, with that in its middle."""
    question = class_question(LESSONS[name])
    rights = [place for place in range(len(question.choices)) if question.is_right(place)]
    labels = bar_labels(question)
    (bar,) = right_bars(question)
    assert [*question.ranges[bar]] == rights
    assert labels[bar].split(" to ") == [question.choices[place] for place in sorted({rights[0], rights[-1]})]
    assert question.right in rights
    assert number_right(question, Counter(range(len(question.choices)))) == len(rights)
    table = class_answers({name: dict.fromkeys(range(len(question.choices)), 1)})
    assert [*table["choice"][table["right"] == "yes"]] == [question.choices[place] for place in rights]
    if len(rights) == 1:
        assert len(question.choices) <= MAX_APART


@given(st.integers(1, 120), st.data())
def test_each_choice_is_in_one_range(n_choices, data):
    right = data.draw(st.integers(0, n_choices - 1))
    found = choice_ranges(n_choices, right)
    assert [place for together in found for place in together] == [*range(n_choices)]
    (own,) = (together for together in found if right in together)
    assert own[0] == 0 or own[-1] == n_choices - 1 or abs(right - own[0] - (own[-1] - right)) <= 1
    assert len(found) <= MAX_APART


def test_tiles_that_are_moved_keep_their_goal_and_say_nothing():
    for name in MOVED.keys() - SET.keys():
        question = class_question(LESSONS[name])
        assert question.goal is not None, name
        assert question.is_still, name


def test_other_questions_are_as_they_are_alone():
    for name in LESSONS.keys() - MOVED.keys():
        question = class_question(LESSONS[name])
        asked = LESSONS[name].ask(LESSONS[name].example)
        assert (question.choices, question.right, question.prompt) == (asked.choices, asked.right, asked.prompt)
        assert not question.is_still
