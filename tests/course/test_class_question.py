"""A lesson's question as a class is asked it."""

import pytest

from course.classroom.class_question import class_question
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
