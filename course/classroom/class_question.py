"""A lesson's question as a class is asked it: every answer counts, and no picture says whether it is right. Pure.

Alone one moves a slider, a switch or tiles, and the picture follows until a goal is reached. In a class that would tell
each phone the answer before the teacher does.
"""

from dataclasses import replace

from course.lessons import parts


def class_question(lesson: parts.Lesson) -> parts.Question:
    """The lesson's question; a goal of a slider or a switch is asked as a choice among all that it can be set to."""
    question = replace(lesson.ask(lesson.example), is_sent=True)
    control = lesson.control(question.goal.moved) if question.goal else None
    if question.goal is None or control is None:
        return question
    settings = parts.control_settings(control)
    return replace(
        question,
        choices=tuple(map(parts.setting_label, settings)),
        right=settings.index(parts.value_there(lesson, question.goal, control)),
        goal=None,
        setting=control.name,
        way=question.goal.way,
    )
