"""A lesson's question as a class is asked it: every answer counts, and no picture gives the answer away. Pure.

Alone, a student moves a slider, a switch or tiles, and the picture follows until the goal is reached. In a class, the
picture would give each phone the answer before the teacher does.
"""

from dataclasses import replace
from itertools import pairwise

from course.lessons import parts

MAX_APART, RANGES = 8, 4
"""More choices than ``MAX_APART``, such as the steps of a slider, are counted in about this many ranges."""


def class_question(lesson: parts.Lesson) -> parts.Question:
    """Return the lesson's question for a class; a goal of a slider or a switch becomes a choice among its settings."""
    question = replace(lesson.ask(lesson.example), is_sent=True)
    if question.choices:
        question = replace(question, ranges=choice_ranges(len(question.choices), question.right))
    control = lesson.control(question.goal.moved) if question.goal else None
    if question.goal is None or control is None:
        return question
    settings = parts.control_settings(control)
    right = settings.index(parts.value_at_goal(lesson, question.goal, control))
    return replace(
        question,
        choices=tuple(map(parts.setting_label, settings)),
        right=right,
        ranges=choice_ranges(len(settings), right),
        goal=None,
        setting=control.name,
        way=question.goal.way,
    )


def choice_ranges(n_choices: int, right: int) -> tuple[range, ...]:
    """Return the ranges of choices counted together: each alone; of many, the right one with its neighbours.

    >>> [(some[0], some[-1]) for some in choice_ranges(30, right=24)]
    [(0, 7), (8, 15), (16, 22), (23, 25), (26, 29)]
    """
    if n_choices <= MAX_APART:
        return tuple(range(place, place + 1) for place in range(n_choices))
    length = -(-n_choices // RANGES)
    near = range(max(right - 1, 0), min(right + 2, n_choices))
    starts = [*range(0, near.start, length), near.start, *range(near.stop, n_choices, length)]
    return tuple(range(*ends) for ends in pairwise([*starts, n_choices]))
