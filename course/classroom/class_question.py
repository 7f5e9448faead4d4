"""A lesson's question as a class is asked it: every answer counts, and no picture says whether it is right. Pure.

Alone one moves a slider, a switch or tiles, and the picture follows until a goal is reached. In a class that would tell
each phone the answer before the teacher does.
"""

from dataclasses import replace

from course.lessons import parts


def class_question(lesson: parts.Lesson) -> parts.Question:
    """The lesson's question; a goal of a slider or a switch is asked as a choice among all that it can be set to."""
    question = lesson.ask(lesson.example)
    if question.goal is None:
        return question
    control = lesson.control(question.goal.moved)
    if control is None:
        return replace(question, is_still=True)
    settings = parts.control_settings(control)
    brought = settings.index(lesson.example[control.name])
    reached = [
        place
        for place, setting in enumerate(settings)
        if question.goal.is_reached({**lesson.example, control.name: setting})
    ]
    return replace(
        question,
        choices=tuple(map(parts.setting_label, settings)),
        right=min(reached, key=lambda place: abs(place - brought)),
        goal=None,
        slider=control.name,
        way=question.goal.way,
        is_still=True,
    )
