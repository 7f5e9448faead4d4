"""All answers of a class as one table for its teacher. Pure."""

from collections.abc import Mapping

import pandas as pd

from course.classroom import classroom_ballot, quiz_gain
from course.classroom.class_question import class_question
from course.lessons import LESSONS, parts
from course.quiz import quiz
from course.quiz.questions import Form, quiz_items

COLUMNS = ("lesson", "title", "question", "choice", "right", "chosen by", "answers", "right answers")


def class_answers(counts: Mapping[str, Mapping[int, int]]) -> pd.DataFrame:
    """Return one row for each choice of each answered lesson; ``counts``: lesson -> choice -> number of students.

    A slider has rows for its right steps and for the steps that were chosen. If several words can be clicked, each row
    is a word, and one answer counts in the rows of all its words. The quiz has rows for the choices of each of its
    questions.
    """
    rows: list[tuple[object, ...]] = [
        (number, lesson.title, *row)
        for number, (name, lesson) in enumerate(LESSONS.items(), 1)
        if counts.get(name)
        for row in _choice_rows(class_question(lesson), counts[name])
    ]
    rows += [row for name, form in quiz.NAMES.items() if counts.get(name) for row in _quiz_rows(form, counts[name])]
    return pd.DataFrame(rows, columns=COLUMNS)


def _quiz_rows(form: Form, counts: Mapping[int, int]) -> list[tuple[object, ...]]:
    total, chosen = sum(counts.values()), quiz_gain.counts_of_choices(form, counts)
    return [
        (f"quiz {form}", LESSONS[item.lesson].title, item.prompt, label, is_right, number, total, numbers[item.right])
        for item, numbers in zip(quiz_items(form), chosen, strict=True)
        for place, (label, number) in enumerate(zip(item.choices, numbers, strict=True))
        for is_right in ["yes" if place == item.right else "no"]
    ]


def _choice_rows(question: parts.Question, counts: Mapping[int, int]) -> list[tuple[object, ...]]:
    if question.choices:  # also the single steps of a slider, whose bars are ranges
        labels, label_counts = question.choices, counts
        right = frozenset(place for place in range(len(labels)) if question.is_right(place))
    else:
        labels, right = classroom_ballot.bar_labels(question), classroom_ballot.right_bars(question)
        label_counts = classroom_ballot.bar_counts(question, counts)
    total, n_right = sum(counts.values()), classroom_ballot.number_right(question, counts)
    shown = [place for place in range(len(labels)) if not question.moved or label_counts.get(place) or place in right]
    return [
        (question.prompt, labels[place], "yes" if place in right else "no", label_counts.get(place, 0), total, n_right)
        for place in shown
    ]
